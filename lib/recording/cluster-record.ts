import type { Cloud, InstanceListing } from '../inventory/cloud.ts';
import type { Cluster } from '../inventory/cluster.ts';
import type { Instance } from '../inventory/instance.ts';
import type { ClusterRecord, RecordedInstance, RecordedNodeClaim } from '../ledger/entries.ts';
import { by } from '../ledger/order.ts';
import type { ClusterWitness, NodeClaim } from '../ledger/witnesses.ts';
import type { AuditFailure } from '../terms/failure.ts';
import { type ClusterUid, type ResourceId, uid8Of } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { ProviderRef } from '../terms/provider-id.ts';
import { type Readable, readable } from '../terms/readable.ts';
import { alteredAmong, type FirstListings } from './first-listings.ts';

/** A cluster with what it was seen to own: what goes into one record. */
export interface ClusterSight {
  readonly uid: ClusterUid;
  readonly cluster: Cluster;
  /** `undefined`: it was not asked. */
  readonly witness: ClusterWitness | undefined;
  /** `undefined`: they could not be listed. */
  readonly instances: ReadonlyMap<ResourceId, Instance> | undefined;
  /** Of instances that were recorded before. */
  readonly first: FirstListings;
}

/**
 * The instances that belong to a cluster: claimed by it, behind one of its Nodes, or named after it. A claimed one that
 * the listing let go, or that was born after it, is read by its ID; `problems` names those that could not be.
 */
export async function instancesOf(
  cloud: Pick<Cloud, 'getInstance'>,
  listing: InstanceListing,
  uid: ClusterUid,
  witness: ClusterWitness | undefined,
): Promise<{
  readonly instances: ReadonlyMap<ResourceId, Instance>;
  readonly problems: readonly AuditFailure[];
}> {
  const claimed = idsBehind(witness?.nodeClaims);
  const behindNodes = idsBehind(witness?.nodes);
  const own = listing.kept.filter(
    (instance) => claimed.has(instance.id) || behindNodes.has(instance.id) || isNamedAfter(uid, instance),
  );
  const instances = new Map(own.map((instance) => [instance.id, instance]));
  const problems: AuditFailure[] = [];
  for (const id of claimed) {
    if (instances.has(id)) continue;
    const answer = await readable(() => cloud.getInstance(id));
    if (answer.kind === 'unreadable') problems.push(answer.failure);
    else if (answer.value.kind === 'found') instances.set(id, answer.value.value);
  }
  return { instances, problems };
}

/** Of what could not be read, none is known; the witness's own failure tells of that. */
function idsBehind(
  objects: Readable<readonly { readonly provider: ProviderRef }[]> | undefined,
): ReadonlySet<ResourceId> {
  const ids = new Set<ResourceId>();
  if (objects?.kind !== 'read') return ids;
  for (const { provider } of objects.value) if (provider.kind === 'instance') ids.add(provider.id);
  return ids;
}

function isNamedAfter(uid: ClusterUid, { nameMark }: Instance): boolean {
  return nameMark.kind !== 'other' && nameMark.uid8 === uid8Of(uid);
}

/** Everything in one order, so that the same cluster seen twice gives the same record. */
export function clusterRecord(
  { uid, cluster, witness, instances, first }: ClusterSight,
  now: Instant,
): ClusterRecord {
  return {
    kind: 'record',
    recordedAt: now,
    source: 'live',
    cluster: { uid, id: cluster.id, name: cluster.name, phase: cluster.phase, createdAt: cluster.createdAt },
    nodeClaims: valueIfRead(witness?.nodeClaims)
      ?.map(recordedNodeClaim)
      .toSorted(by((claim) => claim.name)),
    persistentVolumes: valueIfRead(witness?.persistentVolumes)
      ?.map(({ name, volumeHandle, volumeId }) => ({ name, volumeHandle, volumeId }))
      .toSorted(by((volume) => volume.name)),
    instances:
      instances && [...instances.values()].map(recordedInstance).toSorted(by((instance) => instance.id)),
    altered: alteredAmong(instances, first).toSorted(by((instance) => instance.id)),
  };
}

export function valueIfRead<T>(reading: Readable<T> | undefined): T | undefined {
  return reading?.kind === 'read' ? reading.value : undefined;
}

function recordedNodeClaim({ name, uid, nodePool, providerId, provider }: NodeClaim): RecordedNodeClaim {
  return { name, uid, nodePool, providerId, provider };
}

function recordedInstance({ id, name, description, createdAt, volumes }: Instance): RecordedInstance {
  return {
    id,
    name,
    description,
    createdAt,
    volumes: volumes
      .map(({ id, createdAt, sizeGiB, isRoot, isDeleteOnTermination }) => ({
        id,
        createdAt,
        sizeGiB,
        isRoot,
        isDeleteOnTermination,
      }))
      .toSorted(by((volume) => volume.id)),
  };
}
