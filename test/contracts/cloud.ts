import { afterEach, describe, expect, it } from 'vitest';
import type { Cloud, VolumeFilter } from '../../lib/inventory/cloud.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { Snapshot } from '../../lib/inventory/snapshot.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import type { ResourceId } from '../../lib/terms/ids.ts';
import {
  aCluster,
  anAttachedRoot,
  anAttachedVolume,
  anInstance,
  aVolume,
  PROJECT_ID,
} from '../builders/inventory.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';

/** What a cloud holds, in the core's words: the rows of one project, PROJECT_ID, and perhaps some that are not its own. */
export interface CloudWorld {
  readonly instances: readonly Instance[];
  readonly volumes: readonly Volume[];
  readonly snapshots: readonly Snapshot[];
  readonly clusters: readonly Cluster[];
}

export interface CloudHarness {
  readonly cloud: Cloud;
  /** From now on none of the cloud's lists and rows can be read. */
  fail(): void;
  close(): Promise<void>;
}

const NO_INSTANCES = { ids: new Set<ResourceId>(), all: false };
const NO_VOLUMES: VolumeFilter = { ids: new Set(), attachedTo: new Set(), all: false };
const FOREIGN = 'c2ccedbfaffd60bc89c2d60ad9893328';

const unmarked = (n: number, over: Parameters<typeof anInstance>[0] = {}) =>
  anInstance({ id: anId(n), name: `bastion-${n}`, description: '', volumes: [], ...over });
const idsOf = (rows: readonly { readonly id: ResourceId }[]) => rows.map(({ id }) => id).sort();

/** What everyone who holds a {@link Cloud} relies on. `makeHarness` opens one over the given world. */
export function cloudContract(name: string, makeHarness: (world: CloudWorld) => Promise<CloudHarness>): void {
  describe(`${name} is a cloud`, () => {
    const open: CloudHarness[] = [];
    afterEach(async () => {
      await Promise.all(open.splice(0).map((harness) => harness.close()));
    });

    async function harnessOf(world: Partial<CloudWorld> = {}): Promise<CloudHarness> {
      const whole = { instances: [], volumes: [], snapshots: [], clusters: [], ...world };
      const harness = await makeHarness(whole);
      open.push(harness);
      return harness;
    }
    const cloudOf = async (world?: Partial<CloudWorld>) => (await harnessOf(world)).cloud;

    it('knows its project', async () => {
      expect((await (await cloudOf()).project()).id).toBe(PROJECT_ID);
    });

    it('says of nothing that there is nothing', async () => {
      const cloud = await cloudOf();
      const instances = await cloud.listInstances({ ...NO_INSTANCES, all: true });
      expect(instances).toMatchObject({ total: 0, kept: [], foreign: [] });
      expect(instances.has(anId(1))).toBe(false);
      expect(instances.instancesWithVolume(anId(1))).toEqual([]);
      const volumes = await cloud.listVolumes({ ...NO_VOLUMES, all: true });
      expect(volumes).toMatchObject({ total: 0, kept: [], foreign: [] });
      expect(volumes.has(anId(1))).toBe(false);
      expect(await cloud.listSnapshots(new Set([anId(1)]))).toEqual([]);
      expect(await cloud.listClusters()).toEqual([]);
    });

    describe('listing instances', () => {
      it('gives each in full', async () => {
        const instance = anInstance({
          volumes: [anAttachedVolume(), anAttachedVolume({ id: anId(0x102), isRoot: false })],
        });
        const { kept, total } = await (await cloudOf({ instances: [instance] })).listInstances(NO_INSTANCES);
        expect(kept).toEqual([instance]);
        expect(total).toBe(1);
      });

      it('keeps those with a mark, be it in the name or in the description, and lets the others go', async () => {
        const renamed = anInstance({ id: anId(2), name: 'kept-by-hand' });
        const described = anInstance({ id: anId(3), description: 'changed by hand' });
        const newer = anInstance({ id: anId(4), name: 'x', description: 'v=2;m=karpenter;' });
        const instances = [anInstance(), renamed, described, newer, unmarked(5), unmarked(6)];
        const listing = await (await cloudOf({ instances })).listInstances(NO_INSTANCES);
        expect(idsOf(listing.kept)).toEqual([anId(1), anId(2), anId(3), anId(4)]);
        expect(listing.total).toBe(6);
      });

      it('keeps those that are asked for', async () => {
        const instances = [unmarked(5), unmarked(6)];
        const { kept } = await (await cloudOf({ instances })).listInstances({
          ids: new Set([anId(6)]),
          all: false,
        });
        expect(kept).toEqual([unmarked(6)]);
      });

      it('keeps all when told to', async () => {
        const instances = [anInstance(), unmarked(5)];
        const { kept } = await (await cloudOf({ instances })).listInstances({ ids: new Set(), all: true });
        expect(idsOf(kept)).toEqual([anId(1), anId(5)]);
      });

      it('has those that it let go', async () => {
        const listing = await (await cloudOf({ instances: [anInstance(), unmarked(5)] })).listInstances(
          NO_INSTANCES,
        );
        expect([anId(1), anId(5), anId(6)].map((id) => listing.has(id))).toEqual([true, true, false]);
      });

      it('tells which instances name a volume, kept or not', async () => {
        const on = (n: number) => [anAttachedVolume({ id: anId(n) })];
        const instances = [
          anInstance({ volumes: on(0x101) }),
          unmarked(5, { volumes: on(0x102) }),
          unmarked(6, { volumes: [...on(0x101), ...on(0x103)] }),
        ];
        const { instancesWithVolume } = await (await cloudOf({ instances })).listInstances(NO_INSTANCES);
        expect([...instancesWithVolume(anId(0x101))].sort()).toEqual([anId(1), anId(6)]);
        expect(instancesWithVolume(anId(0x102))).toEqual([anId(5)]);
        expect(instancesWithVolume(anId(0x103))).toEqual([anId(6)]);
        expect(instancesWithVolume(anId(0x104))).toEqual([]);
      });

      it('keeps no row of another project, but knows that it is there', async () => {
        const foreign = anInstance({ id: anId(9), projectId: FOREIGN });
        const cloud = await cloudOf({ instances: [anInstance(), foreign] });
        const listing = await cloud.listInstances({ ids: new Set([anId(9)]), all: true });
        expect(idsOf(listing.kept)).toEqual([anId(1)]);
        expect(listing.foreign).toEqual([anId(9)]);
        expect(listing.has(anId(9))).toBe(true);
      });

      it('gives a row without a project, for it may be ours', async () => {
        const cloud = await cloudOf({ instances: [anInstance({ projectId: undefined })] });
        expect((await cloud.listInstances(NO_INSTANCES)).kept).toHaveLength(1);
      });

      it('gives many', async () => {
        const instances = Array.from({ length: 2500 }, (_, n) =>
          anInstance({ id: anId(n), createdAt: at('2026-06-02T01:00:05Z'), volumes: [] }),
        );
        const { kept, total } = await (await cloudOf({ instances })).listInstances(NO_INSTANCES);
        expect(total).toBe(2500);
        expect(idsOf(kept)).toEqual(idsOf(instances));
      });
    });

    describe('listing volumes', () => {
      const plain = (n: number, over: Parameters<typeof aVolume>[0] = {}) =>
        aVolume({ id: anId(n), ...over });

      it('gives each in full', async () => {
        const volumes = [anAttachedRoot()];
        expect((await (await cloudOf({ volumes })).listVolumes(NO_VOLUMES)).kept).toEqual(volumes);
      });

      it('keeps those with a mark, and lets the others go', async () => {
        const volumes = [
          plain(0x201, { name: 'karpenter-2c32ae2c-general-7k2lq' }),
          plain(0x202, { instanceName: 'karpenter-2c32ae2c-general-7k2lq' }),
          plain(0x203, { name: 'pvc-3f0c6c1e-5a61-4a0b-9f5d-6b8a3f3f7e10' }),
          plain(0x204),
        ];
        const listing = await (await cloudOf({ volumes })).listVolumes(NO_VOLUMES);
        expect(idsOf(listing.kept)).toEqual([anId(0x201), anId(0x202), anId(0x203)]);
        expect(listing.total).toBe(4);
        expect([anId(0x204), anId(0x205)].map((id) => listing.has(id))).toEqual([true, false]);
      });

      it('keeps those that are asked for, and those on an instance that is asked for', async () => {
        const volumes = [
          plain(0x201),
          plain(0x202, { instanceId: anId(2) }),
          plain(0x203, { instanceId: anId(3) }),
        ];
        const filter = { ids: new Set([anId(0x201)]), attachedTo: new Set([anId(2)]), all: false };
        const { kept } = await (await cloudOf({ volumes })).listVolumes(filter);
        expect(idsOf(kept)).toEqual([anId(0x201), anId(0x202)]);
      });

      it('keeps all when told to, but for those of another project', async () => {
        const volumes = [plain(0x201), plain(0x202, { projectId: FOREIGN })];
        const listing = await (await cloudOf({ volumes })).listVolumes({ ...NO_VOLUMES, all: true });
        expect(idsOf(listing.kept)).toEqual([anId(0x201)]);
        expect(listing.foreign).toEqual([anId(0x202)]);
        expect(listing.has(anId(0x202))).toBe(true);
      });
    });

    it('lists the snapshots of the volumes that it is asked of', async () => {
      const snapshots = [
        { id: anId(0x301), volumeId: anId(0x101) },
        { id: anId(0x302), volumeId: anId(0x102) },
        { id: anId(0x303), volumeId: undefined },
        { id: anId(0x304), volumeId: anId(0x101) },
      ];
      const found = await (await cloudOf({ snapshots })).listSnapshots(new Set([anId(0x101), anId(0x109)]));
      expect(idsOf(found)).toEqual([anId(0x301), anId(0x304)]);
    });

    it('lists clusters in full, with or without an endpoint', async () => {
      const uid = aClusterUid('9e363260', 2);
      const clusters = [
        aCluster(),
        aCluster({
          id: anId(0xc2),
          name: 'lab',
          phase: 'Deleting',
          isDeleting: true,
          uid,
          endpoint: { host: `${uid}-public.ke.kr-central-2.kakaocloud.com`, port: 443 },
        }),
        aCluster({ id: anId(0xc3), name: 'new', phase: 'Pending', uid: undefined, endpoint: undefined }),
      ];
      expect(await (await cloudOf({ clusters })).listClusters()).toEqual(clusters);
    });

    it('gets by ID or name what is there, marked or not, and says of the rest that it is gone', async () => {
      const cloud = await cloudOf({ instances: [unmarked(5)], volumes: [aVolume()], clusters: [aCluster()] });
      expect(await cloud.getInstance(anId(5))).toEqual({ kind: 'found', value: unmarked(5) });
      expect(await cloud.getVolume(aVolume().id)).toEqual({ kind: 'found', value: aVolume() });
      expect(await cloud.getCluster('shop')).toEqual({ kind: 'found', value: aCluster() });
      expect(await cloud.getInstance(anId(6))).toEqual({ kind: 'gone' });
      expect(await cloud.getVolume(anId(5))).toEqual({ kind: 'gone' });
      expect(await cloud.getCluster('shop-old')).toEqual({ kind: 'gone' });
    });

    it('never takes what it could not read for what is not there', async () => {
      const harness = await harnessOf({
        instances: [anInstance()],
        volumes: [aVolume()],
        clusters: [aCluster()],
      });
      harness.fail();
      const { cloud } = harness;
      const readings = await Promise.allSettled([
        cloud.listInstances(NO_INSTANCES),
        cloud.listVolumes(NO_VOLUMES),
        cloud.listSnapshots(new Set([anId(1)])),
        cloud.listClusters(),
        cloud.getInstance(anId(1)),
        cloud.getVolume(aVolume().id),
        cloud.getCluster('shop'),
      ]);
      for (const reading of readings) {
        expect(reading).toMatchObject({ status: 'rejected', reason: expect.any(AuditFailure) });
      }
    });

    it('reads a recorded description as it reads a listed one', async () => {
      const cloud = await cloudOf();
      for (const description of ['v=1;m=karpenter;c=1', 'v=2;m=karpenter;', 'by hand', '']) {
        expect(cloud.readDescription(description)).toEqual(anInstance({ description }).descriptionMark);
      }
    });
  });
}
