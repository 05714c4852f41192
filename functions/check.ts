import * as z from 'zod';
import type { SkippedCluster } from '../lib/checking/gone-plan.ts';
import type { Telling } from '../lib/checking/tell-check.ts';
import { priceBookOf } from '../lib/config/price-book.ts';
import { checkOneCluster } from '../lib/jobs/check-cluster.ts';
import { checkGoneClusters } from '../lib/jobs/check-gone.ts';
import { choose } from '../lib/jobs/choice.ts';
import { type InvocationContext, logged, openInvocation } from '../lib/jobs/invocation.ts';
import type { Delivery, ToldReceipt } from '../lib/publish/delivery/receipts.ts';
import { toldReceipt } from '../lib/publish/delivery/receipts.ts';
import type { CheckResult } from '../lib/report/clearance/clearance.ts';
import type { AuditFailure } from '../lib/terms/failure.ts';

const eventSchema = z.strictObject({
  projects: z.array(z.string().min(1)).min(1).optional(),
  cluster: z.string().min(1).optional(),
});
const USAGE =
  'send {} to have clusters that have gone found, or {"cluster": "name or UID"}; with "projects": ["name", …] for some projects';

export interface CheckAnswer {
  /** All was read, every cluster that is due was checked, and every publisher has what it was to get. */
  readonly complete: boolean;
  readonly checked: number;
  readonly cleared: number;
  /** How many checks were handed to the publishers: what says nothing new is not. */
  readonly told: number;
  readonly clusters: readonly AnsweredCluster[];
  readonly skipped: readonly (SkippedCluster & { readonly project: string })[];
  readonly problems: readonly { readonly code: string; readonly message: string; readonly remedy: string }[];
  readonly receipts: readonly ToldReceipt[];
}

export interface AnsweredCluster {
  readonly project: string;
  readonly uid: string;
  readonly names: readonly string[];
  readonly state: CheckResult['cluster']['state']['kind'];
  readonly complete: boolean;
  readonly cleared: boolean;
  readonly instances: CheckResult['summary']['instances'];
  readonly volumes: CheckResult['summary']['volumes'];
  readonly telling: Telling['kind'];
}

interface Found {
  readonly checks: readonly { readonly result: CheckResult; readonly telling: Telling }[];
  readonly skipped: CheckAnswer['skipped'];
  readonly caughtUp: readonly Delivery[];
  readonly failures: readonly Problem[];
  readonly isRead: boolean;
}

interface Problem {
  readonly code: string;
  /** `null`: of no project, or of several. */
  readonly project: string | null;
  readonly message: string;
  readonly remedy: string;
}

function problemOf({ code, message, remedy }: AuditFailure, project: string | null): Problem {
  return { code, project, message, remedy };
}

/**
 * After a cluster deletion: finds by itself which recorded clusters have gone or are stuck, or checks the one that is asked
 * for, and tells publishers what is new. Called twice, it tells the same once. It rejects when nothing could be read, so
 * that the runtime's own alarms hear of it.
 */
export async function handler(event: unknown, context: InvocationContext): Promise<CheckAnswer> {
  const invocation = openInvocation('check', eventSchema, USAGE, event, context);
  const { clock, log, surroundings, requestId: runId } = invocation;
  const { projects, cluster } = invocation.event;
  const choice = await choose(
    { config: undefined, projects, now: undefined, signatures: 'verify' },
    { env: process.env, clock },
  );
  const { ignore, language } = choice.settings;
  const prices = await priceBookOf(choice.settings);
  const options = { runId, clock, language, ignore, prices, progress: logged(log) };
  const found =
    cluster === undefined
      ? foundIn(await checkGoneClusters(choice, surroundings, { ...options, isRemembered: true }))
      : foundOf(
          await checkOneCluster(cluster, choice, surroundings, {
            ...options,
            remember: true,
            publish: true,
          }),
        );

  const deliveries = [
    ...found.caughtUp,
    ...found.checks.flatMap(({ telling }) => (telling.kind === 'told' ? [telling.delivery] : [])),
  ];
  const problems = [
    ...found.checks.flatMap(({ result }) => result.run.problems),
    ...found.failures,
    ...deliveries.flatMap(({ failures }) => failures.map((failure) => problemOf(failure, null))),
  ];
  for (const problem of problems) log.error({ ...problem }, problem.message);
  for (const one of found.skipped) if (one.because !== 'cleared') log.warn({ ...one }, 'not checked');
  const clusters = found.checks.map(answered);
  for (const one of clusters) log.info({ ...one }, 'checked');
  const answer: CheckAnswer = {
    complete:
      problems.length === 0 &&
      clusters.every(({ complete }) => complete) &&
      found.skipped.every(({ because }) => because === 'cleared'),
    checked: clusters.length,
    cleared: clusters.filter(({ cleared }) => cleared).length,
    told: clusters.filter(({ telling }) => telling === 'told').length,
    clusters,
    skipped: found.skipped,
    problems: problems.map(({ code, message, remedy }) => ({ code, message, remedy })),
    receipts: deliveries.flatMap(({ receipts }) => receipts).map(toldReceipt),
  };
  const { complete, checked, cleared, told } = answer;
  log.info({ complete, checked, cleared, told, skipped: answer.skipped.length }, 'looked for gone clusters');
  if (!found.isRead)
    throw new Error(`nothing could be read: ${problems.map(({ message }) => message).join('; ')}`);
  return answer;
}

function foundIn({ projects, failures }: Awaited<ReturnType<typeof checkGoneClusters>>): Found {
  const checks = projects.flatMap((one) => one.checks);
  return {
    checks,
    skipped: projects.flatMap(({ project, skipped }) => skipped.map((one) => ({ project, ...one }))),
    caughtUp: projects.flatMap(({ caughtUp }) => caughtUp),
    failures: [
      ...projects.flatMap((one) => one.failures.map((failure) => problemOf(failure, one.project))),
      ...failures.map((failure) => problemOf(failure, null)),
    ],
    isRead:
      projects.some((project) => project.isRead) &&
      (checks.length === 0 || checks.some(({ result }) => isRead(result))),
  };
}

function foundOf(one: Awaited<ReturnType<typeof checkOneCluster>>): Found {
  return { checks: [one], skipped: [], caughtUp: [], failures: [], isRead: isRead(one.result) };
}

function isRead({ coverage: { listed } }: CheckResult): boolean {
  return listed.instances !== null || listed.volumes !== null;
}

function answered({ result, telling }: Found['checks'][number]): AnsweredCluster {
  const { run, cluster, summary, clearance } = result;
  return {
    project: run.project.name,
    uid: cluster.uid,
    names: cluster.names,
    state: cluster.state.kind,
    complete: run.complete,
    cleared: clearance.granted,
    instances: summary.instances,
    volumes: summary.volumes,
    telling: telling.kind,
  };
}
