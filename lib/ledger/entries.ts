import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { ProviderRef } from '../terms/provider-id.ts';

/** A NodeClaim as it was recorded while its cluster lived. */
export interface RecordedNodeClaim {
  readonly name: string;
  readonly nodePool: string | undefined;
  /** As it stood in `status.providerID`; what it points at is in {@link provider}. */
  readonly providerId: string;
  readonly provider: ProviderRef;
}

export interface RecordedVolume {
  readonly id: ResourceId;
  readonly createdAt: Instant | undefined;
  readonly sizeGiB: number | undefined;
  readonly isRoot: boolean | undefined;
  readonly isDeleteOnTermination: boolean | undefined;
}

/** An instance as the cloud listed it at the time of a record. On its own it proves nothing: see {@link RecordedNodeClaim}. */
export interface RecordedInstance {
  readonly id: ResourceId;
  readonly name: string;
  readonly description: string;
  readonly createdAt: Instant | undefined;
  readonly volumes: readonly RecordedVolume[];
}

/** One PersistentVolume with the volume behind it. */
export interface RecordedPersistentVolume {
  readonly name: string;
  readonly volumeId: ResourceId | undefined;
}

/**
 * What `record` saw of one cluster at one moment. Only `record` (and its `--import`) writes these; an audit never
 * does, so an audit never makes proof.
 */
export interface ClusterRecord {
  readonly kind: 'record';
  readonly recordedAt: Instant;
  /** `import`: from the table that kubectl printed before the deletion. */
  readonly source: 'live' | 'import';
  readonly cluster: RecordedCluster;
  /** `undefined`: this record did not read them (never "there were none"). */
  readonly nodeClaims: readonly RecordedNodeClaim[] | undefined;
  readonly persistentVolumes: readonly RecordedPersistentVolume[] | undefined;
  /**
   * Those that belong to the cluster: claimed by it, behind one of its Nodes, or named after it. `undefined`: this
   * record did not read them. One that could not be read is missing here although a NodeClaim points at it.
   */
  readonly instances: readonly RecordedInstance[] | undefined;
}

export interface RecordedCluster {
  readonly uid: ClusterUid;
  readonly id: ResourceId | undefined;
  readonly name: string | undefined;
  readonly phase: string | undefined;
  readonly createdAt: Instant | undefined;
}

/** What one audit saw of one project: phases, list lengths, sightings. It is memory, not proof. */
export interface RunEntry {
  readonly kind: 'run';
  readonly runId: string;
  readonly asOf: Instant;
  readonly complete: boolean;
  readonly clusters: readonly ClusterSeen[];
  readonly claimLists: readonly ClaimListSeen[];
  /** Came down to rule 21 of the instances' table (15 of the volumes') with a living owner. */
  readonly sighted: readonly ResourceId[];
  /** Claimed, or young again, after an earlier run had sighted it: its row starts again, whatever this run lacked. */
  readonly restarted: readonly ResourceId[];
  /** Would have been an orphan, before the brake; of a live or deleting cluster only. */
  readonly condemned: readonly ResourceId[];
  readonly volumesInTransition: readonly VolumeInTransition[];
  /** Volumes seen on another instance than the one they are recorded with: a person used them. */
  readonly volumesElsewhere: readonly VolumeElsewhere[];
}

export interface ClusterSeen {
  readonly uid: ClusterUid;
  readonly name: string | undefined;
  readonly state: 'alive' | 'deleting' | 'gone';
}

export interface ClaimListSeen {
  readonly cluster: ClusterUid;
  readonly length: number;
  /** Plausible, or implausible for the second time at least a grace period later: from then on it counts. */
  readonly counted: boolean;
}

export interface VolumeInTransition {
  readonly id: ResourceId;
  /** The status word, folded. */
  readonly status: string;
}

export interface VolumeElsewhere {
  readonly volumeId: ResourceId;
  readonly instanceId: ResourceId;
}

export type LedgerEntry = ClusterRecord | RunEntry;
