import { timingSafeEqual } from 'node:crypto';
import { AuditFailure } from '../terms/failure.ts';
import { isObject, readJson } from './json-text.ts';
import { readKeyText } from './key-text.ts';
import { KEY_BYTES, Keyring } from './keyring.ts';

export type ParsedKeyring =
  | { readonly kind: 'sound'; readonly keyring: Keyring }
  /** Every fault there is, in the order of the file. None shows key material. */
  | { readonly kind: 'faulty'; readonly faults: readonly AuditFailure[] };

/**
 * Reads a `keyring.json` (contract.md): `{"activeKeyID": …, "keys": …}`, where the keys are an object from ID to key or
 * a list of objects with an ID and a key. What else is in it is left alone.
 *
 * @param file how messages name it
 */
export function parseKeyring(text: string, file: string): ParsedKeyring {
  const faults: AuditFailure[] = [];
  const fault = (found: string, remedy: string) =>
    faults.push(new AuditFailure('config-invalid', `the keyring ${file} ${found}`, remedy));

  const json = readJson(text);
  if (json.kind === 'not-json') {
    fault(
      text.trim() === '' ? 'is empty' : 'is not JSON',
      'put the keyring.json of the provider’s Secret there, decoded',
    );
    return { kind: 'faulty', faults };
  }
  if (!isObject(json.value)) {
    fault(`is ${kindOf(json.value)} where an object belongs`, 'write {"activeKeyID": …, "keys": …}');
    return { kind: 'faulty', faults };
  }
  for (const name of json.repeatedKeys) {
    fault(
      `says ${shownId(name) ?? 'a name (not shown)'} twice in one object`,
      'keep the right one of the two',
    );
  }
  const entries = entriesIn(json.value.keys, fault);
  const keys = keysOf(entries, fault);
  const activeKeyId = activeIn(json.value.activeKeyID, entries, fault);
  const keyring =
    faults.length === 0 && activeKeyId !== undefined ? new Keyring(activeKeyId, keys) : undefined;
  for (const bytes of keys.values()) bytes.fill(0);
  return keyring === undefined ? { kind: 'faulty', faults } : { kind: 'sound', keyring };
}

type Fault = (found: string, remedy: string) => void;

interface Entry {
  /** How messages name it: by its ID, or by its place when its ID is not to be shown. */
  readonly named: string;
  readonly id: string;
  readonly key: unknown;
}

function entriesIn(keys: unknown, fault: Fault): readonly Entry[] {
  if (Array.isArray(keys) && keys.length > 0) {
    return keys.flatMap((item: unknown, index) => entryOf(item, index, fault) ?? []);
  }
  if (isObject(keys) && Object.keys(keys).length > 0) {
    return Object.entries(keys).flatMap(([id, key], index) => checkedEntry(id, key, index, fault) ?? []);
  }
  const isEmpty = typeof keys === 'object' && keys !== null;
  const found = isEmpty
    ? 'has no key in keys'
    : `has ${kindOf(keys)} in keys, where an object or a list belongs`;
  fault(found, 'write keys as an object from key ID to key, or as a list of objects with an ID and a key');
  return [];
}

const ID_NAMES = ['id', 'keyID'] as const;
const KEY_NAMES = ['key', 'secret', 'value'] as const;

function entryOf(item: unknown, index: number, fault: Fault): Entry | undefined {
  const place = placeOf(index);
  if (!isObject(item)) {
    fault(`has ${kindOf(item)} in place of ${place}`, 'write an object with an ID (id) and a key (key)');
    return undefined;
  }
  const id = oneOf(item, ID_NAMES);
  if (id.kind !== 'one' || typeof id.value !== 'string') {
    const found = {
      none: 'has no ID',
      several: `has IDs that differ in ${ID_NAMES.join(' and ')}`,
      one: `has ${kindOf(id.kind === 'one' ? id.value : undefined)} as its ID`,
    };
    fault(`is not sound: ${place} ${found[id.kind]}`, 'give each key one ID, as a text under id');
    return undefined;
  }
  const key = oneOf(item, KEY_NAMES);
  if (key.kind === 'several') {
    const named = shownId(id.value) === undefined ? place : `key ${shownId(id.value)}`;
    fault(`is not sound: ${named} has keys that differ in ${KEY_NAMES.join(', ')}`, 'keep the right one');
    return undefined;
  }
  return checkedEntry(id.value, key.kind === 'one' ? key.value : undefined, index, fault);
}

type OneOf =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly value: unknown }
  | { readonly kind: 'several' };

function oneOf(item: Readonly<Record<string, unknown>>, names: readonly string[]): OneOf {
  const [first, ...others] = names.filter((name) => Object.hasOwn(item, name)).map((name) => item[name]);
  if (first === undefined) return { kind: 'none' };
  return others.every((other) => other === first) ? { kind: 'one', value: first } : { kind: 'several' };
}

/** Whoever mixes up ID and key writes key material where the ID belongs: it is refused, and not shown. */
function checkedEntry(id: string, key: unknown, index: number, fault: Fault): Entry | undefined {
  const place = placeOf(index);
  if (id.trim() === '') {
    fault(`is not sound: ${place} has an empty ID`, 'give each key an ID');
    return undefined;
  }
  if (id.length > LONGEST_ID) {
    fault(
      `is not sound: the ID of ${place} (not shown) has ${id.length} characters`,
      `use IDs of at most ${LONGEST_ID}`,
    );
    return undefined;
  }
  if (looksLikeKey(id)) {
    fault(
      `is not sound: the ID of ${place} (not shown) is itself ${KEY_BYTES} bytes of key material`,
      'ID and key may be in each other’s place: put them right',
    );
    return undefined;
  }
  const shown = shownId(id);
  return { named: shown === undefined ? place : `key ${shown}`, id, key };
}

function keysOf(entries: readonly Entry[], fault: Fault): ReadonlyMap<string, Buffer> {
  const keys = new Map<string, Buffer>();
  const sound: { readonly entry: Entry; readonly bytes: Buffer }[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    if (seen.has(entry.id)) fault(`has the ID of ${entry.named} twice`, 'give each key an ID of its own');
    seen.add(entry.id);
    const bytes = keyOf(entry, fault);
    if (bytes === undefined) continue;
    const equal = sound.find((other) => timingSafeEqual(other.bytes, bytes));
    if (equal !== undefined && equal.entry.id !== entry.id) {
      fault(
        `has the same key as ${equal.entry.named} and as ${entry.named}`,
        'a rotation adds a new key: take the right ones from the provider’s Secret',
      );
    }
    sound.push({ entry, bytes });
    keys.set(entry.id, bytes);
  }
  return keys;
}

function keyOf({ named, key }: Entry, fault: Fault): Buffer | undefined {
  const remedy = `write ${KEY_BYTES} bytes in base64, base64url or hex, as the provider’s Secret has them`;
  if (typeof key !== 'string') {
    const found = key === undefined ? 'has no key' : `has ${kindOf(key)} where its key belongs`;
    fault(`is not sound: ${named} ${found}`, remedy);
    return undefined;
  }
  const read = readKeyText(key);
  if (read.kind === 'key') return read.bytes;
  fault(`is not sound: ${named} ${read.why}`, remedy);
  return undefined;
}

function activeIn(value: unknown, entries: readonly Entry[], fault: Fault): string | undefined {
  const remedy = 'name in activeKeyID the key that the provider signs with now';
  if (typeof value !== 'string' || value.trim() === '') {
    const found = value === undefined ? 'has no activeKeyID' : 'has an activeKeyID that is no ID';
    fault(found, remedy);
    return undefined;
  }
  if (entries.some((entry) => entry.id === value)) return value;
  // Without a sound entry the real fault has been told.
  if (entries.length > 0)
    fault(`has the activeKeyID ${shownId(value) ?? '(not shown)'}, which is not among its keys`, remedy);
  return undefined;
}

function looksLikeKey(text: string): boolean {
  return readKeyText(text.trim()).kind === 'key';
}

/** A Kubernetes label value has no more; encoded key material soon has. */
const LONGEST_ID = 63;

/** Longer than a UUID with its dashes and some letters more, a text is no ID that a person chose. */
const LONGEST_SHOWN_ID = 40;

/** Capitals, small letters and digits in a text of some length: an ID may look so, and so does a piece of a key. */
const RANDOM_LOOKING = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{16,}$/s;

/** `undefined`: not to be shown, because it may be key material. */
function shownId(id: string): string | undefined {
  const mayBeKey = id.length > LONGEST_SHOWN_ID || RANDOM_LOOKING.test(id) || looksLikeKey(id);
  return mayBeKey ? undefined : JSON.stringify(id);
}

function placeOf(index: number): string {
  return `key number ${index + 1}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
