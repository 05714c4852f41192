import * as z from 'zod';
import { auditParts } from '../lib/jobs/audit-part.ts';
import { choose } from '../lib/jobs/choice.ts';
import { type InvocationContext, logged, openInvocation } from '../lib/jobs/invocation.ts';
import type { Report } from '../lib/report/report.ts';

const eventSchema = z.strictObject({ runId: z.string().min(1), project: z.string().min(1) });
const USAGE = 'send {"runId": "…", "project": "name"}, as targets answers them';

export interface AuditAnswer {
  readonly runId: string;
  readonly project: string;
  readonly complete: boolean;
  readonly instances: Report['summary']['instances'];
  readonly volumes: Report['summary']['volumes'];
  readonly problems: number;
}

/**
 * The nightly audit, step 2, once for each target: one project → its part of the report, kept for `publish`. Called
 * twice with one run ID, it makes the part once. What could not be read is in the part; it rejects when there is none:
 * the configuration is faulty, or the part could not be kept.
 */
export async function handler(event: unknown, context: InvocationContext): Promise<AuditAnswer> {
  const invocation = openInvocation('audit', eventSchema, USAGE, event, context);
  const { clock, surroundings } = invocation;
  const { runId, project } = invocation.event;
  const ofRun = invocation.log.child({ runId });
  const log = ofRun.child({ project });
  const startedAt = clock();
  const choice = await choose(
    { config: undefined, projects: [project], now: undefined, signatures: 'verify' },
    { env: process.env, clock },
  );
  const [part] = await auditParts(
    choice,
    { ...surroundings, log },
    {
      runId,
      startedAt,
      clock,
      progress: logged(ofRun),
    },
  );
  if (part === undefined) throw new TypeError(`no part was made for project ${project}`);
  for (const problem of part.run.problems) log.error({ ...problem }, problem.message);
  const { instances, volumes } = part.summary;
  const { complete, problems } = part.run;
  log.info({ complete, instances, volumes }, 'audited');
  return { runId, project, complete, instances, volumes, problems: problems.length };
}
