import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import type { Settings } from '../config/settings.ts';
import type { Surroundings } from '../config/wiring.ts';
import type { Store } from '../ledger/store.ts';
import { deliver } from '../publish/delivery/deliver.ts';
import { keepPublication } from '../publish/delivery/pending.ts';
import type { Delivery } from '../publish/delivery/receipts.ts';
import { areAllThere, readParts } from '../publish/run-parts.ts';
import { mergeReports } from '../report/merge.ts';
import type { Report } from '../report/report.ts';
import { type Instant, MINUTE_MS, parseInstant, plusMs, SECOND_MS } from '../terms/instants.ts';
import { readable } from '../terms/readable.ts';
import type { Progress } from './progress.ts';

export interface PublishRunOptions {
  readonly runId: string;
  /** `undefined`: when the first of its parts was. */
  readonly startedAt: Instant | undefined;
  readonly targets: readonly PublishTarget[];
  /** For parts that others are still making. */
  readonly patience: Patience | undefined;
}

export interface Patience {
  /** How long to wait at most; then what is there is published. */
  readonly ms: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly progress: Progress;
}

export interface PublishTarget {
  readonly project: string;
  /** Why nothing may have come of it, as far as is known. */
  readonly why: string | undefined;
}

export interface PublishedRun {
  readonly report: Report;
  readonly delivery: Delivery;
}

/**
 * Merges the parts of a run into one report, keeps it, and hands it to every publisher. A project without a part makes
 * the report incomplete, and stops nothing.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`; AggregateError when a publisher cannot be opened
 */
export async function publishRun(
  settings: Settings,
  surroundings: Surroundings,
  { runId, startedAt, targets, patience }: PublishRunOptions,
): Promise<PublishedRun> {
  const publishers = await openPublishers(settings, surroundings);
  const store = await openStore(settings, surroundings);
  const { clock } = surroundings;
  // One that is named twice would be counted twice.
  const once = [...new Map(targets.map((target) => [target.project, target])).values()];
  const projects = once.map(({ project, why }) => ({ project, region: regionOf(project, settings), why }));
  if (patience !== undefined) await waitForParts(store, runId, targets, clock, patience);
  const { parts, missing } = await readParts(store, runId, projects);
  const now = clock();
  const report = mergeReports({
    run: { id: runId, startedAt: startedAt ?? firstStart(parts) ?? now, finishedAt: now },
    parts,
    missing,
  });
  const memory = { store, now };
  // Whoever it is published to, the alerts of the morning are made of it.
  await keepPublication(memory, { kind: 'report', report });
  const delivery = await deliver({ kind: 'report', report }, publishers, memory);
  return { report, delivery };
}

const LOOK_EVERY_MS = 15 * SECOND_MS;

/** A store that cannot be read now may be in a moment; what stays unreadable is told of each part. */
async function waitForParts(
  store: Store,
  runId: string,
  targets: readonly PublishTarget[],
  clock: () => Instant,
  { ms, sleep, progress }: Patience,
): Promise<void> {
  const projects = targets.map(({ project }) => project);
  const end = plusMs(clock(), ms);
  for (;;) {
    const there = await readable(() => areAllThere(store, runId, projects));
    const left = end - clock();
    if ((there.kind === 'read' && there.value) || left <= 0) return;
    progress({
      project: undefined,
      text: `waiting for the parts of ${runId}, for ${Math.ceil(left / MINUTE_MS)} minutes at most`,
    });
    await sleep(Math.min(LOOK_EVERY_MS, left));
  }
}

function regionOf(project: string, { projects }: Settings): string {
  return projects.find(({ name }) => name === project)?.region ?? '';
}

function firstStart(parts: readonly Report[]): Instant | undefined {
  return parseInstant(parts.map(({ run }) => run.startedAt).toSorted()[0]);
}
