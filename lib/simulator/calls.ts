/** What can be asked of the simulated services; the paths are those of kakaocloud-api 1 to 4. */
export type Service = 'iam' | 'bcs' | 'volume' | 'kubernetes-engine' | 'kubernetes';

export interface Call {
  readonly kind: CallKind;
  readonly service: Service;
  /** The ID or name in the path. */
  readonly id?: string;
}

const TOKENS_PATH = '/identity/v3/auth/tokens';

const CLOUD_CALLS = [
  ['list-instances', 'bcs', /^\/api\/v1\/instances$/],
  ['get-instance', 'bcs', /^\/api\/v1\/instances\/([^/]+)$/],
  ['list-flavors', 'bcs', /^\/api\/v1\/flavors$/],
  ['list-volumes', 'volume', /^\/api\/v1\/volumes$/],
  ['list-volume-types', 'volume', /^\/api\/v1\/volumes\/types$/],
  ['get-volume', 'volume', /^\/api\/v1\/volumes\/([^/]+)$/],
  ['list-snapshots', 'volume', /^\/api\/v1\/snapshots$/],
  ['list-clusters', 'kubernetes-engine', /^\/api\/v1\/clusters$/],
  ['get-cluster', 'kubernetes-engine', /^\/api\/v1\/clusters\/([^/]+)$/],
  ['list-cluster-nodes', 'kubernetes-engine', /^\/api\/v1\/clusters\/([^/]+)\/nodes$/],
  ['list-node-pools', 'kubernetes-engine', /^\/api\/v1\/clusters\/([^/]+)\/node-pools$/],
  ['get-kubeconfig', 'kubernetes-engine', /^\/api\/v1\/clusters\/([^/]+)\/kubeconfig$/],
] as const;

/** The resources of a cluster's API that are served, by their names there. */
export const KUBERNETES_RESOURCES = [
  'nodeclaims',
  'nodepools',
  'kcnodeclasses',
  'nodes',
  'persistentvolumes',
  'events',
  'deployments',
] as const;
export type KubernetesResource = (typeof KUBERNETES_RESOURCES)[number];

export type CallKind =
  | 'issue-token'
  | 'validate-token'
  | (typeof CLOUD_CALLS)[number][0]
  | 'kubernetes-version'
  | 'kubernetes-discovery'
  | `list-${KubernetesResource}`
  | `get-${KubernetesResource}`
  /** Whatever is not served. */
  | 'unknown';

export function cloudCall(method: string, path: string): Call {
  if (path === TOKENS_PATH)
    return { kind: method === 'POST' ? 'issue-token' : 'validate-token', service: 'iam' };
  for (const [kind, service, pattern] of CLOUD_CALLS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const [, id] = match;
    return id === undefined ? { kind, service } : { kind, service, id: decoded(id) };
  }
  return { kind: 'unknown', service: 'bcs' };
}

/** A path segment; one that is not validly encoded stays as it came and fits nothing. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
