import pLimit from 'p-limit';
import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import { decodeEntry, encodeEntry, fingerprint, type StoredEntry, type UnchangedEntry } from './codec.ts';
import type { ClusterRecord, RunEntry } from './entries.ts';
import { placeOf, projectFolder, recordName, recordsFolder, runKey } from './keys.ts';
import type { Store } from './store.ts';

/** All that one project's ledger holds, ordered by time, then key. */
export interface LoadedLedger {
  readonly records: readonly ClusterRecord[];
  readonly runs: readonly RunEntry[];
  /** What could not be understood: it may have held anything, so nothing may be concluded from its absence. */
  readonly damaged: readonly DamagedFile[];
}

export interface DamagedFile {
  readonly key: string;
  /** Goes on after "KEY ": `was written by a newer version of this program (format 2)`. */
  readonly why: string;
}

export interface AppendedRecord {
  readonly key: string;
  readonly written: 'record' | 'unchanged' | 'already-there';
}

const READS_AT_ONCE = 32;

/**
 * Reads one project's ledger. Every file under its prefix is either understood or named as damaged; none is skipped.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function loadLedger(store: Store, project: string): Promise<LoadedLedger> {
  const keys = await store.list(projectFolder(project));
  const limit = pLimit(READS_AT_ONCE);
  try {
    return sortedOut(await limit.map(keys, (key) => readFile(store, project, key)));
  } catch (failure) {
    limit.clearQueue();
    throw failure;
  }
}

/**
 * Appends what `record` saw of one cluster; when its last record says the same, only that it still holds.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`
 */
export async function appendRecord(
  store: Store,
  project: string,
  record: ClusterRecord,
): Promise<AppendedRecord> {
  const folder = recordsFolder(project, record.cluster.uid);
  const last = await lastFullRecord(store, project, folder);
  const entry =
    last !== undefined && isRepetition(record, last.record) ? unchangedSince(last, record) : record;
  const bytes = encodeEntry(entry);
  const key = folder + recordName(entry, bytes);
  const outcome = await store.create(key, bytes);
  return { key, written: outcome === 'created' ? entry.kind : 'already-there' };
}

/**
 * Appends what one audit saw and answers its key. A run that is there already stays as it is.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function appendRun(store: Store, project: string, run: RunEntry): Promise<string> {
  const key = runKey(project, run);
  await store.create(key, encodeEntry(run));
  return key;
}

type LedgerFile =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: StoredEntry }
  | { readonly kind: 'damaged'; readonly key: string; readonly why: string };

async function readFile(store: Store, project: string, key: string): Promise<LedgerFile> {
  const place = placeOf(project, key);
  if (place === undefined) return { kind: 'damaged', key, why: 'has a name that no file of the ledger has' };
  const bytes = await store.read(key);
  if (bytes === undefined) return { kind: 'damaged', key, why: 'was listed, but is not there any more' };
  const decoded = decodeEntry(bytes);
  if (decoded.kind === 'damaged') return { ...decoded, key };
  // A file that was renamed, or copied into another cluster's or project's folder, would prove things of the wrong one.
  if (key !== keyOf(decoded.entry, bytes, project, place.cluster)) {
    return { kind: 'damaged', key, why: 'holds another time, cluster, run or content than its name says' };
  }
  return { kind: 'entry', key, entry: decoded.entry };
}

/** Where an entry belongs; an `unchanged` one belongs to the cluster in whose folder it lies. */
function keyOf(
  entry: StoredEntry,
  bytes: Uint8Array,
  project: string,
  folder: ClusterUid | undefined,
): string | undefined {
  switch (entry.kind) {
    case 'record':
      return recordsFolder(project, entry.cluster.uid) + recordName(entry, bytes);
    case 'unchanged':
      return folder && recordsFolder(project, folder) + recordName(entry, bytes);
    case 'run':
      return runKey(project, entry);
    default:
      return absurd(entry);
  }
}

interface Keyed<T> {
  readonly key: string;
  readonly at: Instant;
  readonly value: T;
}

function sortedOut(files: readonly LedgerFile[]): LoadedLedger {
  const records: Keyed<ClusterRecord>[] = [];
  const runs: Keyed<RunEntry>[] = [];
  const unchanged: Keyed<UnchangedEntry>[] = [];
  const damaged: DamagedFile[] = [];
  for (const file of files) {
    if (file.kind === 'damaged') damaged.push({ key: file.key, why: file.why });
    else if (file.entry.kind === 'run') runs.push({ key: file.key, at: file.entry.asOf, value: file.entry });
    else if (file.entry.kind === 'record')
      records.push({ key: file.key, at: file.entry.recordedAt, value: file.entry });
    else unchanged.push({ key: file.key, at: file.entry.recordedAt, value: file.entry });
  }
  const fullRecords = new Map(records.map(({ key, value }) => [key, value]));
  for (const { key, at, value } of unchanged) {
    const full = fullRecords.get(siblingKey(key, value.of));
    if (full === undefined || full.nodeClaims?.length !== value.claims) {
      damaged.push({
        key,
        why: `refers to ${value.of}, which is not there or is not the record that it means`,
      });
    } else records.push({ key, at, value: { ...full, recordedAt: at } });
  }
  return { records: inOrder(records), runs: inOrder(runs), damaged: damaged.toSorted(byKey) };
}

function siblingKey(key: string, name: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1) + name;
}

function inOrder<T>(entries: readonly Keyed<T>[]): readonly T[] {
  return entries.toSorted((a, b) => a.at - b.at || byKey(a, b)).map((entry) => entry.value);
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

interface FullRecord {
  readonly name: string;
  readonly record: ClusterRecord;
}

/**
 * The full record that the cluster's newest entry is or refers to. `undefined` also when that entry is damaged: then
 * a full record is written, and it is {@link loadLedger} that tells of the damage.
 */
async function lastFullRecord(
  store: Store,
  project: string,
  folder: string,
): Promise<FullRecord | undefined> {
  const keys = await store.list(folder);
  const newest = keys.findLast((key) => placeOf(project, key) !== undefined);
  if (newest === undefined) return undefined;
  const file = await readFile(store, project, newest);
  if (file.kind === 'damaged') return undefined;
  if (file.entry.kind !== 'unchanged') return fullRecord(file);
  return fullRecord(await readFile(store, project, siblingKey(newest, file.entry.of)));
}

function fullRecord(file: LedgerFile): FullRecord | undefined {
  if (file.kind === 'damaged' || file.entry.kind !== 'record') return undefined;
  return { name: file.key.slice(file.key.lastIndexOf('/') + 1), record: file.entry };
}

/** Says later what the full record said. The same record once more is none: it gets the same key, and is there. */
function isRepetition(record: ClusterRecord, full: ClusterRecord): boolean {
  if (record.recordedAt <= full.recordedAt) return false;
  return (
    fingerprint(encodeEntry({ ...record, recordedAt: full.recordedAt })) === fingerprint(encodeEntry(full))
  );
}

function unchangedSince({ name, record: full }: FullRecord, record: ClusterRecord): UnchangedEntry {
  return { kind: 'unchanged', recordedAt: record.recordedAt, of: name, claims: full.nodeClaims?.length };
}
