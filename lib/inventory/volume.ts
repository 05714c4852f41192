import type { ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { Billing } from './billing.ts';

/**
 * What the volume's status word says. `in-transition` is a passing state (creating, reserved, attaching, …);
 * `other` is a word we do not know, or none (verdicts.md volume rule 7).
 */
export type VolumeState = 'available' | 'in-use' | 'error' | 'deleting' | 'in-transition' | 'other';

/** A block volume, as one listing or one GET showed it. */
export interface Volume {
  readonly kind: 'volume';
  readonly id: ResourceId;
  readonly name: string;
  readonly status: string;
  readonly state: VolumeState;
  readonly billing: Billing;
  readonly createdAt: Instant | undefined;
  readonly updatedAt: Instant | undefined;
  readonly sizeGiB: number | undefined;
  readonly volumeType: string | undefined;
  readonly availabilityZone: string | undefined;
  readonly projectId: string | undefined;
  /** The instance that the volume's own row names. */
  readonly instanceId: ResourceId | undefined;
  readonly instanceName: string | undefined;
  /** Says `attached` though no instance is named, or a state that needs one: read by the adapter. */
  readonly saysAttached: boolean;
  /** A Karpenter instance name in the volume's own name or its row's instance name. */
  readonly bearsKarpenterName: boolean;
  readonly kubernetesMark: KubernetesVolumeMark;
}

/** Written by a CSI driver: the volume is, or was, some cluster's PersistentVolume (kakaocloud-api 4.5). */
export type KubernetesVolumeMark =
  | { readonly kind: 'none' }
  | { readonly kind: 'persistent-volume'; readonly name: string | undefined };
