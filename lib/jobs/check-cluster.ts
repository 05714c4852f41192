import pLimit from 'p-limit';
import { type CheckOptions, checkCluster, findCluster } from '../check.ts';
import { chooseCluster, type ResolvedIn } from '../checking/choose.ts';
import { type Telling, tellCheck } from '../checking/tell-check.ts';
import { listTold, NOTHING_TOLD, readTold } from '../checking/told-checks.ts';
import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import { type Surroundings, withProject } from '../config/wiring.ts';
import type { Retirement } from '../ledger/retire.ts';
import type { Store } from '../ledger/store.ts';
import type { Publisher } from '../publish/publisher.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { AuditFailure, asFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import type { Choice, ChosenProject } from './choice.ts';
import type { Progress } from './progress.ts';
import { retireBy } from './retire-by-check.ts';

const PROJECTS_AT_ONCE = 4;

export type CheckOneOptions = Omit<CheckOptions, 'now'> & {
  /** Tell publishers, when it says something that they were not told. */
  readonly publish: boolean;
  readonly progress: Progress;
};

export interface CheckedCluster {
  readonly result: CheckResult;
  /** What became of the cluster's records; `undefined` of a check that is not remembered. */
  readonly retirement: Retirement | undefined;
  readonly telling: Telling;
}

/**
 * Finds the cluster in the chosen projects and checks it in the one that has it.
 *
 * @throws AuditFailure `bad-usage` when none or several fit; what kept a project from answering, when no other has it
 */
export async function checkOneCluster(
  wanted: string,
  choice: Choice,
  surroundings: Surroundings,
  { progress, publish, ...options }: CheckOneOptions,
): Promise<CheckedCluster> {
  const { settings, moment } = choice;
  // Before anything is read: a secret that is missing is told at once.
  const publishers = publish ? await openPublishers(settings, surroundings) : undefined;
  const store = await openStore(settings, surroundings);
  const answers = await pLimit(PROJECTS_AT_ONCE).map(choice.projects, (project) =>
    resolveIn(project, wanted, choice, store, surroundings),
  );
  const target = chooseCluster(wanted, answers);
  const chosen = choice.projects.find((project) => project.settings.name === target.project);
  if (chosen === undefined) throw new TypeError(`project ${target.project} was not among the chosen`);
  progress({ project: target.project, text: `checking cluster ${target.uid}` });
  const result = await withProject(settings, chosen.settings, chosen, surroundings, (project) =>
    checkCluster(project, store, settings.thresholds, target.uid, { ...options, now: moment.now }),
  );
  const retirement = options.remember ? await retireBy(result, target, store, choice) : undefined;
  const telling =
    publishers === undefined ? NOT_TOLD : await tellOf(result, store, publishers, options.clock());
  return { result, retirement, telling };
}

const NOT_TOLD: Telling = { kind: 'not-told' };

async function tellOf(
  result: CheckResult,
  store: Store,
  publishers: readonly Publisher[],
  now: Instant,
): Promise<Telling> {
  const cluster = { project: result.run.project.name, uid: result.cluster.uid };
  const told = (await listTold(store, cluster.project)).get(cluster.uid) ?? NOTHING_TOLD;
  // What cannot be understood is told of by the runs that look for it: here a person waits for an answer.
  const last = await readTold(store, cluster, told).catch((thrown: unknown) => {
    if (thrown instanceof AuditFailure && thrown.code === 'ledger-damaged') return undefined;
    throw thrown;
  });
  return tellCheck(result, { store, publishers, now, told, last, isAskedFor: true });
}

async function resolveIn(
  chosen: ChosenProject,
  wanted: string,
  { settings, moment }: Choice,
  store: Store,
  surroundings: Surroundings,
): Promise<ResolvedIn> {
  const project = chosen.settings;
  try {
    const resolution = await withProject(settings, project, chosen, surroundings, (audited) =>
      findCluster(wanted, audited, store, settings.thresholds, moment.now),
    );
    return { project: project.name, resolution };
  } catch (thrown) {
    return { project: project.name, resolution: { kind: 'unreadable', failure: asFailure(thrown) } };
  }
}
