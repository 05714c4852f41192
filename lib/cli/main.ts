#!/usr/bin/env node
import { EXIT } from './exit-status.ts';
import { failuresOf, tellFailures } from './failures.ts';
import { processIo } from './io.ts';
import { runCli } from './run.ts';

const interrupted = new AbortController();
const io = processIo(interrupted.signal);

// The first time what is under way is given up in order; the second time at once.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (interrupted.signal.aborted) process.exit(EXIT.nothingDone);
    interrupted.abort();
  });
}

function giveUp(thrown: unknown): never {
  tellFailures(io, failuresOf(thrown), { verbose: process.argv.includes('--verbose') });
  process.exit(EXIT.nothingDone);
}
process.on('uncaughtException', giveUp);
process.on('unhandledRejection', giveUp);

// A reader that has seen enough (`| head`) is no failure: what is left to write is let go, the rest is done as always.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') giveUp(error);
});

const status = await runCli(process.argv.slice(2), io);
// Pipes are written to behind the program's back: what stands there has to leave before the process does.
process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));
