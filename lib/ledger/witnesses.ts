import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { ProviderRef } from '../terms/provider-id.ts';
import type { Readable } from '../terms/readable.ts';

/** Karpenter's object for one node (`karpenter.sh/v1`). */
export interface NodeClaim {
  readonly name: string;
  /** `metadata.uid`; a signature may cover it. */
  readonly uid: string | undefined;
  readonly nodePool: string | undefined;
  /** `status.providerID` as it stands, empty while there is none; what it points at is in {@link provider}. */
  readonly providerId: string;
  readonly provider: ProviderRef;
  /** `metadata.deletionTimestamp` is set: its controller is to delete the instance. */
  readonly isTerminating: boolean;
}

/** A Kubernetes Node. */
export interface ClusterNode {
  readonly name: string;
  readonly provider: ProviderRef;
  readonly isReady: boolean;
  /** Carries the label `karpenter.sh/nodepool`: a Karpenter mark on the instance behind it. */
  readonly isKarpenters: boolean;
}

export interface PersistentVolume {
  readonly name: string;
  /** As it stands in the PersistentVolume; `undefined` for one that no driver for block volumes made. */
  readonly volumeHandle: string | undefined;
  /** The volume that the handle names; `undefined` for one that is no block volume of the cloud. */
  readonly volumeId: ResourceId | undefined;
}

/** What one cluster says is alive. Each list was read whole, from one snapshot, or says why not. */
export interface ClusterWitness {
  readonly nodes: Readable<readonly ClusterNode[]>;
  readonly persistentVolumes: Readable<readonly PersistentVolume[]>;
  readonly nodeClaims: Readable<readonly NodeClaim[]>;
}

/** Which cluster to ask. */
export interface ClusterAddress {
  readonly name: string;
  readonly uid: ClusterUid | undefined;
  readonly endpoint: { readonly host: string; readonly port: number } | undefined;
}

/**
 * The port to a cluster's witnesses. Never rejects: what cannot be read is `unreadable` in its place. Nodes and
 * PersistentVolumes are read before NodeClaims.
 */
export interface Witnesses {
  ask(cluster: ClusterAddress): Promise<ClusterWitness>;
}
