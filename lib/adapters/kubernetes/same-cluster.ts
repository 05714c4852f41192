import type { PeerCertificate } from 'node:tls';
import { AuditFailure } from '../../terms/failure.ts';
import { type ClusterUid, clusterUid } from '../../terms/ids.ts';

const UID_FIRST = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[-.]/i;

/** The cluster UID that an API server's host begins with, as in `<uid>-public.ke.kr-central-2.kakaocloud.com`. */
function uidInHost(host: string): ClusterUid | undefined {
  return clusterUid(UID_FIRST.exec(host)?.[1]);
}

/**
 * Whether these hosts are another cluster's. Reading the wrong cluster is worse than reading none: its lists would
 * prove that everything of the right one has no owner. Hosts without a UID (an address, a tunnel) say nothing.
 */
export function anotherCluster(
  way: string,
  cluster: { readonly name: string; readonly uid: ClusterUid | undefined },
  hosts: readonly string[],
): AuditFailure | undefined {
  const found = hosts.map(uidInHost).filter((uid) => uid !== undefined);
  if (cluster.uid === undefined || found.length === 0 || found.includes(cluster.uid)) return undefined;
  return new AuditFailure(
    'wrong-cluster',
    `${way} leads to the cluster with the UID ${found[0]}, but the cluster "${cluster.name}" has the UID ${cluster.uid}`,
    'correct the configuration of this cluster; a cluster that was deleted and made again under its old name needs its new kubeconfig',
  );
}

/** The hosts for which a server's certificate is made out. Clients check them, so the cluster's own is among them. */
export function hostsOf(certificate: PeerCertificate): readonly string[] {
  return (certificate.subjectaltname ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}
