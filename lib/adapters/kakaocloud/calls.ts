import { AuditFailure } from '../../terms/failure.ts';

/** A service of KakaoCloud, by the name that endpoints are resolved with (kakaocloud-api 6.1). */
export type Service = 'iam' | 'bcs' | 'volume' | 'kubernetes-engine';

export interface KakaoCloudCall {
  readonly method: 'GET' | 'POST';
  readonly service: Service;
  /** `{id}` and `{name}` stand for one path segment. */
  readonly path: string;
}

export interface GetCall extends KakaoCloudCall {
  readonly method: 'GET';
}

function get(service: Service, path: string): GetCall {
  return { method: 'GET', service, path };
}

export const ISSUE_TOKEN = { method: 'POST', service: 'iam', path: '/identity/v3/auth/tokens' } as const;
export const LIST_INSTANCES = get('bcs', '/api/v1/instances');
export const GET_INSTANCE = get('bcs', '/api/v1/instances/{id}');
export const LIST_VOLUMES = get('volume', '/api/v1/volumes');
export const GET_VOLUME = get('volume', '/api/v1/volumes/{id}');
export const LIST_SNAPSHOTS = get('volume', '/api/v1/snapshots');
export const LIST_CLUSTERS = get('kubernetes-engine', '/api/v1/clusters');
export const GET_CLUSTER = get('kubernetes-engine', '/api/v1/clusters/{name}');
export const GET_KUBECONFIG = get('kubernetes-engine', '/api/v1/clusters/{name}/kubeconfig');

/**
 * Everything this adapter can say to KakaoCloud. The one call that is no GET issues a token; infra/roles allows
 * exactly these, and a test holds the two together.
 */
export const CALLS: readonly KakaoCloudCall[] = [
  ISSUE_TOKEN,
  LIST_INSTANCES,
  GET_INSTANCE,
  LIST_VOLUMES,
  GET_VOLUME,
  LIST_SNAPSHOTS,
  LIST_CLUSTERS,
  GET_CLUSTER,
  GET_KUBECONFIG,
];

/** The call's path for one resource. A name that would lead to another path is refused. */
export function pathFor(call: GetCall, idOrName: string): string {
  if (/^\.{0,2}$/.test(idOrName)) {
    throw new AuditFailure(
      'bad-usage',
      `"${idOrName}" is no name that ${call.path} could be asked for`,
      'give the name or ID of a resource',
    );
  }
  return call.path.replace(/\{\w+\}/, () => encodeURIComponent(idOrName));
}
