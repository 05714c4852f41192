import type { Instant } from '../terms/instants.ts';

/** What is remembered of one cluster's NodeClaim list, so that the next one can be told plausible or not. */
export interface ClaimListMemory {
  /** The last length that counted; `undefined`: none ever did. */
  readonly lastLength: number | undefined;
  /** When the list was first read as implausibly short as this, since it last counted. */
  readonly short: { readonly length: number; readonly since: Instant } | undefined;
}

export const NO_CLAIM_LIST: ClaimListMemory = { lastLength: undefined, short: undefined };

/** What is remembered of a list that did not count: one that is shorter still has to be read as short again itself. */
export function afterShort(memory: ClaimListMemory, length: number, at: Instant): ClaimListMemory {
  const isAsShortAgain = memory.short !== undefined && length >= memory.short.length;
  return { lastLength: memory.lastLength, short: isAsShortAgain ? memory.short : { length, since: at } };
}

export function afterCounted(length: number): ClaimListMemory {
  return { lastLength: length, short: undefined };
}

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
  const counted = { counts: true, memory: afterCounted(length) };
  if (!isShort || !hasMarkedInstances) return counted;
  const short = afterShort(memory, length, at);
  const isWaitedOut = short.short !== undefined && at - short.short.since >= gracePeriodMs;
  return isWaitedOut ? counted : { counts: false, memory: short };
}
