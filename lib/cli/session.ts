import type { ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';

/** What a command is given to work with, and where it leaves its exit status. */
export interface Session {
  readonly io: Io;
  end(status: ExitStatus): void;
  /** Runs another command line, as if it had been typed. */
  run(argv: readonly string[], io: Io): Promise<ExitStatus>;
}
