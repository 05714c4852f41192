import * as z from 'zod';
import { type ClusterUid, clusterUid, type ResourceId, resourceId } from '../terms/ids.ts';
import { formatInstant, type Instant, parseInstant } from '../terms/instants.ts';
import { providerRef } from '../terms/provider-id.ts';
import type { DeltaEntry } from './delta.ts';
import type {
  ClusterRecord,
  FactsEntry,
  GoneEntry,
  RecordedNodeClaim,
  RetiredEntry,
  RunEntry,
} from './entries.ts';
import type { RawObject } from './help-desk.ts';

/**
 * What an hourly record of an unchanged cluster adds instead of another copy: everything that the record says to which
 * it refers was so at this moment too. Its name says all that it holds, so that nobody has to read it.
 */
export interface UnchangedEntry {
  readonly kind: 'unchanged';
  readonly cluster: ClusterUid;
  readonly recordedAt: Instant;
  /** The mark of that record. */
  readonly of: string;
  /** How many NodeClaims it holds; `undefined` when it did not read them. */
  readonly claims: number | undefined;
}

/** What one file of the ledger holds. */
export type StoredEntry =
  | ClusterRecord
  | DeltaEntry
  | UnchangedEntry
  | RunEntry
  | FactsEntry
  | GoneEntry
  | RetiredEntry;

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
  z.strictObject({
    name: z.string(),
    // The first records were written without it.
    uid: z.string().nullish(),
    nodePool: orUnknown(z.string()),
    providerId: z.string(),
  }),
  z.custom<RecordedNodeClaim>(),
  {
    decode: (claim) => ({ ...claim, uid: claim.uid ?? undefined, provider: providerRef(claim.providerId) }),
    encode: ({ name, uid, nodePool, providerId }) => ({ name, uid: uid ?? null, nodePool, providerId }),
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

const persistentVolume = z.strictObject({
  name: z.string(),
  volumeHandle: orUnknown(z.string()),
  volumeId: orUnknown(id),
});

const firstListing = z.strictObject({ id, name: z.string(), description: z.string() });

const cluster = z.strictObject({
  uid,
  id: orUnknown(id),
  name: orUnknown(z.string()),
  phase: orUnknown(z.string()),
  createdAt: orUnknown(instant),
});

const record = z.strictObject({
  kind: z.literal('record'),
  recordedAt: instant,
  source: z.enum(['live', 'import']),
  cluster,
  nodeClaims: orUnknown(z.array(nodeClaim)),
  persistentVolumes: orUnknown(z.array(persistentVolume)),
  instances: orUnknown(z.array(instance)),
  altered: z.array(firstListing),
});

function listChange<S extends z.ZodType>(item: S) {
  return z.strictObject({ set: z.array(item), removed: z.array(z.string()) });
}

const delta = z.strictObject({
  kind: z.literal('delta'),
  recordedAt: instant,
  of: z.string(),
  cluster,
  nodeClaims: orUnknown(listChange(nodeClaim)),
  persistentVolumes: orUnknown(listChange(persistentVolume)),
  instances: orUnknown(listChange(instance)),
  altered: z.array(firstListing),
});

const unchanged = z.strictObject({
  kind: z.literal('unchanged'),
  cluster: uid,
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
  // The first runs were written without it.
  signingKeys: z
    .array(
      z.strictObject({
        keyId: z.string(),
        isInKeyring: z.boolean(),
        carriers: count,
        clusters: z.array(uid).default([]),
      }),
    )
    .default([]),
});

/** A Kubernetes object may hold any JSON; what it holds was checked when it was read. */
const rawObject: z.ZodType<RawObject, RawObject> = z.strictObject({
  name: z.string(),
  object: z.custom<RawObject['object']>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'is no object',
  ),
});

const objects = z.strictObject({
  readAt: instant,
  there: z.record(z.string(), z.string()),
  news: z.array(rawObject),
});

const installation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('installed'),
    chart: orUnknown(z.string()),
    images: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('not-installed') }),
]);

const warning = z.strictObject({
  name: z.string(),
  about: z.string(),
  reason: z.string(),
  message: z.string(),
  count: orUnknown(z.number()),
  lastSeenAt: orUnknown(z.string()),
});

const facts = z.strictObject({
  kind: z.literal('facts'),
  recordedAt: instant,
  cluster: uid,
  provider: orUnknown(z.strictObject({ readAt: instant, installation })),
  nodeClaims: orUnknown(objects),
  nodePools: orUnknown(objects),
  nodeClasses: orUnknown(objects),
  warnings: orUnknown(z.array(warning)),
  redactions: z.array(z.string()),
});

const gone = z.strictObject({
  kind: z.literal('gone'),
  cluster: uid,
  provenAt: instant,
  lastRecordedAt: instant,
});

const retired = z.strictObject({
  kind: z.literal('retired'),
  cluster: uid,
  retiredAt: instant,
  provenAt: instant,
  lastRecordedAt: instant,
  names: z.array(z.string()),
  instances: z.array(z.strictObject({ id, name: z.string() })),
});

export const storedEntry: z.ZodType<StoredEntry, object> = z.discriminatedUnion('kind', [
  record,
  delta,
  unchanged,
  run,
  facts,
  gone,
  retired,
]);
