import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../lib/report/formats.ts';
import type { Report } from '../../lib/report/report.ts';
import { type Served, serve } from '../e2e/world.ts';
import { recordsOf, unguarded } from './csv-parser.ts';

function afterTheDeletion<T>(use: (served: Served) => Promise<T>): Promise<T> {
  return serve('cluster-deleted', {}, async (served) => {
    await served.type(['record'], served.scenario.beforeAt);
    served.simulator.setWorld(served.scenario.after);
    return use(served);
  });
}

const BEGINNINGS: Readonly<Record<Exclude<(typeof FORMATS)[number], 'table'>, RegExp>> = {
  json: /^\{\n {2}"schemaVersion"/,
  csv: /^"verdict","reason"/,
  markdown: /^## Karpenter orphan audit\n/,
  html: /^<!DOCTYPE html>/,
  prometheus: /^# HELP karpenter_orphan_audit_findings /,
  focus: /^"AvailabilityZone","BilledCost"/,
};

describe('audit --format', () => {
  it('writes the report in each format to standard output, and nothing else there', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      for (const [format, beginning] of Object.entries(BEGINNINGS)) {
        const { status, stdout } = await type(['audit', '--format', format], scenario.now);
        expect(status, format).toBe(0);
        expect(stdout, format).toMatch(beginning);
      }
    });
  });

  it('csv has the findings of the JSON, one row each', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      const report: Report = JSON.parse((await type(['audit', '--format', 'json'], scenario.now)).stdout);
      const rows = recordsOf((await type(['audit', '--format', 'csv'], scenario.now)).stdout);
      expect(rows.map(({ id, verdict }) => [unguarded(id ?? ''), verdict])).toEqual(
        report.findings.map(({ resource, verdict }) => [resource.id, verdict]),
      );
      expect(rows.length).toBeGreaterThan(5);
    });
  });

  it('csv --bom begins with a byte order mark, which other formats refuse', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      expect((await type(['audit', '--format', 'csv', '--bom'], scenario.now)).stdout).toMatch(
        /^\ufeff"verdict"/,
      );
      const refused = await type(['audit', '--format', 'json', '--bom'], scenario.now);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('--bom does nothing for the format json');
      expect(refused.stdout).toBe('');
    });
  });
});

it.each([
  ['check', ['--cluster', 'shop']],
  ['explain', ['00000000-0000-4000-8000-000000000001']],
  ['ticket', ['--cluster', 'shop']],
  ['record', []],
])('%s prints a table or JSON, and refuses the other formats', async (command, rest) => {
  await serve('clean', {}, async ({ type, scenario }) => {
    for (const format of FORMATS.filter((one) => one !== 'table' && one !== 'json')) {
      const { status, stderr } = await type([command, ...rest, '--format', format], scenario.now);
      expect(status, format).toBe(1);
      expect(stderr).toContain('Only the audit is written in this format. Write one of table, json.');
    }
  });
});
