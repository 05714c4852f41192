import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import type { Telling } from '../checking/tell-check.ts';
import { priceBookOf } from '../config/price-book.ts';
import { checkOneCluster } from '../jobs/check-cluster.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { writeCheck } from '../report/clearance/text.ts';
import { writeJson } from '../report/json.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type CheckFlags, isMet, isUnread } from './check-flags.ts';
import { checkGone } from './check-gone.ts';
import { tellRetirement, tellTelling } from './check-telling.ts';
import { chosenBy, isMemorable } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';
import { columnsOf, isColoured, progress } from './log.ts';
import {
  configOption,
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
    .option('--cluster <name>', "the cluster's name, its UID, or its ID in the console")
    .option(
      '--gone',
      'instead: find the recorded clusters that have gone or are stuck in their deletion, and publish what is new',
    )
    .option('--publish', 'with --cluster: publish the result, when it says something new')
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
With --gone, for a schedule: a cluster is told of once, and again when something has changed; one that is cleared
is left alone, until its records can be retired.
A name means a cluster that is gone or being deleted before one of that name that lives.
The UID is the UUID at the start of the Kubernetes API endpoint's host; one that nobody recorded may be given too.`,
    )
    .action(async (options) => end(await check(options, io)));
}

interface Options extends CheckFlags {
  readonly cluster?: string | undefined;
  readonly gone?: true | undefined;
  readonly publish?: true | undefined;
  readonly remember: boolean;
}

async function check(options: Options, io: Io): Promise<ExitStatus> {
  const { cluster, gone, publish, remember } = options;
  if (gone === undefined) return checkCluster(cluster ?? refuse('nothing says which cluster'), options, io);
  if (cluster !== undefined) refuse('--gone finds the clusters by itself, and --cluster names one');
  if (remember || publish === true) {
    const flag = remember ? '--remember' : '--publish';
    refuse(`${flag} is for --cluster: with --gone, what is new is published and remembered anyway`);
  }
  return checkGone(options, io);
}

function refuse(message: string): never {
  throw new AuditFailure('bad-usage', message, 'give either --cluster NAME, or --gone');
}

async function checkCluster(cluster: string, options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io);
  const prices = await priceBookOf(choice.settings);
  const { timezone, ignore } = choice.settings;
  const language = options.lang ?? choice.settings.language;
  const isAsked = options.remember || options.publish === true;
  const mayRemember = isAsked && isMemorable(choice, options, io);
  const { result, retirement, telling } = await withSurroundings(options, io, (surroundings) =>
    checkOneCluster(cluster, choice, surroundings, {
      runId: randomUUID(),
      clock: io.now,
      language,
      ignore,
      prices,
      remember: options.remember && mayRemember,
      publish: options.publish === true && mayRemember,
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
  tellTelling(result, telling, options, io);
  tellRetirement(retirement, options, io);
  return statusOf(result, telling, options);
}

function statusOf(result: CheckResult, telling: Telling, { failOn }: Options): ExitStatus {
  if (isUnread(result)) return EXIT.nothingDone;
  if (isMet(result, failOn)) return EXIT.failOnMet;
  const isDelivered = telling.kind !== 'told' || telling.delivery.failures.length === 0;
  return result.run.complete && isDelivered ? EXIT.done : EXIT.incomplete;
}
