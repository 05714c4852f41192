import { appliedTo } from './delta.ts';
import type { ClusterRecord } from './entries.ts';
import { keysOf, type RecordKey } from './keys.ts';
import type { DamagedFile, HistoryKey } from './listing.ts';
import { type ReadFile, readFile } from './reading.ts';
import type { Store } from './store.ts';

/** The newest record of one cluster: what the next one is compared with. */
export interface LatestRecord {
  readonly record: ClusterRecord;
  /** By which the next entry refers to it. */
  readonly mark: string;
  /** The full record that it is, or is told by. */
  readonly full: { readonly record: ClusterRecord; readonly mark: string };
}

/** What of one cluster's records has to be read before it is recorded again. */
export interface LatestRecords {
  /** `undefined`: there is none, or it is damaged. */
  readonly newest: LatestRecord | undefined;
  /** The newest that read its instances: the newest itself, as a rule. */
  readonly listed: ClusterRecord | undefined;
  readonly damaged: readonly DamagedFile[];
}

/**
 * Reads the newest record of one cluster, and none before it unless that one did not read its instances or is damaged.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function latestRecords(
  store: Store,
  project: string,
  history: readonly HistoryKey[],
): Promise<LatestRecords> {
  const damaged: DamagedFile[] = [];
  let newest: LatestRecord | undefined;
  for (const [index, mark] of marksOf(history).entries()) {
    const reading = await readMarked(store, project, history, mark);
    if (reading.kind === 'damaged') damaged.push({ key: reading.key, why: reading.why });
    else if (index === 0) newest = reading.latest;
    if (reading.kind === 'read' && reading.latest.record.instances !== undefined)
      return { newest, listed: reading.latest.record, damaged };
  }
  return { newest, listed: undefined, damaged };
}

/**
 * The newest record alone; `undefined` also when it is damaged: then a full one is written, and it is whoever loads the
 * ledger that tells of the damage.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function newestRecord(
  store: Store,
  project: string,
  history: readonly HistoryKey[],
): Promise<LatestRecord | undefined> {
  const [mark] = marksOf(history);
  if (mark === undefined) return undefined;
  const reading = await readMarked(store, project, history, mark);
  return reading.kind === 'read' ? reading.latest : undefined;
}

/** Of the records that the entries of a cluster are or repeat, newest first. */
function marksOf(history: readonly HistoryKey[]): readonly string[] {
  return [...new Set(history.toReversed().map(({ mark, of }) => of ?? mark))];
}

type Damaged = { readonly kind: 'damaged' } & DamagedFile;

async function readMarked(
  store: Store,
  project: string,
  history: readonly HistoryKey[],
  mark: string,
): Promise<{ readonly kind: 'read'; readonly latest: LatestRecord } | Damaged> {
  const file = await readMark(store, project, history, mark);
  if (file.kind === 'damaged') return file;
  if (file.entry.kind === 'record')
    return { kind: 'read', latest: { record: file.entry, mark, full: { record: file.entry, mark } } };
  const { of } = file.entry;
  const base = await readMark(store, project, history, of);
  if (base.kind === 'damaged') return base;
  if (base.entry.kind !== 'record') return refersToNothing(file.key.key, of);
  const record = appliedTo(base.entry, file.entry);
  return { kind: 'read', latest: { record, mark, full: { record: base.entry, mark: of } } };
}

async function readMark(
  store: Store,
  project: string,
  history: readonly HistoryKey[],
  mark: string,
): Promise<ReadFile<RecordKey<'record' | 'delta'>>> {
  const written = keysOf(history, 'record', 'delta').find((key) => key.mark === mark);
  if (written !== undefined) return readFile(store, project, written);
  const [referring] = history.filter(({ of }) => of === mark);
  return refersToNothing(referring?.key ?? mark, mark);
}

function refersToNothing(key: string, of: string): Damaged {
  return {
    kind: 'damaged',
    key,
    why: `refers to ${of}, which is not there or is not the record that it means`,
  };
}
