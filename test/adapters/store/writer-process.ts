// A process of its own: appends runs to a directory store one after the other, and reports each on standard output once
// it is written. The tests beside it build and start it:
//
//   node writer-process.mjs '{"folder": …, "first": 0, "count": 100, "killBefore": { "call": "link", "nth": 3 }}'
//
// `killBefore`: it is killed just before the nth call of this kind to the file system; at `half-write`, after half of
// the bytes. `hasNoLinks`: its file system knows no hard links.
import { writeSync } from 'node:fs';
import fileSystem from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createDirectoryStore } from '../../../lib/adapters/store/directory.ts';
import { encodeEntry } from '../../../lib/ledger/codec.ts';
import { runKey } from '../../../lib/ledger/keys.ts';
import { plusMs } from '../../../lib/terms/instants.ts';
import { anId, aRun, at } from '../../builders/ledger.ts';

export type FileSystemCall = 'mkdir' | 'open' | 'writeFile' | 'half-write' | 'sync' | 'link' | 'unlink';

export interface WriterTask {
  readonly folder: string;
  readonly first: number;
  readonly count: number;
  readonly killBefore: { readonly call: FileSystemCall; readonly nth: number } | undefined;
  readonly hasNoLinks: boolean;
}

const { mkdir, open, link, unlink } = fileSystem;

function interfere({ killBefore, hasNoLinks }: WriterTask): void {
  let calls = 0;
  const isLast = (call: FileSystemCall) => call === killBefore?.call && ++calls === killBefore.nth;
  const dieAt = (call: FileSystemCall) => {
    if (isLast(call)) process.kill(process.pid, 'SIGKILL');
  };
  const interfering: Partial<typeof fileSystem> = {
    async link(from, to) {
      dieAt('link');
      if (hasNoLinks) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
      await link(from, to);
    },
    async unlink(path) {
      dieAt('unlink');
      await unlink(path);
    },
    async open(path, flags, mode) {
      dieAt('open');
      const file = await open(path, flags, mode);
      const { writeFile, sync } = file;
      file.writeFile = async (data) => {
        dieAt('writeFile');
        if (isLast('half-write')) {
          const bytes = data as Uint8Array;
          await file.write(bytes.subarray(0, bytes.length / 2));
          process.kill(process.pid, 'SIGKILL');
        }
        await writeFile.call(file, data);
      };
      file.sync = async () => {
        dieAt('sync');
        await sync.call(file);
      };
      return file;
    },
  };
  Object.assign(fileSystem, interfering, {
    async mkdir(path: string, options: { recursive: true }) {
      dieAt('mkdir');
      return mkdir(path, options);
    },
  });
  syncBuiltinESMExports();
}

/** What tells two writers of one key apart is who wrote first. */
function runOf(n: number, writer: number) {
  const sighted = Array.from({ length: 100 }, (_, id) => anId(id));
  return aRun({
    runId: `run-${n}`,
    asOf: plusMs(at('2026-11-01T00:00:00Z'), n),
    sighted,
    restarted: [anId(writer)],
  });
}

async function write({ folder, first, count }: WriterTask): Promise<void> {
  const store = createDirectoryStore(folder);
  for (let n = first; n < first + count; n += 1) {
    const run = runOf(n, first);
    const key = runKey('shop', run);
    const outcome = await store.create(key, encodeEntry(run));
    writeSync(1, `${outcome} ${key}\n`);
  }
}

const task: WriterTask = JSON.parse(process.argv[2] ?? '');
interfere(task);
await write(task);
