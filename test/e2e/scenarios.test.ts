import { describe, expect, test } from 'vitest';
import type { Finding, Report } from '../../lib/report/report.ts';
import { SCENARIO_NAMES, type Scenario } from '../../lib/simulator/scenario.ts';
import { HOUR_MS, type Instant, plusMs } from '../../lib/terms/instants.ts';
import { type Served, serve } from './world.ts';

async function auditAt(served: Served, at: Instant): Promise<Report> {
  const { status, stdout, stderr } = await served.type(['audit', '--format', 'json'], at);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

function orphansIn(report: Report): readonly Finding[] {
  return report.findings.filter((finding) => finding.verdict === 'orphan');
}

/** What the report calls an orphan and the story does not. */
function wronglyAccused(report: Report, { truth }: Scenario): readonly string[] {
  return orphansIn(report)
    .filter(({ resource }) => truth.get(resource.id)?.what !== 'leftover')
    .map(({ resource }) => `${resource.kind} ${resource.name}`);
}

function missed(report: Report, { truth }: Scenario): readonly string[] {
  const found = new Set(orphansIn(report).map(({ resource }) => resource.id));
  return [...truth]
    .filter(([id, one]) => one.what === 'leftover' && one.provable && !found.has(id))
    .map(([id]) => id);
}

describe.each(SCENARIO_NAMES)('the story %s', (name) => {
  test('is told by record and audit, over HTTP: nobody is wrongly accused, and everything provable is found', async () => {
    await serve(name, { instances: 300 }, async (served) => {
      const { scenario, simulator } = served;
      const recorded = await served.type(['record'], scenario.beforeAt);
      expect(recorded).toMatchObject({ status: 0, stderr: '' });

      simulator.setWorld(scenario.after);
      // The second look is a grace period after the first, the third past the deletion period.
      const reports = [0, 1, 3].map((hours) => plusMs(scenario.now, hours * HOUR_MS));
      for (const at of reports) {
        const report = await auditAt(served, at);
        expect(wronglyAccused(report, scenario)).toEqual([]);
        if (at === reports.at(-1)) expect(missed(report, scenario)).toEqual([]);
      }
      expect(simulator.refusedWrites).toBe(0);
    });
  });

  test('without a record, proves nothing', async () => {
    await serve(name, { instances: 300 }, async (served) => {
      served.simulator.setWorld(served.scenario.after);
      const report = await auditAt(served, served.scenario.now);
      expect(orphansIn(report)).toEqual([]);
    });
  });

  test('gives the same bytes for the same moment, but for the ID of the run', async () => {
    const tell = () =>
      serve(name, { instances: 300 }, async (served) => {
        await served.type(['record'], served.scenario.beforeAt);
        served.simulator.setWorld(served.scenario.after);
        const { stdout } = await served.type(['audit', '--format', 'json', '--all'], served.scenario.now);
        const report: Report = JSON.parse(stdout);
        return stdout.replace(report.run.id, 'ID');
      });
    expect(await tell()).toBe(await tell());
  });
});

test('the table that kubectl printed before the deletion is a record', async () => {
  await serve('cluster-deleted', {}, async (served) => {
    const { scenario, simulator, table, cluster } = served;
    simulator.setWorld(scenario.after);
    const uid = cluster?.uid ?? '';
    const argv = ['record', '--import', table, '--cluster-uid', uid, '--cluster-name', 'shop'];
    const imported = await served.type(argv, scenario.beforeAt);
    expect(imported).toEqual({
      status: 0,
      stdout: `rehearsal: shop (${uid}): recorded 13 NodeClaims\n`,
      stderr: '',
    });

    const again = await served.type(argv, scenario.beforeAt);
    expect(again).toEqual({
      status: 0,
      stdout: `rehearsal: shop (${uid}): this record is there already\n`,
      stderr: '',
    });

    const report = await auditAt(served, scenario.now);
    expect(wronglyAccused(report, scenario)).toEqual([]);
    expect(orphansIn(report).length).toBeGreaterThan(0);
  });
});
