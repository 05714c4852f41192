import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { durationMs } from '../config/readings.ts';
import { chosenProjects } from '../jobs/choice.ts';
import { publishRun } from '../jobs/publish-run.ts';
import { runIdFor } from '../jobs/run-id.ts';
import type { Format } from '../report/formats-facts.ts';
import { isNothingIn } from '../report/nothing-in.ts';
import type { Language } from '../report/words/language.ts';
import { AuditFailure } from '../terms/failure.ts';
import { settingsBy } from './chosen.ts';
import { tellDelivery } from './delivery.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';
import { progress } from './log.ts';
import {
  bomOption,
  configOption,
  languageOption,
  noColorOption,
  projectOption,
  quietOption,
  reportFormatOption,
  runIdFromDateOption,
  runIdOption,
  verboseOption,
} from './options.ts';
import { refuseVainBom, reportText } from './report-text.ts';
import type { Session } from './session.ts';
import { withSurroundings } from './surroundings.ts';

const waitOption = new Option(
  '--wait <duration>',
  'wait for parts that are still being made, so long at most: ISO 8601, such as PT90M',
).argParser((text: string): number => {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('Write an ISO 8601 duration, such as PT90M.');
  return ms;
});

export function addPublish(program: Command, { io, end }: Session): void {
  program
    .command('publish')
    .description('merges the parts of a run that several processes share into one report, and publishes it')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(runIdOption)
    .addOption(runIdFromDateOption)
    .addOption(waitOption)
    .addOption(reportFormatOption)
    .addOption(bomOption)
    .addOption(languageOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .addHelpText(
      'after',
      `
The parts are made by \`audit --run-id ID\`, in as many processes as you like. A project without a part makes the
report incomplete, and stops nothing.`,
    )
    .action(async (options) => end(await publish(options, io)));
}

interface Options {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly runId?: string | undefined;
  readonly runIdFromDate?: string | undefined;
  readonly wait?: number | undefined;
  readonly format: Format;
  readonly bom?: true | undefined;
  readonly lang?: Language | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function publish(options: Options, io: Io): Promise<ExitStatus> {
  refuseVainBom(options);
  const settings = await settingsBy(options, io);
  const runId = runIdFor(options, io.now(), settings.timezone);
  if (runId === undefined) {
    throw new AuditFailure(
      'bad-usage',
      'nothing says which run is to be published',
      'give --run-id ID, or --run-id-from-date PREFIX, as its audits were given',
    );
  }
  const targets = chosenProjects(settings, options.project).map(({ name }) => ({
    project: name,
    why: undefined,
  }));
  const { wait: ms } = options;
  const sleep = async (delay: number) => {
    await setTimeout(delay, undefined, { signal: io.signal });
  };
  const { report, delivery } = await withSurroundings(options, io, (surroundings) =>
    publishRun(settings, surroundings, {
      runId,
      startedAt: undefined,
      targets,
      patience: ms === undefined ? undefined : { ms, sleep, progress: progress(options, io) },
    }),
  );
  io.signal.throwIfAborted();
  const language = options.lang ?? settings.language;
  io.stdout.write(await reportText(report, { ...options, all: false, language }, settings, io));
  tellDelivery(delivery, options, io);
  if (isNothingIn(report)) return EXIT.nothingDone;
  return report.run.complete && delivery.failures.length === 0 ? EXIT.done : EXIT.incomplete;
}
