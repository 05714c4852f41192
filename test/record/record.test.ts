import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { RecordedNodeClaim } from '../../lib/ledger/entries.ts';
import { loadFacts } from '../../lib/ledger/facts-history.ts';
import { appendRecord, appendRun, loadLedger } from '../../lib/ledger/files.ts';
import { retire } from '../../lib/ledger/retire.ts';
import type { Store } from '../../lib/ledger/store.ts';
import { importTable, type RecordOptions, record } from '../../lib/record.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { DAY_MS, HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { read } from '../../lib/terms/readable.ts';
import { type FakeCluster, fakeWitnesses } from '../builders/fake-witnesses.ts';
import { fakeHelpDesk, someFacts } from '../builders/help-desk.ts';
import { aNodeClaim } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedPersistentVolume,
  aRecordedVolume,
  aRun,
  at,
} from '../builders/ledger.ts';
import { memoryStore } from '../builders/memory-store.ts';
import { aCluster, anAttachedVolume, anInstance, fakeCloud } from './world.ts';

const NOW = at('2026-11-01T00:00:00Z');
const UID = aClusterUid();
const UNREADABLE = new AuditFailure('server-failed', 'the answer was 503', 'try again later');
const CLAIMED: FakeCluster = { nodeClaims: [aNodeClaim()] };

/** One cluster with one NodeClaim and its instance, unless told otherwise. */
function aWorld(
  over: {
    instances?: readonly Instance[];
    clusters?: readonly Cluster[];
    witnesses?: Record<string, FakeCluster>;
  } = {},
) {
  const cloud = fakeCloud(over.instances ?? [anInstance()], over.clusters ?? [aCluster()]);
  const witnesses = fakeWitnesses(over.witnesses ?? { shop: CLAIMED });
  const store = memoryStore();
  const options: RecordOptions = {
    project: 'shop-prod',
    cloud,
    witnesses,
    store,
    now: NOW,
    clustersWithoutWitness: new Set(),
  };
  return {
    cloud,
    witnesses,
    store,
    record: (over: Partial<RecordOptions> = {}) => record({ ...options, ...over }),
    ledger: () => loadLedger(store, 'shop-prod'),
  };
}

const codesOf = (failures: readonly AuditFailure[]) => failures.map((failure) => failure.code);

describe('record', () => {
  it('writes what lives: the cluster, its NodeClaims, their instances and volumes', async () => {
    const world = aWorld();
    const result = await world.record();
    expect(result).toEqual({
      records: [
        {
          cluster: { uid: UID, name: 'shop' },
          key: expect.stringMatching(`^ledger/shop-prod/records/${UID}/20261101T000000.000Z-`),
          written: 'record',
          nodeClaims: 1,
          instances: 1,
          volumes: 1,
        },
      ],
      warnings: [],
      problems: [],
      complete: true,
    });
    const nodeClaims: RecordedNodeClaim[] = [
      {
        name: 'general-7k2lq',
        uid: aNodeClaim().uid,
        nodePool: 'general',
        providerId: `kakaocloud:///kr-central-2-a/${anId(1)}`,
        provider: { kind: 'instance', id: anId(1) },
      },
    ];
    expect((await world.ledger()).records).toEqual([aRecord({ nodeClaims, persistentVolumes: [] })]);
  });

  it('lists the instances before the clusters, and the clusters before it asks them', async () => {
    const world = aWorld();
    const asked: string[] = [];
    await world.record({
      witnesses: {
        ask: (cluster) => {
          asked.push(...world.cloud.calls, cluster.name);
          return world.witnesses.ask(cluster);
        },
      },
    });
    expect(asked).toEqual(['instances', 'clusters', 'shop']);
  });

  it('adds a note only while nothing changes, in whatever order the lists come', async () => {
    const claims = ['a', 'b', 'c'].map((name, n) =>
      aNodeClaim({ name, provider: { kind: 'instance', id: anId(n) } }),
    );
    const instances = [0, 1, 2].map((n) =>
      anInstance({ id: anId(n), volumes: [anAttachedVolume({ id: anId(9) }), anAttachedVolume()] }),
    );
    const nodePersistentVolumes = ['pvc-1', 'pvc-2'].map((name) => aRecordedPersistentVolume({ name }));
    const world = aWorld({
      instances,
      witnesses: { shop: { nodeClaims: claims, persistentVolumes: nodePersistentVolumes } },
    });
    await world.record();
    world.cloud.instances = instances.toReversed().map((it) => ({ ...it, volumes: it.volumes.toReversed() }));
    const witnesses = fakeWitnesses({
      shop: { nodeClaims: claims.toReversed(), persistentVolumes: nodePersistentVolumes.toReversed() },
    });
    const { records } = await world.record({ now: plusMs(NOW, HOUR_MS), witnesses });
    expect(records).toMatchObject([{ written: 'unchanged', nodeClaims: 3, instances: 3, volumes: 6 }]);
  });

  it('keeps how a volume is tied to its instance', async () => {
    const data = {
      id: anId(0x102),
      isRoot: false,
      isDeleteOnTermination: false,
      sizeGiB: 100,
      createdAt: undefined,
    };
    const world = aWorld({ instances: [anInstance({ volumes: [anAttachedVolume(), data] })] });
    await world.record();
    const [written] = (await world.ledger()).records;
    expect(written?.instances).toEqual([
      aRecordedInstance({ volumes: [aRecordedVolume(), aRecordedVolume(data)] }),
    ]);
  });

  it('keeps PersistentVolumes, also those that are no block volume', async () => {
    const persistentVolumes = [
      { name: 'pvc-1', volumeHandle: `zone-a/${anId(0x201)}`, volumeId: anId(0x201) },
      { name: 'pvc-2', volumeHandle: 'nfs.example/share', volumeId: undefined },
      { name: 'pvc-3', volumeHandle: undefined, volumeId: undefined },
    ];
    const world = aWorld({ witnesses: { shop: { ...CLAIMED, persistentVolumes } } });
    await world.record();
    expect((await world.ledger()).records[0]?.persistentVolumes).toEqual(persistentVolumes);
  });

  it('keeps NodeClaims that are launching, or whose provider ID is unclear', async () => {
    const nodeClaims = [
      aNodeClaim({ name: 'a', provider: { kind: 'none' } }),
      aNodeClaim({ name: 'b', provider: { kind: 'unclear', text: 'aws:///i-0abc' } }),
    ];
    const world = aWorld({ witnesses: { shop: { nodeClaims } } });
    await world.record();
    expect((await world.ledger()).records[0]?.nodeClaims).toEqual([
      { name: 'a', uid: aNodeClaim().uid, nodePool: 'general', providerId: '', provider: { kind: 'none' } },
      {
        name: 'b',
        uid: aNodeClaim().uid,
        nodePool: 'general',
        providerId: 'aws:///i-0abc',
        provider: { kind: 'unclear', text: 'aws:///i-0abc' },
      },
    ]);
  });

  it('records a deleting cluster like any other', async () => {
    const world = aWorld({ clusters: [aCluster({ phase: 'Deleting', isDeleting: true })] });
    expect(await world.record()).toMatchObject({ records: [{ nodeClaims: 1 }], complete: true });
    expect((await world.ledger()).records[0]?.cluster).toEqual(aRecordedCluster({ phase: 'Deleting' }));
  });

  it('records nothing where there is no cluster', async () => {
    const world = aWorld({ clusters: [] });
    expect(await world.record()).toEqual({ records: [], warnings: [], problems: [], complete: true });
    expect(world.store.files.size).toBe(0);
  });
});

describe('the instances of a cluster', () => {
  const idsRecorded = async (world: ReturnType<typeof aWorld>) => {
    await world.record();
    return (await world.ledger()).records[0]?.instances?.map((instance) => instance.id);
  };
  const named = (n: number, name: string) => anInstance({ id: anId(n), name });

  it('are those that a NodeClaim points at, or a Node, or that are named after it', async () => {
    const world = aWorld({
      instances: [
        named(1, 'karpenter-ffffffff-claimed'),
        named(2, 'karpenter-ffffffff-behind-a-node'),
        named(3, 'karpenter-2c32ae2c-named-after-it'),
        named(4, `karpenter-2c32ae2c-cut-off-${'x'.repeat(63 - 27)}`),
        named(5, "karpenter-ffffffff-another-cluster's"),
      ],
      witnesses: {
        shop: {
          ...CLAIMED,
          nodes: [
            {
              name: 'host-1',
              provider: { kind: 'instance', id: anId(2) },
              isReady: true,
              isKarpenters: true,
            },
          ],
        },
      },
    });
    expect(await idsRecorded(world)).toEqual([anId(1), anId(2), anId(3), anId(4)]);
  });

  it('are not the nodes of a managed node pool, which bear no mark', async () => {
    const world = aWorld({
      instances: [anInstance(), anInstance({ id: anId(2), name: 'shop-pool-1', description: '' })],
      witnesses: {
        shop: {
          ...CLAIMED,
          nodes: [
            {
              name: 'host-1',
              provider: { kind: 'instance', id: anId(2) },
              isReady: true,
              isKarpenters: false,
            },
          ],
        },
      },
    });
    expect(await idsRecorded(world)).toEqual([anId(1)]);
    expect(world.cloud.calls).toEqual(['instances', 'clusters']);
  });

  it('are read by ID when a NodeClaim points at one that bears no mark any more', async () => {
    const world = aWorld({ instances: [anInstance({ name: 'renamed', description: '' })] });
    expect(await idsRecorded(world)).toEqual([anId(1)]);
    expect(world.cloud.calls).toContain(`instance ${anId(1)}`);
  });

  it('are kept by the listing once they are recorded', async () => {
    const world = aWorld();
    await world.record();
    world.cloud.instances = [anInstance({ name: 'renamed', description: '' })];
    world.cloud.calls.length = 0;
    await world.record({ now: plusMs(NOW, HOUR_MS) });
    expect(world.cloud.calls).toEqual(['instances', 'clusters']);
  });

  it('lack one that is gone already, which is no problem', async () => {
    const world = aWorld({ instances: [] });
    expect(await world.record()).toMatchObject({
      records: [{ nodeClaims: 1, instances: 0, volumes: 0 }],
      complete: true,
    });
  });

  it('lack one that could not be read, which is one', async () => {
    const world = aWorld({
      instances: [anInstance({ name: 'renamed', description: '' }), named(2, 'karpenter-2c32ae2c-b')],
    });
    world.cloud.faults.set(anId(1), UNREADABLE);
    const result = await world.record();
    expect(result).toMatchObject({
      records: [{ nodeClaims: 1, instances: 1 }],
      problems: [UNREADABLE],
      complete: false,
    });
  });
});

describe('what record could not read', () => {
  it('is undefined in the record, never empty: NodeClaims', async () => {
    const world = aWorld({ witnesses: { shop: { nodeClaims: UNREADABLE } } });
    const result = await world.record();
    expect(result).toMatchObject({ records: [{ nodeClaims: undefined, instances: 1 }], complete: false });
    expect(result.problems).toEqual([UNREADABLE]);
    expect((await world.ledger()).records[0]).toMatchObject({ nodeClaims: undefined, persistentVolumes: [] });
  });

  it('is undefined in the record, never empty: PersistentVolumes', async () => {
    const world = aWorld({ witnesses: { shop: { ...CLAIMED, persistentVolumes: UNREADABLE } } });
    expect((await world.record()).problems).toEqual([UNREADABLE]);
    expect((await world.ledger()).records[0]).toMatchObject({
      nodeClaims: [{}],
      persistentVolumes: undefined,
    });
  });

  it('is told: Nodes', async () => {
    const world = aWorld({ witnesses: { shop: { ...CLAIMED, nodes: UNREADABLE } } });
    expect(await world.record()).toMatchObject({ problems: [UNREADABLE], complete: false });
  });

  it('costs nothing else: without the list of instances, NodeClaims are recorded all the same', async () => {
    const world = aWorld();
    world.cloud.instances = UNREADABLE;
    const result = await world.record();
    expect(result).toMatchObject({
      records: [{ written: 'record', nodeClaims: 1, instances: undefined, volumes: undefined }],
      problems: [UNREADABLE],
      complete: false,
    });
    expect((await world.ledger()).records[0]).toMatchObject({
      nodeClaims: [{ name: 'general-7k2lq' }],
      instances: undefined,
    });
  });

  it('stops everything when it is the list of clusters', async () => {
    const world = aWorld();
    world.cloud.clusters = UNREADABLE;
    expect(await world.record()).toEqual({
      records: [],
      warnings: [],
      problems: [UNREADABLE],
      complete: false,
    });
  });

  it.each<[string, Partial<Cluster>, string]>([
    ['no endpoint', { endpoint: undefined }, 'it has no API endpoint'],
    ['a strange endpoint', { endpoint: { host: '10.0.0.1', port: 6443 } }, 'its API endpoint is 10.0.0.1'],
  ])('is a cluster with %s', async (_, over, found) => {
    const world = aWorld({
      clusters: [
        aCluster({ uid: undefined, ...over }),
        aCluster({ name: 'lab', uid: aClusterUid('9e363260') }),
      ],
    });
    const { records, problems } = await world.record({ clustersWithoutWitness: new Set(['lab']) });
    expect(problems).toMatchObject([
      {
        code: 'cluster-uid-unknown',
        message: `the cluster shop cannot be recorded, because its UID is not known: ${found}`,
      },
    ]);
    expect(records).toMatchObject([{ cluster: { name: 'lab' } }]);
  });

  it('is no problem for a cluster that the configuration gives no witness', async () => {
    const world = aWorld({
      clusters: [
        aCluster(),
        aCluster({ name: 'batch', uid: aClusterUid('9e363260') }),
        aCluster({ name: 'new', uid: undefined }),
      ],
    });
    const { records, complete } = await world.record({ clustersWithoutWitness: new Set(['batch', 'new']) });
    expect(complete).toBe(true);
    expect(world.witnesses.calls.some((call) => call.cluster === 'batch')).toBe(false);
    expect(records).toMatchObject([
      { cluster: { name: 'shop' } },
      { cluster: { name: 'batch' }, nodeClaims: undefined },
    ]);
  });

  it('of one cluster leaves the others as they are', async () => {
    const lab = aCluster({ name: 'lab', uid: aClusterUid('9e363260') });
    const world = aWorld({ clusters: [lab, aCluster()] });
    const { records, problems } = await world.record();
    expect(codesOf(problems)).toEqual(['connection-failed']);
    expect(records).toMatchObject([
      { cluster: { name: 'lab' }, nodeClaims: undefined },
      { cluster: { name: 'shop' }, nodeClaims: 1 },
    ]);
  });

  it('nor does a witness that fails as none should', async () => {
    const lab = aCluster({ name: 'lab', uid: aClusterUid('9e363260') });
    const world = aWorld({ clusters: [lab, aCluster()] });
    const { records, problems } = await world.record({
      witnesses: {
        ask: (cluster) =>
          cluster.name === 'lab' ? Promise.reject(new Error('oops')) : world.witnesses.ask(cluster),
      },
    });
    expect(codesOf(problems)).toEqual(['internal']);
    expect(records).toMatchObject([{ cluster: { name: 'shop' } }]);
  });

  it('is told when rows are of another project', async () => {
    const world = aWorld();
    world.cloud.foreign = [anId(8), anId(9)];
    const { problems } = await world.record();
    expect(problems).toMatchObject([
      { code: 'foreign-project', message: expect.stringContaining(`${anId(8)}`) },
    ]);
  });
});

describe('what the help desk asks for', () => {
  const factsIn = (world: ReturnType<typeof aWorld>) =>
    [...world.store.files.keys()].filter((key) => key.includes('/facts/'));
  const unread = { kind: 'unreadable' as const, failure: UNREADABLE };

  it('is recorded beside the records, and again only when it changed', async () => {
    const world = aWorld();
    const facts = { shop: someFacts() };
    const helpDesk = fakeHelpDesk(facts);
    const first = await world.record({ helpDesk });
    expect(first).toMatchObject({ complete: true, records: [{}] });
    expect(factsIn(world)).toEqual([expect.stringMatching(`/shop-prod/facts/${UID}/20261101T000000.000Z-`)]);
    await world.record({ helpDesk, now: plusMs(NOW, HOUR_MS) });
    expect(factsIn(world)).toHaveLength(1);
    facts.shop = someFacts({ nodePools: read([]) });
    await world.record({ helpDesk, now: plusMs(NOW, 2 * HOUR_MS) });
    expect(factsIn(world)).toHaveLength(2);
    const { nodePools } = await loadFacts(world.store, 'shop-prod', UID);
    expect(nodePools).toMatchObject({ objects: [{ name: 'general', isThere: false }] });
  });

  it('is asked for after everything that proves', async () => {
    const world = aWorld();
    const asked: unknown[] = [];
    await world.record({
      helpDesk: {
        gather: async () => {
          asked.push(...world.witnesses.calls.map(({ list }) => list), world.store.files.size);
          return someFacts();
        },
      },
    });
    expect(asked).toEqual(['nodes', 'persistentVolumes', 'nodeClaims', 1]);
  });

  it('is not asked of a cluster that the configuration gives no witness', async () => {
    const world = aWorld();
    const helpDesk = fakeHelpDesk();
    await world.record({ helpDesk, clustersWithoutWitness: new Set(['shop']) });
    expect(helpDesk.asked).toEqual([]);
  });

  it('and could not be read, is told once, and costs no record', async () => {
    const world = aWorld();
    const helpDesk = fakeHelpDesk({ shop: someFacts({ nodePools: unread, nodeClasses: unread }) });
    const result = await world.record({ helpDesk });
    expect(result).toMatchObject({ records: [{ nodeClaims: 1 }], problems: [UNREADABLE], complete: false });
    expect(factsIn(world)).toHaveLength(1);
  });

  it('and is damaged in the ledger, is told by name', async () => {
    const world = aWorld();
    const helpDesk = fakeHelpDesk();
    await world.record({ helpDesk });
    const [key = ''] = factsIn(world);
    world.store.files.set(key, new Uint8Array());
    const { problems, records } = await world.record({ helpDesk, now: plusMs(NOW, HOUR_MS) });
    expect(records).toMatchObject([{ written: 'unchanged' }]);
    expect(problems).toMatchObject([{ code: 'ledger-damaged', message: expect.stringContaining(key) }]);
  });
});

describe('a ledger that another project wrote', () => {
  it('is not written to', async () => {
    const world = aWorld();
    await world.record();
    const files = [...world.store.files.keys()];
    world.cloud.projectId = '00000000000000000000000000000000';
    const { records, problems, complete } = await world.record({ now: plusMs(NOW, HOUR_MS) });
    expect({ records, complete }).toEqual({ records: [], complete: false });
    expect(problems).toMatchObject([{ code: 'foreign-project' }]);
    expect([...world.store.files.keys()]).toEqual(files);
  });
});

describe('of the ledger, record reads', () => {
  it('the newest record of each cluster only', async () => {
    const world = aWorld();
    for (const hour of [0, 1, 2]) await world.record({ now: plusMs(NOW, hour * HOUR_MS) });
    world.cloud.instances = [anInstance({ description: '' })];
    for (const hour of [3, 4]) await world.record({ now: plusMs(NOW, hour * HOUR_MS) });
    await appendRun(world.store, 'shop-prod', aRun());
    const [, , , changed] = [...world.store.files.keys()].filter((key) => key.startsWith('ledger/'));
    const reads: string[] = [];
    const store: Store = {
      ...world.store,
      read: (key) => {
        reads.push(key);
        return world.store.read(key);
      },
    };
    await world.record({ store, now: plusMs(NOW, 5 * HOUR_MS) });
    expect(reads).toEqual([changed]);
  });

  it('nothing of a retired cluster', async () => {
    const world = aWorld();
    const gone = aRecord({ cluster: aRecordedCluster({ uid: aClusterUid('9e363260') }) });
    await appendRecord(world.store, 'shop-prod', gone);
    for (const days of [1, 200]) {
      await retire({
        store: world.store,
        project: 'shop-prod',
        ledger: await world.ledger(),
        cluster: gone.cluster.uid,
        proof: { isClusterGone: true, gone: new Set([anId(1), anId(0x101)]) },
        now: plusMs(NOW, days * DAY_MS),
        retentionMs: 180 * DAY_MS,
      });
    }
    const [key = ''] = world.store.files.keys();
    world.store.fault = { failure: UNREADABLE, touches: (touched) => touched === key };
    expect(await world.record({ now: plusMs(NOW, 201 * DAY_MS) })).toMatchObject({ complete: true });
  });
});

describe('a ledger in a bad state', () => {
  it('is told of, and written to all the same: damaged', async () => {
    const world = aWorld();
    world.store.files.set('ledger/shop-prod/runs/notes.txt', new Uint8Array());
    const { records, problems } = await world.record();
    expect(records).toHaveLength(1);
    expect(problems).toMatchObject([
      {
        code: 'ledger-damaged',
        message: expect.stringContaining('ledger/shop-prod/runs/notes.txt has a name that no'),
      },
    ]);
  });

  it('is told of, and written to all the same: one file unreadable', async () => {
    const world = aWorld();
    await world.record();
    const [key] = world.store.files.keys();
    const failure = new AuditFailure('store-unreadable', 'a bad sector', 'restore it');
    world.store.fault = { failure, touches: (touched) => touched === key };
    const lab = aCluster({ name: 'lab', uid: aClusterUid('9e363260') });
    world.cloud.clusters = [aCluster(), lab];
    const { records, problems } = await world.record({
      now: plusMs(NOW, HOUR_MS),
      clustersWithoutWitness: new Set(['lab']),
    });
    expect(records).toMatchObject([
      { cluster: { name: 'shop' }, written: 'record' },
      { cluster: { name: 'lab' }, written: 'record' },
    ]);
    expect(problems).toEqual([failure]);
  });

  it('still warns when it cannot be written', async () => {
    const world = aWorld({ instances: [anInstance({ name: 'renamed' })] });
    const failure = new AuditFailure('store-unwritable', 'the disk is full', 'make room');
    world.store.fault = { failure, touches: (key) => key.endsWith('.json') };
    const result = await world.record();
    expect(result).toMatchObject({
      records: [],
      problems: [failure],
      warnings: [{ code: 'renamed' }],
      complete: false,
    });
  });
});

describe('record warns, while it can still be set right,', () => {
  const subject = { cluster: UID, nodeClaim: 'general-7k2lq', instanceId: anId(1) };
  const NAME = 'karpenter-2c32ae2c-general-7k2lq';
  const DESCRIPTION = 'v=1;m=karpenter;c=2c32ae2c';

  it.each([
    ['another name', { name: 'my-server' }, [{ code: 'renamed', was: undefined, is: 'my-server' }]],
    [
      "another cluster's name",
      { name: 'karpenter-ffffffff-general-7k2lq' },
      [{ code: 'renamed', was: undefined, is: 'karpenter-ffffffff-general-7k2lq' }],
    ],
    ["another NodeClaim's name", { name: `${NAME}x` }, [{ code: 'renamed', was: undefined, is: `${NAME}x` }]],
    [
      'another description',
      { description: '결제 서버; 지우지 말 것' },
      [{ code: 'description-changed', was: undefined, is: '결제 서버; 지우지 말 것' }],
    ],
    ['no description', { description: '' }, [{ code: 'description-changed', was: undefined, is: '' }]],
    [
      'both',
      { name: 'my-server', description: '' },
      [
        { code: 'renamed', was: undefined, is: 'my-server' },
        { code: 'description-changed', was: undefined, is: '' },
      ],
    ],
    ['neither', {}, []],
  ])('of a claimed instance with %s', async (_, over, warnings) => {
    const result = await aWorld({ instances: [anInstance(over)] }).record();
    expect(result.warnings).toEqual(warnings.map((warning) => ({ ...subject, ...warning })));
    expect(result.complete).toBe(true);
  });

  it('of one that differs from an earlier record, with what that had, run after run', async () => {
    const world = aWorld();
    await world.record();
    world.cloud.instances = [anInstance({ description: `${DESCRIPTION};team=shop` })];
    for (const hour of [1, 2, 3]) {
      const { warnings } = await world.record({ now: plusMs(NOW, hour * HOUR_MS) });
      expect(warnings).toEqual([
        { code: 'description-changed', ...subject, was: DESCRIPTION, is: `${DESCRIPTION};team=shop` },
      ]);
    }
  });

  it('with the text that was first recorded, however often it changed since', async () => {
    const world = aWorld();
    for (const [hour, name] of [NAME, 'first', 'second', 'third', 'third'].entries()) {
      world.cloud.instances = [anInstance({ name })];
      await world.record({ now: plusMs(NOW, hour * HOUR_MS) });
    }
    const { warnings } = await world.record({ now: plusMs(NOW, 9 * HOUR_MS) });
    expect(warnings).toMatchObject([{ code: 'renamed', was: NAME, is: 'third' }]);
  });

  it('until it is set right', async () => {
    const world = aWorld();
    const altered = anInstance({ name: 'my-server', description: `${DESCRIPTION};team=shop` });
    const codes: string[][] = [];
    for (const [hour, instance] of [anInstance(), altered, altered, anInstance(), anInstance()].entries()) {
      world.cloud.instances = [instance];
      const { warnings } = await world.record({ now: plusMs(NOW, hour * HOUR_MS) });
      codes.push(warnings.map((warning) => warning.code));
    }
    expect(codes).toEqual([
      [],
      ['renamed', 'description-changed'],
      ['renamed', 'description-changed'],
      [],
      [],
    ]);
  });

  it('also when the instances could not be listed in between', async () => {
    const world = aWorld();
    await world.record();
    for (const hour of [1, 2, 3]) {
      world.cloud.instances = UNREADABLE;
      await world.record({ now: plusMs(NOW, hour * HOUR_MS) });
    }
    world.cloud.instances = [anInstance({ description: `${DESCRIPTION};team=shop` })];
    const { warnings } = await world.record({ now: plusMs(NOW, 9 * HOUR_MS) });
    expect(warnings).toMatchObject([{ code: 'description-changed', was: DESCRIPTION }]);
  });

  it('of one whose NodeClaim is being deleted: there it is most urgent', async () => {
    const shop = { nodeClaims: [aNodeClaim({ isTerminating: true })] };
    const { warnings } = await aWorld({
      instances: [anInstance({ name: 'x' })],
      witnesses: { shop },
    }).record();
    expect(warnings).toHaveLength(1);
  });

  it('not of a name that the cloud cut off', async () => {
    const nodeClaim = `general-${'x'.repeat(50)}`;
    const name = `karpenter-2c32ae2c-${nodeClaim}`.slice(0, 63);
    const shop = { nodeClaims: [aNodeClaim({ name: nodeClaim })] };
    const { warnings } = await aWorld({ instances: [anInstance({ name })], witnesses: { shop } }).record();
    expect(warnings).toEqual([]);
  });

  it('but of a cut-off name that is not its own', async () => {
    const shop = { nodeClaims: [aNodeClaim({ name: `spot-${'x'.repeat(50)}` })] };
    const name = `karpenter-2c32ae2c-general-${'x'.repeat(50)}`.slice(0, 63);
    const { warnings } = await aWorld({ instances: [anInstance({ name })], witnesses: { shop } }).record();
    expect(warnings).toMatchObject([{ code: 'renamed' }]);
  });

  it('not of a description in a version that we do not know', async () => {
    const instance: Instance = {
      ...anInstance({ description: 'v=2;m=karpenter;' }),
      descriptionMark: { kind: 'other-version', version: '2' },
    };
    expect((await aWorld({ instances: [instance] }).record()).warnings).toEqual([]);
  });

  it('not of an unclaimed instance', async () => {
    const world = aWorld({
      instances: [anInstance({ name: 'karpenter-2c32ae2c-old', description: '' })],
      witnesses: { shop: {} },
    });
    expect((await world.record()).warnings).toEqual([]);
  });
});

describe('an imported table under a mistyped UID', () => {
  it('is refused while the right one is known to have these instances', async () => {
    const store = memoryStore();
    await appendRecord(store, 'shop-prod', aRecord());
    const bytes = new TextEncoder().encode(`NODECLAIM PROVIDER_ID\ngeneral-7k2lq ${anId(1)}\n`);
    const options = {
      project: 'shop-prod',
      store,
      now: NOW,
      bytes,
      file: 'table.txt',
      clusterName: undefined,
    };
    const files = [...store.files.keys()];
    const refused = importTable({ ...options, clusterUid: aClusterUid('2c32ae2c', 99) });
    await expect(refused).rejects.toMatchObject({
      code: 'import-invalid',
      remedy: expect.stringContaining(aClusterUid()),
    });
    expect([...store.files.keys()]).toEqual(files);
    expect(await importTable({ ...options, clusterUid: aClusterUid() })).toMatchObject({ nodeClaims: 1 });
  });
});

describe('an imported table', () => {
  const TABLE = `NODECLAIM       PROVIDER_ID\ngeneral-7k2lq   kakaocloud:///kr-central-2-a/${anId(1)}\n`;
  const store = memoryStore();
  const options = {
    project: 'shop-prod',
    store,
    now: NOW,
    bytes: new TextEncoder().encode(TABLE),
    file: 'before-delete.txt',
    clusterUid: UID,
    clusterName: 'shop-old',
  };

  it('becomes a record that read nothing but NodeClaims', async () => {
    expect(await importTable(options)).toMatchObject({
      cluster: { uid: UID, name: 'shop-old' },
      written: 'record',
      nodeClaims: 1,
      instances: undefined,
      volumes: undefined,
    });
    expect((await loadLedger(store, 'shop-prod')).records).toEqual([
      aRecord({
        source: 'import',
        cluster: { uid: UID, id: undefined, name: 'shop-old', phase: undefined, createdAt: undefined },
        persistentVolumes: undefined,
        instances: undefined,
        nodeClaims: [
          {
            name: 'general-7k2lq',
            uid: undefined,
            nodePool: undefined,
            providerId: `kakaocloud:///kr-central-2-a/${anId(1)}`,
            provider: { kind: 'instance', id: anId(1) },
          },
        ],
      }),
    ]);
  });

  it.each([
    ['an empty one', '', 'nothing was imported from before-delete.txt: line 1: there is no NodeClaim'],
    [
      'one with a bad line',
      `${TABLE}other-1\n`,
      'nothing was imported from before-delete.txt: line 3: NodeClaim "other-1" has no provider ID column',
    ],
    ['many bad lines', 'A b\n'.repeat(12), /line 1: .*; line 10: "A" is no name of a NodeClaim; and 2 more$/],
  ])('is refused whole: %s', async (_, text, message) => {
    const empty = memoryStore();
    const refused = importTable({ ...options, store: empty, bytes: new TextEncoder().encode(text) });
    await expect(refused).rejects.toMatchObject({ code: 'import-invalid' });
    await expect(refused).rejects.toThrow(message);
    expect(empty.files.size).toBe(0);
  });

  it('is refused when it is no text', async () => {
    const refused = importTable({ ...options, bytes: Uint8Array.of(0x61, 0xff) });
    await expect(refused).rejects.toMatchObject({
      code: 'import-invalid',
      message: expect.stringContaining('no UTF-8 text'),
    });
  });
});
