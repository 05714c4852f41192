import type { ClusterRecord } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { ProviderRef } from '../terms/provider-id.ts';

/** A resource that this cluster's records speak of. */
export interface RecordedResource {
  readonly kind: 'instance' | 'volume';
  readonly id: ResourceId;
  readonly tie: RecordedTie;
  readonly name: string | undefined;
  readonly nodeClaim: string | undefined;
  /** The last record that had it. */
  readonly recordedAt: Instant;
}

/** `recorded-listing`: listed with the cluster, by its name or behind its Node, and no NodeClaim was recorded for it. */
export type RecordedTie =
  | 'recorded-node-claim'
  | 'recorded-listing'
  | 'recorded-volume'
  | 'recorded-persistent-volume';

/** All that a cluster's records speak of. */
export interface RecordedCluster {
  readonly instances: ReadonlyMap<ResourceId, RecordedResource>;
  readonly volumes: ReadonlyMap<ResourceId, RecordedResource>;
  readonly nodeClaims: number;
  /** Pointed at an instance in no record, and had no provider ID in all of them. */
  readonly nodeClaimsWithoutInstance: number;
  /** Pointed at something in which no record shows an instance's ID. */
  readonly nodeClaimsUnclear: number;
  /** Bore a volume handle in which no record shows a volume's ID. */
  readonly persistentVolumesUnclear: number;
  /** Listed in no record: which volumes they had is not known. */
  readonly instancesWithoutVolumes: number;
}

/** Gathers what was recorded of one cluster. Pure. */
export function recordedOf(
  uid: ClusterUid,
  records: readonly ClusterRecord[],
  ledger: Ledger,
): RecordedCluster {
  // Newest first, so that what is met first was recorded last.
  const own = records.filter(({ cluster }) => cluster.uid === uid).toReversed();
  const instances = new Map<ResourceId, RecordedResource>();
  const volumes = new Map<ResourceId, RecordedResource>();
  const claimed = new Map<string, Set<ProviderRef['kind']>>();
  for (const [claims, recordedAt] of eachOnce(own, 'nodeClaims')) {
    for (const { name, provider } of claims) {
      claimed.set(name, (claimed.get(name) ?? new Set()).add(provider.kind));
      if (provider.kind === 'instance') addClaimed(instances, provider.id, name, recordedAt, ledger);
    }
  }
  for (const [listed, recordedAt] of eachOnce(own, 'instances')) {
    for (const { id, name } of listed) {
      if (instances.has(id)) continue;
      const tie = 'recorded-listing' as const;
      instances.set(id, { kind: 'instance', id, tie, name, nodeClaim: undefined, recordedAt });
    }
  }
  addVolumes(volumes, instances, ledger);
  const handled = new Map<string, boolean>();
  for (const [persistent, recordedAt] of eachOnce(own, 'persistentVolumes')) {
    for (const { name, volumeHandle, volumeId: id } of persistent) {
      if (volumeHandle !== undefined) handled.set(name, (handled.get(name) ?? false) || id !== undefined);
      if (id === undefined || volumes.has(id)) continue;
      const tie = 'recorded-persistent-volume' as const;
      volumes.set(id, { kind: 'volume', id, tie, name, nodeClaim: undefined, recordedAt });
    }
  }
  const unresolved = [...claimed.values()].filter((kinds) => !kinds.has('instance'));
  return {
    instances,
    volumes,
    nodeClaims: claimed.size,
    nodeClaimsWithoutInstance: unresolved.filter((kinds) => !kinds.has('unclear')).length,
    nodeClaimsUnclear: unresolved.filter((kinds) => kinds.has('unclear')).length,
    persistentVolumesUnclear: [...handled.values()].filter((isKnown) => !isKnown).length,
    instancesWithoutVolumes: [...instances.keys()].filter((id) => listingsOf(ledger, id).length === 0).length,
  };
}

/** Records of an unchanged cluster share one list: it is looked at once, with the time of the record met first. */
function eachOnce<Key extends 'nodeClaims' | 'instances' | 'persistentVolumes'>(
  records: readonly ClusterRecord[],
  key: Key,
): readonly (readonly [NonNullable<ClusterRecord[Key]>, Instant])[] {
  const seen = new Map<NonNullable<ClusterRecord[Key]>, Instant>();
  for (const record of records) {
    const list = record[key];
    if (list !== undefined && !seen.has(list)) seen.set(list, record.recordedAt);
  }
  return [...seen];
}

function addClaimed(
  instances: Map<ResourceId, RecordedResource>,
  id: ResourceId,
  nodeClaim: string,
  recordedAt: Instant,
  ledger: Ledger,
): void {
  if (instances.has(id)) return;
  const name = listingsOf(ledger, id).at(-1)?.name;
  instances.set(id, { kind: 'instance', id, tie: 'recorded-node-claim', name, nodeClaim, recordedAt });
}

function addVolumes(
  volumes: Map<ResourceId, RecordedResource>,
  instances: ReadonlyMap<ResourceId, RecordedResource>,
  ledger: Ledger,
): void {
  for (const [id, records] of ledger.volumes) {
    const instance = records
      .map(({ instanceId }) => instances.get(instanceId))
      .find((one) => one !== undefined);
    if (instance === undefined) continue;
    const { nodeClaim, recordedAt } = instance;
    volumes.set(id, { kind: 'volume', id, tie: 'recorded-volume', name: undefined, nodeClaim, recordedAt });
  }
}

function listingsOf(ledger: Ledger, id: ResourceId) {
  return ledger.instances.get(id)?.listed ?? [];
}
