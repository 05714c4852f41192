import type { Testimony } from '../evidence/witnesses.ts';
import type { InstanceListing } from '../inventory/cloud.ts';
import type { DescriptionMark } from '../inventory/instance.ts';
import { type ClusterUid, clusterUid, type ResourceId, uid8Of } from '../terms/ids.ts';
import type { Readable } from '../terms/readable.ts';
import type { Judged, JudgedInstance, JudgedVolume } from '../verdict/judged.ts';
import type { RecordedCluster } from './recorded.ts';

/** What ties a resource that was not recorded to the cluster. */
export type FoundTie =
  | 'owner'
  | 'name'
  | 'description'
  | 'node-claim'
  | 'node'
  | 'persistent-volume'
  | 'attached';

/** What is there and may be the cluster's, beside what was recorded. */
export interface Ties {
  readonly found: ReadonlyMap<ResourceId, FoundTie>;
  /** Karpenter's instances of which nothing says whose they are: they may be this cluster's as well. */
  readonly unattributed: ReadonlySet<ResourceId>;
  /** Volumes that were some cluster's PersistentVolumes, and nothing says which one's. */
  readonly unattributedPersistentVolumes: number;
}

export interface TiedTo {
  readonly uid: ClusterUid;
  /** Under which its witnesses were heard; `undefined` when it is not listed. */
  readonly listedName: string | undefined;
  readonly recorded: RecordedCluster;
  readonly testimony: Testimony;
  readonly instances: Readable<InstanceListing>;
}

/** Says of everything that was judged whether anything ties it to one cluster. Pure. */
export function tiesTo(cluster: TiedTo, judged: readonly Judged[]): Ties {
  const found = new Map<ResourceId, FoundTie>();
  const unattributed = new Set<ResourceId>();
  for (const one of judged) {
    if (one.kind !== 'instance' || cluster.recorded.instances.has(one.resource.id)) continue;
    const tie = tieOfInstance(cluster, one);
    if (tie !== undefined) found.set(one.resource.id, tie);
    else if (isNobodys(one)) unattributed.add(one.resource.id);
  }
  const instances = new Set([...cluster.recorded.instances.keys(), ...found.keys()]);
  let unattributedPersistentVolumes = 0;
  for (const one of judged) {
    if (one.kind !== 'volume' || cluster.recorded.volumes.has(one.resource.id)) continue;
    const tie = tieOfVolume(cluster, one, instances);
    if (tie !== undefined) found.set(one.resource.id, tie);
    else if (one.evidence.persistentVolume.kind === 'csi-leftover') unattributedPersistentVolumes += 1;
  }
  return { found, unattributed, unattributedPersistentVolumes };
}

function tieOfInstance(
  { uid, listedName, testimony }: TiedTo,
  { resource, evidence }: JudgedInstance,
): FoundTie | undefined {
  const { identity } = evidence;
  const claims = testimony.claimsOn.get(resource.id) ?? [];
  if (claims.some(({ cluster }) => cluster === listedName)) return 'node-claim';
  if (identity.kind === 'agreed' && identity.owner.clusterUid === uid) return 'owner';
  const nodes = testimony.nodesOn.get(resource.id) ?? [];
  if (nodes.some(({ by, cluster }) => by.isKarpenters && cluster === listedName)) return 'node';
  // Marks that agree on another cluster are that one's; marks that agree on none may be this one's.
  if (identity.kind === 'agreed') return undefined;
  if (identity.uid8 === uid8Of(uid)) return 'name';
  return namesCluster(resource.descriptionMark, uid) ? 'description' : undefined;
}

function namesCluster(description: DescriptionMark, uid: ClusterUid): boolean {
  if (description.kind !== 'marked') return false;
  return description.fields.some(({ value }) => value === uid8Of(uid) || clusterUid(value) === uid);
}

/** Marked, and neither its marks nor anything alive say which cluster's. */
function isNobodys({ judgement, evidence }: JudgedInstance): boolean {
  const { identity, claim, node, signature } = evidence;
  if (judgement.verdict === 'unrelated') return false;
  // A signature proves more than a name, which a person may have changed: where the two disagree, it may be anybody's.
  const isSignedByAnother = identity.kind === 'conflict' && signature.kind === 'valid';
  if (identity.kind === 'agreed' || (identity.uid8 !== undefined && !isSignedByAnother)) return false;
  const isHeld = claim.kind === 'claimed' || claim.kind === 'claim-terminating';
  return !isHeld && (node.kind === 'none' || node.kind === 'unreadable');
}

function tieOfVolume(
  { uid, listedName, testimony, instances: listing }: TiedTo,
  { resource, evidence }: JudgedVolume,
  instances: ReadonlySet<ResourceId>,
): FoundTie | undefined {
  const { identity } = evidence;
  const bound = testimony.persistentVolumesOn.get(resource.id);
  if (bound !== undefined && bound.cluster === listedName) return 'persistent-volume';
  if (identity.kind === 'agreed' && identity.owner.clusterUid === uid) return 'owner';
  const holders = listing.kind === 'read' ? listing.value.instancesWithVolume(resource.id) : [];
  const named = resource.instanceId === undefined ? [] : [resource.instanceId];
  if ([...named, ...holders].some((id) => instances.has(id))) return 'attached';
  if (identity.kind === 'agreed') return undefined;
  const names = [resource.name, resource.instanceName ?? ''];
  return resource.bearsKarpenterName && names.some((name) => name.includes(uid8Of(uid))) ? 'name' : undefined;
}
