import { describe, expect, test } from 'vitest';
import { deliver } from '../../lib/publish/delivery/deliver.ts';
import { keepPublication, type Memory } from '../../lib/publish/delivery/pending.ts';
import { newestKeptReport } from '../../lib/publish/kept-reports.ts';
import type { Publication } from '../../lib/publish/publisher.ts';
import type { Report } from '../../lib/report/report.ts';
import { HOUR_MS, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { fakePublisher, unreached } from '../builders/fake-publisher.ts';
import { at } from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';
import { alerted, aReport, reported } from '../builders/publications.ts';

const NIGHT = at('2026-11-30T06:00:00Z');
const memoryOf = (store: MemoryStore, afterMs: number): Memory => ({ store, now: plusMs(NIGHT, afterMs) });

/** One run under one ID: merged before the part of shop-dev came, and merged again, 10 minutes later, with it. */
const PARTIAL = aReport('night-1', '2026-11-30T06:00:00Z', 'shop-prod');
const WHOLE = aReport('night-1', '2026-11-30T06:00:00Z', 'shop-prod', 'shop-dev');
const merged = (report: Report, finishedAt: string): Publication => ({
  kind: 'report',
  report: { ...report, run: { ...report.run, finishedAt } },
});
const first = merged(PARTIAL, '2026-11-30T06:30:00Z');
const second = merged(WHOLE, '2026-11-30T06:40:00Z');

describe('a run that is merged again, with a part that came late', () => {
  test.each([
    ['failed with the first report too', true],
    ['had the first report', false],
    ['had the first report only at the second try', 'then-taken'],
  ])('is delivered by the next run to a publisher that failed, and that %s', async (_, isFailing) => {
    const store = memoryStore();
    const slack = fakePublisher();
    const fail = (isBroken: boolean) => {
      slack.fault = () => (isBroken ? unreached(slack.place) : undefined);
    };
    fail(isFailing !== false);
    await deliver(first, [slack], memoryOf(store, 0));
    if (isFailing === 'then-taken') {
      fail(false);
      await deliver(first, [slack], memoryOf(store, MINUTE_MS));
    }
    fail(true);
    await deliver(second, [slack], memoryOf(store, 10 * MINUTE_MS));
    fail(false);
    await deliver(alerted(), [slack], memoryOf(store, HOUR_MS));
    const told = slack.handed.map(({ publication }) => publication);
    expect(told.at(-2)).toEqual(second);
    expect(told.at(-1)?.kind).toBe('alert');
  });

  test('is what the alerts of the morning are made of', async () => {
    const store = memoryStore();
    for (const publication of [first, second, first]) await keepPublication(memoryOf(store, 0), publication);
    const wish = { now: plusMs(NIGHT, 3 * HOUR_MS), since: NIGHT, projects: ['shop-prod'] };
    expect(await newestKeptReport(store, wish)).toEqual(second.kind === 'report' && second.report);
  });
});

describe('the newest kept report', () => {
  const NOW = plusMs(NIGHT, 3 * HOUR_MS);
  const wish = { now: NOW, since: plusMs(NOW, -20 * HOUR_MS), projects: ['shop-prod', 'shop-dev'] };
  const newestOf = async (...kept: readonly Publication[]) => {
    const store = memoryStore();
    for (const publication of kept) await keepPublication(memoryOf(store, 0), publication);
    return (await newestKeptReport(store, wish))?.run.id;
  };
  const both = ['shop-prod', 'shop-dev'] as const;

  test.each<[string, readonly Publication[], string | undefined]>([
    ['is none where none was kept', [], undefined],
    [
      'is not one whose clock was ahead, which would be the newest for years',
      [
        reported('night', '2026-11-30T06:00:00Z', ...both),
        reported('ahead', '2031-01-01T00:00:00Z', ...both),
      ],
      'night',
    ],
    [
      'is the one of the night where somebody looked at one project alone since',
      [
        reported('night', '2026-11-30T06:00:00Z', ...both),
        reported('alone', '2026-11-30T08:50:00Z', 'shop-prod'),
      ],
      'night',
    ],
    [
      'is of one project where the others were told of the night before last',
      [
        reported('before', '2026-11-29T06:00:00Z', ...both),
        reported('alone', '2026-11-30T08:50:00Z', 'shop-prod'),
      ],
      'alone',
    ],
    [
      'is an old one where there is no other, so that it can be said how old',
      [reported('before', '2026-11-28T06:00:00Z', ...both)],
      'before',
    ],
  ])('%s', async (_, kept, expected) => {
    expect(await newestOf(...kept)).toBe(expected);
  });
});
