import { randomUUID } from 'node:crypto';
import { type Command, Option } from '@commander-js/extra-typings';
import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import type { ProjectSettings, Settings } from '../config/settings.ts';
import { alertProjects } from '../jobs/alert-projects.ts';
import { readReport } from '../jobs/alert-report.ts';
import { auditedReport } from '../jobs/audited-report.ts';
import { chosenProjects, type Moment, momentFor } from '../jobs/choice.ts';
import type { AlertedReport } from '../publish/alerts/sight.ts';
import type { Publisher } from '../publish/publisher.ts';
import { writeJson } from '../report/json.ts';
import type { Language } from '../report/words/language.ts';
import type { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import { alertedText, plain } from './alert-outcome.ts';
import { chosenBy, placeOf, settingsBy } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { progress } from './log.ts';
import {
  configOption,
  languageOption,
  noColorOption,
  nowOption,
  projectOption,
  quietOption,
  verboseOption,
} from './options.ts';
import type { Session } from './session.ts';
import { storeAround, withSurroundings } from './surroundings.ts';

const reportOption = new Option(
  '--report <file>',
  'tell of this report, written as JSON, instead of auditing now',
);
const waitingOption = new Option(
  '--waiting',
  'only send what waits for the end of quiet hours or for a business day; asks no cloud',
).conflicts('report');
const formatOption = new Option('--format <format>', 'how the outcome is printed')
  .choices(['table', 'json'] as const)
  .default('table' as const);

export function addAlert(program: Command, { io, end }: Session): void {
  program
    .command('alert')
    .description('tells what a finance channel hears: new, grown, still there, resolved')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(reportOption)
    .addOption(waitingOption)
    .option('--dry-run', 'print what would be sent; send and remember nothing', false)
    .addOption(formatOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .addHelpText(
      'after',
      `
Without --report and --waiting it audits now, and stores the report where reports are archived.
With quiet hours, run it once more after they end, with --waiting.`,
    )
    .action(async (options) => end(await alert(options, io)));
}

interface Options {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly report?: string | undefined;
  readonly waiting?: true | undefined;
  readonly dryRun: boolean;
  readonly format: 'table' | 'json';
  readonly lang?: Language | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function alert(options: Options, io: Io): Promise<ExitStatus> {
  const facts = await factsBy(options, io);
  const { settings, projects, moment, isDryRun, publishers } = facts;
  const { projects: alerted, failures: ofPending } = await alertProjects(
    projects,
    await openStore(settings, storeAround(io)),
    publishers,
    { report: facts.report, reportPlace: facts.place, now: moment.now, isDryRun },
  );
  const language = options.lang ?? settings.language;
  const outcome = { dryRun: isDryRun, projects: alerted };
  io.stdout.write(
    options.format === 'json'
      ? writeJson(plain(outcome))
      : alertedText(outcome, { language, timezone: settings.timezone }),
  );
  if (options.quiet !== true) tellNotes(publishers, io);
  const failures = [...facts.failures, ...alerted.flatMap((one) => one.failures), ...ofPending];
  tellFailures(io, failures, { verbose: options.verbose === true });
  if (facts.isNothingRead || alerted.every(({ report }) => report === 'unread')) return EXIT.nothingDone;
  const isWhole = alerted.every(({ report }) => report !== 'unread' && report !== 'not-in-report');
  return isWhole && failures.length === 0 && isComplete(facts) ? EXIT.done : EXIT.incomplete;
}

interface Facts {
  readonly settings: Settings;
  readonly projects: readonly ProjectSettings[];
  readonly moment: Moment;
  readonly isDryRun: boolean;
  readonly publishers: readonly Publisher[];
  readonly report: AlertedReport | null;
  readonly place: string | null;
  readonly failures: readonly AuditFailure[];
  readonly isNothingRead: boolean;
}

/** What is told of: a report that was written, one that is made now, or nothing new. */
async function factsBy(options: Options, io: Io): Promise<Facts> {
  const { report: file, waiting } = options;
  if (file === undefined && waiting !== true) return auditedFacts(options, io);
  const settings = await settingsBy(options, io);
  const projects = chosenProjects(settings, options.project);
  const moment = momentFor(options.now, projects, placeOf(io));
  return {
    settings,
    projects,
    moment,
    isDryRun: isDry(options, moment, io),
    publishers: await publishersFor(settings, io),
    report: file === undefined ? null : await readReport(file),
    place: file ?? null,
    failures: [],
    isNothingRead: false,
  };
}

async function auditedFacts(options: Options, io: Io): Promise<Facts> {
  const choice = await chosenBy(options, io);
  const { settings, moment } = choice;
  const isDryRun = isDry(options, moment, io);
  const publishers = await publishersFor(settings, io);
  const store = await openStore(settings, storeAround(io));
  const audited = await withSurroundings(options, io, (surroundings) =>
    auditedReport(choice, surroundings, publishers, {
      runId: randomUUID(),
      language: options.lang ?? settings.language,
      progress: progress(options, io),
      memory: isDryRun ? undefined : { store, now: moment.now },
    }),
  );
  io.signal.throwIfAborted();
  const projects = choice.projects.map((project) => project.settings);
  return { settings, projects, moment, isDryRun, publishers, ...audited };
}

/** At a moment of one's choosing it would tell, and remember, what is not so now. */
function isDry({ dryRun, quiet }: Options, moment: Moment, io: Io): boolean {
  if (dryRun || moment.kind !== 'chosen') return dryRun;
  if (quiet !== true) io.stderr.write('orphan-audit: with --now, nothing is sent and nothing remembered\n');
  return true;
}

function publishersFor(settings: Settings, { env, signal }: Io): Promise<readonly Publisher[]> {
  return openPublishers(settings, { env, signal, deadline: undefined });
}

function tellNotes(publishers: readonly Publisher[], io: Io): void {
  if (publishers.some(({ takes }) => takes.includes('alert'))) return;
  io.stderr.write('orphan-audit: no publisher takes alerts: they are printed here and sent nowhere\n');
}

function isComplete({ report, projects }: Facts): boolean {
  if (report === null) return true;
  const names = new Set(projects.map(({ name }) => name));
  return report.run.projects.every(({ name, complete }) => complete || !names.has(name));
}
