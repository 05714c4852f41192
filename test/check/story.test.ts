import { describe, expect, it } from 'vitest';
import { auditProject } from '../../lib/audit.ts';
import { findCluster } from '../../lib/check.ts';
import { clustersToCheck } from '../../lib/checking/due.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import { loadLedger } from '../../lib/ledger/files.ts';
import { foldLedger } from '../../lib/ledger/ledger.ts';
import { record } from '../../lib/record.ts';
import { HOUR_MS, type Instant, plusMs } from '../../lib/terms/instants.ts';
import { type FakeCluster, fakeWitnesses } from '../builders/fake-witnesses.ts';
import {
  aCluster,
  aNode,
  aNodeClaim,
  anAttachedRoot,
  anAttachedVolume,
  anInstance,
  aVolume,
} from '../builders/inventory.ts';
import { aClusterUid, anId } from '../builders/ledger.ts';
import { audited, aWorld, type CheckedWorld, check, fates, NOW, PROJECT, THRESHOLDS } from './world.ts';

const SHOP = aClusterUid();
const REBORN = aClusterUid('9e363260', 7);
const hours = (n: number): Instant => plusMs(NOW, n * HOUR_MS);

const machine = (n: number, uid8 = '2c32ae2c'): Instance =>
  anInstance({
    id: anId(n),
    name: `karpenter-${uid8}-general-${n}`,
    description: `v=1;m=karpenter;c=${uid8}`,
    volumes: [anAttachedVolume({ id: anId(0x100 + n) })],
  });
const root = (n: number): Volume =>
  anAttachedRoot({ id: anId(0x100 + n), instanceId: anId(n), instanceName: machine(n).name });
const looseRoot = (n: number): Volume => aVolume({ id: anId(0x100 + n) });

/** A cluster whose NodeClaims and Nodes are these machines. */
function living(...machines: readonly Instance[]): FakeCluster {
  return {
    nodeClaims: machines.map(({ id, nameMark }) =>
      aNodeClaim({
        name: nameMark.kind === 'matches' ? nameMark.nodeClaim : '',
        provider: { kind: 'instance', id },
      }),
    ),
    nodes: machines.map(({ id }) => aNode({ name: `node-${id}`, provider: { kind: 'instance', id } })),
  };
}

async function recordAt(world: CheckedWorld, now: Instant): Promise<void> {
  const { cloud, witnesses, store } = world;
  const recorded = await record({
    project: PROJECT,
    cloud,
    witnesses,
    store,
    now,
    clustersWithoutWitness: new Set(),
  });
  expect(recorded).toMatchObject({ complete: true, problems: [] });
}

async function auditAt(world: CheckedWorld, now: Instant): Promise<void> {
  const options = { runId: `run-${now}`, now, all: false, keep: new Set<never>(), remember: true };
  await auditProject(audited(world), world.store, THRESHOLDS, options);
}

async function dueAt({ store, cloud }: CheckedWorld, now: Instant) {
  const entries = await loadLedger(store, PROJECT);
  const { gracePeriodMs, deletionPeriodMs } = THRESHOLDS;
  const ledger = foldLedger(entries, { now, gracePeriodMs, configured: [] });
  const list = await cloud.listClusters();
  return clustersToCheck({ ledger, records: entries.records }, list, { now, deletionPeriodMs });
}

describe('from its last days to its clearance', () => {
  it('a cluster is recorded, deleted, found stuck, then gone with leftovers, and cleared in the end', async () => {
    const machines = [machine(1), machine(2), machine(3)];
    const witnessed: Record<string, FakeCluster> = { shop: living(...machines) };
    const empty = await aWorld(
      { clusters: [aCluster()], instances: machines, volumes: [root(1), root(2), root(3)] },
      [],
    );
    const world: CheckedWorld = { ...empty, witnesses: fakeWitnesses(witnessed) };
    const { cloud } = world;

    // It lives, and is recorded every hour.
    await recordAt(world, hours(0));
    await recordAt(world, hours(1));
    const alive = await check(world, { now: hours(1) });
    expect(alive.cluster.state).toEqual({ kind: 'alive', phase: 'Provisioned' });
    expect(alive.clearance).toMatchObject({ granted: false });
    expect(await dueAt(world, hours(1))).toEqual([]);

    // Somebody deletes it. One NodeClaim goes properly, the second leaves its instance, the third hangs.
    cloud.world.clusters = [aCluster({ isDeleting: true, phase: 'Deleting' })];
    cloud.world.instances = [machine(2), machine(3)];
    cloud.world.volumes = [root(2), root(3)];
    witnessed.shop = {
      nodeClaims: [
        aNodeClaim({
          name: 'general-3',
          provider: { kind: 'instance', id: anId(3) },
          isTerminating: true,
        }),
        aNodeClaim({ name: 'general-9', provider: { kind: 'none' } }),
      ],
    };
    await auditAt(world, hours(2));
    expect(await dueAt(world, hours(3))).toEqual([]);
    expect(await dueAt(world, hours(4))).toMatchObject([
      { uid: SHOP, why: 'stuck-deleting', since: hours(2) },
    ]);
    const stuck = await check(world, { now: hours(4) });
    expect(stuck.cluster.state).toMatchObject({
      kind: 'deleting',
      period: 'past',
      heldBy: {
        nodeClaims: [
          { name: 'general-3', isTerminating: true },
          { name: 'general-9', isTerminating: false },
        ],
      },
    });
    expect(fates(stuck)).toEqual([
      'instance 0002 (recorded-node-claim): orphan (cluster-stuck-deleting)',
      'instance 0003 (recorded-node-claim): settling (claim-terminating)',
      'volume 0102 (recorded-volume): held (attached)',
      'volume 0103 (recorded-volume): settling (attached)',
      'instance 0001 (recorded-node-claim): gone',
      'volume 0101 (recorded-volume): gone',
    ]);

    // Then it is gone, and another is made under its name, with a machine of its own.
    const reborn = machine(7, '9e363260');
    cloud.world.clusters = [aCluster({ uid: REBORN, id: anId(0xc2) })];
    cloud.world.instances = [machine(2), reborn];
    cloud.world.volumes = [
      root(2),
      looseRoot(3),
      anAttachedRoot({ id: anId(0x107), instanceId: anId(7), instanceName: reborn.name }),
    ];
    witnessed.shop = living(reborn);
    await recordAt(world, hours(5));
    expect(await dueAt(world, hours(6))).toMatchObject([{ uid: SHOP, why: 'gone' }]);
    expect(await findCluster('shop', audited(world), world.store, THRESHOLDS, hours(6))).toEqual({
      kind: 'cluster',
      uid: SHOP,
    });
    const gone = await check(world, { now: hours(6) });
    expect(gone.cluster).toMatchObject({
      state: { kind: 'gone', byName: [{ name: 'shop', answer: 'another-cluster' }] },
      namesakes: [{ uid: REBORN }],
    });
    expect(fates(gone)).toEqual([
      'instance 0002 (recorded-node-claim): orphan (cluster-gone)',
      'volume 0102 (recorded-volume): held (attached)',
      'volume 0103 (recorded-volume): orphan (cluster-gone)',
      'instance 0001 (recorded-node-claim): gone',
      'instance 0003 (recorded-node-claim): gone',
      'volume 0101 (recorded-volume): gone',
    ]);
    expect(gone.resources[0]).toMatchObject({ finding: { nextStep: { code: 'confirm-with-helpdesk' } } });
    expect(gone.clearance).toEqual({ granted: false, withheld: ['recorded-remain'] });

    // A person deletes what is left of it; what the new cluster owns stays, and is none of it.
    cloud.world.instances = [reborn];
    cloud.world.volumes = [
      anAttachedRoot({ id: anId(0x107), instanceId: anId(7), instanceName: reborn.name }),
    ];
    const cleared = await check(world, { now: hours(7) });
    expect(cleared.clearance).toEqual({ granted: true });
    expect(cleared.summary).toMatchObject({
      instances: { recorded: 3, gone: 3, found: 0 },
      volumes: { recorded: 3, gone: 3, found: 0 },
    });
    expect(cleared.coverage.records).toMatchObject({ count: 2, last: '2026-11-10T01:00:00Z' });
    expect(cleared.keyring).toEqual({ mayBeRetired: false, why: 'serves-other-clusters' });

    // The new cluster's own check has nothing to do with the old one's.
    const other = await check(world, { now: hours(7) }, REBORN);
    expect(other.cluster.state).toMatchObject({ kind: 'alive' });
    expect(fates(other)).toEqual([
      'instance 0007 (recorded-node-claim): in-use (claimed)',
      'volume 0107 (recorded-volume): in-use (attached)',
    ]);
  });
});
