import { type Instant, parseInstant } from '../../terms/instants.ts';
import type { Finding } from '../report.ts';

/** What orphans have cost up to a moment: at least and at most. */
export interface BandPoint {
  readonly at: number;
  readonly min: number;
  readonly max: number;
}

/** Enough that no eye sees the corners, and the same few whether there are three orphans or 5,000. */
const STEPS = 96;

/**
 * The cost of these orphans, one currency's, from the earliest moment at which one of their owners can have gone until
 * the moment that was judged as of. Each orphan's share grows evenly to what its finding says: from `since.latest` to
 * `lingering.min`, from `since.earliest` to `lingering.max`. Without an earliest moment its creation is the earliest; the
 * owner was there then. Empty where nothing lingers.
 */
export function lingeringBand(orphans: readonly Finding[], asOf: Instant): readonly BandPoint[] {
  const shares = orphans.flatMap((orphan) => sharesOf(orphan, asOf));
  const from = Math.min(asOf, ...startsOf(shares));
  if (from === asOf) return [];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = from + ((asOf - from) * step) / STEPS;
    let [min, max] = [0, 0];
    for (const share of shares) {
      min += share.min * part(share.latest, at, asOf);
      max += share.max * part(share.earliest, at, asOf);
    }
    return { at, min: Math.min(min, max), max };
  });
}

interface Share {
  readonly earliest: number;
  readonly latest: number;
  readonly min: number;
  readonly max: number;
}

function sharesOf({ cost, resource }: Finding, asOf: Instant): readonly Share[] {
  if (cost.lingering === null) return [];
  const latest = parseInstant(cost.since.latest) ?? asOf;
  const earliest = parseInstant(cost.since.earliest) ?? parseInstant(resource.createdAt) ?? latest;
  return [{ earliest, latest, ...cost.lingering }];
}

function* startsOf(shares: readonly Share[]): Iterable<number> {
  for (const { earliest, latest } of shares) yield Math.min(earliest, latest);
}

/** How much of the way from `since` to `until` has been gone at `at`. */
function part(since: number, at: number, until: number): number {
  if (at >= until) return 1;
  return at <= since ? 0 : (at - since) / (until - since);
}
