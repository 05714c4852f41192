import { describe, expect, test } from 'vitest';
import { areAllThere, keepPart, readPart, readParts } from '../../lib/publish/run-parts.ts';
import { buildReport } from '../../lib/report/build.ts';
import { someProjectVerdicts } from '../builders/judged.ts';
import { at } from '../builders/ledger.ts';
import { memoryStore } from '../builders/memory-store.ts';

const reportOf = (id: string) =>
  buildReport({
    run: {
      id,
      startedAt: at('2026-11-30T06:00:00Z'),
      finishedAt: at('2026-11-30T06:00:01Z'),
      asOf: at('2026-11-30T06:00:00Z'),
    },
    projects: [someProjectVerdicts()],
    ignore: [],
    prices: undefined,
    language: 'en',
    all: false,
  });

describe('the parts of a run', () => {
  test('are read as they were kept, and the first of two stands', async () => {
    const store = memoryStore();
    expect(await readPart(store, 'night-1', 'shop')).toBeUndefined();
    expect(await keepPart(store, 'night-1', 'shop', reportOf('first'))).toBe('created');
    expect(await keepPart(store, 'night-1', 'shop', reportOf('second'))).toBe('exists');
    expect(await readPart(store, 'night-1', 'shop')).toEqual({ report: reportOf('first'), attempt: 1 });
    expect(await keepPart(store, 'night-1', 'shop', reportOf('third'), 2)).toBe('created');
    expect(await readPart(store, 'night-1', 'shop')).toEqual({ report: reportOf('third'), attempt: 2 });
    expect(await readPart(store, 'night-2', 'shop')).toBeUndefined();
  });

  test('are all there when each project has one', async () => {
    const store = memoryStore();
    await keepPart(store, 'night-1', 'shop', reportOf('a'));
    expect(await areAllThere(store, 'night-1', ['shop', 'batch'])).toBe(false);
    await keepPart(store, 'night-2', 'batch', reportOf('a'));
    expect(await areAllThere(store, 'night-1', ['shop', 'batch'])).toBe(false);
    await keepPart(store, 'night-1', 'batch', reportOf('a'));
    expect(await areAllThere(store, 'night-1', ['shop', 'batch'])).toBe(true);
  });

  test('that are missing say why, as far as somebody knows', async () => {
    const store = memoryStore();
    const { parts, missing } = await readParts(store, 'an odd/run id', [
      { project: 'shop', region: 'kr-central-2', why: undefined },
      { project: 'batch', region: 'kr-central-2', why: 'States.Timeout' },
    ]);
    expect(parts).toEqual([]);
    expect(missing.map(({ failure }) => failure.message)).toEqual([
      'project shop was not audited in run an odd/run id',
      'project batch was not audited in run an odd/run id: States.Timeout',
    ]);
  });
});
