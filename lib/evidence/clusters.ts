import type { Found } from '../inventory/cloud.ts';
import type { Cluster } from '../inventory/cluster.ts';
import type { KnownCluster } from '../ledger/ledger.ts';
import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { Readable } from '../terms/readable.ts';
import type { Asked, ClusterEvidence } from './outcomes.ts';

/** One look at the project's clusters: the list, and a GET by name for known ones that the list lacks. */
export interface ClusterLook {
  readonly list: Readable<readonly Cluster[]>;
  readonly byName: ReadonlyMap<string, Readable<Found<Cluster>>>;
  /** Names that the configuration declares `witness: none`. */
  readonly declaredNone: ReadonlySet<string>;
}

export interface ClusterPeriods {
  readonly now: Instant;
  readonly deletionPeriodMs: number;
}

/**
 * Whether the owner lives, by the list and, where the list lacks it, by a GET by each name it was known by
 * (verdicts.md, rule 2 of the four). A cluster whose name nobody recorded is gone by the list alone in one look; an
 * orphan needs the same of the second look, at the confirmation.
 */
export function clusterEvidenceOf(
  uid: ClusterUid | undefined,
  createdAt: Instant | undefined,
  look: ClusterLook,
  known: ReadonlyMap<ClusterUid, KnownCluster>,
  periods: ClusterPeriods,
): ClusterEvidence {
  if (look.list.kind === 'unreadable') return { kind: 'unreadable', detail: look.list.failure.message };
  if (uid === undefined) return { kind: 'never-seen' };
  const memory = known.get(uid);
  const listed = look.list.value.find((cluster) => cluster.uid === uid);
  if (listed !== undefined) return livingEvidence(listed, memory, look, periods);
  if (memory === undefined) return { kind: 'never-seen' };
  const doubt = doubtOfAbsence(uid, memory, look, look.list.value);
  if (doubt !== undefined) return { kind: 'unreadable', detail: doubt };
  const ended = Math.min(
    memory.deletedAt ?? Number.POSITIVE_INFINITY,
    memory.goneSince ?? Number.POSITIVE_INFINITY,
  );
  return {
    kind: 'gone',
    lastSeenAlive: memory.lastSeenAlive,
    createdAfterDeletion: createdAt !== undefined && createdAt > ended + periods.deletionPeriodMs,
  };
}

function livingEvidence(
  cluster: Cluster,
  memory: KnownCluster | undefined,
  look: ClusterLook,
  periods: ClusterPeriods,
): ClusterEvidence {
  const witness: Asked = look.declaredNone.has(cluster.name) ? 'declared-none' : 'asked';
  if (!cluster.isDeleting) return { kind: 'alive', phase: cluster.phase, witness };
  const since = memory?.deletingSince;
  if (since === undefined) return { kind: 'deleting', since, period: 'unknown', witness };
  const period = periods.now - since >= periods.deletionPeriodMs ? 'past' : 'within';
  return { kind: 'deleting', since, period, witness };
}

/** Why the list's silence does not prove that the cluster is gone; `undefined` when it does. */
function doubtOfAbsence(
  uid: ClusterUid,
  memory: KnownCluster,
  look: ClusterLook,
  list: readonly Cluster[],
): string | undefined {
  const unnamed = list.find(({ name, uid: said }) => said === undefined && !look.declaredNone.has(name));
  if (unnamed !== undefined) return `cluster ${unnamed.name} does not say its UID, which may be ${uid}`;
  for (const name of memory.names) {
    const answer = look.byName.get(name);
    if (answer === undefined) return `cluster ${name} was not asked for by its name`;
    if (answer.kind === 'unreadable') return answer.failure.message;
    if (answer.value.kind === 'gone') continue;
    const found = answer.value.value;
    if (found.uid === undefined) return `cluster ${name} is there and does not say its UID`;
    if (found.uid === uid) return `the list lacks cluster ${name}, and a GET by its name finds it`;
  }
  return undefined;
}
