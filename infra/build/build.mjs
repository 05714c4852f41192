// Bundles the command line and the functions. `npm run build` starts from nothing; run.mjs builds beside what is there.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
await rm(dist, { recursive: true, force: true });
for (const { file, bytes } of await bundle()) console.log(`${String(bytes).padStart(9)}  ${file}`);
