import { type Instant, instantFromMs } from '../terms/instants.ts';

/** All of the world that the command line touches, so that a test can be another one. */
export interface Io {
  /** Results only. */
  readonly stdout: Sink;
  /** Everything else. */
  readonly stderr: Sink;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Instant;
  /** Aborted when the person, or the machine, wants it to end. */
  readonly signal: AbortSignal;
}

export interface Sink {
  readonly isTerminal: boolean;
  /** `undefined` where nobody knows. */
  readonly columns: number | undefined;
  write(text: string): void;
}

/** The process that this runs in. */
export function processIo(signal: AbortSignal): Io {
  return {
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    env: process.env,
    now: () => instantFromMs(Date.now()),
    signal,
  };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  return {
    isTerminal: stream.isTTY === true,
    // A terminal of no width is one that does not say.
    columns: stream.columns > 0 ? stream.columns : undefined,
    write: (text) => {
      stream.write(text);
    },
  };
}
