import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as audit } from '../../functions/audit.ts';
import { handler as publish } from '../../functions/publish.ts';
import { handler as record } from '../../functions/record.ts';
import { handler as targets } from '../../functions/targets.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';

const clock = () => instantFromMs(Date.now());
const scenario = buildScenario('cluster-deleted', { now: clock() });
const CONTEXT = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 };
const NO_TIME = { ...CONTEXT, getRemainingTimeInMillis: () => 0 };
const PART = { runId: 'night-1', project: 'rehearsal' };

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

describe('the hourly record and the nightly steps', () => {
  test('answer with counts, and the report is published', async () => {
    expect(await record({}, CONTEXT)).toEqual({ complete: true, clusters: 1, warnings: 0, problems: [] });

    simulator.setWorld(scenario.after);
    const chosen = await targets({}, CONTEXT);
    expect(chosen).toMatchObject({ runId: 'request-1', targets: [{ project: 'rehearsal' }] });
    const part = await audit({ runId: chosen.runId, project: 'rehearsal' }, CONTEXT);
    expect(part).toMatchObject({ complete: true, problems: 0 });
    expect(part.instances.orphan).toBeGreaterThan(0);

    const answer = await publish({ ...chosen, audits: [part] }, CONTEXT);
    const { runId, complete, instances, volumes, problems } = part;
    expect(answer).toMatchObject({ runId, complete, instances, volumes, problems });
    expect(await readdir(join(folder, 'reports'))).toContain('latest.json');
    expect(answer.reports).toHaveLength(1);
    expect(JSON.stringify([chosen, part, answer])).not.toContain(
      scenario.after.projects[0]?.credential.secret,
    );
    expect(simulator.refusedWrites).toBe(0);
  });

  test('answer what could not be read', async () => {
    simulator.faults.add(...(faultByName('forbidden-clusters') ?? []));
    const answer = await audit(PART, CONTEXT);
    expect(answer).toMatchObject({ complete: false, problems: 1 });
  });

  test('the record fails, so that an alarm hears of it, when nothing could be done', async () => {
    simulator.faults.add(...(faultByName('credential-refused') ?? []));
    await expect(record({}, CONTEXT)).rejects.toThrow('answered 401');
  });

  test('publish fails, when nothing could be read, and has published that', async () => {
    simulator.faults.add(...(faultByName('credential-refused') ?? []));
    expect(await audit(PART, CONTEXT)).toMatchObject({ complete: false });
    const event = { runId: 'night-1', targets: [{ project: 'rehearsal' }] };
    await expect(publish(event, CONTEXT)).rejects.toThrow('answered 401');
    expect(await readdir(join(folder, 'reports'))).toContain('latest.json');
  });

  test('publish tells of a project of which no part came, and why', async () => {
    const event = {
      runId: 'night-1',
      targets: [{ project: 'rehearsal' }],
      audits: [{ project: 'rehearsal', complete: false, error: 'States.Timeout' }],
    };
    await expect(publish(event, CONTEXT)).rejects.toThrow(
      'project rehearsal was not audited in run night-1: States.Timeout',
    );
  });

  test('stop before the runtime stops them, with a part that says so', async () => {
    simulator.faults.add(...(faultByName('rate-limited') ?? []));
    await expect(record({}, NO_TIME)).rejects.toThrow();
    expect(await audit(PART, NO_TIME)).toMatchObject({ complete: false });
    await expect(publish({ runId: 'night-1', targets: [{ project: 'rehearsal' }] }, CONTEXT)).rejects.toThrow(
      'time',
    );
  });

  test('a part that was made is not made again', async () => {
    const first = await audit(PART, CONTEXT);
    const requests = simulator.requestCount();
    expect(await audit(PART, CONTEXT)).toEqual(first);
    expect(simulator.requestCount()).toBe(requests);
  });

  test.each([
    [
      'an event that names no list',
      record,
      { projects: 'rehearsal' },
      'the event of the function record cannot be understood: ✖ Invalid input: expected array, received string',
    ],
    [
      'the event of a schedule without an input',
      record,
      { source: 'aws.events', time: '2026-11-30T18:00:00Z' },
      'Unrecognized keys',
    ],
    ['a target without a run', audit, { project: 'rehearsal' }, 'the event of the function audit'],
    [
      'a run without targets',
      publish,
      { runId: 'night-1', targets: [] },
      'the event of the function publish',
    ],
    ['an unknown project', targets, { projects: ['rehersal'] }, 'there is no project "rehersal"'],
  ])('refuse %s', async (_name, handler, event, message) => {
    const refused = await handler(event, CONTEXT).then(
      () => 'nothing',
      (thrown: unknown) => (thrown instanceof AggregateError ? String(thrown.errors[0]) : String(thrown)),
    );
    expect(refused).toContain(message);
  });
});
