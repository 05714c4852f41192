import type { Big } from 'big.js';
import type { Cost } from './cost.ts';
import { ZERO } from './decimal.ts';

/** What several resources cost together in one currency, exact. */
export interface Total {
  readonly perMonth: Big;
  readonly lingering: { readonly min: Big; readonly max: Big };
}

export const NOTHING: Total = { perMonth: ZERO, lingering: { min: ZERO, max: ZERO } };

/** One total for each currency: currencies are never added together. What has no price adds nothing. */
export function totalsOf(costs: readonly Cost[]): ReadonlyMap<string, Total> {
  const totals = new Map<string, Total>();
  for (const cost of costs) {
    if (cost.kind !== 'priced') continue;
    const { perMonth, lingering } = totals.get(cost.currency) ?? NOTHING;
    totals.set(cost.currency, {
      perMonth: perMonth.plus(cost.perMonth),
      lingering: {
        min: lingering.min.plus(cost.lingering?.min ?? ZERO),
        max: lingering.max.plus(cost.lingering?.max ?? ZERO),
      },
    });
  }
  return totals;
}

/** The prices that the book lacks for a resource; none: it is priced, or it costs nothing. */
export function missingOf(cost: Cost): readonly string[] {
  return cost.kind === 'free' ? [] : cost.missing;
}
