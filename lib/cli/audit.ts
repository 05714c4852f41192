import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import type { PublisherSettings } from '../config/publisher-settings.ts';
import type { Settings } from '../config/settings.ts';
import { isNothingRead } from '../jobs/audit-projects.ts';
import { auditReport } from '../jobs/audit-report.ts';
import { runIdFor } from '../jobs/run-id.ts';
import { SHARD_COUNT, SHARD_INDEX } from '../jobs/shard.ts';
import { deliver } from '../publish/delivery/deliver.ts';
import type { Publisher } from '../publish/publisher.ts';
import type { Format } from '../report/formats-facts.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import { auditSomeParts } from './audit-parts.ts';
import { chosenBy, isMemorable } from './chosen.ts';
import { tellDelivery } from './delivery.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';
import { progress } from './log.ts';
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
  runIdFromDateOption,
  runIdOption,
  verboseOption,
} from './options.ts';
import { refuseVainBom, reportText } from './report-text.ts';
import type { Session } from './session.ts';
import { storeAround, withSurroundings } from './surroundings.ts';

export function addAudit(program: Command, { io, end }: Session): void {
  program
    .command('audit')
    .description('lists, judges and reports every configured project')
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(reportFormatOption)
    .addOption(bomOption)
    .addOption(outOption)
    .option(
      '--no-publish',
      'hand the report to no publisher of the configuration: for a look at some projects only',
    )
    .addOption(runIdOption)
    .addOption(runIdFromDateOption)
    .option(
      '--shard-from-env',
      `with a run ID: do only this process's share, by ${SHARD_INDEX} and ${SHARD_COUNT}`,
    )
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
  readonly publish: boolean;
  readonly runId?: string | undefined;
  readonly runIdFromDate?: string | undefined;
  readonly shardFromEnv?: true | undefined;
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
  await refuseFile(options.out);
  const choice = await chosenBy(options, io);
  const sharedRunId = runIdFor(options, choice.moment.now, choice.settings.timezone);
  if (sharedRunId !== undefined) return auditSomeParts(choice, sharedRunId, startedAt, options, io);
  if (options.shardFromEnv === true) {
    throw new AuditFailure(
      'bad-usage',
      '--shard-from-env makes a part of a run, and nothing says of which',
      'give --run-id ID, or --run-id-from-date PREFIX, to it and to publish',
    );
  }
  const language = options.lang ?? choice.settings.language;
  const publishers = await publishersFor(choice.settings, language, options, io);
  const remember = isMemorable(choice, options, io);
  const { projects, report } = await withSurroundings(options, io, (surroundings) =>
    auditReport(choice, surroundings, {
      runId: randomUUID(),
      startedAt,
      clock: io.now,
      language,
      all: options.all,
      keep: new Set(),
      remember,
      progress: progress(options, io),
    }),
  );
  io.signal.throwIfAborted();
  io.stdout.write(await reportText(report, { ...options, language }, choice.settings, io));
  const store = remember && options.publish ? await openStore(choice.settings, storeAround(io)) : undefined;
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

/** A file name is what many a tool takes for --out; found out before anything is read. */
async function refuseFile(out: string | undefined): Promise<void> {
  if (out === undefined) return;
  const isFile = await stat(out).then(
    (there) => !there.isDirectory(),
    () => /\.(html?|json|csv|md|txt|prom)$/i.test(out),
  );
  if (!isFile) return;
  throw new AuditFailure(
    'bad-usage',
    `--out ${JSON.stringify(out)} names a file, and a report goes into a directory`,
    'name a directory, or redirect standard output: orphan-audit audit --format html > report.html',
  );
}

/** Opened before anything is read: a secret that is missing is told at once, and not after the audit. */
async function publishersFor(
  settings: Settings,
  language: 'ko' | 'en',
  { out, format, publish }: Options,
  { env, signal }: Io,
): Promise<readonly Publisher[]> {
  const around = { env, signal, deadline: undefined };
  const formats: readonly Format[] = format === 'table' || format === 'json' ? ['json'] : ['json', format];
  const asked: readonly PublisherSettings[] =
    out === undefined ? [] : [{ kind: 'directory', path: out, formats, language, takes: ['report'] }];
  return [
    ...(await openPublishers({ ...settings, publish: asked }, around)),
    ...(publish ? await openPublishers(settings, around) : []),
  ];
}
