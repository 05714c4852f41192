import * as z from 'zod';
import { chosenProjects, settingsFor } from '../lib/jobs/choice.ts';
import { type InvocationContext, openInvocation } from '../lib/jobs/invocation.ts';
import { formatInstant } from '../lib/terms/instants.ts';

const eventSchema = z.strictObject({
  runId: z.string().min(1).optional(),
  projects: z.array(z.string().min(1)).min(1).optional(),
});
const USAGE = 'send {"runId": "…"} for all projects, or with "projects": ["name", …] beside it';

/** What the next steps of the night are given: `audit` each of the targets, `publish` all of it. */
export interface TargetsAnswer {
  readonly runId: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly targets: readonly { readonly project: string }[];
}

/** The nightly audit, step 1: the configuration → one target for each project. Asks no cloud and reads no secret. */
export async function handler(event: unknown, context: InvocationContext): Promise<TargetsAnswer> {
  const invocation = openInvocation('targets', eventSchema, USAGE, event, context);
  const { clock, log, requestId } = invocation;
  const { runId = requestId, projects } = invocation.event;
  const settings = await settingsFor({ config: undefined }, { env: process.env, clock });
  const targets = chosenProjects(settings, projects).map(({ name }) => ({ project: name }));
  log.info({ runId, targets: targets.length }, 'targets chosen');
  return { runId, startedAt: formatInstant(clock()), targets };
}
