import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../lib/signing/calibrate.ts';
import type { BoundKeyring } from '../../lib/signing/keyring.ts';
import { parseKeyring } from '../../lib/signing/keyring-text.ts';
import type { Cut, Fact } from '../../lib/signing/scheme.ts';
import { verifySignature } from '../../lib/signing/verify.ts';
import {
  aKeyring,
  aTestInstance,
  claimed,
  describe as describedBy,
  type FieldSource,
  keyringText,
  type Recipe,
  type RecipePart,
  schemeOfRecipe,
  someKeys,
  someSamples,
  type TestKey,
} from '../builders/signing.ts';

const KEYS = someKeys('properties');
const [RETIRED, ACTIVE] = KEYS;
if (RETIRED === undefined || ACTIVE === undefined) throw new TypeError('two keys are needed');
const RINGS: readonly BoundKeyring[] = [{ keyring: aKeyring(KEYS), clusters: 'all' }];

type Field = readonly [key: string, says: FieldSource];

const algorithm = fc.constantFrom<Recipe['algorithm']>('sha256', 'sha384', 'sha512', 'ed25519');
const separator = fc.constantFrom('', ';', ':', '|', ',', '/', '\n', '.', '-', '_', ' ', '\0');
const BYTES = { sha256: 32, sha384: 48, sha512: 64, ed25519: 64 };

const form = fc
  .record({
    algorithm,
    encoding: fc.constantFrom<Recipe['encoding']>('hex', 'hex-upper', 'base64', 'base64url'),
    padded: fc.boolean(),
    unit: fc.constantFrom('whole', 'bytes', 'characters'),
    length: fc.integer({ min: 8, max: 31 }),
  })
  .map(({ unit, length, ...written }) => {
    const isHex = written.encoding.startsWith('hex');
    const padded = written.padded && !isHex && unit !== 'characters';
    if (unit === 'whole' || written.algorithm === 'ed25519') return { ...written, padded };
    const most = BYTES[written.algorithm];
    const cut: Cut =
      unit === 'bytes'
        ? { unit: 'bytes', length: Math.min(length, most - 1) }
        : { unit: 'characters', length: 2 * length };
    return { ...written, padded, cut };
  });

const clusterForm = fc.constantFrom<Fact>('cluster-uid', 'cluster-uid-plain', 'cluster-uid8');
const otherFact = fc.constantFrom<Fact>('project-id', 'nodeclaim-uid', 'nodepool', 'instance-type', 'zone');
const instanceFact = fc.constantFrom<Fact>('instance-name', 'nodeclaim-name');

/** Fields that may stand in front of the signature; `t` is one that only a signature vouches for. */
const fields = fc.record({
  c: fc.option(clusterForm),
  n: fc.boolean(),
  t: fc.boolean(),
  k: fc.constantFrom('in front', 'behind', 'none'),
});

/** The space of calibration, but for its far end, where each case takes seconds. */
const recipe: fc.Arbitrary<Recipe> = fc
  .record({
    fields,
    form,
    separator,
    terminated: fc.boolean(),
    described: fc.boolean(),
    from: fc.constantFrom('start' as const, 'behind-marker' as const),
    to: fc.constantFrom(
      'before-signature',
      'before-signature-with-separator',
      'through-signature-key',
      'around-signature',
    ),
    facts: fc.tuple(instanceFact, fc.option(clusterForm), fc.option(otherFact)),
    shuffle: fc.nat(23),
  })
  .map(
    ({ fields: has, form: written, separator: between, terminated, described, from, to, facts, shuffle }) => {
      const [instance, cluster, other] = facts;
      // A description of which nothing but its marker stands in front of the signature has nothing behind the marker.
      const isEmptyInFront = has.c === null && !has.n && !has.t && has.k !== 'in front';
      const named: readonly RecipePart[] = [{ fact: instance }];
      const parts: readonly RecipePart[] = described
        ? [
            { from: isEmptyInFront ? 'start' : from, to },
            ...(has.n ? [] : named),
            ...(cluster === null ? [] : [{ fact: cluster }]),
          ].slice(0, 2)
        : [
            ...named,
            ...(has.t ? [{ field: 't' }] : []),
            ...(cluster === null ? [] : [{ fact: cluster }]),
            ...(other === null ? [] : [{ fact: other }]),
          ].slice(0, written.algorithm === 'ed25519' ? 2 : 3);
      const keyId: readonly Field[] = [['k', 'key-id']];
      return {
        fields: [
          ...(has.c === null ? [] : ([['c', { fact: has.c }]] as const)),
          ...(has.n ? ([['n', { fact: 'nodeclaim-name' }]] as const) : []),
          ...(has.t ? ([['t', 'random']] as const) : []),
          ...(has.k === 'in front' ? keyId : []),
          ['s', 'signature'],
          ...(has.k === 'behind' ? keyId : []),
        ],
        parts: shuffled(parts, shuffle),
        separator: between,
        // Ending in a separator is in the space for three of them.
        terminated: terminated && [';', '\n', '\0'].includes(between),
        ...written,
      };
    },
  );

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const rest = [...items];
  let n = seed;
  return items.flatMap(() => {
    const place = n % rest.length;
    n = Math.floor(n / rest.length);
    return rest.splice(place, 1);
  });
}

const INSTANCE = aTestInstance('properties', 1);

function outcome(
  description: string,
  of: Recipe,
  over: { readonly name?: string; readonly keyrings?: readonly BoundKeyring[] } = {},
): string {
  const { instance } = claimed(INSTANCE, description, over.name === undefined ? {} : { name: over.name });
  return verifySignature(instance, over.keyrings ?? RINGS, schemeOfRecipe(of)).kind;
}

const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/-_=;:. '];

/** The text with one character changed, taken out or put in. */
function changes(text: string): readonly string[] {
  const at = [...text].map((_, place) => place);
  return [
    ...at.flatMap((place) => {
      const other = CHARACTERS[(text.charCodeAt(place) * 7 + place) % CHARACTERS.length] ?? '';
      const flipped = /[a-z]/.test(text[place] ?? '')
        ? text[place]?.toUpperCase()
        : text[place]?.toLowerCase();
      return [other, flipped ?? '', '', `${text[place]}${other}`].map(
        (put) => text.slice(0, place) + put + text.slice(place + 1),
      );
    }),
    ...[' ', ';', 'A', '='].map((put) => text + put),
  ].filter((changed) => changed !== text);
}

describe('a signature that covers name and description', () => {
  it('verifies as it was written, and under no change of one character', () => {
    fc.assert(
      fc.property(recipe, fc.constantFrom<TestKey>(...KEYS), (of, key) => {
        const description = describedBy(INSTANCE, key, of);
        expect(outcome(description, of)).toBe('valid');
        for (const changed of changes(description)) expect(outcome(changed, of), changed).not.toBe('valid');
        const bound = of.parts.some((part) => 'fact' in part && part.fact === 'instance-name');
        const first = bound ? 0 : 'karpenter-xxxxxxxx-'.length;
        for (const changed of changes(INSTANCE.name)) {
          // What only names the NodeClaim does not cover the name in front of it.
          if (changed.slice(0, first) === INSTANCE.name.slice(0, first) || bound) {
            expect(outcome(description, of, { name: changed }), changed).not.toBe('valid');
          }
        }
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  it('does not verify under another key, be it one character away', () => {
    const of = { ...schemeFields, parts: [{ fact: 'instance-name' }] } satisfies Recipe;
    const description = describedBy(INSTANCE, ACTIVE, of);
    const text = keyringText(KEYS);
    const encoded = ACTIVE.bytes.toString('base64');
    let read = 0;
    for (const changed of changes(encoded)) {
      const parsed = parseKeyring(text.replace(encoded, changed), 'keyring.json');
      // The = that fills base64 up may be left out.
      if (parsed.kind === 'faulty' || changed === encoded.replace('=', '')) continue;
      read++;
      expect(outcome(description, of, { keyrings: [{ keyring: parsed.keyring, clusters: 'all' }] })).toBe(
        'invalid',
      );
    }
    expect(read).toBeGreaterThan(40);
  });

  it('is in no description that somebody made up', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.base64String({ maxLength: 44 }),
      fc.constantFrom('k1', 'k2', INSTANCE.facts['nodeclaim-name'], '1', 'karpenter'),
    );
    const made = fc
      .array(fc.tuple(fc.constantFrom('v', 'm', 'c', 'n', 't', 'k', 's'), piece), { maxLength: 8 })
      .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join(';'));
    const shaped = fc
      .tuple(piece, piece)
      .map(([t, s]) => `v=1;m=karpenter;n=${INSTANCE.facts['nodeclaim-name']};t=${t};k=k2;s=${s}`);
    fc.assert(
      fc.property(recipe, fc.oneof(fc.string(), made, shaped), (of, description) => {
        expect(outcome(description, of)).not.toBe('valid');
      }),
      { numRuns: 500, seed: 12 },
    );
  });

  it('does not make a copy on another instance its own', () => {
    fc.assert(
      fc.property(recipe, fc.integer({ min: 2, max: 50 }), (of, n) => {
        const other = aTestInstance('properties', n);
        expect(outcome(describedBy(other, ACTIVE, of), of)).not.toBe('valid');
      }),
      { numRuns: 60, seed: 13 },
    );
  });
});

const schemeFields = {
  fields: [
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  separator: '',
  algorithm: 'sha256',
  encoding: 'hex',
} as const;

describe('calibration', () => {
  it('finds what signs within its space, and it judges other instances as what was meant', () => {
    fc.assert(
      fc.property(recipe, fc.nat(1000), (of, world) => {
        const result = calibrate({
          samples: someSamples(`world ${world}`, KEYS, of, 8),
          keyring: aKeyring(KEYS),
          budget: { candidates: 3_000_000, ms: Number.POSITIVE_INFINITY },
          clock: () => 0,
          descriptionLimit: undefined,
          literals: [],
          acceptOneKey: false,
        });
        expect(result.kind, JSON.stringify(result)).toBe('found');
        if (result.kind !== 'found') return;
        const another = aTestInstance(`world ${world}`, 20);
        const description = describedBy(another, RETIRED, of);
        const judge = (text: string) =>
          verifySignature(claimed(another, text).instance, RINGS, result.scheme).kind;
        expect(judge(description)).toBe('valid');
        for (const changed of changes(description).slice(0, 40))
          expect(judge(changed), changed).not.toBe('valid');
      }),
      { numRuns: 15, seed: 14 },
    );
  });
});
