import type { Instant } from '../terms/instants.ts';
import type { World } from './world.ts';

export const SCENARIO_NAMES = [
  'cluster-deleted',
  'controller-removed-first',
  'renamed',
  'two-clusters',
  'stuck-deleting',
  'clean',
  'large',
] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** A story about one project, with its answers. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly now: Instant;
  /** Every cluster alive, and everything there that was ever recorded. */
  readonly before: World;
  readonly beforeAt: Instant;
  readonly after: World;
  /**
   * What `kubectl get nodeclaims -o custom-columns='NODECLAIM:.metadata.name,PROVIDER_ID:.status.providerID'` printed
   * in `before`, of the cluster that the story is about.
   */
  readonly kubectlTable: string;
  /** By ID of an instance or volume in `after`. `large` leaves out what has nothing to do with Karpenter. */
  readonly truth: ReadonlyMap<string, Truth>;
  /** The text of `keyring.json`. */
  readonly keyring: string;
}

/** What a resource really is, which no auditor is told. */
export type Truth =
  | {
      readonly what: 'leftover';
      /** The record, the signature and the cluster's end are enough to prove it by the documented rules. */
      readonly provable: boolean;
      readonly why: string;
    }
  | { readonly what: 'alive' | 'not-karpenter' | 'unknowable'; readonly why: string };
