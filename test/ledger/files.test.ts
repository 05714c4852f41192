import { describe, expect, it } from 'vitest';
import { encodeEntry } from '../../lib/ledger/codec.ts';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { appendRecord, appendRun, loadLedger } from '../../lib/ledger/files.ts';
import { keyOf } from '../../lib/ledger/keys.ts';
import type { UnchangedEntry } from '../../lib/ledger/schemas.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { HOUR_MS, instantFromMs } from '../../lib/terms/instants.ts';
import { aClusterUid, aRecord, aRecordedCluster, aRecordedNodeClaim, aRun, at } from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';

const UID = aClusterUid();
const FOLDER = `ledger/shop/records/${UID}/`;
const MARK = /^\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{16}$/;
const EMPTY = { records: [], runs: [], gone: [], retired: [], damaged: [] };
/** The mark in a key's name. */
const markIn = (key = '') => key.slice(FOLDER.length).split(/(?<=Z-[0-9a-f]{16})\./)[0] ?? '';
const nodeClaims = (...names: string[]) => names.map((name) => aRecordedNodeClaim({ name }));
const hours = (n: number) => instantFromMs(at('2026-11-01T00:00:00Z') + n * HOUR_MS);

/** A store in which these records were written one after the other. */
async function storeWith(...records: ClusterRecord[]): Promise<MemoryStore> {
  const store = memoryStore();
  for (const record of records) await appendRecord(store, 'shop', record);
  return store;
}

describe('a record', () => {
  it('is kept by project, cluster and time', async () => {
    const store = memoryStore();
    const { key, written } = await appendRecord(
      store,
      'shop',
      aRecord({ recordedAt: at('2026-11-01T00:00:00.25Z') }),
    );
    expect(written).toBe('record');
    expect(key.slice(0, FOLDER.length)).toBe(FOLDER);
    expect(key.endsWith('.json')).toBe(true);
    expect(markIn(key)).toMatch(MARK);
    expect(key).toContain('/20261101T000000.250Z-');
  });

  it('comes back', async () => {
    const store = await storeWith(aRecord());
    expect(await loadLedger(store, 'shop')).toEqual({ ...EMPTY, records: [aRecord()] });
  });

  it('of an unchanged cluster adds a note only', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }));
    const { key, written } = await appendRecord(store, 'shop', aRecord({ recordedAt: hours(1) }));
    expect(written).toBe('unchanged');
    expect(store.files.get(key)?.length).toBeLessThan(500);
  });

  it('of a cluster unchanged for many hours refers to the one full record, and shares its lists', async () => {
    const store = await storeWith(...[0, 1, 2, 3].map((n) => aRecord({ recordedAt: hours(n) })));
    const { records, damaged } = await loadLedger(store, 'shop');
    expect(damaged).toEqual([]);
    expect(records).toEqual([0, 1, 2, 3].map((n) => aRecord({ recordedAt: hours(n) })));
    expect(new Set(records.map((record) => record.instances)).size).toBe(1);
    expect(new Set(records.map((record) => record.nodeClaims)).size).toBe(1);
  });

  it.each<[string, Partial<ClusterRecord>]>([
    ['another NodeClaim', { nodeClaims: nodeClaims('general-7k2lq', 'spot-x9q4m') }],
    ['no NodeClaim', { nodeClaims: [] }],
    ['NodeClaims that could not be read', { nodeClaims: undefined }],
    ['instances that could not be read', { instances: undefined }],
    ['no instance', { instances: [] }],
    ['another phase', { cluster: aRecordedCluster({ phase: 'Deleting' }) }],
    ['another source', { source: 'import' }],
  ])('is written whole when there is %s', async (_, change) => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }), aRecord({ recordedAt: hours(1) }));
    const changed = aRecord({ recordedAt: hours(2), ...change });
    expect(await appendRecord(store, 'shop', changed)).toMatchObject({ written: 'record' });
    expect((await loadLedger(store, 'shop')).records.at(-1)).toEqual(changed);
  });

  it('is written whole when the cluster is as it was before the last change', async () => {
    const store = await storeWith(
      aRecord({ recordedAt: hours(0) }),
      aRecord({ recordedAt: hours(1), nodeClaims: nodeClaims('spot-x9q4m') }),
    );
    expect(await appendRecord(store, 'shop', aRecord({ recordedAt: hours(2) }))).toMatchObject({
      written: 'record',
    });
  });

  it('is not compared with another cluster, or with the same one in another project', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }));
    const other = aRecord({
      recordedAt: hours(1),
      cluster: aRecordedCluster({ uid: aClusterUid('9e363260') }),
    });
    expect(await appendRecord(store, 'shop', other)).toMatchObject({ written: 'record' });
    expect(await appendRecord(store, 'shop-2', aRecord({ recordedAt: hours(1) }))).toMatchObject({
      written: 'record',
    });
    expect((await loadLedger(store, 'shop')).records).toHaveLength(2);
  });

  it.each([0, 1])('that is there already stays the only one (after %i hours)', async (hour) => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }));
    const first = await appendRecord(store, 'shop', aRecord({ recordedAt: hours(hour) }));
    const again = await appendRecord(store, 'shop', aRecord({ recordedAt: hours(hour) }));
    expect(again).toEqual({ key: first.key, written: 'already-there' });
    expect(store.files.size).toBe(hour + 1);
  });

  it('of the same moment with other content is kept beside the first', async () => {
    const store = await storeWith(aRecord(), aRecord({ nodeClaims: nodeClaims('spot-x9q4m') }));
    expect((await loadLedger(store, 'shop')).records).toHaveLength(2);
  });

  it('of a clock that went back is written whole, in its place', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(5) }));
    expect(await appendRecord(store, 'shop', aRecord({ recordedAt: hours(3) }))).toMatchObject({
      written: 'record',
    });
    const { records } = await loadLedger(store, 'shop');
    expect(records.map((record) => record.recordedAt)).toEqual([hours(3), hours(5)]);
  });

  it('is written whole when the full record before it is damaged', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }), aRecord({ recordedAt: hours(1) }));
    store.files.set([...store.files.keys()][0] ?? '', new TextEncoder().encode('{'));
    expect(await appendRecord(store, 'shop', aRecord({ recordedAt: hours(2) }))).toMatchObject({
      written: 'record',
    });
  });

  it('is not disturbed by files that are none of the ledger', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }));
    store.files.set(`${FOLDER}notes.txt`, new Uint8Array());
    expect(await appendRecord(store, 'shop', aRecord({ recordedAt: hours(1) }))).toMatchObject({
      written: 'unchanged',
    });
  });
});

describe('a run', () => {
  it('is kept by project, time and ID, and comes back', async () => {
    const store = memoryStore();
    const key = 'ledger/shop/runs/20261101T020000.000Z-run-1.json';
    expect(await appendRun(store, 'shop', aRun())).toBe(key);
    expect(await appendRun(store, 'shop', aRun())).toBe(key);
    expect(await loadLedger(store, 'shop')).toEqual({ ...EMPTY, runs: [aRun()] });
  });

  it.each(['', '../../run', 'a/b', 'a b'])('is not written under the ID %j', async (runId) => {
    const store = memoryStore();
    await expect(appendRun(store, 'shop', aRun({ runId }))).rejects.toThrow('is no run ID');
    expect(store.files.size).toBe(0);
  });
});

describe('a ledger', () => {
  it('is empty before the first record', async () => {
    expect(await loadLedger(memoryStore(), 'shop')).toEqual(EMPTY);
  });

  it('is ordered by time, across clusters', async () => {
    const other = aRecordedCluster({ uid: aClusterUid('00000001') });
    const store = await storeWith(
      aRecord({ recordedAt: hours(2) }),
      aRecord({ recordedAt: hours(1), cluster: other }),
      aRecord({ recordedAt: hours(3), cluster: other }),
    );
    for (const n of [5, 4]) await appendRun(store, 'shop', aRun({ runId: `run-${9 - n}`, asOf: hours(n) }));
    const { records, runs } = await loadLedger(store, 'shop');
    expect(records.map((record) => record.recordedAt)).toEqual([hours(1), hours(2), hours(3)]);
    expect(runs.map((run) => run.asOf)).toEqual([hours(4), hours(5)]);
  });

  it('of a project holds nothing of another whose name begins alike', async () => {
    const store = await storeWith(aRecord());
    await appendRun(store, 'shop-2', aRun());
    expect((await loadLedger(store, 'shop')).runs).toEqual([]);
    expect((await loadLedger(store, 'shop-2')).records).toEqual([]);
  });

  it.each(['', 'Shop', '../shop', '.shop', 'a/b', '쇼핑'])(
    'is not kept for a project named %j',
    async (project) => {
      const store = memoryStore();
      const refused = { code: 'config-invalid', message: expect.stringContaining(JSON.stringify(project)) };
      await expect(loadLedger(store, project)).rejects.toMatchObject(refused);
      await expect(appendRecord(store, project, aRecord())).rejects.toMatchObject(refused);
      await expect(appendRun(store, project, aRun())).rejects.toMatchObject(refused);
    },
  );

  it('that cannot be read rejects, whichever file it is', async () => {
    const store = await storeWith(
      aRecord({ recordedAt: hours(0) }),
      aRecord({ recordedAt: hours(1), nodeClaims: [] }),
    );
    await appendRun(store, 'shop', aRun());
    const failure = new AuditFailure('store-unreadable', 'the disk is gone', 'mount it');
    for (const key of ['ledger/shop/', ...store.files.keys()]) {
      store.fault = { failure, touches: (touched) => touched === key };
      await expect(loadLedger(store, 'shop')).rejects.toBe(failure);
    }
  });

  it('stops reading after the first failure', async () => {
    const store = memoryStore();
    for (let n = 0; n < 500; n += 1) await appendRun(store, 'shop', aRun({ runId: `run-${n}` }));
    let touched = 0;
    store.fault = {
      failure: new AuditFailure('store-unreadable', 'the disk is gone', 'mount it'),
      touches: (key) => key !== 'ledger/shop/' && ++touched > 0,
    };
    await expect(loadLedger(store, 'shop')).rejects.toMatchObject({ code: 'store-unreadable' });
    await new Promise(setImmediate);
    expect(touched).toBeLessThan(100);
  });
});

describe('what cannot be understood in a ledger is named', () => {
  const NOTES = [
    'ledger/shop/notes.txt',
    'ledger/shop/runs/notes.txt',
    'ledger/shop/runs/.hidden.json',
    'ledger/shop/runs/20261101T020000.000Z-a/b.json',
    `${FOLDER}20261101T000000Z-0123456789abcdef.json`,
    'ledger/shop/records/shop/20261101T000000.000Z-0123456789abcdef.json',
  ];

  it.each(NOTES)('by its name, unread: %s', async (key) => {
    const store = memoryStore([[key, encodeEntry(aRun())]]);
    store.fault = {
      failure: new AuditFailure('internal', 'read', ''),
      touches: (touched) => touched === key,
    };
    const damaged = [{ key, why: 'has a name that no file of the ledger has' }];
    expect(await loadLedger(store, 'shop')).toEqual({ ...EMPTY, damaged });
  });

  it('a damaged file, and everything else is there', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }));
    const key = await appendRun(store, 'shop', aRun());
    store.files.set(key, encodeEntry(aRun()).subarray(0, -1));
    const { records, runs, damaged } = await loadLedger(store, 'shop');
    expect([records.length, runs.length]).toEqual([1, 0]);
    expect(damaged).toEqual([{ key, why: expect.stringContaining('checksum') }]);
  });

  it('a file that vanished while the ledger was read', async () => {
    const store = await storeWith(aRecord());
    const [key = ''] = store.files.keys();
    const vanishing = { ...store, list: () => store.list('ledger/shop/'), read: async () => undefined };
    const damaged = [{ key, why: 'was listed, but is not there any more' }];
    expect((await loadLedger(vanishing, 'shop')).damaged).toEqual(damaged);
  });

  it('a note without its record: a damaged one takes its notes with it', async () => {
    const store = await storeWith(...[0, 1, 2].map((n) => aRecord({ recordedAt: hours(n) })));
    const [full = '', ...notes] = store.files.keys();
    store.files.set(full, new Uint8Array());
    const { records, damaged } = await loadLedger(store, 'shop');
    expect(records).toEqual([]);
    expect(damaged.map(({ key }) => key)).toEqual([full, ...notes]);
    expect(damaged[1]?.why).toBe(
      `refers to ${markIn(full)}, which is not there or is not the record that it means`,
    );
  });

  it('a note that means another record than the one it refers to', async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }));
    const of = markIn([...store.files.keys()][0]);
    const note: UnchangedEntry = { kind: 'unchanged', cluster: UID, recordedAt: hours(1), of, claims: 2 };
    const key = keyOf('shop', note, encodeEntry(note));
    store.files.set(key, encodeEntry(note));
    expect((await loadLedger(store, 'shop')).damaged).toMatchObject([{ key }]);
  });

  it.each([
    ["another cluster's folder", (key: string) => key.replace(UID, aClusterUid('9e363260'))],
    ['another time', (key: string) => key.replace('20261101T000000', '20261201T000000')],
    ['another content', (key: string) => key.replace(/-[0-9a-f]{16}\.json$/, '-0123456789abcdef.json')],
    ['the runs', (key: string) => key.replace(`records/${UID}`, 'runs')],
  ])('a record that was moved to %s', async (_, moved) => {
    const store = await storeWith(aRecord());
    const [key = ''] = store.files.keys();
    const copy = memoryStore([[moved(key), encodeEntry(aRecord())]]);
    const damaged = [
      { key: moved(key), why: 'holds another time, cluster, run or content than its name says' },
    ];
    expect(await loadLedger(copy, 'shop')).toEqual({ ...EMPTY, damaged });
  });

  it("a note that was moved to another cluster's folder", async () => {
    const store = await storeWith(aRecord({ recordedAt: hours(0) }), aRecord({ recordedAt: hours(1) }));
    const note = [...store.files].at(-1);
    const moved = note?.[0].replace(UID, aClusterUid('9e363260')) ?? '';
    store.files.set(moved, note?.[1] ?? new Uint8Array());
    expect((await loadLedger(store, 'shop')).damaged.map(({ key }) => key)).toEqual([moved]);
  });
});
