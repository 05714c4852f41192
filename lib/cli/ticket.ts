import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { type TicketOfCluster, ticketOfCluster } from '../jobs/ticket-cluster.ts';
import type { Language } from '../report/words/language.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type Instant, parseInstant } from '../terms/instants.ts';
import type { Ticket } from '../ticketing/ticket.ts';
import { chosenBy } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';
import { progress } from './log.ts';
import {
  configOption,
  type Format,
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
import { previewOf } from './ticket-preview.ts';

export function addTicket(program: Command, { io, end }: Session): void {
  program
    .command('ticket')
    .description('collects what the help desk asks for about one cluster into a .tar.gz, secrets taken out')
    .requiredOption('--cluster <name>', "the cluster's name, its UID, or its ID in the console")
    .option('--list', 'only show what would be in it, and write nothing', false)
    .option('--out <dir>', 'the directory to write it into', '.')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(formatOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (options) => end(await writeTicket(options, io)));
}

interface Options {
  readonly cluster: string;
  readonly list: boolean;
  readonly out: string;
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly format: Format;
  readonly lang?: Language | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function writeTicket(options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io);
  const language = options.lang ?? choice.settings.language;
  const made = await withSurroundings(options, io, (surroundings) =>
    ticketOfCluster(options.cluster, choice, surroundings, {
      runId: randomUUID(),
      clock: io.now,
      language,
      ignore: choice.settings.ignore,
      // The help desk asks for facts, and a fault in a price book must not keep them back.
      prices: undefined,
      // Asking for help must not count as a sighting.
      remember: false,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const file = options.list ? undefined : await write(made, options.out);
  io.stdout.write(
    options.format === 'json'
      ? `${JSON.stringify(asJson(made.ticket, file), undefined, 2)}\n`
      : previewOf(made.ticket, file, language),
  );
  return made.check.run.complete ? EXIT.done : EXIT.incomplete;
}

async function write({ ticket, check }: TicketOfCluster, directory: string): Promise<string> {
  const file = resolve(join(directory, `${ticket.folder}.tar.gz`));
  const { archive } = await import('../ticketing/archive.ts');
  const asOf = parseInstant(check.run.asOf);
  if (asOf === undefined) throw new TypeError(`${check.run.asOf} is no time`);
  const bytes = await archive(ticket, asOf);
  try {
    await mkdir(directory, { recursive: true });
    // Nobody but its owner reads it, and what a person has added to an earlier one is not lost.
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    throw new AuditFailure(
      'publish-failed',
      `the ticket ${file} cannot be written (${code})`,
      code === 'EEXIST'
        ? 'move the file of that name away, or name another directory with --out'
        : 'name a directory with --out in which this user may write, with room in it',
    );
  }
  return file;
}

function asJson({ folder, files, redactions, gaps }: Ticket, file: string | undefined): object {
  return {
    file: file ?? null,
    folder,
    files: files.map(({ path, what, bytes }) => ({ path, bytes: bytes.length, what })),
    redactions,
    gaps,
  };
}
