import Big from 'big.js';
import type { AlertGrowth, AlertItem, AlertMoney, AlertTotals } from './alert.ts';
import type { AlertThresholds, MoneyThreshold } from './settings.ts';
import type { AlertState, OpenFinding } from './state.ts';

// Amounts come as numbers that were rounded to decimals: they are added and compared as those decimals, never as binary
// fractions, and never across currencies.

type Priced = Pick<AlertItem, 'currency' | 'perDay'> & { readonly lingering?: AlertItem['lingering'] };

interface Sum {
  readonly perDay: Big;
  readonly min: Big;
  readonly max: Big;
}

const NOTHING: Sum = { perDay: new Big(0), min: new Big(0), max: new Big(0) };

function sums(priced: readonly Priced[]): ReadonlyMap<string, Sum> {
  const all = new Map<string, Sum>();
  for (const { currency, perDay, lingering } of priced) {
    if (currency === null || perDay === null) continue;
    const sum = all.get(currency) ?? NOTHING;
    all.set(currency, {
      perDay: sum.perDay.plus(perDay),
      min: sum.min.plus(lingering?.min ?? 0),
      max: sum.max.plus(lingering?.max ?? 0),
    });
  }
  return all;
}

/** `mainCurrency` is the price book's; where nothing is priced in it, the first of the others stands in its place. */
export function totalsOf(open: readonly OpenFinding[], mainCurrency: string | null): AlertTotals {
  const money = [...sums(open)]
    .map(
      ([currency, { perDay, min, max }]): AlertMoney => ({
        currency,
        perDay: perDay.toNumber(),
        lingering: { min: min.toNumber(), max: max.toNumber() },
      }),
    )
    .toSorted((a, b) => rank(a, mainCurrency) - rank(b, mainCurrency) || (a.currency < b.currency ? -1 : 1));
  const [main, ...otherCurrencies] = money;
  return {
    count: open.length,
    currency: main?.currency ?? null,
    perDay: main?.perDay ?? 0,
    lingering: main?.lingering ?? { min: 0, max: 0 },
    unpriced: open.filter(({ perDay, lingering }) => perDay === null || lingering === null).length,
    otherCurrencies,
  };
}

function rank({ currency }: AlertMoney, main: string | null): number {
  return currency === main ? 0 : 1;
}

/** Whether one threshold that is set is reached. What has no price reaches none of money. */
export function isReached(
  open: readonly OpenFinding[],
  { count, perDay, lingering }: AlertThresholds,
): boolean {
  const all = sums(open);
  const reaches = (threshold: MoneyThreshold | undefined, of: (sum: Sum) => Big) => {
    const sum = threshold === undefined ? undefined : all.get(threshold.currency);
    return threshold !== undefined && sum !== undefined && of(sum).gte(threshold.amount);
  };
  return (
    open.length > 0 &&
    ((count !== undefined && open.length >= count) ||
      reaches(perDay, (sum) => sum.perDay) ||
      reaches(lingering, (sum) => sum.min))
  );
}

/** Whether what costs `from` costs more by at least the share. From nothing there is no share. */
export function hasGrown(from: number, to: number, share: string): boolean {
  return from > 0 && new Big(to).gte(new Big(from).times(new Big(share).plus(1)));
}

/**
 * What has grown since it was last told. The money is that of the told findings that had a price then, what was resolved
 * since among them, against theirs now and that of the new ones: neither a price that was found nor one that went missing
 * is growth.
 */
export function growthOf(
  { open, resolved, toldCount }: Pick<AlertState, 'open' | 'resolved' | 'toldCount'>,
  share: string,
): AlertGrowth | null {
  const comparable = open.filter(isComparable);
  const left = resolved.filter(({ telling }) => telling === 'owed');
  const before = sums([...comparable, ...left].flatMap(({ toldCost }) => toldCost ?? []));
  const now = sums([...comparable, ...open.filter(({ telling }) => telling === 'owed')]);
  const perDay = [...before].flatMap(([currency, sum]) => {
    const [from, to] = [sum.perDay.toNumber(), (now.get(currency) ?? NOTHING).perDay.toNumber()];
    return hasGrown(from, to, share) ? [{ currency, from, to }] : [];
  });
  const told = open.filter(({ telling }) => telling !== 'below').length;
  const count = hasGrown(toldCount, told, share) ? { from: toldCount, to: told } : null;
  return count === null && perDay.length === 0 ? null : { count, perDay };
}

type Comparable = OpenFinding & {
  readonly toldCost: { readonly currency: string; readonly perDay: number };
  readonly perDay: number;
};

export function isComparable(one: OpenFinding): one is Comparable {
  return (
    one.telling === 'told' &&
    one.toldCost !== null &&
    one.perDay !== null &&
    one.currency === one.toldCost.currency
  );
}
