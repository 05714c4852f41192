import type { Cluster } from '../inventory/cluster.ts';
import type { Instance } from '../inventory/instance.ts';
import type { ClusterNode, ClusterWitness, NodeClaim, PersistentVolume } from '../ledger/witnesses.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type ClusterUid, type ResourceId, uid8Of } from '../terms/ids.ts';
import { type Readable, unreadable } from '../terms/readable.ts';
import { absurd } from '../terms/words.ts';
import type { ClaimEvidence, NodeEvidence, PersistentVolumeEvidence, UnreadableReason } from './outcomes.ts';

/** A live or deleting cluster of the project with what it answered. Clusters that are never asked are not among them. */
export interface HeardCluster {
  readonly cluster: Cluster;
  readonly witness: ClusterWitness;
}

/** Every live cluster's witnesses, indexed by what they point at. */
export interface Testimony {
  readonly claimsOn: ReadonlyMap<ResourceId, readonly Pointing<NodeClaim>[]>;
  readonly claimsOf: ReadonlyMap<ClusterUid, readonly NodeClaim[]>;
  readonly nodesOn: ReadonlyMap<ResourceId, readonly Pointing<ClusterNode>[]>;
  readonly persistentVolumesOn: ReadonlyMap<ResourceId, Pointing<PersistentVolume>>;
  /** The first of each that could not be heard. */
  readonly unheardClaims: { readonly reason: UnreadableReason; readonly detail: string } | undefined;
  readonly unheardNodes: string | undefined;
  readonly unheardPersistentVolumes: string | undefined;
}

interface Pointing<T> {
  readonly by: T;
  readonly cluster: string;
}

/** A NodeClaim list that was read whole but is implausibly short is as good as unread (verdicts.md). */
export function shrunkList(cluster: string, length: number, last: number | undefined): Readable<never> {
  const was =
    last === undefined ? 'marked instances of it exist' : `it was ${last} long when it last counted`;
  return unreadable(
    new AuditFailure(
      'owner-list-shrunk',
      `the NodeClaim list of cluster ${cluster} has ${length} entries, and ${was}`,
      'nothing to do if that is right: it counts once a run at least a grace period later reads it as short; else look whether the NodeClaims were lost',
    ),
  );
}

/**
 * NodeClaims that point at instances which another cluster made for NodeClaims of these very names, and at none of this
 * cluster's: then the answers are the other cluster's, whatever the address said, and prove nothing about this one.
 */
export function heldAgainstNames(heard: HeardCluster, instances: readonly Instance[]): HeardCluster {
  const { cluster, witness } = heard;
  if (witness.nodeClaims.kind === 'unreadable' || cluster.uid === undefined) return heard;
  const own = uid8Of(cluster.uid);
  const marks = new Map(instances.map(({ id, nameMark }) => [id, nameMark]));
  const named = witness.nodeClaims.value.flatMap((claim) => {
    const mark = claim.provider.kind === 'instance' ? marks.get(claim.provider.id) : undefined;
    return mark?.kind === 'matches' && mark.nodeClaim === claim.name ? [{ claim, uid8: mark.uid8 }] : [];
  });
  const [foreign] = named;
  if (foreign === undefined || named.some(({ uid8 }) => uid8 === own)) return heard;
  const reading = unreadable(
    new AuditFailure(
      'wrong-cluster',
      `what should be cluster ${cluster.name} (${cluster.uid}) has the NodeClaim ${foreign.claim.name}, whose instance is named after another cluster`,
      'correct the kubeconfig of this cluster if it leads to another one; if somebody renamed the instance, give it its name back',
    ),
  );
  return { cluster, witness: { nodes: reading, persistentVolumes: reading, nodeClaims: reading } };
}

export function hear(clusters: readonly HeardCluster[]): Testimony {
  const claimsOn = new Map<ResourceId, Pointing<NodeClaim>[]>();
  const claimsOf = new Map<ClusterUid, readonly NodeClaim[]>();
  const nodesOn = new Map<ResourceId, Pointing<ClusterNode>[]>();
  const persistentVolumesOn = new Map<ResourceId, Pointing<PersistentVolume>>();
  let unheardClaims: Testimony['unheardClaims'];
  let unheardNodes: string | undefined;
  let unheardPersistentVolumes: string | undefined;
  for (const { cluster, witness } of clusters) {
    if (witness.nodeClaims.kind === 'read') {
      if (cluster.uid !== undefined) claimsOf.set(cluster.uid, witness.nodeClaims.value);
      for (const claim of witness.nodeClaims.value) point(claimsOn, claim, cluster.name);
    } else {
      const { code, message } = witness.nodeClaims.failure;
      const reason: UnreadableReason = code === 'owner-list-shrunk' ? code : 'owner-unreadable';
      // A list that could not be read at all says more than one that is only short.
      if (unheardClaims?.reason !== 'owner-unreadable') unheardClaims = { reason, detail: message };
    }
    if (witness.nodes.kind === 'read') {
      for (const node of witness.nodes.value) point(nodesOn, node, cluster.name);
      unheardNodes ??= placeless(witness.nodes.value, cluster.name);
    } else unheardNodes ??= witness.nodes.failure.message;
    if (witness.persistentVolumes.kind === 'read') {
      for (const volume of witness.persistentVolumes.value) {
        if (volume.volumeId === undefined) continue;
        persistentVolumesOn.set(volume.volumeId, { by: volume, cluster: cluster.name });
      }
    } else unheardPersistentVolumes ??= witness.persistentVolumes.failure.message;
  }
  return {
    claimsOn,
    claimsOf,
    nodesOn,
    persistentVolumesOn,
    unheardClaims,
    unheardNodes,
    unheardPersistentVolumes,
  };
}

/** A Node of Karpenter's whose provider ID cannot be read stands on some instance, and nobody knows on which. */
function placeless(nodes: readonly ClusterNode[], cluster: string): string | undefined {
  const node = nodes.find(({ isKarpenters, provider }) => isKarpenters && provider.kind !== 'instance');
  return node && `Node ${node.name} of cluster ${cluster} has no provider ID that names an instance`;
}

function point<T extends NodeClaim | ClusterNode>(
  on: Map<ResourceId, Pointing<T>[]>,
  by: T,
  cluster: string,
): void {
  if (by.provider.kind !== 'instance') return;
  on.set(by.provider.id, [...(on.get(by.provider.id) ?? []), { by, cluster }]);
}

/** Whose name to look for among the owner's NodeClaims: the whole of it, or its start when the name is cut off. */
export type ClaimName =
  | { readonly kind: 'whole'; readonly name: string }
  | { readonly kind: 'start'; readonly start: string };

/** What NodeClaims say of one instance: first those that point at it, then, in its owner, those of its name. */
export function claimEvidenceOf(
  instanceId: ResourceId,
  owner: ClusterUid | undefined,
  wanted: ClaimName | undefined,
  testimony: Testimony,
  exists: (instanceId: ResourceId) => boolean,
): ClaimEvidence {
  const pointing = testimony.claimsOn.get(instanceId) ?? [];
  const standing = pointing.find(({ by }) => !by.isTerminating) ?? pointing[0];
  if (standing !== undefined) {
    const kind = standing.by.isTerminating ? 'claim-terminating' : 'claimed';
    return { kind, nodeClaim: standing.by.name, cluster: standing.cluster };
  }
  if (testimony.unheardClaims !== undefined) return { kind: 'unreadable', ...testimony.unheardClaims };
  const ofOwner = (owner === undefined ? undefined : testimony.claimsOf.get(owner)) ?? [];
  // The start of a name may fit several NodeClaims: one that points elsewhere says least.
  const namesakes = ofOwner
    .filter((candidate) => isWanted(candidate.name, wanted))
    .map((claim) => namesakeEvidence(claim, ofOwner, exists));
  return namesakes.find(({ kind }) => kind !== 'claim-elsewhere') ?? namesakes[0] ?? { kind: 'unclaimed' };
}

function isWanted(name: string, wanted: ClaimName | undefined): boolean {
  if (wanted === undefined) return false;
  return wanted.kind === 'whole' ? name === wanted.name : name.startsWith(wanted.start);
}

/** A NodeClaim of the instance's name that does not point at it. */
function namesakeEvidence(
  claim: NodeClaim,
  ofOwner: readonly NodeClaim[],
  exists: (instanceId: ResourceId) => boolean,
): ClaimEvidence {
  const nodeClaim = claim.name;
  const { provider } = claim;
  switch (provider.kind) {
    case 'none':
      return { kind: 'claim-launching', nodeClaim };
    case 'unclear':
      return {
        kind: 'claim-unclear',
        nodeClaim,
        detail: `its provider ID is ${JSON.stringify(provider.text)}`,
      };
    case 'instance': {
      const other = ofOwner.find(
        (candidate) =>
          candidate.name !== nodeClaim &&
          candidate.provider.kind === 'instance' &&
          candidate.provider.id === provider.id,
      );
      if (other !== undefined) return { kind: 'claim-duplicated', nodeClaim, other: other.name };
      return exists(provider.id)
        ? { kind: 'claim-elsewhere', nodeClaim, instanceId: provider.id }
        : { kind: 'claim-unclear', nodeClaim, detail: `it points at ${provider.id}, which is not there` };
    }
    default:
      return absurd(provider);
  }
}

export function nodeEvidenceOf(instanceId: ResourceId, testimony: Testimony): NodeEvidence {
  const pointing = testimony.nodesOn.get(instanceId) ?? [];
  const standing = pointing.find(({ by }) => by.isReady) ?? pointing[0];
  if (standing !== undefined) {
    return {
      kind: standing.by.isReady ? 'ready' : 'not-ready',
      node: standing.by.name,
      cluster: standing.cluster,
      isKarpenters: pointing.some(({ by }) => by.isKarpenters),
    };
  }
  return testimony.unheardNodes === undefined
    ? { kind: 'none' }
    : { kind: 'unreadable', detail: testimony.unheardNodes };
}

export function persistentVolumeEvidenceOf(
  volumeId: ResourceId,
  bearsKubernetesMark: boolean,
  testimony: Testimony,
): PersistentVolumeEvidence {
  const pointing = testimony.persistentVolumesOn.get(volumeId);
  if (pointing !== undefined) return { kind: 'bound', name: pointing.by.name, cluster: pointing.cluster };
  if (testimony.unheardPersistentVolumes !== undefined) {
    return { kind: 'unreadable', detail: testimony.unheardPersistentVolumes };
  }
  return bearsKubernetesMark ? { kind: 'csi-leftover' } : { kind: 'none' };
}
