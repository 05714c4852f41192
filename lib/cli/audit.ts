import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { openPublishers } from '../config/wiring.ts';
import { auditProjects, isNothingRead } from '../jobs/audit-projects.ts';
import type { Choice } from '../jobs/choice.ts';
import { deliver } from '../publish/deliver.ts';
import { buildReport } from '../report/build.ts';
import { writeJson } from '../report/json.ts';
import type { Report } from '../report/report.ts';
import { writeTable } from '../report/table.ts';
import type { Instant } from '../terms/instants.ts';
import { chosenBy, isMemorable } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { columnsOf, isColoured, progress } from './log.ts';
import {
  type Alarm,
  configOption,
  type Format,
  failOnOption,
  formatOption,
  languageOption,
  noColorOption,
  nowOption,
  outOption,
  projectOption,
  quietOption,
  verboseOption,
} from './options.ts';
import type { Session } from './session.ts';
import { withSurroundings } from './surroundings.ts';

export function addAudit(program: Command, { io, end }: Session): void {
  program
    .command('audit')
    .description('lists, judges and reports every configured project')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(formatOption)
    .addOption(outOption)
    .option('--all', 'also report what has nothing to do with Karpenter', false)
    .addOption(failOnOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (options) => end(await audit(options, io)));
}

interface Options {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly format: Format;
  readonly out?: string | undefined;
  readonly all: boolean;
  readonly failOn: readonly Alarm[];
  readonly lang?: 'ko' | 'en' | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function audit(options: Options, io: Io): Promise<ExitStatus> {
  const startedAt = io.now();
  const choice = await chosenBy(options, io);
  const runId = randomUUID();
  const projects = await withSurroundings(options, io, (surroundings) =>
    auditProjects(choice, surroundings, {
      runId,
      all: options.all,
      keep: new Set(),
      remember: isMemorable(choice, options, io),
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const language = options.lang ?? choice.settings.language;
  const report = buildReport({
    run: { id: runId, startedAt, finishedAt: io.now(), asOf: choice.moment.now },
    projects,
    ignore: choice.settings.ignore,
    language,
    all: options.all,
  });
  io.stdout.write(
    options.format === 'json'
      ? writeJson(report)
      : writeTable(report, {
          columns: columnsOf(io.stdout),
          colour: isColoured(options, io, io.stdout),
          language,
          timezone: choice.settings.timezone,
          all: options.all,
        }),
  );
  const isPublished = await publish(report, choice, options, io);
  if (projects.every(isNothingRead)) return EXIT.nothingDone;
  if (
    options.failOn.some((verdict) => report.summary.instances[verdict] + report.summary.volumes[verdict] > 0)
  ) {
    return EXIT.failOnMet;
  }
  return report.run.complete && isPublished ? EXIT.done : EXIT.incomplete;
}

/** Tells where the report went, and who did not take it. */
async function publish(report: Report, { settings }: Choice, options: Options, io: Io): Promise<boolean> {
  const out = options.out === undefined ? [] : [{ kind: 'directory' as const, path: options.out }];
  const { places, failures } = await deliver(
    { kind: 'report', report },
    await openPublishers([...out, ...settings.publish]),
  );
  if (options.quiet !== true) {
    for (const place of places) io.stderr.write(`orphan-audit: the report is in ${place}\n`);
  }
  tellFailures(io, failures, { verbose: options.verbose === true });
  return failures.length === 0;
}
