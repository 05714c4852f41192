import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { priceBookOf } from '../config/price-book.ts';
import { auditProjects, isNothingRead } from '../jobs/audit-projects.ts';
import type { Choice } from '../jobs/choice.ts';
import { buildReport } from '../report/build.ts';
import { printable } from '../report/words/printable.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { ProjectVerdicts } from '../verdict/judged.ts';
import { chosenBy } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { progress } from './log.ts';
import { configOption, noColorOption, projectOption, quietOption, verboseOption } from './options.ts';
import { priceNeeds, priceSkeleton } from './price-skeleton.ts';
import type { Session } from './session.ts';
import { withSurroundings } from './surroundings.ts';

const CHECK_HELP = `
It looks at every instance and volume that bears a mark of Karpenter or was recorded, in use or not: only
these are ever priced, and what is in use today may be left over tomorrow. Other resources need no price.

Exit status:
  0  each has a price, now and for as long as it has been without an owner
  1  a price is missing, the price book is faulty, or the configuration names none
  3  none is missing, but something could not be read
  4  nothing could be read`;

export function addPrices(program: Command, { io, end }: Session): void {
  const prices = program
    .command('prices')
    .description('checks the price book against what there is, or writes one to be filled in');

  prices
    .command('check')
    .description('tells which instance types and volume types have no price in the price book')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .addHelpText('after', CHECK_HELP)
    .action(async (options) => end(await check(options, io)));

  prices
    .command('init')
    .description('writes a price book without prices, for what Karpenter has made in the configured projects')
    .option('--out <file>', 'the file, which must not be there yet (default: standard output)')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (options) => end(await init(options, io)));

  prices
    .command('schema')
    .description('prints the JSON Schema of a price book')
    .action(async () => {
      const { priceBookJsonSchema } = await import('../config/price-schema.ts');
      io.stdout.write(`${JSON.stringify(priceBookJsonSchema(), undefined, 2)}\n`);
      end(EXIT.done);
    });
}

interface Options {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly out?: string | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function check(options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io, 'ignore');
  const { settings } = choice;
  const prices = await priceBookOf(settings);
  if (prices === undefined || settings.prices === undefined) {
    throw new AuditFailure(
      'config-invalid',
      `${settings.file} names no price book`,
      'write one to begin with by `orphan-audit prices init --out prices.yaml`, and name it as prices: ./prices.yaml',
    );
  }
  const runId = randomUUID();
  const projects = await lookAt(choice, runId, options, io);
  const now = choice.moment.now;
  const { findings } = buildReport({
    run: { id: runId, startedAt: now, finishedAt: now, asOf: now },
    projects,
    ignore: [],
    prices,
    language: 'en',
    all: false,
  });
  const counts = new Map<string, number>();
  for (const price of findings.flatMap(({ cost }) => cost.missingPrices))
    counts.set(price, (counts.get(price) ?? 0) + 1);
  const missing = [...counts].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  // Of what nobody could look at, none is missing and none is there.
  if (!projects.every(isNothingRead))
    io.stdout.write(checkText(printable(settings.prices), findings.length, missing));
  if (missing.length > 0) return EXIT.badInput;
  return statusOf(projects);
}

function checkText(file: string, findings: number, missing: readonly (readonly [string, number])[]): string {
  const all = findings === 1 ? '1 instance or volume' : `${findings} instances and volumes`;
  if (missing.length === 0) return `${file} has every price for ${all}\n`;
  const lines = missing.map(([price, count]) => `  ${printable(price)} (${count})\n`);
  return `${file} lacks prices for some of ${all}:\n${lines.join('')}`;
}

async function init(options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io, 'ignore');
  const projects = await lookAt(choice, randomUUID(), options, io);
  if (projects.every(isNothingRead)) return EXIT.nothingDone;
  const related = projects
    .flatMap(({ judged }) => judged)
    .filter(({ judgement }) => judgement.verdict !== 'unrelated');
  const text = priceSkeleton(priceNeeds(related));
  if (options.out === undefined) io.stdout.write(text);
  else await writeNew(options.out, text, options, io);
  return statusOf(projects);
}

async function writeNew(file: string, text: string, { quiet }: Options, io: Io): Promise<void> {
  try {
    // What a person has filled in is never overwritten.
    await writeFile(file, text, { flag: 'wx' });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    throw new AuditFailure(
      'bad-usage',
      `the price book ${JSON.stringify(file)} cannot be written (${code})`,
      code === 'EEXIST'
        ? 'name another file with --out: one that is there is never overwritten'
        : 'name a file with --out in a directory in which this user may write',
    );
  }
  if (quiet !== true)
    io.stderr.write(`orphan-audit: the price book is in ${printable(file)}; fill in every FILL-IN\n`);
}

/** An audit that leaves nothing behind: to look for prices must not count as a sighting. */
async function lookAt(
  choice: Choice,
  runId: string,
  options: Options,
  io: Io,
): Promise<readonly ProjectVerdicts[]> {
  const projects = await withSurroundings(options, io, (surroundings) =>
    auditProjects(choice, surroundings, {
      runId,
      all: false,
      keep: new Set(),
      remember: false,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const problems = projects.flatMap((project) => project.problems);
  tellFailures(io, problems, { verbose: options.verbose === true });
  return projects;
}

function statusOf(projects: readonly ProjectVerdicts[]): ExitStatus {
  if (projects.every(isNothingRead)) return EXIT.nothingDone;
  return projects.every(({ complete }) => complete) ? EXIT.done : EXIT.incomplete;
}
