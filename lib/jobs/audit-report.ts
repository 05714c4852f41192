import { priceBookOf } from '../config/price-book.ts';
import type { Surroundings } from '../config/wiring.ts';
import { buildReport } from '../report/build.ts';
import type { Report } from '../report/report.ts';
import type { Language } from '../report/words/language.ts';
import type { Instant } from '../terms/instants.ts';
import type { ProjectVerdicts } from '../verdict/judged.ts';
import { type AuditAllOptions, auditProjects } from './audit-projects.ts';
import type { Choice } from './choice.ts';

export type AuditReportOptions = AuditAllOptions & {
  readonly startedAt: Instant;
  readonly clock: () => Instant;
  readonly language: Language;
};

/** What an audit of the chosen projects says, before and after it is put into a report. */
export interface AuditReport {
  readonly projects: readonly ProjectVerdicts[];
  readonly report: Report;
}

/**
 * Audits the chosen projects, and prices and reports what was found.
 *
 * @throws AggregateError of AuditFailures `config-invalid`: the faults of the price book, before anybody is asked
 */
export async function auditReport(
  choice: Choice,
  surroundings: Surroundings,
  options: AuditReportOptions,
): Promise<AuditReport> {
  const prices = await priceBookOf(choice.settings);
  const projects = await auditProjects(choice, surroundings, options);
  const { runId, startedAt, clock, language, all } = options;
  const report = buildReport({
    run: { id: runId, startedAt, finishedAt: clock(), asOf: choice.moment.now },
    projects,
    ignore: choice.settings.ignore,
    prices,
    language,
    all,
  });
  return { projects, report };
}
