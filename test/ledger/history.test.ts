import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterRecord, RecordedInstance, RecordedNodeClaim } from '../../lib/ledger/entries.ts';
import { appendRecord, loadLedger } from '../../lib/ledger/files.ts';
import type { Store } from '../../lib/ledger/store.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedPersistentVolume,
  aRecordedVolume,
  at,
} from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';

const hour = (n: number) => plusMs(at('2026-11-01T00:00:00Z'), n * HOUR_MS);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

const nodeClaim = (n: number): RecordedNodeClaim =>
  aRecordedNodeClaim({
    name: `general-${String(n).padStart(5, '0')}`,
    providerId: `kakaocloud:///kr-central-2-a/${anId(n)}`,
  });
const instance = (n: number): RecordedInstance =>
  aRecordedInstance({
    id: anId(n),
    name: `karpenter-2c32ae2c-general-${String(n).padStart(5, '0')}`,
    volumes: [aRecordedVolume({ id: anId(100_000 + n) })],
  });

/** A cluster of the nodes `from` up to `to`. */
function nodes(from: number, to: number): Pick<ClusterRecord, 'nodeClaims' | 'instances'> {
  return { nodeClaims: range(from, to).map(nodeClaim), instances: range(from, to).map(instance) };
}

async function written(store: Store, ...records: readonly ClusterRecord[]): Promise<readonly string[]> {
  const forms: string[] = [];
  for (const record of records) forms.push((await appendRecord(store, 'shop', record)).written);
  return forms;
}

/** Counts what is read of a store. */
function counting(store: MemoryStore): MemoryStore & { readonly reads: readonly string[] } {
  const reads: string[] = [];
  return {
    ...store,
    reads,
    read: (key) => {
      reads.push(key);
      return store.read(key);
    },
  };
}

const listed = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(fc.array(arbitrary, { maxLength: 12 }), { nil: undefined });
const few = fc.nat(15);

const anyRecord: fc.Arbitrary<Partial<ClusterRecord>> = fc.record({
  source: fc.constantFrom('live', 'live', 'live', 'import'),
  cluster: fc.constantFrom(
    aRecordedCluster(),
    aRecordedCluster({ phase: 'Deleting' }),
    aRecordedCluster({ name: 'shop-new' }),
  ),
  nodeClaims: listed(few.map(nodeClaim)),
  persistentVolumes: listed(few.map((n) => aRecordedPersistentVolume({ name: `pvc-${n}` }))),
  instances: listed(
    fc
      .tuple(few, fc.boolean())
      .map(([n, isRenamed]) => ({ ...instance(n), ...(isRenamed && { name: 'x' }) })),
  ),
  altered: fc.array(
    few.map((n) => ({ id: anId(n), name: 'a', description: 'b' })),
    { maxLength: 2 },
  ),
});

/** A history in which most hours change a little, or nothing, of a larger cluster. */
const calmHistory: fc.Arbitrary<Partial<ClusterRecord>[]> = fc
  .array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 10 })
  .map((changes) => {
    let from = 0;
    let to = 20;
    return changes.map(([gone, born]) => {
      from += gone;
      to += born;
      return nodes(from, to);
    });
  });

describe('the records of a cluster', () => {
  it.each([
    ['whatever they hold, in any order, with doubles', fc.array(anyRecord, { maxLength: 8 }), ['record']],
    ['that change a little each hour', calmHistory, ['record', 'delta', 'unchanged']],
  ])('come back as they were: %s', async (_, histories, forms) => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const records = history.map((over, n) => aRecord({ ...over, recordedAt: hour(n) }));
        const store = memoryStore();
        for (const form of await written(store, ...records)) seen.add(form);
        const { records: loaded, damaged } = await loadLedger(store, 'shop');
        expect(damaged).toEqual([]);
        expect(loaded).toEqual(records);
      }),
    );
    for (const form of forms) expect(seen).toContain(form);
  });
});

describe('a record of a cluster in which little has changed', () => {
  it('says what changed since the full record', async () => {
    const store = memoryStore();
    const records = [nodes(0, 100), nodes(2, 103), nodes(4, 104)].map((over, n) =>
      aRecord({ ...over, recordedAt: hour(n) }),
    );
    expect(await written(store, ...records)).toEqual(['record', 'delta', 'delta']);
    const key = [...store.files.keys()].at(-1) ?? '';
    expect(key).toMatch(/\/20261101T020000\.000Z-[0-9a-f]{16}\.delta\.json$/);
    expect(JSON.parse(new TextDecoder().decode(store.files.get(key)))).toMatchObject({
      kind: 'delta',
      nodeClaims: {
        set: range(100, 104).map((n) => ({ name: nodeClaim(n).name })),
        removed: range(0, 4).map((n) => nodeClaim(n).name),
      },
      persistentVolumes: { set: [], removed: [] },
      instances: { removed: range(0, 4).map(anId) },
    });
  });

  it('shares with the full record the lists in which nothing changed', async () => {
    const store = memoryStore();
    const persistentVolumes = range(0, 50).map((n) => aRecordedPersistentVolume({ name: `pvc-${100 + n}` }));
    await written(
      store,
      aRecord({ ...nodes(0, 100), persistentVolumes, recordedAt: hour(0) }),
      aRecord({ ...nodes(1, 100), persistentVolumes, recordedAt: hour(1) }),
    );
    const [first, second] = (await loadLedger(store, 'shop')).records;
    expect(second?.persistentVolumes).toBe(first?.persistentVolumes);
  });

  it('is written whole again once the changes come near to it in size', async () => {
    const store = memoryStore();
    const records = range(0, 12).map((n) => aRecord({ ...nodes(5 * n, 100 + 5 * n), recordedAt: hour(n) }));
    const forms = await written(store, ...records);
    expect(forms[0]).toBe('record');
    expect(forms.filter((form) => form === 'record').length).toBeGreaterThan(1);
    expect(forms.filter((form) => form === 'delta').length).toBeGreaterThan(6);
  });

  it.each<[string, Partial<ClusterRecord>]>([
    ['it comes from a table', { source: 'import' }],
    ['a name stands twice', { nodeClaims: [...range(0, 100).map(nodeClaim), nodeClaim(5)] }],
    ['the order is another', { nodeClaims: range(0, 100).map(nodeClaim).toReversed() }],
  ])('is written whole when %s', async (_, change) => {
    const store = memoryStore();
    const record = aRecord({ ...nodes(0, 100), recordedAt: hour(0) });
    expect(await written(store, record, { ...record, ...change, recordedAt: hour(1) })).toEqual([
      'record',
      'record',
    ]);
  });

  it('says when a list could not be read; what is read again then is written whole', async () => {
    const store = memoryStore();
    const records = [{}, { nodeClaims: undefined }, {}, { instances: undefined }].map((over, n) =>
      aRecord({ ...nodes(0, 100), ...over, recordedAt: hour(n) }),
    );
    expect(await written(store, ...records)).toEqual(['record', 'delta', 'delta', 'delta']);
    expect((await loadLedger(store, 'shop')).records).toEqual(records);
    const other = memoryStore();
    const unread = records.toReversed().map((record, n) => ({ ...record, recordedAt: hour(n) }));
    expect(await written(other, ...unread)).toEqual(['record', 'record', 'delta', 'delta']);
    expect((await loadLedger(other, 'shop')).records).toEqual(unread);
  });

  it('may be repeated: then that is said of it', async () => {
    const store = memoryStore();
    const records = [nodes(0, 100), nodes(2, 102), nodes(2, 102), nodes(0, 100)].map((over, n) =>
      aRecord({ ...over, recordedAt: hour(n) }),
    );
    expect(await written(store, ...records)).toEqual(['record', 'delta', 'unchanged', 'delta']);
    expect((await loadLedger(store, 'shop')).records).toEqual(records);
  });

  it('that is there already stays the only one', async () => {
    const store = memoryStore();
    const record = aRecord({ ...nodes(2, 102), recordedAt: hour(1) });
    await written(store, aRecord({ ...nodes(0, 100), recordedAt: hour(0) }), record);
    expect(await written(store, record)).toEqual(['already-there']);
    expect(store.files.size).toBe(2);
  });

  it.each([
    ['is missing', (store: MemoryStore, full: string) => store.files.delete(full)],
    ['is damaged', (store: MemoryStore, full: string) => store.files.set(full, new Uint8Array())],
  ])('is damaged when its full record %s, and so is what repeats it', async (_, harm) => {
    const store = memoryStore();
    const records = [nodes(0, 100), nodes(2, 102), nodes(2, 102)];
    await written(store, ...records.map((over, n) => aRecord({ ...over, recordedAt: hour(n) })));
    const [full = '', delta = '', note = ''] = store.files.keys();
    harm(store, full);
    const { records: loaded, damaged } = await loadLedger(store, 'shop');
    expect(loaded).toEqual([]);
    expect(damaged.map(({ key }) => key)).toEqual(
      [...(store.files.has(full) ? [full] : []), delta, note].toSorted(),
    );
    expect(await written(store, aRecord({ ...nodes(2, 102), recordedAt: hour(3) }))).toEqual(['record']);
  });

  it('never refers to a delta', async () => {
    const store = memoryStore();
    const records = [nodes(0, 100), nodes(2, 102), nodes(4, 104)];
    await written(store, ...records.map((over, n) => aRecord({ ...over, recordedAt: hour(n) })));
    const [full = ''] = store.files.keys();
    const mark = full.slice(full.lastIndexOf('/') + 1, -'.json'.length);
    const texts = [...store.files.values()]
      .slice(1)
      .map((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    expect(texts.map(({ of }) => of)).toEqual([mark, mark]);
  });
});

describe('what has to be read', () => {
  const unchanged = range(0, 30 * 24).map((n) => aRecord({ recordedAt: hour(n) }));

  it('of a month of hourly records of an unchanged cluster is one file', async () => {
    const store = counting(memoryStore());
    await written(store, ...unchanged);
    expect(store.files.size).toBe(unchanged.length);
    const before = store.reads.length;
    expect((await loadLedger(store, 'shop')).records).toEqual(unchanged);
    expect(store.reads.slice(before)).toEqual([[...store.files.keys()][0]]);
  });

  it('to append to them is one file, and two after a change', async () => {
    const store = counting(memoryStore());
    await written(store, ...unchanged.slice(0, 50), aRecord({ ...nodes(0, 100), recordedAt: hour(50) }));
    const reads = async (record: ClusterRecord) => {
      const before = store.reads.length;
      await written(store, record);
      return store.reads.length - before;
    };
    expect(await reads(aRecord({ ...nodes(0, 100), recordedAt: hour(51) }))).toBe(1);
    expect(await reads(aRecord({ ...nodes(1, 100), recordedAt: hour(52) }))).toBe(1);
    expect(await reads(aRecord({ ...nodes(1, 100), recordedAt: hour(53) }))).toBe(2);
    expect(await reads(aRecord({ ...nodes(1, 100), recordedAt: hour(54) }))).toBe(2);
  });

  it('does not depend on the bytes of what only says that nothing changed', async () => {
    const store = memoryStore();
    await written(store, ...unchanged.slice(0, 3));
    const [, , last = ''] = store.files.keys();
    store.files.set(last, new Uint8Array());
    expect(await loadLedger(store, 'shop')).toMatchObject({ records: unchanged.slice(0, 3), damaged: [] });
  });

  it.each([
    ['another time', (name: string) => name.replace('/20261101T01', '/20261101T05')],
    ['another cluster', (name: string) => name.replace(aClusterUid(), aClusterUid('9e363260'))],
    [
      'another mark',
      (name: string) => name.replace(/Z-[0-9a-f]{16}\.unchanged/, 'Z-0123456789abcdef.unchanged'),
    ],
  ])('a name that was changed to %s is damaged all the same', async (_, changed) => {
    const store = memoryStore();
    await written(store, ...unchanged.slice(0, 2));
    const [, note = ''] = store.files.keys();
    expect(changed(note)).not.toBe(note);
    store.files.set(changed(note), store.files.get(note) ?? new Uint8Array());
    const { records, damaged } = await loadLedger(store, 'shop');
    expect(records).toHaveLength(2);
    expect(damaged.map(({ key }) => key)).toEqual([changed(note)]);
  });
});
