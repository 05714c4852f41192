import type { Instant } from '../terms/instants.ts';

/** What is remembered of one cluster's NodeClaim list, so that the next one can be told plausible or not. */
export interface ClaimListMemory {
  /** The last length that counted; `undefined`: none ever did. */
  readonly lastLength: number | undefined;
  /** When the list was first read implausibly short, since it last counted. */
  readonly shortSince: Instant | undefined;
}

export const NO_CLAIM_LIST: ClaimListMemory = { lastLength: undefined, shortSince: undefined };

/**
 * Whether a NodeClaim list that was read whole counts. One that is empty, or less than half as long as the last that
 * counted, while marked instances of the cluster exist, does not, until it is as short again at least a grace period
 * later; from then on it does (verdicts.md, "A NodeClaim list is readable only when").
 */
export function countsAfter(
  memory: ClaimListMemory,
  length: number,
  hasMarkedInstances: boolean,
  at: Instant,
  gracePeriodMs: number,
): { readonly counts: boolean; readonly memory: ClaimListMemory } {
  const last = memory.lastLength;
  const isShort = length === 0 ? last !== 0 : last !== undefined && length * 2 < last;
  const counted = { counts: true, memory: { lastLength: length, shortSince: undefined } };
  if (!isShort || !hasMarkedInstances) return counted;
  if (memory.shortSince !== undefined && at - memory.shortSince >= gracePeriodMs) return counted;
  return { counts: false, memory: { lastLength: last, shortSince: memory.shortSince ?? at } };
}
