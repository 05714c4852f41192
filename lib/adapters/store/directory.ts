import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import type { Store } from '../../ledger/store.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { checkKey, checkPrefix } from './keys.ts';

/** What is being written lies here, in the keys' own file system; no listing shows it, and no key reaches it. */
const TEMPORARY = '.tmp';
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * A store in a folder, for any number of processes at once. A new key is written to a temporary file, flushed, and then
 * hard-linked to its name, which the file system does whole, and for one writer only. A crash leaves at most a temporary
 * file behind.
 *
 * Where there are no hard links, the key's own file is created exclusively and then written: nothing is overwritten
 * there either, but a reader can meet a part of it, and a crash can leave one. The ledger's files end in a checksum, by
 * which a part is known from the whole.
 *
 * A folder that is not there yet is an empty store; `create` makes it.
 */
export function createDirectoryStore(path: string): Store {
  const root = resolve(path);
  return {
    place: root,
    async list(prefix) {
      checkPrefix(root, prefix);
      return (await keysUnder(root, prefix, 'may be missing')).sort();
    },
    async read(key) {
      checkKey(root, key, 'store-unreadable');
      try {
        return await readFile(join(root, key));
      } catch (thrown) {
        if (isErrno(thrown, ['ENOENT'])) return undefined;
        throw unreadable(join(root, key), thrown);
      }
    },
    async create(key, bytes) {
      checkKey(root, key, 'store-unwritable');
      try {
        return await createFile(root, join(root, key), bytes);
      } catch (thrown) {
        throw unwritable(join(root, key), thrown);
      }
    },
  };
}

/** Only the folder that was asked for may be missing. One that vanishes under the listing must not make it shorter. */
async function keysUnder(
  root: string,
  prefix: string,
  when: 'may be missing' | 'was seen',
): Promise<string[]> {
  try {
    const entries = await readdir(join(root, prefix), { withFileTypes: true });
    const keys = entries.map(async (entry) =>
      entry.isDirectory() ? keysUnder(root, `${prefix}${entry.name}/`, 'was seen') : [prefix + entry.name],
    );
    return (await Promise.all(keys)).flat();
  } catch (thrown) {
    if (when === 'may be missing' && isErrno(thrown, ['ENOENT'])) return [];
    throw thrown instanceof AuditFailure ? thrown : unreadable(join(root, prefix), thrown);
  }
}

async function createFile(root: string, path: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
  const firstMade = await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  await mkdir(join(root, TEMPORARY), { recursive: true, mode: FOLDER_MODE });
  const temporary = join(root, TEMPORARY, randomUUID());
  try {
    await writeNewFile(temporary, bytes);
    const isCreated = await onceOnly(() => linkOrWrite(temporary, path, bytes));
    await flushFolders(dirname(path), firstMade);
    return isCreated ? 'created' : 'exists';
  } finally {
    // A temporary file that stays takes room and does no other harm, so that it must not turn a write into a failure.
    await unlink(temporary).catch(() => undefined);
  }
}

async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** False when the name was taken already. */
async function onceOnly(make: () => Promise<void>): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (thrown) {
    if (isErrno(thrown, ['EEXIST'])) return false;
    throw thrown;
  }
}

/** How file systems say that they do not link: FAT and SMB, FUSE, and a store put together of several mounts. */
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'];

async function linkOrWrite(temporary: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await link(temporary, path);
  } catch (thrown) {
    if (!isErrno(thrown, NO_HARD_LINKS)) throw thrown;
    await writeNewFile(path, bytes);
  }
}

/** A name survives a power failure once its folder is flushed; so does a new folder's, in the folder above. */
async function flushFolders(folder: string, firstMade: string | undefined): Promise<void> {
  const top = firstMade === undefined ? folder : dirname(firstMade);
  for (let current = folder; ; current = dirname(current)) {
    await flushFolder(current);
    if (current === top || current === dirname(current)) return;
  }
}

/** How systems say that a folder cannot be flushed by itself (Windows, some network file systems). */
const NO_FOLDER_FLUSH = ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF'];

async function flushFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch (thrown) {
    if (!isErrno(thrown, NO_FOLDER_FLUSH)) throw thrown;
  }
}

function isErrno(thrown: unknown, codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

function unreadable(path: string, thrown: unknown): AuditFailure {
  return new AuditFailure(
    'store-unreadable',
    `${path} cannot be read: ${inWords(thrown)}`,
    'see that its disk is mounted, and that the user who runs this may read it',
    { cause: thrown },
  );
}

function unwritable(path: string, thrown: unknown): AuditFailure {
  return new AuditFailure(
    'store-unwritable',
    `${path} cannot be written: ${inWords(thrown)}`,
    'see that its disk is mounted and has room, and that the user who runs this may write there',
    { cause: thrown },
  );
}

/** `EACCES, permission denied` */
function inWords(thrown: unknown): string {
  const errno = thrown instanceof Error && 'errno' in thrown ? Number(thrown.errno) : Number.NaN;
  return getSystemErrorMap().get(errno)?.join(', ') ?? String(thrown);
}
