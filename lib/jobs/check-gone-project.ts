import { type AuditedProject, openAudit } from '../audit.ts';
import { type CheckOptions, examineCluster } from '../check.ts';
import { clustersToCheck, type DueCluster } from '../checking/due.ts';
import {
  type Candidate,
  type Plan,
  planChecks,
  type SkippedCluster,
  skipped,
} from '../checking/gone-plan.ts';
import { deliverTold, isLeftUndelivered, type Telling, tellCheck } from '../checking/tell-check.ts';
import {
  listTold,
  NOTHING_TOLD,
  readTold,
  type ToldCheck,
  type ToldCluster,
} from '../checking/told-checks.ts';
import type { Settings } from '../config/settings.ts';
import { type LoadedLedger, loadLedger } from '../ledger/files.ts';
import { isProofDue, type Retirement } from '../ledger/retire.ts';
import type { Store } from '../ledger/store.ts';
import type { Delivery } from '../publish/delivery/receipts.ts';
import type { Publisher } from '../publish/publisher.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { type AuditFailure, asFailure } from '../terms/failure.ts';
import { type Instant, SECOND_MS } from '../terms/instants.ts';
import type { Moment } from './choice.ts';
import type { Progress } from './progress.ts';
import { retireBy } from './retire-by-check.ts';

/** A check is begun while at least this much time is left, and as much as the longest one before it took. */
const LEAST_TIME_MS = 30 * SECOND_MS;

export type CheckGoneOptions = Omit<CheckOptions, 'now' | 'remember'> & {
  /** False at a moment of one's choosing: then nothing is told, remembered or retired. */
  readonly isRemembered: boolean;
  readonly progress: Progress;
};

export interface CheckMade {
  readonly result: CheckResult;
  readonly telling: Telling;
  /** What became of the cluster's records; `undefined`: they waited for nothing. */
  readonly retirement: Retirement | undefined;
}

export interface CheckedProject {
  readonly project: string;
  /** Its clusters could be listed. */
  readonly isRead: boolean;
  readonly checks: readonly CheckMade[];
  readonly skipped: readonly SkippedCluster[];
  /** What an earlier run wrote down and did not come to deliver. */
  readonly caughtUp: readonly Delivery[];
  /** Beside those of the checks and deliveries themselves. */
  readonly failures: readonly AuditFailure[];
}

export interface GoneChoice {
  readonly settings: Pick<Settings, 'thresholds' | 'recordRetentionMs'>;
  readonly moment: Pick<Moment, 'now'>;
}

export interface Job {
  readonly store: Store;
  readonly publishers: readonly Publisher[];
  /** When the whole run must end. */
  readonly deadline: Instant | undefined;
  readonly options: CheckGoneOptions;
}

/**
 * Checks the recorded clusters of one project that have gone, or are stuck in their deletion, and tells publishers what was
 * not told before.
 *
 * @throws AuditFailure: what kept the clusters from being listed, or the store from saying what was recorded or told
 */
export async function checkGoneOf(
  project: AuditedProject,
  choice: GoneChoice,
  job: Job,
): Promise<CheckedProject> {
  const { store, options } = job;
  const { name } = project;
  const { now } = choice.moment;
  const { thresholds } = choice.settings;
  options.progress({ project: name, text: 'looking for clusters that have gone' });
  const { entries, looked, failures: ofLedger } = await openAudit(project, store, thresholds, now);
  const [ofWhole] = ofLedger;
  // Without any record no cluster would be due: that is not the same as that none has gone.
  if (ofWhole !== undefined && entries.records.length === 0) throw ofWhole;
  const list = await project.cloud.listClusters();
  const memory = { ledger: looked.ledger, records: entries.records };
  const due = clustersToCheck(memory, list, { now, deletionPeriodMs: thresholds.deletionPeriodMs });

  const failures: AuditFailure[] = [...ofLedger];
  const told = await rememberedOf(store, name, due, failures);
  const caughtUp = options.isRemembered ? await catchUp(name, told, job) : [];
  const ledger = due.length === 0 ? undefined : await loadLedger(store, name);
  const plan = planChecks(due.map((cluster) => candidateOf(cluster, told, ledger, choice)));

  const { checks, late } = await checkEach(plan, { project, choice, job, told, ledger, failures });
  return {
    project: name,
    isRead: true,
    checks,
    skipped: [...plan.skipped, ...late.map((cluster) => skipped(cluster, 'no-time'))],
    caughtUp,
    failures,
  };
}

interface Remembered {
  readonly told: ToldCluster;
  readonly last: ToldCheck | undefined;
}

type RememberedClusters = ReadonlyMap<string, Remembered>;

/** Of the clusters that are due, and of those with something that is still to be delivered. */
async function rememberedOf(
  store: Store,
  project: string,
  due: readonly DueCluster[],
  failures: AuditFailure[],
): Promise<RememberedClusters> {
  const isDue = new Set<string>(due.map(({ uid }) => uid));
  const remembered = new Map<string, Remembered>();
  for (const [uid, told] of await listTold(store, project)) {
    if (!isDue.has(uid) && told.isDelivered) continue;
    try {
      remembered.set(uid, { told, last: await readTold(store, { project, uid }, told) });
    } catch (thrown) {
      failures.push(asFailure(thrown));
      remembered.set(uid, { told, last: undefined });
    }
  }
  return remembered;
}

async function catchUp(
  project: string,
  remembered: RememberedClusters,
  { store, publishers, options: { runId, clock } }: Job,
): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  for (const [uid, { told, last }] of remembered) {
    const now = clock();
    if (last === undefined || !isLeftUndelivered(told, last, { runId, now })) continue;
    const cluster = { project, uid };
    deliveries.push(await deliverTold(cluster, told.sequence, last, { store, publishers, now }));
  }
  return deliveries;
}

function candidateOf(
  cluster: DueCluster,
  remembered: RememberedClusters,
  ledger: LoadedLedger | undefined,
  { settings, moment }: GoneChoice,
): Candidate {
  const { uid } = cluster;
  return {
    cluster,
    last: remembered.get(uid)?.last?.publication.check,
    lastRecordedAt: ledger?.records.findLast((record) => record.cluster.uid === uid)?.recordedAt,
    isProofDue: ledger !== undefined && isProofDue(ledger, uid, moment.now, settings.recordRetentionMs),
  };
}

interface Errand {
  readonly project: AuditedProject;
  readonly choice: GoneChoice;
  readonly job: Job;
  readonly told: RememberedClusters;
  readonly ledger: LoadedLedger | undefined;
  readonly failures: AuditFailure[];
}

/** One after the other, as long as there is time for another. */
async function checkEach(
  { toCheck }: Plan,
  errand: Errand,
): Promise<{ readonly checks: readonly CheckMade[]; readonly late: readonly DueCluster[] }> {
  const { deadline, options } = errand.job;
  const checks: CheckMade[] = [];
  let longestMs = LEAST_TIME_MS;
  for (const [index, cluster] of toCheck.entries()) {
    const begun = options.clock();
    if (!isTimeLeft(begun, deadline, longestMs)) return { checks, late: toCheck.slice(index) };
    options.progress({ project: errand.project.name, text: `checking cluster ${cluster.uid}` });
    checks.push(await checkOne(cluster, errand));
    longestMs = Math.max(longestMs, options.clock() - begun);
  }
  return { checks, late: [] };
}

function isTimeLeft(now: Instant, deadline: Instant | undefined, neededMs: number): boolean {
  return deadline === undefined || deadline - now >= neededMs;
}

/** Every run that finds nothing new would else grow the run history, 48 times a day: only what changes something is in it. */
async function checkOne({ uid }: DueCluster, errand: Errand): Promise<CheckMade> {
  const { project, choice, job, told, ledger, failures } = errand;
  const { store, publishers, options } = job;
  const { settings, moment } = choice;
  const { result, remember } = await examineCluster(project, store, settings.thresholds, uid, {
    ...options,
    now: moment.now,
    remember: false,
  });
  if (!options.isRemembered) return { result, telling: { kind: 'not-told' }, retirement: undefined };
  const attempt = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await act();
    } catch (thrown) {
      failures.push(asFailure(thrown));
      return undefined;
    }
  };
  const { told: before = NOTHING_TOLD, last } = told.get(uid) ?? {};
  const now = options.clock();
  const telling = await attempt(() =>
    tellCheck(result, { store, publishers, now, told: before, last, isAskedFor: false }),
  );
  const isDue = ledger !== undefined && isProofDue(ledger, uid, moment.now, settings.recordRetentionMs);
  const retirement =
    isDue && isAllGone(result)
      ? await attempt(() => retireBy(result, { project: project.name, uid }, store, choice))
      : undefined;
  const isStep = retirement !== undefined && retirement.kind !== 'kept';
  if (telling?.kind === 'told' || isStep) await attempt(remember);
  return { result, telling: telling ?? { kind: 'not-told' }, retirement };
}

/** Only then can a proof be given, and the ledger is worth reading once more. */
function isAllGone({ run, cluster, resources }: CheckResult): boolean {
  const isGone = run.complete && cluster.state.kind === 'gone';
  return isGone && resources.every(({ origin, fate }) => origin !== 'recorded' || fate === 'gone');
}
