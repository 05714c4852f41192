import { appendFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../lib/report/report.ts';
import { FAULT_NAMES, faultByName } from '../../lib/simulator/named-faults.ts';
import { SCENARIO_NAMES } from '../../lib/simulator/scenario.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { serve } from './world.ts';

/** Never answers: what an interruption is for, see below. */
const FAULTS = FAULT_NAMES.filter((fault) => fault !== 'slow');

/** The problems, or what could not be decided because a cluster that may own it was not read whole. */
function whyIncomplete({ run, findings }: Report): readonly string[] {
  const undecided = findings.filter(
    ({ reason }) => reason === 'owner-unreadable' || reason === 'owner-list-shrunk',
  );
  return [...run.problems.map(({ code }) => code), ...undecided.map(({ reason }) => reason)];
}

describe.each(SCENARIO_NAMES.filter((name) => name !== 'large'))(
  'in the story %s, whatever goes wrong',
  (name) => {
    test('nobody is wrongly accused, and what was not read is told', async () => {
      await serve(name, {}, async (served) => {
        const { scenario, simulator } = served;
        await appendFile(served.config, 'retryBudget: PT0S\n');
        await served.type(['record'], scenario.beforeAt);
        simulator.setWorld(scenario.after);
        // Without a fault, for what the living clusters have to be seen twice.
        await served.type(['audit'], scenario.now);
        for (const [index, fault] of FAULTS.entries()) {
          simulator.faults.clear();
          simulator.faults.add(...(faultByName(fault) ?? []));
          const { status, stdout } = await served.type(
            ['audit', '--format', 'json'],
            plusMs(scenario.now, (index + 1) * HOUR_MS),
          );
          const report: Report = JSON.parse(stdout);
          const accused = report.findings.filter(
            ({ verdict, resource }) =>
              verdict === 'orphan' && scenario.truth.get(resource.id)?.what !== 'leftover',
          );
          expect(accused, fault).toEqual([]);
          expect(status === 0, `${fault}: ${status}`).toBe(report.run.complete);
          expect([0, 3, 4], fault).toContain(status);
          if (!report.run.complete) expect(whyIncomplete(report), fault).not.toEqual([]);
        }
        expect(simulator.refusedWrites).toBe(0);
      });
    });
  },
);

describe('a run', () => {
  test('that cannot get a token could do nothing', async () => {
    await serve('clean', { faults: faultByName('credential-refused') ?? [] }, async (served) => {
      const audited = await served.type(['audit'], served.scenario.now);
      expect(audited.status).toBe(4);
      expect(audited.stdout).toContain('token-refused');
      const recorded = await served.type(['record'], served.scenario.now);
      expect(recorded.status).toBe(4);
      expect(recorded.stderr).toContain('token-refused');
      expect(recorded.stdout).toBe('');
    });
  });

  test('that may not list volumes is incomplete', async () => {
    await serve('clean', { faults: faultByName('forbidden-volumes') ?? [] }, async (served) => {
      const audited = await served.type(['audit', '--fail-on', 'orphan'], served.scenario.now);
      expect(audited.status).toBe(3);
      expect(audited.stdout).toContain('forbidden');
    });
  });

  test('that is interrupted ends at once, reports nothing and leaves no trace', async () => {
    await serve('clean', { faults: faultByName('slow') ?? [] }, async (served) => {
      const interruption = new AbortController();
      const running = served.type(['audit'], served.scenario.now, { signal: interruption.signal });
      while (served.simulator.requestCount('list-volumes') === 0) await new Promise(setImmediate);
      interruption.abort();
      expect(await running).toEqual({
        status: 4,
        stdout: '',
        stderr: 'orphan-audit: interrupted; nothing was reported\n',
      });
    });
  });
});
