import { type Answer, json, refusal } from './answer.ts';
import type { Call } from './calls.ts';
import type { Effect } from './faults.ts';
import { FLAVORS, VOLUME_TYPES } from './flavor-row.ts';
import { kubeconfig } from './kubeconfig.ts';
import { FLAVOR_LIST, INSTANCE_LIST, SNAPSHOT_LIST, VOLUME_LIST } from './listing.ts';
import type { Pages, ProjectList } from './pages.ts';
import type { Row } from './rows.ts';
import type { Tokens } from './tokens.ts';
import { type Project, projectOf, type SimulatedCluster, type World } from './world.ts';

/** One request to the cloud's services, read. */
export interface CloudRequest {
  readonly call: Call;
  readonly params: URLSearchParams;
  readonly headers: {
    readonly contentType: string | undefined;
    readonly authToken: string | undefined;
    readonly subjectToken: string | undefined;
  };
  readonly body: string;
  readonly effects: readonly Effect[];
}

/** What the services answer from. */
export interface CloudState {
  readonly world: World;
  readonly pages: Pages;
  readonly tokens: Tokens;
  /** Where the clusters' own API is, and who vouches for it. */
  readonly kubernetesUrl: string;
  readonly caCertificatePem: string;
}

export function answerCloud(state: CloudState, request: CloudRequest): Answer {
  const { call, headers } = request;
  const { world, tokens } = state;
  if (call.kind === 'issue-token') return tokens.issue(world, headers.contentType, request.body);
  if (call.kind === 'validate-token') return tokens.validate(world, headers.authToken, headers.subjectToken);
  const projectId = tokens.projectOf(headers.authToken);
  const project = projectId === undefined ? undefined : projectOf(world, projectId);
  if (project === undefined) return refusal(call.service, 401);
  return answerProject(state, project, request);
}

function answerProject(state: CloudState, project: Project, request: CloudRequest): Answer {
  const { call, params, effects } = request;
  const { pages } = state;
  const instances = {
    service: 'bcs',
    projectId: project.id,
    spec: INSTANCE_LIST,
    rows: project.instances,
  } as const;
  const volumes = {
    service: 'volume',
    projectId: project.id,
    spec: VOLUME_LIST,
    rows: project.volumes,
  } as const;
  switch (call.kind) {
    case 'list-instances':
      return pages.list(instances, params, effects);
    case 'get-instance':
      return oneRow(pages, instances, call, 'instance');
    case 'list-volumes':
      return pages.list(volumes, params, effects);
    case 'get-volume':
      return oneRow(pages, volumes, call, 'volume');
    case 'list-snapshots':
      return pages.list(
        { service: 'volume', projectId: project.id, spec: SNAPSHOT_LIST, rows: project.snapshots },
        params,
        effects,
      );
    case 'list-flavors':
      return pages.list(
        { service: 'bcs', projectId: project.id, spec: FLAVOR_LIST, rows: FLAVORS },
        params,
        effects,
      );
    case 'list-volume-types':
      return json(200, { volume_types: VOLUME_TYPES });
    case 'list-clusters':
      return clusterList(project, effects);
    case 'get-cluster':
      return ofCluster(project, call, ({ row }) => json(200, { cluster: row }));
    case 'list-cluster-nodes':
      return ofCluster(project, call, ({ nodes }) => json(200, { nodes }));
    case 'list-node-pools':
      return ofCluster(project, call, ({ nodePools }) => json(200, { node_pools: nodePools }));
    case 'get-kubeconfig':
      return ofCluster(project, call, (cluster) => ({
        status: 200,
        headers: { 'content-type': 'application/yaml' },
        body: kubeconfig(cluster, state.kubernetesUrl, state.caCertificatePem),
      }));
    default:
      return refusal(call.service, 404, 'there is nothing at this path');
  }
}

function oneRow<T extends Row>(pages: Pages, list: ProjectList<T>, call: Call, key: string): Answer {
  const row = pages.find(list, call.id ?? '');
  return row === undefined ? refusal(call.service, 404, `${key} does not exist`) : json(200, { [key]: row });
}

/** Not paged, and without any parameter (kakaocloud-api 4.1). */
function clusterList(project: Project, effects: readonly Effect[]): Answer {
  let clusters: unknown = project.clusters.map(({ row }) => row);
  for (const effect of effects) {
    if (effect.kind === 'null-array') clusters = null;
    if (effect.kind === 'missing-array') clusters = undefined;
    if (effect.kind === 'empty-list') clusters = [];
    if (effect.kind === 'unlisted') {
      clusters = project.clusters
        .filter(({ row }, index) => (effect.id === undefined ? index > 0 : row.id !== effect.id))
        .map(({ row }) => row);
    }
  }
  return json(200, { clusters });
}

/** The key in these paths is the cluster's name (kakaocloud-api 4.1). */
function ofCluster(project: Project, call: Call, answer: (cluster: SimulatedCluster) => Answer): Answer {
  const cluster = project.clusters.find(({ row }) => row.name === call.id);
  return cluster === undefined ? refusal(call.service, 404, 'cluster does not exist') : answer(cluster);
}
