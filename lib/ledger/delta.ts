import type { Instant } from '../terms/instants.ts';
import type {
  ClusterRecord,
  FirstListing,
  RecordedCluster,
  RecordedInstance,
  RecordedNodeClaim,
  RecordedPersistentVolume,
} from './entries.ts';
import { by } from './order.ts';

/** What an hourly record of a cluster adds instead of another copy when little has changed since a full record. */
export interface DeltaEntry {
  readonly kind: 'delta';
  readonly recordedAt: Instant;
  /** The mark of the full record that this changes: see {@link RecordKey.mark}. */
  readonly of: string;
  readonly cluster: RecordedCluster;
  /** `undefined`: this record did not read them. */
  readonly nodeClaims: ListChange<RecordedNodeClaim> | undefined;
  readonly persistentVolumes: ListChange<RecordedPersistentVolume> | undefined;
  readonly instances: ListChange<RecordedInstance> | undefined;
  /** Whole. */
  readonly altered: readonly FirstListing[];
}

export interface ListChange<T> {
  /** New or changed. */
  readonly set: readonly T[];
  /** The names or IDs of what is there no more. */
  readonly removed: readonly string[];
}

const nameOf = (item: { readonly name: string }) => item.name;
const idOf = (item: { readonly id: string }) => item.id;

/** What changed between two records, as far as a delta can say it: {@link appliedTo} tells whether it can. */
export function deltaBetween(full: ClusterRecord, of: string, record: ClusterRecord): DeltaEntry {
  return {
    kind: 'delta',
    recordedAt: record.recordedAt,
    of,
    cluster: record.cluster,
    nodeClaims: changeOf(full.nodeClaims, record.nodeClaims, nameOf),
    persistentVolumes: changeOf(full.persistentVolumes, record.persistentVolumes, nameOf),
    instances: changeOf(full.instances, record.instances, idOf),
    altered: record.altered,
  };
}

/** The record that a delta stands for. A list in which nothing changed is the full record's own. */
export function appliedTo(full: ClusterRecord, delta: DeltaEntry): ClusterRecord {
  return {
    ...full,
    recordedAt: delta.recordedAt,
    cluster: delta.cluster,
    nodeClaims: changed(full.nodeClaims, delta.nodeClaims, nameOf),
    persistentVolumes: changed(full.persistentVolumes, delta.persistentVolumes, nameOf),
    instances: changed(full.instances, delta.instances, idOf),
    altered: delta.altered,
  };
}

function changeOf<T>(
  before: readonly T[] | undefined,
  after: readonly T[] | undefined,
  keyOf: (item: T) => string,
): ListChange<T> | undefined {
  if (before === undefined || after === undefined) return undefined;
  const was = new Map(before.map((item) => [keyOf(item), JSON.stringify(item)]));
  const is = new Set(after.map(keyOf));
  return {
    set: after.filter((item) => was.get(keyOf(item)) !== JSON.stringify(item)),
    removed: [...was.keys()].filter((key) => !is.has(key)),
  };
}

function changed<T>(
  before: readonly T[] | undefined,
  change: ListChange<T> | undefined,
  keyOf: (item: T) => string,
): readonly T[] | undefined {
  if (before === undefined || change === undefined) return undefined;
  if (change.set.length === 0 && change.removed.length === 0) return before;
  const items = new Map(before.map((item) => [keyOf(item), item]));
  for (const key of change.removed) items.delete(key);
  for (const item of change.set) items.set(keyOf(item), item);
  return [...items.values()].toSorted(by(keyOf));
}
