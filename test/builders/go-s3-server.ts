import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as timer } from 'node:timers/promises';
import { promisify } from 'node:util';

/** versitygw, a real S3 server with conditional writes, from the Go module proxy. */
const MODULE = 'github.com/versity/versitygw/cmd/versitygw';
const VERSION = 'v1.8.0';

/** Set to 1, it is built where Go is (two to four minutes the first time). */
export const SWITCH = 'ORPHAN_AUDIT_TEST_GO_S3';

/** A module proxy that does not answer must not hold up everything else. */
const LONGEST_BUILD_MS = 15 * 60 * 1000;

export type GoS3 =
  | {
      readonly kind: 'running';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      close(): Promise<void>;
    }
  | { readonly kind: 'skipped'; readonly why: string };

export async function startGoS3(env: NodeJS.ProcessEnv): Promise<GoS3> {
  if (env[SWITCH] !== '1') return { kind: 'skipped', why: `${SWITCH} is not 1` };
  try {
    return await serve(await build());
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    return { kind: 'skipped', why: said.trim().split('\n').slice(-1).join().slice(0, 200) };
  }
}

/** Once built, it stays until node_modules goes. */
async function build(): Promise<string> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache', `versitygw-${VERSION}`);
  const program = join(folder, 'versitygw');
  const isBuilt = await access(program).then(
    () => true,
    () => false,
  );
  if (isBuilt) return program;
  const run = promisify(execFile);
  await run('go', ['version']).catch(() => {
    throw new Error('there is no Go on this machine');
  });
  await mkdir(folder, { recursive: true });
  const env = { ...process.env, GOBIN: folder };
  await run('go', ['install', `${MODULE}@${VERSION}`], { env, timeout: LONGEST_BUILD_MS });
  return program;
}

async function serve(program: string): Promise<GoS3 & { readonly kind: 'running' }> {
  const folder = await mkdtemp(join(tmpdir(), 's3-go-'));
  const bucket = 'ledger-bucket';
  // A folder at the top is a bucket.
  await mkdir(join(folder, bucket));
  const key = { accessKeyId: 'TESTACCESSKEYID', secretAccessKey: 'test-secret-access-key' };
  const region = 'kr-central-2';
  const address = `127.0.0.1:${await aFreePort()}`;
  const keyArguments = ['--access', key.accessKeyId, '--secret', key.secretAccessKey, '--region', region];
  const server = spawn(
    program,
    [...keyArguments, '--port', address, '--quiet', '--keep-alive', 'posix', folder],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  server.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const ended = once(server, 'close');
  const endpoint = `http://${address}`;
  while (!(await isServing(endpoint))) {
    if (server.exitCode !== null) throw new Error(`versitygw ended: ${said}`);
    await timer(20);
  }
  return {
    kind: 'running',
    endpoint,
    region,
    bucket,
    ...key,
    async close() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function isServing(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was free');
  return address.port;
}
