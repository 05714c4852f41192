import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  parseSignatureScheme,
  signatureSchemeJsonSchema,
  signatureSchemeText,
} from '../../lib/signing/scheme-text.ts';
import { keyringText, OUTSIDE, RECIPES, schemeOfRecipe, someKeys } from '../builders/signing.ts';
import { everythingSaidBy, spellingsOfKey } from './said.ts';

const schemes = [...Object.values(RECIPES), OUTSIDE].map(schemeOfRecipe);

describe('a signature scheme in a file', () => {
  it.each(schemes)('comes back as it was written', (scheme) => {
    expect(parseSignatureScheme(signatureSchemeText(scheme), 'scheme.json')).toEqual({
      kind: 'sound',
      scheme,
    });
  });

  it('is what its JSON Schema says', () => {
    const validate = new Ajv2020({ strict: true }).compile(signatureSchemeJsonSchema());
    for (const scheme of schemes) {
      expect(validate(JSON.parse(signatureSchemeText(scheme))), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ version: 1 })).toBe(false);
  });

  it('may name its JSON Schema', () => {
    const text = JSON.stringify({ $schema: './scheme.schema.json', ...FILE });
    expect(parseSignatureScheme(text, 'scheme.json').kind).toBe('sound');
  });
});

const FILE = {
  version: 1,
  algorithm: 'hmac-sha256',
  signature: { field: 's', encoding: 'hex' },
  keyId: { field: 'k' },
  payload: { parts: [{ kind: 'fact', fact: 'instance-name' }], separator: '' },
  layout: [
    { field: 'v', value: '1' },
    { field: 'n', equals: 'nodeclaim-name' },
    { field: 'k' },
    { field: 's' },
  ],
};
const cut = (unit: string, length: number) => ({ ...FILE.signature, cut: { unit, length } });
const parts = (...list: unknown[]) => ({ parts: list, separator: '' });
const name = { kind: 'fact', fact: 'instance-name' };
const description = { kind: 'description', from: 'start', to: 'before-signature' };

describe('a faulty signature scheme', () => {
  it.each([
    ['empty', '', 'the signature scheme scheme.json is empty'],
    ['no JSON', '{', 'the signature scheme scheme.json is not JSON'],
    ['a list', [], 'the file should be object'],
    ['of another version', { ...FILE, version: 2 }, 'version should be one of 1'],
    [
      'of another algorithm',
      { ...FILE, algorithm: 'md5' },
      'algorithm should be one of hmac-sha256, hmac-sha384',
    ],
    ['with a key that is not known', { ...FILE, extra: 1 }, 'the file has a key that is not known'],
    ['without parts', { ...FILE, payload: parts() }, 'payload.parts is not what it should be'],
    [
      'with a fact that is not known',
      { ...FILE, payload: parts({ kind: 'fact', fact: 'age' }) },
      'payload.parts[0].fact should be one of instance-name',
    ],
    [
      'with texts only',
      { ...FILE, payload: parts({ kind: 'literal', text: 'a' }) },
      'payload.parts say nothing of the instance',
    ],
    [
      'with the description twice',
      { ...FILE, payload: parts(description, description) },
      'payload.parts hold the description twice',
    ],
    [
      'that signs the signature',
      { ...FILE, payload: parts(name, { kind: 'field', field: 's' }) },
      'payload.parts[1].field is the signature field',
    ],
    [
      'that signs a field that is not there',
      { ...FILE, payload: parts({ kind: 'field', field: 'x' }) },
      'payload.parts[0].field is missing from layout',
    ],
    [
      'without its signature field',
      { ...FILE, layout: [{ field: 'k' }] },
      'layout lacks the signature field',
    ],
    ['without its key ID field', { ...FILE, layout: [{ field: 's' }] }, 'layout lacks the key ID field'],
    [
      'with a field twice',
      { ...FILE, layout: [{ field: 's' }, { field: 'k' }, { field: 'k' }] },
      'layout names a field twice',
    ],
    [
      'with a field that is fixed in two ways',
      { ...FILE, layout: [...FILE.layout, { field: 'x', value: '1', equals: 'zone' }] },
      'layout[4] value and equals exclude each other',
    ],
    [
      'with the key ID in the signature field',
      { ...FILE, keyId: { field: 's' } },
      'keyId.field is the signature field too',
    ],
    [
      'with a field name that no field can have',
      { ...FILE, keyId: { field: 'a=b' } },
      'keyId.field is not what it should be',
    ],
    [
      'cut longer than it is',
      { ...FILE, signature: cut('bytes', 33) },
      'signature.cut.length is more than the 32 bytes that there are',
    ],
    [
      'cut to nearly nothing',
      { ...FILE, signature: cut('characters', 7) },
      'signature.cut.length leaves fewer than 32 bits',
    ],
    [
      'that signs nothing of the instance',
      {
        ...FILE,
        payload: parts({ kind: 'fact', fact: 'cluster-uid' }),
        layout: [{ field: 'k' }, { field: 's' }],
      },
      'what it signs says nothing of the instance',
    ],
    [
      'Ed25519, cut',
      { ...FILE, algorithm: 'ed25519', signature: cut('bytes', 32) },
      'signature.cut must be left out',
    ],
  ])('%s is refused, and the place is named', (_, value, message) => {
    const result = parseSignatureScheme(
      typeof value === 'string' ? value : JSON.stringify(value),
      'scheme.json',
    );
    const said = result.kind === 'faulty' ? result.faults.map((fault) => fault.message).join('\n') : 'sound';
    expect(said).toContain(message);
  });

  it('takes exactly 32 bits', () => {
    expect(parseSignatureScheme(JSON.stringify({ ...FILE, signature: cut('characters', 8) }), 'f').kind).toBe(
      'sound',
    );
  });

  it('shows nothing of a keyring that was named in its place', () => {
    const keys = someKeys('scheme');
    for (const text of [keyringText(keys), keyringText(keys).slice(0, -9), `${keyringText(keys)}x`]) {
      const result = parseSignatureScheme(text, 'keyring.json');
      expect(result.kind).toBe('faulty');
      const said = result.kind === 'faulty' ? result.faults.map(everythingSaidBy).join('\n') : '';
      for (const secret of keys.flatMap(({ bytes }) => spellingsOfKey(bytes)))
        expect(said).not.toContain(secret);
    }
  });
});
