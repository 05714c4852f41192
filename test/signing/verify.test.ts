import { describe, expect, it } from 'vitest';
import type { SignatureEvidence } from '../../lib/evidence/outcomes.ts';
import type { BoundKeyring } from '../../lib/signing/keyring.ts';
import type { SignatureScheme } from '../../lib/signing/scheme.ts';
import type { SignedInstance } from '../../lib/signing/signed-instance.ts';
import {
  keyIdOf,
  type SignatureOutcome,
  signedFor,
  type ValidSignature,
  verifySignature,
} from '../../lib/signing/verify.ts';
import {
  aKeyring,
  aTestCluster,
  aTestInstance,
  claimed,
  describe as describedBy,
  type Recipe,
  START,
  schemeOfRecipe,
  someKeys,
  type TestKey,
} from '../builders/signing.ts';

const KEYS = someKeys('verify');
const [OLD, NEW] = both(KEYS);
const SHOP = aTestCluster('shop');
const BATCH = aTestCluster('batch');
const RING: BoundKeyring = { keyring: aKeyring(KEYS), clusters: 'all' };

/** Signs its description as it stands, and its name. */
const PREFIX: Recipe = {
  fields: [
    ['c', { fact: 'cluster-uid-plain' }],
    ['n', { fact: 'nodeclaim-name' }],
    ['t', 'random'],
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [START, { fact: 'instance-name' }],
  separator: '',
  algorithm: 'sha256',
  encoding: 'base64url',
  cut: { unit: 'characters', length: 22 },
};

/** Signs facts and a field; the key ID comes last. */
const LISTED: Recipe = {
  fields: [
    ['n', { fact: 'nodeclaim-name' }],
    ['t', 'random'],
    ['s', 'signature'],
    ['k', 'key-id'],
  ],
  parts: [{ fact: 'cluster-uid' }, { fact: 'nodeclaim-name' }, { field: 't' }],
  separator: '|',
  algorithm: 'sha512',
  encoding: 'hex',
  cut: { unit: 'bytes', length: 16 },
};

const ONE = aTestInstance('verify', 1, SHOP);
const OTHER = aTestInstance('verify', 2, SHOP);

function both(keys: readonly TestKey[]): readonly [TestKey, TestKey] {
  const [one, other] = keys;
  if (one === undefined || other === undefined) throw new TypeError('two keys are needed');
  return [one, other];
}

interface Case {
  readonly recipe?: Recipe;
  readonly scheme?: SignatureScheme | undefined;
  readonly keyrings?: readonly BoundKeyring[];
  readonly key?: TestKey;
  readonly description?: (signed: string) => string;
  readonly instance?: (instance: SignedInstance) => Partial<SignedInstance>;
}

function outcome(over: Case = {}): SignatureOutcome {
  const recipe = over.recipe ?? PREFIX;
  const signed = describedBy(ONE, over.key ?? NEW, recipe);
  const { instance } = claimed(ONE, over.description?.(signed) ?? signed);
  const scheme = 'scheme' in over ? over.scheme : schemeOfRecipe(recipe);
  return verifySignature({ ...instance, ...over.instance?.(instance) }, over.keyrings ?? [RING], scheme);
}

const valid = (over: Partial<ValidSignature> = {}): ValidSignature => ({
  kind: 'valid',
  keyId: 'k2',
  key: 'active',
  keyringClusters: 'all',
  coveredClusters: new Set([SHOP]),
  ...over,
});

describe('a signature', () => {
  it.each<readonly [string, Case, SignatureOutcome]>([
    ['is valid', {}, valid()],
    ['is valid for a scheme of facts', { recipe: LISTED }, valid()],
    ['by a retired key still proves', { key: OLD }, valid({ keyId: 'k1', key: 'retired' })],
    [
      'by a key that the keyring lacks is of an unknown key',
      { keyrings: [{ ...RING, keyring: aKeyring([OLD]) }] },
      { kind: 'unknown-key', keyId: 'k2' },
    ],
    [
      'by another key of the same ID is invalid',
      { key: { id: 'k2', bytes: OLD.bytes } },
      { kind: 'invalid' },
    ],
    ['without keyring is unverified', { keyrings: [] }, { kind: 'unverified', why: 'no-keyring' }],
    ['without scheme is unverified', { scheme: undefined }, { kind: 'unverified', why: 'no-scheme' }],
    ['is absent from another description', { description: () => 'our database' }, { kind: 'absent' }],
    ['is absent when its field is empty', { description: (text) => text.slice(0, -22) }, { kind: 'absent' }],
    [
      'is absent when the description was cut off in front of it',
      { description: (text) => text.slice(0, -24) },
      { kind: 'absent' },
    ],
    ['that was cut off is invalid', { description: (text) => text.slice(0, -1) }, { kind: 'invalid' }],
    ['with something behind it is invalid', { description: (text) => `${text}A` }, { kind: 'invalid' }],
    ['with a blank behind it is invalid', { description: (text) => `${text} ` }, { kind: 'invalid' }],
    [
      'with a field behind it does not cover',
      { description: (text) => `${text};note=keep` },
      { kind: 'uncovered' },
    ],
    [
      'with a remark behind it does not cover',
      { description: (text) => `${text};do not delete` },
      { kind: 'uncovered' },
    ],
    ['with a ; behind it does not cover', { description: (text) => `${text};` }, { kind: 'uncovered' }],
    [
      'twice does not cover',
      { description: (text) => `${text};s=${text.slice(-22)}` },
      { kind: 'uncovered' },
    ],
    [
      'of a description with a field twice does not cover',
      { description: (text) => text.replace(';t=', ';t=1;t=') },
      { kind: 'uncovered' },
    ],
    [
      'of a description that lacks a field does not cover',
      { description: (text) => text.replace(/;n=[^;]*/, '') },
      { kind: 'uncovered' },
    ],
    [
      'of a description with a field more is invalid',
      { description: (text) => text.replace(';k=', ';x=1;k=') },
      { kind: 'invalid' },
    ],
    [
      'of a description with a changed field is invalid',
      { description: (text) => text.replace(/t=./, 't=0') },
      { kind: 'invalid' },
    ],
    [
      'of a description in another order is invalid',
      { description: (text) => text.replace(/(;n=[^;]*)(;t=[^;]*)/, '$2$1') },
      { kind: 'invalid' },
    ],
    [
      'in capitals is invalid',
      {
        recipe: LISTED,
        description: (text) => text.replace(/s=[0-9a-f]+/, (all) => `s=${all.slice(2).toUpperCase()}`),
      },
      { kind: 'invalid' },
    ],
    [
      'of facts with a field between does not cover',
      { recipe: LISTED, description: (text) => text.replace(';s=', ';x=1;s=') },
      { kind: 'uncovered' },
    ],
    [
      'of facts with something in front does not cover',
      { recipe: LISTED, description: (text) => `keep;${text}` },
      { kind: 'uncovered' },
    ],
    [
      'of facts in another order does not cover',
      { recipe: LISTED, description: (text) => text.replace(/(;n=[^;]*)(;t=[^;]*)/, '$2$1') },
      { kind: 'uncovered' },
    ],
    [
      'of facts with another marker does not cover',
      { recipe: LISTED, description: (text) => text.replace('v=1', 'v=2') },
      { kind: 'uncovered' },
    ],
    [
      'of facts with a field that names another NodeClaim is invalid',
      { recipe: LISTED, description: (text) => text.replace('n=burst', 'n=other') },
      { kind: 'invalid' },
    ],
    [
      'of another instance, copied, is invalid',
      { description: () => describedBy(OTHER, NEW, PREFIX) },
      { kind: 'invalid' },
    ],
    [
      'of another instance’s facts, copied, is invalid',
      { recipe: LISTED, description: () => describedBy(OTHER, NEW, LISTED) },
      { kind: 'invalid' },
    ],
    [
      'under another name is invalid',
      { instance: ({ name }) => ({ name: `${name}x` }) },
      { kind: 'invalid' },
    ],
    [
      'under a name that is not Karpenter’s is invalid',
      { recipe: LISTED, instance: () => ({ name: 'db', uid8: undefined, nodeClaim: { kind: 'none' } }) },
      { kind: 'invalid' },
    ],
    [
      'of an unknown cluster is unverified',
      { recipe: LISTED, instance: () => ({ clusters: [] }) },
      { kind: 'unverified', why: 'facts-missing', facts: ['cluster-uid'] },
    ],
    [
      'of a cluster that its name rules out is unverified',
      { recipe: LISTED, instance: () => ({ clusters: [BATCH] }) },
      { kind: 'unverified', why: 'facts-missing', facts: ['cluster-uid'] },
    ],
    [
      'is found among the clusters that are known',
      { recipe: LISTED, instance: () => ({ clusters: [BATCH, SHOP] }) },
      valid(),
    ],
    [
      'that names the wrong cluster though its key fits is invalid',
      { recipe: LISTED, instance: () => ({ clusters: [BATCH], uid8: undefined }) },
      { kind: 'invalid' },
    ],
  ])('%s', (_, over, expected) => {
    expect(outcome(over)).toEqual(expected);
  });

  it('of a NodeClaim that is gone is unverified, unless it was recorded', () => {
    const recipe: Recipe = { ...LISTED, parts: [...LISTED.parts, { fact: 'nodepool' }] };
    expect(outcome({ recipe })).toEqual(valid());
    const forgotten = outcome({ recipe, instance: () => ({ nodePool: undefined }) });
    expect(forgotten).toEqual({ kind: 'unverified', why: 'facts-missing', facts: ['nodepool'] });
  });

  it('leaves nothing open where the scheme leaves a field unsigned', () => {
    const recipe: Recipe = { ...LISTED, parts: LISTED.parts.slice(0, 2) };
    expect(outcome({ recipe })).toEqual({ kind: 'uncovered' });
  });

  it('is accepted in either alphabet where the scheme does not know which, and in no mixture', () => {
    const { cut: _, ...whole } = PREFIX;
    const recipe: Recipe = { ...whole, algorithm: 'sha512', encoding: 'base64' };
    const base = schemeOfRecipe(recipe);
    const scheme: SignatureScheme = {
      ...base,
      signature: { ...base.signature, encoding: 'base64-or-base64url' },
    };
    const [, signature = ''] = describedBy(ONE, NEW, recipe).split(';s=');
    const plain = describedBy(ONE, NEW, recipe);
    const as = (text: string) =>
      outcome({ recipe, scheme, description: () => plain.replace(signature, text) }).kind;
    expect(signature).toMatch(/[+/].*[+/]/);
    expect(as(signature)).toBe('valid');
    expect(as(signature.replaceAll('+', '-').replaceAll('/', '_'))).toBe('valid');
    expect(as(signature.replace(/[+/]/, (c) => (c === '+' ? '-' : '_')))).toBe('invalid');
  });

  it('without a key ID is tried with every key', () => {
    const recipe: Recipe = { ...LISTED, fields: LISTED.fields.slice(0, -1) };
    expect(outcome({ recipe, key: OLD })).toEqual(valid({ keyId: 'k1', key: 'retired' }));
    expect(outcome({ recipe, key: { id: '', bytes: Buffer.alloc(32, 3) } })).toEqual({ kind: 'invalid' });
  });

  it('says only outcomes that the evidence has, but for the facts that are missing', () => {
    const evidence: readonly Exclude<SignatureOutcome, { readonly why: 'facts-missing' }>[] = [valid()];
    const known: readonly SignatureEvidence[] = evidence;
    expect(known).toHaveLength(1);
  });
});

it('names its key where that is known', () => {
  expect(keyIdOf(outcome({ key: OLD }))).toBe('k1');
  expect(keyIdOf(outcome({ keyrings: [{ ...RING, keyring: aKeyring([OLD]) }] }))).toBe('k2');
  // The field that names it may be what was changed.
  expect(keyIdOf(outcome({ description: (text) => `${text}A` }))).toBeUndefined();
});

describe('a name that the cloud cut off', () => {
  const cutName = { nodeClaim: { kind: 'start', start: 'burst-' } } as const;
  it('is enough where the NodeClaim’s whole name is signed', () => {
    expect(outcome({ instance: () => cutName })).toEqual(valid());
  });
  it('contradicts the name of another NodeClaim', () => {
    expect(outcome({ instance: () => ({ nodeClaim: { kind: 'start', start: 'gpu-' } }) })).toEqual({
      kind: 'invalid',
    });
  });
  it('is not enough where the NodeClaim’s name is signed as a fact', () => {
    expect(outcome({ recipe: LISTED, instance: () => cutName })).toEqual({
      kind: 'unverified',
      why: 'facts-missing',
      facts: ['nodeclaim-name'],
    });
  });
});

describe('several keyrings', () => {
  const batchKeys = someKeys('batch', ['k2']);
  const ofBatch: BoundKeyring = { keyring: aKeyring(batchKeys), clusters: new Set([BATCH]) };
  const ofShop: BoundKeyring = { keyring: aKeyring(KEYS), clusters: new Set([SHOP]) };

  it('may share a key ID: each proves its own clusters', () => {
    expect(outcome({ keyrings: [ofBatch, ofShop] })).toEqual(valid({ keyringClusters: new Set([SHOP]) }));
  });
  it('that are not for its cluster can say nothing against a signature', () => {
    expect(outcome({ keyrings: [ofBatch] })).toEqual({ kind: 'unverified', why: 'no-keyring' });
  });
  it('that are not for its cluster miss no signature there', () => {
    expect(outcome({ keyrings: [ofBatch], description: () => 'v=1;m=karpenter;c=2' })).toEqual({
      kind: 'unverified',
      why: 'no-keyring',
    });
    expect(outcome({ keyrings: [ofBatch], description: (text) => `${text};note=keep` })).toEqual({
      kind: 'unverified',
      why: 'no-keyring',
    });
  });
  it('show the contradiction when the keyring of another cluster verifies it', () => {
    const result = outcome({ keyrings: [{ ...ofShop, clusters: new Set([BATCH]) }] });
    expect(result).toEqual(valid({ keyringClusters: new Set([BATCH]) }));
    expect(result.kind === 'valid' ? signedFor(result) : undefined).toEqual(new Set());
  });
  it('that have the same key prove the clusters of both', () => {
    const result = outcome({ keyrings: [ofShop, { ...ofShop, clusters: new Set([BATCH]) }] });
    expect(result).toEqual(valid({ keyringClusters: new Set([SHOP, BATCH]) }));
    expect(result.kind === 'valid' ? signedFor(result) : undefined).toEqual(new Set([SHOP]));
  });
  it('miss the key of its cluster although another keyring has one of that ID', () => {
    const retiredOnly: BoundKeyring = { keyring: aKeyring([OLD]), clusters: new Set([SHOP]) };
    expect(outcome({ keyrings: [ofBatch, retiredOnly] })).toEqual({ kind: 'unknown-key', keyId: 'k2' });
  });
  it('rule nothing out when they are for all clusters and no cluster is signed', () => {
    expect(signedFor(valid({ coveredClusters: undefined }))).toBeUndefined();
    expect(signedFor(valid())).toEqual(new Set([SHOP]));
  });
});
