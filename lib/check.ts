import { type AuditedProject, openAudit, rememberRun, runAudit } from './audit.ts';
import { clusterStateOf } from './checking/cluster-state.ts';
import { keyringServesOthers } from './checking/keyring-serves.ts';
import { gatherProofs } from './checking/prove.ts';
import { recordedOf } from './checking/recorded.ts';
import { candidatesOf, type Resolution, resolveCluster } from './checking/resolve.ts';
import { checkResult } from './checking/result.ts';
import { fatesOf, idsOfKind, soughtOf } from './checking/sought.ts';
import { tiesTo } from './checking/ties.ts';
import type { PriceBook } from './cost/price-book.ts';
import type { Thresholds } from './evidence/instances.ts';
import type { Store } from './ledger/store.ts';
import type { IgnoreEntry } from './report/build.ts';
import type { CheckResult } from './report/clearance/clearance.ts';
import type { Language } from './report/words/language.ts';
import type { ClusterUid } from './terms/ids.ts';
import type { Instant } from './terms/instants.ts';
import { readable } from './terms/readable.ts';

/** Which cluster of a project is meant by a UID, a console's cluster ID or a name. Never rejects. */
export async function findCluster(
  wanted: string,
  project: AuditedProject,
  store: Store,
  thresholds: Thresholds,
  now: Instant,
): Promise<Resolution> {
  const { entries, looked } = await openAudit(project, store, thresholds, now);
  const list = await readable(() => project.cloud.listClusters());
  return resolveCluster(wanted, { ledger: looked.ledger, entries, list });
}

export interface CheckOptions {
  readonly runId: string;
  /** Judge as of this moment. */
  readonly now: Instant;
  readonly clock: () => Instant;
  /** Of the evidence's details and the next steps. */
  readonly language: Language;
  readonly ignore: readonly IgnoreEntry[];
  /** `undefined`: what is left stays unpriced. */
  readonly prices: PriceBook | undefined;
  /** Write what was seen into the run history. It is never proof. */
  readonly remember: boolean;
}

/**
 * Says of one cluster, after its deletion, what was recorded, what is proven gone, what is left with the audit's verdicts
 * on it, and whether that clears it. Never rejects: what could not be read is a problem, and clears nothing.
 */
export async function checkCluster(
  project: AuditedProject,
  store: Store,
  thresholds: Thresholds,
  uid: ClusterUid,
  options: CheckOptions,
): Promise<CheckResult> {
  return (await examineCluster(project, store, thresholds, uid, options)).result;
}

/** A check of which it is not yet decided whether the run history is to know of it. */
export interface ExaminedCluster {
  readonly result: CheckResult;
  /** Writes what was seen into the run history. @throws AuditFailure */
  remember(): Promise<void>;
}

/** {@link checkCluster} for one who decides by its result whether it is to be remembered. */
export async function examineCluster(
  project: AuditedProject,
  store: Store,
  thresholds: Thresholds,
  uid: ClusterUid,
  options: CheckOptions,
): Promise<ExaminedCluster> {
  const { runId, now, remember } = options;
  const startedAt = options.clock();
  const opened = await openAudit(project, store, thresholds, now);
  const { ledger } = opened.looked;
  const { records } = opened.entries;
  const recorded = recordedOf(uid, records, ledger);
  // Volumes behind PersistentVolumes may bear no mark: the listing has to be told to keep them.
  const keep = new Set(recorded.volumes.keys());
  const { look, verdicts, entry } = await runAudit(opened, { runId, all: false, keep, remember });

  const { clusters } = look;
  const first = clusters.look.list;
  const listed = first.kind === 'read' ? first.value.find((cluster) => cluster.uid === uid) : undefined;
  const ties = tiesTo(
    { uid, listedName: listed?.name, recorded, testimony: clusters.testimony, instances: look.instances },
    verdicts.judged,
  );
  const sought = soughtOf(recorded, ties, verdicts.judged);
  const proofs = await gatherProofs(project.cloud, {
    instances: idsOfKind(sought, 'instance'),
    volumes: idsOfKind(sought, 'volume'),
    clusterNames: clusters.known.get(uid)?.names ?? [],
    declaredNone: clusters.look.declaredNone,
  });

  const second = proofs.clusters;
  const candidate = candidatesOf({ ledger, entries: opened.entries, list: second.list }).find(
    (one) => one.uid === uid,
  );
  const state = clusterStateOf({
    uid,
    consoleIds: candidate?.consoleIds ?? [],
    known: clusters.known,
    damage: ledger.damage,
    first,
    second,
    testimony: clusters.testimony,
    now,
    deletionPeriodMs: thresholds.deletionPeriodMs,
  });
  const result = checkResult({
    run: { id: runId, startedAt, finishedAt: options.clock(), asOf: now },
    uid,
    candidate,
    state,
    clusters: second.list,
    proofs,
    records: records.filter(({ cluster }) => cluster.uid === uid),
    retired: opened.entries.retired?.find(({ cluster }) => cluster === uid),
    damage: ledger.damage,
    recorded,
    fates: fatesOf(sought, look, verdicts.judged, proofs),
    unattributedPersistentVolumes: ties.unattributedPersistentVolumes,
    verdicts,
    keyringServesOthers: keyringServesOthers(uid, project.signing, verdicts.judged, look),
    ignore: options.ignore,
    prices: options.prices,
    language: options.language,
  });
  return { result, remember: () => rememberRun(opened, entry) };
}
