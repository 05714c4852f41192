import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import type { Settings } from '../config/settings.ts';
import type { Surroundings } from '../config/wiring.ts';
import { deliver } from '../publish/deliver.ts';
import { keepPublication } from '../publish/pending.ts';
import type { Delivery } from '../publish/receipts.ts';
import { readParts } from '../publish/run-parts.ts';
import { mergeReports } from '../report/merge.ts';
import type { Report } from '../report/report.ts';
import { type Instant, parseInstant } from '../terms/instants.ts';

export interface PublishRunOptions {
  readonly runId: string;
  /** `undefined`: when the first of its parts was. */
  readonly startedAt: Instant | undefined;
  readonly targets: readonly PublishTarget[];
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
  { runId, startedAt, targets }: PublishRunOptions,
): Promise<PublishedRun> {
  const publishers = await openPublishers(settings, surroundings);
  const store = await openStore(settings, surroundings);
  const { clock } = surroundings;
  const projects = targets.map(({ project, why }) => ({ project, region: regionOf(project, settings), why }));
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

function regionOf(project: string, { projects }: Settings): string {
  return projects.find(({ name }) => name === project)?.region ?? '';
}

function firstStart(parts: readonly Report[]): Instant | undefined {
  return parseInstant(parts.map(({ run }) => run.startedAt).toSorted()[0]);
}
