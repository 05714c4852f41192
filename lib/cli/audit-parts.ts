import { auditParts } from '../jobs/audit-part.ts';
import type { Choice } from '../jobs/choice.ts';
import { shardOf } from '../jobs/shard.ts';
import { isNothingIn } from '../report/nothing-in.ts';
import type { Report } from '../report/report.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { type LogOptions, progress } from './log.ts';
import { withSurroundings } from './surroundings.ts';

export interface PartsOptions extends LogOptions {
  readonly shardFromEnv?: true | undefined;
}

/** Audits the chosen projects, or this process's share of them, and keeps their parts of the run for `publish`. */
export async function auditSomeParts(
  choice: Choice,
  runId: string,
  startedAt: Instant,
  options: PartsOptions,
  io: Io,
): Promise<ExitStatus> {
  const chosen = options.shardFromEnv === true ? shareOf(choice, options, io) : choice;
  const parts = await withSurroundings(options, io, (surroundings) =>
    auditParts(chosen, surroundings, { runId, startedAt, clock: io.now, progress: progress(options, io) }),
  );
  io.signal.throwIfAborted();
  for (const part of parts) tellPart(part, runId, options, io);
  if (parts.length > 0 && parts.every(isNothingIn)) return EXIT.nothingDone;
  return parts.every(({ run }) => run.complete) ? EXIT.done : EXIT.incomplete;
}

function shareOf(choice: Choice, options: LogOptions, io: Io): Choice {
  const names = choice.projects.map(({ settings }) => settings.name);
  const { index, count, names: mine } = shardOf(names, io.env);
  if (options.quiet !== true) {
    const share = mine.length === 0 ? 'nothing: there are fewer projects than shards' : mine.join(', ');
    io.stderr.write(`orphan-audit: shard ${index} of ${count} does ${share}\n`);
  }
  return { ...choice, projects: choice.projects.filter(({ settings }) => mine.includes(settings.name)) };
}

function tellPart({ run, summary }: Report, runId: string, options: PartsOptions, io: Io): void {
  const names = run.projects.map(({ name }) => name).join(', ');
  const orphans = summary.instances.orphan + summary.volumes.orphan;
  const ambiguous = summary.instances.ambiguous + summary.volumes.ambiguous;
  io.stdout.write(
    `${names}: ${orphans} orphans, ${ambiguous} ambiguous${run.complete ? '' : ', incomplete'}; kept as its part of ${runId}\n`,
  );
  const failures = run.problems.map(({ code, message, remedy }) => new AuditFailure(code, message, remedy));
  tellFailures(io, failures, { verbose: options.verbose === true });
}
