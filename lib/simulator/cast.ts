import { formatInstant, type Instant, plusMs, SECOND_MS } from '../terms/instants.ts';
import {
  type ClusterPhase,
  clusterRow,
  managedNodeRow,
  managedPoolRow,
  type VpcInfo,
} from './cluster-row.ts';
import { type FlavorName, flavorOf } from './flavor-row.ts';
import { type InstanceRow, type InstanceStatus, instanceRow, stateFields } from './instance-row.ts';
import {
  csiMetadata,
  type KubernetesObject,
  kcNodeClass,
  node,
  nodeClaim,
  nodePool,
  type PersistentVolumeSpec,
  persistentVolume,
  providerDeployment,
} from './kubernetes-objects.ts';
import { chance } from './random.ts';
import { type SigningKey, signDescription } from './signature.ts';
import { attachedVolume, type VolumeRow, volumeRow } from './volume-row.ts';
import type { Project, SimulatedCluster } from './world.ts';

/** What all resources of one story have in common. */
export interface Stage {
  readonly seed: string;
  readonly project: Pick<Project, 'id' | 'name' | 'credential' | 'user'>;
  readonly vpc: VpcInfo;
  readonly keys: { readonly active: SigningKey; readonly retired: SigningKey };
}

const ZONES = ['kr-central-2-a', 'kr-central-2-b', 'kr-central-2-c'] as const;

export function stage(seed: string): Stage {
  const dice = chance(`${seed}/stage`);
  const key = (id: string): SigningKey => ({ id, bytes: Buffer.from(dice.hex(64), 'hex') });
  return {
    seed,
    project: {
      id: dice.hex(32),
      name: 'shop-prod',
      credential: { id: dice.hex(32), secret: `simulator-only-${dice.hex(24)}` },
      user: { id: dice.hex(32), name: 'svc-audit' },
    },
    vpc: {
      id: dice.uuid(),
      subnets: ZONES.map((zone, index) => ({
        availability_zone: zone,
        cidr_block: `10.20.${index * 64}.0/18`,
        id: dice.uuid(),
      })),
    },
    keys: { retired: key('k1'), active: key('k2') },
  };
}

/** The text of `keyring.json`. */
export function keyringOf({ keys }: Stage): string {
  const base64 = (key: SigningKey): string => Buffer.from(key.bytes).toString('base64');
  return `${JSON.stringify({ activeKeyID: keys.active.id, keys: { [keys.retired.id]: base64(keys.retired), [keys.active.id]: base64(keys.active) } }, undefined, 2)}\n`;
}

/** Who a cluster is, whether it lives or not. */
export interface ClusterIdentity {
  readonly name: string;
  readonly uid: string;
  readonly id: string;
  readonly createdAt: Instant;
  readonly securityGroup: { readonly id: string; readonly name: string };
}

export function clusterIdentity(on: Stage, name: string, createdAt: Instant): ClusterIdentity {
  const dice = chance(`${on.seed}/cluster/${name}`);
  return {
    name,
    uid: dice.uuid(),
    id: dice.uuid(),
    createdAt,
    securityGroup: { id: dice.uuid(), name: `k8s-cluster-ke-cluster-${name}` },
  };
}

/** An instance with its volumes. */
export interface Machine {
  readonly instance: InstanceRow;
  readonly volumes: readonly VolumeRow[];
}

/** A machine that Karpenter made, with its two objects in the cluster. */
export interface KarpenterMachine extends Machine {
  readonly nodePool: string;
  readonly claim: KubernetesObject;
  readonly node: KubernetesObject;
}

export interface DataVolume {
  readonly sizeGiB: number;
  readonly isDeleteOnTermination: boolean;
}

interface MachineSpec {
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Instant;
  readonly flavor?: FlavorName;
  readonly rootGiB?: number;
  readonly isRootKept?: boolean;
  readonly data?: readonly DataVolume[];
  readonly status?: InstanceStatus;
  readonly cluster?: ClusterIdentity;
  readonly isK8se?: boolean;
}

/** The service writes times in more than one form; a reader has to meet them all (kakaocloud-api, "Times"). */
function timeText(at: Instant, form: number): string {
  const plain = formatInstant(at);
  if (form === 0) return plain.replace('Z', '.000000Z');
  return form === 1 ? plain.replace('Z', '+00:00') : plain;
}

/** @param path tells this machine's dice from all others; its name, unless two machines share it */
export function machine(on: Stage, spec: MachineSpec, path: string = spec.name): Machine {
  const dice = chance(`${on.seed}/machine/${path}`);
  const id = dice.uuid();
  const third = dice.below(3);
  const zone = ZONES[third] ?? ZONES[0];
  const ownership = { projectId: on.project.id, userId: on.project.user.id, zone };
  const volumeSpecs: readonly DataVolume[] = [
    { sizeGiB: spec.rootGiB ?? 50, isDeleteOnTermination: spec.isRootKept !== true },
    ...(spec.data ?? []),
  ];
  const volumes = volumeSpecs.map(({ sizeGiB }, index) =>
    volumeRow({
      ...ownership,
      id: dice.uuid(),
      name: index === 0 ? `${spec.name}-root` : `${spec.name}-data-${index}`,
      sizeGiB,
      isRoot: index === 0,
      mountPoint: `/dev/vd${'abcdef'.charAt(index)}`,
      instance: { id, name: spec.name },
      createdAt: timeText(plusMs(spec.createdAt, (7 + 2 * index) * SECOND_MS), dice.below(6)),
      updatedAt: timeText(plusMs(spec.createdAt, 26 * SECOND_MS), 2),
    }),
  );
  const instance = instanceRow({
    ...ownership,
    id,
    name: spec.name,
    description: spec.description,
    flavor: flavorOf(spec.flavor ?? 'm2a.large'),
    ...(spec.status === undefined ? {} : { status: spec.status }),
    privateIp: `10.20.${third * 64 + dice.below(64)}.${2 + dice.below(250)}`,
    networkInterfaceId: dice.uuid(),
    ...(spec.cluster === undefined ? {} : { securityGroup: spec.cluster.securityGroup }),
    isK8se: spec.isK8se ?? false,
    volumes: volumes.map((volume, index) =>
      attachedVolume(volume, volumeSpecs[index]?.isDeleteOnTermination === true),
    ),
    createdAt: timeText(spec.createdAt, dice.below(6)),
    updatedAt: timeText(plusMs(spec.createdAt, 150 * SECOND_MS), 2),
  });
  return { instance, volumes };
}

export interface KarpenterSpec {
  /** The NodeClaim's name: `<pool>-<five letters>`. */
  readonly claim: string;
  readonly createdAt: Instant;
  readonly flavor?: FlavorName;
  readonly data?: readonly DataVolume[];
  readonly isRootKept?: boolean;
  readonly signedBy?: 'active' | 'retired';
}

export function karpenterName(cluster: ClusterIdentity, claim: string): string {
  return `karpenter-${cluster.uid.slice(0, 8)}-${claim}`;
}

export function karpenterMachine(on: Stage, cluster: ClusterIdentity, spec: KarpenterSpec): KarpenterMachine {
  const name = karpenterName(cluster, spec.claim);
  const parts = { clusterUid: cluster.uid, nodeClaim: spec.claim, instanceName: name };
  const made = machine(on, {
    ...spec,
    name,
    description: signDescription(parts, on.keys[spec.signedBy ?? 'active']),
    cluster,
  });
  const dice = chance(`${on.seed}/objects/${name}`);
  const pool = spec.claim.slice(0, spec.claim.lastIndexOf('-'));
  const { id, availability_zone: zone, hostname, flavor } = made.instance;
  const place = { zone: zone ?? ZONES[0], instanceType: flavor?.name ?? '' };
  const createdAt = formatInstant(plusMs(spec.createdAt, -4 * SECOND_MS));
  return {
    ...made,
    nodePool: pool,
    claim: nodeClaim({
      ...place,
      name: spec.claim,
      uid: dice.uuid(),
      nodePool: pool,
      createdAt,
      nodeName: hostname ?? '',
      instanceId: id,
    }),
    node: node({
      ...place,
      name: hostname ?? '',
      uid: dice.uuid(),
      createdAt: formatInstant(plusMs(spec.createdAt, 95 * SECOND_MS)),
      instanceId: id,
      pool: { kind: 'karpenter', name: pool },
    }),
  };
}

/** The nodes of the cluster's managed node pool, which Karpenter has nothing to do with. */
export function managedMachines(on: Stage, cluster: ClusterIdentity, count: number): readonly Machine[] {
  return Array.from({ length: count }, (_, index) =>
    machine(on, {
      name: `${cluster.name}-system-${index + 1}`,
      description: 'node pool system',
      createdAt: plusMs(cluster.createdAt, (600 + index) * SECOND_MS),
      flavor: 'm2a.xlarge',
      cluster,
      isK8se: true,
    }),
  );
}

/** Someone gave the instance another name; the rows of its volumes follow. */
export function renamed<M extends Machine>(of: M, name: string): M {
  return {
    ...of,
    instance: { ...of.instance, name },
    volumes: of.volumes.map((volume) => ({ ...volume, instance_name: name })),
  };
}

export function redescribed<M extends Machine>(of: M, description: string | null): M {
  return { ...of, instance: { ...of.instance, description } };
}

/** The same machine after the console or the cloud put it into another state. */
export function inState<M extends Machine>(of: M, status: InstanceStatus): M {
  return { ...of, instance: { ...of.instance, ...stateFields(status) } };
}

export interface PersistentVolumeStory {
  readonly volume: VolumeRow;
  readonly object: KubernetesObject;
}

/** A cluster's persistent volume, mounted on this machine. */
export function mounted(
  on: Stage,
  of: Machine,
  claim: PersistentVolumeSpec['claim'],
  createdAt: Instant,
): { readonly machine: Machine; readonly story: PersistentVolumeStory } {
  const dice = chance(`${on.seed}/pv/${claim.namespace}/${claim.name}`);
  const spec: PersistentVolumeSpec = {
    name: `pvc-${dice.uuid()}`,
    uid: dice.uuid(),
    volumeId: dice.uuid(),
    sizeGiB: 20,
    createdAt: formatInstant(createdAt),
    claim,
  };
  const volume = volumeRow({
    id: spec.volumeId,
    name: spec.name,
    description: 'Created by OpenStack Cinder CSI driver',
    sizeGiB: spec.sizeGiB,
    isRoot: false,
    mountPoint: '/dev/vdh',
    metadata: csiMetadata(spec),
    projectId: on.project.id,
    userId: on.project.user.id,
    zone: of.instance.availability_zone ?? ZONES[0],
    instance: of.instance,
    createdAt: spec.createdAt,
    updatedAt: formatInstant(plusMs(createdAt, 41 * SECOND_MS)),
  });
  const attached = [...(of.instance.attached_volumes ?? []), attachedVolume(volume, false)];
  return {
    machine: {
      ...of,
      instance: { ...of.instance, attached_volumes: attached, attached_volume_count: attached.length },
      volumes: [...of.volumes, volume],
    },
    story: { volume, object: persistentVolume(spec) },
  };
}

export interface ClusterStory {
  readonly phase: ClusterPhase;
  readonly managed: readonly Machine[];
  readonly claims: readonly KubernetesObject[];
  readonly nodes: readonly KubernetesObject[];
  readonly persistentVolumes?: readonly PersistentVolumeStory[];
  readonly events?: readonly KubernetesObject[];
  readonly isControllerThere: boolean;
}

export function simulatedCluster(on: Stage, cluster: ClusterIdentity, story: ClusterStory): SimulatedCluster {
  const dice = chance(`${on.seed}/simulated/${cluster.name}`);
  const createdAt = formatInstant(cluster.createdAt);
  const installedAt = formatInstant(plusMs(cluster.createdAt, 3600 * SECOND_MS));
  const pools = [
    ...new Set(story.claims.map((claim) => claim.metadata.labels?.['karpenter.sh/nodepool'] ?? '')),
  ];
  const byName = (a: KubernetesObject, b: KubernetesObject): number =>
    a.metadata.name < b.metadata.name ? -1 : 1;
  return {
    uid: cluster.uid,
    row: clusterRow({
      ...cluster,
      createdAt,
      description: `${cluster.name} cluster`,
      phase: story.phase,
      creator: on.project.user,
      vpc: on.vpc,
    }),
    nodes: story.managed.map(({ instance }) =>
      managedNodeRow(
        {
          id: instance.id,
          hostname: instance.hostname ?? '',
          privateIp: instance.addresses?.[0]?.private_ip ?? '',
          flavor: instance.flavor?.name ?? '',
          createdAt,
          vpc: on.vpc,
        },
        'system',
      ),
    ),
    nodePools: [
      managedPoolRow({
        id: dice.uuid(),
        name: 'system',
        clusterName: cluster.name,
        nodeCount: story.managed.length,
        flavor: flavorOf('m2a.xlarge'),
        securityGroupId: cluster.securityGroup.id,
        createdAt,
        vpc: on.vpc,
      }),
    ],
    kubernetes: {
      nodeClaims: [...story.claims].sort(byName),
      nodePools: pools.sort().map((name) => nodePool(name, dice.uuid(), installedAt)),
      kcNodeClasses: [kcNodeClass(dice.uuid(), installedAt)],
      nodes: [...story.nodes, ...story.managed.map((one) => managedNodeObject(on, one))].sort(byName),
      persistentVolumes: (story.persistentVolumes ?? []).map(({ object }) => object).sort(byName),
      events: story.events ?? [],
      deployments: story.isControllerThere ? [providerDeployment(dice.uuid(), installedAt)] : [],
    },
  };
}

function managedNodeObject(on: Stage, { instance }: Machine): KubernetesObject {
  return node({
    name: instance.hostname ?? '',
    uid: chance(`${on.seed}/objects/${instance.name}`).uuid(),
    createdAt: (instance.created_at ?? '').replace(/(\.\d+)?(Z|\+00:00)$/, 'Z'),
    zone: instance.availability_zone ?? '',
    instanceId: instance.id,
    instanceType: instance.flavor?.name ?? '',
    pool: { kind: 'managed', name: 'system' },
  });
}
