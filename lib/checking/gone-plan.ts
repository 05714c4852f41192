import type { CheckResult } from '../report/clearance/clearance.ts';
import type { ClusterUid } from '../terms/ids.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import type { DueCluster } from './due.ts';

/** What decides whether a cluster that has gone, or is stuck, is checked now. */
export interface Candidate {
  readonly cluster: DueCluster;
  /** What was told of it last; `undefined`: nothing, or nobody can say what. */
  readonly last: CheckResult | undefined;
  readonly lastRecordedAt: Instant | undefined;
  /** Its records wait for a proof of absence that can be given now. */
  readonly isProofDue: boolean;
}

export interface SkippedCluster {
  readonly uid: ClusterUid;
  readonly names: readonly string[];
  readonly because: /** It is cleared, and nothing was recorded since. */
    | 'cleared'
    /** So many others come before it in this run. */
    | 'too-many'
    /** The run's time is nearly over. */
    | 'no-time';
}

export interface Plan {
  readonly toCheck: readonly DueCluster[];
  readonly skipped: readonly SkippedCluster[];
}

/** A check lists the whole project: this many are about the most that fit into one run of a function. */
export const MOST_CHECKS = 20;

/**
 * Which clusters one run checks, and in which order: those of which nothing was told, then those whose records wait for a
 * proof, then the others; the last gone first. Pure.
 */
export function planChecks(candidates: readonly Candidate[], mostChecks = MOST_CHECKS): Plan {
  const open = candidates
    .filter((one) => !isSettled(one))
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        sinceOf(b) - sinceOf(a) ||
        // So that one moment gives one order.
        (a.cluster.uid < b.cluster.uid ? -1 : 1),
    );
  return {
    toCheck: open.slice(0, mostChecks).map(({ cluster }) => cluster),
    skipped: [
      ...candidates.filter(isSettled).map((one) => skipped(one.cluster, 'cleared')),
      ...open.slice(mostChecks).map((one) => skipped(one.cluster, 'too-many')),
    ],
  };
}

export function skipped({ uid, names }: DueCluster, because: SkippedCluster['because']): SkippedCluster {
  return { uid, names, because };
}

function isSettled({ cluster, last, lastRecordedAt, isProofDue }: Candidate): boolean {
  if (cluster.why !== 'gone' || last === undefined || lastRecordedAt === undefined) return false;
  const isUnchanged = last.coverage.records.last === formatInstant(lastRecordedAt);
  return last.clearance.granted && isUnchanged && !isProofDue;
}

function rank({ last, isProofDue }: Candidate): number {
  if (last === undefined) return 0;
  return last.clearance.granted && isProofDue ? 1 : 2;
}

/** One that no run has missed yet has gone only now. */
function sinceOf({ cluster }: Candidate): number {
  return cluster.since ?? Number.MAX_SAFE_INTEGER;
}
