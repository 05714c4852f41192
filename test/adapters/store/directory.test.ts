import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryStore } from '../../../lib/adapters/store/directory.ts';
import { storeContract } from '../../contracts/store.ts';

let workshop: string;
beforeAll(async () => {
  workshop = await mkdtemp(join(tmpdir(), 'directory-store-'));
});
afterAll(() => rm(workshop, { recursive: true }));

let folders = 0;
/** Not there yet, and neither is the folder above it. */
function aFolder(): string {
  folders += 1;
  return join(workshop, `${folders}`, 'store');
}

const SOME_BYTES = new TextEncoder().encode('some bytes');

storeContract('a directory', async () => createDirectoryStore(aFolder()));

describe('a directory store', () => {
  it('makes nothing when it is only read', async () => {
    const folder = aFolder();
    const store = createDirectoryStore(folder);
    expect(await store.list('ledger/')).toEqual([]);
    expect(await store.read('ledger/a')).toBeUndefined();
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps its files to the user who runs it', async () => {
    const folder = aFolder();
    await createDirectoryStore(folder).create('ledger/shop/a', SOME_BYTES);
    const modes = ['', '.tmp', 'ledger', 'ledger/shop', 'ledger/shop/a'].map(async (path) => {
      return ((await stat(join(folder, path))).mode & 0o777).toString(8);
    });
    expect(await Promise.all(modes)).toEqual(['700', '700', '700', '700', '600']);
  });

  it('leaves no temporary file, whether it created the key or met it', async () => {
    const folder = aFolder();
    const store = createDirectoryStore(folder);
    await store.create('ledger/a', SOME_BYTES);
    await store.create('ledger/a', SOME_BYTES);
    expect(await readdir(join(folder, '.tmp'))).toEqual([]);
  });

  it("neither shows nor deletes another process's temporary file", async () => {
    const folder = aFolder();
    await mkdir(join(folder, '.tmp'), { recursive: true });
    await writeFile(join(folder, '.tmp', 'left-by-a-crash'), 'half');
    const store = createDirectoryStore(folder);
    await store.create('ledger/a', SOME_BYTES);
    expect(await store.list('ledger/')).toEqual(['ledger/a']);
    expect(await readdir(join(folder, '.tmp'))).toEqual(['left-by-a-crash']);
  });

  it('lists files that it did not write, so that nobody takes them for absent', async () => {
    const folder = aFolder();
    await mkdir(join(folder, 'ledger'), { recursive: true });
    await writeFile(join(folder, 'ledger', 'copy of a.json'), '');
    await writeFile(join(folder, 'ledger', '.hidden'), '');
    await symlink(folder, join(folder, 'ledger', 'link'));
    expect(await createDirectoryStore(folder).list('ledger/')).toEqual([
      'ledger/.hidden',
      'ledger/copy of a.json',
      'ledger/link',
    ]);
  });

  it('sees what another store object wrote to the same folder', async () => {
    const folder = aFolder();
    await createDirectoryStore(folder).create('ledger/a', SOME_BYTES);
    expect(await createDirectoryStore(folder).create('ledger/a', SOME_BYTES)).toBe('exists');
  });

  it('says where it is, whole', () => {
    expect(createDirectoryStore('.orphan-audit').place).toBe(join(process.cwd(), '.orphan-audit'));
  });

  it.each(['list', 'read', 'create'] as const)(
    'is not empty but broken when a file stands in its place: %s',
    async (call) => {
      const folder = aFolder();
      await mkdir(join(folder, '..'), { recursive: true });
      await writeFile(folder, 'not a folder');
      const store = createDirectoryStore(folder);
      const calls = {
        list: () => store.list('ledger/'),
        read: () => store.read('ledger/a'),
        create: () => store.create('ledger/a', SOME_BYTES),
      };
      await expect(calls[call]()).rejects.toMatchObject({
        code: call === 'create' ? 'store-unwritable' : 'store-unreadable',
        message: expect.stringMatching(
          new RegExp(`^${folder}/ledger.* cannot be .*: ENOTDIR, not a directory$`),
        ),
      });
    },
  );

  it('does not take a folder for a key', async () => {
    const store = createDirectoryStore(aFolder());
    await store.create('ledger/shop/a', SOME_BYTES);
    await expect(store.read('ledger/shop')).rejects.toMatchObject({ code: 'store-unreadable' });
    expect(await store.create('ledger/shop', SOME_BYTES)).toBe('exists');
  });
});
