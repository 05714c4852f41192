import type { Surroundings } from '../config/wiring.ts';
import type { Io } from './io.ts';
import { isColoured, type LogOptions } from './log.ts';

/** What opens a store from the command line, which no runtime ends. */
export function storeAround({ env, signal, now }: Io) {
  return { env, signal, clock: now, deadline: undefined };
}

const SILENT: Surroundings['log'] = { debug: () => {} };

/** What the adapters are given of this process, for as long as `use` takes. */
export async function withSurroundings<T>(
  options: LogOptions,
  io: Io,
  use: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const { env, signal } = io;
  const silent: Surroundings = { clock: io.now, env, signal, deadline: undefined, log: SILENT };
  if (options.verbose !== true) return use(silent);
  // Its libraries are loaded for those only who want to see it.
  const { openVerboseLog } = await import('./verbose-log.ts');
  const { log, close } = openVerboseLog(io.stderr, isColoured(options, io, io.stderr));
  try {
    return await use({ ...silent, log });
  } finally {
    close();
  }
}
