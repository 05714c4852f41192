import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedKeyring, parseKeyring } from '../../lib/signing/keyring-text.ts';
import { someKeys } from '../builders/signing.ts';
import { everythingSaidBy, spellingsOfKey } from './said.ts';

const [OLD, NEW] = someKeys('keyring', ['k1', 'k2']).map(({ bytes }) => bytes);
if (OLD === undefined || NEW === undefined) throw new TypeError('two keys were asked for');
const old = OLD.toString('base64');
const fresh = NEW.toString('base64');

function parsed(value: unknown): ParsedKeyring {
  return parseKeyring(typeof value === 'string' ? value : JSON.stringify(value), 'keyring.json');
}

function soundKeyring(value: unknown) {
  const result = parsed(value);
  if (result.kind === 'faulty') throw result.faults[0];
  return result.keyring;
}

function faultsOf(value: unknown): readonly string[] {
  const result = parsed(value);
  return result.kind === 'sound' ? [] : result.faults.map(({ message }) => message);
}

const sound: readonly (readonly [what: string, value: unknown])[] = [
  ['an object of keys', { activeKeyID: 'k2', keys: { k1: old, k2: fresh } }],
  [
    'a list with id and key',
    {
      activeKeyID: 'k2',
      keys: [
        { id: 'k1', key: old },
        { id: 'k2', key: fresh },
      ],
    },
  ],
  [
    'a list with keyID and secret',
    {
      activeKeyID: 'k2',
      keys: [
        { keyID: 'k1', secret: old },
        { keyID: 'k2', secret: fresh },
      ],
    },
  ],
  [
    'a list with value',
    {
      activeKeyID: 'k2',
      keys: [
        { id: 'k1', value: old },
        { keyID: 'k2', value: fresh },
      ],
    },
  ],
  [
    'one name twice over, saying the same',
    {
      activeKeyID: 'k2',
      keys: [
        { id: 'k1', keyID: 'k1', key: old, value: old },
        { id: 'k2', key: fresh },
      ],
    },
  ],
  ['base64 without its =', { activeKeyID: 'k2', keys: { k1: old.replace('=', ''), k2: fresh } }],
  [
    'base64url',
    { activeKeyID: 'k2', keys: { k1: OLD.toString('base64url'), k2: `${NEW.toString('base64url')}=` } },
  ],
  ['hex', { activeKeyID: 'k2', keys: { k1: OLD.toString('hex'), k2: NEW.toString('hex').toUpperCase() } }],
  [
    'fields that nobody asked for',
    {
      version: 3,
      activeKeyID: 'k2',
      keys: [
        { id: 'k1', key: old, note: 'x' },
        { id: 'k2', key: fresh },
      ],
    },
  ],
  ['a byte order mark', `\uFEFF${JSON.stringify({ activeKeyID: 'k2', keys: { k1: old, k2: fresh } })}`],
];

describe('a sound keyring', () => {
  it.each(sound)('may be %s', (_, value) => {
    const keyring = soundKeyring(value);
    expect(keyring.keyIds).toEqual(['k1', 'k2']);
    expect([keyring.roleOf('k1'), keyring.roleOf('k2'), keyring.roleOf('k3')]).toEqual([
      'retired',
      'active',
      undefined,
    ]);
    const signature = createHmac('sha256', OLD).update('a text').digest('binary');
    expect(keyring.signer('k1', 'hmac-sha256')?.('a text')).toBe(signature);
    expect(keyring.signer('k3', 'hmac-sha256')).toBeUndefined();
  });

  it('reads 64 hex digits as hex although they are good base64 too, and 43 as base64', () => {
    const digits = 'deadbeef'.repeat(8);
    const asHex = soundKeyring({ activeKeyID: 'k', keys: { k: digits } });
    const expected = createHmac('sha256', Buffer.from(digits, 'hex')).update('a').digest('binary');
    expect(asHex.signer('k', 'hmac-sha256')?.('a')).toBe(expected);
    const short = `${'deadbeef'.repeat(5)}deA`;
    const asBase64 = soundKeyring({ activeKeyID: 'k', keys: { k: short } });
    const other = createHmac('sha256', Buffer.from(short, 'base64')).update('a').digest('binary');
    expect(asBase64.signer('k', 'hmac-sha256')?.('a')).toBe(other);
  });

  it('takes a key ID that an object has by inheritance for what it is', () => {
    expect(soundKeyring(`{"activeKeyID":"__proto__","keys":{"__proto__":"${old}"}}`).keyIds).toEqual([
      '__proto__',
    ]);
    expect(soundKeyring({ activeKeyID: 'k', keys: { k: old } }).roleOf('constructor')).toBeUndefined();
  });
});

const KEYS = { k1: old, k2: fresh };
const faulty: readonly (readonly [what: string, value: unknown, message: string | RegExp])[] = [
  ['empty', ' \n', 'the keyring keyring.json is empty'],
  ['no JSON', `{"activeKeyID": "k1", "keys": {"k1": ${old}}}`, 'the keyring keyring.json is not JSON'],
  ['cut off', JSON.stringify({ activeKeyID: 'k1', keys: KEYS }).slice(0, -5), 'is not JSON'],
  ['a list', [old], 'is a list where an object belongs'],
  ['a text', JSON.stringify(old), 'is a string where an object belongs'],
  ['without activeKeyID', { keys: KEYS }, 'has no activeKeyID'],
  ['activeKeyID no text', { activeKeyID: 1, keys: KEYS }, 'has an activeKeyID that is no ID'],
  [
    'activeKeyID not among the keys',
    { activeKeyID: 'k3', keys: KEYS },
    'has the activeKeyID "k3", which is not among its keys',
  ],
  [
    'activeKeyID a key',
    { activeKeyID: fresh, keys: KEYS },
    'has the activeKeyID (not shown), which is not among its keys',
  ],
  ['without keys', { activeKeyID: 'k1' }, 'has nothing in keys, where an object or a list belongs'],
  ['no key', { activeKeyID: 'k1', keys: {} }, 'has no key in keys'],
  ['an empty list', { activeKeyID: 'k1', keys: [] }, 'has no key in keys'],
  [
    'keys a text',
    { activeKeyID: 'k1', keys: old },
    'has a string in keys, where an object or a list belongs',
  ],
  ['a list of texts', { activeKeyID: 'k1', keys: [old] }, 'has a string in place of key number 1'],
  [
    'a key without ID',
    { activeKeyID: 'k2', keys: [{ key: old }, { id: 'k2', key: fresh }] },
    'is not sound: key number 1 has no ID',
  ],
  [
    'an ID that is a number',
    {
      activeKeyID: 'k2',
      keys: [
        { id: 1, key: old },
        { id: 'k2', key: fresh },
      ],
    },
    'is not sound: key number 1 has a number as its ID',
  ],
  [
    'an empty ID',
    { activeKeyID: 'k2', keys: { '': old, k2: fresh } },
    'is not sound: key number 1 has an empty ID',
  ],
  [
    'two IDs that differ',
    {
      activeKeyID: 'k2',
      keys: [
        { id: 'k1', keyID: 'kx', key: old },
        { id: 'k2', key: fresh },
      ],
    },
    'key number 1 has IDs that differ in id and keyID',
  ],
  [
    'two keys that differ in one entry',
    {
      activeKeyID: 'k2',
      keys: [
        { id: 'k1', key: old, value: fresh },
        { id: 'k2', key: fresh },
      ],
    },
    'key "k1" has keys that differ in key, secret, value',
  ],
  [
    'an entry without key',
    { activeKeyID: 'k2', keys: [{ id: 'k1' }, { id: 'k2', key: fresh }] },
    'key "k1" has no key',
  ],
  [
    'a key that is null',
    { activeKeyID: 'k2', keys: { k1: null, k2: fresh } },
    'key "k1" has null where its key belongs',
  ],
  [
    'a key that is an object',
    { activeKeyID: 'k2', keys: { k1: { key: old }, k2: fresh } },
    'key "k1" has an object where its key belongs',
  ],
  ['an empty key', { activeKeyID: 'k2', keys: { k1: '', k2: fresh } }, 'key "k1" is empty'],
  [
    'a key with white space',
    { activeKeyID: 'k2', keys: { k1: `${old}\n`, k2: fresh } },
    'key "k1" has white space in it',
  ],
  [
    'too short',
    { activeKeyID: 'k2', keys: { k1: OLD.subarray(0, 31).toString('base64'), k2: fresh } },
    'key "k1" is 31 bytes in base64, not 32',
  ],
  [
    'too long',
    { activeKeyID: 'k2', keys: { k1: Buffer.concat([OLD, OLD]).toString('base64'), k2: fresh } },
    'key "k1" is 64 bytes in base64, not 32',
  ],
  [
    'hex too short',
    { activeKeyID: 'k2', keys: { k1: OLD.subarray(0, 16).toString('hex'), k2: fresh } },
    'key "k1" is 16 bytes in hex or 24 bytes in base64, not 32',
  ],
  [
    'in no encoding',
    { activeKeyID: 'k2', keys: { k1: 'correct horse; battery staple', k2: fresh } },
    'key "k1" has white space in it',
  ],
  [
    'in an encoding that is not known',
    { activeKeyID: 'k2', keys: { k1: 'pass!word'.repeat(4), k2: fresh } },
    'key "k1" is neither base64, base64url nor hex',
  ],
  [
    'in two alphabets',
    { activeKeyID: 'k2', keys: { k1: `+_${old.slice(2)}`, k2: fresh } },
    'key "k1" mixes the alphabets of base64 and base64url',
  ],
  [
    'base64 with stray bits',
    { activeKeyID: 'k2', keys: { k1: `${'A'.repeat(42)}B=`, k2: fresh } },
    'key "k1" is base64 that goes on in the middle of a byte',
  ],
  [
    'the same ID twice in a list',
    {
      activeKeyID: 'k1',
      keys: [
        { id: 'k1', key: old },
        { id: 'k1', key: fresh },
      ],
    },
    'has the ID of key "k1" twice',
  ],
  [
    'the same ID twice in an object',
    `{"activeKeyID":"k1","keys":{"k1":"${old}","k\\u0031":"${fresh}"}}`,
    'says "k1" twice in one object',
  ],
  [
    'two keys that are equal',
    { activeKeyID: 'k2', keys: { k1: old, k2: OLD.toString('hex') } },
    'has the same key as key "k1" and as key "k2"',
  ],
  [
    'ID and key in each other’s place',
    { activeKeyID: 'k1', keys: [{ id: old, key: 'k1' }] },
    'the ID of key number 1 (not shown) is itself 32 bytes of key material',
  ],
  [
    'the same, as an object',
    { activeKeyID: 'k1', keys: { [OLD.toString('hex')]: 'k1' } },
    'the ID of key number 1 (not shown) has 64 characters',
  ],
  [
    'a key for an ID, twice',
    `{"activeKeyID":"k1","keys":{"${old}":"k1","${old}":"k1"}}`,
    'says a name (not shown) twice in one object',
  ],
];

describe('a faulty keyring', () => {
  it.each(faulty)('that is %s is refused, by name', (_, value, message) => {
    expect(faultsOf(value).join('\n')).toContain(message);
  });

  it('tells all its faults at once', () => {
    expect(faultsOf({ activeKeyID: 'k3', keys: { k1: 'short', k2: '' } })).toHaveLength(3);
  });

  it('says what to do, in every case', () => {
    for (const [, value] of faulty) {
      const result = parsed(value);
      expect(result.kind).toBe('faulty');
      if (result.kind === 'faulty') for (const { remedy } of result.faults) expect(remedy).not.toBe('');
    }
  });
});

describe('key material', () => {
  const secrets = [OLD, NEW, OLD.subarray(0, 31), OLD.subarray(0, 16), Buffer.concat([OLD, OLD])].flatMap(
    spellingsOfKey,
  );

  it.each([...sound, ...faulty].map(([what, value]) => ({ what, value })))(
    'is in nothing that can be printed: $what',
    ({ value }) => {
      const said = everythingSaidBy(parsed(value));
      const result = parsed(value);
      const errors =
        result.kind === 'faulty' ? result.faults.map(everythingSaidBy) : [everythingSaidBy(result.keyring)];
      for (const secret of secrets)
        expect([said, ...errors].some((text) => text.includes(secret))).toBe(false);
    },
  );

  it('is told apart by what is looked for', () => {
    expect(everythingSaidBy({ k1: old })).toContain(spellingsOfKey(OLD)[0]);
  });

  it('shows IDs of a keyring, and no more', () => {
    const keyring = soundKeyring({ activeKeyID: 'k2', keys: KEYS });
    expect(JSON.parse(JSON.stringify(keyring))).toEqual({ activeKeyId: 'k2', keyIds: ['k1', 'k2'] });
  });

  it('is in no fault, wherever in the file it stands', () => {
    const key = spellingsOfKey(OLD).slice(0, 3);
    const anywhere = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(...key, 'k1', 'k2', '', fresh.slice(0, 20)),
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('id', 'key', 'keyID', 'keys', 'activeKeyID', 'k1', ...key),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }));
    fc.assert(
      fc.property(
        fc.record({ activeKeyID: anywhere.value, keys: anywhere.value }),
        fc.nat(400),
        (value, cut) => {
          const text = JSON.stringify(value);
          for (const input of [text, text.slice(0, cut)]) {
            const result = parseKeyring(input, 'keyring.json');
            const said =
              result.kind === 'faulty'
                ? result.faults.map(everythingSaidBy).join('\n')
                : everythingSaidBy(result.keyring);
            for (const secret of [...spellingsOfKey(OLD), fresh.slice(0, 10)])
              expect(said).not.toContain(secret);
          }
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});
