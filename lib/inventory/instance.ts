import type { ResourceId, Uid8 } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { Billing } from './billing.ts';

/**
 * What the instance's status word says, read by the cloud's adapter. `other` is a word we do not know, or none: it
 * never proves anything (verdicts.md rule 15). `transition` is a known passing state (building, rebooting, …).
 */
export type InstanceState = 'present' | 'transition' | 'deleting' | 'error' | 'other';

/** A volume as the instance's own list of volumes shows it. */
export interface AttachedVolume {
  readonly id: ResourceId;
  readonly sizeGiB: number | undefined;
  readonly createdAt: Instant | undefined;
  readonly isRoot: boolean | undefined;
  /** Only the instance's list says so; once the instance is gone it cannot be read any more (kakaocloud-api 3.4). */
  readonly isDeleteOnTermination: boolean | undefined;
}

/** A VM instance, as one listing or one GET showed it. */
export interface Instance {
  readonly kind: 'instance';
  readonly id: ResourceId;
  readonly name: string;
  readonly description: string;
  /** As it came, for people. */
  readonly status: string;
  readonly state: InstanceState;
  readonly billing: Billing;
  /** `undefined`: the cloud gave no creation time, or one that cannot be read. */
  readonly createdAt: Instant | undefined;
  readonly flavor: string | undefined;
  readonly availabilityZone: string | undefined;
  readonly projectId: string | undefined;
  /** How many of its addresses are public; those are charged for by themselves. */
  readonly publicIps: number;
  readonly volumes: readonly AttachedVolume[];
  /** What the cloud's naming says: read by its adapter, so that the core knows no cloud. */
  readonly nameMark: NameMark;
  readonly descriptionMark: DescriptionMark;
}

/**
 * `karpenter-<uid8>-<NodeClaim name>`, anchored at both ends; `cut-off` when the name is exactly as long as the cloud
 * allows, so that the NodeClaim's name may go on.
 */
export type NameMark =
  | { readonly kind: 'matches'; readonly uid8: Uid8; readonly nodeClaim: string }
  | { readonly kind: 'cut-off'; readonly uid8: Uid8; readonly nodeClaimStart: string }
  | { readonly kind: 'other' };

export interface DescriptionField {
  readonly key: string;
  readonly value: string;
}

/** `v=1;m=karpenter;…`: the fields behind the marker, in their order; the tail may be cut off. */
export type DescriptionMark =
  | { readonly kind: 'marked'; readonly fields: readonly DescriptionField[] }
  | { readonly kind: 'other-version'; readonly version: string }
  | { readonly kind: 'other' };
