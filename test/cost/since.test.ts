import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sinceOf } from '../../lib/cost/since.ts';
import { type Instant, instantFromMs } from '../../lib/terms/instants.ts';

const CREATED = 100;
const NOW = 1000;

const instant = (ms: number | undefined): Instant | undefined =>
  ms === undefined ? undefined : instantFromMs(ms);

describe('since when a resource lingers', () => {
  const rows: readonly [
    string,
    number | undefined,
    number | undefined,
    number | undefined,
    number | undefined,
    number | undefined,
  ][] = [
    // what, earliest, latest, created, and what comes of them
    ['as the ledger saw it', 300, 500, CREATED, 300, 500],
    ['no earlier time is known: since its creation', undefined, 500, CREATED, CREATED, 500],
    ['the owner was last seen before it was created', 50, 500, CREATED, CREATED, 500],
    ['on its creation', CREATED, 500, CREATED, CREATED, 500],
    ['its cluster was deleted before it was created', 50, 50, CREATED, CREATED, CREATED],
    ['a date that is still to come', 2000, 2000, CREATED, NOW, NOW],
    ['up to now', 300, NOW, CREATED, 300, NOW],
    ['the two times contradict each other', 600, 500, CREATED, 500, 500],
    ['without a creation time', 300, 500, undefined, 300, 500],
    ['without a creation time and an earlier time', undefined, 500, undefined, undefined, 500],
    ['created ahead of the clock', 300, 500, 1100, NOW, NOW],
    ['nobody knows', undefined, undefined, CREATED, undefined, undefined],
    ['nobody knows by when', 300, undefined, CREATED, undefined, undefined],
  ];
  it.each(rows)('%s', (_, earliest, latest, created, from, to) => {
    const since = sinceOf(
      { earliest: instant(earliest), latest: instant(latest) },
      instant(created),
      instantFromMs(NOW),
    );
    expect(since).toEqual({ earliest: from, latest: to });
  });

  it('is never turned round, never before its creation and never after now', () => {
    const moment = fc.option(fc.nat(2000), { nil: undefined });
    fc.assert(
      fc.property(moment, fc.nat(2000), fc.nat(NOW), (earliest, latest, created) => {
        const since = sinceOf(
          { earliest: instant(earliest), latest: instant(latest) },
          instantFromMs(created),
          instantFromMs(NOW),
        );
        expect(since.earliest).toBeGreaterThanOrEqual(created);
        expect(since.latest).toBeGreaterThanOrEqual(since.earliest ?? Number.NaN);
        expect(since.latest).toBeLessThanOrEqual(NOW);
      }),
    );
  });
});
