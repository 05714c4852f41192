import { choose } from '../lib/jobs/choice.ts';
import {
  type InvocationContext,
  logged,
  openInvocation,
  PROJECTS_USAGE,
  projectsEvent,
} from '../lib/jobs/invocation.ts';
import { isNothingRecorded, recordProjects } from '../lib/jobs/record-projects.ts';
import type { FailureCode } from '../lib/terms/failure.ts';

export interface RecordAnswer {
  readonly complete: boolean;
  /** How many clusters were recorded, and how many instances Karpenter could no longer reclaim. */
  readonly clusters: number;
  readonly warnings: number;
  readonly problems: readonly RecordProblem[];
}

interface RecordProblem {
  readonly code: FailureCode;
  readonly project: string;
  readonly message: string;
  readonly remedy: string;
}

/**
 * The hourly record of what is alive. Answers with counts; rejects when the configuration is faulty and when nothing
 * could be recorded, so that the runtime's own alarms hear of it.
 */
export async function handler(event: unknown, context: InvocationContext): Promise<RecordAnswer> {
  const invocation = openInvocation('record', projectsEvent, PROJECTS_USAGE, event, context);
  const { clock, log, surroundings } = invocation;
  const choice = await choose(
    { config: undefined, projects: invocation.event.projects, now: undefined, signatures: 'ignore' },
    { env: process.env, clock },
  );
  const projects = await recordProjects(choice, surroundings, logged(log));

  const problems = projects.flatMap(({ project, problems: found }) =>
    found.map(({ code, message, remedy }): RecordProblem => ({ code, project, message, remedy })),
  );
  for (const problem of problems) log.error({ ...problem }, problem.message);
  const warnings = projects.flatMap(({ project, warnings: found }) =>
    found.map((one) => ({ project, ...one })),
  );
  for (const warning of warnings) log.warn({ ...warning }, 'Karpenter can no longer reclaim this instance');

  const answer = {
    complete: projects.every((project) => project.complete),
    clusters: projects.flatMap((project) => project.records).length,
    warnings: warnings.length,
    problems,
  };
  log.info({ complete: answer.complete, clusters: answer.clusters, warnings: answer.warnings }, 'recorded');
  if (projects.every(isNothingRecorded))
    throw new Error(problems.map((problem) => problem.message).join('; '));
  return answer;
}
