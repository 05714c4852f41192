import { readFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { openStore } from '../config/open-store.ts';
import { chosenProjects, momentFor } from '../jobs/choice.ts';
import { isNothingRecorded, type RecordedProject, recordProjects } from '../jobs/record-projects.ts';
import { importTable, type WrittenRecord } from '../record.ts';
import type { Language } from '../report/words/language.ts';
import { AuditFailure } from '../terms/failure.ts';
import { clusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { chosenBy, placeOf, settingsBy } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
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
import { recordTextsIn } from './record-texts.ts';
import type { Session } from './session.ts';
import { storeAround, withSurroundings } from './surroundings.ts';

export function addRecord(program: Command, { io, end }: Session): void {
  program
    .command('record')
    .description('writes what is alive now into the ledger: clusters, NodeClaims, instances, volumes')
    .option('--import <file>', 'record the NodeClaims of a table that kubectl printed before the deletion')
    .option('--cluster-uid <uid>', "with --import: the UUID at the start of the cluster's API endpoint")
    .option('--cluster-name <name>', "with --import: the cluster's name")
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(formatOption)
    .addOption(languageOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .addHelpText(
      'after',
      `
The table for --import is what this printed, of all NodeClaims of one cluster:
  kubectl get nodeclaims -o custom-columns='NODECLAIM:.metadata.name,PROVIDER_ID:.status.providerID'`,
    )
    .action(async (options) => {
      const recorded =
        options.import === undefined ? await recordLive(options, io) : await recordTable(options, io);
      end(tell(recorded, options, io));
    });
}

interface Options {
  readonly import?: string | undefined;
  readonly clusterUid?: string | undefined;
  readonly clusterName?: string | undefined;
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly format: Format;
  readonly lang?: Language | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

interface Recorded {
  readonly language: Language;
  readonly projects: readonly RecordedProject[];
}

async function recordLive(options: Options, io: Io): Promise<Recorded> {
  if (options.clusterUid !== undefined || options.clusterName !== undefined) {
    throw new AuditFailure(
      'bad-usage',
      '--cluster-uid and --cluster-name say whose table --import takes, and there is no --import',
      'add --import FILE, or leave them out: clusters are discovered',
    );
  }
  const choice = await chosenBy(options, io, 'ignore');
  if (choice.moment.kind === 'chosen') {
    throw new AuditFailure(
      'bad-usage',
      '--now would date what is alive now to another time',
      'leave --now out; it is for rehearsals, with every endpoint on this machine, and for --import',
    );
  }
  const projects = await withSurroundings(options, io, (surroundings) =>
    recordProjects(choice, surroundings, progress(options, io)),
  );
  io.signal.throwIfAborted();
  return { language: options.lang ?? choice.settings.language, projects };
}

async function recordTable(options: Options, io: Io): Promise<Recorded> {
  const { import: file = '', clusterUid: uidText, clusterName } = options;
  const uid = clusterUid(uidText);
  if (uid === undefined) {
    throw new AuditFailure(
      'bad-usage',
      uidText === undefined
        ? '--import needs --cluster-uid'
        : `--cluster-uid ${JSON.stringify(uidText)} is no UUID`,
      "give the UUID at the start of the Kubernetes API endpoint's host; the console's cluster ID is another",
    );
  }
  const settings = await settingsBy(options, io);
  const projects = chosenProjects(settings, options.project);
  const [project] = projects;
  if (project === undefined || projects.length > 1) {
    throw new AuditFailure(
      'bad-usage',
      'a table is of one cluster, and a cluster is of one project',
      `say which with --project: ${projects.map(({ name }) => name).join(', ')}`,
    );
  }
  const { now } = momentFor(options.now, [project], placeOf(io));
  const written = await importTable({
    project: project.name,
    store: await openStore(settings, storeAround(io)),
    now,
    bytes: await bytesOf(file),
    file,
    clusterUid: uid,
    clusterName,
  });
  return {
    language: options.lang ?? settings.language,
    projects: [{ project: project.name, records: [written], warnings: [], problems: [], complete: true }],
  };
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    throw new AuditFailure(
      'import-invalid',
      `the table ${file} cannot be read (${code})`,
      'name a file that this user can read',
    );
  }
}

function tell({ language, projects }: Recorded, options: Options, io: Io): ExitStatus {
  const problems = projects.flatMap((project) => project.problems);
  if (options.format === 'json') io.stdout.write(`${JSON.stringify(asJson(projects), undefined, 2)}\n`);
  else
    io.stdout.write(
      projects
        .flatMap((project) => recordTextsIn(language).lines(project))
        .map((line) => `${line}\n`)
        .join(''),
    );
  tellFailures(io, problems, { verbose: options.verbose === true });
  if (projects.every(isNothingRecorded)) return EXIT.nothingDone;
  return projects.every((project) => project.complete) ? EXIT.done : EXIT.incomplete;
}

function asJson(projects: Recorded['projects']): object {
  return {
    projects: projects.map(({ project, records, warnings, problems, complete }) => ({
      project,
      complete,
      records: records.map(countsOf),
      warnings,
      problems: problems.map(({ code, message, remedy }) => ({ code, message, remedy })),
    })),
  };
}

function countsOf({ key, written, cluster, nodeClaims, instances, volumes }: WrittenRecord): object {
  return {
    cluster: { uid: cluster.uid, name: cluster.name ?? null },
    written,
    key,
    nodeClaims: nodeClaims ?? null,
    instances: instances ?? null,
    volumes: volumes ?? null,
  };
}
