import type { Big } from 'big.js';
import type { Instant } from '../terms/instants.ts';
import { ZERO } from './decimal.ts';
import type { PriceSeries, PriceVersion } from './price-book.ts';

/** What one unit costs at a moment, or why the series does not say. */
export type RateAt =
  | { readonly kind: 'known'; readonly perMonth: Big }
  | { readonly kind: 'gap'; readonly when: string };

/**
 * What one unit has cost over a time, exact: the sum of price per month times milliseconds, to be divided by the
 * milliseconds of a month.
 */
export type Spent =
  | { readonly kind: 'known'; readonly monthMs: Big }
  | { readonly kind: 'gap'; readonly when: string };

export function rateAt({ versions }: PriceSeries, at: Instant): RateAt {
  const version = versions.find((one) => one.from.at <= at && !isOver(one, at));
  return version === undefined
    ? { kind: 'gap', when: gapAt(versions, at) }
    : { kind: 'known', perMonth: version.perMonth };
}

/** Piece by piece, each at the price that held then; `to` is the first moment that is not counted. */
export function spentBetween({ versions }: PriceSeries, from: Instant, to: Instant): Spent {
  let monthMs = ZERO;
  let at = from;
  for (const version of versions) {
    if (at >= to) break;
    if (isOver(version, at)) continue;
    if (version.from.at > at) break;
    const end = version.until === undefined || version.until.at > to ? to : version.until.at;
    monthMs = monthMs.plus(version.perMonth.times(end - at));
    at = end;
  }
  return at >= to ? { kind: 'known', monthMs } : { kind: 'gap', when: gapAt(versions, at) };
}

function isOver({ until }: PriceVersion, at: Instant): boolean {
  return until !== undefined && until.at <= at;
}

/** In the book's days: `before 2026-11-01`, or `after 2026-11-30`. */
function gapAt(versions: readonly PriceVersion[], at: Instant): string {
  const before = versions.findLast((version) => isOver(version, at))?.until;
  return before === undefined ? `before ${versions[0]?.from.day}` : `after ${before.day}`;
}
