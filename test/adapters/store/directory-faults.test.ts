import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDirectoryStore } from '../../../lib/adapters/store/directory.ts';
import type { Store } from '../../../lib/ledger/store.ts';

type FileSystem = typeof import('node:fs/promises');
type Call = 'link' | 'readFile' | 'readdir' | 'unlink' | 'open' | 'writeFile' | 'sync';

/** What a healthy disk never answers: the error code for a call on a path, if that is to fail. */
const disk = vi.hoisted(() => ({ fault: (_call: Call, _path: string): string | undefined => undefined }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<FileSystem>();
  const errnos: Readonly<Record<string, number>> = (await import('node:os')).constants.errno;
  const failIfTold = (call: Call, path: unknown) => {
    const code = disk.fault(call, String(path));
    if (code !== undefined) throw Object.assign(new Error(code), { code, errno: -Number(errnos[code]) });
  };
  const faulty: Partial<FileSystem> = {
    async link(from, to) {
      failIfTold('link', to);
      await real.link(from, to);
    },
    async unlink(path) {
      failIfTold('unlink', path);
      await real.unlink(path);
    },
    async open(path, flags, mode) {
      failIfTold('open', path);
      const file = await real.open(path, flags, mode);
      const { writeFile, sync } = file;
      file.writeFile = async (...args) => {
        failIfTold('writeFile', path);
        await writeFile.apply(file, args);
      };
      file.sync = async () => {
        failIfTold('sync', path);
        await sync.apply(file);
      };
      return file;
    },
  };
  return {
    ...real,
    ...faulty,
    async readFile(path: string) {
      failIfTold('readFile', path);
      return real.readFile(path);
    },
    async readdir(path: string) {
      failIfTold('readdir', path);
      return real.readdir(path, { withFileTypes: true });
    },
  };
});

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'directory-store-faults-'));
  store = createDirectoryStore(folder);
});
afterEach(async () => {
  disk.fault = () => undefined;
  await rm(folder, { recursive: true });
});

const BYTES = new TextEncoder().encode('some bytes');

describe('a directory store that cannot read', () => {
  it.each([
    ['EACCES', 'permission denied'],
    ['EIO', 'i/o error'],
    ['EMFILE', 'too many open files'],
  ])('is never an empty one: %s', async (code, words) => {
    await store.create('ledger/shop/a', BYTES);
    disk.fault = (call) => (call === 'readdir' || call === 'readFile' ? code : undefined);
    await expect(store.list('ledger/')).rejects.toMatchObject({
      code: 'store-unreadable',
      message: `${folder}/ledger/ cannot be read: ${code}, ${words}`,
    });
    await expect(store.read('ledger/shop/a')).rejects.toMatchObject({
      code: 'store-unreadable',
      message: `${folder}/ledger/shop/a cannot be read: ${code}, ${words}`,
    });
  });

  it.each(['EACCES', 'ENOENT'])(
    'names the one folder that fails, and lists nothing at all: %s',
    async (code) => {
      await store.create('ledger/shop/a', BYTES);
      await store.create('ledger/other/a', BYTES);
      disk.fault = (call, path) => (call === 'readdir' && path.endsWith('/shop/') ? code : undefined);
      await expect(store.list('ledger/')).rejects.toMatchObject({
        code: 'store-unreadable',
        message: expect.stringContaining(`${folder}/ledger/shop/ cannot be read: ${code}`),
      });
    },
  );
});

describe('a directory store that cannot write', () => {
  it.each([
    ['open', 'EACCES', 'permission denied'],
    ['open', 'EROFS', 'read-only file system'],
    ['writeFile', 'ENOSPC', 'no space left on device'],
    ['sync', 'EIO', 'i/o error'],
    ['link', 'ENOSPC', 'no space left on device'],
  ] as const)('has no key after %s answered %s', async (failing, code, words) => {
    disk.fault = (call) => (call === failing ? code : undefined);
    await expect(store.create('ledger/a', BYTES)).rejects.toMatchObject({
      code: 'store-unwritable',
      message: `${folder}/ledger/a cannot be written: ${code}, ${words}`,
    });
    disk.fault = () => undefined;
    expect(await store.list('ledger/')).toEqual([]);
    expect(await readdir(join(folder, '.tmp'))).toEqual([]);
    expect(await store.create('ledger/a', BYTES)).toBe('created');
  });

  it('does not call a key created before its folder is flushed', async () => {
    disk.fault = (call, path) => (call === 'sync' && path.endsWith('/ledger') ? 'EIO' : undefined);
    await expect(store.create('ledger/a', BYTES)).rejects.toMatchObject({ code: 'store-unwritable' });
  });

  it('flushes every folder that it made, and the one above', async () => {
    const flushed: string[] = [];
    disk.fault = (call, path) => {
      if (call === 'sync') flushed.push(path.slice(folder.length));
      return undefined;
    };
    await store.create('ledger/shop/runs/a', BYTES);
    expect(flushed.slice(1)).toEqual(['/ledger/shop/runs', '/ledger/shop', '/ledger', '']);
    flushed.length = 0;
    await store.create('ledger/shop/runs/b', BYTES);
    expect(flushed.slice(1)).toEqual(['/ledger/shop/runs']);
  });

  it.each(['EISDIR', 'EPERM', 'EINVAL'])(
    'takes %s for a system that flushes no folder by itself',
    async (code) => {
      disk.fault = (call, path) => (call === 'sync' && path.endsWith('/ledger') ? code : undefined);
      expect(await store.create('ledger/a', BYTES)).toBe('created');
    },
  );

  it('has written although the temporary file stays', async () => {
    disk.fault = (call) => (call === 'unlink' ? 'EIO' : undefined);
    expect(await store.create('ledger/a', BYTES)).toBe('created');
    expect(await store.list('ledger/')).toEqual(['ledger/a']);
  });
});

describe.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'])(
  'where links are refused with %s',
  (code) => {
    beforeEach(() => {
      disk.fault = (call) => (call === 'link' ? code : undefined);
    });

    it('creates once, never overwrites, and leaves no temporary file', async () => {
      const outcomes = await Promise.all([1, 2, 3].map((n) => store.create('ledger/a', Uint8Array.of(n))));
      expect(outcomes.toSorted()).toEqual(['created', 'exists', 'exists']);
      expect(await store.read('ledger/a')).toEqual(Buffer.of(outcomes.indexOf('created') + 1));
      expect(await readdir(join(folder, '.tmp'))).toEqual([]);
    });
  },
);

describe('where there are no hard links', () => {
  it('may leave a part under the key when the disk fails meanwhile', async () => {
    disk.fault = (call, path) => {
      if (call === 'link') return 'EPERM';
      return call === 'writeFile' && path.endsWith('/ledger/a') ? 'ENOSPC' : undefined;
    };
    await expect(store.create('ledger/a', BYTES)).rejects.toMatchObject({ code: 'store-unwritable' });
    expect(await store.list('ledger/')).toEqual(['ledger/a']);
    expect(await store.read('ledger/a')).toHaveLength(0);
  });
});
