import type { Wire } from './api-server.ts';

/** Kubernetes objects as they come over the wire, sound unless the test says otherwise. */
export function nodeClaim(name: string, providerID?: string, metadata: Wire = {}): Wire {
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: { name, labels: { 'karpenter.sh/nodepool': 'default' }, ...metadata },
    status: providerID === undefined ? {} : { providerID },
  };
}

export function node(name: string, providerID: string, it: { ready?: string; labels?: Wire } = {}): Wire {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: it.labels ?? {} },
    spec: { providerID },
    status: {
      conditions: [
        { type: 'MemoryPressure', status: 'False' },
        { type: 'Ready', status: it.ready ?? 'True' },
      ],
    },
  };
}

export function persistentVolume(name: string, volumeHandle: string | undefined): Wire {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec:
      volumeHandle === undefined
        ? { hostPath: { path: '/data' } }
        : { csi: { driver: 'cinder.csi.openstack.org', volumeHandle } },
  };
}
