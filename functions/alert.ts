import type { AlertedProject } from '../lib/alerting/result.ts';
import { openPublishers } from '../lib/config/open-publishers.ts';
import { openStore } from '../lib/config/open-store.ts';
import { alertProjects } from '../lib/jobs/alert-projects.ts';
import { chosenProjects, settingsFor } from '../lib/jobs/choice.ts';
import {
  type InvocationContext,
  openInvocation,
  PROJECTS_USAGE,
  projectsEvent,
} from '../lib/jobs/invocation.ts';
import { newestKeptReport } from '../lib/publish/kept-reports.ts';
import { formatInstant, HOUR_MS, type Instant, parseInstant, plusMs } from '../lib/terms/instants.ts';
import { absurd } from '../lib/terms/words.ts';

export interface AlertAnswer {
  /** The run whose report it was made of; `null`: there is none of this night, and only what waited was sent. */
  readonly runId: string | null;
  /** How many messages were handed over, and how many findings are open in all. */
  readonly sent: number;
  readonly open: number;
  readonly failures: readonly { readonly code: string; readonly message: string; readonly remedy: string }[];
}

/** A report of last night is younger than this at 09:00, and one of the night before is not. */
const OLDEST_MS = 20 * HOUR_MS;

/**
 * What finance hears in the morning: of the newest report that `publish` kept, what is new, grown, still there or
 * resolved. It asks no cloud. Called twice, it sends each message once. It rejects when there is no report of this night,
 * or when not every project could be told of, so that silence is never taken for "nothing found"; what waited for its
 * hour, and what is told of the other projects, is sent all the same.
 */
export async function handler(event: unknown, context: InvocationContext): Promise<AlertAnswer> {
  const invocation = openInvocation('alert', projectsEvent, PROJECTS_USAGE, event, context);
  const { clock, log, surroundings } = invocation;
  const now = clock();
  const settings = await settingsFor({ config: undefined }, { env: process.env, clock });
  const projects = chosenProjects(settings, invocation.event.projects);
  const publishers = await openPublishers(settings, surroundings);
  const store = await openStore(settings, surroundings);
  const newest = await newestKeptReport(store, {
    now,
    since: plusMs(now, -OLDEST_MS),
    projects: projects.map(({ name }) => name),
  });
  const report = newest !== undefined && isOfThisNight(newest.run.asOf, now) ? newest : null;
  const alerted = await alertProjects(projects, store, publishers, {
    report,
    reportPlace: null,
    now,
    isDryRun: false,
  });
  const failures = [...alerted.projects.flatMap((project) => project.failures), ...alerted.failures];
  for (const failure of failures) log.error({ code: failure.code }, failure.message);
  const runId = report?.run.id ?? null;
  const sent = alerted.projects.reduce((sum, { alerts }) => sum + alerts.length, 0);
  const open = alerted.projects.reduce((sum, project) => sum + project.open, 0);
  log.info({ runId, sent, open }, 'alerted');
  if (report === null) {
    const last = newest === undefined ? 'there is none at all' : `the newest is of ${newest.run.asOf}`;
    throw new Error(`no report of this night was kept (${formatInstant(now)}): ${last}`);
  }
  const untold = alerted.projects.flatMap(untoldOf);
  if (untold.length > 0) throw new Error(`of run ${runId} not all could be told: ${untold.join('; ')}`);
  return {
    runId,
    sent,
    open,
    failures: failures.map(({ code, message, remedy }) => ({ code, message, remedy })),
  };
}

/** Of one project, why nobody heard of it what the report says; none: it was taken in, now or by an earlier call. */
function untoldOf({ project, report, failures }: AlertedProject): readonly string[] {
  switch (report) {
    case 'not-in-report':
      return [`the report does not tell of project ${project}`];
    case 'unread':
    case 'other-project':
      return failures.map(({ message }) => message);
    case 'taken-in':
    case 'stale':
    case 'none':
      return [];
    default:
      return absurd(report);
  }
}

function isOfThisNight(asOf: string, now: Instant): boolean {
  const at = parseInstant(asOf);
  return at !== undefined && now - at < OLDEST_MS;
}
