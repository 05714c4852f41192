import type { Cluster } from '../inventory/cluster.ts';
import type { ClusterRecord } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';

/** A recorded cluster that should be checked, by what one list of clusters says. The check itself proves it. */
export type DueCluster = {
  readonly uid: ClusterUid;
  readonly names: readonly string[];
} & (
  | {
      readonly why: 'gone';
      /** The first run that missed it; `undefined`: this list is the first. */
      readonly since: Instant | undefined;
    }
  | { readonly why: 'stuck-deleting'; readonly since: Instant }
);

/**
 * Which recorded clusters have gone, or have been deleting for the deletion period or longer. One that may still be
 * listed, under a name of its own and without its UID, is not due. Pure.
 */
export function clustersToCheck(
  memory: { readonly ledger: Ledger; readonly records: readonly ClusterRecord[] },
  list: readonly Cluster[],
  periods: { readonly now: Instant; readonly deletionPeriodMs: number },
): readonly DueCluster[] {
  const recorded = new Set(memory.records.map(({ cluster }) => cluster.uid));
  const unnamed = list.filter(({ uid }) => uid === undefined);
  return [...memory.ledger.clusters.values()].flatMap((known): readonly DueCluster[] => {
    const { uid, names, goneSince, deletingSince } = known;
    if (!recorded.has(uid)) return [];
    const row = list.find((cluster) => cluster.uid === uid);
    if (row === undefined) {
      const mayBeListed = unnamed.some(({ name }) => names.length === 0 || names.includes(name));
      return mayBeListed ? [] : [{ uid, names, why: 'gone', since: goneSince }];
    }
    const isStuck =
      row.isDeleting &&
      deletingSince !== undefined &&
      periods.now - deletingSince >= periods.deletionPeriodMs;
    return isStuck ? [{ uid, names, why: 'stuck-deleting', since: deletingSince }] : [];
  });
}
