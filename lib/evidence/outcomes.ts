import type { DescriptionMark, NameMark } from '../inventory/instance.ts';
import type { ClusterUid, ResourceId, Uid8 } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';

/**
 * What was found out about one resource, kind by kind (verdicts.md, "Evidence about an instance"). Every kind has a
 * closed set of outcomes, so that the rule tables can be tried on all of them; what surrounds an outcome is for people.
 */
export interface InstanceEvidence {
  readonly name: NameMark;
  readonly description: DescriptionMark;
  readonly signature: SignatureEvidence;
  readonly record: RecordEvidence;
  readonly claim: ClaimEvidence;
  readonly node: NodeEvidence;
  readonly cluster: ClusterEvidence;
  readonly age: AgeEvidence;
  readonly state: StateEvidence;
  /** Which cluster all of the above agree on. */
  readonly identity: IdentityEvidence;
  readonly twin: TwinEvidence;
  readonly sightings: SightingsEvidence;
}

export type SignatureEvidence =
  | { readonly kind: 'valid'; readonly keyId: string; readonly key: 'active' | 'retired' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unknown-key'; readonly keyId: string }
  | { readonly kind: 'absent' }
  /** Signed, but the scheme's layout does not cover the whole description. */
  | { readonly kind: 'uncovered' }
  | { readonly kind: 'unverified'; readonly why: 'no-keyring' | 'no-scheme' | 'stale-scheme' }
  /** What was signed is no longer known of the instance: its NodeClaim is gone and was not recorded, say. */
  | { readonly kind: 'unverified'; readonly why: 'facts-missing'; readonly facts: readonly string[] };

/** What differs between the resource and its records, or between the records themselves. */
export type RecordChange = 'name' | 'description' | 'created-at';

export type RecordEvidence =
  | {
      readonly kind: 'recorded';
      readonly clusterUid: ClusterUid;
      readonly nodeClaim: string;
      readonly changes: readonly RecordChange[];
      /** The description's fields against the order in the cluster's other records; `too-few`: fewer than three. */
      readonly fieldOrder: 'same' | 'different' | 'too-few';
      readonly recordedAt: Instant;
    }
  | { readonly kind: 'unrecorded' }
  | { readonly kind: 'contradictory'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** Why something about a witness could not be read; both make rule 9 hold. */
export type UnreadableReason = 'owner-unreadable' | 'owner-list-shrunk';

export type ClaimEvidence =
  | { readonly kind: 'claimed'; readonly nodeClaim: string; readonly cluster: string }
  | { readonly kind: 'claim-terminating'; readonly nodeClaim: string; readonly cluster: string }
  | { readonly kind: 'claim-launching'; readonly nodeClaim: string }
  | { readonly kind: 'claim-elsewhere'; readonly nodeClaim: string; readonly instanceId: ResourceId }
  | { readonly kind: 'claim-unclear'; readonly nodeClaim: string; readonly detail: string }
  | { readonly kind: 'claim-duplicated'; readonly nodeClaim: string; readonly other: string }
  | { readonly kind: 'unclaimed' }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason; readonly detail: string };

export type NodeEvidence =
  | {
      readonly kind: 'ready' | 'not-ready';
      readonly node: string;
      readonly cluster: string;
      readonly isKarpenters: boolean;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** `declared-none`: the configuration says `witness: none`; the cluster is never asked and can own nothing. */
export type Asked = 'asked' | 'declared-none';

export type ClusterEvidence =
  | { readonly kind: 'alive'; readonly phase: string; readonly witness: Asked }
  | {
      readonly kind: 'deleting';
      /** The first run that saw it deleting. */
      readonly since: Instant | undefined;
      /** Against the deletion period; `unknown` when no run knows since when. */
      readonly period: 'within' | 'past' | 'unknown';
      readonly witness: Asked;
    }
  | {
      readonly kind: 'gone';
      readonly lastSeenAlive: Instant | undefined;
      /** The instance was created later than the cluster's deletion and the deletion period after it. */
      readonly createdAfterDeletion: boolean;
    }
  | { readonly kind: 'never-seen' }
  | { readonly kind: 'unreadable'; readonly detail: string };

export type AgeEvidence =
  | { readonly kind: 'old-enough'; readonly createdAt: Instant }
  | { readonly kind: 'young'; readonly createdAt: Instant }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface StateEvidence {
  readonly kind: 'present' | 'deleting' | 'error' | 'other';
  /** As the cloud wrote it. */
  readonly status: string;
}

export type IdentityEvidence =
  | { readonly kind: 'agreed'; readonly owner: Owner }
  /** No known cluster fits. */
  | { readonly kind: 'none'; readonly uid8: Uid8 | undefined; readonly nodeClaim: string | undefined }
  | {
      readonly kind: 'conflict';
      readonly detail: string;
      readonly uid8: Uid8 | undefined;
      readonly nodeClaim: string | undefined;
    }
  | {
      readonly kind: 'collision';
      readonly detail: string;
      readonly uid8: Uid8 | undefined;
      readonly nodeClaim: string | undefined;
    };

/** The cluster whose Karpenter created the resource. */
export interface Owner {
  readonly clusterUid: ClusterUid;
  readonly uid8: Uid8;
  readonly clusterName: string | undefined;
  readonly nodeClaim: string | undefined;
}

/** Whether another instance, in the inventory or the ledger, bears the same name; `unknown` where that was not looked for. */
export type TwinEvidence =
  | { readonly kind: 'alone' }
  | { readonly kind: 'twin'; readonly other: ResourceId }
  | { readonly kind: 'unknown' };

/** Against the configured number of complete runs in a row, this one included. Only a living owner's resources wait. */
export interface SightingsEvidence {
  readonly kind: 'enough' | 'too-few';
  readonly count: number;
  readonly needed: number;
}

/** What was found out about one volume (verdicts.md, "Volumes"). */
export interface VolumeEvidence {
  readonly mark: VolumeMarkEvidence;
  readonly persistentVolume: PersistentVolumeEvidence;
  readonly attachment: AttachmentEvidence;
  readonly state: VolumeStateEvidence;
  readonly age: AgeEvidence;
  readonly record: VolumeRecordEvidence;
  /** The instance that the volume was recorded with. */
  readonly recordedInstance: { readonly kind: 'gone' | 'exists' | 'unreadable' | 'unrecorded' };
  /** Of the recorded NodeClaim. */
  readonly claim: ClaimEvidence;
  readonly node: NodeEvidence;
  /** Of the recorded cluster. */
  readonly cluster: ClusterEvidence;
  readonly identity: IdentityEvidence;
  readonly sightings: SightingsEvidence;
}

export type VolumeMark =
  | 'recorded'
  | 'attached-to-marked-instance'
  | 'instance-name'
  | 'kubernetes-metadata'
  | 'persistent-volume';

export type VolumeMarkEvidence =
  | { readonly kind: 'marked'; readonly by: readonly VolumeMark[] }
  | { readonly kind: 'none' };

export type PersistentVolumeEvidence =
  | { readonly kind: 'bound'; readonly name: string; readonly cluster: string }
  /** A CSI name or metadata says that it was some cluster's, and no live PersistentVolume is known. */
  | { readonly kind: 'csi-leftover' }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly detail: string };

export type InstanceVerdict = 'unrelated' | 'in-use' | 'settling' | 'ambiguous' | 'orphan';

export type AttachmentEvidence =
  | { readonly kind: 'unattached' }
  | { readonly kind: 'attached'; readonly instanceId: ResourceId; readonly verdict: InstanceVerdict }
  /** The row names an instance, and a GET by its ID answers 404. */
  | { readonly kind: 'instance-missing'; readonly instanceId: ResourceId }
  | { readonly kind: 'disagrees'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface VolumeStateEvidence {
  readonly kind:
    | 'available'
    | 'in-use'
    | 'error'
    | 'deleting'
    | 'in-transition'
    | 'stuck-in-transition'
    | 'other';
  readonly status: string;
}

export type VolumeRecordEvidence =
  | {
      readonly kind: 'recorded';
      readonly clusterUid: ClusterUid;
      readonly nodeClaim: string;
      readonly instanceId: ResourceId;
      /** Against the recorded one, to a second; `unknown` when either is missing. */
      readonly createdAt: 'equal' | 'different' | 'unknown';
      /** What `is_delete_on_termination` said when it was recorded; it cannot be read once the instance is gone. */
      readonly onTermination: 'deleted' | 'kept' | 'unknown';
      /** As root, or created within 10 minutes of its instance, and seen on no other: else a person used it. */
      readonly origin: 'with-instance' | 'attached-later';
      readonly recordedAt: Instant;
    }
  | { readonly kind: 'unrecorded' }
  | { readonly kind: 'contradictory'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string };
