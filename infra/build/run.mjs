// Runs the command line from its sources: bundles them when they changed, then runs the bundle in this process.
import { pathToFileURL } from 'node:url';
import { bundle, COMMAND_LINE, isUpToDate } from './bundle.mjs';

/** The command line's own status for "nothing could be done". */
const NOTHING_DONE = 4;

try {
  if (!(await isUpToDate())) await bundle();
} catch (error) {
  if (error.code === 'ERR_MODULE_NOT_FOUND')
    console.error('orphan-audit: cannot be built without its packages: run `npm ci`');
  // esbuild has told already what is wrong with the sources.
  else if (!('errors' in error)) console.error(error);
  process.exit(NOTHING_DONE);
}
await import(pathToFileURL(COMMAND_LINE).href);
