import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as audit } from '../../functions/audit.ts';
import { handler as publish } from '../../functions/publish.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { type HttpReceiver, startHttpReceiver } from '../builders/http-receiver.ts';

const clock = () => instantFromMs(Date.now());
const scenario = buildScenario('cluster-deleted', { now: clock() });
const CONTEXT = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 };

let simulator: Simulator;
let channel: HttpReceiver;
let folder: string;
beforeEach(async () => {
  simulator = await startSimulator({ world: scenario.after, clock });
  channel = await startHttpReceiver();
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-twice-'));
  const { config } = await writeRehearsal(folder, scenario, simulator.url, 'en');
  vi.stubEnv('SLACK_WEBHOOK_URL', `${channel.origin}/x`);
  await appendFile(
    config,
    `publish:
  - { kind: directory, path: ./reports }
  - { kind: slack, url: 'env:SLACK_WEBHOOK_URL' }
`,
  );
  vi.stubEnv('ORPHAN_AUDIT_CONFIG', config);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([simulator.close(), channel.close()]);
  await rm(folder, { recursive: true });
});

test('publish, called twice with one run ID, sends one message', async () => {
  const event = {
    runId: 'night-1',
    startedAt: new Date(clock()).toISOString(),
    targets: [{ project: 'rehearsal' }],
  };
  await audit({ runId: 'night-1', project: 'rehearsal' }, CONTEXT);
  const first = await publish(event, CONTEXT);
  const second = await publish(event, CONTEXT);
  expect(first.receipts.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
  expect(second.receipts.map(({ outcome }) => outcome)).toEqual(['delivered', 'already-delivered']);
  expect(second.reports).toEqual(first.reports.filter((place) => place.startsWith(folder)));
  expect(channel.taken).toHaveLength(1);
});

test('publish, called again once a part has come late, tells of it', async () => {
  const event = {
    runId: 'night-1',
    startedAt: new Date(clock()).toISOString(),
    targets: [{ project: 'rehearsal' }],
  };
  await expect(publish(event, CONTEXT)).rejects.toThrow('was not audited');
  await audit({ runId: 'night-1', project: 'rehearsal' }, CONTEXT);
  await publish(event, CONTEXT);
  expect(channel.taken).toHaveLength(2);
});

test('publish counts a project once that is named twice', async () => {
  await audit({ runId: 'night-1', project: 'rehearsal' }, CONTEXT);
  const [once, twice] = [[{ project: 'rehearsal' }], [{ project: 'rehearsal' }, { project: 'rehearsal' }]];
  const { instances, volumes } = await publish({ runId: 'night-1', targets: once }, CONTEXT);
  expect(instances.ambiguous).toBeGreaterThan(0);
  expect(await publish({ runId: 'night-1', targets: twice }, CONTEXT)).toMatchObject({ instances, volumes });
});
