import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { auditProjects, isNothingRead } from '../jobs/audit-projects.ts';
import type { Choice, ChosenProject } from '../jobs/choice.ts';
import { writeJson } from '../report/json.ts';
import { keyringTexts, type ProjectKeyrings, reportedKeyrings } from '../report/keyrings/keyrings.ts';
import { keyringLines } from '../report/keyrings/lines.ts';
import { wrap } from '../report/terminal/layout.ts';
import { type Language, textsIn } from '../report/words/language.ts';
import { formulaOf } from '../signing/scheme.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { chosenBy } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { columnsOf, isColoured, progress } from './log.ts';
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

export function addStatus(keyring: Command, { io, end }: Session): void {
  keyring
    .command('status')
    .description(
      'says whether the keyrings are sound, which key signed how many of the instances that are there, and which keys may be retired',
    )
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(formatOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (options) => end(await status(options, io)));
}

interface Options {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly format: Format;
  readonly lang?: Language | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function status(options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io);
  const language = options.lang ?? choice.settings.language;
  // It looks as an audit does, and is none: it must not count as a sighting.
  const verdicts = await withSurroundings(options, io, (surroundings) =>
    auditProjects(choice, surroundings, {
      runId: randomUUID(),
      all: false,
      keep: new Set(),
      remember: false,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const projects = verdicts.map((project): ProjectKeyrings => {
    const chosen = choice.projects.find(({ settings }) => settings.name === project.project.name);
    return {
      name: project.project.name,
      complete: project.complete,
      scheme: schemeIn(chosen),
      keyrings: reportedKeyrings(project, language),
    };
  });
  io.stdout.write(
    options.format === 'json'
      ? writeJson({ schemaVersion: '1', asOf: formatInstant(choice.moment.now), projects })
      : pageOf(projects, choice, language, options, io),
  );
  tellFailures(
    io,
    verdicts.flatMap(({ problems, warnings }) => [...problems, ...warnings]),
    { verbose: options.verbose === true },
  );
  if (verdicts.every(isNothingRead)) return EXIT.nothingDone;
  return verdicts.every(({ complete }) => complete) ? EXIT.done : EXIT.incomplete;
}

function schemeIn(chosen: ChosenProject | undefined): string | null {
  const scheme = chosen?.signing.scheme;
  return scheme === undefined ? null : formulaOf(scheme);
}

function pageOf(
  projects: readonly ProjectKeyrings[],
  { projects: chosen, settings: { timezone } }: Choice,
  language: Language,
  options: Options,
  io: Io,
): string {
  const texts = keyringTexts(language);
  const page = {
    texts: textsIn(language),
    columns: columnsOf(io.stdout),
    colour: isColoured(options, io, io.stdout),
    language,
    timezone,
  };
  const hasKeyring = (name: string) =>
    chosen.some(({ settings, signing }) => settings.name === name && signing.keyrings.length > 0);
  const schemeText = (name: string, scheme: string | null, isRead: boolean): string => {
    if (!hasKeyring(name)) return texts.noKeyring;
    if (!isRead) return texts.notRead;
    return scheme === null ? texts.noScheme : texts.scheme(scheme);
  };
  const blocks = projects.map(({ name, scheme, keyrings }) => [
    ...wrap(name, page.columns),
    ...wrap(schemeText(name, scheme, keyrings.length > 0), page.columns),
    ...keyrings.flatMap((keyring) => keyringLines(page, name, keyring)),
  ]);
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
