import { describe, expect, it } from 'vitest';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { Report } from '../../lib/report/report.ts';
import type { Judged } from '../../lib/verdict/judged.ts';
import { type Judgement, VERDICTS, type Verdict } from '../../lib/verdict/judgement.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { anId, at } from '../builders/ledger.ts';
import { aPrice, aPriceBook, fromDay, GP2 } from '../builders/prices.ts';
import { reportOf } from './worlds.ts';

function priced(judged: readonly Judged[], prices = aPriceBook()): Report {
  return reportOf({ judged, prices, all: true });
}

function costOf(judged: Judged, prices = aPriceBook()) {
  const [finding] = priced([judged], prices).findings;
  if (finding === undefined) throw new TypeError('the report has no finding');
  return finding.cost;
}

function judgedAs(verdict: Verdict): Judgement {
  const by = { table: 'instances', rule: 22 } as const;
  return verdict === 'orphan'
    ? { verdict, reason: 'cluster-gone', by, warnings: [], assurance: 'signed' }
    : { verdict, reason: 'young', by, warnings: [] };
}

describe('the cost of a finding', () => {
  it('is told by the hour, the day and the month of 730 hours, and since its owner went', () => {
    expect(costOf(aJudgedInstance())).toEqual({
      currency: 'KRW',
      perHour: 100,
      perDay: 2400,
      perMonth: 73_000,
      since: { earliest: '2026-11-21T09:00:00Z', latest: '2026-11-21T15:00:00Z' },
      // 207 and 213 hours, until the 30th at 06:00
      lingering: { min: 20_700, max: 21_300 },
      missingPrices: [],
    });
  });

  it('is rounded half up to six places, each amount from what is exact', () => {
    const volume = aJudgedVolume({ resource: { sizeGiB: 1 } });
    expect(costOf(volume, aPriceBook([aPrice({ thing: GP2, price: '1' })]))).toMatchObject({
      perHour: 0.00137,
      perDay: 0.032877,
      perMonth: 1,
    });
  });

  it('is nothing, and not unknown, where the state is not billed', () => {
    const shelved = aJudgedInstance({ resource: { billing: 'not-billed' } });
    const nothing = { perHour: 0, perDay: 0, perMonth: 0, lingering: { min: 0, max: 0 }, missingPrices: [] };
    expect(costOf(shelved)).toMatchObject({ currency: 'KRW', ...nothing });
    expect(reportOf({ judged: [shelved] }).findings[0]?.cost).toMatchObject({ currency: null, ...nothing });
  });

  it('is as if billed where nobody knows, and the finding says that nobody does', () => {
    const [finding] = priced([aJudgedInstance({ resource: { billing: 'unknown' } })]).findings;
    expect(finding).toMatchObject({ resource: { billed: null }, cost: { perDay: 2400 } });
  });

  it('is unknown without a price, and says which one', () => {
    expect(costOf(aJudgedInstance({ resource: { flavor: 'p9z.huge' } }))).toEqual({
      currency: null,
      perHour: null,
      perDay: null,
      perMonth: null,
      since: { earliest: '2026-11-21T09:00:00Z', latest: '2026-11-21T15:00:00Z' },
      lingering: null,
      missingPrices: ['instance type p9z.huge'],
    });
  });

  it('is known now and unknown since, where the book begins too late', () => {
    const late = aPriceBook([aPrice({ from: fromDay('2026-11-30') })]);
    expect(costOf(aJudgedInstance(), late)).toMatchObject({
      perDay: 2400,
      lingering: null,
      missingPrices: ['instance type m2a.large before 2026-11-30'],
    });
  });

  it.each(VERDICTS)('of a finding that is %s says since when only where an owner has gone', (verdict) => {
    const { since, lingering } = costOf(aJudgedInstance({ judgement: judgedAs(verdict) }));
    const hasGone = ['orphan', 'ambiguous', 'held', 'retained'].includes(verdict);
    expect(since.latest).toBe(hasGone ? '2026-11-21T15:00:00Z' : null);
    expect(lingering).toEqual(hasGone ? { min: 20_700, max: 21_300 } : null);
  });

  it('is reckoned from its creation at the earliest', () => {
    const judged = aJudgedInstance({
      resource: { createdAt: at('2026-11-30T05:00:00Z') },
      goneSince: { earliest: undefined, latest: at('2026-11-30T05:30:00Z') },
    });
    expect(costOf(judged)).toMatchObject({
      since: { earliest: '2026-11-30T05:00:00Z', latest: '2026-11-30T05:30:00Z' },
      lingering: { min: 50, max: 100 },
    });
  });

  it("takes the price of its project's region", () => {
    const prices = aPriceBook([aPrice(), aPrice({ region: 'kr-central-9', price: '1' })]);
    const inRegion = (region: string) =>
      reportOf({
        prices,
        projects: [
          someProjectVerdicts({
            project: { name: 'shop', region, id: undefined },
            judged: [aJudgedInstance()],
          }),
        ],
      }).findings[0]?.cost.perHour;
    expect([inRegion('kr-central-2'), inRegion('kr-central-9')]).toEqual([100, 1]);
  });
});

describe('the costs together', () => {
  const orphan = (n: number, resource: Partial<Instance> = {}) =>
    aJudgedInstance({ resource: { id: anId(n), ...resource } });

  it('are of orphans only: a held volume goes with its instance, and is no orphan yet', () => {
    const others = VERDICTS.filter((verdict) => verdict !== 'orphan').map((verdict, n) =>
      aJudgedVolume({ resource: { id: anId(0x100 + n) }, judgement: judgedAs(verdict) }),
    );
    expect(priced([orphan(1), ...others]).summary.cost).toEqual({
      currency: 'KRW',
      perHour: 100,
      perDay: 2400,
      perMonth: 73_000,
      lingering: { min: 20_700, max: 21_300 },
      unpriced: 0,
      unsure: 0,
      otherCurrencies: [],
      missingPrices: [],
    });
  });

  it('are not of the ignored', () => {
    const ignore = [{ id: anId(2), reason: 'kept', until: at('2027-01-01T00:00:00Z') }];
    const judged = [orphan(1), orphan(2), orphan(3, { flavor: 'p9z.huge' })];
    const { cost } = reportOf({ judged, prices: aPriceBook(), ignore }).summary;
    expect(cost).toMatchObject({ perDay: 2400, unpriced: 1 });
  });

  it('are rounded once, and not each before the sum', () => {
    // Half a millionth an hour for each: one by one a whole one, a thousand together five hundred.
    const prices = aPriceBook([aPrice({ thing: GP2, price: '0.000365' })]);
    const judged = Array.from({ length: 1000 }, (_, n) =>
      aJudgedVolume({ resource: { id: anId(0x1000 + n), sizeGiB: 1 } }),
    );
    const { findings, summary } = priced(judged, prices);
    expect(findings[0]?.cost.perHour).toBe(0.000001);
    expect(summary.cost.perHour).toBe(0.0005);
  });

  it('name and count every price that is missing, of the past too', () => {
    const prices = aPriceBook([aPrice({ from: fromDay('2026-11-25') })]);
    const judged = [
      orphan(1),
      orphan(2),
      orphan(3, { flavor: 'p9z.huge' }),
      aJudgedVolume(),
      orphan(4, { flavor: 'p9z.huge', billing: 'not-billed' }),
    ];
    expect(priced(judged, prices).summary.cost).toMatchObject({
      currency: 'KRW',
      perDay: 4800,
      lingering: { min: 0, max: 0 },
      unpriced: 4,
      missingPrices: [
        { price: 'instance type m2a.large before 2026-11-25', count: 2 },
        { price: 'instance type p9z.huge', count: 1 },
        { price: 'volume type gp2', count: 1 },
      ],
    });
  });

  it('count those of which nobody knows whether they are billed, if they have a price', () => {
    const judged = [
      orphan(1, { billing: 'unknown' }),
      orphan(2),
      orphan(3, { billing: 'unknown', flavor: 'p9z.huge' }),
      orphan(4, { billing: 'not-billed' }),
    ];
    expect(priced(judged).summary.cost).toMatchObject({ perDay: 4800, unsure: 1, unpriced: 1 });
  });

  it('never add two currencies: the main one first, the others by their codes', () => {
    const prices = aPriceBook([
      aPrice(),
      aPrice({ thing: GP2, price: '146', currency: 'USD' }),
      aPrice({ thing: { kind: 'instance-type', name: 'p2a.large' }, price: '3', currency: 'EUR' }),
    ]);
    const { cost } = priced([orphan(1), orphan(2, { flavor: 'p2a.large' }), aJudgedVolume()], prices).summary;
    expect(cost).toMatchObject({ currency: 'KRW', perDay: 2400 });
    expect(cost.otherCurrencies.map(({ currency, perDay }) => `${perDay} ${currency}`)).toEqual([
      '72 EUR',
      '240 USD',
    ]);
  });

  it('have a main currency although nothing is priced in it', () => {
    const prices = aPriceBook([aPrice({ currency: 'USD' })]);
    expect(priced([orphan(1)], prices).summary.cost).toMatchObject({
      currency: 'KRW',
      perDay: 0,
      otherCurrencies: [{ currency: 'USD', perDay: 2400 }],
    });
  });

  it('without a price book have no currency, and name what a book would need', () => {
    expect(reportOf({ judged: [orphan(1)] }).summary.cost).toMatchObject({
      currency: null,
      perDay: 0,
      unpriced: 1,
      missingPrices: [{ price: 'instance type m2a.large', count: 1 }],
    });
  });
});
