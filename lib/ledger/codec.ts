import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type StoredEntry, storedEntry } from './schemas.ts';

/** `damaged`: half-written, changed since, of a newer version, or no entry at all; `why` goes on after "it ". */
export type DecodedEntry =
  | { readonly kind: 'entry'; readonly entry: StoredEntry }
  | { readonly kind: 'damaged'; readonly why: string };

const FORMAT = 'karpenter-orphan-audit/ledger';
const VERSION = 1;

const envelope = z.looseObject({ format: z.literal(FORMAT), version: z.int().positive() });

/**
 * The bytes of an entry: JSON to be read by hand, times as ISO text, closed by a line with the SHA-256 of all the rest.
 * The same entry gives the same bytes.
 */
export function encodeEntry(entry: StoredEntry): Uint8Array {
  const body = { format: FORMAT, version: VERSION, ...z.encode(storedEntry, entry) };
  return new TextEncoder().encode(sealed(`${JSON.stringify(body, null, 2)}\n`));
}

/** Reads what {@link encodeEntry} wrote. Any other bytes, were it by one bit, are damaged. */
export function decodeEntry(bytes: Uint8Array): DecodedEntry {
  const text = utf8Text(bytes);
  if (text === undefined)
    return damaged('is not UTF-8 text: something else was written there, or its disk failed');
  const json = jsonOf(text);
  if (json === undefined) return damaged('is not whole JSON: it was written in part, or changed since');
  const opened = envelope.safeParse(json);
  if (!opened.success) return damaged('is no entry of this ledger: its format or version is missing');
  const { format: _format, version, sha256: _sha256, ...body } = opened.data;
  if (version > VERSION) return damaged(`was written by a newer version of this program (format ${version})`);
  if (!isSealed(text)) return damaged('does not fit its checksum: it was written in part, or changed since');
  const decoded = storedEntry.safeParse(body);
  if (decoded.success) return { kind: 'entry', entry: decoded.data };
  const issue = decoded.error.issues[0];
  return damaged(`holds what no entry holds: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** A short mark of what the bytes are: in the file's name it tells two entries of one moment apart. */
export function fingerprint(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, 16);
}

function damaged(why: string): DecodedEntry {
  return { kind: 'damaged', why };
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const END = '\n}\n';
const SEAL = /,\n {2}"sha256": "([0-9a-f]{64})"\n\}\n$/;

function sealed(text: string): string {
  return `${text.slice(0, -END.length)},\n  "sha256": "${sha256(text)}"${END}`;
}

function isSealed(text: string): boolean {
  const seal = SEAL.exec(text);
  return seal !== null && sha256(text.slice(0, seal.index) + END) === seal[1];
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
