import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';

/** A cluster that the configuration names (contract.md, `projects[].clusters[]`). */
export interface ConfiguredCluster {
  readonly name: string;
  /** Makes it a known cluster even when no list and no record has it. */
  readonly uid: ClusterUid | undefined;
  readonly deletedAt: Instant | undefined;
  /** `declared-none`: never asked; it can own nothing. The configuration gives a reason. */
  readonly witness: 'asked' | 'declared-none';
}
