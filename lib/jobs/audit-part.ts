import { openStore } from '../config/open-store.ts';
import type { Surroundings } from '../config/wiring.ts';
import { keepPart, readPart } from '../publish/run-parts.ts';
import { isNothingIn } from '../report/nothing-in.ts';
import type { Report } from '../report/report.ts';
import { type AuditReportOptions, auditReport } from './audit-report.ts';
import type { Choice } from './choice.ts';

export type AuditPartOptions = Omit<AuditReportOptions, 'all' | 'keep' | 'remember' | 'language'>;

/**
 * Audits each chosen project as its part of a run that is spread over several processes, and keeps what was found for
 * the one who publishes. A part that is there already is not made again, unless it could read nothing.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`
 */
export async function auditParts(
  choice: Choice,
  surroundings: Surroundings,
  options: AuditPartOptions,
): Promise<readonly Report[]> {
  const store = await openStore(choice.settings, surroundings);
  const { runId } = options;
  const parts: Report[] = [];
  for (const project of choice.projects) {
    const { name } = project.settings;
    const before = await readPart(store, runId, name);
    if (before !== undefined && !isNothingIn(before.report)) {
      options.progress({ project: name, text: 'done already, in this run' });
      parts.push(before.report);
      continue;
    }
    const { report } = await auditReport({ ...choice, projects: [project] }, surroundings, {
      ...options,
      all: false,
      keep: new Set(),
      remember: true,
      language: choice.settings.language,
    });
    const kept = await keepPart(store, runId, name, report, (before?.attempt ?? 0) + 1);
    // Of two at once the first one's stands; both tell the same.
    const standing = kept === 'created' ? report : (await readPart(store, runId, name))?.report;
    parts.push(standing ?? report);
  }
  return parts;
}
