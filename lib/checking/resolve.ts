import type { Cluster } from '../inventory/cluster.ts';
import type { Ledger, LedgerEntries } from '../ledger/ledger.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type ClusterUid, clusterUid, type ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { Readable } from '../terms/readable.ts';

/** What one project knows of clusters: its ledger, and the cloud's list. */
export interface Knowledge {
  readonly ledger: Ledger;
  readonly entries: LedgerEntries;
  readonly list: Readable<readonly Cluster[]>;
}

/** A cluster that somebody may mean. */
export interface Candidate {
  readonly uid: ClusterUid;
  readonly names: readonly string[];
  /** The console's cluster IDs that were recorded or are listed with this UID. */
  readonly consoleIds: readonly ResourceId[];
  readonly now: 'alive' | 'deleting' | 'not-listed' | 'unknown';
  /** By runs and live records; by imported or retired ones where there is nothing else. */
  readonly lastSeen: Instant | undefined;
}

export type Resolution =
  | { readonly kind: 'cluster'; readonly uid: ClusterUid }
  /** A UID that nobody here knows: what bears its marks can still be looked for. */
  | { readonly kind: 'unrecorded'; readonly uid: ClusterUid }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'unknown'; readonly known: readonly Candidate[] }
  /** What could not be read may hold it. */
  | { readonly kind: 'unreadable'; readonly failure: AuditFailure };

/**
 * Which cluster a UID (with dashes or without), a console's cluster ID or a name means. A name goes to those that are
 * gone or being deleted before one that lives: a cluster that was made again under the name is another one.
 */
export function resolveCluster(wanted: string, knowledge: Knowledge): Resolution {
  const candidates = candidatesOf(knowledge);
  const id = clusterUid(wanted);
  return id === undefined
    ? byName(wanted.trim(), candidates, knowledge)
    : byId(id, candidates, knowledge.list);
}

/** Every cluster that records, runs, the configuration or the list know by its UID. */
export function candidatesOf({ ledger, entries, list }: Knowledge): readonly Candidate[] {
  const listed = list.kind === 'read' ? list.value : [];
  const uids = new Set([...ledger.clusters.keys(), ...listed.flatMap(({ uid }) => uid ?? [])]);
  return [...uids].map((uid): Candidate => {
    const row = listed.find((cluster) => cluster.uid === uid);
    const own = entries.records.filter(({ cluster }) => cluster.uid === uid);
    const retired = entries.retired?.find(({ cluster }) => cluster === uid);
    const memory = ledger.clusters.get(uid);
    return {
      uid,
      names: withLast(memory?.names ?? [], row?.name),
      consoleIds: [...new Set([...own.flatMap(({ cluster }) => cluster.id ?? []), ...(row ? [row.id] : [])])],
      now: list.kind === 'unreadable' ? 'unknown' : whetherListed(row),
      lastSeen: memory?.lastSeenAlive ?? own.at(-1)?.recordedAt ?? retired?.lastRecordedAt,
    };
  });
}

function withLast(names: readonly string[], last: string | undefined): readonly string[] {
  return last === undefined ? names : [...names.filter((name) => name !== last), last];
}

function whetherListed(row: Cluster | undefined): Candidate['now'] {
  if (row === undefined) return 'not-listed';
  return row.isDeleting ? 'deleting' : 'alive';
}

function byId(id: ClusterUid, candidates: readonly Candidate[], list: Knowledge['list']): Resolution {
  if (candidates.some(({ uid }) => uid === id)) return { kind: 'cluster', uid: id };
  const ofConsole = candidates.filter(({ consoleIds }) => consoleIds.some((one) => String(one) === id));
  if (ofConsole.length > 0) return oneOf(ofConsole);
  const unnamed = withoutUid(list, (row) => String(row.id) === id);
  return unnamed === undefined ? { kind: 'unrecorded', uid: id } : unnamed;
}

function byName(name: string, candidates: readonly Candidate[], { list, ledger }: Knowledge): Resolution {
  const fits = candidates.filter(({ names }) => names.includes(name));
  const ended = fits.filter(({ now }) => now !== 'alive');
  if (fits.length > 0) return oneOf(ended.length > 0 ? ended : fits);
  if (list.kind === 'unreadable') return { kind: 'unreadable', failure: list.failure };
  if (ledger.damage !== undefined) return { kind: 'unreadable', failure: damaged(name, ledger.damage) };
  return withoutUid(list, (row) => row.name === name) ?? { kind: 'unknown', known: candidates };
}

function oneOf(candidates: readonly Candidate[]): Resolution {
  const [first, second] = candidates;
  if (first === undefined || second !== undefined) return { kind: 'several', candidates };
  return { kind: 'cluster', uid: first.uid };
}

function withoutUid(list: Knowledge['list'], is: (row: Cluster) => boolean): Resolution | undefined {
  const row = list.kind === 'read' ? list.value.find((one) => one.uid === undefined && is(one)) : undefined;
  if (row === undefined) return undefined;
  return {
    kind: 'unreadable',
    failure: new AuditFailure(
      'cluster-uid-unknown',
      `cluster ${row.name} is listed (${row.phase}) and does not say its UID, and no record has it`,
      "give the UID, the UUID at the start of the Kubernetes API endpoint's host, when you know it",
    ),
  };
}

function damaged(name: string, damage: string): AuditFailure {
  return new AuditFailure(
    'ledger-damaged',
    `no cluster ${JSON.stringify(name)} is known, and a part of the ledger that may have it cannot be read: ${damage}`,
    'put the file back from a backup, or give the UID of the cluster',
  );
}
