import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { priceBookOf } from '../config/price-book.ts';
import { checkOneCluster } from '../jobs/check-cluster.ts';
import type { Retirement } from '../ledger/retire.ts';
import type { CheckResult } from '../report/clearance.ts';
import { writeCheck } from '../report/clearance-text.ts';
import { writeJson } from '../report/json.ts';
import type { Language } from '../report/language.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import { chosenBy, isMemorable } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
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
  projectOption,
  quietOption,
  verboseOption,
} from './options.ts';
import type { Session } from './session.ts';
import { withSurroundings } from './surroundings.ts';

export function addCheck(program: Command, { io, end }: Session): void {
  program
    .command('check')
    .description(
      'tells of one cluster, after its deletion: what is proven gone, what is left, what to do next',
    )
    .requiredOption('--cluster <name>', "the cluster's name, its UID, or its ID in the console")
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(formatOption)
    .option('--all', 'also list what is proven gone, and what a living cluster uses', false)
    .option(
      '--remember',
      'let this run count as a sighting, as an audit does, and as a proof of absence for recordRetention',
      false,
    )
    .addOption(failOnOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .addHelpText(
      'after',
      `
A name means a cluster that is gone or being deleted before one of that name that lives.
The UID is the UUID at the start of the Kubernetes API endpoint's host; one that nobody recorded may be given too.`,
    )
    .action(async (options) => end(await check(options, io)));
}

interface Options {
  readonly cluster: string;
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly format: Format;
  readonly all: boolean;
  readonly remember: boolean;
  readonly failOn: readonly Alarm[];
  readonly lang?: Language | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function check(options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io);
  const prices = await priceBookOf(choice.settings);
  const { timezone, ignore } = choice.settings;
  const language = options.lang ?? choice.settings.language;
  const { result, retirement } = await withSurroundings(options, io, (surroundings) =>
    checkOneCluster(options.cluster, choice, surroundings, {
      runId: randomUUID(),
      clock: io.now,
      language,
      ignore,
      prices,
      remember: options.remember && isMemorable(choice, options, io),
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  io.stdout.write(
    options.format === 'json'
      ? writeJson(result)
      : writeCheck(result, {
          columns: columnsOf(io.stdout),
          colour: isColoured(options, io, io.stdout),
          language,
          timezone,
          all: options.all,
        }),
  );
  if (retirement !== undefined && options.quiet !== true) {
    const said = retirementText(retirement);
    if (said !== undefined) io.stderr.write(`orphan-audit: ${said}\n`);
  }
  return statusOf(result, options.failOn);
}

/** What a person needs to know of the cluster's records; nothing while they are simply kept. */
function retirementText(retirement: Retirement): string | undefined {
  switch (retirement.kind) {
    case 'kept':
      return undefined;
    case 'waiting':
      return `everything recorded of the cluster is proven gone; its records are kept until ${formatInstant(retirement.until)} (recordRetention)`;
    case 'retired':
      return `the records of the cluster are retired since ${formatInstant(retirement.entry.retiredAt)}: they are read no more, and their folder may be deleted`;
    default:
      return absurd(retirement);
  }
}

function statusOf({ run, coverage, resources }: CheckResult, failOn: readonly Alarm[]): ExitStatus {
  if (coverage.listed.instances === null && coverage.listed.volumes === null) return EXIT.nothingDone;
  const isMet = resources.some(
    (one) =>
      one.fate === 'remaining' &&
      one.finding.ignored === null &&
      failOn.some((verdict) => verdict === one.finding.verdict),
  );
  if (isMet) return EXIT.failOnMet;
  return run.complete ? EXIT.done : EXIT.incomplete;
}
