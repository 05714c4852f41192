import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONTH_MS, rounded } from '../../lib/cost/decimal.ts';
import { type PriceEntry, type PriceSeries, priceBook, seriesFor } from '../../lib/cost/price-book.ts';
import { rateAt, spentBetween } from '../../lib/cost/spent.ts';
import { HOUR_MS, type Instant, instantFromMs, plusMs } from '../../lib/terms/instants.ts';
import { at } from '../builders/ledger.ts';
import { aPrice, fromDay, M2A_LARGE, untilDay } from '../builders/prices.ts';
import { decimal, type Fraction, fraction, plus, sixPlaces, times } from './fraction.ts';

function seriesOf(...entries: readonly PriceEntry[]): PriceSeries {
  const found = seriesFor(priceBook('KRW', entries), M2A_LARGE, 'kr-central-2');
  if (found.kind === 'missing') throw new TypeError(`the book lacks ${found.price}`);
  return found.series;
}

/** 100 KRW an hour in October, 200 from November on. */
const RAISED = seriesOf(
  aPrice({ from: fromDay('2026-10-01') }),
  aPrice({ price: '200', from: fromDay('2026-11-01') }),
);
const EDGE = at('2026-11-01T00:00:00Z');

function spent(series: PriceSeries, from: Instant, to: Instant): number | string {
  const answer = spentBetween(series, from, to);
  return answer.kind === 'known' ? rounded(answer.monthMs, MONTH_MS) : answer.when;
}

describe('the price at a moment', () => {
  const rates: readonly [string, Instant, number | string][] = [
    ['just inside the first version', at('2026-10-01T00:00:00Z'), 73_000],
    ['a millisecond before there is any', plusMs(at('2026-10-01T00:00:00Z'), -1), 'before 2026-10-01'],
    ['a millisecond before the edge', plusMs(EDGE, -1), 73_000],
    ['on the edge', EDGE, 146_000],
    ['long after', at('2036-01-01T00:00:00Z'), 146_000],
  ];
  it.each(rates)('%s', (_, moment, expected) => {
    const rate = rateAt(RAISED, moment);
    expect(rate.kind === 'known' ? rate.perMonth.toNumber() : rate.when).toBe(expected);
  });
});

describe('what has been spent', () => {
  const hours = (n: number) => plusMs(EDGE, n * HOUR_MS);
  const spans: readonly [string, Instant, Instant, number | string][] = [
    ['within one version', hours(-3), hours(-1), 200],
    ['up to the edge, which is not counted', hours(-1), EDGE, 100],
    ['from the edge on', EDGE, hours(1), 200],
    ['over the edge, each piece at its own price', hours(-1), hours(1), 300],
    ['a millisecond over the edge', hours(-1), plusMs(EDGE, 1), 100.000056],
    ['in no time at all', EDGE, EDGE, 0],
    ['from before there is a price', at('2026-09-30T23:59:59Z'), EDGE, 'before 2026-10-01'],
  ];
  it.each(spans)('%s', (_, from, to, expected) => {
    expect(spent(RAISED, from, to)).toBe(expected);
  });

  const ended = seriesOf(
    aPrice({ from: fromDay('2026-10-01'), until: untilDay('2026-10-31') }),
    aPrice({ price: '200', from: fromDay('2026-11-02'), until: untilDay('2026-11-30') }),
  );
  const gaps: readonly [string, Instant, Instant, number | string][] = [
    ['up to the end of the last day', hours(-1), EDGE, 100],
    ['a millisecond into a gap', hours(-1), plusMs(EDGE, 1), 'after 2026-10-31'],
    ['over a gap', hours(-1), at('2026-11-03T00:00:00Z'), 'after 2026-10-31'],
    ['beyond the last end', at('2026-11-30T00:00:00Z'), at('2026-12-01T00:00:00.001Z'), 'after 2026-11-30'],
  ];
  it.each(gaps)('with a gap between the versions: %s', (_, from, to, expected) => {
    expect(spent(ended, from, to)).toBe(expected);
  });
});

const START = at('2026-01-01T00:00:00Z');
const YEAR_MS = 365 * 24 * HOUR_MS;

const aDecimal = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, behind]) => `${whole}.${behind.toString().padStart(6, '0')}`);

const aSeries = fc
  .uniqueArray(fc.integer({ min: 1, max: YEAR_MS }), { maxLength: 5 })
  .chain((edges) => fc.tuple(fc.constant([0, ...edges]), fc.array(aDecimal, { minLength: 6, maxLength: 6 })))
  .map(([edges, prices]) =>
    edges
      .toSorted((a, b) => a - b)
      .map((edge, index) => ({ from: instantFromMs(START + edge), price: prices[index] ?? '0' })),
  );

const aSpan = fc
  .tuple(fc.integer({ min: 0, max: 2 * YEAR_MS }), fc.integer({ min: 0, max: 2 * YEAR_MS }))
  .map(([a, b]) => [instantFromMs(START + Math.min(a, b)), instantFromMs(START + Math.max(a, b))] as const);

type Version = { readonly from: Instant; readonly price: string };

/** By whole numbers only, and by each version's share of the time instead of a walk along it. */
function expectedSpent(versions: readonly Version[], from: Instant, to: Instant): Fraction {
  return versions.reduce((sum, { from: begins, price }, index) => {
    const ends = versions[index + 1]?.from ?? to;
    const ms = Math.max(0, Math.min(ends, to) - Math.max(begins, from));
    return plus(sum, times(decimal(price), fraction(ms, HOUR_MS)));
  }, fraction(0));
}

describe('for any prices and any time', () => {
  const seriesFrom = (versions: readonly Version[]) =>
    seriesOf(...versions.map(({ from, price }) => aPrice({ price, from: { at: from, day: '2026-01-01' } })));

  it('is exact to the last place', () => {
    fc.assert(
      fc.property(aSeries, aSpan, (versions, [from, to]) => {
        expect(spent(seriesFrom(versions), from, to)).toBe(sixPlaces(expectedSpent(versions, from, to)));
      }),
    );
  });

  it('does not depend on the order of the entries', () => {
    fc.assert(
      fc.property(aSeries, aSpan, (versions, [from, to]) => {
        expect(spent(seriesFrom(versions.toReversed()), from, to)).toBe(
          spent(seriesFrom(versions), from, to),
        );
      }),
    );
  });

  it('is more the longer it lasts, and the same in two parts', () => {
    fc.assert(
      fc.property(
        aSeries,
        aSpan,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (versions, [from, to], part) => {
          const series = seriesFrom(versions);
          const middle = instantFromMs(from + Math.floor((to - from) * part));
          const [first, second, whole] = [
            spentBetween(series, from, middle),
            spentBetween(series, middle, to),
            spentBetween(series, from, to),
          ];
          if (first.kind === 'gap' || second.kind === 'gap' || whole.kind === 'gap')
            throw new TypeError('there is no gap');
          expect(first.monthMs.plus(second.monthMs).eq(whole.monthMs)).toBe(true);
          expect(first.monthMs.lte(whole.monthMs)).toBe(true);
        },
      ),
    );
  });
});
