import { describe, expect, it } from 'vitest';
import { calibrate, calibrating } from '../../lib/signing/calibrate.ts';
import type { Calibration, CalibrationInput, CalibrationProgress } from '../../lib/signing/calibration.ts';
import { formulaOf } from '../../lib/signing/scheme.ts';
import type { ClaimedInstance } from '../../lib/signing/standing.ts';
import { calibrationLines } from '../../lib/signing/told.ts';
import { verifySignature } from '../../lib/signing/verify.ts';
import {
  aKeyring,
  aTestInstance,
  claimed,
  describe as describedBy,
  OUTSIDE,
  RECIPES,
  type Recipe,
  START,
  someKeys,
  someSamples,
} from '../builders/signing.ts';
import { everythingSaidBy, spellingsOfKey } from './said.ts';

const KEYS = someKeys('calibrate');

function calibrated(samples: readonly ClaimedInstance[], over: Partial<CalibrationInput> = {}): Calibration {
  return calibrate(inputOf(samples, over));
}

function inputOf(
  samples: readonly ClaimedInstance[],
  over: Partial<CalibrationInput> = {},
): CalibrationInput {
  return {
    samples,
    keyring: aKeyring(KEYS),
    budget: { candidates: 5_000_000, ms: Number.POSITIVE_INFINITY },
    clock: () => 0,
    descriptionLimit: undefined,
    literals: [],
    acceptOneKey: false,
    ...over,
  };
}

/** The plainest provider: everything about it is found within a few hundred tries. */
const PLAIN: Recipe = {
  fields: [
    ['n', { fact: 'nodeclaim-name' }],
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [START, { fact: 'instance-name' }],
  separator: ';',
  algorithm: 'sha256',
  encoding: 'hex',
};
const plain = (over: Partial<Recipe>): Recipe => ({ ...PLAIN, ...over });

const ACCEPTED = [
  's = hmac-sha256(key k, (description before s) instance-name) in base64url, the first 22 characters',
  'sig = hmac-sha512(key kid, project-id "\\n" cluster-uid "\\n" nodeclaim-name) in hex, the first 20 bytes',
  's = hmac-sha256(any key, cluster-uid-plain "|" nodeclaim-name "|" field t) in base64, padded',
  's = ed25519(key k, cluster-uid ":" instance-name) in base64url',
  's = hmac-sha384(key k, field k "," cluster-uid8 "," nodeclaim-name "," zone) in hex-upper',
];

describe('calibration from three nodes', () => {
  it.each(Object.entries(RECIPES).map(([name, recipe], n) => ({ name, recipe, formula: ACCEPTED[n] })))(
    'finds: $name',
    ({ name, recipe, formula }) => {
      const samples = someSamples(name, KEYS, recipe);
      const result = calibrated(samples);
      expect(result.kind === 'found' ? formulaOf(result.scheme) : result).toBe(formula);
      if (result.kind !== 'found') return;
      expect(result.keyIds).toEqual(['k1', 'k2']);
      expect(result.oddsBits).toBeGreaterThan(300);
      // Of an instance that was no sample.
      const another = aTestInstance(name, 7, samples[0]?.instance.clusters[0]);
      const [key] = KEYS;
      if (key === undefined) throw new TypeError('a key is needed');
      const { instance } = claimed(another, describedBy(another, key, recipe));
      expect(
        verifySignature(instance, [{ keyring: aKeyring(KEYS), clusters: 'all' }], result.scheme).kind,
      ).toBe('valid');
    },
  );

  it('refuses one that is outside of its space', () => {
    const bare: Recipe = { ...OUTSIDE, fields: [['s', 'signature']] };
    const few = someSamples('outside', KEYS, bare).map(({ instanceId, instance }) => ({
      instanceId,
      // With fewer facts the space is small enough to be tried to its end.
      instance: {
        ...instance,
        projectId: undefined,
        instanceType: undefined,
        zone: undefined,
        nodePool: undefined,
        nodeClaimUid: undefined,
      },
    }));
    const result = calibrated(few);
    expect(result).toMatchObject({ kind: 'not-found', why: 'space-exhausted' });
    expect(result.effort.tried).toBe(result.effort.candidates);
  });

  it('finds it among texts that the caller knows of', () => {
    const result = calibrated(someSamples('outside', KEYS, OUTSIDE), { literals: ['2026-06-02T01:00:05Z'] });
    expect(result.kind === 'found' ? formulaOf(result.scheme) : result).toBe(
      's = hmac-sha256(key k, instance-name ";" "2026-06-02T01:00:05Z") in base64url',
    );
  });
});

describe('the budget', () => {
  const samples = someSamples('outside', KEYS, OUTSIDE);
  it('ends by the number of candidates', () => {
    const result = calibrated(samples, { budget: { candidates: 3000, ms: Number.POSITIVE_INFINITY } });
    expect(result).toMatchObject({ kind: 'not-found', why: 'budget-exhausted', effort: { tried: 3000 } });
  });
  it('ends by the clock, and tells how fast it was and how far it came', () => {
    let now = 0;
    const told: CalibrationProgress[] = [];
    const steps = calibrating(
      inputOf(samples, {
        budget: { candidates: Number.POSITIVE_INFINITY, ms: 1000 },
        // One look at the clock every 1024 tries.
        clock: () => (now += 100),
      }),
    );
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) told.push(step.value);
    const result = step.value;
    expect(result).toMatchObject({ kind: 'not-found', why: 'budget-exhausted' });
    expect(result.effort).toMatchObject({
      tried: 10 * 1024,
      elapsedMs: 1100,
      perSecond: Math.round(10_240 / 1.1),
    });
    expect(told.map(({ tried }) => tried)).toEqual([3 * 1024, 6 * 1024, 9 * 1024]);
    expect(told[0]).toMatchObject({ trying: expect.stringContaining('parts'), elapsedMs: 300 });
  });
});

describe('the samples', () => {
  const samples = someSamples('samples', KEYS, PLAIN, 4);
  const described = (n: number, description: (text: string) => string) =>
    samples.map(({ instanceId, instance }, place) => ({
      instanceId,
      instance: place === n ? { ...instance, description: description(instance.description) } : instance,
    }));

  it('must be three', () => {
    expect(calibrated(samples.slice(0, 2))).toMatchObject({
      kind: 'too-few-samples',
      instances: 2,
      nodeClaims: 2,
    });
    expect(calibrated([])).toMatchObject({ kind: 'too-few-samples', instances: 0, nodeClaims: 0 });
    expect(calibrated(samples.slice(0, 3)).kind).toBe('found');
  });

  it('must be of two NodeClaims', () => {
    const [first] = samples;
    const result = calibrated(first === undefined ? [] : [first, first, first]);
    expect(result).toMatchObject({ kind: 'too-few-samples', instances: 3, nodeClaims: 1 });
  });

  it('must be signed by two keys when the keyring has them, unless one is said to be enough', () => {
    const [, active] = KEYS;
    const ofOne = someSamples('samples', active === undefined ? [] : [active], PLAIN);
    expect(calibrated(ofOne)).toMatchObject({ kind: 'one-key-only', keyId: 'k2', others: ['k1'] });
    expect(calibrated(ofOne, { acceptOneKey: true })).toMatchObject({ kind: 'found', keyIds: ['k2'] });
    expect(calibrated(ofOne, { keyring: aKeyring(KEYS.slice(1)) })).toMatchObject({
      kind: 'found',
      keyIds: ['k2'],
    });
  });

  it.each([0, 1, 3])('are told when one of them disagrees, be it the first (%i)', (n) => {
    const result = calibrated(
      described(n, (text) => text.replace(/s=(.)/, (_, c) => `s=${c === '0' ? '1' : '0'}`)),
    );
    const changed = samples[n]?.instanceId;
    expect(result).toMatchObject({
      kind: 'disagreement',
      disagreeing: [{ instanceId: changed, outcome: 'invalid' }],
    });
    expect(result.kind === 'disagreement' ? result.verified : []).toHaveLength(3);
  });

  it('are told when one is described otherwise', () => {
    const result = calibrated(described(2, (text) => `${text};note=keep`));
    expect(result).toMatchObject({
      kind: 'disagreement',
      disagreeing: [{ instanceId: samples[2]?.instanceId, outcome: 'uncovered' }],
    });
  });

  it('are told when one was renamed', () => {
    const [first, ...rest] = samples;
    if (first === undefined) throw new TypeError('there is a first sample');
    const renamed = claimed(aTestInstance('samples', 1), first.instance.description, {
      name: 'our-database',
    });
    expect(calibrated([renamed, ...rest])).toMatchObject({
      kind: 'disagreement',
      disagreeing: [{ instanceId: first.instanceId, outcome: 'invalid' }],
    });
  });

  it('are named when nothing fits and some are unlike the rest', () => {
    const unlike = someSamples('samples', KEYS, OUTSIDE, 4).map((sample, n) =>
      n === 0 ? (described(0, (text) => `${text};x=1`)[0] ?? sample) : sample,
    );
    const result = calibrated(unlike, { budget: { candidates: 1000, ms: Number.POSITIVE_INFINITY } });
    expect(result).toMatchObject({ kind: 'not-found', unlike: [unlike[0]?.instanceId] });
  });

  it('must hold a signature', () => {
    const bare = samples.map(({ instanceId, instance }) => ({
      instanceId,
      instance: { ...instance, description: 'v=1;m=karpenter;n=x' },
    }));
    expect(calibrated(bare).kind).toBe('no-signature');
  });

  it('of another keyring are refused', () => {
    const result = calibrated(someSamples('samples', someKeys('other'), PLAIN), {
      budget: { candidates: 100_000, ms: 1 },
    });
    expect(result.kind).toBe('not-found');
  });
});

describe('a description that was cut off', () => {
  const limit = 100;
  const cut = (samples: readonly ClaimedInstance[]) =>
    samples.map(({ instanceId, instance }) => ({
      instanceId,
      instance: { ...instance, description: instance.description.slice(0, limit) },
    }));
  const long = plain({ fields: [['c', { fact: 'cluster-uid8' }], ...PLAIN.fields] });

  it('is told as such when it is one of several', () => {
    const samples = someSamples('cut', KEYS, plain({ cut: { unit: 'bytes', length: 16 } }), 4);
    const [first, ...rest] = samples;
    if (first === undefined) throw new TypeError('there is a first sample');
    const longest = aTestInstance('cut', 9);
    const longName = {
      ...longest,
      facts: { ...longest.facts, 'nodeclaim-name': `${longest.facts['nodeclaim-name']}-of-a-long-name` },
    };
    const [key] = KEYS;
    if (key === undefined) throw new TypeError('a key is needed');
    const whole = describedBy(longName, key, plain({ cut: { unit: 'bytes', length: 16 } }));
    const most = Math.max(...rest.map(({ instance }) => instance.description.length)) + 1;
    const result = calibrated([...rest, claimed(longest, whole.slice(0, most))]);
    expect(result).toMatchObject({ kind: 'found', cutOff: [claimed(longest, '').instanceId] });
    expect(calibrationLines(result).join('\n')).toContain('1 description cut off');
  });

  it('is told as such when nothing of its signature is left', () => {
    const samples = someSamples('cut', KEYS, PLAIN, 4);
    const cutAt = (text: string) => text.indexOf('s=');
    const most = Math.max(...samples.map(({ instance }) => instance.description.length));
    const nearlyNothing = samples.map(({ instanceId, instance }, n) => {
      if (n > 0) return { instanceId, instance };
      const end = cutAt(instance.description);
      const filled = instance.description.slice(0, end).replace(';n=', `;n=${'x'.repeat(most - end)}`);
      return { instanceId, instance: { ...instance, description: filled } };
    });
    const result = calibrated(nearlyNothing);
    expect(result).toMatchObject({ kind: 'found', cutOff: [samples[0]?.instanceId] });
  });

  it('is not one that ends in a key ID shorter than another', () => {
    const keys = someKeys('cut', ['k1', 'key-number-2']);
    const recipe = plain({
      fields: [
        ['n', { fact: 'nodeclaim-name' }],
        ['s', 'signature'],
        ['k', 'key-id'],
      ],
    });
    const samples = [1, 2, 3, 4].map((n) => {
      const instance = aTestInstance('cut', n);
      // The longest NodeClaim has the shortest key ID behind it.
      const nodeClaim =
        n === 1 ? `${instance.facts.nodepool}-${'y'.repeat(30)}` : instance.facts['nodeclaim-name'];
      const name = `karpenter-${instance.facts['cluster-uid8']}-${nodeClaim}`;
      const facts = { ...instance.facts, 'nodeclaim-name': nodeClaim, 'instance-name': name };
      const long = { ...instance, name, facts };
      const key = keys[n === 1 ? 0 : 1];
      return claimed(long, key === undefined ? '' : describedBy(long, key, recipe));
    });
    expect(calibrated(samples, { keyring: aKeyring(keys) })).toMatchObject({ kind: 'found', cutOff: [] });
  });

  it('is told as such when all are', () => {
    const result = calibrated(cut(someSamples('cut', KEYS, long)));
    expect(result.kind).toBe('all-cut-off');
    expect(result.cutOff).toHaveLength(3);
  });

  it('cannot be told from one that ends just there', () => {
    const samples = [1, 4, 7].map((n, index) => {
      const instance = aTestInstance('cut', n);
      return claimed(
        instance,
        describedBy(instance, KEYS[index % 2] ?? { id: '', bytes: Buffer.alloc(32) }, long).slice(0, limit),
      );
    });
    expect(new Set(samples.map(({ instance }) => instance.description.length))).toEqual(new Set([limit]));
    expect(calibrated(samples, { descriptionLimit: limit }).kind).toBe('all-cut-off');
  });
});

describe('a scheme that proves too little', () => {
  it('is refused when it leaves a field open', () => {
    const recipe = plain({ fields: [['t', 'random'], ...PLAIN.fields], parts: [{ fact: 'instance-name' }] });
    expect(calibrated(someSamples('open', KEYS, recipe))).toMatchObject({
      kind: 'leaves-unsigned',
      fields: ['t'],
    });
  });
  it('is refused when it signs nothing of the instance', () => {
    const recipe = plain({ fields: [['t', 'random'], ...PLAIN.fields.slice(1)], parts: [START] });
    expect(calibrated(someSamples('loose', KEYS, recipe)).kind).toBe('not-bound');
  });
  it('is refused when its signatures are so short that chance would do', () => {
    const recipe = plain({ cut: { unit: 'bytes', length: 4 } });
    const samples = someSamples('short', KEYS, recipe);
    expect(calibrated(samples)).toMatchObject({ kind: 'found' });
    const twice = [samples[0], samples[1], samples[1]].flatMap((sample) => sample ?? []);
    expect(calibrated(twice)).toMatchObject({ kind: 'odds-too-small' });
  });
});

describe('what the samples do not tell', () => {
  const notes = (result: Calibration) =>
    result.kind === 'found' ? result.notes.map(({ kind }) => kind) : result.kind;

  it('is refused where it is how the signature was cut', () => {
    // 11 characters end in the middle of a byte, and here the bits behind it are 0 by chance in all samples.
    const recipe = plain({ cut: { unit: 'bytes', length: 8 }, encoding: 'base64url' });
    const samples = zeroEnding(recipe, 11);
    expect(calibrated(samples)).toMatchObject({ kind: 'undecided', between: 'cuts' });
  });

  it('is refused where it is which field names the key', () => {
    const recipe = plain({ fields: [['g', 'key-id'], ...PLAIN.fields] });
    expect(calibrated(someSamples('ids', KEYS, recipe))).toMatchObject({
      kind: 'undecided',
      between: 'key-id-fields',
    });
  });

  it('is refused where it is whether the instance is signed at all', () => {
    // NodeClaims that are named after pool and zone, which any other instance may be in too.
    const recipe = plain({ fields: PLAIN.fields.slice(1), parts: [{ fact: 'nodeclaim-name' }] });
    const samples = [1, 2, 3].map((n) => {
      const made = aTestInstance('pool and zone', n);
      const nodeClaim = `${made.facts.nodepool}-${made.facts.zone}`;
      const name = `karpenter-${made.facts['cluster-uid8']}-${nodeClaim}`;
      const facts = { ...made.facts, 'nodeclaim-name': nodeClaim, 'instance-name': name };
      const instance = { ...made, name, facts };
      const key = KEYS[n % 2];
      return claimed(instance, key === undefined ? '' : describedBy(instance, key, recipe));
    });
    const result = calibrated(samples);
    expect(result).toMatchObject({ kind: 'undecided', between: 'bindings' });
    expect(result.kind === 'undecided' ? result.schemes.map(formulaOf) : []).toEqual([
      's = hmac-sha256(key k, nodeclaim-name) in hex',
      's = hmac-sha256(key k, nodepool "-" zone) in hex',
    ]);
  });

  it('is told where it is the alphabet', () => {
    const recipe = plain({ encoding: 'base64url', cut: { unit: 'bytes', length: 9 } });
    const result = calibrated(plainEnding(recipe));
    expect(notes(result)).toContain('either-alphabet');
  });

  it('is told where it is a fact that does not change', () => {
    const recipe = plain({ parts: [{ fact: 'instance-name' }, { fact: 'project-id' }] });
    expect(notes(calibrated(someSamples('constant', KEYS, recipe)))).toEqual(['constant-fact']);
  });

  it('is told where it is a field that does not change', () => {
    const recipe = plain({
      fields: [['r', { text: 'kr-central-2' }], ...PLAIN.fields],
      parts: [{ fact: 'instance-name' }],
    });
    expect(notes(calibrated(someSamples('constant', KEYS, recipe)))).toEqual(['constant-field']);
  });

  it('is told where a field may say it instead of the NodeClaim', () => {
    const recipe = plain({
      fields: [['p', { fact: 'nodepool' }], ...PLAIN.fields],
      parts: [{ fact: 'instance-name' }, { fact: 'nodepool' }],
    });
    const result = calibrated(someSamples('pool', KEYS, recipe));
    expect(notes(result)).toEqual(['alternative']);
    expect(result.kind === 'found' ? formulaOf(result.scheme) : result).toContain('field p');
  });

  it('is told where what is signed gets lost with the NodeClaim', () => {
    const recipe = plain({ parts: [{ fact: 'instance-name' }, { fact: 'nodeclaim-uid' }] });
    expect(notes(calibrated(someSamples('lost', KEYS, recipe)))).toEqual(['perishable-fact']);
  });

  it('is told where no cluster is signed', () => {
    const recipe = plain({ parts: [{ fact: 'nodeclaim-name' }] });
    expect(notes(calibrated(someSamples('no cluster', KEYS, recipe)))).toEqual(['cluster-not-signed']);
  });

  it('needs no telling where it says the same of every instance', () => {
    // The instance's name, or its pieces; the NodeClaim, or the field that must name it.
    const recipe = plain({ parts: [{ fact: 'instance-name' }, { fact: 'nodeclaim-name' }], separator: '-' });
    expect(notes(calibrated(someSamples('same', KEYS, recipe)))).toEqual([]);
  });
});

describe('what a calibration says', () => {
  it('is one line or more for every result, without key material', () => {
    const samples = someSamples('said', KEYS, PLAIN);
    const results = [
      calibrated(samples),
      calibrated([]),
      calibrated(someSamples('said', KEYS, OUTSIDE), { budget: { candidates: 10, ms: 1 } }),
      calibrated(samples, { keyring: aKeyring(KEYS.slice(0, 1)), budget: { candidates: 1000, ms: 1 } }),
    ];
    for (const result of results) {
      const said = everythingSaidBy(result) + calibrationLines(result).join('\n');
      expect(calibrationLines(result).length).toBeGreaterThan(1);
      for (const secret of KEYS.flatMap(({ bytes }) => spellingsOfKey(bytes)))
        expect(said).not.toContain(secret);
    }
  });
});

/** Samples whose signatures, cut by bytes and by characters, come to the same text. */
function zeroEnding(recipe: Recipe, characters: number): readonly ClaimedInstance[] {
  const byCharacters: Recipe = { ...recipe, cut: { unit: 'characters', length: characters } };
  return samplesWhere(
    recipe,
    (instance, key) => describedBy(instance, key, recipe) === describedBy(instance, key, byCharacters),
  );
}

/** Samples whose signatures show no character that tells base64 from base64url. */
function plainEnding(recipe: Recipe): readonly ClaimedInstance[] {
  return samplesWhere(recipe, (instance, key) => /s=[A-Za-z0-9]+$/.test(describedBy(instance, key, recipe)));
}

function samplesWhere(
  recipe: Recipe,
  holds: (instance: ReturnType<typeof aTestInstance>, key: (typeof KEYS)[number]) => boolean,
): readonly ClaimedInstance[] {
  const found: ClaimedInstance[] = [];
  for (let n = 1; found.length < 4; n++) {
    const instance = aTestInstance('where', n);
    const key = KEYS[found.length % KEYS.length];
    if (key !== undefined && holds(instance, key))
      found.push(claimed(instance, describedBy(instance, key, recipe)));
  }
  return found;
}
