import { failuresOf, type Looked } from './auditing/clusters.ts';
import { confirm, judge, orphansOf, unheard } from './auditing/judge.ts';
import { keyringsSeen } from './auditing/keyrings.ts';
import { type Look, lookAgain, takeLook } from './auditing/look.ts';
import { runEntryOf } from './auditing/run-entry.ts';
import { told } from './auditing/told.ts';
import type { Thresholds } from './evidence/instances.ts';
import type { Cloud } from './inventory/cloud.ts';
import { bind, checkBinding } from './ledger/binding.ts';
import type { RunEntry } from './ledger/entries.ts';
import { appendRun, loadLedger } from './ledger/files.ts';
import type { ConfiguredCluster } from './ledger/known-clusters.ts';
import { foldLedger, type LedgerEntries } from './ledger/ledger.ts';
import type { Store } from './ledger/store.ts';
import type { Witnesses } from './ledger/witnesses.ts';
import type { ProjectSigning } from './signing/project-signing.ts';
import { AuditFailure } from './terms/failure.ts';
import type { ResourceId } from './terms/ids.ts';
import type { Instant } from './terms/instants.ts';
import { readable } from './terms/readable.ts';
import type { ProjectVerdicts } from './verdict/judged.ts';

export interface AuditedProject {
  readonly name: string;
  readonly region: string;
  readonly cloud: Cloud;
  readonly witnesses: Witnesses;
  readonly clusters: readonly ConfiguredCluster[];
  readonly signing: ProjectSigning;
}

export interface AuditOptions {
  readonly runId: string;
  /** Judge as of this moment. */
  readonly now: Instant;
  /** Keep the unrelated resources too. */
  readonly all: boolean;
  /** Keep these, related or not. */
  readonly keep: ReadonlySet<ResourceId>;
  /** Write what was seen into the run history; false for `explain`, and for `--now` against a real cloud. */
  readonly remember: boolean;
}

/**
 * Audits one project: inventory → ledger → evidence → verdict. Never rejects: what could not be read is a problem in
 * the result, and moves verdicts away from `orphan`.
 */
export async function auditProject(
  project: AuditedProject,
  store: Store,
  thresholds: Thresholds,
  options: AuditOptions,
): Promise<ProjectVerdicts> {
  const opened = await openAudit(project, store, thresholds, options.now);
  return (await runAudit(opened, options)).verdicts;
}

/** A project with what its ledger remembers of it for one moment. */
export interface OpenedAudit {
  readonly project: AuditedProject;
  readonly store: Store;
  readonly thresholds: Thresholds;
  readonly entries: LedgerEntries;
  readonly looked: Looked;
  /** Of the ledger. */
  readonly failures: readonly AuditFailure[];
}

/** What one run saw, and what it says of it. */
export interface AuditRun {
  readonly look: Look;
  readonly verdicts: ProjectVerdicts;
  /** What the run history is to remember of it, at once or later ({@link rememberRun}). */
  readonly entry: RunEntry;
}

/** Never rejects, as {@link auditProject}. */
export async function openAudit(
  project: AuditedProject,
  store: Store,
  thresholds: Thresholds,
  now: Instant,
): Promise<OpenedAudit> {
  const { cloud, witnesses, clusters: configured, signing } = project;
  const { gracePeriodMs } = thresholds;
  const entries = await entriesOf(store, project);
  const ledger = foldLedger(entries.value, { now, gracePeriodMs, configured });
  const own = await readable(() => cloud.project());
  const projectId = own.kind === 'read' ? own.value.id : undefined;
  const looked: Looked = {
    cloud,
    witnesses,
    configured,
    ledger,
    signing,
    projectId,
    now,
    gracePeriodMs,
  };
  return { project, store, thresholds, entries: entries.value, looked, failures: entries.failures };
}

/** Never rejects, as {@link auditProject}. */
export async function runAudit(opened: OpenedAudit, options: Omit<AuditOptions, 'now'>): Promise<AuditRun> {
  const { project, store, thresholds, looked } = opened;
  const look = await takeLook(looked, { all: options.all, ids: options.keep });
  const read = [...opened.failures, ...look.failures];
  const first = judge(looked, look, thresholds, read.length === 0);

  const orphans = orphansOf(first);
  const isNone = orphans.instances.length + orphans.volumes.length === 0;
  const run = isNone
    ? { ...first, failures: [] }
    : confirm(first, await lookAgain(looked, look, orphans), looked);

  const { signatures } = run.scene;
  const keys = keyringsSeen({ looked, look, entries: opened.entries, signatures, instances: run.instances });
  const { signingKeys } = keys;
  const entry = runEntryOf({
    runId: options.runId,
    asOf: looked.now,
    ledger: looked.ledger,
    ...run,
    signingKeys,
  });
  const remembered = options.remember ? [await readable(() => rememberRun({ store, project }, entry))] : [];
  const failures = [...read, ...run.failures, ...failuresOf(remembered)];
  const verdicts = await told({
    project,
    looked,
    look,
    run,
    keys,
    entries: opened.entries,
    failures: failures.length > 0 || run.isComplete ? failures : unheard(run),
  });
  return { look, verdicts, entry };
}

/** A ledger that could not be read, or is another project's, is damaged as a whole: it could hold anything. */
async function entriesOf(
  store: Store,
  { name, cloud }: AuditedProject,
): Promise<{ readonly value: LedgerEntries; readonly failures: readonly AuditFailure[] }> {
  const loaded = await readable(async () => {
    const entries = await loadLedger(store, name);
    const own = await readable(() => cloud.project());
    // Without a token nothing else can be read either, and the lists say so.
    if (own.kind === 'read') await checkBinding(store, name, own.value.id);
    return entries;
  });
  if (loaded.kind === 'read') return { value: loaded.value, failures: damageFailures(loaded.value) };
  const { message } = loaded.failure;
  const damaged = [{ key: store.place, why: `could not be read: ${message}` }];
  return { value: { records: [], runs: [], damaged }, failures: [loaded.failure] };
}

/**
 * Writes what a run saw into the run history. An audit that is to be remembered binds the ledger to its project of the
 * cloud, as a record does.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`, `foreign-project`; what kept the project from answering
 */
export async function rememberRun(
  { store, project: { name, cloud } }: Pick<OpenedAudit, 'store' | 'project'>,
  entry: RunEntry,
): Promise<void> {
  const { id } = await cloud.project();
  await checkBinding(store, name, id);
  await bind(store, name, id);
  await appendRun(store, name, entry);
}

function damageFailures({ damaged }: LedgerEntries): readonly AuditFailure[] {
  return damaged.map(
    ({ key, why }) =>
      new AuditFailure(
        'ledger-damaged',
        `${key} ${why}`,
        'put the file back from a backup, or move it out of the store: until then nothing can be proven by the ledger',
      ),
  );
}
