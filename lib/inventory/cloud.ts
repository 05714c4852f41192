import type { ResourceId } from '../terms/ids.ts';
import type { Readable } from '../terms/readable.ts';
import type { Cluster } from './cluster.ts';
import type { DescriptionMark, Instance } from './instance.ts';
import type { Snapshot } from './snapshot.ts';
import type { Volume } from './volume.ts';

/**
 * The port to one project of one cloud. Every call only reads. A listing comes whole or rejects with an
 * AuditFailure that names why; it is never short. A GET by ID or name answers `gone` for a 404 and rejects for
 * everything else that is not the thing itself (verdicts.md, "absence must be proven").
 */
export interface Cloud {
  /** The credential's project, as the cloud says it; what the rows' `projectId` is compared with. */
  project(): Promise<{ readonly id: string; readonly name: string | undefined }>;
  listInstances(keep: InstanceFilter): Promise<InstanceListing>;
  listVolumes(keep: VolumeFilter): Promise<VolumeListing>;
  listSnapshots(volumeIds: ReadonlySet<ResourceId>): Promise<readonly Snapshot[]>;
  listClusters(): Promise<readonly Cluster[]>;
  getInstance(id: ResourceId): Promise<Found<Instance>>;
  getVolume(id: ResourceId): Promise<Found<Volume>>;
  /** By name, the only key the Kubernetes Engine API takes: the answer may be another cluster of that name. */
  getCluster(name: string): Promise<Found<Cluster>>;
  /** Reads a description that was recorded, in the words that a listed instance's {@link Instance.descriptionMark} has. */
  readonly readDescription: (text: string) => DescriptionMark;
  /** The longest description that the cloud keeps, in characters; `undefined`: not known. */
  readonly descriptionLimit: number | undefined;
}

export type Found<T> = { readonly kind: 'found'; readonly value: T } | { readonly kind: 'gone' };

/**
 * Which rows are kept. A row that bears a Karpenter mark is always kept; these are the IDs that are to be kept
 * although they bear none (because they are recorded, say).
 */
export interface InstanceFilter {
  readonly ids: ReadonlySet<ResourceId>;
  readonly all: boolean;
}

export interface VolumeFilter {
  readonly ids: ReadonlySet<ResourceId>;
  /** Volumes whose row names one of these instances are kept. */
  readonly attachedTo: { has(id: ResourceId): boolean };
  readonly all: boolean;
}

/** Every instance of the project was read; the unrelated ones were counted and let go. */
export interface InstanceListing {
  readonly total: number;
  readonly kept: readonly Instance[];
  /** Of all instances, kept or not. */
  readonly has: (id: ResourceId) => boolean;
  /** The instances, kept or not, whose own list of volumes names this volume. */
  readonly instancesWithVolume: (volumeId: ResourceId) => readonly ResourceId[];
  /** Rows of another project than the credential's, which are never judged. */
  readonly foreign: readonly ResourceId[];
}

export interface VolumeListing {
  readonly total: number;
  readonly kept: readonly Volume[];
  readonly has: (id: ResourceId) => boolean;
  readonly foreign: readonly ResourceId[];
}

/** One look at a project, in the order of reading: the accused first, the witnesses last. */
export interface Inventory {
  readonly projectId: string | undefined;
  readonly instances: Readable<InstanceListing>;
  readonly volumes: Readable<VolumeListing>;
  readonly clusters: Readable<readonly Cluster[]>;
}
