import { expect, it } from 'vitest';
import type { Calibration, CalibrationNote, CalibrationResult } from '../../lib/signing/calibration.ts';
import { calibrationLines } from '../../lib/signing/told.ts';
import { anId } from '../builders/ledger.ts';
import { RECIPES, schemeOfRecipe } from '../builders/signing.ts';

const [scheme] = Object.values(RECIPES).map(schemeOfRecipe);
if (scheme === undefined) throw new TypeError('a scheme is needed');
const FORMULA =
  's = hmac-sha256(key k, (description before s) instance-name) in base64url, the first 22 characters';

function lines(result: CalibrationResult): readonly string[] {
  const spaces = ['one part', 'the description and 1 more'];
  const effort = { spaces, tried: 7752, candidates: 34_526_394, elapsedMs: 53, perSecond: 146_264 };
  const calibration: Calibration = { ...result, effort, cutOff: [] };
  return calibrationLines(calibration);
}

const found = (...notes: readonly CalibrationNote[]) =>
  lines({
    kind: 'found',
    scheme,
    verified: [anId(1), anId(2), anId(3)],
    keyIds: ['k1', 'k2'],
    oddsBits: 383,
    notes,
  });

it('tells what was found, and what it took', () => {
  expect(found()).toEqual([
    `found: ${FORMULA}`,
    'it verifies all 3 sampled instances, signed by k1 and k2; that this is chance is less likely than 1 in 2^383',
    'tried 7,752 of 34,526,394 candidates in 0.1 s, 146,264 a second',
    'what may be signed was tried as one part; the description and 1 more',
  ]);
});

it.each<readonly [CalibrationNote, string]>([
  [{ kind: 'constant-fact', fact: 'zone', value: 'a' }, 'zone is a in every sample'],
  [{ kind: 'constant-field', field: 'r' }, 'field r is not signed'],
  [
    { kind: 'perishable-fact', fact: 'nodepool' },
    'nodepool is signed, which is known while the NodeClaim lives',
  ],
  [{ kind: 'alternative', scheme }, `this fits the samples as well: ${FORMULA}`],
  [{ kind: 'either-alphabet' }, 'tells base64 from base64url'],
  [{ kind: 'no-key-id' }, 'every key of the keyring is tried'],
  [{ kind: 'cluster-not-signed' }, 'no cluster is signed'],
])('tells the note %o', (note, said) => {
  expect(found(note)[2]).toContain(said);
});

it.each<readonly [CalibrationResult, readonly string[]]>([
  [
    { kind: 'too-few-samples', instances: 1, nodeClaims: 1, unlike: [anId(4)] },
    ['1 instance of 1 NodeClaim can be compared, and it takes 3 of 2', anId(4)],
  ],
  [{ kind: 'all-cut-off' }, ['every sampled description ends where the cloud cuts it off']],
  [{ kind: 'no-signature' }, ['no field of the sampled descriptions can be a signature']],
  [
    { kind: 'not-found', why: 'space-exhausted', unlike: [] },
    ['no scheme that is known here verifies the samples'],
  ],
  [
    { kind: 'not-found', why: 'budget-exhausted', unlike: [anId(4)] },
    ['no scheme was found in the time given', anId(4)],
  ],
  [
    {
      kind: 'disagreement',
      scheme,
      verified: [anId(1), anId(2)],
      disagreeing: [{ instanceId: anId(4), outcome: 'invalid' }],
    },
    ['this scheme verifies 2 of 3 sampled instances', `instance ${anId(4)} disagrees: invalid`],
  ],
  [
    { kind: 'one-key-only', keyId: 'k2', others: ['k1'] },
    ['every sampled instance is signed by k2, and the keyring also has k1'],
  ],
  [{ kind: 'odds-too-small', oddsBits: 60 }, ['1 in 2^60, and it takes 1 in 2^64']],
  [
    { kind: 'undecided', between: 'cuts', schemes: [scheme, scheme] },
    ['do not tell these schemes apart', FORMULA, FORMULA],
  ],
  [{ kind: 'leaves-unsigned', scheme, fields: ['t'] }, ['what is signed leaves t open']],
  [{ kind: 'not-bound', scheme }, ['what is signed says nothing of the instance']],
])('tells the result %o', (result, said) => {
  const told = lines(result);
  // What it took, and what was tried, stand behind.
  expect(told).toHaveLength(said.length + 2);
  for (const [index, text] of said.entries()) expect(told[index]).toContain(text);
});
