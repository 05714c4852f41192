import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryStore } from '../../../lib/adapters/store/directory.ts';
import { decodeEntry } from '../../../lib/ledger/codec.ts';
import { loadLedger } from '../../../lib/ledger/files.ts';
import type { Store } from '../../../lib/ledger/store.ts';
import type { FileSystemCall, WriterTask } from './writer-process.ts';

let workshop: string;
let program: string;
beforeAll(async () => {
  workshop = await mkdtemp(join(tmpdir(), 'directory-store-crash-'));
  program = join(workshop, 'writer-process.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'writer-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});
afterAll(() => rm(workshop, { recursive: true }));

interface Report {
  readonly outcome: string;
  readonly key: string;
}

interface Ending {
  readonly reports: readonly Report[];
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}

/** Runs a writer to its end, or kills it as soon as it has reported its nth write. */
async function runWriter(
  task: Partial<WriterTask> & { folder: string },
  killAfter?: number,
): Promise<Ending> {
  const whole: WriterTask = { first: 0, count: 1000, killBefore: undefined, hasNoLinks: false, ...task };
  const child = spawn(process.execPath, [program, JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const reports: Report[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [outcome = '', key = ''] = line.split(' ');
    reports.push({ outcome, key });
    if (reports.length === killAfter) child.kill('SIGKILL');
  }
  const [status, signal] = await ended;
  return { reports, status, signal };
}

const aFolder = () => mkdtemp(join(workshop, 'store-'));

async function expectWholeWith(store: Store, reports: readonly Report[]): Promise<void> {
  const keys = await store.list('ledger/');
  expect(keys).toEqual(expect.arrayContaining(reports.map((report) => report.key)));
  const ledger = await loadLedger(store, 'shop');
  expect(ledger.damaged).toEqual([]);
  expect(ledger.runs).toHaveLength(keys.length);
}

describe('a writer that is killed', () => {
  it.each([1, 2, 3, 5, 8, 13, 21, 34, 55])('from outside, after its write %i', async (killAfter) => {
    const folder = await aFolder();
    const { reports, signal } = await runWriter({ folder }, killAfter);
    expect(signal).toBe('SIGKILL');
    expect(reports.length).toBeGreaterThanOrEqual(killAfter);
    await expectWholeWith(createDirectoryStore(folder), reports);
  });

  const CALLS: FileSystemCall[] = ['mkdir', 'open', 'writeFile', 'half-write', 'sync', 'link', 'unlink'];
  const MOMENTS = CALLS.flatMap((call) => [1, 2, 3, 8].map((nth) => [call, nth] as const));

  it.each(MOMENTS)('in the middle of a write, before its %s number %i', async (call, nth) => {
    const folder = await aFolder();
    const { reports, signal } = await runWriter({ folder, killBefore: { call, nth } });
    expect(signal).toBe('SIGKILL');
    expect(reports.length).toBeLessThan(nth);
    const store = createDirectoryStore(folder);
    await expectWholeWith(store, reports);

    const next = await runWriter({ folder, count: nth + 1 });
    expect(next.status).toBe(0);
    await expectWholeWith(store, next.reports);
    expect(await store.list('ledger/')).toHaveLength(nth + 1);
  });

  it('where there are no hard links, leaves a part that is known as one', async () => {
    const folder = await aFolder();
    const killBefore = { call: 'half-write', nth: 6 } as const;
    const { reports, signal } = await runWriter({ folder, killBefore, hasNoLinks: true });
    expect(signal).toBe('SIGKILL');
    expect(reports).toHaveLength(2);
    const ledger = await loadLedger(createDirectoryStore(folder), 'shop');
    expect(ledger.runs.map((run) => run.runId)).toEqual(['run-0', 'run-1']);
    expect(ledger.damaged).toEqual([
      { key: expect.stringMatching(/run-2\.json$/), why: expect.stringContaining('in part') },
    ]);
  });
});

describe('two processes that write at once', () => {
  it('lose nothing, and each key has one creator whose bytes are there', async () => {
    const folder = await aFolder();
    const writers = [0, 100];
    const endings = await Promise.all(writers.map((first) => runWriter({ folder, first, count: 200 })));
    expect(endings.map((ending) => ending.status)).toEqual([0, 0]);

    const store = createDirectoryStore(folder);
    const keys = await store.list('ledger/');
    expect(keys).toHaveLength(300);
    for (const key of keys) {
      const created = writers.filter((_, w) =>
        endings[w]?.reports.some((report) => report.key === key && report.outcome === 'created'),
      );
      expect(created).toHaveLength(1);
      const decoded = decodeEntry((await store.read(key)) ?? new Uint8Array());
      expect(decoded).toMatchObject({ kind: 'entry', entry: { kind: 'run' } });
      const writer =
        decoded.kind === 'entry' && decoded.entry.kind === 'run' ? decoded.entry.restarted[0] : undefined;
      expect(Number.parseInt(writer?.slice(-12) ?? '', 16)).toBe(created[0]);
    }
  });
});
