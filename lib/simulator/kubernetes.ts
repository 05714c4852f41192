import { type Answer, json, refusal } from './answer.ts';
import { type Call, decoded, type KubernetesResource } from './calls.ts';
import type { Effect } from './faults.ts';
import type { KubernetesObject, KubernetesObjects } from './kubernetes-objects.ts';
import type { SimulatedCluster, World } from './world.ts';

interface Served {
  readonly resource: KubernetesResource;
  readonly kind: string;
  readonly shortNames?: readonly string[];
  readonly isNamespaced: boolean;
  readonly of: (objects: KubernetesObjects) => readonly KubernetesObject[];
}

/** Group and version → what is served there. `''` is the core group. */
const GROUPS: readonly {
  readonly group: string;
  readonly version: string;
  readonly serves: readonly Served[];
}[] = [
  {
    group: '',
    version: 'v1',
    serves: [
      { resource: 'nodes', kind: 'Node', shortNames: ['no'], isNamespaced: false, of: ({ nodes }) => nodes },
      {
        resource: 'persistentvolumes',
        kind: 'PersistentVolume',
        shortNames: ['pv'],
        isNamespaced: false,
        of: ({ persistentVolumes }) => persistentVolumes,
      },
      {
        resource: 'events',
        kind: 'Event',
        shortNames: ['ev'],
        isNamespaced: true,
        of: ({ events }) => events,
      },
    ],
  },
  {
    group: 'apps',
    version: 'v1',
    serves: [
      {
        resource: 'deployments',
        kind: 'Deployment',
        shortNames: ['deploy'],
        isNamespaced: true,
        of: ({ deployments }) => deployments,
      },
    ],
  },
  {
    group: 'karpenter.sh',
    version: 'v1',
    serves: [
      { resource: 'nodeclaims', kind: 'NodeClaim', isNamespaced: false, of: ({ nodeClaims }) => nodeClaims },
      { resource: 'nodepools', kind: 'NodePool', isNamespaced: false, of: ({ nodePools }) => nodePools },
    ],
  },
  {
    group: 'karpenter.kakaocloud.com',
    version: 'v1alpha1',
    serves: [
      {
        resource: 'kcnodeclasses',
        kind: 'KCNodeClass',
        isNamespaced: false,
        of: ({ kcNodeClasses }) => kcNodeClasses,
      },
    ],
  },
];
type Group = (typeof GROUPS)[number];

/** Where in one cluster's API a request leads. */
type Target =
  | { readonly to: 'version' }
  | { readonly to: 'core-versions' }
  | { readonly to: 'groups' }
  | { readonly to: 'group'; readonly group: string }
  | { readonly to: 'resources'; readonly group: string; readonly version: string }
  | {
      readonly to: 'objects';
      readonly group: string;
      readonly version: string;
      readonly served: Served;
      readonly namespace: string | undefined;
      readonly name: string | undefined;
    }
  | { readonly to: 'nothing' };

export interface KubernetesRequest {
  readonly clusterUid: string;
  readonly call: Call;
  readonly target: Target;
}

const PATH = /^\/clusters\/([0-9a-f-]{36})(\/.*)?$/;

/** Reads a path of the second port; `undefined`: no cluster is meant. */
export function readKubernetesPath(path: string): KubernetesRequest | undefined {
  const match = PATH.exec(path);
  if (match === null) return undefined;
  const [, clusterUid = '', rest = '/'] = match;
  const target = targetOf(
    rest
      .split('/')
      .filter((part) => part !== '')
      .map(decoded),
  );
  return { clusterUid, call: callOf(target), target };
}

function targetOf(parts: readonly string[]): Target {
  const [root, ...rest] = parts;
  if (root === 'version' && rest.length === 0) return { to: 'version' };
  if (root === 'api') {
    const [version, ...path] = rest;
    return version === undefined ? { to: 'core-versions' } : inGroup('', version, path);
  }
  if (root !== 'apis') return { to: 'nothing' };
  const [group, version, ...path] = rest;
  if (group === undefined) return { to: 'groups' };
  return version === undefined ? { to: 'group', group } : inGroup(group, version, path);
}

function inGroup(group: string, version: string, path: readonly string[]): Target {
  if (path.length === 0) return { to: 'resources', group, version };
  const isInNamespace = path[0] === 'namespaces' && path.length > 2;
  const [plural, name, ...more] = isInNamespace ? path.slice(2) : path;
  const served = GROUPS.find((one) => one.group === group)?.serves.find(
    ({ resource }) => resource === plural,
  );
  const isFitting = served !== undefined && more.length === 0 && (served.isNamespaced || !isInNamespace);
  if (!isFitting) return { to: 'nothing' };
  return { to: 'objects', group, version, served, namespace: isInNamespace ? path[1] : undefined, name };
}

function callOf(target: Target): Call {
  const service = 'kubernetes';
  switch (target.to) {
    case 'version':
      return { kind: 'kubernetes-version', service };
    case 'objects': {
      const { served, name } = target;
      return name === undefined
        ? { kind: `list-${served.resource}`, service }
        : { kind: `get-${served.resource}`, service, id: name };
    }
    case 'nothing':
      return { kind: 'unknown', service };
    default:
      return { kind: 'kubernetes-discovery', service };
  }
}

/** A cluster as it was at one resourceVersion. */
export interface ClusterSnapshot {
  readonly cluster: SimulatedCluster;
  readonly projectId: string;
  readonly resourceVersion: string;
}

/** The clusters' own APIs: every world that was set is one more resourceVersion. */
export class ClusterApis {
  readonly #worlds: World[] = [];

  setWorld(world: World): void {
    this.#worlds.push(world);
  }

  /** `undefined`: there is no such cluster, and so no server that could answer. */
  snapshot(clusterUid: string, resourceVersion = this.#latest()): ClusterSnapshot | undefined {
    const world = this.#worlds[Number(resourceVersion) - FIRST_VERSION];
    for (const project of world?.projects ?? []) {
      const cluster = project.clusters.find(({ uid }) => uid === clusterUid);
      if (cluster !== undefined) return { cluster, projectId: project.id, resourceVersion };
    }
    return undefined;
  }

  answer(request: KubernetesRequest, params: URLSearchParams, effects: readonly Effect[]): Answer {
    const { target, clusterUid } = request;
    const isTypeMissing = effects.some(({ kind }) => kind === 'type-missing');
    const karpenterVersion = effects.some(({ kind }) => kind === 'only-v1beta1') ? 'v1beta1' : 'v1';
    const groups = GROUPS.map((one) =>
      one.group === 'karpenter.sh' ? { ...one, version: karpenterVersion } : one,
    );
    switch (target.to) {
      case 'version':
        return json(200, { major: '1', minor: '33', gitVersion: 'v1.33.4', platform: 'linux/amd64' });
      case 'core-versions':
        return json(200, { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] });
      case 'groups':
        return json(200, {
          kind: 'APIGroupList',
          apiVersion: 'v1',
          groups: groups.filter(({ group }) => group !== '').map(describeGroup),
        });
      case 'group': {
        const group = groups.find((one) => one.group === target.group);
        return group === undefined
          ? nothingThere()
          : json(200, { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) });
      }
      case 'resources': {
        const group = groups.find((one) => isIn(one, target));
        return group === undefined ? nothingThere() : describeResources(group);
      }
      case 'objects': {
        const group = groups.find((one) => isIn(one, target));
        if (group === undefined || isTypeMissing) return nothingThere();
        return this.#objects({ ...target, clusterUid }, params, effects);
      }
      default:
        return nothingThere();
    }
  }

  #latest(): string {
    return String(FIRST_VERSION + this.#worlds.length - 1);
  }

  #objects(
    target: Extract<Target, { to: 'objects' }> & { readonly clusterUid: string },
    params: URLSearchParams,
    effects: readonly Effect[],
  ): Answer {
    const { served, name, namespace } = target;
    if (params.get('watch') === 'true') return refusal('kubernetes', 400, 'watching is not simulated');
    const begun = readContinue(params.get('continue'));
    if (begun === 'unreadable') return refusal('kubernetes', 400, 'continue key is not valid');
    const snapshot = this.snapshot(target.clusterUid, begun?.resourceVersion);
    if (snapshot === undefined) return refusal('kubernetes', 410);
    const apiVersion = apiVersionOf(target);
    const objects = served
      .of(snapshot.cluster.kubernetes)
      .filter((one) => namespace === undefined || one.metadata.namespace === namespace)
      .map((one) => ({
        ...one,
        apiVersion,
        metadata: { ...one.metadata, resourceVersion: snapshot.resourceVersion },
      }));
    if (name !== undefined) {
      const found = objects.find((one) => one.metadata.name === name);
      return found === undefined
        ? refusal('kubernetes', 404, `${served.resource} "${name}" not found`)
        : json(200, found);
    }
    const selected = objects.filter(
      (one) =>
        fitsSelector(params.get('labelSelector'), (key) => one.metadata.labels?.[key]) &&
        fitsSelector(params.get('fieldSelector'), (key) => fieldOf(one, key)),
    );
    return list(served, apiVersion, selected, begun?.start ?? 0, snapshot, params, effects);
  }
}

const FIRST_VERSION = 1000;

function isIn(
  { group, version }: Group,
  target: { readonly group: string; readonly version: string },
): boolean {
  return group === target.group && version === target.version;
}

function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** What an API server says of a type that it does not have: no Status object. */
function nothingThere(): Answer {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: '404 page not found\n',
  };
}

function describeGroup({ group, version }: Group): object {
  const preferred = { groupVersion: `${group}/${version}`, version };
  return { name: group, versions: [preferred], preferredVersion: preferred };
}

function describeResources(group: Group): Answer {
  return json(200, {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf(group),
    resources: group.serves.map(({ resource, kind, shortNames, isNamespaced }) => ({
      name: resource,
      singularName: kind.toLowerCase(),
      namespaced: isNamespaced,
      kind,
      verbs: ['get', 'list'],
      ...(shortNames === undefined ? {} : { shortNames }),
    })),
  });
}

interface Continue {
  readonly resourceVersion: string;
  readonly start: number;
}

function readContinue(text: string | null): Continue | undefined | 'unreadable' {
  if (text === null || text === '') return undefined;
  const match = /^(\d+)\/(\d+)$/.exec(Buffer.from(text, 'base64url').toString());
  if (match === null) return 'unreadable';
  return { resourceVersion: match[1] ?? '', start: Number(match[2]) };
}

function list(
  served: Served,
  apiVersion: string,
  objects: readonly KubernetesObject[],
  start: number,
  { resourceVersion }: ClusterSnapshot,
  params: URLSearchParams,
  effects: readonly Effect[],
): Answer {
  const limit = Number(params.get('limit') ?? 0);
  const end = limit > 0 ? Math.min(objects.length, start + limit) : objects.length;
  const isCore = !apiVersion.includes('.');
  let items: unknown[] | null | undefined = objects.slice(start, end).map((one) => {
    if (!isCore) return one;
    // Built-in types are written without their type inside a list.
    const { apiVersion: _, kind: __, ...bare } = one;
    return bare;
  });
  let remaining = objects.length - end;
  for (const { kind } of effects) {
    if (kind === 'null-array') items = null;
    if (kind === 'missing-array') items = undefined;
    if (kind === 'short-page') items?.pop();
    if (kind === 'empty-list') {
      items = [];
      remaining = 0;
    }
  }
  const more =
    remaining > 0
      ? {
          continue: Buffer.from(`${resourceVersion}/${end}`).toString('base64url'),
          remainingItemCount: remaining,
        }
      : {};
  return json(200, {
    kind: `${served.kind}List`,
    apiVersion,
    metadata: { resourceVersion, ...more },
    items,
  });
}

/** Equality only: `a=b,c!=d`. */
function fitsSelector(selector: string | null, lookUp: (key: string) => string | undefined): boolean {
  if (selector === null || selector === '') return true;
  return selector.split(',').every((term) => {
    const [, key = '', operator, wanted = ''] = /^([^!=]+)(!=|==|=)(.*)$/.exec(term.trim()) ?? [];
    if (operator === undefined) return lookUp(term.trim()) !== undefined;
    return (lookUp(key) === wanted) === (operator !== '!=');
  });
}

function fieldOf(object: KubernetesObject, path: string): string | undefined {
  let value: unknown = object;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return typeof value === 'string' ? value : undefined;
}
