import type { Cloud } from './inventory/cloud.ts';
import type { ConfiguredCluster } from './ledger/known-clusters.ts';
import type { Store } from './ledger/store.ts';
import type { Witnesses } from './ledger/witnesses.ts';
import type { Instant } from './terms/instants.ts';
import type { ProjectVerdicts } from './verdict/judged.ts';

/** The thresholds of the rules (contract.md: gracePeriod, deletionPeriod, sightings). */
export interface AuditPolicy {
  readonly gracePeriodMs: number;
  readonly deletionPeriodMs: number;
  readonly sightings: number;
}

export interface AuditedProject {
  readonly name: string;
  readonly region: string;
  readonly cloud: Cloud;
  readonly witnesses: Witnesses;
  readonly clusters: readonly ConfiguredCluster[];
}

export interface AuditOptions {
  readonly runId: string;
  /** Judge as of this moment. */
  readonly now: Instant;
  /** Keep the unrelated resources too. */
  readonly all: boolean;
  /** Write what was seen into the run history; false for `explain` and for `--now` against a real cloud. */
  readonly remember: boolean;
}

export declare function auditProject(
  project: AuditedProject,
  store: Store,
  policy: AuditPolicy,
  options: AuditOptions,
): Promise<ProjectVerdicts>;
