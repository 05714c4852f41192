import type { ClusterUid } from '../terms/ids.ts';
import type { RetiredEntry } from './entries.ts';
import { clusterFolder, keysOf, parseKey, projectFolder, type RecordKey, type RunKey } from './keys.ts';
import type { Store } from './store.ts';

/** A key among the records of a cluster. */
export type HistoryKey = RecordKey<'record' | 'delta' | 'unchanged'>;

/** All files of one project's ledger, by what their names say. Nothing of them has been read. */
export interface LedgerListing {
  /** Of each cluster, oldest first. */
  readonly records: ReadonlyMap<ClusterUid, readonly HistoryKey[]>;
  readonly facts: ReadonlyMap<ClusterUid, readonly RecordKey<'facts'>[]>;
  readonly runs: readonly RunKey[];
  readonly gone: readonly RecordKey<'gone'>[];
  readonly retired: readonly RecordKey<'retired'>[];
  /** Names that no file of the ledger has. */
  readonly strange: readonly DamagedFile[];
  /** The same among the facts, which prove nothing. */
  readonly strangeFacts: readonly DamagedFile[];
}

/** A file that cannot be understood: it may have held anything. */
export interface DamagedFile {
  readonly key: string;
  /** Goes on after "KEY ": `was written by a newer version of this program (format 2)`. */
  readonly why: string;
}

/** @throws AuditFailure `store-unreadable` */
export async function listLedger(store: Store, project: string): Promise<LedgerListing> {
  const keys = await store.list(projectFolder(project));
  const parsed = keys.map((key) => ({ key, name: parseKey(project, key) }));
  const known = parsed.flatMap(({ name }) => name ?? []);
  const strange = parsed.flatMap(({ key, name }) => (name === undefined ? [strangeName(key)] : []));
  const isOfFacts = ({ key }: DamagedFile) => key.startsWith(`${projectFolder(project)}facts/`);
  return {
    records: byCluster(keysOf(known, 'record', 'delta', 'unchanged')),
    facts: byCluster(keysOf(known, 'facts')),
    runs: known.flatMap((key) => (key.kind === 'run' ? [key] : [])),
    gone: keysOf(known, 'gone'),
    retired: keysOf(known, 'retired'),
    strange: strange.filter((file) => !isOfFacts(file)),
    strangeFacts: strange.filter(isOfFacts),
  };
}

/**
 * The records of one cluster, oldest first. A strange name in their folder is left out; {@link listLedger} tells of it.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function listHistory(
  store: Store,
  project: string,
  cluster: ClusterUid,
): Promise<readonly HistoryKey[]> {
  const keys = await store.list(clusterFolder(project, 'records', cluster));
  const known = keys.flatMap((key) => parseKey(project, key) ?? []);
  return keysOf(known, 'record', 'delta', 'unchanged');
}

/**
 * The records that are still read: those of clusters that are not retired. A record that came after the retirement
 * undoes it. `retired` are the retirements that hold.
 */
export function withoutRetired(
  records: LedgerListing['records'],
  entries: readonly RetiredEntry[],
): { readonly history: readonly HistoryKey[]; readonly retired: readonly RetiredEntry[] } {
  const retired = entries.filter(({ cluster, lastRecordedAt }) =>
    (records.get(cluster) ?? []).every(({ at }) => at <= lastRecordedAt),
  );
  const clusters = new Set(retired.map(({ cluster }) => cluster));
  const history = [...records].flatMap(([cluster, keys]) => (clusters.has(cluster) ? [] : keys));
  return { history, retired };
}

function strangeName(key: string): DamagedFile {
  return { key, why: 'has a name that no file of the ledger has' };
}

/** A store lists its keys sorted as text, and their names begin with the time. */
function byCluster<Key extends RecordKey>(keys: readonly Key[]): ReadonlyMap<ClusterUid, readonly Key[]> {
  const clusters = new Map<ClusterUid, Key[]>();
  for (const key of keys) {
    const known = clusters.get(key.cluster);
    if (known === undefined) clusters.set(key.cluster, [key]);
    else known.push(key);
  }
  return clusters;
}
