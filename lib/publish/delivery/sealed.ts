import { createHash } from 'node:crypto';

const FORMAT = 'karpenter-orphan-audit/publish';
const VERSION = 1;

/**
 * A value as bytes: a line that names format, version and the SHA-256 of the rest, and the rest as JSON. The same value
 * gives the same bytes.
 */
export function seal(value: object): Uint8Array {
  const body = JSON.stringify(value);
  const head = JSON.stringify({ format: FORMAT, version: VERSION, sha256: sha256(body) });
  return new TextEncoder().encode(`${head}\n${body}\n`);
}

/**
 * Reads what {@link seal} wrote; `undefined` for any other bytes, be it that they were written in part, changed since,
 * or by another version of this program. So what comes back has the shape that was sealed.
 */
export function unseal(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  const [head = '', body = ''] = text.split('\n');
  const expected = JSON.stringify({ format: FORMAT, version: VERSION, sha256: sha256(body) });
  return head === expected ? JSON.parse(body) : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
