import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { priceBookOf } from '../config/price-book.ts';
import { auditProjects, isNothingRead } from '../jobs/audit-projects.ts';
import { buildReport } from '../report/build.ts';
import { writeJson } from '../report/json.ts';
import { writeExplanation } from '../report/terminal/explain.ts';
import type { Language } from '../report/words/language.ts';
import { AuditFailure } from '../terms/failure.ts';
import { resourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
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

export function addExplain(program: Command, { io, end }: Session): void {
  program
    .command('explain')
    .description('tells every piece of evidence about one instance or volume, and the rule that decided')
    .argument('<id>', 'the ID of an instance or volume')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(formatOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (id, options) => end(await explain(id, options, io)));
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

async function explain(text: string, options: Options, io: Io): Promise<ExitStatus> {
  const id = resourceId(text);
  if (id === undefined)
    throw new AuditFailure('bad-usage', 'the ID is blank', 'give the ID of an instance or volume');
  const startedAt = io.now();
  const choice = await chosenBy(options, io);
  const prices = await priceBookOf(choice.settings);
  const runId = randomUUID();
  // Looking twice must not count as two sightings.
  const projects = await withSurroundings(options, io, (surroundings) =>
    auditProjects(choice, surroundings, {
      runId,
      all: false,
      keep: new Set([id]),
      remember: false,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const language = options.lang ?? choice.settings.language;
  const report = buildReport({
    run: { id: runId, startedAt, finishedAt: io.now(), asOf: choice.moment.now },
    projects,
    ignore: choice.settings.ignore,
    prices,
    language,
    all: true,
  });
  const problems = projects.flatMap(({ problems, warnings }) => [...problems, ...warnings]);
  tellFailures(io, problems, { verbose: options.verbose === true });
  const finding = report.findings.find((one) => one.resource.id === id);
  if (finding === undefined) {
    if (projects.some(isNothingRead)) return EXIT.nothingDone;
    if (!report.run.complete) return EXIT.incomplete;
    const [namesake] = report.findings.filter(({ resource }) => resource.name === text);
    throw new AuditFailure(
      'resource-not-found',
      `there is no instance or volume ${id} in ${projects.map(({ project }) => project.name).join(', ')}`,
      namesake === undefined
        ? 'see that the ID is whole and that its project is in the configuration; what was deleted is listed no more'
        : `that is a name, and names are not unique: give the ID, such as ${namesake.resource.id}`,
    );
  }
  const page = { columns: columnsOf(io.stdout), colour: isColoured(options, io, io.stdout), language };
  io.stdout.write(options.format === 'json' ? writeJson(finding) : writeExplanation(finding, page));
  return report.run.complete ? EXIT.done : EXIT.incomplete;
}
