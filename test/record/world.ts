import type { Cloud } from '../../lib/inventory/cloud.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { AttachedVolume, Instance, NameMark } from '../../lib/inventory/instance.ts';
import type { AuditFailure } from '../../lib/terms/failure.ts';
import { type ResourceId, uid8 } from '../../lib/terms/ids.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';

export function aCluster(over: Partial<Cluster> = {}): Cluster {
  return {
    id: anId(0xc1),
    name: 'shop',
    uid: aClusterUid(),
    phase: 'Provisioned',
    isDeleting: false,
    createdAt: at('2026-05-30T08:12:44Z'),
    endpoint: { host: `${aClusterUid()}-public.ke.kr-central-2.kakaocloud.com`, port: 443 },
    ...over,
  };
}

function nameMarkOf(name: string): NameMark {
  const [, prefix = '', nodeClaim = ''] = /^karpenter-([0-9a-f]{8})-(.+)$/.exec(name) ?? [];
  const mark = uid8(prefix);
  if (mark === undefined) return { kind: 'other' };
  return name.length === 63
    ? { kind: 'cut-off', uid8: mark, nodeClaimStart: nodeClaim }
    : { kind: 'matches', uid8: mark, nodeClaim };
}

export function anAttachedVolume(over: Partial<AttachedVolume> = {}): AttachedVolume {
  return {
    id: anId(0x101),
    sizeGiB: 50,
    createdAt: at('2026-06-02T01:00:12Z'),
    isRoot: true,
    isDeleteOnTermination: true,
    ...over,
  };
}

/** The instance of {@link aNodeClaim} in {@link aCluster}. */
export function anInstance(over: Partial<Omit<Instance, 'nameMark' | 'descriptionMark'>> = {}): Instance {
  const instance: Omit<Instance, 'nameMark' | 'descriptionMark'> = {
    kind: 'instance',
    id: anId(1),
    name: 'karpenter-2c32ae2c-general-7k2lq',
    description: 'v=1;m=karpenter;c=2c32ae2c',
    status: 'active',
    state: 'present',
    billing: 'billed',
    createdAt: at('2026-06-02T01:00:05Z'),
    flavor: 'm2a.large',
    availabilityZone: 'kr-central-2-a',
    projectId: 'b1ccedbfaffd60bc89c2d60ad9893328',
    publicIps: 0,
    volumes: [anAttachedVolume()],
    ...over,
  };
  const isMarked = instance.description.startsWith('v=1;m=karpenter;');
  return {
    ...instance,
    nameMark: nameMarkOf(instance.name),
    descriptionMark: isMarked ? { kind: 'marked', fields: [] } : { kind: 'other' },
  };
}

export interface FakeCloud extends Pick<Cloud, 'project' | 'listInstances' | 'getInstance' | 'listClusters'> {
  /** The project of the cloud that its key belongs to. */
  projectId: string;
  instances: readonly Instance[] | AuditFailure;
  clusters: readonly Cluster[] | AuditFailure;
  /** Answers to a GET by ID in place of the instance itself. */
  readonly faults: Map<ResourceId, AuditFailure>;
  foreign: readonly ResourceId[];
  readonly calls: string[];
}

/** A cloud of one project. Like a real one it lets go of instances that bear no mark and were not asked for. */
export function fakeCloud(
  instances: readonly Instance[],
  clusters: readonly Cluster[] = [aCluster()],
): FakeCloud {
  const orThrow = <T>(value: T | AuditFailure): T => {
    if (value instanceof Error) throw value;
    return value;
  };
  const cloud: FakeCloud = {
    instances,
    clusters,
    faults: new Map(),
    foreign: [],
    calls: [],
    projectId: 'b1ccedbfaffd60bc89c2d60ad9893328',
    project: async () => ({ id: cloud.projectId, name: 'shop-prod' }),
    async listInstances({ ids }) {
      cloud.calls.push('instances');
      const all = orThrow(cloud.instances);
      const isMarked = (it: Instance) => it.nameMark.kind !== 'other' || it.descriptionMark.kind !== 'other';
      return {
        total: all.length,
        kept: all.filter((instance) => isMarked(instance) || ids.has(instance.id)),
        has: (id) => all.some((instance) => instance.id === id),
        instancesWithVolume: () => [],
        foreign: cloud.foreign,
      };
    },
    async getInstance(id) {
      cloud.calls.push(`instance ${id}`);
      const fault = cloud.faults.get(id);
      if (fault !== undefined) throw fault;
      const value = orThrow(cloud.instances).find((instance) => instance.id === id);
      return value === undefined ? { kind: 'gone' } : { kind: 'found', value };
    },
    async listClusters() {
      cloud.calls.push('clusters');
      return orThrow(cloud.clusters);
    },
  };
  return cloud;
}
