import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as alert } from '../../functions/alert.ts';
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
let config: string;
beforeEach(async () => {
  simulator = await startSimulator({ world: scenario.after, clock });
  channel = await startHttpReceiver();
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-alert-'));
  ({ config } = await writeRehearsal(folder, scenario, simulator.url, 'en'));
  vi.stubEnv('SLACK_WEBHOOK_URL', `${channel.origin}/x`);
  await appendFile(
    config,
    `publish:
  - { kind: slack, url: 'env:SLACK_WEBHOOK_URL', takes: [alert] }
alert: { allClear: daily }
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

async function night(): Promise<void> {
  await audit({ runId: 'night-1', project: 'rehearsal' }, CONTEXT);
  await publish({ runId: 'night-1', targets: [{ project: 'rehearsal' }] }, CONTEXT);
}

test('the morning tells of the report of the night, once', async () => {
  await night();
  expect(await alert({}, CONTEXT)).toMatchObject({ runId: 'night-1', sent: 1, failures: [] });
  expect(await alert({}, CONTEXT)).toMatchObject({ runId: 'night-1', sent: 0, failures: [] });
  expect(channel.taken).toHaveLength(1);
});

test('without a report of the night it fails, so that silence is not taken for health', async () => {
  await expect(alert({}, CONTEXT)).rejects.toThrow('no report of this night was kept');
});

test('it fails for a project of which the report does not tell, and tells of the others', async () => {
  await night();
  const text = await readFile(config, 'utf8');
  const [, project = ''] = /^projects:\n((?: .*\n)+)/m.exec(text) ?? [];
  const second = project.replace(/name: rehearsal/, 'name: forgotten');
  await writeFile(config, text.replace(project, project + second));
  await expect(alert({}, CONTEXT)).rejects.toThrow('the report does not tell of project forgotten');
  expect(channel.taken).toHaveLength(1);
});

test('it fails where what was alerted before cannot be understood', async () => {
  await night();
  await alert({}, CONTEXT);
  const states = join(folder, '.orphan-audit', 'alerts', 'rehearsal', 'states');
  for (const name of await readdir(states)) await writeFile(join(states, name), 'half a fi');
  await expect(alert({}, CONTEXT)).rejects.toThrow('which remembers what was alerted, was written in part');
  expect(channel.taken).toHaveLength(1);
});
