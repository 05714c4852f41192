import {
  descriptionMark,
  holdsKarpenterName,
  kubernetesVolumeMark,
  nameMark,
} from '../../lib/adapters/kakaocloud/marks.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { AttachedVolume, Instance } from '../../lib/inventory/instance.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import type { ClusterNode, NodeClaim } from '../../lib/ledger/witnesses.ts';
import type { ProviderRef } from '../../lib/terms/provider-id.ts';
import { absurd } from '../../lib/terms/words.ts';
import { aClusterUid, anId, at } from './ledger.ts';

/** The project that every resource here belongs to unless told otherwise. */
export const PROJECT_ID = 'b1ccedbfaffd60bc89c2d60ad9893328';

/** A cluster of the cloud's list, alive. */
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

/** The NodeClaim of {@link anInstance}. Its provider ID is written as its provider says, unless told otherwise. */
export function aNodeClaim(over: Partial<NodeClaim> = {}): NodeClaim {
  const provider = over.provider ?? { kind: 'instance', id: anId(1) };
  return {
    name: 'general-7k2lq',
    uid: '5f1f3a0c-0000-4000-8000-000000000001',
    nodePool: 'general',
    providerId: providerIdOf(provider),
    provider,
    isTerminating: false,
    ...over,
  };
}

/** A provider ID that points there. */
export function providerIdOf(provider: ProviderRef): string {
  switch (provider.kind) {
    case 'instance':
      return `kakaocloud:///kr-central-2-a/${provider.id}`;
    case 'unclear':
      return provider.text;
    case 'none':
      return '';
    default:
      return absurd(provider);
  }
}

/** The Ready Node of {@link anInstance}. */
export function aNode(over: Partial<ClusterNode> = {}): ClusterNode {
  return {
    name: 'host-10-20-1-31',
    provider: { kind: 'instance', id: anId(1) },
    isReady: true,
    isKarpenters: true,
    ...over,
  };
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

/** An instance that Karpenter made in {@link aCluster}, of the name of {@link aNodeClaim}, with one root volume. */
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
    projectId: PROJECT_ID,
    publicIps: 0,
    volumes: [anAttachedVolume()],
    ...over,
  };
  return {
    ...instance,
    nameMark: nameMark(instance.name),
    descriptionMark: descriptionMark(instance.description),
  };
}

/** The root volume of {@link anInstance}, left over and unattached. */
export function aVolume(
  over: Partial<Omit<Volume, 'kind' | 'bearsKarpenterName' | 'kubernetesMark'>> = {},
): Volume {
  const volume: Omit<Volume, 'bearsKarpenterName' | 'kubernetesMark'> = {
    kind: 'volume',
    id: anId(0x101),
    name: 'root-0101',
    status: 'available',
    state: 'available',
    billing: 'billed',
    createdAt: at('2026-06-02T01:00:12Z'),
    updatedAt: at('2026-06-02T01:00:31Z'),
    sizeGiB: 50,
    volumeType: 'gp2',
    availabilityZone: 'kr-central-2-a',
    projectId: PROJECT_ID,
    instanceId: undefined,
    instanceName: undefined,
    saysAttached: false,
    ...over,
  };
  return {
    ...volume,
    bearsKarpenterName: holdsKarpenterName(volume.name) || holdsKarpenterName(volume.instanceName ?? ''),
    kubernetesMark: kubernetesVolumeMark(volume.name, {}),
  };
}

/** The same volume, attached to {@link anInstance}. */
export function anAttachedRoot(over: Parameters<typeof aVolume>[0] = {}): Volume {
  return aVolume({
    status: 'in_use',
    state: 'in-use',
    saysAttached: true,
    instanceId: anId(1),
    instanceName: 'karpenter-2c32ae2c-general-7k2lq',
    ...over,
  });
}
