import type { Limits } from './connection.ts';

/** How to get at one cluster. */
export type WayIn =
  | { readonly kind: 'kubeconfig'; readonly file: string }
  /** As the service account of the pod that this runs in; `directory` is where its token is mounted. */
  | { readonly kind: 'in-cluster'; readonly directory?: string }
  /** By what the cloud says of the cluster, with the cloud's token. */
  | { readonly kind: 'discovered' };

export interface KubernetesOptions {
  /** By cluster name. A cluster that is not in it is `discovered`. */
  readonly ways: ReadonlyMap<string, WayIn>;
  /** The kubeconfig that the cloud hands out for a cluster, as YAML. Rejects with an AuditFailure. */
  readonly kubeconfigOf: (clusterName: string) => Promise<string>;
  /** The cloud's token, valid now. Asked again at the start of every list. Rejects with an AuditFailure. */
  readonly token: () => Promise<string>;
  /** Of one request, and of one run of an exec plugin. */
  readonly timeoutMs: number;
  /** A request that keeps failing (429, 5xx, a connection that breaks off) is given up after this. */
  readonly retryBudgetMs: number;
  /** Stops every request and exec plugin. */
  readonly signal?: AbortSignal | undefined;
  /** Of exec plugins, and where a pod is told its API server; by default this process's own. */
  readonly env?: NodeJS.ProcessEnv;
  readonly time?: Pick<Limits, 'now' | 'sleep'> | undefined;
}
