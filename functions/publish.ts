import * as z from 'zod';
import { settingsFor } from '../lib/jobs/choice.ts';
import { type InvocationContext, openInvocation } from '../lib/jobs/invocation.ts';
import { publishRun } from '../lib/jobs/publish-run.ts';
import { type ToldReceipt, toldReceipt } from '../lib/publish/delivery/receipts.ts';
import { isNothingIn } from '../lib/report/nothing-in.ts';
import type { Report } from '../lib/report/report.ts';
import { parseInstant } from '../lib/terms/instants.ts';

const eventSchema = z.strictObject({
  runId: z.string().min(1),
  startedAt: z.iso.datetime().optional(),
  targets: z.array(z.looseObject({ project: z.string().min(1) })).min(1),
  /** What became of each audit; `error` where it failed. The parts themselves are in the store. */
  audits: z.array(z.looseObject({ project: z.string(), error: z.string().optional() })).optional(),
});
const USAGE = 'send {"runId": "…", "targets": [{"project": "name"}, …]}, as targets answers them';

export interface PublishAnswer {
  readonly runId: string;
  readonly complete: boolean;
  readonly instances: Report['summary']['instances'];
  readonly volumes: Report['summary']['volumes'];
  readonly problems: number;
  /** Where the report is. */
  readonly reports: readonly string[];
  /** What became of it at each publisher, and of what an earlier run could not deliver. */
  readonly receipts: readonly ToldReceipt[];
}

/**
 * The nightly audit, step 3: all parts of a run → one report, to every publisher. A project whose audit failed makes the
 * report incomplete. It rejects when no part came at all, so that the runtime's own alarms hear of it; the report that
 * says so is published all the same. A publisher that failed is in the answer, and tried again at the next run.
 */
export async function handler(event: unknown, context: InvocationContext): Promise<PublishAnswer> {
  const invocation = openInvocation('publish', eventSchema, USAGE, event, context);
  const { clock, surroundings } = invocation;
  const { runId, startedAt, targets, audits = [] } = invocation.event;
  const log = invocation.log.child({ runId });
  const settings = await settingsFor({ config: undefined }, { env: process.env, clock });
  const { report, delivery } = await publishRun(
    settings,
    { ...surroundings, log },
    {
      runId,
      startedAt: parseInstant(startedAt),
      patience: undefined,
      targets: targets.map(({ project }) => ({
        project,
        why: audits.find((audit) => audit.project === project)?.error,
      })),
    },
  );
  for (const problem of report.run.problems) log.error({ ...problem }, problem.message);
  for (const failure of delivery.failures) log.error({ code: failure.code }, failure.message);
  const { instances, volumes } = report.summary;
  const { complete, problems } = report.run;
  log.info({ complete, instances, volumes, reports: delivery.places }, 'published');
  if (isNothingIn(report))
    throw new Error(`nothing could be read: ${problems.map(({ message }) => message).join('; ')}`);
  return {
    runId,
    complete,
    instances,
    volumes,
    problems: problems.length,
    reports: delivery.places,
    receipts: delivery.receipts.map(toldReceipt),
  };
}
