import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type ClusterUid, clusterUid, type ResourceId, resourceId } from '../terms/ids.ts';
import { formatInstant, type Instant, parseInstant } from '../terms/instants.ts';
import { providerRef } from '../terms/provider-id.ts';
import type { LedgerEntry, RecordedNodeClaim } from './entries.ts';

/**
 * What an hourly record of an unchanged cluster adds instead of another copy: everything that the full record says was
 * so at this moment too.
 */
export interface UnchangedEntry {
  readonly kind: 'unchanged';
  readonly recordedAt: Instant;
  /** The file name of the full record. It lies in the same folder, so it is never another cluster's. */
  readonly of: string;
  /** How many NodeClaims the full record holds; `undefined` when it did not read them. */
  readonly claims: number | undefined;
}

export type StoredEntry = LedgerEntry | UnchangedEntry;

/** `damaged`: half-written, changed since, of a newer version, or no entry at all; `why` goes on after "it ". */
export type DecodedEntry =
  | { readonly kind: 'entry'; readonly entry: StoredEntry }
  | { readonly kind: 'damaged'; readonly why: string };

const FORMAT = 'karpenter-orphan-audit/ledger';
const VERSION = 1;

/** In a file, null says "not known"; a missing field says that the file is not what we wrote. */
function orUnknown<S extends z.ZodType>(schema: S) {
  return z.codec(z.nullable(schema), z.custom<z.output<S> | undefined>(), {
    decode: (value) => (value === null ? undefined : value),
    encode: (value) => (value === undefined ? null : value),
  });
}

/** A word of ours behind its checking function: what the function does not take is no value of the file. */
function checked<T extends string | number>(
  what: string,
  parse: (text: string) => T | undefined,
  format: (value: T) => string,
) {
  return z.codec(z.string(), z.custom<T>(), {
    decode: (text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: text, message: `${JSON.stringify(text)} is no ${what}` });
      return z.NEVER;
    },
    encode: format,
  });
}

const id = checked<ResourceId>('ID', resourceId, String);
const uid = checked<ClusterUid>('cluster UID', clusterUid, String);
const instant = checked<Instant>('time', parseInstant, textOfInstant);
const count = z.int().nonnegative();

/** ISO text has four digits for the year; a moment outside of them would be written but never read again. */
function textOfInstant(at: Instant): string {
  const text = formatInstant(at);
  if (parseInstant(text) !== at) throw new RangeError(`${text} is a time that cannot be written`);
  return text;
}

/** A file holds the provider ID once, as it stood; what it points at is read from it. */
const nodeClaim = z.codec(
  z.strictObject({ name: z.string(), nodePool: orUnknown(z.string()), providerId: z.string() }),
  z.custom<RecordedNodeClaim>(),
  {
    decode: (claim) => ({ ...claim, provider: providerRef(claim.providerId) }),
    encode: ({ name, nodePool, providerId }) => ({ name, nodePool, providerId }),
  },
);

const volume = z.strictObject({
  id,
  createdAt: orUnknown(instant),
  sizeGiB: orUnknown(z.number()),
  isRoot: orUnknown(z.boolean()),
  isDeleteOnTermination: orUnknown(z.boolean()),
});

const instance = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  createdAt: orUnknown(instant),
  volumes: z.array(volume),
});

const record = z.strictObject({
  kind: z.literal('record'),
  recordedAt: instant,
  source: z.enum(['live', 'import']),
  cluster: z.strictObject({
    uid,
    id: orUnknown(id),
    name: orUnknown(z.string()),
    phase: orUnknown(z.string()),
    createdAt: orUnknown(instant),
  }),
  nodeClaims: orUnknown(z.array(nodeClaim)),
  persistentVolumes: orUnknown(z.array(z.strictObject({ name: z.string(), volumeId: orUnknown(id) }))),
  instances: orUnknown(z.array(instance)),
});

const unchanged = z.strictObject({
  kind: z.literal('unchanged'),
  recordedAt: instant,
  of: z.string(),
  claims: orUnknown(count),
});

const run = z.strictObject({
  kind: z.literal('run'),
  runId: z.string(),
  asOf: instant,
  complete: z.boolean(),
  clusters: z.array(
    z.strictObject({ uid, name: orUnknown(z.string()), state: z.enum(['alive', 'deleting', 'gone']) }),
  ),
  claimLists: z.array(z.strictObject({ cluster: uid, length: count, counted: z.boolean() })),
  sighted: z.array(id),
  restarted: z.array(id),
  condemned: z.array(id),
  volumesInTransition: z.array(z.strictObject({ id, status: z.string() })),
  volumesElsewhere: z.array(z.strictObject({ volumeId: id, instanceId: id })),
});

const storedEntry: z.ZodType<StoredEntry, object> = z.discriminatedUnion('kind', [record, unchanged, run]);
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
