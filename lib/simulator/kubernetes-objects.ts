/** A Kubernetes object, as its API writes it. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [key: string]: unknown;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Everything that one cluster's API serves. */
export interface KubernetesObjects {
  readonly nodeClaims: readonly KubernetesObject[];
  readonly nodePools: readonly KubernetesObject[];
  readonly kcNodeClasses: readonly KubernetesObject[];
  readonly nodes: readonly KubernetesObject[];
  readonly persistentVolumes: readonly KubernetesObject[];
  readonly events: readonly KubernetesObject[];
  readonly deployments: readonly KubernetesObject[];
}

export const KARPENTER_NAMESPACE = 'karpenter-kakaocloud';
export const PROVIDER_NAME = 'karpenter-provider-kakaocloud';
/** The group is KakaoCloud's; this version of it is not published and our own choice. */
export const KC_NODE_CLASS_API = 'karpenter.kakaocloud.com/v1alpha1';
const NODE_CLASS_NAME = 'default';

export function providerId(zone: string, instanceId: string): string {
  return `kakaocloud:///${zone}/${instanceId}`;
}

export interface NodeClaimSpec {
  readonly name: string;
  readonly uid: string;
  readonly nodePool: string;
  readonly createdAt: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly nodeName: string;
  /** `undefined`: still launching. */
  readonly instanceId: string | undefined;
}

export function nodeClaim(spec: NodeClaimSpec): KubernetesObject {
  const launched = spec.instanceId !== undefined;
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: {
      name: spec.name,
      uid: spec.uid,
      creationTimestamp: spec.createdAt,
      finalizers: ['karpenter.sh/termination'],
      labels: {
        'karpenter.sh/nodepool': spec.nodePool,
        'node.kubernetes.io/instance-type': spec.instanceType,
        'topology.kubernetes.io/zone': spec.zone,
      },
    },
    spec: {
      nodeClassRef: { group: 'karpenter.kakaocloud.com', kind: 'KCNodeClass', name: NODE_CLASS_NAME },
      requirements: [{ key: 'karpenter.sh/nodepool', operator: 'In', values: [spec.nodePool] }],
      expireAfter: '720h',
    },
    status: {
      ...(spec.instanceId === undefined
        ? {}
        : { providerID: providerId(spec.zone, spec.instanceId), nodeName: spec.nodeName }),
      conditions: [
        condition('Launched', launched, spec.createdAt),
        condition('Ready', launched, spec.createdAt),
      ],
    },
  };
}

/** The same object after its deletion was asked for: its finalizer still holds it. */
export function terminating(object: KubernetesObject, at: string): KubernetesObject {
  return {
    ...object,
    metadata: { ...object.metadata, deletionTimestamp: at, deletionGracePeriodSeconds: 0 },
  };
}

export interface NodeSpec {
  readonly name: string;
  readonly uid: string;
  readonly createdAt: string;
  readonly zone: string;
  readonly instanceId: string;
  readonly instanceType: string;
  readonly pool: { readonly kind: 'karpenter' | 'managed'; readonly name: string };
}

export function node(spec: NodeSpec): KubernetesObject {
  const poolLabel = spec.pool.kind === 'karpenter' ? 'karpenter.sh/nodepool' : 'kakaoi.io/kke-nodepool';
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: spec.name,
      uid: spec.uid,
      creationTimestamp: spec.createdAt,
      labels: {
        'kubernetes.io/hostname': spec.name,
        'node.kubernetes.io/instance-type': spec.instanceType,
        'topology.kubernetes.io/zone': spec.zone,
        [poolLabel]: spec.pool.name,
      },
    },
    spec: { providerID: providerId(spec.zone, spec.instanceId) },
    status: {
      conditions: [condition('Ready', true, spec.createdAt)],
      nodeInfo: { kubeletVersion: 'v1.33.4' },
    },
  };
}

/** The same Node after its kubelet fell silent. */
export function notReady(object: KubernetesObject, since: string): KubernetesObject {
  return {
    ...object,
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'Unknown',
          lastTransitionTime: since,
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
        },
      ],
    },
  };
}

function condition(type: string, holds: boolean, at: string): object {
  return { type, status: holds ? 'True' : 'Unknown', lastTransitionTime: at, reason: type, message: '' };
}

export interface PersistentVolumeSpec {
  readonly name: string;
  readonly uid: string;
  readonly volumeId: string;
  readonly sizeGiB: number;
  readonly createdAt: string;
  readonly claim: { readonly namespace: string; readonly name: string };
}

export function persistentVolume(spec: PersistentVolumeSpec): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: spec.name,
      uid: spec.uid,
      creationTimestamp: spec.createdAt,
      finalizers: ['kubernetes.io/pv-protection'],
    },
    spec: {
      capacity: { storage: `${spec.sizeGiB}Gi` },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 'block-gp2',
      claimRef: { kind: 'PersistentVolumeClaim', ...spec.claim },
      csi: { driver: 'cinder.csi.openstack.org', volumeHandle: spec.volumeId, fsType: 'ext4' },
    },
    status: { phase: 'Bound' },
  };
}

/** What the upstream Cinder CSI driver writes on a volume it makes; every cluster writes the same `kubernetes`. */
export function csiMetadata(spec: PersistentVolumeSpec): Readonly<Record<string, string>> {
  return {
    'cinder.csi.openstack.org/cluster': 'kubernetes',
    'csi.storage.k8s.io/pv/name': spec.name,
    'csi.storage.k8s.io/pvc/name': spec.claim.name,
    'csi.storage.k8s.io/pvc/namespace': spec.claim.namespace,
  };
}

export function nodePool(name: string, uid: string, createdAt: string): KubernetesObject {
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name, uid, creationTimestamp: createdAt },
    spec: {
      limits: { cpu: '200' },
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.kakaocloud.com', kind: 'KCNodeClass', name: NODE_CLASS_NAME },
          requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'Exists' }],
          expireAfter: '720h',
        },
      },
    },
  };
}

export function kcNodeClass(uid: string, createdAt: string): KubernetesObject {
  return {
    apiVersion: KC_NODE_CLASS_API,
    kind: 'KCNodeClass',
    metadata: { name: NODE_CLASS_NAME, uid, creationTimestamp: createdAt },
    spec: {},
  };
}

export interface EventSpec {
  readonly uid: string;
  readonly at: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly about: KubernetesObject;
}

export function event(spec: EventSpec): KubernetesObject {
  const { about } = spec;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    // Events of cluster-scoped objects live in the namespace `default`.
    metadata: {
      name: `${about.metadata.name}.${spec.uid.slice(0, 8)}`,
      namespace: 'default',
      uid: spec.uid,
      creationTimestamp: spec.at,
    },
    involvedObject: { apiVersion: about.apiVersion, kind: about.kind, name: about.metadata.name },
    type: spec.type,
    reason: spec.reason,
    message: spec.message,
    source: { component: 'karpenter' },
    count: 1,
    firstTimestamp: spec.at,
    lastTimestamp: spec.at,
  };
}

export function providerDeployment(uid: string, createdAt: string): KubernetesObject {
  const labels = {
    'app.kubernetes.io/name': PROVIDER_NAME,
    'app.kubernetes.io/instance': PROVIDER_NAME,
    'app.kubernetes.io/version': '1.2.0',
    'helm.sh/chart': `${PROVIDER_NAME}-1.2.0`,
  };
  const image = `registry.example/karpenter/${PROVIDER_NAME}:1.2.0`;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: PROVIDER_NAME,
      namespace: KARPENTER_NAMESPACE,
      uid,
      creationTimestamp: createdAt,
      labels,
    },
    spec: {
      replicas: 2,
      selector: { matchLabels: { 'app.kubernetes.io/name': PROVIDER_NAME } },
      template: { metadata: { labels }, spec: { containers: [{ name: 'controller', image }] } },
    },
    status: { replicas: 2, readyReplicas: 2 },
  };
}
