import { instancesToProbe } from '../evidence/volumes.ts';
import type { Testimony } from '../evidence/witnesses.ts';
import type { Cloud, Found, InstanceListing, VolumeListing } from '../inventory/cloud.ts';
import type { Instance } from '../inventory/instance.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import type { Volume } from '../inventory/volume.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { ResourceId } from '../terms/ids.ts';
import { type Readable, read, readable } from '../terms/readable.ts';
import { type ClustersSeen, failuresOf, type Looked, seeClusters } from './clusters.ts';

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
