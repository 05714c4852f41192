import pLimit from 'p-limit';
import { decodeEntry } from './codec.ts';
import { keyOf, type LedgerKey } from './keys.ts';
import type { StoredEntry } from './schemas.ts';
import type { Store } from './store.ts';

/** What a key of one kind holds. */
export type EntryOf<Key extends LedgerKey> = Extract<StoredEntry, { readonly kind: Key['kind'] }>;

export type ReadFile<Key extends LedgerKey = LedgerKey> =
  | { readonly kind: 'entry'; readonly key: Key; readonly entry: EntryOf<Key> }
  | { readonly kind: 'damaged'; readonly key: string; readonly why: string };

const READS_AT_ONCE = 32;

/**
 * Reads files, some at a time, in their order. One that cannot be understood is `damaged`.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function readFiles<Key extends LedgerKey>(
  store: Store,
  project: string,
  keys: readonly Key[],
): Promise<readonly ReadFile<Key>[]> {
  const limit = pLimit(READS_AT_ONCE);
  try {
    return await limit.map(keys, (key) => readFile(store, project, key));
  } catch (failure) {
    limit.clearQueue();
    throw failure;
  }
}

/** @throws AuditFailure `store-unreadable` */
export async function readFile<Key extends LedgerKey>(
  store: Store,
  project: string,
  key: Key,
): Promise<ReadFile<Key>> {
  const bytes = await store.read(key.key);
  if (bytes === undefined) return damaged(key, 'was listed, but is not there any more');
  const decoded = decodeEntry(bytes);
  if (decoded.kind === 'damaged') return damaged(key, decoded.why);
  const { entry } = decoded;
  // A file that was renamed, or copied into another cluster's or project's folder, would prove things of the wrong one.
  if (!isOfKind(entry, key) || keyOf(project, entry, bytes) !== key.key)
    return damaged(key, 'holds another time, cluster, run or content than its name says');
  return { kind: 'entry', key, entry };
}

function isOfKind<Key extends LedgerKey>(entry: StoredEntry, key: Key): entry is EntryOf<Key> {
  return entry.kind === key.kind;
}

function damaged({ key }: LedgerKey, why: string): { kind: 'damaged'; key: string; why: string } {
  return { kind: 'damaged', key, why };
}
