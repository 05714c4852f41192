import { stringify } from 'yaml';
import type { SimulatedCluster } from './world.ts';

/** As the service hands it out, credential placeholders included (kakaocloud-api 4.4), but for a server that is here. */
export function kubeconfig(
  cluster: SimulatedCluster,
  kubernetesUrl: string,
  caCertificatePem: string,
): string {
  const { name } = cluster.row;
  const user = `${name}-admin`;
  const context = `${user}@${name}`;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: {
          server: clusterUrl(kubernetesUrl, cluster.uid),
          'certificate-authority-data': Buffer.from(caCertificatePem).toString('base64'),
        },
      },
    ],
    contexts: [{ name: context, context: { cluster: name, user } }],
    'current-context': context,
    preferences: {},
    users: [
      {
        name: user,
        user: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1beta1',
            command: 'kic-iam-auth',
            args: null,
            env: [
              { name: 'OS_AUTH_URL', value: 'https://iam.kakaocloud.com/identity/v3' },
              { name: 'OS_AUTH_TYPE', value: 'v3applicationcredential' },
              { name: 'OS_APPLICATION_CREDENTIAL_ID', value: '<set me>' },
              { name: 'OS_APPLICATION_CREDENTIAL_SECRET', value: '<set me>' },
              { name: 'OS_REGION_NAME', value: 'kr-central-2' },
            ],
            provideClusterInfo: false,
          },
        },
      },
    ],
  };
  return stringify(config, { lineWidth: 0 });
}

export function clusterUrl(kubernetesUrl: string, clusterUid: string): string {
  return `${kubernetesUrl}/clusters/${clusterUid}`;
}
