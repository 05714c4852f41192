// Prints how long calibration takes to find each scheme of the tests from three nodes, and to refuse one that it cannot
// find: `npx esbuild test/bench/calibrate.ts --bundle --platform=node --format=esm --outfile=dist/bench/calibrate.mjs && node dist/bench/calibrate.mjs`
import { calibrate } from '../../lib/signing/calibrate.ts';
import { CALIBRATION_BUDGET } from '../../lib/signing/calibration.ts';
import { formulaOf } from '../../lib/signing/scheme.ts';
import { aKeyring, FAR_OUT, OUTSIDE, RECIPES, someKeys, someSamples } from '../builders/signing.ts';

const only = process.argv[2] ?? '';
for (const [name, recipe] of [
  ...Object.entries(RECIPES),
  ['the far end of the space', FAR_OUT] as const,
  ['outside of the space', OUTSIDE] as const,
]) {
  if (!name.includes(only)) continue;
  const keys = someKeys('bench');
  const { effort, ...result } = calibrate({
    samples: someSamples('bench', keys, recipe),
    keyring: aKeyring(keys),
    budget: CALIBRATION_BUDGET,
    clock: () => performance.now(),
    descriptionLimit: undefined,
    literals: [],
    acceptOneKey: false,
  });
  const { tried, candidates, elapsedMs, perSecond } = effort;
  console.log(`${name}: ${result.kind}`);
  if (result.kind === 'found') console.log(`  ${formulaOf(result.scheme)}, chance 1 in 2^${result.oddsBits}`);
  else console.log(`  ${JSON.stringify(result)}`);
  if (result.kind === 'found')
    for (const note of result.notes)
      console.log(`  ${note.kind === 'alternative' ? formulaOf(note.scheme) : JSON.stringify(note)}`);
  console.log(
    `  ${tried.toLocaleString('en')} of ${candidates.toLocaleString('en')} candidates in ${(elapsedMs / 1000).toFixed(2)} s, ${perSecond.toLocaleString('en')} a second`,
  );
}
