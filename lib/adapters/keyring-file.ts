import { readFile } from 'node:fs/promises';
import { type ParsedKeyring, parseKeyring } from '../signing/keyring-text.ts';
import { type ParsedScheme, parseSignatureScheme } from '../signing/scheme-text.ts';
import { AuditFailure } from '../terms/failure.ts';

/** Reads a `keyring.json`. Never rejects: what is wrong comes as faults, none of which shows key material. */
export async function readKeyring(file: string): Promise<ParsedKeyring> {
  const text = await readText(file, 'keyring');
  return typeof text === 'string' ? parseKeyring(text, file) : { kind: 'faulty', faults: [text] };
}

/** Reads a signature scheme. Never rejects: what is wrong comes as faults. */
export async function readSignatureScheme(file: string): Promise<ParsedScheme> {
  const text = await readText(file, 'signature scheme');
  return typeof text === 'string' ? parseSignatureScheme(text, file) : { kind: 'faulty', faults: [text] };
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
