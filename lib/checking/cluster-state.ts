import { type ClusterLook, clusterEvidenceOf } from '../evidence/clusters.ts';
import type { Testimony } from '../evidence/witnesses.ts';
import type { Cluster } from '../inventory/cluster.ts';
import type { KnownCluster } from '../ledger/ledger.ts';
import type { ClusterState, Holders, NameAnswer } from '../report/clearance/clearance.ts';
import type { ClusterUid } from '../terms/ids.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import type { Readable } from '../terms/readable.ts';
import { absurd } from '../terms/words.ts';

/** Two looks at the clusters of a project, and what is known of one of them. */
export interface ClusterSights {
  readonly uid: ClusterUid;
  readonly consoleIds: readonly string[];
  readonly known: ReadonlyMap<ClusterUid, KnownCluster>;
  /** Why the memory may be short of it; `undefined`: it is whole. */
  readonly damage: string | undefined;
  readonly first: Readable<readonly Cluster[]>;
  readonly second: ClusterLook;
  readonly testimony: Testimony;
  readonly now: Instant;
  readonly deletionPeriodMs: number;
}

/**
 * Whether the cluster lives, by the same evidence that verdicts rest on. Gone needs two complete lists without it, and
 * what {@link clusterEvidenceOf} asks beside them.
 */
export function clusterStateOf(sights: ClusterSights): ClusterState {
  const { uid, known, second, first } = sights;
  const evidence = clusterEvidenceOf(uid, undefined, second, known, sights);
  switch (evidence.kind) {
    case 'alive':
      return { kind: 'alive', phase: evidence.phase };
    case 'deleting':
      return {
        kind: 'deleting',
        phase: listedRow(second.list, ({ uid: other }) => other === uid)?.phase ?? '',
        since: timeOrNull(evidence.since),
        period: evidence.period,
        heldBy: holdersOf(sights, evidence.witness === 'asked'),
      };
    case 'gone':
    case 'never-seen':
      return doubtOfFirst(uid, first) ?? absence(sights, evidence);
    case 'unreadable':
      return bySameId(sights) ?? { kind: 'unreadable', why: evidence.detail };
    default:
      return absurd(evidence);
  }
}

/** A cluster that went between the two lists went while it was looked at: that is for the next check to say. */
function doubtOfFirst(uid: ClusterUid, first: ClusterSights['first']): ClusterState | undefined {
  if (first.kind === 'unreadable') return { kind: 'unreadable', why: first.failure.message };
  return first.value.some((cluster) => cluster.uid === uid)
    ? { kind: 'unreadable', why: 'the first list of clusters had it, and the second lacks it' }
    : undefined;
}

function absence(
  { uid, known, damage, now, second }: ClusterSights,
  evidence:
    | { readonly kind: 'gone'; readonly lastSeenAlive: Instant | undefined }
    | { readonly kind: 'never-seen' },
): ClusterState {
  if (evidence.kind === 'gone') {
    const memory = known.get(uid);
    return {
      kind: 'gone',
      lastSeenAlive: timeOrNull(evidence.lastSeenAlive),
      goneBy: formatInstant(memory?.deletedAt ?? memory?.goneSince ?? now),
      byName: (memory?.names ?? []).flatMap((name) => nameAnswer(name, second)),
    };
  }
  return damage === undefined ? { kind: 'never-known' } : { kind: 'unreadable', why: damage };
}

function nameAnswer(name: string, { byName }: ClusterLook): readonly NameAnswer[] {
  const answer = byName.get(name);
  if (answer?.kind !== 'read') return [];
  return [{ name, answer: answer.value.kind === 'gone' ? 'not-found' : 'another-cluster' }];
}

/** A cluster that has lost its endpoint does not say its UID any more; the console's ID that was recorded tells it. */
function bySameId(sights: ClusterSights): ClusterState | undefined {
  const { second, consoleIds } = sights;
  const row = listedRow(second.list, ({ uid, id }) => uid === undefined && consoleIds.includes(id));
  if (row === undefined) return undefined;
  if (!row.isDeleting) return { kind: 'alive', phase: row.phase };
  const since = sights.known.get(sights.uid)?.deletingSince;
  return {
    kind: 'deleting',
    phase: row.phase,
    since: timeOrNull(since),
    period:
      since === undefined ? 'unknown' : sights.now - since >= sights.deletionPeriodMs ? 'past' : 'within',
    heldBy: { nodeClaims: null, nodes: null },
  };
}

/** What its witnesses hold, as far as they were heard. */
function holdersOf({ uid, testimony, first }: ClusterSights, isAsked: boolean): Holders {
  const claims = testimony.claimsOf.get(uid);
  const name = listedRow(first, (cluster) => cluster.uid === uid)?.name;
  const isNodesHeard = isAsked && name !== undefined && testimony.unheardNodes === undefined;
  const nodes = [...testimony.nodesOn.values()]
    .flat()
    .flatMap(({ by, cluster }) => (cluster === name && by.isKarpenters ? [by.name] : []));
  return {
    nodeClaims:
      claims
        ?.map(({ name, isTerminating }) => ({ name, isTerminating }))
        .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))) ?? null,
    nodes: isNodesHeard ? [...new Set(nodes)].toSorted() : null,
  };
}

function listedRow(
  list: Readable<readonly Cluster[]>,
  is: (cluster: Cluster) => boolean,
): Cluster | undefined {
  return list.kind === 'read' ? list.value.find(is) : undefined;
}

function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}
