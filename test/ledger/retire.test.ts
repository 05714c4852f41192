import { describe, expect, it } from 'vitest';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { appendRecord, appendRun, loadLedger } from '../../lib/ledger/files.ts';
import { foldLedger } from '../../lib/ledger/ledger.ts';
import { isProofDue, type ProofOfAbsence, recordedResources, retire } from '../../lib/ledger/retire.ts';
import type { ResourceId } from '../../lib/terms/ids.ts';
import { DAY_MS, HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedPersistentVolume,
  aRun,
  at,
} from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';

const UID = aClusterUid();
const LAST = at('2026-11-01T00:00:00Z');
const PROVEN = plusMs(LAST, 3 * DAY_MS);
const RETENTION_MS = 180 * DAY_MS;
const DUE = plusMs(PROVEN, RETENTION_MS);
/** Of {@link aRecord}: its instance and its root volume. */
const ALL = [anId(1), anId(0x101)];

async function storeWith(...records: readonly ClusterRecord[]): Promise<MemoryStore> {
  const store = memoryStore();
  for (const record of records) await appendRecord(store, 'shop', record);
  return store;
}

async function retired(
  store: MemoryStore,
  now = PROVEN,
  proof: Partial<ProofOfAbsence> & { gone?: ReadonlySet<ResourceId> } = {},
) {
  return retire({
    store,
    project: 'shop',
    ledger: await loadLedger(store, 'shop'),
    cluster: UID,
    proof: { isClusterGone: true, gone: new Set(ALL), ...proof },
    now,
    retentionMs: RETENTION_MS,
  });
}

describe('the records of a cluster', () => {
  it('are retired by two proofs that all is gone, the set time apart', async () => {
    const store = await storeWith(aRecord({ recordedAt: plusMs(LAST, -HOUR_MS) }), aRecord());
    const waiting = { kind: 'waiting', since: PROVEN, until: DUE };
    expect(await retired(store, PROVEN)).toEqual(waiting);
    expect(await retired(store, plusMs(PROVEN, DAY_MS))).toEqual(waiting);
    expect(await retired(store, plusMs(DUE, -1))).toEqual(waiting);
    expect((await loadLedger(store, 'shop')).records).toHaveLength(2);

    const entry = {
      kind: 'retired',
      cluster: UID,
      retiredAt: DUE,
      provenAt: PROVEN,
      lastRecordedAt: LAST,
      names: ['shop'],
      instances: [{ id: anId(1), name: aRecordedInstance().name }],
    };
    expect(await retired(store, DUE)).toEqual({ kind: 'retired', entry });
    expect(await loadLedger(store, 'shop')).toMatchObject({ records: [], retired: [entry], damaged: [] });
    expect(await retired(store, plusMs(DUE, DAY_MS))).toEqual({ kind: 'retired', entry });
  });

  it('are not read again, and need not be there any more', async () => {
    const store = await storeWith(aRecord());
    await retired(store, PROVEN);
    await retired(store, DUE);
    const records = [...store.files.keys()].filter((key) => key.includes('/records/'));
    for (const key of records) store.files.set(key, new Uint8Array());
    expect((await loadLedger(store, 'shop')).damaged).toEqual([]);
    for (const key of records) store.files.delete(key);
    expect(await loadLedger(store, 'shop')).toMatchObject({ records: [], retired: [{}], damaged: [] });
  });

  const others = { records: [{ cluster: { uid: aClusterUid('9e363260') } }] };

  it('of other clusters stay', async () => {
    const other = aRecord({ cluster: aRecordedCluster({ uid: aClusterUid('9e363260') }) });
    const store = await storeWith(aRecord(), other);
    await retired(store, PROVEN);
    await retired(store, DUE);
    expect(await loadLedger(store, 'shop')).toMatchObject(others);
  });

  it.each<[string, Parameters<typeof retired>[2], object]>([
    ['the cluster is not proven gone', { isClusterGone: false }, { reason: 'cluster-not-gone' }],
    [
      'the instance is not',
      { gone: new Set([anId(0x101)]) },
      { reason: 'not-proven-gone', resources: [anId(1)] },
    ],
    [
      'its volume is not',
      { gone: new Set([anId(1)]) },
      { reason: 'not-proven-gone', resources: [anId(0x101)] },
    ],
    ['nothing is', { gone: new Set() }, { reason: 'not-proven-gone', resources: ALL }],
  ])('are kept while %s, at the first proof and at the second', async (_, proof, because) => {
    const store = await storeWith(aRecord());
    expect(await retired(store, PROVEN, proof)).toEqual({ kind: 'kept', because });
    expect(store.files.size).toBe(1);
    await retired(store, PROVEN);
    expect(await retired(store, DUE, proof)).toEqual({ kind: 'kept', because });
    expect((await loadLedger(store, 'shop')).records).toHaveLength(1);
  });

  it('are kept while something is not gone that only an earlier record has', async () => {
    const early = aRecord({
      recordedAt: plusMs(LAST, -HOUR_MS),
      instances: [],
      nodeClaims: [aRecordedNodeClaim({ name: 'general-old', providerId: anId(2) })],
      persistentVolumes: [
        aRecordedPersistentVolume(),
        aRecordedPersistentVolume({ name: 'nfs', volumeId: undefined }),
      ],
    });
    const store = await storeWith(early, aRecord());
    expect(await retired(store)).toEqual({
      kind: 'kept',
      because: { reason: 'not-proven-gone', resources: [anId(2), anId(0x201)] },
    });
    expect(recordedResources([early])).toEqual(new Set([anId(2), anId(0x201)]));
  });

  it('are kept where a provider ID is unclear: of its instance nobody can say that it is gone', async () => {
    const nodeClaims = [
      aRecordedNodeClaim(),
      aRecordedNodeClaim({ name: 'odd', providerId: 'aws:///i-0abc' }),
    ];
    const store = await storeWith(aRecord({ nodeClaims }));
    expect(await retired(store)).toEqual({
      kind: 'kept',
      because: { reason: 'provider-ids-unclear', nodeClaims: ['odd'] },
    });
  });

  it('are kept while any file is damaged: it may be one of them', async () => {
    const store = await storeWith(aRecord());
    await retired(store, PROVEN);
    store.files.set('ledger/shop/notes.txt', new Uint8Array());
    expect(await retired(store, DUE)).toEqual({ kind: 'kept', because: { reason: 'ledger-damaged' } });
  });

  it('are kept where there are none', async () => {
    expect(await retired(memoryStore())).toEqual({ kind: 'kept', because: { reason: 'never-recorded' } });
  });

  it('that came after the first proof make it void', async () => {
    const store = await storeWith(aRecord());
    await retired(store, PROVEN);
    await appendRecord(store, 'shop', aRecord({ recordedAt: plusMs(PROVEN, DAY_MS) }));
    expect(await retired(store, DUE)).toEqual({
      kind: 'waiting',
      since: DUE,
      until: plusMs(DUE, RETENTION_MS),
    });
  });

  it('that came after the retirement bring all of them back', async () => {
    const store = await storeWith(aRecord());
    await retired(store, PROVEN);
    await retired(store, DUE);
    await appendRecord(store, 'shop', aRecord({ recordedAt: plusMs(DUE, DAY_MS) }));
    const { records, retired: entries, damaged } = await loadLedger(store, 'shop');
    expect([records.length, entries.length, damaged.length]).toEqual([2, 0, 0]);
  });
});

describe('a proof', () => {
  const isDue = async (store: MemoryStore, now = PROVEN) =>
    isProofDue(await loadLedger(store, 'shop'), UID, now, RETENTION_MS);

  it('is due when there is none, then when the set time has passed, then never', async () => {
    const store = await storeWith(aRecord());
    expect(await isDue(store)).toBe(true);
    await retired(store, PROVEN);
    expect(await isDue(store, PROVEN)).toBe(false);
    expect(await isDue(store, plusMs(DUE, -1))).toBe(false);
    expect(await isDue(store, DUE)).toBe(true);
    await retired(store, DUE);
    expect(await isDue(store, DUE)).toBe(false);
  });

  it('is never due of a cluster without records', async () => {
    expect(await isDue(memoryStore())).toBe(false);
  });
});

describe('of a retired cluster the ledger still knows', () => {
  async function folded() {
    const renamed = aRecordedCluster({ name: 'shop-new' });
    const store = await storeWith(
      aRecord({ recordedAt: plusMs(LAST, -HOUR_MS) }),
      aRecord({ cluster: renamed }),
    );
    await appendRun(store, 'shop', aRun({ clusters: [{ uid: UID, name: 'shop-new', state: 'gone' }] }));
    await retired(store, PROVEN);
    await retired(store, DUE);
    return foldLedger(await loadLedger(store, 'shop'), {
      now: plusMs(DUE, DAY_MS),
      gracePeriodMs: HOUR_MS,
      configured: [],
    });
  }

  it('that it was there, and its names: another cluster with its uid8 is not taken for it', async () => {
    expect((await folded()).clusters.get(UID)).toMatchObject({
      names: ['shop', 'shop-new'],
      lastSeenAlive: undefined,
      goneSince: aRun().asOf,
    });
  });

  it('how its instances were named: a copy of one is still a twin', async () => {
    expect((await folded()).instancesByName).toEqual(
      new Map([[aRecordedInstance().name, new Set([anId(1)])]]),
    );
  });

  it('and nothing that could prove ownership', async () => {
    const { instances, volumes } = await folded();
    expect([instances.size, volumes.size]).toEqual([0, 0]);
  });
});
