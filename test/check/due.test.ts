import { describe, expect, it } from 'vitest';
import { clustersToCheck } from '../../lib/checking/due.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { RunEntry } from '../../lib/ledger/entries.ts';
import type { ConfiguredCluster } from '../../lib/ledger/known-clusters.ts';
import { foldLedger } from '../../lib/ledger/ledger.ts';
import { plusMs } from '../../lib/terms/instants.ts';
import { aCluster } from '../builders/inventory.ts';
import { aClusterUid, anId, aRecord, aRecordedCluster, aRun, at } from '../builders/ledger.ts';
import { NOW, THRESHOLDS } from './world.ts';

const { gracePeriodMs, deletionPeriodMs } = THRESHOLDS;
const uid = aClusterUid();

function due(
  list: readonly Cluster[],
  runs: readonly RunEntry[] = [],
  records = [aRecord()],
  configured: readonly ConfiguredCluster[] = [],
) {
  const ledger = foldLedger({ records, runs, damaged: [] }, { now: NOW, gracePeriodMs, configured });
  return clustersToCheck({ ledger, records }, list, { now: NOW, deletionPeriodMs });
}

const seen = (state: 'alive' | 'deleting' | 'gone', msAgo: number) =>
  aRun({ asOf: plusMs(NOW, -msAgo), clusters: [{ uid, name: 'shop', state }], claimLists: [] });
const deleting = aCluster({ isDeleting: true, phase: 'Deleting' });

describe('a recorded cluster is due for a check', () => {
  it('when the list lacks it', () => {
    expect(due([])).toEqual([{ uid, names: ['shop'], why: 'gone', since: undefined }]);
  });

  it('when the list lacks it, since the first run that missed it', () => {
    expect(due([], [seen('gone', 2000), seen('gone', 1000)])).toEqual([
      { uid, names: ['shop'], why: 'gone', since: plusMs(NOW, -2000) },
    ]);
  });

  it('when another cluster bears its name', () => {
    expect(due([aCluster({ uid: aClusterUid('9e363260', 7) })])).toMatchObject([{ uid, why: 'gone' }]);
  });

  it('when it has been deleting for the deletion period', () => {
    expect(due([deleting], [seen('deleting', deletionPeriodMs)])).toEqual([
      { uid, names: ['shop'], why: 'stuck-deleting', since: plusMs(NOW, -deletionPeriodMs) },
    ]);
  });
});

describe('a cluster is not due', () => {
  const nameless = aRecord({ cluster: aRecordedCluster({ name: undefined }) });
  const unsaid = aCluster({ uid: undefined, id: anId(0xc9) });
  it.each([
    ['while it lives', [aCluster()], [], [aRecord()]],
    [
      'while it has been deleting a moment less',
      [deleting],
      [seen('deleting', deletionPeriodMs - 1)],
      [aRecord()],
    ],
    ['while nobody knows since when it has been deleting', [deleting], [], [aRecord()]],
    [
      'when it was alive in between',
      [deleting],
      [seen('deleting', deletionPeriodMs), seen('alive', 1000)],
      [aRecord()],
    ],
    ['while one of its name does not say its UID', [unsaid], [], [aRecord()]],
    ['while it has no name, and one does not say its UID', [{ ...unsaid, name: 'new' }], [], [nameless]],
    ['when only a run knows it', [], [seen('alive', 1000)], []],
  ])('%s', (_, list, runs, records) => {
    expect(due(list, runs, records)).toEqual([]);
  });

  it('when only the configuration knows it', () => {
    const configured = [
      { name: 'old', uid, deletedAt: at('2026-11-01T00:00:00Z'), witness: 'asked' as const },
    ];
    expect(due([], [], [], configured)).toEqual([]);
  });
});
