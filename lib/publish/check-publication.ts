import { createHash } from 'node:crypto';
import type { CheckedResource, CheckResult, ClusterState } from '../report/clearance/clearance.ts';
import { absurd } from '../terms/words.ts';
import type { Publication } from './publisher.ts';

export type CheckPublication = Extract<Publication, { readonly kind: 'check' }>;

/**
 * A check as publishers are handed it. Its ID is a hash of the project, the cluster, the place in the cluster's history,
 * and all that it says: the same step of that history has the same ID whoever takes it, and what is so once more after it
 * was otherwise has another.
 */
export function checkPublication(check: CheckResult, sequence: number): CheckPublication {
  const { run, cluster } = check;
  const id = hashOf({ project: run.project.name, cluster: cluster.uid, sequence, said: saidBy(check) });
  return { kind: 'check', id: id.slice(0, 32), check };
}

/**
 * What a check says to people, as a hash. Run, times, counts of what else was listed, and the words are not in it: a check
 * that differs in these alone is no news.
 */
export function saidBy(check: CheckResult): string {
  const { run, cluster, clearance, keyring } = check;
  return hashOf({
    complete: run.complete,
    state: stateSaid(cluster.state),
    clearance: clearance.granted ? [] : clearance.withheld.toSorted(),
    resources: check.resources.map(resourceSaid).toSorted(),
    keyring: keyring.mayBeRetired ? 'may-be-retired' : keyring.why,
  });
}

/** How the phase is spelled, and what the witnesses of a dying cluster hold just now, changes without being news. */
function stateSaid(state: ClusterState): string {
  switch (state.kind) {
    case 'deleting':
      return `${state.kind} ${state.period}`;
    case 'alive':
    case 'gone':
    case 'never-known':
    case 'unreadable':
      return state.kind;
    default:
      return absurd(state);
  }
}

function resourceSaid(one: CheckedResource): string {
  const what = `${one.kind} ${one.id} ${one.fate}`;
  if (one.fate !== 'remaining') return what;
  const { verdict, reason, nextStep } = one.finding;
  return `${what} ${verdict} ${reason} ${nextStep.code}`;
}

function hashOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
