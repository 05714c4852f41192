import type { Look } from '../auditing/look.ts';
import { hasOtherKarpenterCluster } from '../auditing/told.ts';
import { bindKeyrings, mayServe, type ProjectSigning } from '../signing/project-signing.ts';
import { type ClusterUid, uid8Of } from '../terms/ids.ts';
import type { Judged } from '../verdict/judged.ts';

/**
 * Another cluster that a keyring of this one proves lives, or has something left. Where no keyring is configured, or one
 * proves every cluster, each other Karpenter cluster of the project counts.
 */
export function keyringServesOthers(
  uid: ClusterUid,
  signing: ProjectSigning,
  judged: readonly Judged[],
  look: Look,
): boolean {
  const { known, look: clusters } = look.clusters;
  const its = bindKeyrings(signing.keyrings, [...known.values()]).filter(
    (bound) => bound.clusters === 'all' || bound.clusters.has(uid),
  );
  const others = new Set<ClusterUid>();
  for (const { clusters: bound } of its) {
    const served = mayServe(bound, known.values());
    if (served === 'all') return hasOtherKarpenterCluster(uid, judged, look);
    for (const one of served) if (one !== uid) others.add(one);
  }
  if (its.length === 0) return hasOtherKarpenterCluster(uid, judged, look);
  if (clusters.list.kind === 'unreadable') return true;
  const isListed = clusters.list.value.some((one) => one.uid === undefined || others.has(one.uid));
  return isListed || judged.some((one) => mayBeOf(one, others));
}

function mayBeOf({ judgement, evidence }: Judged, clusters: ReadonlySet<ClusterUid>): boolean {
  if (judgement.verdict === 'unrelated') return false;
  const { identity } = evidence;
  if (identity.kind === 'agreed') return clusters.has(identity.owner.clusterUid);
  // Of a cluster that nobody knows: it may have borne one of the names that the keyring is bound to.
  if (identity.kind === 'none') return true;
  return identity.uid8 === undefined || [...clusters].some((uid) => uid8Of(uid) === identity.uid8);
}
