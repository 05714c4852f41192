import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { ProviderRef } from '../terms/provider-id.ts';
import type { ProviderInstallation, RawObject, WarningEvent } from './help-desk.ts';

/** A NodeClaim as it was recorded while its cluster lived. */
export interface RecordedNodeClaim {
  readonly name: string;
  /** `metadata.uid`; `undefined`: nobody recorded it. A signature may cover it. */
  readonly uid: string | undefined;
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
  /** As it stood. */
  readonly volumeHandle: string | undefined;
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
  /**
   * Of those instances the ones that are not named or described as when they were first recorded, with what they were
   * then. It lets the next record warn of them without reading all records before it.
   */
  readonly altered: readonly FirstListing[];
}

/** How an instance was named and described when it was first recorded. */
export interface FirstListing {
  readonly id: ResourceId;
  readonly name: string;
  readonly description: string;
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
  /** The signing keys that the keyrings held or instances carried. */
  readonly signingKeys: readonly SigningKeySeen[];
}

/** One signing key as a run saw it: its ID only. */
export interface SigningKeySeen {
  readonly keyId: string;
  /** The keyring that proves its clusters' signatures held it. */
  readonly isInKeyring: boolean;
  /** How many of the instances that were there carried it. */
  readonly carriers: number;
  /** Whose those were; empty when one of them may be any cluster's. */
  readonly clusters: readonly ClusterUid[];
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

/**
 * All that was recorded of one cluster was proven gone at this moment, and so was the cluster itself: the time that its
 * records are still kept runs from here.
 */
export interface GoneEntry {
  readonly kind: 'gone';
  readonly cluster: ClusterUid;
  readonly provenAt: Instant;
  /** Of its last record: one that comes later undoes this. */
  readonly lastRecordedAt: Instant;
}

/** What remains of a cluster whose records are no longer read: that it was there, and how its instances were named. */
export interface RetiredEntry {
  readonly kind: 'retired';
  readonly cluster: ClusterUid;
  readonly retiredAt: Instant;
  /** As in its {@link GoneEntry}. */
  readonly provenAt: Instant;
  /** Of its last record: one that comes later undoes this. */
  readonly lastRecordedAt: Instant;
  /** Every name that it was recorded under. */
  readonly names: readonly string[];
  /** By their names a copy of one is still known for a copy (verdicts.md, rule 20). */
  readonly instances: readonly RetiredInstance[];
}

export interface RetiredInstance {
  readonly id: ResourceId;
  readonly name: string;
}

/**
 * What one cluster said for the help desk, without secrets. It proves nothing, and no verdict reads it. An object stands
 * in full in the first entry that saw it so, and by its fingerprint in those that follow.
 */
export interface FactsEntry {
  readonly kind: 'facts';
  readonly recordedAt: Instant;
  readonly cluster: ClusterUid;
  readonly provider: RecordedProvider | undefined;
  readonly nodeClaims: RecordedObjects | undefined;
  readonly nodePools: RecordedObjects | undefined;
  readonly nodeClasses: RecordedObjects | undefined;
  /** The newest of those that the cluster still had; it keeps them for an hour. `undefined`: they could not be read. */
  readonly warnings: readonly WarningEvent[] | undefined;
  /** Where in this entry a value was taken out because it looked secret: `KCNodeClass default: spec.userData`. */
  readonly redactions: readonly string[];
}

export interface RecordedProvider {
  /** Earlier than the entry's time when it could not be read then. */
  readonly readAt: Instant;
  readonly installation: ProviderInstallation;
}

export interface RecordedObjects {
  /** Earlier than the entry's time when they could not be read then. */
  readonly readAt: Instant;
  /** The fingerprint of every object that was there, by its name. */
  readonly there: Readonly<Record<string, string>>;
  /** Those of them that no entry before this one has in this form. */
  readonly news: readonly RawObject[];
}
