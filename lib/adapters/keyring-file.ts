import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ParsedKeyring, parseKeyring } from '../signing/keyring-text.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import { type ParsedScheme, parseSignatureScheme, signatureSchemeText } from '../signing/scheme-text.ts';
import { AuditFailure } from '../terms/failure.ts';

/** Reads a `keyring.json`. Never rejects: what is wrong comes as faults, none of which shows key material. */
export async function readKeyring(file: string): Promise<ParsedKeyring> {
  const text = await readText(file, 'keyring');
  return typeof text === 'string' ? parseKeyring(text, file) : { kind: 'faulty', faults: [text] };
}

/** Reads a signature scheme. Never rejects: what is wrong comes as faults. */
export async function readSignatureScheme(
  file: string,
): Promise<ParsedScheme | { readonly kind: 'not-there' }> {
  try {
    await access(file);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return { kind: 'not-there' };
  }
  const text = await readText(file, 'signature scheme');
  return typeof text === 'string' ? parseSignatureScheme(text, file) : { kind: 'faulty', faults: [text] };
}

/**
 * What stands where a scheme is to be written must be a scheme itself: a keyring that was named by mistake may have no
 * copy.
 *
 * @throws AuditFailure `bad-usage`
 */
export async function refuseOtherFile(file: string): Promise<void> {
  if ((await readSignatureScheme(file)).kind !== 'faulty') return;
  throw new AuditFailure(
    'bad-usage',
    `${file} is there and is no signature scheme, and is not written over`,
    'name another file, or move this one away if it is an old scheme that is broken',
  );
}

/** Puts a scheme there whole: a reader sees the one before it or this one. */
export async function writeSignatureScheme(file: string, scheme: SignatureScheme): Promise<void> {
  await refuseOtherFile(file);
  const whole = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(whole, signatureSchemeText(scheme));
    await rename(whole, file);
  } catch (thrown) {
    await rm(whole, { force: true });
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    throw new AuditFailure(
      'bad-usage',
      `the signature scheme ${file} cannot be written (${code})`,
      'name a file in a folder that this user may write, with --out FILE',
      { cause: thrown },
    );
  }
}

async function readText(file: string, what: string): Promise<string | AuditFailure> {
  const fault = (found: string) =>
    new AuditFailure(
      'config-invalid',
      `the ${what} ${file} ${found}`,
      'make it a file that this user can read',
    );
  try {
    const bytes = await readFile(file);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    return fault(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8 text' : `cannot be read (${code})`,
    );
  }
}
