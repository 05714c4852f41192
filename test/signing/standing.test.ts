import { expect, it } from 'vitest';
import { schemeStanding } from '../../lib/signing/standing.ts';
import {
  aKeyring,
  RECIPES,
  type Recipe,
  schemeOfRecipe,
  someKeys,
  someSamples,
} from '../builders/signing.ts';

const KEYS = someKeys('standing');
const RINGS = [{ keyring: aKeyring(KEYS), clusters: 'all' }] as const;
const [FIRST, SECOND] = Object.values(RECIPES);
if (FIRST === undefined || SECOND === undefined) throw new TypeError('two recipes are needed');

const standing = (recipes: readonly Recipe[]) => {
  const samples = recipes.flatMap(
    (recipe, n) => someSamples('standing', KEYS, recipe, recipes.length)[n] ?? [],
  );
  return schemeStanding(samples, RINGS, schemeOfRecipe(FIRST)).kind;
};

it.each([
  ['all verify', [FIRST, FIRST], 'holds'],
  ['all but one verify', [FIRST, FIRST, FIRST, SECOND], 'stale'],
  ['none verifies', [SECOND, SECOND], 'stale'],
  ['there are none', [], 'untried'],
] as const)('a scheme: %s', (_, recipes, expected) => {
  expect(standing(recipes)).toBe(expected);
});

it('names those that fail', () => {
  const [good] = someSamples('standing', KEYS, FIRST, 1);
  const [, bad] = someSamples('standing', KEYS, SECOND, 2);
  if (good === undefined || bad === undefined) throw new TypeError('two samples are needed');
  expect(schemeStanding([good, bad], RINGS, schemeOfRecipe(FIRST))).toEqual({
    kind: 'stale',
    failing: [bad.instanceId],
    valid: 1,
  });
});

it('does not hold a key that the keyring lacks against the scheme', () => {
  const samples = someSamples('standing', someKeys('standing', ['k7']), FIRST);
  expect(schemeStanding(samples, RINGS, schemeOfRecipe(FIRST))).toEqual({ kind: 'untried' });
});
