import pLimit from 'p-limit';
import { type CheckOptions, checkCluster, findCluster } from '../check.ts';
import { chooseCluster, type ResolvedIn } from '../checking/choose.ts';
import { openStore, type Surroundings, withProject } from '../config/wiring.ts';
import type { Store } from '../ledger/store.ts';
import type { CheckResult } from '../report/clearance.ts';
import { asFailure } from '../terms/failure.ts';
import type { Choice, ChosenProject } from './choice.ts';

const PROJECTS_AT_ONCE = 4;

export type CheckOneOptions = Omit<CheckOptions, 'now'> & { readonly progress: (step: string) => void };

/**
 * Finds the cluster in the chosen projects and checks it in the one that has it.
 *
 * @throws AuditFailure `bad-usage` when none or several fit; what kept a project from answering, when no other has it
 */
export async function checkOneCluster(
  wanted: string,
  choice: Choice,
  surroundings: Surroundings,
  { progress, ...options }: CheckOneOptions,
): Promise<CheckResult> {
  const { settings, moment } = choice;
  const store = await openStore(settings, surroundings);
  const answers = await pLimit(PROJECTS_AT_ONCE).map(choice.projects, (project) =>
    resolveIn(project, wanted, choice, store, surroundings),
  );
  const target = chooseCluster(wanted, answers);
  const chosen = choice.projects.find((project) => project.settings.name === target.project);
  if (chosen === undefined) throw new TypeError(`project ${target.project} was not among the chosen`);
  progress(`${target.project}: checking cluster ${target.uid}`);
  return withProject(settings, chosen.settings, chosen.credential, surroundings, (project) =>
    checkCluster(project, store, settings.thresholds, target.uid, { ...options, now: moment.now }),
  );
}

async function resolveIn(
  { settings: project, credential }: ChosenProject,
  wanted: string,
  { settings, moment }: Choice,
  store: Store,
  surroundings: Surroundings,
): Promise<ResolvedIn> {
  try {
    const resolution = await withProject(settings, project, credential, surroundings, (audited) =>
      findCluster(wanted, audited, store, settings.thresholds, moment.now),
    );
    return { project: project.name, resolution };
  } catch (thrown) {
    return { project: project.name, resolution: { kind: 'unreadable', failure: asFailure(thrown) } };
  }
}
