import { describe, expect, it } from 'vitest';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { appendRun, create, loadLedger } from '../../lib/ledger/files.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { aCluster, aNode, aNodeClaim, anAttachedRoot, anInstance, aVolume } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedPersistentVolume,
  aRecordedVolume,
  aRun,
  at,
} from '../builders/ledger.ts';
import {
  aKeyring,
  aTestInstance,
  describe as describedBy,
  type Recipe,
  START,
  schemeOfRecipe,
  someKeys,
} from '../builders/signing.ts';
import { aWorld, type CheckedWorld, check, fates, NOW, PROJECT } from './world.ts';

const ONE = anId(1);
const ROOT = anId(0x101);
const broken = () => new AuditFailure('server-failed', 'bcs answered 503', 'try again');
const withheld = async (world: CheckedWorld) => {
  const { clearance } = await check(world);
  return clearance.granted ? [] : clearance.withheld;
};

/** What the kubectl table says: NodeClaims and nothing else. */
function anImport(over: Partial<ClusterRecord> = {}): ClusterRecord {
  return aRecord({
    source: 'import',
    cluster: aRecordedCluster({ id: undefined, phase: undefined, createdAt: undefined }),
    instances: undefined,
    persistentVolumes: undefined,
    ...over,
  });
}

describe('a cluster of which nothing is left', () => {
  it('is cleared, and says what that rests on', async () => {
    const result = await check(await aWorld());
    expect(fates(result)).toEqual([
      'instance 0001 (recorded-node-claim): gone',
      'volume 0101 (recorded-volume): gone',
    ]);
    expect(result).toMatchObject({
      schemaVersion: '1',
      run: {
        asOf: '2026-11-10T00:00:00Z',
        complete: true,
        problems: [],
        project: { name: 'shop-prod', region: 'kr-central-2' },
      },
      cluster: {
        uid: aClusterUid(),
        names: ['shop'],
        consoleIds: [anId(0xc1)],
        namesakes: [],
        state: {
          kind: 'gone',
          lastSeenAlive: '2026-11-01T00:00:00Z',
          goneBy: '2026-11-10T00:00:00Z',
          byName: [{ name: 'shop', answer: 'not-found' }],
        },
      },
      summary: {
        instances: { recorded: 1, gone: 1, remaining: 0, unreadable: 0, found: 0, unattributed: 0 },
        volumes: { recorded: 1, gone: 1, remaining: 0, unreadable: 0, found: 0, unattributed: 0 },
      },
      coverage: {
        records: {
          count: 1,
          live: 1,
          imported: 0,
          withNodeClaims: 1,
          first: '2026-11-01T00:00:00Z',
          last: '2026-11-01T00:00:00Z',
          nodeClaimsLastRead: '2026-11-01T00:00:00Z',
          damage: null,
        },
        recorded: { nodeClaims: 1, nodeClaimsWithoutInstance: 0, instancesWithoutVolumes: 0 },
        listed: { instances: 0, volumes: 0, clusters: 0 },
        unattributedPersistentVolumes: 0,
      },
      clearance: { granted: true },
      keyring: { mayBeRetired: true },
    });
    expect(result.coverage.notLookedAt).toContain('public-ips');
  });

  it('is looked at before its cluster, and the cluster last of all', async () => {
    const world = await aWorld();
    await check(world);
    const cluster = ['clusters', 'cluster shop'];
    // The recorded instance that the list lacks is asked for once by the audit and once by the check.
    expect(world.cloud.calls).toEqual([
      ...['instances', 'volumes', ...cluster, `instance ${ONE}`],
      ...[`instance ${ONE}`, `volume ${ROOT}`, ...cluster],
    ]);
  });

  it('gives the same result for the same moment', async () => {
    const [one, other] = [await check(await aWorld()), await check(await aWorld())];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });

  it('leaves no trace in the ledger unless told to', async () => {
    const world = await aWorld();
    await check(world);
    expect((await loadLedger(world.store, PROJECT)).runs).toEqual([]);
    await check(world, { remember: true });
    const { runs, records } = await loadLedger(world.store, PROJECT);
    expect(runs).toHaveLength(1);
    expect(records).toHaveLength(1);
  });

  it('is cleared by an imported record alone, which knows no volumes', async () => {
    const result = await check(await aWorld({}, [anImport()]));
    expect(fates(result)).toEqual(['instance 0001 (recorded-node-claim): gone']);
    expect(result.clearance).toEqual({ granted: true });
    expect(result.cluster.state).toMatchObject({ kind: 'gone', lastSeenAlive: null });
    expect(result.coverage).toMatchObject({
      records: { count: 1, live: 0, imported: 1, withInstances: 0, withPersistentVolumes: 0 },
      recorded: { instancesWithoutVolumes: 1 },
    });
  });

  it('is cleared when another cluster bears its name now, which is named', async () => {
    const reborn = aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const world = await aWorld({ clusters: [reborn] }, [aRecord()], { shop: { nodeClaims: [] } });
    const result = await check(world);
    expect(result.cluster).toMatchObject({
      state: { kind: 'gone', byName: [{ name: 'shop', answer: 'another-cluster' }] },
      namesakes: [{ uid: reborn.uid, name: 'shop', phase: 'Provisioned' }],
    });
    expect(result.clearance).toEqual({ granted: true });
    expect(result.keyring).toEqual({ mayBeRetired: false, why: 'serves-other-clusters' });
  });

  it('is cleared without a name to ask by, after two complete lists', async () => {
    const nameless = aRecord({ cluster: aRecordedCluster({ name: undefined }) });
    const world = await aWorld({}, [nameless]);
    const result = await check(world);
    expect(result.cluster.state).toMatchObject({ kind: 'gone', byName: [] });
    expect(result.clearance).toEqual({ granted: true });
    expect(world.cloud.calls.filter((call) => call === 'clusters')).toHaveLength(2);
  });

  it('is told by the date that the configuration gives', async () => {
    const world = await aWorld();
    const deletedAt = at('2026-11-05T00:00:00Z');
    world.clusters = [{ name: 'shop', uid: aClusterUid(), deletedAt, witness: 'asked' }];
    expect((await check(world)).cluster.state).toMatchObject({ goneBy: '2026-11-05T00:00:00Z' });
  });
});

describe('the keyring', () => {
  const keyring = aKeyring(someKeys('check'));
  it.each([
    ['no keyring is configured', [], { mayBeRetired: false, why: 'serves-other-clusters' }],
    ['it proves all', ['all'], { mayBeRetired: false, why: 'serves-other-clusters' }],
    ['it proves both', [['shop', 'batch']], { mayBeRetired: false, why: 'serves-other-clusters' }],
    ['it proves this one only', [['shop']], { mayBeRetired: true }],
    ['each has its own', [['shop'], ['batch']], { mayBeRetired: true }],
    ['it proves a cluster that is no more', [['shop', 'old']], { mayBeRetired: true }],
  ] as const)('of a project with another cluster is judged by its binding: %s', async (_, bound, advice) => {
    const reborn = aCluster({ name: 'batch', uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const world = await aWorld({ clusters: [reborn] }, [aRecord()], { batch: {} });
    world.signing = { keyrings: bound.map((clusters) => ({ keyring, clusters })), scheme: undefined };
    expect((await check(world)).keyring).toEqual(advice);
  });

  it('is kept while a gone cluster has something left in the project', async () => {
    const uid = aClusterUid('9e363260', 7);
    const other = aRecord({
      cluster: aRecordedCluster({ uid, name: 'batch', id: anId(0xc2) }),
      nodeClaims: [aRecordedNodeClaim({ providerId: anId(7) })],
      instances: [],
    });
    const left = anInstance({
      id: anId(7),
      name: 'karpenter-9e363260-general-7k2lq',
      description: '',
      volumes: [],
    });
    const result = await check(await aWorld({ instances: [left] }, [aRecord(), other]));
    expect(result.clearance).toEqual({ granted: true });
    expect(result.keyring).toEqual({ mayBeRetired: false, why: 'serves-other-clusters' });
  });

  it('is kept for a cluster whose name nobody recorded: it may have borne one that the keyring is bound to', async () => {
    const uid = aClusterUid('9e363260', 7);
    const nameless = aRecord({
      cluster: aRecordedCluster({ uid, name: undefined, id: undefined }),
      nodeClaims: [aRecordedNodeClaim({ providerId: anId(7) })],
      instances: [],
    });
    const name = 'karpenter-9e363260-general-7k2lq';
    const left = anInstance({ id: anId(7), name, description: '', volumes: [] });
    const world = await aWorld({ instances: [left] }, [aRecord(), nameless]);
    world.signing = { keyrings: [{ keyring, clusters: ['shop'] }], scheme: undefined };
    expect((await check(world)).keyring).toEqual({ mayBeRetired: false, why: 'serves-other-clusters' });
  });

  it('is kept without a clearance, whoever else uses it', async () => {
    const result = await check(await aWorld({ instances: [anInstance()] }));
    expect(result.keyring).toEqual({ mayBeRetired: false, why: 'no-clearance' });
  });
});

describe('what remains', () => {
  it('has the verdict, evidence and next step of the audit', async () => {
    const result = await check(await aWorld({ instances: [anInstance()], volumes: [anAttachedRoot()] }));
    expect(fates(result)).toEqual([
      'instance 0001 (recorded-node-claim): orphan (cluster-gone)',
      'volume 0101 (recorded-volume): held (attached)',
    ]);
    expect(result.resources[0]).toMatchObject({
      name: 'karpenter-2c32ae2c-general-7k2lq',
      nodeClaim: 'general-7k2lq',
      recordedAt: '2026-11-01T00:00:00Z',
      finding: {
        nextStep: { code: 'delete-in-console' },
        assurance: 'recorded',
        owner: { clusterName: 'shop' },
      },
    });
    expect(result.run.complete).toBe(true);
    expect(result.clearance).toEqual({ granted: false, withheld: ['recorded-remain'] });
  });

  it('is only what was not proven gone', async () => {
    const result = await check(await aWorld({ volumes: [aVolume()] }));
    expect(fates(result)).toEqual([
      'volume 0101 (recorded-volume): orphan (cluster-gone)',
      'instance 0001 (recorded-node-claim): gone',
    ]);
    expect(result.summary).toMatchObject({
      instances: { recorded: 1, gone: 1, remaining: 0 },
      volumes: { recorded: 1, gone: 0, remaining: 1 },
    });
  });

  it('is still there when a person renamed it, and then no orphan', async () => {
    const renamed = anInstance({ name: 'keep-me', description: 'mine' });
    const result = await check(await aWorld({ instances: [renamed], volumes: [anAttachedRoot()] }));
    expect(fates(result)[0]).toBe('instance 0001 (recorded-node-claim): ambiguous (renamed)');
  });

  it('counts when it was listed with the cluster, though no NodeClaim was recorded for it', async () => {
    const record = aRecord({ nodeClaims: [] });
    const renamed = anInstance({ name: 'keep-me', description: 'mine', volumes: [] });
    const result = await check(await aWorld({ instances: [renamed] }, [record]));
    expect(fates(result)).toEqual([
      'instance 0001 (recorded-listing): unrelated (no-karpenter-mark)',
      'volume 0101 (recorded-volume): gone',
    ]);
    expect(result.clearance).toEqual({ granted: false, withheld: ['recorded-remain'] });
  });

  it('counts when it was behind a PersistentVolume, marked or not', async () => {
    const record = aRecord({ persistentVolumes: [aRecordedPersistentVolume()] });
    const data = aVolume({ id: anId(0x201), name: 'orders' });
    const result = await check(await aWorld({ volumes: [data] }, [record]));
    expect(fates(result)[0]).toBe('volume 0201 (recorded-persistent-volume): ambiguous (persistent-volume)');
    expect(result.clearance).toEqual({ granted: false, withheld: ['recorded-remain'] });
  });

  it('counts as one when it is recorded with an instance and behind a PersistentVolume', async () => {
    const record = aRecord({ persistentVolumes: [aRecordedPersistentVolume({ volumeId: ROOT })] });
    expect((await check(await aWorld({}, [record]))).summary.volumes.recorded).toBe(1);
  });

  it('is marked as ignored where an entry says so, and clears nothing for that', async () => {
    const ignore = [{ id: ONE, reason: 'kept', until: at('2027-01-01T00:00:00Z') }];
    const result = await check(await aWorld({ instances: [anInstance()] }), { ignore });
    expect(result.resources[0]).toMatchObject({ finding: { ignored: { reason: 'kept' } } });
    expect(result.clearance.granted).toBe(false);
  });
});

describe('what was not recorded', () => {
  const two = (over: Parameters<typeof anInstance>[0] = {}) =>
    anInstance({ id: anId(2), name: 'karpenter-2c32ae2c-general-b6jtz', volumes: [], ...over });

  it.each([
    ['its name and description', two(), 'owner'],
    ['only its name', two({ description: '' }), 'owner'],
    ['only its description', two({ name: 'renamed', description: 'v=1;m=karpenter;c=2c32ae2c' }), 'owner'],
    ['its name, against its description', two({ description: 'v=1;m=karpenter;c=9e363260' }), 'owner'],
  ])('is found by %s', async (_, instance, tie) => {
    const result = await check(await aWorld({ instances: [instance] }));
    expect(fates(result)[0]).toBe(`instance 0002 (${tie}): ambiguous (unproven)`);
    expect(result.summary.instances).toMatchObject({ recorded: 1, gone: 1, found: 1 });
    expect(result.clearance).toEqual({ granted: false, withheld: ['marked-found'] });
  });

  it.each([
    ['its name', two({ description: 'v=1;m=karpenter;c=9e363260' }), 'name'],
    ['its description', two({ name: 'karpenter-9e363260-general-b6jtz' }), 'description'],
  ])('is found by %s, though the rest of it speaks for another cluster', async (_, instance, tie) => {
    const other = aRecord({
      cluster: aRecordedCluster({ uid: aClusterUid('9e363260', 7), name: 'batch' }),
      nodeClaims: [],
      instances: [],
    });
    const result = await check(await aWorld({ instances: [instance] }, [aRecord(), other]));
    expect(fates(result)[0]).toBe(`instance 0002 (${tie}): ambiguous (identity-conflict)`);
  });

  it('is another cluster’s when all its marks agree on that', async () => {
    const uid = aClusterUid('9e363260', 7);
    const other = aRecord({
      cluster: aRecordedCluster({ uid, name: 'batch', id: anId(0xc2) }),
      nodeClaims: [],
      instances: [],
    });
    const instance = two({
      name: 'karpenter-9e363260-general-b6jtz',
      description: 'v=1;m=karpenter;c=9e363260',
    });
    const result = await check(await aWorld({ instances: [instance] }, [aRecord(), other]));
    expect(result.summary.instances.found).toBe(0);
    expect(result.clearance).toEqual({ granted: true });
  });

  it('withholds the clearance when Karpenter made it and nothing says for whom', async () => {
    const result = await check(
      await aWorld({ instances: [two({ name: 'renamed', description: 'v=1;m=karpenter;' })] }),
    );
    expect(fates(result)[0]).toBe('instance 0002 (unknown-owner): ambiguous (unknown-cluster)');
    expect(result.summary.instances).toMatchObject({ found: 0, unattributed: 1 });
    expect(result.clearance).toEqual({ granted: false, withheld: ['owner-unknown'] });
  });

  it.each([
    ['a cluster that nobody knows', []],
    ['another cluster', [aRecordedCluster({ uid: aClusterUid('9e363260', 7), name: 'batch' })]],
  ])('may be its own when its keyring signed it, though its name speaks for %s', async (_, others) => {
    const [key] = someKeys('check');
    if (key === undefined) throw new TypeError('a key is needed');
    const recipe: Recipe = {
      fields: [['s', 'signature']],
      parts: [START, { fact: 'nodeclaim-name' }],
      separator: '',
      algorithm: 'sha256',
      encoding: 'base64url',
    };
    const made = aTestInstance('check', 2, aClusterUid());
    const renamed = two({
      name: made.name.replace('2c32ae2c', '9e363260'),
      description: describedBy(made, key, recipe),
    });
    const records = others.map((cluster) => aRecord({ cluster, nodeClaims: [], instances: [] }));
    const world = await aWorld({ instances: [renamed] }, [aRecord(), ...records]);
    world.signing = {
      keyrings: [{ keyring: aKeyring([key]), clusters: ['shop'] }],
      scheme: schemeOfRecipe(recipe),
    };
    const result = await check(world);
    expect(fates(result)).toContain('instance 0002 (unknown-owner): ambiguous (identity-conflict)');
    expect(result.clearance).toEqual({ granted: false, withheld: ['owner-unknown'] });
  });

  const batch = aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2), name: 'batch' });
  const unmarked = two({ name: 'x', description: '' });

  it('is another cluster’s when that one’s NodeClaim owns it, marked or not', async () => {
    const claim = aNodeClaim({ provider: { kind: 'instance', id: anId(2) } });
    const world = await aWorld({ clusters: [batch], instances: [unmarked] }, [aRecord()], {
      batch: { nodeClaims: [claim] },
    });
    const result = await check(world);
    expect(result.summary.instances).toMatchObject({ found: 0, unattributed: 0 });
    expect(result.clearance).toEqual({ granted: true });
  });

  it('is nobody’s when it was listed with another cluster once and bears no mark any more', async () => {
    const other = aRecord({
      cluster: aRecordedCluster({ uid: batch.uid ?? aClusterUid(), name: 'batch', id: batch.id }),
      nodeClaims: [],
      instances: [aRecordedInstance({ id: anId(2), name: 'karpenter-9e363260-general-2', volumes: [] })],
    });
    const result = await check(await aWorld({ instances: [unmarked] }, [aRecord(), other]));
    expect(result.summary.instances).toMatchObject({ found: 0, unattributed: 0 });
    expect(result.clearance).toEqual({ granted: true });
  });

  it('is some other cluster’s when its name says so, though nobody knows that one', async () => {
    const result = await check(
      await aWorld({ instances: [two({ name: 'karpenter-ffffffff-general-2', description: '' })] }),
    );
    expect(result.summary.instances).toMatchObject({ found: 0, unattributed: 0 });
    expect(result.clearance).toEqual({ granted: true });
  });

  it('is nothing to speak of when no mark is on it', async () => {
    const result = await check(await aWorld({ instances: [two({ name: 'bastion', description: '' })] }));
    expect(result.clearance).toEqual({ granted: true });
  });

  it.each([
    ['is attached to what was recorded', anAttachedRoot({ id: anId(0x102), name: 'more' }), 'attached'],
    [
      'bears the instance’s name',
      aVolume({ id: anId(0x102), name: 'karpenter-2c32ae2c-general-7k2lq-data' }),
      'name',
    ],
  ])('is found when it is a volume that %s', async (_, volume, tie) => {
    const result = await check(await aWorld({ volumes: [volume] }));
    expect(fates(result)[0]).toContain(`volume 0102 (${tie}): ambiguous`);
    expect(result.clearance).toMatchObject({ granted: false });
  });

  it('is only counted when it was some cluster’s PersistentVolume', async () => {
    // Its own UUID begins like the cluster's by chance.
    const leftover = aVolume({ id: anId(0x301), name: `pvc-${aClusterUid('2c32ae2c', 0x301)}` });
    const result = await check(await aWorld({ volumes: [leftover] }));
    expect(result.coverage.unattributedPersistentVolumes).toBe(1);
    expect(result.clearance).toEqual({ granted: true });
  });
});

describe('what could not be read', () => {
  const cases: readonly (readonly [what: string, change: (world: CheckedWorld) => void, fate: string])[] = [
    [
      'a GET by its ID fails',
      ({ cloud }) => cloud.answers.set(ONE, broken()),
      'instance 0001 (recorded-node-claim): unreadable, bcs answered 503',
    ],
    [
      'the list lacks it and a GET finds it',
      ({ cloud }) => cloud.answers.set(ONE, { kind: 'found', value: anInstance() as never }),
      `instance 0001 (recorded-node-claim): unreadable, the list lacks instance ${ONE}, and a GET by its ID finds it`,
    ],
    [
      'the list has it and a GET answers 404',
      ({ cloud }) => {
        cloud.world.instances = [anInstance({ volumes: [] })];
        cloud.answers.set(ONE, { kind: 'gone' });
      },
      `instance 0001 (recorded-node-claim): unreadable, the list has instance ${ONE}, and a GET by its ID answers 404`,
    ],
    [
      'its row is another project’s',
      ({ cloud }) => {
        cloud.world.instances = [anInstance({ projectId: 'another', volumes: [] })];
      },
      `instance 0001 (recorded-node-claim): unreadable, instance ${ONE} is there and was not judged: its row is of another project than the credential's, or came while it was listed`,
    ],
    [
      'instances cannot be listed',
      ({ cloud }) => {
        cloud.world.instances = broken();
        cloud.answers.set(ONE, { kind: 'gone' });
      },
      'instance 0001 (recorded-node-claim): unreadable, bcs answered 503',
    ],
    [
      'volumes cannot be listed',
      ({ cloud }) => {
        cloud.world.volumes = broken();
        cloud.answers.set(ROOT, { kind: 'gone' });
      },
      'volume 0101 (recorded-volume): unreadable, bcs answered 503',
    ],
  ];

  it.each(cases)('clears nothing when %s', async (_, change, fate) => {
    const world = await aWorld();
    change(world);
    const result = await check(world);
    expect(fates(result)).toContain(fate);
    expect(result.run.complete).toBe(false);
    expect(result.run.problems.length).toBeGreaterThan(0);
    expect(result.clearance).toMatchObject({
      granted: false,
      withheld: ['resources-unreadable', 'run-incomplete'],
    });
    expect(result.keyring).toEqual({ mayBeRetired: false, why: 'no-clearance' });
  });

  it('clears nothing when another cluster’s witnesses could not be heard', async () => {
    const other = aCluster({ name: 'batch', uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    expect(await withheld(await aWorld({ clusters: [other] }))).toEqual(['run-incomplete']);
  });

  it('clears nothing while a cluster that is never asked has instances that look like Karpenter’s', async () => {
    const batch = aCluster({ name: 'batch', uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const its = anInstance({
      id: anId(7),
      name: 'karpenter-9e363260-general-7',
      description: '',
      volumes: [],
    });
    const world = await aWorld({ clusters: [batch], instances: [its] });
    world.clusters = [{ name: 'batch', uid: undefined, deletedAt: undefined, witness: 'declared-none' }];
    expect((await check(world)).run.problems).toMatchObject([{ code: 'owner-unreadable' }]);
    expect(await withheld(world)).toEqual(['run-incomplete']);
  });

  it('is told once, though it was met in several places', async () => {
    const world = await aWorld();
    world.cloud.answers.set(ONE, broken());
    expect((await check(world)).run.problems.map(({ message }) => message)).toEqual(['bcs answered 503']);
  });
});

describe('a cluster that is not proven gone', () => {
  const unproven: readonly (readonly [what: string, change: (world: CheckedWorld) => void, why: string])[] = [
    [
      'clusters cannot be listed',
      ({ cloud }) => {
        cloud.world.clusters = broken();
        cloud.answers.set('shop', { kind: 'gone' });
      },
      'bcs answered 503',
    ],
    ['a GET by its name is refused', ({ cloud }) => cloud.answers.set('shop', broken()), 'bcs answered 503'],
    [
      'a GET by its name finds it',
      ({ cloud }) => cloud.answers.set('shop', { kind: 'found', value: aCluster() as never }),
      'the list lacks cluster shop, and a GET by its name finds it',
    ],
    [
      'it goes between the two lists',
      ({ cloud }) => {
        cloud.world.clusters = [aCluster({ isDeleting: true, phase: 'Deleting' })];
        cloud.onCall = (call) => {
          if (call === `volume ${ROOT}`) cloud.world.clusters = [];
        };
      },
      'the first list of clusters had it, and the second lacks it',
    ],
  ];

  it.each(unproven)('is not cleared when %s', async (_, change, why) => {
    const world = await aWorld({}, [aRecord()], { shop: {} });
    change(world);
    const result = await check(world);
    expect(result.cluster.state).toEqual({ kind: 'unreadable', why });
    expect(result.run.complete).toBe(false);
    expect(result.clearance).toMatchObject({
      granted: false,
      withheld: expect.arrayContaining(['cluster-unreadable', 'run-incomplete']),
    });
    expect(result.run.problems.map(({ message }) => message).join()).toContain(why);
  });

  it('is not cleared when the second list has it again', async () => {
    const world = await aWorld({}, [aRecord()], { shop: {} });
    world.cloud.onCall = (call) => {
      if (call === `volume ${ROOT}`) world.cloud.world.clusters = [aCluster()];
    };
    expect((await check(world)).cluster.state).toEqual({ kind: 'alive', phase: 'Provisioned' });
  });
});

describe('a cluster that lives', () => {
  it('is said to, and what it owns is in use', async () => {
    const world = await aWorld(
      { clusters: [aCluster()], instances: [anInstance()], volumes: [anAttachedRoot()] },
      [aRecord()],
      { shop: { nodeClaims: [aNodeClaim()], nodes: [aNode()] } },
    );
    const result = await check(world);
    expect(result.cluster.state).toEqual({ kind: 'alive', phase: 'Provisioned' });
    expect(fates(result)).toEqual([
      'instance 0001 (recorded-node-claim): in-use (claimed)',
      'volume 0101 (recorded-volume): in-use (attached)',
    ]);
    expect(result.clearance).toEqual({ granted: false, withheld: ['cluster-alive', 'recorded-remain'] });
  });

  it('shows what its witnesses point at, recorded or not', async () => {
    const instances = [
      anInstance({ id: anId(2), name: 'claimed', description: '', volumes: [] }),
      anInstance({ id: anId(3), name: 'noded', description: '', volumes: [] }),
    ];
    const world = await aWorld(
      { clusters: [aCluster()], instances, volumes: [aVolume({ id: anId(0x401), name: 'data' })] },
      [],
      {
        shop: {
          nodeClaims: [aNodeClaim({ provider: { kind: 'instance', id: anId(2) } })],
          nodes: [aNode({ provider: { kind: 'instance', id: anId(3) } })],
          persistentVolumes: [{ name: 'pv', volumeHandle: anId(0x401), volumeId: anId(0x401) }],
        },
      },
    );
    expect(fates(await check(world))).toEqual([
      'instance 0002 (node-claim): in-use (claimed)',
      'instance 0003 (node): in-use (node-alive)',
      'volume 0401 (persistent-volume): in-use (persistent-volume)',
    ]);
  });
});

describe('a cluster that is being deleted', () => {
  const deleting = aCluster({ isDeleting: true, phase: 'Deleting' });
  const seenAt = async (world: CheckedWorld, hoursAgo: number) =>
    appendRun(
      world.store,
      PROJECT,
      aRun({
        asOf: plusMs(NOW, -hoursAgo * HOUR_MS),
        clusters: [{ uid: aClusterUid(), name: 'shop', state: 'deleting' }],
        claimLists: [],
      }),
    );

  it.each([
    [undefined, { since: null, period: 'unknown' }, 'settling (cluster-deleting)'],
    [1, { since: '2026-11-09T23:00:00Z', period: 'within' }, 'settling (cluster-deleting)'],
    [2, { since: '2026-11-09T22:00:00Z', period: 'past' }, 'orphan (cluster-stuck-deleting)'],
  ])('since %s hours says so, and what holds it', async (hours, state, verdict) => {
    const world = await aWorld(
      { clusters: [deleting], instances: [anInstance()], volumes: [anAttachedRoot()] },
      [aRecord()],
      {
        shop: {
          nodeClaims: [aNodeClaim({ name: 'other', provider: { kind: 'none' }, isTerminating: true })],
        },
      },
    );
    if (hours !== undefined) await seenAt(world, hours);
    const result = await check(world);
    expect(result.cluster.state).toEqual({
      kind: 'deleting',
      phase: 'Deleting',
      heldBy: { nodeClaims: [{ name: 'other', isTerminating: true }], nodes: [] },
      ...state,
    });
    expect(fates(result)[0]).toBe(`instance 0001 (recorded-node-claim): ${verdict}`);
    expect(result.clearance).toEqual({ granted: false, withheld: ['cluster-deleting', 'recorded-remain'] });
  });

  it('names the Nodes of Karpenter that it still has, and no other', async () => {
    const nodes = [
      aNode({ name: 'b' }),
      aNode({ name: 'a', provider: { kind: 'instance', id: anId(2) } }),
      aNode({ name: 'managed', isKarpenters: false, provider: { kind: 'instance', id: anId(3) } }),
    ];
    const batch = aCluster({ name: 'batch', uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const world = await aWorld({ clusters: [deleting, batch] }, [aRecord()], {
      shop: { nodes },
      batch: { nodes: [aNode({ name: 'c', provider: { kind: 'instance', id: anId(4) } })] },
    });
    expect((await check(world)).cluster.state).toMatchObject({
      heldBy: { nodeClaims: [], nodes: ['a', 'b'] },
    });
  });

  it('says when its witnesses cannot be read', async () => {
    const world = await aWorld({ clusters: [deleting] });
    const result = await check(world);
    expect(result.cluster.state).toMatchObject({ heldBy: { nodeClaims: null, nodes: null } });
    expect(result.run.complete).toBe(false);
  });

  it('says so too where nobody is to ask it', async () => {
    const world = await aWorld({ clusters: [deleting] });
    world.clusters = [{ name: 'shop', uid: undefined, deletedAt: undefined, witness: 'declared-none' }];
    expect((await check(world)).cluster.state).toMatchObject({ heldBy: { nodeClaims: null, nodes: null } });
  });

  it('is known by the console’s ID when it has lost its endpoint', async () => {
    const world = await aWorld({ clusters: [{ ...deleting, uid: undefined }] }, [aRecord()], { shop: {} });
    await seenAt(world, 3);
    const result = await check(world);
    expect(result.cluster.state).toEqual({
      kind: 'deleting',
      phase: 'Deleting',
      since: '2026-11-09T21:00:00Z',
      period: 'past',
      heldBy: { nodeClaims: null, nodes: null },
    });
    expect(result.clearance.granted).toBe(false);
  });

  it('is not taken for another that has no endpoint yet', async () => {
    const fresh = aCluster({ uid: undefined, id: anId(0xc9), phase: 'Pending' });
    const result = await check(await aWorld({ clusters: [fresh] }, [aRecord()], { shop: {} }));
    expect(result.cluster.state).toEqual({
      kind: 'unreadable',
      why: `cluster shop does not say its UID, which may be ${aClusterUid()}`,
    });
  });
});

describe('a cluster without a record', () => {
  it('is known by nobody, and what bears its marks is found and never an orphan', async () => {
    const result = await check(await aWorld({ instances: [anInstance()], volumes: [anAttachedRoot()] }, []));
    expect(result.cluster).toMatchObject({ names: [], consoleIds: [], state: { kind: 'never-known' } });
    expect(fates(result)).toEqual([
      'instance 0001 (name): ambiguous (unknown-cluster)',
      'volume 0101 (attached): held (attached)',
    ]);
    expect(result.clearance).toEqual({
      granted: false,
      withheld: ['cluster-never-known', 'no-record', 'marked-found'],
    });
  });

  it('is found by a description that names it', async () => {
    const instance = anInstance({
      name: 'renamed',
      description: `v=1;m=karpenter;c=${aClusterUid().replaceAll('-', '')}`,
      volumes: [],
    });
    expect(fates(await check(await aWorld({ instances: [instance] }, [])))).toEqual([
      'instance 0001 (description): ambiguous (unknown-cluster)',
    ]);
  });

  it('is not cleared though nothing is found and the configuration knows it', async () => {
    const world = await aWorld({}, []);
    const deletedAt = at('2026-11-05T00:00:00Z');
    world.clusters = [{ name: 'shop', uid: aClusterUid(), deletedAt, witness: 'asked' }];
    const result = await check(world);
    expect(result.cluster.state).toMatchObject({ kind: 'gone', lastSeenAlive: null });
    expect(result.clearance).toEqual({ granted: false, withheld: ['no-record'] });
  });

  it('is not cleared by records that never read NodeClaims', async () => {
    const record = aRecord({ nodeClaims: undefined, instances: [] });
    expect(await withheld(await aWorld({}, [record]))).toEqual(['node-claims-never-recorded']);
  });

  it('is not cleared by a NodeClaim whose instance nobody can name', async () => {
    const nodeClaims = [
      aRecordedNodeClaim(),
      aRecordedNodeClaim({ name: 'odd', providerId: 'kakaocloud:///somewhere' }),
    ];
    const world = await aWorld({}, [aRecord({ nodeClaims })]);
    expect((await check(world)).coverage.recorded).toMatchObject({
      nodeClaimsWithoutInstance: 0,
      nodeClaimsUnclear: 1,
    });
    expect(await withheld(world)).toEqual(['node-claims-unclear']);
  });

  it('is told from one whose records were retired', async () => {
    const world = await aWorld({ instances: [anInstance({ volumes: [] })] }, []);
    await create(world.store, PROJECT, {
      kind: 'retired',
      cluster: aClusterUid(),
      retiredAt: at('2026-11-09T00:00:00Z'),
      provenAt: at('2026-11-02T00:00:00Z'),
      lastRecordedAt: at('2026-11-01T00:00:00Z'),
      names: ['shop'],
      instances: [],
    });
    const result = await check(world);
    expect(result.cluster).toMatchObject({ names: ['shop'], state: { kind: 'gone' } });
    expect(result.coverage.records.retired).toEqual({
      at: '2026-11-09T00:00:00Z',
      provenAt: '2026-11-02T00:00:00Z',
    });
    expect(fates(result)).toEqual(['instance 0001 (owner): ambiguous (unproven)']);
    expect(result.clearance).toEqual({ granted: false, withheld: ['records-retired', 'marked-found'] });
  });

  it('is not said to have none when the ledger cannot be read', async () => {
    const world = await aWorld();
    const failure = new AuditFailure('store-unreadable', 'the disk is gone', 'mount it');
    world.store.fault = { failure, touches: () => true };
    const result = await check(world);
    expect(result.cluster.state).toMatchObject({ kind: 'unreadable' });
    expect(result.coverage.records.damage).toContain('the disk is gone');
    expect(result.run.complete).toBe(false);
    expect(result.clearance).toMatchObject({
      granted: false,
      withheld: ['cluster-unreadable', 'ledger-unreadable', 'run-incomplete'],
    });
  });

  it('is not cleared when one file of the ledger is damaged', async () => {
    const world = await aWorld();
    world.store.files.set(`ledger/${PROJECT}/strange.json`, new TextEncoder().encode('{}'));
    expect(await withheld(world)).toEqual(['ledger-unreadable', 'run-incomplete']);
  });
});

describe('what a clearance rests on', () => {
  it('tells NodeClaims that pointed at nothing, and when NodeClaims were last read', async () => {
    const records = [
      aRecord({
        nodeClaims: [aRecordedNodeClaim(), aRecordedNodeClaim({ name: 'launching', providerId: '' })],
      }),
      aRecord({ recordedAt: at('2026-11-02T00:00:00Z'), nodeClaims: undefined }),
    ];
    const { coverage } = await check(await aWorld({}, records));
    expect(coverage.recorded).toMatchObject({ nodeClaims: 2, nodeClaimsWithoutInstance: 1 });
    expect(coverage.records).toMatchObject({
      count: 2,
      withNodeClaims: 1,
      last: '2026-11-02T00:00:00Z',
      nodeClaimsLastRead: '2026-11-01T00:00:00Z',
    });
  });

  it('tells PersistentVolumes of which nobody knows what is behind', async () => {
    const persistentVolumes = [
      aRecordedPersistentVolume(),
      aRecordedPersistentVolume({ name: 'nfs', volumeHandle: 'share#1', volumeId: undefined }),
      aRecordedPersistentVolume({ name: 'local', volumeHandle: undefined, volumeId: undefined }),
    ];
    const { coverage } = await check(await aWorld({}, [aRecord({ persistentVolumes })]));
    expect(coverage.recorded.persistentVolumesUnclear).toBe(1);
  });

  it('is not all there is when rows of another project were listed and not judged', async () => {
    const foreign = anInstance({ id: anId(5), projectId: 'another', volumes: [] });
    const world = await aWorld({ instances: [foreign] });
    expect((await check(world)).run.problems).toMatchObject([{ code: 'foreign-project' }]);
    expect(await withheld(world)).toEqual(['run-incomplete']);
  });

  it('counts a NodeClaim as one whose instance is known when any record knows it', async () => {
    const records = [
      aRecord({ nodeClaims: [aRecordedNodeClaim({ providerId: '' })], instances: [] }),
      aRecord({ recordedAt: at('2026-11-02T00:00:00Z') }),
    ];
    const { coverage } = await check(await aWorld({}, records));
    expect(coverage.recorded).toMatchObject({ nodeClaims: 1, nodeClaimsWithoutInstance: 0 });
  });

  it('holds what any record had, and says when it was recorded last', async () => {
    const second = aRecordedNodeClaim({ name: 'general-b6jtz', providerId: anId(2) });
    const records = [
      aRecord(),
      aRecord({ recordedAt: at('2026-11-02T00:00:00Z') }),
      aRecord({
        recordedAt: at('2026-11-03T00:00:00Z'),
        nodeClaims: [second],
        instances: [
          aRecordedInstance({
            id: anId(2),
            name: 'karpenter-2c32ae2c-general-b6jtz',
            volumes: [aRecordedVolume({ id: anId(0x102) })],
          }),
        ],
      }),
    ];
    const { resources } = await check(await aWorld({}, records));
    expect(resources.map(({ id, recordedAt }) => [id, recordedAt])).toEqual([
      [ONE, '2026-11-02T00:00:00Z'],
      [anId(2), '2026-11-03T00:00:00Z'],
      [ROOT, '2026-11-02T00:00:00Z'],
      [anId(0x102), '2026-11-03T00:00:00Z'],
    ]);
  });
});
