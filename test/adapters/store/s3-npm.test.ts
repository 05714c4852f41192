import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { createS3Store } from '../../../lib/adapters/store/s3.ts';
import { storeContract } from '../../contracts/store.ts';

// A real S3 server, which ignores conditional headers.
const program = join(import.meta.dirname, '../../builders/npm-s3-server.mjs');
let folder: string;
let endpoint: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-npm-'));
  const server = spawn(process.execPath, ['--openssl-legacy-provider', program, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  stop = () => {
    server.stdin.end();
    return once(server, 'close');
  };
  [endpoint = ''] = await once(createInterface({ input: server.stdout }), 'line');
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

let prefixes = 0;
storeContract('S3 by the server from npm', async () => {
  prefixes += 1;
  return createS3Store({
    endpoint,
    region: 'us-east-1',
    bucket: 'ledger-bucket',
    prefix: `store-${prefixes}/`,
    addressing: 'path',
    // The only key pair that the server has.
    credential: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    retryBudgetMs: 30_000,
  });
});
