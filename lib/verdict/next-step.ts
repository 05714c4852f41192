import type { ClusterEvidence } from '../evidence/outcomes.ts';
import { absurd } from '../terms/words.ts';
import type { Judgement, NextStep } from './judgement.ts';

/** What the next step depends on beside the verdict. */
export interface Surroundings {
  /** The owner cluster's evidence. */
  readonly cluster: ClusterEvidence;
  readonly isInErrorState: boolean;
  /** Another Karpenter cluster than the owner lives, or has marked resources, in the same project. */
  readonly hasOtherKarpenterCluster: boolean;
}

/** verdicts.md, "nextStep". */
export function nextStepOf(judgement: Judgement, around: Surroundings): NextStep {
  switch (judgement.verdict) {
    case 'unrelated':
    case 'in-use':
    case 'settling':
      return 'none';
    case 'held':
    case 'retained':
      return 'investigate';
    case 'ambiguous':
      return ofAmbiguous(judgement, around.cluster);
    case 'orphan':
      return ofOrphan(judgement, around);
    default:
      return absurd(judgement);
  }
}

function ofAmbiguous(judgement: Judgement, cluster: ClusterEvidence): NextStep {
  if (judgement.reason === 'signing-key-missing') return 'restore-keyring';
  const isStuckDeleting = cluster.kind === 'deleting' && cluster.period === 'past';
  if (judgement.reason === 'owner-unreadable' && isStuckDeleting) return 'confirm-with-helpdesk';
  return 'investigate';
}

function ofOrphan(judgement: Judgement, around: Surroundings): NextStep {
  if (around.isInErrorState) return 'confirm-with-helpdesk';
  if (judgement.reason === 'claim-gone' || judgement.reason === 'duplicate-launch')
    return 'restore-controller';
  return around.hasOtherKarpenterCluster ? 'confirm-with-helpdesk' : 'delete-in-console';
}
