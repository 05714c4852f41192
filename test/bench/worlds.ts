/** `npm run bench -- worlds [--worlds N] [--from SEED]`: random worlds of known truth, in numbers. */
import { parseArgs } from 'node:util';
import { liveThrough } from '../properties/worlds.ts';

const { values } = parseArgs({
  options: { worlds: { type: 'string', default: '20000' }, from: { type: 'string', default: '1' } },
});
const [count, from] = [Number(values.worlds), Number(values.from)];
const falseOrphans: string[] = [];
let provable = 0;
let found = 0;
for (let seed = from; seed < from + count; seed++) {
  const faulty = await liveThrough(seed, true);
  falseOrphans.push(...faulty.falseOrphans);
  const calm = await liveThrough(seed, false);
  falseOrphans.push(...calm.falseOrphans);
  provable += calm.provable;
  found += calm.found;
}
process.stdout.write(`${count} random worlds, each lived through with faults and without, three audits each
  false orphans            ${falseOrphans.length}
  provable orphans found   ${found} of ${provable} (${((100 * found) / provable).toFixed(2)} %)
`);
for (const one of falseOrphans.slice(0, 20)) process.stdout.write(`  ${one}\n`);
process.exitCode = falseOrphans.length === 0 ? 0 : 1;
