import type { Io } from '../../lib/cli/io.ts';
import { runCli } from '../../lib/cli/run.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly now: string;
  /** Standard error is a terminal of this width, and so is standard output; else both are pipes. */
  readonly columns: number | undefined;
  readonly signal: AbortSignal;
  /** Hears what is written to standard output as it comes. */
  readonly onStdout: (text: string) => void;
}

export const NOW = '2026-11-30T06:00:00Z';

/** Types a command line and gives back what came of it. */
export async function type(argv: readonly string[], terminal: Partial<Terminal> = {}): Promise<Ran> {
  const { env = {}, now = NOW, columns, signal = new AbortController().signal, onStdout } = terminal;
  let stdout = '';
  let stderr = '';
  const isTerminal = columns !== undefined;
  const io: Io = {
    stdout: {
      isTerminal,
      columns,
      write: (text) => {
        stdout += text;
        onStdout?.(text);
      },
    },
    stderr: {
      isTerminal,
      columns,
      write: (text) => {
        stderr += text;
      },
    },
    env,
    now: () => instantFromMs(Date.parse(now)),
    signal,
  };
  const status = await runCli(argv, io);
  return { status, stdout, stderr };
}
