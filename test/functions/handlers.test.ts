import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as audit } from '../../functions/audit.ts';
import { handler as record } from '../../functions/record.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';

const clock = () => instantFromMs(Date.now());
const scenario = buildScenario('cluster-deleted', { now: clock() });
const CONTEXT = { getRemainingTimeInMillis: () => 900_000 };

let simulator: Simulator;
let folder: string;
beforeEach(async () => {
  simulator = await startSimulator({ world: scenario.before, clock });
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-functions-'));
  const { config } = await writeRehearsal(folder, scenario, simulator.url, 'en');
  await appendFile(config, 'retryBudget: PT0S\npublish: [{ kind: directory, path: ./reports }]\n');
  vi.stubEnv('ORPHAN_AUDIT_CONFIG', config);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await simulator.close();
  await rm(folder, { recursive: true });
});

describe('the hourly record and the nightly audit', () => {
  test('answer with counts, and the report is published', async () => {
    expect(await record({}, CONTEXT)).toEqual({ complete: true, clusters: 1, warnings: 0, problems: [] });

    simulator.setWorld(scenario.after);
    const answer = await audit({ projects: ['rehearsal'] }, CONTEXT);
    expect(answer).toMatchObject({ complete: true, problems: [] });
    expect(answer.instances.orphan).toBeGreaterThan(0);
    expect(await readdir(join(folder, 'reports'))).toContain('latest.json');
    expect(answer.reports).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toContain(scenario.after.projects[0]?.credential.secret);
    expect(simulator.refusedWrites).toBe(0);
  });

  test('answer what could not be read', async () => {
    simulator.faults.add(...(faultByName('forbidden-clusters') ?? []));
    const answer = await audit({}, CONTEXT);
    expect(answer.complete).toBe(false);
    expect(answer.problems.map(({ code, project }) => [code, project])).toContainEqual([
      'forbidden',
      'rehearsal',
    ]);
  });

  test.each([
    ['record', record],
    ['audit', audit],
  ])('%s fails, so that an alarm hears of it, when nothing could be done', async (_name, handler) => {
    simulator.faults.add(...(faultByName('credential-refused') ?? []));
    await expect(handler({}, CONTEXT)).rejects.toThrow('answered 401');
  });

  test('stop before the runtime stops them', async () => {
    simulator.faults.add(...(faultByName('rate-limited') ?? []));
    await expect(record({}, { getRemainingTimeInMillis: () => 0 })).rejects.toThrow();
  });

  test.each([
    [
      'an event that names no list',
      { projects: 'rehearsal' },
      'the event of the function audit cannot be understood: ✖ Invalid input: expected array, received string',
    ],
    [
      'the event of a schedule without an input',
      { source: 'aws.events', time: '2026-11-30T18:00:00Z' },
      'Unrecognized keys',
    ],
  ])('refuse %s', async (_name, event, message) => {
    await expect(audit(event, CONTEXT)).rejects.toThrow(message);
  });
});
