import type { Surroundings } from '../config/wiring.ts';
import { deliver } from '../publish/delivery/deliver.ts';
import type { Memory } from '../publish/delivery/pending.ts';
import type { Publisher } from '../publish/publisher.ts';
import type { Report } from '../report/report.ts';
import type { Language } from '../report/words/language.ts';
import type { AuditFailure } from '../terms/failure.ts';
import { isNothingRead } from './audit-projects.ts';
import { auditReport } from './audit-report.ts';
import type { Choice } from './choice.ts';
import type { Progress } from './progress.ts';

export interface AuditedReport {
  readonly report: Report;
  /** Where messages can point to; `null`: it was stored nowhere. */
  readonly place: string | null;
  /** Of storing it. */
  readonly failures: readonly AuditFailure[];
  readonly isNothingRead: boolean;
}

export interface AuditedReportOptions {
  readonly runId: string;
  readonly language: Language;
  readonly progress: Progress;
  /** `undefined`: the run is not remembered, and its report is stored nowhere. */
  readonly memory: Memory | undefined;
}

/**
 * Audits the chosen projects for those who hear of changes only: the report goes to the archives, so that a message has
 * something to point to, and to no messenger.
 */
export async function auditedReport(
  choice: Choice,
  surroundings: Surroundings,
  publishers: readonly Publisher[],
  { runId, language, progress, memory }: AuditedReportOptions,
): Promise<AuditedReport> {
  const { clock } = surroundings;
  const { projects, report } = await auditReport(choice, surroundings, {
    runId,
    startedAt: clock(),
    clock,
    language,
    all: false,
    keep: new Set(),
    remember: memory !== undefined,
    progress,
  });
  const isUnread = projects.every(isNothingRead);
  if (memory === undefined) return { report, place: null, failures: [], isNothingRead: isUnread };
  const archives = publishers.filter(({ role }) => role === 'archive');
  const { storedAt, failures } = await deliver({ kind: 'report', report }, archives, memory);
  return { report, place: storedAt, failures, isNothingRead: isUnread };
}
