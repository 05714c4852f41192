import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { Keyring } from '../../lib/signing/keyring.ts';
import { parseKeyring } from '../../lib/signing/keyring-text.ts';
import type {
  Cut,
  DescriptionEnd,
  DescriptionStart,
  Fact,
  FieldCheck,
  PayloadPart,
  SignatureScheme,
} from '../../lib/signing/scheme.ts';
import { signedInstance } from '../../lib/signing/signed-instance.ts';
import type { ClaimedInstance } from '../../lib/signing/standing.ts';
import { type Chance, chance } from '../../lib/simulator/random.ts';
import { type ClusterUid, clusterUid } from '../../lib/terms/ids.ts';
import { anInstance, PROJECT_ID } from './inventory.ts';
import { anId } from './ledger.ts';

// Signs descriptions without a line of lib/signing: what both got wrong would look right.

export interface TestKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Random keys, the last of which is active; the same seed gives the same ones. */
export function someKeys(seed: string, ids: readonly string[] = ['k1', 'k2']): readonly TestKey[] {
  return ids.map((id) => ({ id, bytes: Buffer.from(chance(`${seed}/key/${id}`).hex(64), 'hex') }));
}

export function keyringText(keys: readonly TestKey[]): string {
  const list = keys.map(({ id, bytes }) => [id, bytes.toString('base64')]);
  return JSON.stringify({ activeKeyID: keys.at(-1)?.id, keys: Object.fromEntries(list) });
}

export function aKeyring(keys: readonly TestKey[]): Keyring {
  const parsed = parseKeyring(keyringText(keys), 'keyring.json');
  if (parsed.kind === 'faulty') throw parsed.faults[0];
  return parsed.keyring;
}

/** What a description field says. */
export type FieldSource =
  | { readonly fact: Fact }
  | { readonly text: string }
  | 'key-id'
  | 'signature'
  | 'random';

export type RecipePart =
  | { readonly fact: Fact }
  | { readonly field: string }
  | { readonly text: string }
  | { readonly from: DescriptionStart; readonly to: DescriptionEnd };

/** How a provider of the tests signs. */
export interface Recipe {
  /** Behind `v=1;m=karpenter;`. */
  readonly fields: readonly (readonly [key: string, says: FieldSource])[];
  readonly parts: readonly RecipePart[];
  readonly separator: string;
  readonly terminated?: boolean;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512' | 'ed25519';
  readonly encoding: 'hex' | 'hex-upper' | 'base64' | 'base64url';
  readonly padded?: boolean;
  readonly cut?: Cut;
}

/** Everything that a test world says of one instance. */
export interface TestInstance {
  readonly n: number;
  readonly name: string;
  readonly clusterUid: ClusterUid;
  readonly facts: Readonly<Record<Fact, string>>;
  readonly random: string;
}

const POOLS = ['general', 'burst', 'gpu'] as const;
const TYPES = ['m2a.large', 'm2a.xlarge', 'c2a.2xlarge'] as const;
const ZONES = ['kr-central-2-a', 'kr-central-2-b', 'kr-central-2-c'] as const;

export function aTestCluster(seed: string): ClusterUid {
  const uid = clusterUid(chance(`${seed}/cluster`).uuid());
  if (uid === undefined) throw new TypeError('the simulator made a UUID that is none');
  return uid;
}

export function aTestInstance(seed: string, n: number, uid: ClusterUid = aTestCluster(seed)): TestInstance {
  const dice = chance(`${seed}/instance/${n}`);
  const pool = POOLS[n % POOLS.length] ?? POOLS[0];
  const claim = `${pool}-${letters(dice, 5)}`;
  const uid8 = uid.slice(0, 8);
  const name = `karpenter-${uid8}-${claim}`;
  return {
    n,
    name,
    clusterUid: uid,
    random: letters(dice, 9),
    facts: {
      'instance-name': name,
      'nodeclaim-name': claim,
      'cluster-uid': uid,
      'cluster-uid-plain': uid.replaceAll('-', ''),
      'cluster-uid8': uid8,
      'project-id': PROJECT_ID,
      'nodeclaim-uid': dice.uuid(),
      nodepool: pool,
      'instance-type': TYPES[(n + 1) % TYPES.length] ?? TYPES[0],
      zone: ZONES[(n + 2) % ZONES.length] ?? ZONES[0],
    },
  };
}

function letters(dice: Chance, count: number): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: count }, () => alphabet[dice.below(alphabet.length)]).join('');
}

/** The description that the provider of a recipe writes. */
export function describe(instance: TestInstance, key: TestKey, recipe: Recipe): string {
  const values = new Map<string, string>([
    ['v', '1'],
    ['m', 'karpenter'],
  ]);
  for (const [field, says] of recipe.fields) values.set(field, fieldValue(says, instance, key));
  const keys = [...values.keys()];
  const signatureField = recipe.fields.find(([, says]) => says === 'signature')?.[0] ?? '';
  const at = keys.indexOf(signatureField);
  const pairs = (some: readonly string[]) => some.map((field) => `${field}=${values.get(field) ?? ''}`);

  const partText = (part: RecipePart): string => {
    if ('fact' in part) return instance.facts[part.fact];
    if ('field' in part) return values.get(part.field) ?? '';
    if ('text' in part) return part.text;
    const first = part.from === 'start' ? 0 : 2;
    const before = pairs(keys.slice(first, at)).join(';');
    switch (part.to) {
      case 'before-signature':
        return before;
      case 'before-signature-with-separator':
        return `${before};`;
      case 'through-signature-key':
        return `${before};${signatureField}=`;
      case 'around-signature':
        return pairs(keys.slice(first).filter((field) => field !== signatureField)).join(';');
    }
  };
  const payload =
    recipe.parts.map(partText).join(recipe.separator) + (recipe.terminated ? recipe.separator : '');
  values.set(signatureField, signatureText(payload, key, recipe));
  return pairs(keys).join(';');
}

function fieldValue(says: FieldSource, instance: TestInstance, key: TestKey): string {
  if (says === 'key-id') return key.id;
  if (says === 'random') return instance.random;
  if (says === 'signature') return '';
  return 'fact' in says ? instance.facts[says.fact] : says.text;
}

function signatureText(payload: string, key: TestKey, { algorithm, encoding, padded, cut }: Recipe): string {
  const whole =
    algorithm === 'ed25519'
      ? ed25519(payload, key.bytes)
      : createHmac(algorithm, key.bytes).update(payload).digest();
  const bytes = cut?.unit === 'bytes' ? whole.subarray(0, cut.length) : whole;
  const encoded = {
    hex: () => bytes.toString('hex'),
    'hex-upper': () => bytes.toString('hex').toUpperCase(),
    base64: () => (padded ? bytes.toString('base64') : bytes.toString('base64').replaceAll('=', '')),
    base64url: () => bytes.toString('base64url') + (padded ? '='.repeat((3 - (bytes.length % 3)) % 3) : ''),
  }[encoding]();
  return cut?.unit === 'characters' ? encoded.slice(0, cut.length) : encoded;
}

function ed25519(payload: string, seed: Buffer): Buffer {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return sign(null, Buffer.from(payload), createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** As the listing, the clusters and a live NodeClaim show it. */
export function claimed(
  instance: TestInstance,
  description: string,
  over: { readonly name?: string } = {},
): ClaimedInstance {
  const { facts } = instance;
  return {
    instanceId: anId(instance.n),
    instance: signedInstance(
      anInstance({
        id: anId(instance.n),
        name: over.name ?? instance.name,
        description,
        flavor: facts['instance-type'],
        availabilityZone: facts.zone,
      }),
      {
        clusters: [instance.clusterUid],
        projectId: undefined,
        nodeClaim: { name: facts['nodeclaim-name'], uid: facts['nodeclaim-uid'], nodePool: facts.nodepool },
      },
    ),
  };
}

/** Live nodes of one cluster, signed in turn by every key of the keyring. */
export function someSamples(
  seed: string,
  keys: readonly TestKey[],
  recipe: Recipe,
  count = 3,
): readonly ClaimedInstance[] {
  return Array.from({ length: count }, (_, index) => {
    const instance = aTestInstance(seed, index + 1);
    const key = keys[index % keys.length];
    if (key === undefined) throw new TypeError('a sample needs a key');
    return claimed(instance, describe(instance, key, recipe));
  });
}

export const START: RecipePart = { from: 'start', to: 'before-signature' };

/** Five providers of varied shape, and what they do differently. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'description and name, base64url cut to 22 characters': {
    fields: [
      ['c', { fact: 'cluster-uid-plain' }],
      ['n', { fact: 'nodeclaim-name' }],
      ['k', 'key-id'],
      ['s', 'signature'],
    ],
    parts: [START, { fact: 'instance-name' }],
    separator: '',
    algorithm: 'sha256',
    encoding: 'base64url',
    cut: { unit: 'characters', length: 22 },
  },
  'three facts on lines, hex of 20 bytes, key ID behind': {
    fields: [
      ['c', { fact: 'cluster-uid8' }],
      ['sig', 'signature'],
      ['kid', 'key-id'],
    ],
    parts: [{ fact: 'project-id' }, { fact: 'cluster-uid' }, { fact: 'nodeclaim-name' }],
    separator: '\n',
    algorithm: 'sha512',
    encoding: 'hex',
    cut: { unit: 'bytes', length: 20 },
  },
  'fields by name, whole SHA-256, no key ID': {
    fields: [
      ['t', 'random'],
      ['n', { fact: 'nodeclaim-name' }],
      ['s', 'signature'],
    ],
    parts: [{ fact: 'cluster-uid-plain' }, { field: 'n' }, { field: 't' }],
    separator: '|',
    algorithm: 'sha256',
    encoding: 'base64',
    padded: true,
  },
  'Ed25519 over UID and name': {
    fields: [
      ['k', 'key-id'],
      ['s', 'signature'],
    ],
    parts: [{ fact: 'cluster-uid' }, { fact: 'instance-name' }],
    separator: ':',
    algorithm: 'ed25519',
    encoding: 'base64url',
  },
  'four parts, whole SHA-384 in upper-case hex': {
    fields: [
      ['k', 'key-id'],
      ['s', 'signature'],
    ],
    parts: [{ field: 'k' }, { fact: 'cluster-uid8' }, { fact: 'nodeclaim-name' }, { fact: 'zone' }],
    separator: ',',
    algorithm: 'sha384',
    encoding: 'hex-upper',
  },
};

/** Six parts, and a signature that any of three algorithms may have made: the far end of the space. */
export const FAR_OUT: Recipe = {
  fields: [
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [
    { field: 'k' },
    { fact: 'cluster-uid8' },
    { fact: 'nodeclaim-name' },
    { fact: 'zone' },
    { fact: 'instance-type' },
    { fact: 'project-id' },
  ],
  separator: ',',
  algorithm: 'sha384',
  encoding: 'hex-upper',
  cut: { unit: 'bytes', length: 16 },
};

/** Signs the time of day, which nobody knows afterwards: outside of the space. */
export const OUTSIDE: Recipe = {
  fields: [
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [{ fact: 'instance-name' }, { text: '2026-06-02T01:00:05Z' }],
  separator: ';',
  algorithm: 'sha256',
  encoding: 'base64url',
};

/** The scheme that says what a recipe does, written down by hand as it were. */
export function schemeOfRecipe(recipe: Recipe): SignatureScheme {
  const { algorithm, encoding, padded, cut, separator } = recipe;
  const fieldOf = (wanted: FieldSource) => recipe.fields.find(([, says]) => says === wanted)?.[0];
  const end: readonly PayloadPart[] = recipe.terminated ? [{ kind: 'literal', text: '' }] : [];
  return {
    algorithm: algorithm === 'ed25519' ? algorithm : `hmac-${algorithm}`,
    signature: { field: fieldOf('signature') ?? '', encoding, padded: padded ?? false, cut },
    keyIdField: fieldOf('key-id'),
    payload: { parts: [...recipe.parts.map(payloadPart), ...end], separator },
    layout: [
      { field: 'v', check: { kind: 'text', text: '1' } },
      { field: 'm', check: { kind: 'text', text: 'karpenter' } },
      ...recipe.fields.map(([field, says]) => ({ field, check: fieldCheck(says) })),
    ],
  };
}

function payloadPart(part: RecipePart): PayloadPart {
  if ('fact' in part) return { kind: 'fact', fact: part.fact };
  if ('field' in part) return { kind: 'field', field: part.field };
  return 'text' in part ? { kind: 'literal', text: part.text } : { kind: 'description', ...part };
}

function fieldCheck(says: FieldSource): FieldCheck {
  if (typeof says === 'string') return { kind: 'none' };
  return 'fact' in says ? { kind: 'fact', fact: says.fact } : { kind: 'text', text: says.text };
}
