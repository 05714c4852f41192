import { encodeEntry, fingerprint } from './codec.ts';
import { appliedTo, type DeltaEntry, deltaBetween } from './delta.ts';
import type { ClusterRecord, GoneEntry, RetiredEntry, RunEntry } from './entries.ts';
import { isRunId, keyOf, keysOf, type LedgerKey } from './keys.ts';
import { type LatestRecord, newestRecord } from './latest.ts';
import { type DamagedFile, listHistory, listLedger, withoutRetired } from './listing.ts';
import { by } from './order.ts';
import { type EntryOf, type ReadFile, readFiles } from './reading.ts';
import { resolveRecords, unchangedSince } from './resolve.ts';
import type { StoredEntry, UnchangedEntry } from './schemas.ts';
import type { Store } from './store.ts';

/** All of one project's ledger that proves or remembers anything, ordered by time, then key. */
export interface LoadedLedger {
  /** Of clusters that are not retired. */
  readonly records: readonly ClusterRecord[];
  readonly runs: readonly RunEntry[];
  readonly gone: readonly GoneEntry[];
  readonly retired: readonly RetiredEntry[];
  /** What could not be understood: it may have held anything, so nothing may be concluded from its absence. */
  readonly damaged: readonly DamagedFile[];
}

export interface AppendedRecord {
  readonly key: string;
  readonly written: 'record' | 'delta' | 'unchanged' | 'already-there';
}

/**
 * Reads one project's ledger. Every file under its prefix is either understood or named as damaged; none is skipped but
 * the facts, which prove nothing, and the records of retired clusters.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function loadLedger(store: Store, project: string): Promise<LoadedLedger> {
  const listing = await listLedger(store, project);
  const gone = await readFiles(store, project, listing.gone);
  const ends = await readFiles(store, project, listing.retired);
  const { history, retired } = withoutRetired(listing.records, entriesIn(ends));
  const runs = await readFiles(store, project, listing.runs);
  const written = await readFiles(store, project, keysOf(history, 'record', 'delta'));
  const { records, damaged } = resolveRecords(project, written, keysOf(history, 'unchanged'));
  return {
    records: records.toSorted((a, b) => a.at - b.at || byKey(a, b)).map(({ record }) => record),
    runs: entriesIn(runs).toSorted((a, b) => a.asOf - b.asOf),
    gone: entriesIn(gone),
    retired,
    damaged: [...listing.strange, ...damaged, ...[...gone, ...ends, ...runs].flatMap(damageIn)].toSorted(
      byKey,
    ),
  };
}

const byKey = by((file: { readonly key: string }) => file.key);

function entriesIn<Key extends LedgerKey>(files: readonly ReadFile<Key>[]): readonly EntryOf<Key>[] {
  return files.flatMap((file) => (file.kind === 'entry' ? [file.entry] : []));
}

function damageIn(file: ReadFile): readonly DamagedFile[] {
  return file.kind === 'damaged' ? [{ key: file.key, why: file.why }] : [];
}

/**
 * Appends what `record` saw of one cluster: whole, or what has changed since its last full record, or that nothing has.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`
 */
export async function appendRecord(
  store: Store,
  project: string,
  record: ClusterRecord,
): Promise<AppendedRecord> {
  const history = await listHistory(store, project, record.cluster.uid);
  return appendAfter(store, project, await newestRecord(store, project, history), record);
}

/**
 * {@link appendRecord} for one who has read the cluster's newest record already.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function appendAfter(
  store: Store,
  project: string,
  newest: LatestRecord | undefined,
  record: ClusterRecord,
): Promise<AppendedRecord> {
  const entry = newest === undefined ? record : shortest(newest, record);
  const { key, isNew } = await create(store, project, entry);
  return { key, written: isNew ? entry.kind : 'already-there' };
}

/**
 * Appends what one audit saw and answers its key. A run that is there already stays as it is.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function appendRun(store: Store, project: string, run: RunEntry): Promise<string> {
  if (!isRunId(run.runId)) throw new TypeError(`${JSON.stringify(run.runId)} is no run ID`);
  return (await create(store, project, run)).key;
}

/** @throws AuditFailure `store-unwritable` */
export async function create(
  store: Store,
  project: string,
  entry: StoredEntry,
): Promise<{ readonly key: string; readonly isNew: boolean }> {
  const bytes = encodeEntry(entry);
  const key = keyOf(project, entry, bytes);
  return { key, isNew: (await store.create(key, bytes)) === 'created' };
}

/**
 * A delta is worth it while it takes at most this part of the full record. It grows with every hour, since it is always
 * taken from the full record: at a churn of 5 % an hour the two together are then about the least.
 */
const WORTHWHILE = 1 / 4;

function shortest(
  { record: last, mark, full }: LatestRecord,
  record: ClusterRecord,
): ClusterRecord | DeltaEntry | UnchangedEntry {
  if (record.recordedAt > last.recordedAt && isSame(record, { ...last, recordedAt: record.recordedAt }))
    return unchangedSince(mark, record);
  if (record.recordedAt <= full.record.recordedAt) return record;
  const delta = deltaBetween(full.record, full.mark, record);
  const isWorthwhile = encodeEntry(delta).length <= encodeEntry(record).length * WORTHWHILE;
  return isWorthwhile && isSame(record, appliedTo(full.record, delta)) ? delta : record;
}

function isSame(a: ClusterRecord, b: ClusterRecord): boolean {
  return fingerprint(encodeEntry(a)) === fingerprint(encodeEntry(b));
}
