import pLimit from 'p-limit';
import { type CheckOptions, checkCluster, findCluster } from '../check.ts';
import { chooseCluster, type ResolvedIn } from '../checking/choose.ts';
import { openStore } from '../config/open-store.ts';
import { type Surroundings, withProject } from '../config/wiring.ts';
import { loadLedger } from '../ledger/files.ts';
import { type Retirement, retire } from '../ledger/retire.ts';
import type { Store } from '../ledger/store.ts';
import type { CheckResult } from '../report/clearance.ts';
import { asFailure } from '../terms/failure.ts';
import { type ClusterUid, resourceId } from '../terms/ids.ts';
import type { Choice, ChosenProject } from './choice.ts';

const PROJECTS_AT_ONCE = 4;

export type CheckOneOptions = Omit<CheckOptions, 'now'> & { readonly progress: (step: string) => void };

export interface CheckedCluster {
  readonly result: CheckResult;
  /** What became of the cluster's records; `undefined` of a check that is not remembered. */
  readonly retirement: Retirement | undefined;
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
  { progress, ...options }: CheckOneOptions,
): Promise<CheckedCluster> {
  const { settings, moment } = choice;
  const store = await openStore(settings, surroundings);
  const answers = await pLimit(PROJECTS_AT_ONCE).map(choice.projects, (project) =>
    resolveIn(project, wanted, choice, store, surroundings),
  );
  const target = chooseCluster(wanted, answers);
  const chosen = choice.projects.find((project) => project.settings.name === target.project);
  if (chosen === undefined) throw new TypeError(`project ${target.project} was not among the chosen`);
  progress(`${target.project}: checking cluster ${target.uid}`);
  const result = await withProject(settings, chosen.settings, chosen, surroundings, (project) =>
    checkCluster(project, store, settings.thresholds, target.uid, { ...options, now: moment.now }),
  );
  const retirement = options.remember ? await retireBy(result, target, store, choice) : undefined;
  return { result, retirement };
}

/** A check that is to be remembered is a proof of absence: two of them, the set time apart, retire a cluster's records. */
async function retireBy(
  result: CheckResult,
  { project, uid }: { readonly project: string; readonly uid: ClusterUid },
  store: Store,
  { settings, moment }: Choice,
): Promise<Retirement> {
  const gone = result.resources
    .filter(({ fate }) => fate === 'gone')
    .flatMap(({ id }) => resourceId(id) ?? []);
  return retire({
    store,
    project,
    ledger: await loadLedger(store, project),
    cluster: uid,
    proof: {
      isClusterGone: result.run.complete && result.cluster.state.kind === 'gone',
      gone: new Set(gone),
    },
    now: moment.now,
    retentionMs: settings.recordRetentionMs,
  });
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
