import type { Instance } from '../inventory/instance.ts';
import type { KnownCluster } from '../ledger/ledger.ts';
import { type ClusterUid, clusterUid, type Uid8, uid8, uid8Of } from '../terms/ids.ts';
import type { IdentityEvidence, RecordEvidence } from './outcomes.ts';

/** The clusters that one piece of identity evidence allows as the owner. */
interface Allowed {
  readonly by: string;
  readonly uids: ReadonlySet<ClusterUid>;
}

/**
 * The one cluster that all identity evidence agrees on (verdicts.md, "The owner is"): the record's cluster, the
 * name's uid8, description values that name a known cluster, and the clusters that a valid signature's keyring is
 * bound to (`signedFor`; `undefined` when there is no valid signature, or its keyring is bound to none in particular).
 */
export function identityOf(
  instance: Pick<Instance, 'nameMark' | 'descriptionMark'>,
  record: RecordEvidence,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
  signedFor: ReadonlySet<ClusterUid> | undefined,
): IdentityEvidence {
  const named = readName(instance.nameMark);
  const nodeClaim = record.kind === 'recorded' ? record.nodeClaim : named.nodeClaim;
  const open = { uid8: named.uid8, nodeClaim };
  const allowed = allowedBy(instance, record, clusters, signedFor);
  const conflict = (detail: string): IdentityEvidence => ({ kind: 'conflict', detail, ...open });

  if (record.kind === 'recorded' && !bearsNodeClaim(instance.nameMark, record.nodeClaim)) {
    return conflict(
      `it was recorded for NodeClaim ${record.nodeClaim}, and its name says ${named.nodeClaim ?? ''}`,
    );
  }
  const [first, ...others] = allowed;
  if (first === undefined) return { kind: 'none', ...open };
  const agreed = [...first.uids].filter((uid) => others.every((other) => other.uids.has(uid)));
  if (agreed.length === 0) {
    const isOnlyUnknown = allowed.length === 1;
    return isOnlyUnknown ? { kind: 'none', ...open } : conflict(`${allowed.map(describe).join('; ')}`);
  }
  const [uid, second] = agreed;
  if (uid === undefined) return { kind: 'none', ...open };
  if (second !== undefined) {
    const tellsApart =
      named.uid8 === undefined ? 'nothing says which' : `all of them begin with ${named.uid8}`;
    return { kind: 'collision', detail: `${agreed.join(', ')}: ${tellsApart}`, ...open };
  }
  return {
    kind: 'agreed',
    owner: { clusterUid: uid, uid8: uid8Of(uid), clusterName: clusters.get(uid)?.names.at(-1), nodeClaim },
  };
}

function allowedBy(
  instance: Pick<Instance, 'nameMark' | 'descriptionMark'>,
  record: RecordEvidence,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
  signedFor: ReadonlySet<ClusterUid> | undefined,
): Allowed[] {
  const allowed: Allowed[] = [];
  if (record.kind === 'recorded') allowed.push({ by: 'its record', uids: new Set([record.clusterUid]) });
  const { uid8: namedUid8 } = readName(instance.nameMark);
  if (namedUid8 !== undefined) allowed.push({ by: 'its name', uids: withUid8(clusters, namedUid8) });
  if (instance.descriptionMark.kind === 'marked') {
    for (const field of instance.descriptionMark.fields) {
      const uids = namedClusters(field.value, clusters);
      if (uids.size > 0) allowed.push({ by: `the field ${field.key} of its description`, uids });
    }
  }
  if (signedFor !== undefined) allowed.push({ by: 'its signature', uids: signedFor });
  return allowed;
}

function namedClusters(
  value: string,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
): ReadonlySet<ClusterUid> {
  const uid = clusterUid(value);
  if (uid !== undefined) return new Set(clusters.has(uid) ? [uid] : []);
  const short = uid8(value.toLowerCase());
  return short === undefined ? new Set() : withUid8(clusters, short);
}

function withUid8(clusters: ReadonlyMap<ClusterUid, KnownCluster>, wanted: Uid8): ReadonlySet<ClusterUid> {
  return new Set([...clusters.keys()].filter((uid) => uid8Of(uid) === wanted));
}

function readName(mark: Instance['nameMark']): {
  readonly uid8: Uid8 | undefined;
  readonly nodeClaim: string | undefined;
} {
  switch (mark.kind) {
    case 'matches':
      return { uid8: mark.uid8, nodeClaim: mark.nodeClaim };
    case 'cut-off':
      return { uid8: mark.uid8, nodeClaim: undefined };
    case 'other':
      return { uid8: undefined, nodeClaim: undefined };
  }
}

/** A name that is no Karpenter name says nothing about a NodeClaim, and so contradicts none. */
function bearsNodeClaim(mark: Instance['nameMark'], nodeClaim: string): boolean {
  switch (mark.kind) {
    case 'matches':
      return mark.nodeClaim === nodeClaim;
    case 'cut-off':
      return nodeClaim.startsWith(mark.nodeClaimStart);
    case 'other':
      return true;
  }
}

function describe({ by, uids }: Allowed): string {
  return `${by} says ${uids.size === 0 ? 'a cluster that nobody knows' : [...uids].join(' or ')}`;
}
