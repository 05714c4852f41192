import { describe, expect, it } from 'vitest';
import { countsAfter, NO_CLAIM_LIST } from '../../lib/ledger/claim-list.ts';
import type { ClusterRecord, RunEntry } from '../../lib/ledger/entries.ts';
import { foldLedger } from '../../lib/ledger/ledger.ts';
import { HOUR_MS, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedNodeClaim,
  aRun,
  at,
} from '../builders/ledger.ts';

const NOW = at('2026-11-10T00:00:00Z');
const GRACE_MS = 30 * MINUTE_MS;
const SHOP = aClusterUid();
const ago = (hours: number) => plusMs(NOW, -hours * HOUR_MS);

function fold(
  runs: readonly RunEntry[],
  records: readonly ClusterRecord[] = [],
  configured: Parameters<typeof foldLedger>[1]['configured'] = [],
) {
  return foldLedger({ records, runs, damaged: [] }, { now: NOW, gracePeriodMs: GRACE_MS, configured });
}
const saw = (hours: number, state: 'alive' | 'deleting' | 'gone') =>
  aRun({ asOf: ago(hours), clusters: [{ uid: SHOP, name: 'shop', state }], claimLists: [] });

describe('a cluster’s life, as runs and records saw it', () => {
  it.each([
    [
      'alive all along',
      [saw(3, 'alive'), saw(2, 'alive')],
      { lastSeenAlive: ago(2), deletingSince: undefined, goneSince: undefined },
    ],
    [
      'deleting, counted from the first run that saw it',
      [saw(4, 'alive'), saw(3, 'deleting'), saw(2, 'deleting')],
      { lastSeenAlive: ago(2), deletingSince: ago(3) },
    ],
    [
      'deleting, alive again, and deleting',
      [saw(4, 'deleting'), saw(3, 'alive'), saw(2, 'deleting')],
      { deletingSince: ago(2) },
    ],
    [
      'gone, counted from the first run that missed it',
      [saw(4, 'alive'), saw(3, 'gone'), saw(2, 'gone')],
      { lastSeenAlive: ago(4), goneSince: ago(3) },
    ],
    ['gone and back', [saw(3, 'gone'), saw(2, 'alive')], { lastSeenAlive: ago(2), goneSince: undefined }],
    ['told out of order', [saw(2, 'gone'), saw(3, 'alive')], { lastSeenAlive: ago(3), goneSince: ago(2) }],
    [
      'not by runs of this moment or later',
      [saw(2, 'alive'), saw(0, 'gone'), saw(-1, 'gone')],
      { lastSeenAlive: ago(2), goneSince: undefined },
    ],
  ])('%s', (_what, runs, life) => {
    expect(fold(runs).clusters.get(SHOP)).toMatchObject(life);
  });

  it('is seen alive by a record, and only known by an imported table', () => {
    const live = aRecord({ recordedAt: ago(3) });
    const imported = aRecord({ recordedAt: ago(1), source: 'import' });
    expect(fold([saw(2, 'gone')], [live, imported]).clusters.get(SHOP)).toMatchObject({
      lastSeenAlive: ago(3),
      goneSince: ago(2),
    });
    expect(fold([], [imported]).clusters.get(SHOP)).toMatchObject({
      names: ['shop'],
      lastSeenAlive: undefined,
    });
  });

  it('is seen deleting by a record', () => {
    const record = aRecord({ recordedAt: ago(3), cluster: aRecordedCluster({ phase: 'Deleting' }) });
    expect(fold([], [record]).clusters.get(SHOP)?.deletingSince).toBe(ago(3));
  });

  it('is known by the configuration alone, with every name it ever had', () => {
    const configured = [{ name: 'shop-old', uid: SHOP, deletedAt: ago(9), witness: 'asked' as const }];
    expect(fold([], [], configured).clusters.get(SHOP)).toMatchObject({
      names: ['shop-old'],
      deletedAt: ago(9),
    });
    expect(fold([saw(2, 'alive')], [], configured).clusters.get(SHOP)?.names).toEqual(['shop', 'shop-old']);
  });
});

describe('a NodeClaim list', () => {
  const counts = (
    length: number,
    last: number | undefined,
    hasMarked = true,
    shortSince?: number,
    shortLength = length,
  ) =>
    countsAfter(
      {
        lastLength: last,
        short: shortSince === undefined ? undefined : { length: shortLength, since: ago(shortSince) },
      },
      length,
      hasMarked,
      NOW,
      GRACE_MS,
    ).counts;

  it.each([
    [0, undefined, true, undefined, false],
    [0, undefined, false, undefined, true],
    [0, 0, true, undefined, true],
    [5, 10, true, undefined, true],
    [4, 10, true, undefined, false],
    [4, 10, false, undefined, true],
    [4, 9, true, undefined, false],
    [4, 8, true, undefined, true],
    [1, undefined, true, undefined, true],
    [4, 10, true, 0.5, true],
    [4, 10, true, 0.49, false],
  ])(
    'of %i after %s, marked instances %s, short for %s h: counts %s',
    (length, last, hasMarked, shortSince, outcome) => {
      expect(counts(length, last, hasMarked, shortSince)).toBe(outcome);
    },
  );

  it('is remembered from audits and records alike, an implausible one from neither', () => {
    const claims = (n: number) =>
      Array.from({ length: n }, (_, i) => aRecordedNodeClaim({ name: `n${i}`, providerId: anId(i + 1) }));
    const list = (hours: number, length: number, counted: boolean) =>
      aRun({ asOf: ago(hours), claimLists: [{ cluster: SHOP, length, counted }] });
    const memory = (runs: readonly RunEntry[], records: readonly ClusterRecord[]) =>
      fold(runs, records).clusters.get(SHOP)?.claimList;
    expect(memory([], [aRecord({ recordedAt: ago(5), nodeClaims: claims(8) })])).toEqual({
      lastLength: 8,
      short: undefined,
    });
    expect(
      memory([list(4, 6, true)], [aRecord({ recordedAt: ago(5), nodeClaims: claims(8) })])?.lastLength,
    ).toBe(6);
    expect(
      memory(
        [list(4, 1, false), list(3, 1, false)],
        [aRecord({ recordedAt: ago(5), nodeClaims: claims(8) })],
      ),
    ).toEqual({ lastLength: 8, short: { length: 1, since: ago(4) } });
    const short = [
      aRecord({ recordedAt: ago(5), nodeClaims: claims(8) }),
      aRecord({ recordedAt: ago(4), nodeClaims: claims(2) }),
    ];
    const unlisted = { recordedAt: ago(4), nodeClaims: claims(2), instances: undefined };
    expect(
      memory([], [aRecord({ recordedAt: ago(5), nodeClaims: claims(8) }), aRecord(unlisted)])?.lastLength,
    ).toBe(8);
    expect(memory([], short)).toEqual({ lastLength: 8, short: { length: 2, since: ago(4) } });
    expect(memory([], [...short, aRecord({ recordedAt: ago(3), nodeClaims: claims(2) })])).toEqual({
      lastLength: 2,
      short: undefined,
    });
  });

  it('that is shorter still has to be read as short again itself', () => {
    const memory = { lastLength: 10, short: { length: 4, since: ago(1) } };
    expect(countsAfter(memory, 2, true, NOW, GRACE_MS)).toEqual({
      counts: false,
      memory: { lastLength: 10, short: { length: 2, since: NOW } },
    });
    expect(countsAfter(memory, 4, true, NOW, GRACE_MS).counts).toBe(true);
  });

  it('starts with no memory', () => {
    expect(countsAfter(NO_CLAIM_LIST, 3, true, NOW, GRACE_MS)).toEqual({
      counts: true,
      memory: { lastLength: 3, short: undefined },
    });
  });
});

describe('a row of sightings', () => {
  const X = anId(1);
  const run = (hours: number, over: Partial<RunEntry> = {}) =>
    aRun({ runId: `r${hours}`, asOf: ago(hours), sighted: [X], ...over });
  const row = (...runs: readonly RunEntry[]) => fold(runs).sightings.get(X);

  it.each([
    ['two complete runs', [run(2), run(1)], { count: 2, lastCountedAt: ago(1), firstAt: ago(2) }],
    ['a run exactly a grace period later', [run(2), run(1.5)], { count: 2 }],
    [
      'a run sooner than a grace period does not count',
      [run(2), run(1.51), run(1.4)],
      { count: 2, lastCountedAt: ago(1.4) },
    ],
    ['an incomplete run neither counts', [run(2), run(1, { complete: false })], { count: 1 }],
    ['nor breaks the row', [run(3), run(2, { complete: false, sighted: [] }), run(1)], { count: 2 }],
    [
      'a complete run that did not see it breaks the row',
      [run(3), run(2, { sighted: [] }), run(1)],
      { count: 1 },
    ],
    [
      'a claim in an incomplete run breaks it',
      [run(3), run(2, { complete: false, sighted: [], restarted: [X] }), run(1)],
      { count: 1 },
    ],
  ])('%s', (_what, runs, outcome) => {
    expect(row(...runs)).toMatchObject(outcome);
  });

  it('starts again after a record that saw a claim in between', () => {
    const record = aRecord({ recordedAt: ago(2) });
    expect(fold([run(3), run(1)], [record]).sightings.get(X)).toMatchObject({ count: 1 });
    const imported = aRecord({ recordedAt: ago(2), source: 'import' });
    expect(fold([run(3), run(1)], [imported]).sightings.get(X)).toMatchObject({ count: 2 });
    const volume = (hours: number) => run(hours, { sighted: [anId(0x101)] });
    expect(fold([volume(3), volume(1)], [record]).sightings.get(anId(0x101))).toMatchObject({ count: 1 });
  });

  it('is none when the last complete run did not see it', () => {
    expect(row(run(2), run(1, { sighted: [] }))).toBeUndefined();
  });
});

describe('what was condemned before', () => {
  it('is what the last complete run, at least a grace period ago, said', () => {
    const condemned = (hours: number, ids: number[], over: Partial<RunEntry> = {}) =>
      aRun({ asOf: ago(hours), condemned: ids.map(anId), ...over });
    expect([...fold([condemned(2, [1, 2]), condemned(1, [2])]).condemned.once]).toEqual([anId(2)]);
    expect([...fold([condemned(1, [1]), condemned(0.4, [2])]).condemned.once]).toEqual([]);
    expect([...fold([condemned(1, [1, 2]), condemned(0.4, [2])]).condemned.once]).toEqual([anId(2)]);
    expect([...fold([condemned(2, [1]), condemned(1, [2], { complete: false })]).condemned.once]).toEqual([
      anId(1),
    ]);
    expect([...fold([condemned(0.5, [1])]).condemned.once]).toEqual([anId(1)]);
    expect([...fold([condemned(1, [1])]).condemned.twice]).toEqual([]);
    expect([...fold([condemned(1.4, [1]), condemned(1, [1])]).condemned.twice]).toEqual([]);
    expect([...fold([condemned(1.5, [1]), condemned(1, [1, 2])]).condemned.twice]).toEqual([anId(1)]);
  });
});

describe('a volume’s passing state', () => {
  const V = anId(0x101);
  const passing = (hours: number, status: string | undefined, complete = true) =>
    aRun({
      asOf: ago(hours),
      complete,
      volumesInTransition: status === undefined ? [] : [{ id: V, status }],
    });
  const since = (...runs: readonly RunEntry[]) => fold(runs).inTransitionSince(V, 'detaching');

  it('lasts since the first run in a row that saw it', () => {
    expect(since(passing(3, 'detaching'), passing(2, 'detaching'))).toBe(ago(3));
    expect(since(passing(3, 'detaching'), passing(2, undefined), passing(1, 'detaching'))).toBe(ago(1));
    expect(since(passing(3, 'detaching'), passing(2, undefined, false), passing(1, 'detaching'))).toBe(
      ago(3),
    );
    expect(since(passing(3, 'attaching'), passing(2, 'detaching'))).toBe(ago(2));
    expect(since(passing(3, 'attaching'))).toBeUndefined();
  });
});
