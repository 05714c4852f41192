import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as check } from '../../functions/check.ts';
import { handler as record } from '../../functions/record.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { type HttpReceiver, startHttpReceiver } from '../builders/http-receiver.ts';

const clock = () => instantFromMs(Date.now());
const scenario = buildScenario('cluster-deleted', { now: clock() });
const CONTEXT = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 };
const UID = scenario.before.projects[0]?.clusters[0]?.uid ?? '';

let simulator: Simulator;
let channel: HttpReceiver;
let folder: string;
beforeEach(async () => {
  simulator = await startSimulator({ world: scenario.before, clock });
  channel = await startHttpReceiver();
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-check-'));
  const { config } = await writeRehearsal(folder, scenario, simulator.url, 'en');
  vi.stubEnv('SLACK_WEBHOOK_URL', `${channel.origin}/services/hunter2`);
  await appendFile(
    config,
    `retryBudget: PT0S
publish:
  - { kind: directory, path: ./reports, formats: [json, table] }
  - { kind: slack, url: 'env:SLACK_WEBHOOK_URL' }
`,
  );
  vi.stubEnv('ORPHAN_AUDIT_CONFIG', config);
  vi.stubEnv('LOG_LEVEL', 'silent');
  await record({}, CONTEXT);
  simulator.setWorld(scenario.after);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([simulator.close(), channel.close()]);
  await rm(folder, { recursive: true });
});

const reports = () => readdir(join(folder, 'reports'));
const withId = (awsRequestId: string) => ({ ...CONTEXT, awsRequestId });

describe('the check after a cluster deletion', () => {
  test('finds the cluster, tells everyone, and answers with counts and receipts', async () => {
    const answer = await check({}, CONTEXT);
    expect(answer).toMatchObject({
      complete: true,
      checked: 1,
      cleared: 0,
      told: 1,
      clusters: [{ project: 'rehearsal', names: ['shop'], state: 'gone', cleared: false, telling: 'told' }],
      skipped: [],
      problems: [],
    });
    expect(answer.receipts.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
    expect((await reports()).map((name) => name.split('.').at(-1))).toEqual(['json', 'txt']);
    expect(channel.taken).toHaveLength(1);
    expect(channel.taken[0]?.body).toContain('orphan-audit-check-shop-');
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(simulator.refusedWrites).toBe(0);
  });

  test.each([
    ['with the same run ID', 'request-1'],
    ['half an hour later', 'request-2'],
  ])('called once more %s, tells nobody again', async (_, requestId) => {
    await check({}, CONTEXT);
    const again = await check({}, withId(requestId));
    expect(again).toMatchObject({ checked: 1, told: 0, clusters: [{ telling: 'unchanged' }], receipts: [] });
    expect(channel.taken).toHaveLength(1);
    expect(await reports()).toHaveLength(2);
  });

  test('two at once tell of it once', async () => {
    const both = await Promise.all([check({}, withId('a')), check({}, withId('b'))]);
    expect(both.map(({ told }) => told).toSorted()).toEqual([0, 1]);
    expect(channel.taken).toHaveLength(1);
  });

  test('checks the one that is asked for', async () => {
    const answer = await check({ cluster: UID, projects: ['rehearsal'] }, CONTEXT);
    expect(answer).toMatchObject({ checked: 1, told: 1, clusters: [{ uid: UID, state: 'gone' }] });
    const [json = ''] = await reports();
    expect(JSON.parse(await readFile(join(folder, 'reports', json), 'utf8')).run.id).toBe('request-1');
    expect(await check({}, withId('request-2'))).toMatchObject({ told: 0 });
  });

  test('answers what could not be read, and tells nobody yet', async () => {
    simulator.faults.add(...(faultByName('forbidden-volumes') ?? []));
    const answer = await check({}, CONTEXT);
    expect(answer).toMatchObject({ complete: false, told: 0, clusters: [{ telling: 'unclear' }] });
    expect(answer.problems.map(({ code }) => code)).toContain('forbidden');
    expect(channel.taken).toEqual([]);
  });

  test.each(['credential-refused', 'forbidden-clusters'])(
    'fails when nothing can be found out: %s',
    async (fault) => {
      simulator.faults.add(...(faultByName(fault) ?? []));
      await expect(check({}, CONTEXT)).rejects.toThrow('nothing could be read');
    },
  );

  test('begins no check that could not end, and answers that', async () => {
    // Half a minute is kept for telling, and a check needs another.
    const answer = await check({}, { ...CONTEXT, getRemainingTimeInMillis: () => 45_000 });
    expect(answer).toMatchObject({ complete: false, checked: 0, skipped: [{ because: 'no-time' }] });
  });

  test('one publisher that fails is in the answer, and gets it at the next run', async () => {
    channel.answer = () => ({ status: 503 });
    const answer = await check({}, CONTEXT);
    expect(answer.complete).toBe(false);
    expect(answer.receipts.map(({ outcome }) => outcome)).toEqual(['delivered', 'failed']);
    channel.answer = () => ({ status: 200 });
    await check({}, withId('request-2'));
    expect(channel.taken).toHaveLength(1);
  });

  test.each([
    ['an unknown key', { clusters: ['shop'] }, 'the event of the function check'],
    ['an unknown cluster', { cluster: 'shopp' }, 'no cluster "shopp" is known'],
    ['an unknown project', { projects: ['rehersal'] }, 'there is no project "rehersal"'],
  ])('refuses %s', async (_, event, message) => {
    const refused = await check(event, CONTEXT).then(
      () => 'nothing',
      (thrown: unknown) => (thrown instanceof AggregateError ? String(thrown.errors[0]) : String(thrown)),
    );
    expect(refused).toContain(message);
  });
});
