import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Judgement } from './judgement.ts';

/** From how many new orphans of one cluster in one run on the brake may hold (verdicts.md, "Brake"). */
const BRAKE_FROM = 5;

/** One marked instance of a live or deleting cluster, as the table judged it. */
export interface BrakeCandidate {
  readonly id: ResourceId;
  readonly cluster: ClusterUid;
  readonly judgement: Judgement;
}

/**
 * Which of the would-be orphans are held back: when more than half of a live or deleting cluster's marked instances,
 * and at least 5, would become orphans for the first time in one run, those wait for the next complete run to say the
 * same. `condemnedBefore` are those that such a run, at least a grace period ago, had said it of.
 */
export function braked(
  candidates: readonly BrakeCandidate[],
  condemnedBefore: ReadonlySet<ResourceId>,
): ReadonlySet<ResourceId> {
  const held = new Set<ResourceId>();
  for (const cluster of new Set(candidates.map((candidate) => candidate.cluster))) {
    const ofCluster = candidates.filter((candidate) => candidate.cluster === cluster);
    const firstTime = ofCluster.filter((c) => c.judgement.verdict === 'orphan' && !condemnedBefore.has(c.id));
    if (firstTime.length < BRAKE_FROM || firstTime.length * 2 <= ofCluster.length) continue;
    for (const candidate of firstTime) held.add(candidate.id);
  }
  return held;
}

export const BRAKED: Judgement = {
  verdict: 'ambiguous',
  reason: 'brake',
  by: { table: 'brake' },
  warnings: [],
};
