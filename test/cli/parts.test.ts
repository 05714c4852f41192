import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../lib/report/report.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { type Served, serve } from '../e2e/world.ts';
import type { Ran } from './terminal.ts';

const ALONE = { env: { JOB_COMPLETION_INDEX: '0', ORPHAN_AUDIT_SHARDS: '2' } };
const NOBODY = { env: { JOB_COMPLETION_INDEX: '1', ORPHAN_AUDIT_SHARDS: '2' } };

interface Night extends Served {
  readonly audit: (...argv: readonly string[]) => Promise<Ran>;
}

/** The cluster was recorded, and then deleted. */
function tell(use: (night: Night) => Promise<void>): Promise<void> {
  return serve('cluster-deleted', {}, async (served) => {
    const { scenario, simulator } = served;
    await served.type(['record'], scenario.beforeAt);
    simulator.setWorld(scenario.after);
    await use({
      ...served,
      audit: (...argv) => served.type(['audit', ...argv], scenario.now),
    });
  });
}

describe('a run that several processes share', () => {
  test('keeps its parts, and publishes what one process would have reported', async () => {
    await tell(async ({ audit, type }) => {
      const part = await audit('--run-id', 'night-1');
      expect(part).toMatchObject({ status: 0, stderr: '' });
      expect(part.stdout).toMatch(/^rehearsal: \d+ orphans, \d+ ambiguous; kept as its part of night-1\n$/);

      const published = await type(['publish', '--run-id', 'night-1', '--format', 'json']);
      expect(published.status).toBe(0);
      const report: Report = JSON.parse(published.stdout);
      const alone: Report = JSON.parse((await audit('--format', 'json')).stdout);
      expect(report.run.id).toBe('night-1');
      expect(report.findings).toEqual(alone.findings);
      expect(report.summary).toEqual(alone.summary);
    });
  });

  test('is named by the day in the time zone', async () => {
    await tell(async ({ audit, type }) => {
      // 15:00 in Seoul.
      expect((await audit('--run-id-from-date', 'nightly')).stdout).toContain('part of nightly-2026-11-30');
      expect(await type(['publish', '--run-id-from-date', 'nightly'])).toMatchObject({ status: 0 });
    });
  });

  test('does not make a part again', async () => {
    await tell(async ({ audit, simulator }) => {
      const first = await audit('--run-id', 'night-1');
      const requests = simulator.requestCount();
      expect(await audit('--run-id', 'night-1')).toEqual(first);
      expect(simulator.requestCount()).toBe(requests);
    });
  });

  test('makes a part again that could read nothing', async () => {
    await tell(async ({ audit, simulator, type }) => {
      const refused = faultByName('credential-refused') ?? [];
      simulator.faults.add(...refused);
      expect(await audit('--run-id', 'night-1')).toMatchObject({ status: 4 });
      expect(await type(['publish', '--run-id', 'night-1'])).toMatchObject({ status: 4 });
      simulator.faults.clear();
      expect(await audit('--run-id', 'night-1')).toMatchObject({ status: 0 });
      expect(await type(['publish', '--run-id', 'night-1'])).toMatchObject({ status: 0 });
    });
  });

  test('does its share, by the environment', async () => {
    await tell(async ({ type, scenario, simulator }) => {
      const shard = ['audit', '--run-id', 'night-1', '--shard-from-env'];
      const requests = simulator.requestCount();
      const nothing = await type(shard, scenario.now, NOBODY);
      expect(nothing).toEqual({
        status: 0,
        stdout: '',
        stderr: 'orphan-audit: shard 1 of 2 does nothing: there are fewer projects than shards\n',
      });
      expect(simulator.requestCount()).toBe(requests);
      const all = await type(shard, scenario.now, ALONE);
      expect(all).toMatchObject({ status: 0, stderr: 'orphan-audit: shard 0 of 2 does rehearsal\n' });
    });
  });

  test('that lacks a part is published all the same, and is incomplete', async () => {
    await tell(async ({ audit, type, config }) => {
      const yaml = await readFile(config, 'utf8');
      const [, project = ''] = /( {2}- name: rehearsal[\s\S]*?)prices:/.exec(yaml) ?? [];
      const other = project.replace('name: rehearsal', 'name: batch');
      await writeFile(config, yaml.replace(project, project + other));
      await audit('--run-id', 'night-1', '--project', 'rehearsal');
      const published = await type(['publish', '--run-id', 'night-1', '--format', 'json']);
      expect(published.status).toBe(3);
      const report: Report = JSON.parse(published.stdout);
      expect(report.run.problems).toEqual([
        {
          code: 'project-not-audited',
          project: 'batch',
          message: 'project batch was not audited in run night-1',
          remedy: 'look into the log of its audit; nothing is known of the project until the next run',
        },
      ]);
      expect(report.findings.length).toBeGreaterThan(0);
    });
  });

  test('of which nothing came ends with 4, and says so', async () => {
    await tell(async ({ type }) => {
      const published = await type(['publish', '--run-id', 'another']);
      expect(published.status).toBe(4);
      expect(published.stdout).toContain('project rehearsal was not audited in run another');
    });
  });

  test('whose part is damaged is incomplete, and names the file', async () => {
    await tell(async ({ audit, type, folder }) => {
      await audit('--run-id', 'night-1');
      const part = join(folder, '.orphan-audit', 'parts', 'night-1', 'rehearsal', '0001.json');
      await writeFile(part, (await readFile(part, 'utf8')).replace('orphan', 'Orphan'));
      const published = await type(['publish', '--run-id', 'night-1']);
      expect(published.status).toBe(4);
      expect(published.stdout).toContain('parts/night-1/rehearsal/0001.json');
    });
  });

  test.each([
    [['audit', '--shard-from-env'], 'nothing says of which'],
    [['publish'], 'nothing says which run is to be published'],
    [['audit', '--run-id', '../escape'], '"../escape" cannot name a run'],
    [['audit', '--run-id', 'a', '--run-id-from-date', 'b'], 'cannot be used with'],
    [['publish', '--run-id', 'a', '--wait', 'soon'], 'Write an ISO 8601 duration'],
  ])('is refused as %j', async (argv, message) => {
    await tell(async ({ type }) => {
      const refused = await type(argv);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(message);
    });
  });
});
