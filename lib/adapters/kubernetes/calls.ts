/** A read of one kind of Kubernetes object. */
export interface ResourceCall {
  readonly kind: 'resource';
  /** `list`, or `get` of the object with this name; nothing else can be said. */
  readonly verb: 'list' | 'get';
  /** `''` is the core group. */
  readonly apiGroup: string;
  /** `undefined`: whichever version the cluster itself prefers. */
  readonly version: string | undefined;
  /** The plural, as RBAC and paths have it. */
  readonly resource: string;
  /** `undefined`: in the whole cluster. */
  readonly namespace: string | undefined;
  /** Of the one object, for `get`. */
  readonly name: string | undefined;
}

/** A read of a path that is no object: which versions of a group are served. */
export interface DiscoveryCall {
  readonly kind: 'discovery';
  readonly verb: 'get';
  readonly apiGroup: string;
}

export type KubernetesCall = ResourceCall | DiscoveryCall;

function list(
  apiGroup: string,
  version: string | undefined,
  resource: string,
  namespace?: string,
): ResourceCall {
  return { kind: 'resource', verb: 'list', apiGroup, version, resource, namespace, name: undefined };
}

function discovery(apiGroup: string): DiscoveryCall {
  return { kind: 'discovery', verb: 'get', apiGroup };
}

/** Where the Karpenter provider for KakaoCloud is installed, by its own procedure. */
const PROVIDER_NAMESPACE = 'karpenter-kakaocloud';
const PROVIDER_DEPLOYMENT = 'karpenter-provider-kakaocloud';

export const NODES = list('', 'v1', 'nodes');
export const PERSISTENT_VOLUMES = list('', 'v1', 'persistentvolumes');
export const NODE_CLAIMS = list('karpenter.sh', 'v1', 'nodeclaims');
export const KARPENTER_VERSIONS = discovery('karpenter.sh');

export const NODE_POOLS = list('karpenter.sh', 'v1', 'nodepools');
/** No public page names the version of KCNodeClass, hence the cluster is asked for it. */
export const NODE_CLASSES = list('karpenter.kakaocloud.com', undefined, 'kcnodeclasses');
export const NODE_CLASS_VERSIONS = discovery('karpenter.kakaocloud.com');
/** Events about the provider's pods. */
export const PROVIDER_EVENTS = list('', 'v1', 'events', PROVIDER_NAMESPACE);
/** Events about objects without a namespace (Nodes, NodeClaims, NodePools) are kept in `default`. */
export const CLUSTER_EVENTS = list('', 'v1', 'events', 'default');
export const PROVIDER: ResourceCall = {
  kind: 'resource',
  verb: 'get',
  apiGroup: 'apps',
  version: 'v1',
  resource: 'deployments',
  namespace: PROVIDER_NAMESPACE,
  name: PROVIDER_DEPLOYMENT,
};

/**
 * Everything this adapter reads, and all it can say: a request is made from one of these. The roles in
 * infra/kubernetes/rbac/rbac.yaml allow exactly them; a test holds the two together. Secrets are not among them.
 */
export const CALLS: readonly KubernetesCall[] = [
  NODES,
  PERSISTENT_VOLUMES,
  NODE_CLAIMS,
  KARPENTER_VERSIONS,
  NODE_POOLS,
  NODE_CLASSES,
  NODE_CLASS_VERSIONS,
  PROVIDER_EVENTS,
  CLUSTER_EVENTS,
  PROVIDER,
];

/** The path of a call on an API server. `version` is what the cluster prefers, where the call leaves it open. */
export function pathOf(call: KubernetesCall, version?: string): string {
  if (call.kind === 'discovery') return `/apis/${call.apiGroup}`;
  const chosen = call.version ?? version;
  if (chosen === undefined) throw new TypeError(`no version is chosen for ${call.resource}`);
  const group = call.apiGroup === '' ? `/api/${chosen}` : `/apis/${call.apiGroup}/${chosen}`;
  const namespace = call.namespace === undefined ? '' : `/namespaces/${call.namespace}`;
  const name = call.name === undefined ? '' : `/${call.name}`;
  return `${group}${namespace}/${call.resource}${name}`;
}

/** The call in the words of RBAC and kubectl, for messages: `list nodeclaims.karpenter.sh`. */
export function spoken(call: KubernetesCall): string {
  if (call.kind === 'discovery') return `get ${pathOf(call)}`;
  const group = call.apiGroup === '' ? '' : `.${call.apiGroup}`;
  const namespace = call.namespace === undefined ? '' : ` in the namespace ${call.namespace}`;
  return `${call.verb} ${call.resource}${group}${namespace}`;
}
