import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClusterAddress } from '../../ledger/witnesses.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { type ApiAccess, type Connection, connect, REAL_TIME } from './connection.ts';
import { accessByKubeconfig, accessByServiceAccount, type Source } from './kube-config.ts';
import type { KubernetesOptions, WayIn } from './options.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Opens a connection to a cluster for as long as `use` takes. */
export async function withCluster<T>(
  cluster: ClusterAddress,
  options: KubernetesOptions,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const access = await accessTo(cluster, options);
  const connection = connect(cluster, access, {
    timeoutMs: options.timeoutMs,
    retryBudgetMs: options.retryBudgetMs,
    signal: options.signal,
    ...(options.time ?? REAL_TIME),
  });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

function accessTo(cluster: ClusterAddress, options: KubernetesOptions): Promise<ApiAccess> {
  const way: WayIn = options.ways.get(cluster.name) ?? { kind: 'discovered' };
  switch (way.kind) {
    case 'kubeconfig':
      return byFile(way.file, cluster, options);
    case 'in-cluster':
      return byServiceAccount(way.directory ?? SERVICE_ACCOUNT, cluster, options);
    case 'discovered':
      return byDiscovery(cluster, options);
  }
}

async function byFile(file: string, cluster: ClusterAddress, options: KubernetesOptions): Promise<ApiAccess> {
  const source = sourceOf(cluster, options, {
    way: `the kubeconfig ${file}`,
    code: 'kubeconfig-invalid',
    remedy: "correct that file, or take a new one from the console's cluster page",
    directory: path.dirname(path.resolve(file)),
  });
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : 'unknown';
    throw source.invalid(`of the cluster "${cluster.name}" cannot be read (${code})`);
  }
  return accessByKubeconfig(text, source);
}

/**
 * Without any kubeconfig: the Kubernetes Engine API has one for each cluster. Only its endpoint and CA are taken; its
 * user is an exec plugin with blanks for a credential. The IAM token most likely is the API server's bearer token
 * (kakaocloud-api, "Karpenter"); where it is not, the 401 says so plainly.
 */
async function byDiscovery(cluster: ClusterAddress, options: KubernetesOptions): Promise<ApiAccess> {
  const source = sourceOf(cluster, options, {
    way: `the kubeconfig that the cloud gives for the cluster "${cluster.name}"`,
    code: 'kubeconfig-invalid',
    remedy: 'give a kubeconfig of your own in the configuration (clusters[].kubeconfig)',
    directory: '.',
    credential: "the cloud's token as bearer",
    bearer: options.token,
  });
  return accessByKubeconfig(await options.kubeconfigOf(cluster.name), source);
}

async function byServiceAccount(
  directory: string,
  cluster: ClusterAddress,
  options: KubernetesOptions,
): Promise<ApiAccess> {
  const source = sourceOf(cluster, options, {
    way: "this pod's service account",
    code: 'service-account-missing',
    remedy:
      'run it in a pod of that cluster with the ServiceAccount of infra/kubernetes/rbac/rbac.yaml, its token mounted',
    directory,
  });
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = source.env;
  if (!host || !port) {
    throw source.invalid(
      `cannot be used for the cluster "${cluster.name}": this process runs in no pod (no KUBERNETES_SERVICE_HOST)`,
    );
  }
  return accessByServiceAccount({ host, port, directory }, source);
}

function sourceOf(
  cluster: ClusterAddress,
  options: KubernetesOptions,
  it: {
    readonly way: string;
    readonly code: 'kubeconfig-invalid' | 'service-account-missing';
    readonly remedy: string;
    readonly directory: string;
    readonly credential?: string;
    readonly bearer?: () => Promise<string>;
  },
): Source {
  return {
    way: it.way,
    cluster,
    directory: it.directory,
    credential: it.credential ?? `the credential of ${it.way}`,
    bearer: it.bearer,
    env: options.env ?? process.env,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    invalid: (what) => new AuditFailure(it.code, `${it.way} ${what}`, it.remedy),
  };
}
