import type { ClusterLook } from '../evidence/clusters.ts';
import { ownerOf } from '../evidence/instances.ts';
import { fieldOrdersOf } from '../evidence/record.ts';
import { instancesToProbe } from '../evidence/volumes.ts';
import {
  type HeardCluster,
  hear,
  heldAgainstNames,
  shrunkList,
  type Testimony,
} from '../evidence/witnesses.ts';
import type { Cloud, Found, InstanceListing, VolumeListing } from '../inventory/cloud.ts';
import type { Cluster } from '../inventory/cluster.ts';
import type { Instance } from '../inventory/instance.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import type { Volume } from '../inventory/volume.ts';
import { countsAfter, NO_CLAIM_LIST } from '../ledger/claim-list.ts';
import type { ClaimListSeen } from '../ledger/entries.ts';
import type { ConfiguredCluster } from '../ledger/known-clusters.ts';
import type { KnownCluster, Ledger } from '../ledger/ledger.ts';
import type { ClusterWitness, Witnesses } from '../ledger/witnesses.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { type Readable, read, readable, unreadable } from '../terms/readable.ts';

/** What a look is taken at, and with what memory. */
export interface Looked {
  readonly cloud: Cloud;
  readonly witnesses: Witnesses;
  readonly configured: readonly ConfiguredCluster[];
  readonly ledger: Ledger;
  readonly now: Instant;
  readonly gracePeriodMs: number;
}

/** What one look at a project saw: the accused first, the witnesses last. */
export interface Look {
  readonly instances: Readable<InstanceListing>;
  readonly volumes: Readable<VolumeListing>;
  /** The kept rows of the listings, and those that only a witness points at. */
  readonly keptInstances: readonly Instance[];
  readonly keptVolumes: readonly Volume[];
  readonly clusters: ClustersSeen;
  /** GETs by ID of instances that volumes name and the list lacks. */
  readonly probes: ReadonlyMap<ResourceId, Readable<Found<Instance>>>;
  /** Of the witnesses, clusters and probes as well; any makes the run incomplete. */
  readonly failures: readonly AuditFailure[];
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

/** Takes the first look at a project. Never rejects: what cannot be read is a failure in its place. */
export async function takeLook(
  at: Looked,
  keep: { readonly all: boolean; readonly ids: ReadonlySet<ResourceId> },
): Promise<Look> {
  const { cloud, ledger } = at;
  const instances = await readable(() =>
    cloud.listInstances({ all: keep.all, ids: new Set([...ledger.instances.keys(), ...keep.ids]) }),
  );
  const listedInstances = instances.kind === 'read' ? instances.value.kept : [];
  const volumes = await readable(() =>
    cloud.listVolumes({
      all: keep.all,
      ids: new Set([
        ...ledger.volumes.keys(),
        ...ledger.persistentVolumes,
        ...keep.ids,
        ...volumesOf(listedInstances),
      ]),
      attachedTo: new Set(listedInstances.map((instance) => instance.id)),
    }),
  );
  const listedVolumes = volumes.kind === 'read' ? volumes.value.kept : [];
  const clusters = await seeClusters(at, listedInstances);
  const pointedAt = await fetchPointedAt(at, clusters.testimony, instances, volumes);
  const keptVolumes = [...listedVolumes, ...pointedAt.volumes];
  const probes = await probe(cloud, ledger, instances, keptVolumes);
  const unasked = newestUnlisted(ledger, instances).filter((id) => !probes.has(id));
  const sampled = await readAll(unasked, cloud.getInstance);
  return {
    instances,
    volumes,
    keptInstances: [...listedInstances, ...pointedAt.instances],
    keptVolumes,
    clusters,
    probes,
    failures: [
      ...failuresOf([instances, volumes]),
      ...clusters.failures,
      ...pointedAt.failures,
      ...failuresOf([...probes.values(), ...sampled.values()]),
      ...overlooked([...foundAmong(probes), ...foundAmong(sampled)], at.now),
    ],
  };
}

export function failuresOf(readings: readonly Readable<unknown>[]): readonly AuditFailure[] {
  return readings.flatMap((reading) => (reading.kind === 'unreadable' ? [reading.failure] : []));
}

/**
 * Lists the clusters, asks by name for the known ones that the list lacks and an instance or record speaks of, and
 * hears the witnesses of every cluster that lives.
 */
async function seeClusters(at: Looked, instances: readonly Instance[]): Promise<ClustersSeen> {
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

/** How many marked instances each known cluster has, by what the listing and the ledger say alone. */
function ownersOf(
  instances: readonly Instance[],
  { cloud, ledger }: Looked,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
): ReadonlyMap<ClusterUid, number> {
  const fieldOrders = fieldOrdersOf(ledger, cloud.readDescription);
  const owners = new Map<ClusterUid, number>();
  for (const instance of instances) {
    const { identity } = ownerOf(instance, { ledger, fieldOrders, clusters });
    if (identity.kind !== 'agreed') continue;
    owners.set(identity.owner.clusterUid, (owners.get(identity.owner.clusterUid) ?? 0) + 1);
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

function volumesOf(instances: readonly Instance[]): readonly ResourceId[] {
  return instances.flatMap((instance) => instance.volumes.map((volume) => volume.id));
}

/**
 * Resources that a witness points at and the listing did not keep. Those that it let go, for they bear no mark, are
 * fetched; those that it lacks must not have been there when it was read. Only a Karpenter witness makes an instance
 * ours to speak of: a Node without the label is some managed node pool's.
 */
async function fetchPointedAt(
  { cloud, now, gracePeriodMs }: Looked,
  testimony: Testimony,
  instances: Readable<InstanceListing>,
  volumes: Readable<VolumeListing>,
): Promise<{ instances: Instance[]; volumes: Volume[]; failures: AuditFailure[] }> {
  const byNodes = [...testimony.nodesOn]
    .filter(([, nodes]) => nodes.some(({ by }) => by.isKarpenters))
    .map(([id]) => id);
  const pointedAt = new Set([...testimony.claimsOn.keys(), ...byNodes]);
  const unkeptInstances = await readAll(unkept(pointedAt, instances), cloud.getInstance);
  const unlisted = await readAll(unlistedAmong(testimony.claimsOn.keys(), instances), cloud.getInstance);
  const found = foundAmong(unkeptInstances);
  const volumeIds = new Set([...testimony.persistentVolumesOn.keys(), ...volumesOf(found)]);
  const unkeptVolumes = await readAll(unkept(volumeIds, volumes), cloud.getVolume);
  return {
    instances: found,
    volumes: foundAmong(unkeptVolumes),
    failures: [
      ...failuresOf([...unkeptInstances.values(), ...unlisted.values(), ...unkeptVolumes.values()]),
      ...vanished(unkeptInstances),
      ...vanished(unkeptVolumes),
      ...overlooked(foundAmong(unlisted), now - gracePeriodMs),
    ],
  };
}

type Listed = Readable<{
  readonly has: (id: ResourceId) => boolean;
  readonly kept: readonly { readonly id: ResourceId }[];
  readonly foreign: readonly ResourceId[];
}>;

/** Rows of another project are listed and never spoken of. */
function unkept(ids: ReadonlySet<ResourceId>, listing: Listed): readonly ResourceId[] {
  if (listing.kind === 'unreadable') return [];
  const { kept, foreign, has } = listing.value;
  const known = new Set([...kept.map((resource) => resource.id), ...foreign]);
  return [...ids].filter((id) => has(id) && !known.has(id));
}

function unlistedAmong(ids: Iterable<ResourceId>, listing: Listed): readonly ResourceId[] {
  return listing.kind === 'unreadable' ? [] : [...ids].filter((id) => !listing.value.has(id));
}

/** Of how many recorded instances that the list lacks it is asked whether they are gone indeed. */
const RECORDED_ASKED_FOR = 20;

/** Nobody can ask for all that were ever recorded; a list that lies about the newest ones lies. */
function newestUnlisted(ledger: Ledger, listing: Readable<InstanceListing>): readonly ResourceId[] {
  const recorded = unlistedAmong(ledger.instances.keys(), listing).flatMap((id) => {
    const at = Math.max(...(ledger.instances.get(id)?.claims ?? []).map(({ recordedAt }) => recordedAt));
    return Number.isFinite(at) ? [{ id, at }] : [];
  });
  return recorded
    .toSorted((one, other) => other.at - one.at)
    .slice(0, RECORDED_ASKED_FOR)
    .map(({ id }) => id);
}

/** One that was born after the list was read is no surprise; an older one shows that the list is not whole. */
function overlooked(instances: readonly Instance[], before: number): readonly AuditFailure[] {
  return instances
    .filter(({ createdAt }) => createdAt === undefined || createdAt < before)
    .map(
      ({ id, name }) =>
        new AuditFailure(
          'listing-disagrees',
          `the list of instances lacks ${name} (${id}), which was recorded or is claimed, and a GET by its ID finds it`,
          'run again in some minutes; if it stays so, ask the help desk why the instance is not listed',
        ),
    );
}

function foundAmong<T>(readings: ReadonlyMap<ResourceId, Readable<Found<T>>>): T[] {
  return [...readings.values()].flatMap((reading) =>
    reading.kind === 'read' && reading.value.kind === 'found' ? [reading.value.value] : [],
  );
}

async function probe(
  cloud: Cloud,
  ledger: Ledger,
  instances: Readable<InstanceListing>,
  volumes: readonly Volume[],
): Promise<ReadonlyMap<ResourceId, Readable<Found<Instance>>>> {
  if (instances.kind === 'unreadable') return new Map();
  const exists = instances.value.has;
  const ids = new Set(volumes.flatMap((volume) => instancesToProbe(volume, { ledger, exists })));
  return readAll([...ids], cloud.getInstance);
}

/** What would-be orphans, their clusters and witnesses say when they are read once more. */
export interface SecondLook {
  readonly instances: ReadonlyMap<ResourceId, Readable<Found<Instance>>>;
  readonly volumes: ReadonlyMap<ResourceId, Readable<Found<Volume>>>;
  readonly probes: ReadonlyMap<ResourceId, Readable<Found<Instance>>>;
  readonly clusters: ClustersSeen;
  /** Of the volumes that are to be orphans; not asked for when there are none. */
  readonly snapshots: Readable<readonly Snapshot[]>;
  /** Makes the run incomplete: not everything could be read again, or a list and a GET disagree. */
  readonly failures: readonly AuditFailure[];
}

/**
 * Reads would-be orphans once more, in the same order: the resources by ID, then their clusters, then the witnesses
 * (verdicts.md, "Before an orphan is published").
 */
export async function lookAgain(
  at: Looked,
  first: Look,
  orphans: { readonly instances: readonly Instance[]; readonly volumes: readonly Volume[] },
): Promise<SecondLook> {
  const { cloud } = at;
  const ids = (resources: readonly { readonly id: ResourceId }[]) => resources.map(({ id }) => id);
  const instances = await readAll(ids(orphans.instances), cloud.getInstance);
  const volumes = await readAll(ids(orphans.volumes), cloud.getVolume);
  const snapshots =
    orphans.volumes.length === 0
      ? read([])
      : await readable(() => cloud.listSnapshots(new Set(ids(orphans.volumes))));
  const probes = await probe(cloud, at.ledger, first.instances, orphans.volumes);
  const clusters = await seeClusters(at, first.keptInstances);
  const readings = [...instances.values(), ...volumes.values(), ...probes.values(), snapshots];
  const failures = [
    ...failuresOf(readings),
    ...clusters.failures,
    ...vanished(instances),
    ...vanished(volumes),
  ];
  return { instances, volumes, probes, snapshots, clusters, failures };
}

async function readAll<T>(
  ids: readonly ResourceId[],
  get: (id: ResourceId) => Promise<Found<T>>,
): Promise<ReadonlyMap<ResourceId, Readable<Found<T>>>> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await readable(() => get(id))] as const)));
}

/** Deleted a moment ago, or a list and a GET that disagree: nobody can tell. */
function vanished(readings: ReadonlyMap<ResourceId, Readable<Found<unknown>>>): readonly AuditFailure[] {
  const gone = [...readings].filter(
    ([, reading]) => reading.kind === 'read' && reading.value.kind === 'gone',
  );
  return gone.map(
    ([id]) =>
      new AuditFailure(
        'not-confirmed',
        `${id} was listed, and a GET by its ID does not find it`,
        'run again in some minutes: what somebody deleted meanwhile is listed no more by then',
      ),
  );
}
