import { describe, expect, it } from 'vitest';
import type { InstanceEvidence } from '../../lib/evidence/outcomes.ts';
import { foldLedger, type KnownCluster, type Ledger } from '../../lib/ledger/ledger.ts';
import type { ClusterUid } from '../../lib/terms/ids.ts';
import { goneSince } from '../../lib/verdict/gone-since.ts';
import { aJudgedInstance } from '../builders/judged.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';

const NOW = at('2026-11-30T06:00:00Z');
const SEEN = at('2026-11-21T09:00:00Z');
const MISSED = at('2026-11-21T15:00:00Z');
const RECORDED = at('2026-11-20T18:00:00Z');
const NOBODY_KNOWS = { earliest: undefined, latest: undefined };

const EMPTY = foldLedger(
  { records: [], runs: [], damaged: [] },
  { now: NOW, gracePeriodMs: 1_800_000, configured: [] },
);
const SIGHTED: Ledger = {
  ...EMPTY,
  sightings: new Map([[anId(1), { count: 2, lastCountedAt: NOW, firstAt: MISSED }]]),
};

function known(over: Partial<KnownCluster>): ReadonlyMap<ClusterUid, KnownCluster> {
  const [uid, names] = [aClusterUid(), ['shop']];
  const { claimList } = foldLedger(
    { records: [], runs: [], damaged: [] },
    {
      now: NOW,
      gracePeriodMs: 1_800_000,
      configured: [{ name: 'shop', uid, deletedAt: undefined, witness: 'asked' }],
    },
  ).clusters.get(uid) ?? { claimList: undefined };
  if (claimList === undefined) throw new TypeError('the ledger does not know the cluster');
  return new Map([
    [
      uid,
      {
        uid,
        names,
        lastSeenAlive: undefined,
        deletingSince: undefined,
        goneSince: undefined,
        deletedAt: undefined,
        claimList,
        ...over,
      },
    ],
  ]);
}

const alive = { cluster: { kind: 'alive', phase: 'Provisioned', witness: 'asked' } } as const;
const deleting = { cluster: { kind: 'deleting', since: MISSED, period: 'past', witness: 'asked' } } as const;

describe('since when an owner is gone', () => {
  const rows: readonly [string, Partial<InstanceEvidence>, object, Ledger?, Partial<KnownCluster>?][] = [
    [
      'its cluster is gone: after it was last seen, before a run first missed it',
      {},
      { earliest: SEEN, latest: MISSED },
      EMPTY,
      { goneSince: MISSED },
    ],
    ['the same, but this run is the first to miss it', {}, { earliest: SEEN, latest: NOW }],
    [
      'the same, but the configuration says when',
      {},
      { earliest: SEEN, latest: SEEN },
      EMPTY,
      { goneSince: MISSED, deletedAt: SEEN },
    ],
    [
      'its cluster is gone, and nobody saw it alive',
      { cluster: { kind: 'gone', lastSeenAlive: undefined, createdAfterDeletion: false } },
      { earliest: undefined, latest: MISSED },
      EMPTY,
      { goneSince: MISSED },
    ],
    [
      'its cluster is gone, and other witnesses could not be read: what is gone is gone',
      { claim: { kind: 'unreadable', reason: 'owner-unreadable', detail: 'cluster batch was not read' } },
      { earliest: SEEN, latest: NOW },
    ],
    [
      'its cluster lives: after the last record with it, before the first run that saw it unclaimed',
      alive,
      { earliest: RECORDED, latest: MISSED },
      SIGHTED,
    ],
    ['the same, but this run is the first', alive, { earliest: RECORDED, latest: NOW }],
    [
      'the same, but nobody recorded it',
      { ...alive, record: { kind: 'unrecorded' } },
      { earliest: undefined, latest: NOW },
    ],
    [
      'it is claimed',
      { ...alive, claim: { kind: 'claimed', nodeClaim: 'a', cluster: 'shop' } },
      NOBODY_KNOWS,
    ],
    [
      'its witnesses could not be read',
      { ...alive, claim: { kind: 'unreadable', reason: 'owner-unreadable', detail: 'they did not answer' } },
      NOBODY_KNOWS,
    ],
    [
      'a Node may still run on it',
      { ...alive, node: { kind: 'not-ready', node: 'n', cluster: 'shop', isKarpenters: true } },
      NOBODY_KNOWS,
    ],
    ['its cluster is being deleted', deleting, { earliest: undefined, latest: MISSED }],
    [
      'the same, but it is still claimed',
      { ...deleting, claim: { kind: 'claimed', nodeClaim: 'a', cluster: 'shop' } },
      NOBODY_KNOWS,
    ],
    ['its cluster could not be read', { cluster: { kind: 'unreadable', detail: 'no answer' } }, NOBODY_KNOWS],
    ['no known cluster fits', { cluster: { kind: 'never-seen' } }, NOBODY_KNOWS],
    [
      'nobody knows whose it is',
      { identity: { kind: 'none', uid8: undefined, nodeClaim: undefined } },
      NOBODY_KNOWS,
    ],
  ];
  it.each(rows)('%s', (_, evidence, expected, ledger = EMPTY, cluster = {}) => {
    const judged = aJudgedInstance({ evidence });
    expect(goneSince(anId(1), judged.evidence, ledger, known(cluster), NOW)).toEqual(expected);
  });
});
