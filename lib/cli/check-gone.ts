import { randomUUID } from 'node:crypto';
import type { SkippedCluster } from '../checking/gone-plan.ts';
import { priceBookOf } from '../config/price-book.ts';
import { checkGoneClusters, type GoneChecks } from '../jobs/check-gone.ts';
import { writeCheck } from '../report/clearance/text.ts';
import { writeJson } from '../report/json.ts';
import { named } from '../report/words/printable.ts';
import type { AuditFailure } from '../terms/failure.ts';
import { absurd } from '../terms/words.ts';
import { type CheckFlags, isMet, isUnread } from './check-flags.ts';
import { tellRetirement, tellTelling } from './check-telling.ts';
import { chosenBy, isMemorable } from './chosen.ts';
import { tellDelivery } from './delivery.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { columnsOf, isColoured, progress } from './log.ts';
import { withSurroundings } from './surroundings.ts';

/** `check --gone`: the clusters that have gone, or are stuck in their deletion, are found, checked and told. */
export async function checkGone(options: CheckFlags, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io);
  const prices = await priceBookOf(choice.settings);
  const { ignore } = choice.settings;
  const language = options.lang ?? choice.settings.language;
  const isRemembered = isMemorable(choice, options, io);
  const made = await withSurroundings(options, io, (surroundings) =>
    checkGoneClusters(choice, surroundings, {
      runId: randomUUID(),
      clock: io.now,
      language,
      ignore,
      prices,
      isRemembered,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const { timezone } = choice.settings;
  io.stdout.write(
    options.format === 'json'
      ? writeJson(goneJson(made))
      : checksOf(made)
          .map(({ result }) =>
            writeCheck(result, {
              columns: columnsOf(io.stdout),
              colour: isColoured(options, io, io.stdout),
              language,
              timezone,
              all: options.all,
            }),
          )
          .join('\n'),
  );
  tellSkipped(made, options, io);
  tellPublishers(made, options, io);
  const failures = [...made.projects.flatMap((project) => project.failures), ...made.failures];
  tellFailures(io, failures, { verbose: options.verbose === true });
  return statusOf(made, failures, options);
}

const checksOf = ({ projects }: GoneChecks) => projects.flatMap(({ checks }) => checks);

/** As `check --cluster` writes each, in a list; what was not checked beside it. */
function goneJson({ projects, failures }: GoneChecks): object {
  return {
    schemaVersion: '1',
    checks: projects.flatMap(({ checks }) => checks.map(({ result }) => result)),
    skipped: projects.flatMap(({ project, skipped }) => skipped.map((one) => ({ project, ...one }))),
    problems: [
      ...projects.flatMap((one) => one.failures.map((failure) => problemOf(failure, one.project))),
      ...failures.map((failure) => problemOf(failure, null)),
    ],
  };
}

function problemOf({ code, message, remedy }: AuditFailure, project: string | null): object {
  return { code, project, message, remedy };
}

function tellSkipped({ projects }: GoneChecks, { quiet, verbose }: CheckFlags, io: Io): void {
  const all = projects.flatMap(({ project, skipped }) => skipped.map((one) => ({ project, ...one })));
  for (const { project, ...one } of all) {
    // That nothing has to be done about it is no news.
    if (quiet === true || (one.because === 'cleared' && verbose !== true)) continue;
    const name = one.names.at(-1);
    const cluster = name === undefined ? one.uid : `${named(name)} (${one.uid})`;
    io.stderr.write(`orphan-audit: ${project}: cluster ${cluster} was not checked: ${whySkipped(one)}\n`);
  }
  const isNone = checksOf({ projects, failures: [] }).length + all.length === 0;
  const isKnown = projects.every(({ isRead, failures }) => isRead && failures.length === 0);
  if (isNone && isKnown && quiet !== true)
    io.stderr.write('orphan-audit: no recorded cluster has gone, and none is stuck in its deletion\n');
}

function whySkipped({ because }: SkippedCluster): string {
  switch (because) {
    case 'cleared':
      return 'it is cleared, and nothing was recorded of it since';
    case 'too-many':
      return 'others came before it in this run; check it with --cluster';
    case 'no-time':
      return 'no time was left in this run';
    default:
      return absurd(because);
  }
}

function tellPublishers({ projects }: GoneChecks, options: CheckFlags, io: Io): void {
  for (const { checks, caughtUp } of projects) {
    for (const delivery of caughtUp) tellDelivery(delivery, options, io, 'what an earlier run was to tell');
    for (const { result, telling, retirement } of checks) {
      tellTelling(result, telling, options, io);
      tellRetirement(retirement, options, io);
    }
  }
}

function statusOf(made: GoneChecks, failures: readonly AuditFailure[], options: CheckFlags): ExitStatus {
  const { projects } = made;
  const checks = checksOf(made);
  const results = checks.map(({ result }) => result);
  const isNothingRead =
    projects.every(({ isRead }) => !isRead) || (results.length > 0 && results.every(isUnread));
  if (isNothingRead) return EXIT.nothingDone;
  if (results.some((result) => isMet(result, options.failOn))) return EXIT.failOnMet;
  const deliveries = [
    ...projects.flatMap(({ caughtUp }) => caughtUp),
    ...checks.flatMap(({ telling }) => (telling.kind === 'told' ? [telling.delivery] : [])),
  ];
  const isDone =
    failures.length === 0 &&
    results.every(({ run }) => run.complete) &&
    deliveries.every((delivery) => delivery.failures.length === 0) &&
    projects.every(({ skipped }) => skipped.every(({ because }) => because === 'cleared'));
  return isDone ? EXIT.done : EXIT.incomplete;
}
