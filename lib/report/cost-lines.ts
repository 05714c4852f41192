import { type Cost, costOf } from '../cost/cost.ts';
import { MONTH_HOURS, MONTH_MS, rounded } from '../cost/decimal.ts';
import type { PriceBook } from '../cost/price-book.ts';
import { NEVER, type Since, sinceOf } from '../cost/since.ts';
import { missingOf, NOTHING, type Total, totalsOf } from '../cost/totals.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { Judged } from '../verdict/judged.ts';
import type { Verdict } from '../verdict/judgement.ts';
import type { CostSummary, CurrencyCost, FindingCost } from './report.ts';

const DAY_HOURS = 24;

/** What one judged resource costs, exact, and since when that is for nothing. */
export interface JudgedCost {
  readonly cost: Cost;
  readonly since: Since;
}

export function costOfJudged(
  { resource, judgement, goneSince }: Judged,
  region: string,
  now: Instant,
  book: PriceBook | undefined,
): JudgedCost {
  const since = hasLostOwner(judgement.verdict) ? sinceOf(goneSince, resource.createdAt, now) : NEVER;
  return { cost: costOf({ resource, region, since, now, book }), since };
}

/** Of the others an owner is alive, or it is too early to say that none is. */
function hasLostOwner(verdict: Verdict): boolean {
  switch (verdict) {
    case 'orphan':
    case 'ambiguous':
    case 'held':
    case 'retained':
      return true;
    case 'settling':
    case 'in-use':
    case 'unrelated':
      return false;
    default:
      return absurd(verdict);
  }
}

/** As the report tells it; every amount is rounded here, once. */
export function findingCost({ cost, since }: JudgedCost, book: PriceBook | undefined): FindingCost {
  const told = {
    since: { earliest: timeOrNull(since.earliest), latest: timeOrNull(since.latest) },
    missingPrices: [...missingOf(cost)],
  };
  switch (cost.kind) {
    case 'free':
      return {
        currency: book?.currency ?? null,
        perHour: 0,
        perDay: 0,
        perMonth: 0,
        lingering: cost.lingering === undefined ? null : { min: 0, max: 0 },
        ...told,
      };
    case 'priced':
      return {
        currency: cost.currency,
        ...rates(cost.perMonth),
        lingering: cost.lingering === undefined ? null : roundedSpan(cost.lingering),
        ...told,
      };
    case 'unpriced':
      return { currency: null, perHour: null, perDay: null, perMonth: null, lingering: null, ...told };
    default:
      return absurd(cost);
  }
}

/** An orphan that counts: its exact cost, and whether its state is known to be billed. */
export interface CountedCost {
  readonly cost: Cost;
  readonly isUnsure: boolean;
}

/** Sums are made of exact amounts and rounded once, so that they do not depend on any order. */
export function costSummary(counted: readonly CountedCost[], book: PriceBook | undefined): CostSummary {
  const costs = counted.map(({ cost }) => cost);
  const totals = totalsOf(costs);
  const currency = book?.currency ?? null;
  const main = (currency === null ? undefined : totals.get(currency)) ?? NOTHING;
  const others = [...totals].filter(([other]) => other !== currency);
  return {
    currency,
    ...amounts(main),
    unpriced: costs.filter((cost) => missingOf(cost).length > 0).length,
    unsure: counted.filter(({ cost, isUnsure }) => isUnsure && cost.kind === 'priced').length,
    otherCurrencies: others
      .map(([other, total]): CurrencyCost => ({ currency: other, ...amounts(total) }))
      .sort((a, b) => compareText(a.currency, b.currency)),
    missingPrices: countMissing(costs),
  };
}

function countMissing(costs: readonly Cost[]): CostSummary['missingPrices'] {
  const counts = new Map<string, number>();
  for (const price of costs.flatMap(missingOf)) counts.set(price, (counts.get(price) ?? 0) + 1);
  return [...counts]
    .map(([price, count]) => ({ price, count }))
    .sort((a, b) => compareText(a.price, b.price));
}

function amounts({ perMonth, lingering }: Total) {
  return { ...rates(perMonth), lingering: roundedSpan(lingering) };
}

function rates(perMonth: Total['perMonth']) {
  return {
    perHour: rounded(perMonth, MONTH_HOURS),
    perDay: rounded(perMonth.times(DAY_HOURS), MONTH_HOURS),
    perMonth: rounded(perMonth, 1),
  };
}

function roundedSpan({ min, max }: Total['lingering']) {
  return { min: rounded(min, MONTH_MS), max: rounded(max, MONTH_MS) };
}

function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
