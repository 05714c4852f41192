/**
 * `npm run bench -- start-imports [--rounds N]`: what each module costs at the start of a function, bundled as it would
 * be there. Processor time, because it hardly depends on what else the machine does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(values.rounds);

/** A name for people, and what is imported. */
const MODULES: Readonly<Record<string, string>> = {
  nothing: '',
  'node:crypto': `import * as it from 'node:crypto'; keep(it);`,
  'node:http': `import * as it from 'node:http'; keep(it);`,
  'node:https': `import * as it from 'node:https'; keep(it);`,
  'node:http2': `import * as it from 'node:http2'; keep(it);`,
  'node:assert': `import * as it from 'node:assert'; keep(it);`,
  'node:worker_threads': `import * as it from 'node:worker_threads'; keep(it);`,
  'early-tokens.ts': `import { sendFirstRequests } from './lib/config/early-tokens.ts'; keep(sendFirstRequests);`,
  'big.js': `import { Big } from 'big.js'; keep(Big);`,
  luxon: `import { DateTime, Duration, IANAZone } from 'luxon'; keep([DateTime, Duration, IANAZone]);`,
  zod: `import * as z from 'zod'; keep(z.object({ name: z.string() }));`,
  'config/schema.ts (zod, luxon)': `import { configSchema } from './lib/config/schema.ts'; keep(configSchema);`,
  yaml: `import { parseDocument } from 'yaml'; keep(parseDocument);`,
  pino: `import { pino } from 'pino'; keep(pino({ base: {} }));`,
  'undici, two deep imports': `import request from 'undici/lib/api/api-request.js';
    import Agent from 'undici/lib/dispatcher/agent.js'; keep([request, new Agent()]);`,
  'undici, the package': `import { Agent, request } from 'undici'; keep([request, new Agent()]);`,
  aws4fetch: `import { AwsV4Signer } from 'aws4fetch'; keep(AwsV4Signer);`,
  '@rgrove/parse-xml': `import { parseXml } from '@rgrove/parse-xml'; keep(parseXml);`,
  '@kubernetes/client-node': `import { KubeConfig } from '@kubernetes/client-node'; keep(KubeConfig);`,
  'csv-stringify': `import { stringify } from 'csv-stringify/sync'; keep(stringify);`,
  nodemailer: `import { createTransport } from 'nodemailer'; keep(createTransport);`,
  'd3-scale, d3-shape': `import { scaleLinear } from 'd3-scale'; import { line } from 'd3-shape';
    keep([scaleLinear, line]);`,
  'hono/html': `import { html } from 'hono/html'; keep(html);`,
};
const SELF = `const keep = (value) => { globalThis.kept = value; };
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(String(user + system));
});\n`;

const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-imports-'));
try {
  const measured = await Promise.all(
    Object.entries(MODULES).map(async ([name, contents], index) => {
      const file = join(folder, `${index}.cjs`);
      await build({
        stdin: { contents: `${SELF}${contents}`, resolveDir: process.cwd(), loader: 'ts' },
        outfile: file,
        bundle: true,
        minify: true,
        platform: 'node',
        target: 'node20.19',
        format: 'cjs',
        legalComments: 'none',
      });
      return { name, file, bytes: (await stat(file)).size, cpuMs: [] as number[] };
    }),
  );
  for (let round = 0; round < rounds; round++) {
    for (const one of measured) {
      const child = spawn(process.execPath, [one.file], {
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      one.cpuMs.push(Number(printed) / 1000);
    }
  }
  const [empty = Number.NaN] = measured.map(({ cpuMs }) => median(cpuMs));
  const load = loadavg().map((value) => value.toFixed(1));
  process.stdout.write(
    `Node ${process.versions.node}, medians of ${rounds}; an empty file takes ${empty.toFixed(0)} ms; load ${load.join(' ')}\n`,
  );
  process.stdout.write(`${'module'.padEnd(32)}${'KiB, minified'.padStart(14)}${'ms more'.padStart(9)}\n`);
  for (const { name, bytes, cpuMs } of measured.slice(1)) {
    const [kib, more] = [(bytes / 1024).toFixed(0), (median(cpuMs) - empty).toFixed(0)];
    process.stdout.write(`${name.padEnd(32)}${kib.padStart(14)}${more.padStart(9)}\n`);
  }
} finally {
  await rm(folder, { recursive: true });
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
