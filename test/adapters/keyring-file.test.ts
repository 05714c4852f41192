import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeyring, readSignatureScheme } from '../../lib/adapters/keyring-file.ts';
import { signatureSchemeText } from '../../lib/signing/scheme-text.ts';
import { keyringText, RECIPES, schemeOfRecipe, someKeys } from '../builders/signing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyring-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(folder, 'file.json');
  await writeFile(file, content);
  return file;
}

const messageOf = (parsed: Awaited<ReturnType<typeof readKeyring | typeof readSignatureScheme>>) =>
  parsed.kind === 'faulty' ? parsed.faults.map(({ message }) => message).join('\n') : 'sound';

it('a keyring that is not there is told', async () => {
  const file = join(folder, 'none.json');
  expect(messageOf(await readKeyring(file))).toBe(`the keyring ${file} cannot be read (ENOENT)`);
});

it('a signature scheme need not be there', async () => {
  expect(await readSignatureScheme(join(folder, 'none.json'))).toEqual({ kind: 'not-there' });
});

describe.each([
  { what: 'keyring', read: readKeyring },
  { what: 'signature scheme', read: readSignatureScheme },
])('a $what file', ({ what, read }) => {
  it('that is a directory is told', async () => {
    expect(messageOf(await read(folder))).toBe(`the ${what} ${folder} cannot be read (EISDIR)`);
  });
  it('that is no text is told, and not quoted', async () => {
    const file = await fileOf(Buffer.concat([Buffer.from('{"activeKeyID": "'), Buffer.alloc(8, 0xff)]));
    expect(messageOf(await read(file))).toBe(`the ${what} ${file} is not UTF-8 text`);
  });
  it('that is empty is told', async () => {
    const file = await fileOf('');
    expect(messageOf(await read(file))).toBe(`the ${what} ${file} is empty`);
  });
});

it('reads a keyring', async () => {
  const parsed = await readKeyring(await fileOf(keyringText(someKeys('file'))));
  expect(parsed.kind === 'sound' ? parsed.keyring.keyIds : parsed.faults).toEqual(['k1', 'k2']);
});

it.each(Object.values(RECIPES).map(schemeOfRecipe))('reads a signature scheme', async (scheme) => {
  expect(await readSignatureScheme(await fileOf(signatureSchemeText(scheme)))).toEqual({
    kind: 'sound',
    scheme,
  });
});
