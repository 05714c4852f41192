import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import { priceBookOf } from '../config/price-book.ts';
import type { PublisherSettings } from '../config/publisher-settings.ts';
import type { Settings } from '../config/settings.ts';
import { auditProjects, isNothingRead } from '../jobs/audit-projects.ts';
import { deliver } from '../publish/deliver.ts';
import type { Publisher } from '../publish/publisher.ts';
import { buildReport } from '../report/build.ts';
import type { WriteOptions } from '../report/formats.ts';
import type { Format } from '../report/formats-facts.ts';
import type { Report } from '../report/report.ts';
import { writeTable } from '../report/table.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import { chosenBy, isMemorable } from './chosen.ts';
import { tellDelivery } from './delivery.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';
import { columnsOf, isColoured, progress } from './log.ts';
import {
  type Alarm,
  bomOption,
  configOption,
  failOnOption,
  languageOption,
  noColorOption,
  nowOption,
  outOption,
  projectOption,
  quietOption,
  reportFormatOption,
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
    .addOption(reportFormatOption)
    .addOption(bomOption)
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
  readonly bom?: true | undefined;
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
  refuseVainBom(options);
  const choice = await chosenBy(options, io);
  const prices = await priceBookOf(choice.settings);
  const language = options.lang ?? choice.settings.language;
  const publishers = await publishersFor(choice.settings, language, options, io);
  const remember = isMemorable(choice, options, io);
  const runId = randomUUID();
  const projects = await withSurroundings(options, io, (surroundings) =>
    auditProjects(choice, surroundings, {
      runId,
      all: options.all,
      keep: new Set(),
      remember,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  const report = buildReport({
    run: { id: runId, startedAt, finishedAt: io.now(), asOf: choice.moment.now },
    projects,
    ignore: choice.settings.ignore,
    prices,
    language,
    all: options.all,
  });
  const { timezone } = choice.settings;
  io.stdout.write(
    options.format === 'table'
      ? writeTable(report, {
          columns: columnsOf(io.stdout),
          colour: isColoured(options, io, io.stdout),
          language,
          timezone,
          all: options.all,
        })
      : await written(report, options.format, { language, timezone, byteOrderMark: options.bom === true }),
  );
  const store = remember ? await openStore(choice.settings, io) : undefined;
  const memory = store && { store, now: io.now() };
  const delivery = await deliver({ kind: 'report', report }, publishers, memory);
  tellDelivery(delivery, options, io);
  if (projects.every(isNothingRead)) return EXIT.nothingDone;
  if (
    options.failOn.some((verdict) => report.summary.instances[verdict] + report.summary.volumes[verdict] > 0)
  ) {
    return EXIT.failOnMet;
  }
  return report.run.complete && delivery.failures.length === 0 ? EXIT.done : EXIT.incomplete;
}

function refuseVainBom({ bom, format }: Options): void {
  if (bom !== true || format === 'csv' || format === 'focus') return;
  throw new AuditFailure(
    'bad-usage',
    `--bom does nothing for the format ${format}`,
    'leave it out, or ask for --format csv or focus',
  );
}

/** Loads the writers only when one is asked for. */
async function written(report: Report, format: Format, options: WriteOptions): Promise<string> {
  const { writeReport } = await import('../report/formats.ts');
  return writeReport(report, format, options);
}

/** Opened before anything is read: a secret that is missing is told at once, and not after the audit. */
async function publishersFor(
  settings: Settings,
  language: 'ko' | 'en',
  { out, format }: Options,
  { env, signal }: Io,
): Promise<readonly Publisher[]> {
  const around = { env, signal, deadline: undefined };
  const formats: readonly Format[] = format === 'table' || format === 'json' ? ['json'] : ['json', format];
  const asked: readonly PublisherSettings[] =
    out === undefined ? [] : [{ kind: 'directory', path: out, formats, language, takes: ['report'] }];
  return [
    ...(await openPublishers({ ...settings, publish: asked }, around)),
    ...(await openPublishers(settings, around)),
  ];
}
