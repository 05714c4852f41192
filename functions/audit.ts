import { openPublishers } from '../lib/config/wiring.ts';
import { auditProjects, isNothingRead } from '../lib/jobs/audit-projects.ts';
import { choose } from '../lib/jobs/choice.ts';
import { type InvocationContext, openInvocation } from '../lib/jobs/invocation.ts';
import { deliver } from '../lib/publish/deliver.ts';
import { buildReport } from '../lib/report/build.ts';
import type { Report } from '../lib/report/report.ts';

export interface AuditAnswer {
  readonly runId: string;
  readonly complete: boolean;
  readonly instances: Report['summary']['instances'];
  readonly volumes: Report['summary']['volumes'];
  readonly problems: Report['run']['problems'];
  /** Where the report is. */
  readonly reports: readonly string[];
}

/**
 * The nightly audit. Answers with counts; rejects when the configuration is faulty, when nothing could be read, and
 * when a report reached no publisher it was meant for, so that the runtime's own alarms hear of it.
 */
export async function handler(event: unknown, context: InvocationContext): Promise<AuditAnswer> {
  const { projects: names, clock, log, surroundings } = openInvocation('audit', event, context);
  const startedAt = clock();
  const runId = crypto.randomUUID();
  const choice = await choose(
    { config: undefined, projects: names, now: undefined },
    { env: process.env, clock },
  );
  for (const notice of choice.settings.notices) log.warn({ runId }, notice);

  const projects = await auditProjects(choice, surroundings, {
    runId,
    all: false,
    keep: new Set(),
    remember: true,
    progress: (step) => log.info({ runId }, step),
  });
  const { language, ignore, publish } = choice.settings;
  const report = buildReport({
    run: { id: runId, startedAt, finishedAt: clock(), asOf: choice.moment.now },
    projects,
    ignore,
    language,
    all: false,
  });
  for (const problem of report.run.problems) log.error({ runId, ...problem }, problem.message);

  const { places, failures } = await deliver({ kind: 'report', report }, await openPublishers(publish));
  const { instances, volumes } = report.summary;
  const { complete, problems } = report.run;
  log.info({ runId, complete, instances, volumes, reports: places }, 'audited');
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map((failure) => failure.message).join('; '));
  if (projects.every(isNothingRead)) throw new Error(problems.map((problem) => problem.message).join('; '));
  return { runId, complete, instances, volumes, problems, reports: places };
}
