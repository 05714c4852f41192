import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadSettings } from '../../lib/config/load.ts';
import { openStore } from '../../lib/config/open-store.ts';
import { withProject } from '../../lib/config/wiring.ts';
import { NO_SIGNING } from '../../lib/signing/project-signing.ts';
import { instantFromMs, plusMs } from '../../lib/terms/instants.ts';

let server: Server;
let folder: string;
let sockets: Socket[];
beforeEach(async () => {
  // It takes a connection and never says a word.
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-wiring-'));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await rm(folder, { recursive: true });
});

async function aProject() {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port');
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'shop', cluster: { server: `https://127.0.0.1:${address.port}` } }],
    contexts: [{ name: 'admin', context: { cluster: 'shop', user: 'admin' } }],
    'current-context': 'admin',
    users: [{ name: 'admin', user: { token: 'invented' } }],
  };
  await writeFile(join(folder, 'shop.kubeconfig'), stringify(kubeconfig));
  const config = {
    version: 1,
    projects: [
      {
        name: 'shop',
        region: 'kr-central-2',
        credential: { id: 'env:CLOUD_ID', secret: 'env:CLOUD_SECRET' },
        clusters: [{ name: 'shop', kubeconfig: './shop.kubeconfig' }],
      },
    ],
  };
  await writeFile(join(folder, 'orphan-audit.yaml'), stringify(config));
  const loaded = await loadSettings(join(folder, 'orphan-audit.yaml'));
  if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults);
  const [project] = loaded.settings.projects;
  if (project === undefined) throw new TypeError('the configuration has no project');
  return { settings: loaded.settings, project };
}

// A connection is given up after a minute: who waits for that hangs.
it('an API server that does not answer is not waited for when the time of the run is used up', {
  timeout: 20_000,
}, async () => {
  const { settings, project } = await aProject();
  const clock = () => instantFromMs(Date.now());
  const witness = await withProject(
    settings,
    project,
    { credential: { id: 'invented', secret: 'invented' }, signing: NO_SIGNING },
    { clock, env: {}, log: { debug: () => {} }, signal: undefined, deadline: clock() },
    ({ witnesses }) => witnesses.ask({ name: 'shop', uid: undefined, endpoint: undefined }),
  );
  expect(witness.nodeClaims).toMatchObject({ kind: 'unreadable', failure: { code: 'deadline-reached' } });
});

it('a bucket that does not answer is not waited for when what is left after the run is used up as well', {
  timeout: 20_000,
}, async () => {
  const { settings } = await aProject();
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port');
  const clock = () => instantFromMs(Date.now());
  const key = { kind: 'env', name: 'INVENTED' } as const;
  const store = await openStore(
    {
      ...settings,
      store: {
        kind: 's3',
        endpoint: `http://127.0.0.1:${address.port}`,
        region: 'kr-central-2',
        bucket: 'ledger',
        prefix: undefined,
        addressing: 'path',
        conditionalWrites: 'auto',
        credential: { id: key, secret: key },
      },
    },
    { clock, env: { INVENTED: 'invented' }, signal: undefined, deadline: plusMs(clock(), -20_000) },
  );
  await expect(store.list('ledger/')).rejects.toMatchObject({ code: 'store-unreadable' });
});
