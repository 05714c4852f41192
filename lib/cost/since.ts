import type { Instant } from '../terms/instants.ts';

/** Between which moments the owner went; `undefined` where nobody knows. */
export interface Since {
  readonly earliest: Instant | undefined;
  readonly latest: Instant | undefined;
}

export const NEVER: Since = { earliest: undefined, latest: undefined };

/**
 * Narrows since when a resource lingers to the time in which it can have cost anything: an owner that created it was
 * there at its creation, and what has gone has gone by `now`. Without a time before which the owner cannot have gone,
 * the creation is that time. Where nobody knows by when it went, nobody knows since when either.
 */
export function sinceOf({ earliest, latest }: Since, createdAt: Instant | undefined, now: Instant): Since {
  if (latest === undefined) return NEVER;
  const within = (at: Instant): Instant => earlier(later(at, createdAt ?? at), now);
  const to = within(latest);
  const from = earliest ?? createdAt;
  return { earliest: from === undefined ? undefined : earlier(within(from), to), latest: to };
}

function earlier(a: Instant, b: Instant): Instant {
  return a < b ? a : b;
}

function later(a: Instant, b: Instant): Instant {
  return a < b ? b : a;
}
