import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { refuseOtherFile, writeSignatureScheme } from '../config/signing.ts';
import { calibrateOneProject, onlyProject } from '../jobs/calibrate-project.ts';
import { printable } from '../report/words/printable.ts';
import { CALIBRATION_BUDGET, type CalibrationProgress } from '../signing/calibration.ts';
import { calibrationLines } from '../signing/told.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import { chosenBy } from './chosen.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { progress } from './log.ts';
import {
  configOption,
  noColorOption,
  nowOption,
  projectOption,
  quietOption,
  verboseOption,
} from './options.ts';
import type { Session } from './session.ts';
import { withSurroundings } from './surroundings.ts';

const secondsOption = new Option('--seconds <number>', 'how long to search at most')
  .argParser((text: string): number => {
    const seconds = Number(text);
    if (Number.isFinite(seconds) && seconds > 0) return seconds;
    throw new InvalidArgumentError('Write a number of seconds above 0.');
  })
  .default(CALIBRATION_BUDGET.ms / 1000);

const literalOption = new Option(
  '--literal <text>',
  'a text that may be signed as well; may be given several times',
).argParser((text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text,
]);

const MORE = `
It takes at least 3 live instances of at least 2 NodeClaims; each must be one that a live NodeClaim owns.
Nothing is written unless the scheme verifies every one of them, chance is out of the question, and no
other scheme does as well. Nothing is written into a cloud or a cluster.`;

export function addCalibrate(keyring: Command, { io, end }: Session): void {
  keyring
    .command('calibrate')
    .description('finds the signature scheme from live, claimed instances, and writes it into a file')
    .addOption(configOption)
    .addOption(projectOption)
    .option('--out <file>', "write the scheme there (default: the configuration's signatureScheme)")
    .option('--dry-run', 'only tell what was found')
    .option('--accept-one-key', 'do without an instance that another key of a rotated keyring signed')
    .addOption(secondsOption)
    .addOption(literalOption)
    .addOption(nowOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .addHelpText('after', MORE)
    .action(async (options) => end(await calibrate(options, io)));
}

interface Options {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly out?: string | undefined;
  readonly dryRun?: true | undefined;
  readonly acceptOneKey?: true | undefined;
  readonly seconds: number;
  readonly literal?: readonly string[] | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

async function calibrate(options: Options, io: Io): Promise<ExitStatus> {
  const choice = await chosenBy(options, io);
  const { settings } = onlyProject(choice);
  const file = options.out ?? settings.signatureScheme;
  if (file === undefined && options.dryRun !== true) {
    throw new AuditFailure(
      'bad-usage',
      `nothing says where the signature scheme of project ${settings.name} is to be written`,
      'set signatureScheme: ./signature-scheme.json for the project, or name a file with --out, or try with --dry-run',
    );
  }
  if (file !== undefined && options.dryRun !== true) await refuseOtherFile(file);
  const tell = progress(options, io);
  const { calibration, samples, failures } = await withSurroundings(options, io, (surroundings) =>
    calibrateOneProject(choice, surroundings, {
      budget: { ...CALIBRATION_BUDGET, ms: options.seconds * 1000 },
      literals: options.literal ?? [],
      acceptOneKey: options.acceptOneKey === true,
      progress: (step) => tell({ project: settings.name, text: stepText(step) }),
    }),
  );
  tellFailures(io, failures, { verbose: options.verbose === true });
  io.stdout.write(
    `${settings.name}: ${samples} live, claimed ${samples === 1 ? 'instance' : 'instances'} sampled\n`,
  );
  for (const line of calibrationLines(calibration)) io.stdout.write(`${printable(line)}\n`);
  if (calibration.kind !== 'found') {
    io.stdout.write('nothing was written: signatures stay as they were\n');
    return EXIT.nothingDone;
  }
  if (file === undefined || options.dryRun === true) {
    io.stdout.write('nothing was written: it was a dry run\n');
  } else {
    await writeSignatureScheme(file, calibration.scheme);
    io.stdout.write(`written: ${file}\n`);
    if (settings.signatureScheme === undefined)
      io.stdout.write(`set signatureScheme: ${file} for project ${settings.name}, so that it is used\n`);
  }
  return failures.length === 0 ? EXIT.done : EXIT.incomplete;
}

function stepText({ trying, tried, candidates, elapsedMs }: CalibrationProgress): string {
  const seconds = (elapsedMs / 1000).toFixed(1);
  return `${trying}: ${tried.toLocaleString('en-US')} of ${candidates.toLocaleString('en-US')} candidates, ${seconds} s`;
}
