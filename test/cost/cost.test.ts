import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cost, type CostQuestion, costOf } from '../../lib/cost/cost.ts';
import { MONTH_MS, rounded } from '../../lib/cost/decimal.ts';
import { missingOf, totalsOf } from '../../lib/cost/totals.ts';
import { DAY_MS, HOUR_MS, instantFromMs, plusMs } from '../../lib/terms/instants.ts';
import { anInstance, aVolume } from '../builders/inventory.ts';
import { at } from '../builders/ledger.ts';
import { aPrice, aPriceBook, fromDay, GP2, M2A_LARGE, untilDay } from '../builders/prices.ts';
import { decimal, type Fraction, fraction, plus, sixPlaces, times } from './fraction.ts';

const NOW = at('2026-11-30T00:00:00Z');
const SINCE = { earliest: plusMs(NOW, -2 * DAY_MS), latest: plusMs(NOW, -DAY_MS) };

function cost(over: Partial<CostQuestion> = {}): Cost {
  return costOf({
    resource: anInstance(),
    region: 'kr-central-2',
    since: SINCE,
    now: NOW,
    book: aPriceBook(),
    ...over,
  });
}

/** `73000 KRW a month; 2400 to 4800`, or what is missing. */
function told(answer: Cost): string {
  if (answer.kind === 'unpriced') return `missing: ${answer.missing.join(', ')}`;
  const { lingering } = answer;
  const spent =
    lingering === undefined
      ? 'nobody knows'
      : `${rounded(lingering.min, MONTH_MS)} to ${rounded(lingering.max, MONTH_MS)}`;
  if (answer.kind === 'free') return `free; ${spent}`;
  const missing = answer.missing.length === 0 ? '' : `; missing: ${answer.missing.join(', ')}`;
  return `${answer.perMonth.toString()} ${answer.currency} a month; ${spent}${missing}`;
}

const WITH_IPS = aPriceBook([aPrice(), aPrice({ thing: { kind: 'public-ip' }, price: '10' })]);
const NOBODY_KNOWS = { earliest: undefined, latest: undefined };
const dollars = aPrice({ region: 'kr-central-1', price: '1', currency: 'USD' });

describe('what a resource costs', () => {
  const rows: readonly [string, Partial<CostQuestion>, string][] = [
    ['an instance, by the hour', {}, '73000 KRW a month; 2400 to 4800'],
    ['a volume, by its size', { resource: aVolume() }, '7300 KRW a month; 240 to 480'],
    ['the same, but of no size', { resource: aVolume({ sizeGiB: 0 }) }, '0 KRW a month; 0 to 0'],
    [
      'stopped: it is billed',
      { resource: anInstance({ status: 'stopped' }) },
      '73000 KRW a month; 2400 to 4800',
    ],
    [
      'in an error state: priced as billed',
      { resource: anInstance({ billing: 'unknown' }) },
      '73000 KRW a month; 2400 to 4800',
    ],
    [
      'with two public IPs that the book prices at 10 an hour',
      { resource: anInstance({ publicIps: 2 }), book: WITH_IPS },
      '87600 KRW a month; 2880 to 5760',
    ],
    [
      'with public IPs that the book does not price: they are optional',
      { resource: anInstance({ publicIps: 2 }) },
      '73000 KRW a month; 2400 to 4800',
    ],
    [
      'shelved, with a public IP: that is charged all the same',
      { resource: anInstance({ billing: 'not-billed', publicIps: 1 }), book: WITH_IPS },
      '7300 KRW a month; 240 to 480',
    ],
    [
      'with a public IP that is priced in another currency: the two are not added',
      {
        resource: anInstance({ publicIps: 1 }),
        book: aPriceBook([aPrice(), aPrice({ thing: { kind: 'public-ip' }, price: '1', currency: 'USD' })]),
      },
      'missing: public IP in KRW',
    ],
    [
      'with a public IP and no price of its own: the IP does not make up for it',
      { resource: anInstance({ publicIps: 1, flavor: 'x' }), book: WITH_IPS },
      'missing: instance type x',
    ],
    ['shelved: it costs nothing', { resource: anInstance({ billing: 'not-billed' }) }, 'free; 0 to 0'],
    [
      'shelved, and without any price: it costs nothing all the same',
      { resource: anInstance({ billing: 'not-billed' }), book: undefined },
      'free; 0 to 0',
    ],
    [
      'shelved, and nobody knows since when',
      { resource: anInstance({ billing: 'not-billed' }), since: NOBODY_KNOWS },
      'free; nobody knows',
    ],
    ['nobody knows since when', { since: NOBODY_KNOWS }, '73000 KRW a month; nobody knows'],
    [
      'nobody knows since when at the earliest',
      { since: { ...SINCE, earliest: undefined } },
      '73000 KRW a month; nobody knows',
    ],
    ['since this moment', { since: { earliest: NOW, latest: NOW } }, '73000 KRW a month; 0 to 0'],
    ['without a price book', { book: undefined }, 'missing: instance type m2a.large'],
    ['a volume without a price book', { book: undefined, resource: aVolume() }, 'missing: volume type gp2'],
    [
      'of a flavor that has no price',
      { resource: anInstance({ flavor: 'p9z.huge' }) },
      'missing: instance type p9z.huge',
    ],
    [
      'of a flavor whose name differs in case only: names are taken as they are listed',
      { resource: anInstance({ flavor: 'M2A.large' }) },
      'missing: instance type M2A.large',
    ],
    [
      'of no listed flavor',
      { resource: anInstance({ flavor: undefined }) },
      'missing: instance type (not listed)',
    ],
    [
      'a volume of which only the ID is listed',
      { resource: aVolume({ volumeType: undefined, sizeGiB: undefined }) },
      'missing: volume type (not listed), volume size (not listed)',
    ],
    [
      "the region's own price goes before the one for all",
      { region: 'kr-central-1', book: aPriceBook([aPrice(), dollars]) },
      '730 USD a month; 24 to 48',
    ],
    [
      'another region has a price of its own',
      { book: aPriceBook([aPrice(), dollars]) },
      '73000 KRW a month; 2400 to 4800',
    ],
    [
      'only another region has a price',
      { book: aPriceBook([dollars]) },
      'missing: instance type m2a.large in kr-central-2',
    ],
    [
      'the price begins now: the time before has none',
      { book: aPriceBook([aPrice({ from: fromDay('2026-11-30') })]) },
      '73000 KRW a month; nobody knows; missing: instance type m2a.large before 2026-11-30',
    ],
    [
      'the price begins between the two moments',
      { book: aPriceBook([aPrice({ from: fromDay('2026-11-29') })]) },
      '73000 KRW a month; nobody knows; missing: instance type m2a.large before 2026-11-29',
    ],
    [
      'the price begins with the earlier moment',
      { book: aPriceBook([aPrice({ from: fromDay('2026-11-28') })]) },
      '73000 KRW a month; 2400 to 4800',
    ],
    [
      'the price is over',
      { book: aPriceBook([aPrice({ until: untilDay('2026-11-29') })]) },
      'missing: instance type m2a.large after 2026-11-29',
    ],
    [
      'the price was raised on the way',
      { book: aPriceBook([aPrice(), aPrice({ price: '150', from: fromDay('2026-11-29') })]) },
      '109500 KRW a month; 3600 to 6000',
    ],
    ['a price of nothing', { book: aPriceBook([aPrice({ price: '0' })]) }, '0 KRW a month; 0 to 0'],
  ];
  it.each(rows)('%s', (_, over, expected) => {
    expect(told(cost(over))).toBe(expected);
  });

  it('is at least no more than at most', () => {
    const moments = fc.tuple(fc.nat(9 * DAY_MS), fc.nat(9 * DAY_MS));
    fc.assert(
      fc.property(moments, ([a, b]) => {
        const [earliest, latest] = [Math.max(a, b), Math.min(a, b)].map((ms) => instantFromMs(NOW - ms));
        const answer = cost({ since: { earliest, latest } });
        if (answer.kind !== 'priced' || answer.lingering === undefined) throw new TypeError('it is priced');
        expect(answer.lingering.min.lte(answer.lingering.max)).toBe(true);
      }),
    );
  });
});

describe('the totals', () => {
  const someCosts = fc.array(
    fc.record({
      size: fc.nat(16_384),
      price: fc.nat(99_999_999).map((n) => `${Math.floor(n / 1e5)}.${String(n % 1e5).padStart(5, '0')}`),
      currency: fc.constantFrom('KRW', 'USD'),
      ms: fc.nat(400 * DAY_MS),
    }),
    { maxLength: 12 },
  );
  type Part = {
    readonly size: number;
    readonly price: string;
    readonly currency: string;
    readonly ms: number;
  };

  const costOfPart = ({ size, price, currency, ms }: Part) =>
    cost({
      resource: aVolume({ sizeGiB: size }),
      since: { earliest: instantFromMs(NOW - ms), latest: NOW },
      book: aPriceBook([aPrice({ thing: GP2, price, currency })]),
    });
  const sumOf = (parts: readonly Part[], of: (part: Part) => Fraction) =>
    sixPlaces(parts.map(of).reduce(plus, fraction(0)));

  it('are exact, for each currency by itself', () => {
    fc.assert(
      fc.property(someCosts, (parts) => {
        const totals = totalsOf(parts.map(costOfPart));
        expect([...totals.keys()].sort()).toEqual([...new Set(parts.map((part) => part.currency))].sort());
        for (const [currency, total] of totals) {
          const own = parts.filter((part) => part.currency === currency);
          const perMonth = ({ price, size }: Part) => times(decimal(price), fraction(size));
          expect(rounded(total.perMonth, 1)).toBe(sumOf(own, perMonth));
          expect(rounded(total.perMonth, 730)).toBe(
            sumOf(own, (part) => times(perMonth(part), fraction(1, 730))),
          );
          expect(rounded(total.lingering.max, MONTH_MS)).toBe(
            sumOf(own, (part) => times(perMonth(part), fraction(part.ms, 730 * HOUR_MS))),
          );
          expect(total.lingering.min.toNumber()).toBe(0);
        }
      }),
    );
  });

  it('do not depend on the order', () => {
    const plain = (parts: readonly Part[]) =>
      [...totalsOf(parts.map(costOfPart))]
        .map(([currency, { perMonth, lingering }]) => [
          currency,
          perMonth.toFixed(),
          lingering.min.toFixed(),
          lingering.max.toFixed(),
        ])
        .sort();
    fc.assert(
      fc.property(someCosts, (parts) => {
        expect(plain(parts.toReversed())).toEqual(plain(parts));
      }),
    );
  });

  it('hold nothing of what has no price or costs nothing, and of a past without one only the present', () => {
    const free = cost({ resource: anInstance({ billing: 'not-billed' }) });
    const unpriced = cost({ book: undefined });
    const young = cost({ book: aPriceBook([aPrice({ from: fromDay('2026-11-30') })]) });
    expect([free, unpriced, young].map(missingOf)).toEqual([
      [],
      ['instance type m2a.large'],
      ['instance type m2a.large before 2026-11-30'],
    ]);
    const [total, ...others] = [...totalsOf([free, unpriced, young])];
    expect(others).toEqual([]);
    expect(total?.[1].perMonth.toString()).toBe('73000');
    expect(total?.[1].lingering.max.toString()).toBe('0');
  });
});

describe('rounding', () => {
  const rows: readonly [string, string, number, number][] = [
    ['half a last place goes up', '0.0000005', 1, 0.000001],
    ['just under goes down', '0.00000049999', 1, 0],
    ['a quotient that never ends', '1', 730, 0.00137],
    ['a large sum keeps its last place', '123456789.1234565', 1, 123456789.123457],
  ];
  it.each(rows)('%s', (_, price, divisor, expected) => {
    expect(rounded(aPrice({ thing: M2A_LARGE, price }).price, divisor)).toBe(expected);
  });
});
