import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodeEntry } from '../../../lib/ledger/codec.ts';
import { loadLedger } from '../../../lib/ledger/files.ts';
import { type S3Fault, type S3RequestSeen, type StrictS3, startStrictS3 } from '../../builders/strict-s3.ts';
import { aStoreIn } from './s3-stores.ts';
import type { S3WriterTask } from './s3-writer-process.ts';

let workshop: string;
let program: string;
beforeAll(async () => {
  workshop = await mkdtemp(join(tmpdir(), 's3-store-crash-'));
  program = join(workshop, 'writer-process.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 's3-writer-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // undici is CommonJS, and requires Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
});
afterAll(() => rm(workshop, { recursive: true }));

const servers: StrictS3[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function aServer(conditions: 'kept' | 'ignored'): Promise<StrictS3> {
  const server = await startStrictS3({ conditions, pageSize: 10 });
  servers.push(server);
  return server;
}

interface Ending {
  /** The keys that it reported as written. */
  readonly reported: readonly string[];
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}

interface Writer {
  readonly process: ChildProcess;
  readonly ending: Promise<Ending>;
}

/** @param killAfter how many writes it may report before it is killed */
function startWriter(s3: StrictS3, task: Partial<S3WriterTask> = {}, killAfter?: number): Writer {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3;
  const whole: S3WriterTask = {
    store: {
      endpoint,
      region,
      bucket,
      addressing: 'path',
      credential: { accessKeyId, secretAccessKey },
      retryBudgetMs: 60_000,
    },
    records: true,
    runs: true,
    first: 0,
    count: 1000,
    sighted: 100,
    ...task,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const end = async (): Promise<Ending> => {
    const reported: string[] = [];
    for await (const key of createInterface({ input: child.stdout })) {
      reported.push(key);
      if (reported.length === killAfter) child.kill('SIGKILL');
    }
    const [status, signal] = await ended;
    return { reported, status, signal };
  };
  return { process: child, ending: end() };
}

async function kill({ process }: Writer): Promise<void> {
  process.kill('SIGKILL');
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

/** Every key that was reported is there, and every key that is there holds an entry whole. */
async function expectWholeWith(s3: StrictS3, reported: readonly string[]): Promise<void> {
  const store = aStoreIn(s3);
  const keys = await store.list('ledger/');
  expect(keys).toEqual(expect.arrayContaining([...reported]));
  for (const key of keys) {
    expect(decodeEntry((await store.read(key)) ?? new Uint8Array()), key).toMatchObject({ kind: 'entry' });
  }
  expect((await loadLedger(store, 'shop')).damaged).toEqual([]);
  expect(s3.overwritten).toEqual([]);
}

/** What the next writer reports is there beside all that the killed one wrote. */
async function expectGoesOn(s3: StrictS3, before: readonly string[]): Promise<void> {
  s3.interfere = () => undefined;
  s3.beforeAnswer = () => undefined;
  const next = await startWriter(s3, { first: 500, count: 2 }).ending;
  expect(next.status).toBe(0);
  expect(next.reported).toHaveLength(4);
  await expectWholeWith(s3, [...before, ...next.reported]);
}

describe.each(['kept', 'ignored'] as const)('a writer that is killed, conditions %s,', (conditions) => {
  it.each([1, 2, 3, 5, 8, 13])('after its write %i, loses no reported one', async (killAfter) => {
    const s3 = await aServer(conditions);
    const { reported, signal } = await startWriter(s3, {}, killAfter).ending;
    expect(signal).toBe('SIGKILL');
    expect(reported.length).toBeGreaterThanOrEqual(killAfter);
    await expectWholeWith(s3, reported);
  });

  const LOST: S3Fault = { kind: 'reset', effect: false };
  const MOMENTS = (
    [
      ['PUT', 'and its request is lost', LOST],
      ['PUT', 'and its request takes effect all the same', undefined],
      ['GET', 'while it looks', undefined],
    ] as const
  ).flatMap(([method, what, fault]) => [0, 1, 5].map((nth) => [method, nth, what, fault] as const));

  it.each(MOMENTS)('in the middle of its %s number %i, %s', async (method, nth, _, fault) => {
    const s3 = await aServer(conditions);
    const writer = startWriter(s3);
    s3.interfere = async (request) => {
      if (request.method !== method || request.nth !== nth) return undefined;
      await kill(writer);
      return fault;
    };
    const { reported, signal } = await writer.ending;
    expect(signal).toBe('SIGKILL');
    await expectWholeWith(s3, reported);
    await expectGoesOn(s3, reported);
  });

  it.each([0, 1, 5])('before it hears of its PUT number %i', async (nth) => {
    const s3 = await aServer(conditions);
    const writer = startWriter(s3);
    s3.beforeAnswer = async (request) => {
      if (request.method === 'PUT' && request.nth === nth) await kill(writer);
    };
    const { reported, signal } = await writer.ending;
    expect(signal).toBe('SIGKILL');
    expect(reported).toHaveLength(nth);
    await expectWholeWith(s3, reported);
    expect(s3.objects.size).toBe(nth + 1);
    await expectGoesOn(s3, reported);
  });
});

it('a writer that is killed in the middle of a body leaves nothing of it', async () => {
  const s3 = await aServer('kept');
  // Far more than the sockets on the way hold.
  const writer = startWriter(s3, { records: false, sighted: 400_000 });
  s3.interfere = async ({ method }) => {
    if (method === 'PUT') await kill(writer);
    return undefined;
  };
  expect(await writer.ending).toMatchObject({ reported: [], signal: 'SIGKILL' });
  await expectWholeWith(s3, []);
  expect(s3.objects.size).toBe(0);
});

describe.each(['kept', 'ignored'] as const)('two processes at once, conditions %s,', (conditions) => {
  /** Now and then an answer is lost, or a request is put off. */
  function trouble({ method, nth }: S3RequestSeen): S3Fault | undefined {
    if (method === 'PUT' && nth % 5 === 1) return { kind: 'reset', effect: true };
    if (method === 'PUT' && nth % 7 === 2) return { kind: 'reset', effect: false };
    return nth % 11 === 3 ? { kind: 'refuse', status: 503, code: 'SlowDown' } : undefined;
  }

  it.each([
    ['two recorders of the same moments', { records: true, runs: false }, { records: true, runs: false }, 0],
    ['two recorders of other moments', { records: true, runs: false }, { records: true, runs: false }, 20],
    ['a recorder and an audit', { records: true, runs: false }, { records: false, runs: true }, 0],
  ])('%s, lose nothing', async (_, one, other, first) => {
    const s3 = await aServer(conditions);
    s3.interfere = trouble;
    const writers = [startWriter(s3, { ...one, count: 20 }), startWriter(s3, { ...other, first, count: 20 })];
    const endings = await Promise.all(writers.map((writer) => writer.ending));
    expect(endings.map(({ status, reported }) => [status, reported.length])).toEqual([
      [0, 20],
      [0, 20],
    ]);
    await expectWholeWith(
      s3,
      endings.flatMap(({ reported }) => reported),
    );
  });
});
