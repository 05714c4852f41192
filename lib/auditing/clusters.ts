import type { ClusterLook } from '../evidence/clusters.ts';
import { ownerOf } from '../evidence/instances.ts';
import { fieldOrdersOf } from '../evidence/record.ts';
import {
  type HeardCluster,
  hear,
  heldAgainstNames,
  shrunkList,
  type Testimony,
} from '../evidence/witnesses.ts';
import type { Cloud, Found } from '../inventory/cloud.ts';
import type { Cluster } from '../inventory/cluster.ts';
import type { Instance } from '../inventory/instance.ts';
import { countsAfter, NO_CLAIM_LIST } from '../ledger/claim-list.ts';
import type { ClaimListSeen } from '../ledger/entries.ts';
import type { ConfiguredCluster } from '../ledger/known-clusters.ts';
import type { KnownCluster, Ledger } from '../ledger/ledger.ts';
import type { ClusterWitness, Witnesses } from '../ledger/witnesses.ts';
import type { ProjectSigning } from '../signing/project-signing.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type ClusterUid, uid8Of } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { type Readable, readable, unreadable } from '../terms/readable.ts';

/** What a look is taken at, and with what memory. */
export interface Looked {
  readonly cloud: Cloud;
  readonly witnesses: Witnesses;
  readonly configured: readonly ConfiguredCluster[];
  readonly ledger: Ledger;
  readonly signing: ProjectSigning;
  /** The cloud's ID of the project; `undefined`: it could not be read. */
  readonly projectId: string | undefined;
  readonly now: Instant;
  readonly gracePeriodMs: number;
}

/** The clusters, and what the witnesses of those that live say. */
export interface ClustersSeen {
  readonly look: ClusterLook;
  /** Records, runs, configuration and the list together. */
  readonly known: ReadonlyMap<ClusterUid, KnownCluster>;
  readonly testimony: Testimony;
  readonly claimLists: readonly ClaimListSeen[];
  readonly failures: readonly AuditFailure[];
}

export function failuresOf(readings: readonly Readable<unknown>[]): readonly AuditFailure[] {
  return readings.flatMap((reading) => (reading.kind === 'unreadable' ? [reading.failure] : []));
}

/**
 * Lists the clusters, asks by name for the known ones that the list lacks and an instance or record speaks of, and
 * hears the witnesses of every cluster that lives.
 */
export async function seeClusters(at: Looked, instances: readonly Instance[]): Promise<ClustersSeen> {
  const listing = await readable(() => at.cloud.listClusters());
  const listed = listing.kind === 'read' ? listing.value : [];
  const known = withListed(at.ledger.clusters, listed);
  const owners = ownersOf(instances, at, known);
  const missing = [...known.values()].filter((cluster) => !listed.some(({ uid }) => uid === cluster.uid));
  const asked = missing.filter(
    // A cluster that no run has seen gone may have witnesses, though nothing here is its own.
    (cluster) =>
      cluster.goneSince === undefined ||
      owners.has(cluster.uid) ||
      hasRecordedVolumes(at.ledger, cluster.uid),
  );
  const byName = listing.kind === 'read' ? await askByName(at.cloud, asked) : new Map();
  const list = heldAgainst(listing, byName);
  const look: ClusterLook = { list, byName, declaredNone: declaredNone(at.configured, listed) };
  const heard = (await hearClusters(at, look, listed)).map((one) => heldAgainstNames(one, instances));
  const { clusters, claimLists } = weighClaimLists(heard, at, owners);
  return {
    look,
    known,
    testimony: hear(clusters),
    claimLists,
    failures: [
      ...failuresOf([list, ...byName.values()]),
      ...clusters.flatMap(({ witness }) => failuresOf(Object.values(witness))),
    ],
  };
}

/** A list that lacks a cluster which a GET by name finds proves nothing, about no cluster (verdicts.md, rule 2 of the four). */
function heldAgainst(
  list: Readable<readonly Cluster[]>,
  byName: ReadonlyMap<string, Readable<Found<Cluster>>>,
): Readable<readonly Cluster[]> {
  if (list.kind === 'unreadable') return list;
  for (const [name, answer] of byName) {
    if (answer.kind === 'unreadable' || answer.value.kind === 'gone') continue;
    const found = answer.value.value;
    if (list.value.some(({ id, uid }) => id === found.id && uid === found.uid)) continue;
    return unreadable(
      new AuditFailure(
        'listing-disagrees',
        `the list of clusters lacks ${name}, and a GET by its name finds it`,
        'run again in some minutes; if it stays so, ask the help desk why the cluster is not listed',
      ),
    );
  }
  return list;
}

/** Names of listed clusters that the configuration declares `witness: none`; one that was made again is another. */
function declaredNone(
  configured: readonly ConfiguredCluster[],
  listed: readonly Cluster[],
): ReadonlySet<string> {
  const declared = configured.filter(({ witness }) => witness === 'declared-none');
  const isDeclared = ({ name, uid }: Cluster) =>
    declared.some((one) => one.name === name && (one.uid === undefined || one.uid === uid));
  return new Set(listed.filter(isDeclared).map(({ name }) => name));
}

function withListed(
  remembered: ReadonlyMap<ClusterUid, KnownCluster>,
  listed: readonly Cluster[],
): ReadonlyMap<ClusterUid, KnownCluster> {
  const known = new Map(remembered);
  for (const { uid, name } of listed) {
    if (uid === undefined) continue;
    const memory = known.get(uid);
    if (memory?.names.at(-1) === name) continue;
    const names = [...(memory?.names ?? []).filter((other) => other !== name), name];
    known.set(uid, {
      lastSeenAlive: undefined,
      deletingSince: undefined,
      goneSince: undefined,
      deletedAt: undefined,
      claimList: NO_CLAIM_LIST,
      ...memory,
      uid,
      names,
    });
  }
  return known;
}

/**
 * How many marked instances each known cluster has, by what the listing and the ledger say alone. One that may be of
 * several clusters counts for each: in doubt a cluster has instances.
 */
function ownersOf(
  instances: readonly Instance[],
  { cloud, ledger }: Looked,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
): ReadonlyMap<ClusterUid, number> {
  const fieldOrders = fieldOrdersOf(ledger, cloud.readDescription);
  const owners = new Map<ClusterUid, number>();
  for (const instance of instances) {
    const { identity } = ownerOf(instance, { ledger, fieldOrders, clusters });
    const possible =
      identity.kind === 'agreed'
        ? [identity.owner.clusterUid]
        : [...clusters.keys()].filter((uid) => uid8Of(uid) === identity.uid8);
    for (const uid of possible) owners.set(uid, (owners.get(uid) ?? 0) + 1);
  }
  return owners;
}

function hasRecordedVolumes(ledger: Ledger, uid: ClusterUid): boolean {
  for (const records of ledger.volumes.values()) {
    for (const { instanceId } of records) {
      if (ledger.instances.get(instanceId)?.claims.some((claim) => claim.clusterUid === uid)) return true;
    }
  }
  return false;
}

async function askByName(
  cloud: Cloud,
  clusters: readonly KnownCluster[],
): Promise<Map<string, Readable<Found<Cluster>>>> {
  const names = new Set(clusters.flatMap((cluster) => cluster.names));
  const answers = await Promise.all(
    [...names].map(async (name) => [name, await readable(() => cloud.getCluster(name))] as const),
  );
  return new Map(answers);
}

async function hearClusters(
  at: Looked,
  look: ClusterLook,
  listed: readonly Cluster[],
): Promise<readonly HeardCluster[]> {
  const asked = listed.filter((cluster) => !look.declaredNone.has(cluster.name));
  return Promise.all(
    asked.map(async (cluster) => {
      const { name, uid, endpoint } = cluster;
      const isAlone = asked.every((other) => other === cluster || other.name !== name);
      return {
        cluster,
        witness: isAlone ? await at.witnesses.ask({ name, uid, endpoint }) : namesakes(name),
      };
    }),
  );
}

/** Clusters are reached by their names: of two that share one, nobody can say which would answer. */
function namesakes(name: string): ClusterWitness {
  const reading = unreadable(
    new AuditFailure(
      'witness-unreadable',
      `two listed clusters are called ${name}, so that neither can be asked`,
      'rename or remove one of them; until then nothing is said of either',
    ),
  );
  return { nodes: reading, persistentVolumes: reading, nodeClaims: reading };
}

/** Sets aside NodeClaim lists that are implausibly short, and tells what was read for the run's memory. */
function weighClaimLists(
  heard: readonly HeardCluster[],
  at: Looked,
  owners: ReadonlyMap<ClusterUid, number>,
): { readonly clusters: readonly HeardCluster[]; readonly claimLists: readonly ClaimListSeen[] } {
  const claimLists: ClaimListSeen[] = [];
  const clusters = heard.map(({ cluster, witness }): HeardCluster => {
    if (witness.nodeClaims.kind === 'unreadable' || cluster.uid === undefined) return { cluster, witness };
    const memory = at.ledger.clusters.get(cluster.uid)?.claimList ?? NO_CLAIM_LIST;
    const { length } = witness.nodeClaims.value;
    const hasMarked = (owners.get(cluster.uid) ?? 0) > 0;
    const { counts } = countsAfter(memory, length, hasMarked, at.now, at.gracePeriodMs);
    claimLists.push({ cluster: cluster.uid, length, counted: counts });
    if (counts) return { cluster, witness };
    return {
      cluster,
      witness: { ...witness, nodeClaims: shrunkList(cluster.name, length, memory.lastLength) },
    };
  });
  return { clusters, claimLists };
}
