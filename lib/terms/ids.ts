/**
 * The ID of an instance, volume, snapshot or cluster in one canonical form: lower case, and with dashes where it is
 * a UUID. Two IDs are the same resource exactly when these strings are equal. Made only by {@link resourceId}.
 */
export type ResourceId = string & { readonly __brand: 'ResourceId' };

/**
 * The UUID at the start of a cluster's API server host, canonical as {@link ResourceId}. It is not the cluster ID of
 * the console, and neither is ever derived from the other (verdicts.md, "cluster UID").
 */
export type ClusterUid = string & { readonly __brand: 'ClusterUid' };

/** The first 8 characters of a {@link ClusterUid}: part of every Karpenter instance name. */
export type Uid8 = string & { readonly __brand: 'Uid8' };

const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PLAIN = /^[0-9a-f]{32}$/;

function canonicalUuid(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  if (DASHED.test(lower)) return lower;
  if (!PLAIN.test(lower)) return undefined;
  return `${lower.slice(0, 8)}-${lower.slice(8, 12)}-${lower.slice(12, 16)}-${lower.slice(16, 20)}-${lower.slice(20)}`;
}

/**
 * Reads an ID as the cloud wrote it. Letter case and dashes do not matter; an empty or blank text is no ID at all and
 * equals nothing (verdicts.md, "IDs are compared as UUIDs"). A text that is not a UUID stays an ID of its own.
 */
export function resourceId(text: string | null | undefined): ResourceId | undefined {
  if (text === null || text === undefined) return undefined;
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return undefined;
  return (canonicalUuid(trimmed) ?? trimmed) as ResourceId;
}

/** Reads a cluster UID; anything that is not a UUID is none. */
export function clusterUid(text: string | null | undefined): ClusterUid | undefined {
  if (text === null || text === undefined) return undefined;
  return canonicalUuid(text) as ClusterUid | undefined;
}

/** Reads a uid8: exactly 8 lower-case hex digits. */
export function uid8(text: string): Uid8 | undefined {
  return /^[0-9a-f]{8}$/.test(text) ? (text as Uid8) : undefined;
}

/** The uid8 that instances of this cluster carry in their names. */
export function uid8Of(uid: ClusterUid): Uid8 {
  return uid.slice(0, 8) as Uid8;
}
