import type { ClusterUid } from '../terms/ids.ts';
import type { BoundKeyring, Keyring, ProvenClusters } from './keyring.ts';
import type { SignatureScheme } from './scheme.ts';

/** What the signatures of one project are verified with. */
export interface ProjectSigning {
  readonly keyrings: readonly NamedKeyring[];
  /** `undefined` until `keyring calibrate` has found it. */
  readonly scheme: SignatureScheme | undefined;
}

/** A keyring with the names of the clusters whose signatures it proves, as the configuration has them. */
export interface NamedKeyring {
  readonly keyring: Keyring;
  readonly clusters: readonly string[] | 'all';
}

export const NO_SIGNING: ProjectSigning = { keyrings: [], scheme: undefined };

/** A known cluster, as far as a keyring is bound to it. */
export interface NamedCluster {
  readonly uid: ClusterUid;
  /** Every name it was ever known by. */
  readonly names: readonly string[];
}

/** A name stands for every cluster that ever bore it: which of them a keyring is for, its signatures show. */
export function bindKeyrings(
  keyrings: readonly NamedKeyring[],
  known: readonly NamedCluster[],
): readonly BoundKeyring[] {
  return keyrings.map(({ keyring, clusters }) => ({
    keyring,
    clusters:
      clusters === 'all'
        ? clusters
        : new Set(
            known.filter(({ names }) => names.some((name) => clusters.includes(name))).map(({ uid }) => uid),
          ),
  }));
}

/**
 * The clusters that a bound keyring may be for, so that it is kept for them: one whose name nobody recorded may have
 * borne any. It proves them no more for that.
 */
export function mayServe(clusters: ProvenClusters, known: Iterable<NamedCluster>): ProvenClusters {
  if (clusters === 'all') return clusters;
  const nameless = [...known].filter(({ names }) => names.length === 0).map(({ uid }) => uid);
  return new Set([...clusters, ...nameless]);
}

/** Names that keyrings are bound to and that no known cluster ever bore. */
export function unknownNames(
  keyrings: readonly NamedKeyring[],
  known: readonly NamedCluster[],
): readonly string[] {
  const names = new Set(known.flatMap((cluster) => cluster.names));
  const bound = keyrings.flatMap(({ clusters }) => (clusters === 'all' ? [] : clusters));
  return [...new Set(bound)].filter((name) => !names.has(name));
}
