import type { Progress } from '../jobs/progress.ts';
import type { Io, Sink } from './io.ts';

export interface LogOptions {
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly color: boolean;
}

/** Colours only for a person, and not for one who said no (https://no-color.org). */
export function isColoured(options: { readonly color: boolean }, io: Io, sink: Sink): boolean {
  const noColor = io.env.NO_COLOR;
  return options.color && sink.isTerminal && (noColor === undefined || noColor === '');
}

/** Where no terminal says how wide it is: a log, a mail, a pipe. */
const COLUMNS_IN_A_FILE = 120;

export function columnsOf(sink: Sink): number {
  return sink.columns ?? COLUMNS_IN_A_FILE;
}

/** Tells how far it has come, to a person who watches, and to nobody else. */
export function progress(options: LogOptions, io: Io): Progress {
  if (options.quiet === true || options.verbose === true || !io.stderr.isTerminal) return () => {};
  return ({ project, text }) =>
    io.stderr.write(`orphan-audit: ${project === undefined ? '' : `${project}: `}${text}\n`);
}
