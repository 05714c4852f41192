import { Command, CommanderError } from '@commander-js/extra-typings';
import { addAlert } from './alert.ts';
import { addAudit } from './audit.ts';
import { addCheck } from './check.ts';
import { addConfig } from './config.ts';
import { addDemo } from './demo.ts';
import { EXIT, type ExitStatus, exitStatusOf } from './exit-status.ts';
import { addExplain } from './explain.ts';
import { failuresOf, tellFailures } from './failures.ts';
import type { Io } from './io.ts';
import { addKeyring } from './keyring.ts';
import { addPrices } from './prices.ts';
import { addPublish } from './publish.ts';
import { addRecord } from './record.ts';
import { addReport } from './report.ts';
import type { Session } from './session.ts';
import { addSimulate } from './simulate.ts';
import { addTicket } from './ticket.ts';
import { VERSION } from './version.ts';

const EXIT_STATUS_HELP = `
Exit status:
  0  done
  1  bad usage or configuration
  2  done, and --fail-on met one (also when something else could not be read)
  3  done but incomplete: the report says what could not be read
  4  nothing could be done, or it was interrupted

It only reads: nothing is ever deleted or changed in a cloud or a cluster.`;

/** Runs one command line (without the program's name) to its end, and gives the exit status. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  const session: Session = {
    io,
    end: (ended) => {
      status = ended;
    },
    run: runCli,
  };
  const program = programOf(session);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (thrown) {
    // Commander has told what it found already, and asks for 0 after help.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.badInput;
    if (io.signal.aborted) {
      io.stderr.write('orphan-audit: interrupted; nothing was reported\n');
      return EXIT.nothingDone;
    }
    const failures = failuresOf(thrown);
    tellFailures(io, failures, { verbose: argv.includes('--verbose') });
    return exitStatusOf(failures);
  }
}

/** Every command with its flags; what docs/ has people type is held against it. */
export function programOf(session: Session): Command {
  const { io } = session;
  const program = new Command('orphan-audit')
    .description(
      'Finds the VM instances and volumes that Karpenter left behind on KakaoCloud. It never deletes anything.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      outputError: (text, write) => write(text.replace(/^error: /, 'orphan-audit: ')),
    })
    .addHelpText('after', EXIT_STATUS_HELP);
  addAudit(program, session);
  addRecord(program, session);
  addCheck(program, session);
  addPublish(program, session);
  addExplain(program, session);
  addAlert(program, session);
  addKeyring(program, session);
  addTicket(program, session);
  addSimulate(program, session);
  addDemo(program, session);
  addPrices(program, session);
  addConfig(program, session);
  addReport(program, session);
  return program;
}
