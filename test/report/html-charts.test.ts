import { describe, expect, it } from 'vitest';
import { lingeringBand } from '../../lib/report/html/lingering-band.ts';
import { ranksOf, SORTABLE, type Sortable, UNKNOWN } from '../../lib/report/html/ranks.ts';
import { timeTicks } from '../../lib/report/html/time-ticks.ts';
import type { Finding, Report } from '../../lib/report/report.ts';
import { aJudgedInstance } from '../builders/judged.ts';
import { anId, at } from '../builders/ledger.ts';
import { cost, withCosts } from './html-worlds.ts';
import { reportOf } from './worlds.ts';

const AS_OF = '2026-11-30T06:00:00Z';
const HOUR = 3_600_000;

function reportWith(count: number): Report {
  return reportOf({
    judged: Array.from({ length: count }, (_, n) => aJudgedInstance({ resource: { id: anId(n + 1) } })),
  });
}

function orphan(earliest: string | null, latest: string | null, perHour = 10): Finding {
  const [finding] = withCosts(
    reportWith(1),
    new Map([[0, cost(perHour, 'KRW', { earliest, latest }, AS_OF)]]),
  ).findings;
  if (finding === undefined) throw new Error('the world is empty');
  return finding;
}

describe('the band of what orphans have cost', () => {
  const early = orphan('2026-11-26T06:00:00Z', '2026-11-28T06:00:00Z');
  const late = orphan('2026-11-29T06:00:00Z', '2026-11-29T06:00:00Z', 5);

  it('begins with nothing at the earliest moment, and ends with what the findings say', () => {
    const band = lingeringBand([early, late], at(AS_OF));
    expect(band.at(0)).toEqual({ at: at('2026-11-26T06:00:00Z'), min: 0, max: 0 });
    expect(band.at(-1)).toEqual({ at: at(AS_OF), min: 480 + 120, max: 960 + 120 });
  });

  it.each([
    ['before the latest moment, only the upper edge has grown', '2026-11-27T06:00:00Z', 0, 240],
    ['at the latest moment, the lower edge begins', '2026-11-28T06:00:00Z', 0, 480],
    ['then both grow, as far apart as before', '2026-11-29T06:00:00Z', 240, 720],
  ])('%s', (_, moment, min, max) => {
    const band = lingeringBand([early], at(AS_OF));
    const point = band.find((one) => one.at === at(moment));
    expect(point?.min).toBeCloseTo(min, 6);
    expect(point?.max).toBeCloseTo(max, 6);
  });

  it('never falls, and its lower edge is never above its upper one', () => {
    const band = lingeringBand(
      [early, late, orphan('2026-11-20T06:00:00Z', '2026-11-30T05:00:00Z')],
      at(AS_OF),
    );
    for (const [place, point] of band.entries()) {
      expect(point.min).toBeLessThanOrEqual(point.max);
      expect(point.max).toBeGreaterThanOrEqual(band[place - 1]?.max ?? 0);
      expect(point.min).toBeGreaterThanOrEqual(band[place - 1]?.min ?? 0);
    }
  });

  it('begins with the creation of an orphan whose owner nobody saw go', () => {
    const unseen = orphan(null, '2026-11-28T06:00:00Z');
    expect(lingeringBand([unseen], at(AS_OF)).at(0)?.at).toBe(at(unseen.resource.createdAt ?? ''));
  });

  it.each([
    ['there are none', []],
    ['nobody knows since when they linger', [{ ...early, cost: { ...early.cost, lingering: null } }]],
    ['they linger only now', [orphan(AS_OF, AS_OF)]],
  ])('is empty when %s', (_, orphans) => {
    expect(lingeringBand(orphans, at(AS_OF))).toEqual([]);
  });
});

describe('the ticks of time', () => {
  const to = at(AS_OF);
  it.each([
    ['a few hours', 4 * HOUR, ['11-30 11:00', '11-30 12:00', '11-30 13:00', '11-30 14:00', '11-30 15:00']],
    ['two days', 48 * HOUR, ['11-29 00:00', '11-29 12:00', '11-30 00:00', '11-30 12:00']],
    ['a week', 7 * 24 * HOUR, ['11-25', '11-27', '11-29']],
    ['a year', 365 * 24 * HOUR, ['2026-02', '2026-05', '2026-08', '2026-11']],
  ])('over %s are midnights and hours of the zone', (_, span, labels) => {
    expect(timeTicks(to - span, to, 'Asia/Seoul', 5).map(({ label }) => label)).toEqual(labels);
  });

  it('stay at midnight when the clock changes', () => {
    const ticks = timeTicks(at('2026-10-23T00:00:00Z'), at('2026-10-28T00:00:00Z'), 'Europe/Berlin', 5);
    expect(ticks.map(({ label }) => label)).toEqual(['10-24', '10-25', '10-26', '10-27', '10-28']);
    expect(ticks.map(({ at: moment }) => new Date(moment).toISOString().slice(11, 16))).toEqual([
      '22:00',
      '22:00',
      '23:00',
      '23:00',
      '23:00',
    ]);
  });
});

describe('the places by which rows are sorted', () => {
  const place = (report: Report, column: Sortable) =>
    ranksOf(report).map((places) => places[SORTABLE.indexOf(column)]);
  const since = { earliest: AS_OF, latest: AS_OF };

  it('are the same for equal sums, and unknown without one', () => {
    const report = reportWith(4);
    const costs = [7, 5, 7].map((perHour, n) => [n, cost(perHour, 'KRW', since, AS_OF)] as const);
    expect(place(withCosts(report, new Map(costs)), 'perDay')).toEqual([1, 0, 1, UNKNOWN]);
  });

  it('never compare sums of two currencies: those of the main one stand together, above the others', () => {
    const costs = (['KRW', 'USD', 'KRW', 'EUR'] as const).map(
      (currency, n) => [n, cost([1, 900, 2, 5][n] ?? 0, currency, since, AS_OF)] as const,
    );
    expect(place(withCosts(reportWith(4), new Map(costs)), 'perDay')).toEqual([2, 1, 3, 0]);
  });

  it('have the older resource later, and one of unknown age last', () => {
    const report = reportOf({
      judged: ['2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z', undefined].map((created, n) =>
        aJudgedInstance({
          resource: { id: anId(n + 1), createdAt: created === undefined ? undefined : at(created) },
        }),
      ),
    });
    expect(place(report, 'age')).toEqual([0, 1, UNKNOWN]);
  });
});
