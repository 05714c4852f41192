/** `npm run bench -- audit [--instances N] [--pairs N]`: one audit against its floor, pair by pair, as a ratio. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { instances: { type: 'string', default: '10000' }, pairs: { type: 'string', default: '7' } },
});
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = spawn(process.execPath, [beside('server.mjs'), values.instances], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [served] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];

interface Run {
  readonly rows: number;
  readonly ms: number;
  readonly peakRssMiB: number;
}

async function run(kind: 'floor' | 'audit'): Promise<Run> {
  const child = spawn(process.execPath, [beside('client.mjs'), kind, served], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as Run;
}

// The first of each fills the server's page cache.
await run('floor');
await run('audit');
const pairs: { floor: Run; audit: Run }[] = [];
for (let i = 0; i < Number(values.pairs); i++) {
  pairs.push(
    i % 2 === 0
      ? { floor: await run('floor'), audit: await run('audit') }
      : (({ audit, floor }) => ({ floor, audit }))({ audit: await run('audit'), floor: await run('floor') }),
  );
}
server.stdin.end();

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const spread = (numbers: number[], digits: number) => {
  const [low = 0, ...rest] = sorted(numbers);
  const middle = sorted(numbers)[Math.floor(numbers.length / 2)] ?? 0;
  return `${middle.toFixed(digits)} (${low.toFixed(digits)} to ${(rest.at(-1) ?? low).toFixed(digits)})`;
};
const rows = new Set(pairs.flatMap(({ floor, audit }) => [floor.rows, audit.rows]));
if (rows.size !== 1)
  throw new Error(`the floor and the audit did not read the same rows: ${[...rows].join(', ')}`);
process.stdout.write(`one audit over HTTP of ${[...rows][0]} rows (instances and volumes), ${pairs.length} pairs, median (least to most)
  audit   ${spread(
    pairs.map(({ audit }) => audit.ms),
    0,
  )} ms, peak memory ${spread(
    pairs.map(({ audit }) => audit.peakRssMiB),
    0,
  )} MiB
  floor   ${spread(
    pairs.map(({ floor }) => floor.ms),
    0,
  )} ms, peak memory ${spread(
    pairs.map(({ floor }) => floor.peakRssMiB),
    0,
  )} MiB
  ratio   ${spread(
    pairs.map(({ floor, audit }) => audit.ms / floor.ms),
    2,
  )}
`);
