import { descriptionMark } from '../../lib/adapters/kakaocloud/marks.ts';
import type { Cloud, Found } from '../../lib/inventory/cloud.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { Snapshot } from '../../lib/inventory/snapshot.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import type { ResourceId } from '../../lib/terms/ids.ts';
import { PROJECT_ID } from './inventory.ts';

/** What a fake cloud holds; a failure in the place of a list makes it unreadable. May be changed between two calls. */
export interface FakeWorld {
  instances: readonly Instance[] | AuditFailure;
  volumes: readonly Volume[] | AuditFailure;
  snapshots: readonly Snapshot[] | AuditFailure;
  clusters: readonly Cluster[] | AuditFailure;
}

export interface FakeCloud extends Cloud {
  readonly world: FakeWorld;
  /** Every call so far, in this order: `instances`, `volumes`, `clusters`, `instance ID`, `cluster NAME`, … */
  readonly calls: readonly string[];
  /** What a GET by this ID or name answers instead of what the lists hold. */
  readonly answers: Map<string, Found<never> | AuditFailure>;
  /** Called before each call is answered, with its name: here a test changes the world between two readings. */
  onCall: (call: string) => void;
}

/** A cloud of one project, in memory. Like a real one it lets go of rows that bear no mark and were not asked for. */
export function fakeCloud(held: Partial<FakeWorld> = {}): FakeCloud {
  const world: FakeWorld = { instances: [], volumes: [], snapshots: [], clusters: [], ...held };
  const calls: string[] = [];
  const isForeign = (row: { readonly projectId: string | undefined }) =>
    row.projectId !== undefined && row.projectId !== PROJECT_ID;

  function called(call: string): void {
    calls.push(call);
    cloud.onCall(call);
  }

  async function get<T extends object>(
    call: string,
    key: string,
    rows: () => readonly T[] | AuditFailure,
    is: (row: T) => boolean,
  ) {
    called(call);
    const answer = cloud.answers.get(key);
    if (answer instanceof AuditFailure) throw answer;
    if (answer !== undefined) return answer;
    const value = orThrow(rows()).find(is);
    return value === undefined ? ({ kind: 'gone' } as const) : ({ kind: 'found', value } as const);
  }

  const cloud: FakeCloud = {
    world,
    calls,
    answers: new Map(),
    onCall: () => undefined,
    readDescription: descriptionMark,
    descriptionLimit: undefined,
    project: async () => ({ id: PROJECT_ID, name: 'shop-prod' }),
    async listInstances({ ids, all }) {
      called('instances');
      const rows = orThrow(world.instances);
      const isKept = (it: Instance) =>
        all || ids.has(it.id) || it.nameMark.kind !== 'other' || it.descriptionMark.kind !== 'other';
      return {
        total: rows.length,
        kept: rows.filter((row) => !isForeign(row) && isKept(row)),
        has: (id) => rows.some((row) => row.id === id),
        instancesWithVolume: (volumeId) =>
          rows.filter((row) => row.volumes.some(({ id }) => id === volumeId)).map((row) => row.id),
        foreign: rows.filter(isForeign).map((row) => row.id),
      };
    },
    async listVolumes({ ids, all, attachedTo }) {
      called('volumes');
      const rows = orThrow(world.volumes);
      const isKept = (it: Volume) =>
        all ||
        ids.has(it.id) ||
        it.bearsKarpenterName ||
        it.kubernetesMark.kind !== 'none' ||
        (it.instanceId !== undefined && attachedTo.has(it.instanceId));
      return {
        total: rows.length,
        kept: rows.filter((row) => !isForeign(row) && isKept(row)),
        has: (id) => rows.some((row) => row.id === id),
        foreign: rows.filter(isForeign).map((row) => row.id),
      };
    },
    async listSnapshots(volumeIds: ReadonlySet<ResourceId>) {
      called('snapshots');
      return orThrow(world.snapshots).filter(
        ({ volumeId }) => volumeId !== undefined && volumeIds.has(volumeId),
      );
    },
    async listClusters() {
      called('clusters');
      return orThrow(world.clusters);
    },
    getInstance: (id) =>
      get(
        `instance ${id}`,
        id,
        () => world.instances,
        (row) => row.id === id,
      ),
    getVolume: (id) =>
      get(
        `volume ${id}`,
        id,
        () => world.volumes,
        (row) => row.id === id,
      ),
    getCluster: (name) =>
      get(
        `cluster ${name}`,
        name,
        () => world.clusters,
        (row) => row.name === name,
      ),
  };
  return cloud;
}

function orThrow<T>(value: T | AuditFailure): T {
  if (value instanceof AuditFailure) throw value;
  return value;
}
