import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import { type Instant, SECOND_MS } from '../terms/instants.ts';
import { word } from '../terms/words.ts';
import { afterCounted, afterShort, type ClaimListMemory, countsAfter, NO_CLAIM_LIST } from './claim-list.ts';
import type {
  ClusterRecord,
  ClusterSeen,
  RecordedInstance,
  RecordedNodeClaim,
  RecordedVolume,
  RetiredEntry,
  RunEntry,
} from './entries.ts';
import type { ConfiguredCluster } from './known-clusters.ts';

/** What was read from the store, oldest first. */
export interface LedgerEntries {
  readonly records: readonly ClusterRecord[];
  readonly runs: readonly RunEntry[];
  /** Clusters whose records are no longer read; left out: there is none. */
  readonly retired?: readonly RetiredEntry[];
  /** Files that are there and could not be understood. */
  readonly damaged: readonly { readonly key: string; readonly why: string }[];
}

/** A NodeClaim that was recorded as pointing at an instance. */
export interface RecordedClaim {
  readonly clusterUid: ClusterUid;
  readonly nodeClaim: string;
  /** Of the NodeClaim, when all records that say one say the same. */
  readonly uid: string | undefined;
  readonly nodePool: string | undefined;
  /** The last record that had it. */
  readonly recordedAt: Instant;
}

/** Everything that records say of one instance. */
export interface InstanceRecords {
  /** The different NodeClaims that were recorded as pointing at it; more than one contradict each other. */
  readonly claims: readonly RecordedClaim[];
  /** The different ways in which it was listed while it was recorded. */
  readonly listed: readonly RecordedInstance[];
}

/** A volume as one record had it among an instance's volumes. */
export interface VolumeRecord {
  readonly volume: RecordedVolume;
  readonly instanceId: ResourceId;
  readonly instanceCreatedAt: Instant | undefined;
}

/** A cluster that records, runs or the configuration know of, whether or not it still lives. */
export interface KnownCluster {
  readonly uid: ClusterUid;
  /** Every name it was ever known by; empty when nobody recorded one. */
  readonly names: readonly string[];
  readonly lastSeenAlive: Instant | undefined;
  /** The first in the unbroken row of runs and records that saw it deleting. */
  readonly deletingSince: Instant | undefined;
  /** The first in the unbroken row of runs that saw it gone. */
  readonly goneSince: Instant | undefined;
  /** By the configuration. */
  readonly deletedAt: Instant | undefined;
  readonly claimList: ClaimListMemory;
}

/** A row of complete runs that a living owner's resource came all the way down the table in. */
export interface SightingRow {
  readonly count: number;
  readonly lastCountedAt: Instant;
  readonly firstAt: Instant;
}

/**
 * The memory of one project, folded from its records and runs for one moment: what audits judge by. Runs at or after
 * that moment are left out, so that the same moment judged twice gives the same answer.
 */
export interface Ledger {
  /** A sentence naming a part that could not be read; any part could hold any resource. */
  readonly damage: string | undefined;
  readonly clusters: ReadonlyMap<ClusterUid, KnownCluster>;
  readonly instances: ReadonlyMap<ResourceId, InstanceRecords>;
  readonly volumes: ReadonlyMap<ResourceId, readonly VolumeRecord[]>;
  /** Instances by every name that was ever recorded for them. */
  readonly instancesByName: ReadonlyMap<string, ReadonlySet<ResourceId>>;
  readonly sightings: ReadonlyMap<ResourceId, SightingRow>;
  readonly condemned: Condemned;
  /** Volumes that were recorded as some cluster's PersistentVolume. */
  readonly persistentVolumes: ReadonlySet<ResourceId>;
  /** Since when every run has seen the volume in this passing state. */
  readonly inTransitionSince: (volumeId: ResourceId, status: string) => Instant | undefined;
  /** Instances that runs saw the volume on. */
  readonly volumeSeenOn: ReadonlyMap<ResourceId, ReadonlySet<ResourceId>>;
}

/** What complete runs would have called an orphan, before the brake (verdicts.md, "Brake"). */
export interface Condemned {
  /** By the last one that is at least a grace period old, and by every one since. */
  readonly once: ReadonlySet<ResourceId>;
  /** By the one before it, at least a grace period earlier, as well: the brake has let go of these. */
  readonly twice: ReadonlySet<ResourceId>;
}

export interface FoldOptions {
  readonly now: Instant;
  readonly gracePeriodMs: number;
  readonly configured: readonly ConfiguredCluster[];
}

/** Folds a project's entries into what is known as of `now`. Pure. */
export function foldLedger(entries: LedgerEntries, options: FoldOptions): Ledger {
  const runs = entries.runs.filter((run) => run.asOf < options.now).toSorted((a, b) => a.asOf - b.asOf);
  const [firstDamage] = entries.damaged;
  const { records, retired = [] } = entries;
  return {
    damage:
      firstDamage === undefined
        ? undefined
        : `${firstDamage.key} ${firstDamage.why}${entries.damaged.length > 1 ? ` (and ${entries.damaged.length - 1} more)` : ''}`,
    clusters: foldClusters(records, retired, runs, options),
    ...foldRecords(records, retired),
    sightings: foldSightings(
      runs,
      records.filter((record) => record.recordedAt < options.now),
      options.gracePeriodMs,
    ),
    condemned: foldCondemned(runs, options),
    persistentVolumes: new Set(
      records.flatMap((record) => (record.persistentVolumes ?? []).flatMap(({ volumeId }) => volumeId ?? [])),
    ),
    inTransitionSince: foldTransitions(runs),
    volumeSeenOn: foldVolumesElsewhere(runs),
  };
}

/** Creation times agree when they are at most a second apart (verdicts.md, rule 8). */
export function isSameCreation(a: Instant, b: Instant): boolean {
  return Math.abs(a - b) <= SECOND_MS;
}

interface Sight {
  readonly at: Instant;
  /** `undefined`: an imported table or a retirement says that the cluster lived once, and not when. */
  readonly state: ClusterSeen['state'] | undefined;
  readonly name: string | undefined;
  readonly claims:
    | { readonly length: number; readonly counts: (memory: ClaimListMemory) => ClaimListMemory }
    | undefined;
}

function foldClusters(
  records: readonly ClusterRecord[],
  retired: readonly RetiredEntry[],
  runs: readonly RunEntry[],
  options: FoldOptions,
): Map<ClusterUid, KnownCluster> {
  const sights = new Map<ClusterUid, Sight[]>();
  const see = (uid: ClusterUid, sight: Sight) => {
    const known = sights.get(uid);
    if (known === undefined) sights.set(uid, [sight]);
    else known.push(sight);
  };
  for (const record of records) see(record.cluster.uid, sightOfRecord(record, options.gracePeriodMs));
  for (const entry of retired) {
    for (const name of [undefined, ...entry.names]) see(entry.cluster, sightOfRetired(entry, name));
  }
  for (const run of runs) {
    for (const cluster of run.clusters) see(cluster.uid, sightOfRun(run, cluster));
  }
  const clusters = new Map<ClusterUid, KnownCluster>();
  for (const [uid, seen] of sights)
    clusters.set(
      uid,
      foldSights(
        uid,
        seen.toSorted((a, b) => a.at - b.at),
      ),
    );
  for (const { uid, name, deletedAt } of options.configured) {
    if (uid === undefined) continue;
    const known = clusters.get(uid) ?? foldSights(uid, []);
    const names = known.names.includes(name) ? known.names : [...known.names, name];
    clusters.set(uid, { ...known, names, deletedAt });
  }
  return clusters;
}

function sightOfRecord(record: ClusterRecord, gracePeriodMs: number): Sight {
  const length = record.nodeClaims?.length;
  // Instances that were not read may exist.
  const hasMarkedInstances = record.instances === undefined || record.instances.length > 0;
  return {
    at: record.recordedAt,
    state:
      record.source === 'import'
        ? undefined
        : word(record.cluster.phase) === 'deleting'
          ? 'deleting'
          : 'alive',
    name: record.cluster.name,
    claims:
      length === undefined || record.source === 'import'
        ? undefined
        : {
            length,
            counts: (memory) =>
              countsAfter(memory, length, hasMarkedInstances, record.recordedAt, gracePeriodMs).memory,
          },
  };
}

/** That it was there keeps it known; when it was, its records said. */
function sightOfRetired({ lastRecordedAt }: RetiredEntry, name: string | undefined): Sight {
  return { at: lastRecordedAt, state: undefined, name, claims: undefined };
}

function sightOfRun(run: RunEntry, cluster: ClusterSeen): Sight {
  const list = run.claimLists.find((seen) => seen.cluster === cluster.uid);
  return {
    at: run.asOf,
    state: cluster.state,
    name: cluster.name,
    claims: list && {
      length: list.length,
      counts: (memory) =>
        list.counted ? afterCounted(list.length) : afterShort(memory, list.length, run.asOf),
    },
  };
}

function foldSights(uid: ClusterUid, sights: readonly Sight[]): KnownCluster {
  const names = new Set<string>();
  let lastSeenAlive: Instant | undefined;
  let deletingSince: Instant | undefined;
  let goneSince: Instant | undefined;
  let claimList = NO_CLAIM_LIST;
  for (const sight of sights) {
    if (sight.name !== undefined) names.add(sight.name);
    if (sight.state === undefined) continue;
    if (sight.state !== 'gone') lastSeenAlive = sight.at;
    deletingSince = sight.state === 'deleting' ? (deletingSince ?? sight.at) : undefined;
    goneSince = sight.state === 'gone' ? (goneSince ?? sight.at) : undefined;
    if (sight.claims !== undefined) claimList = sight.claims.counts(claimList);
  }
  return { uid, names: [...names], lastSeenAlive, deletingSince, goneSince, deletedAt: undefined, claimList };
}

function foldRecords(
  records: readonly ClusterRecord[],
  retired: readonly RetiredEntry[],
): Pick<Ledger, 'instances' | 'volumes' | 'instancesByName'> {
  const claims = new Map<ResourceId, ClaimRecords[]>();
  const listed = new Map<ResourceId, RecordedInstance[]>();
  const volumes = new Map<ResourceId, VolumeRecord[]>();
  const instancesByName = new Map<string, Set<ResourceId>>();
  for (const record of records) {
    for (const claim of record.nodeClaims ?? []) {
      if (claim.provider.kind !== 'instance') continue;
      addClaim(claims, claim.provider.id, record, claim);
    }
    for (const instance of record.instances ?? []) {
      addListed(listed, instance);
      addName(instancesByName, instance);
      for (const volume of instance.volumes) addVolume(volumes, volume, instance);
    }
  }
  for (const instance of retired.flatMap((entry) => entry.instances)) addName(instancesByName, instance);
  const instances = new Map<ResourceId, InstanceRecords>();
  for (const id of new Set([...claims.keys(), ...listed.keys()])) {
    instances.set(id, { claims: (claims.get(id) ?? []).map(recordedClaim), listed: listed.get(id) ?? [] });
  }
  return { instances, volumes, instancesByName };
}

function addName(
  names: Map<string, Set<ResourceId>>,
  { id, name }: { readonly id: ResourceId; readonly name: string },
): void {
  names.set(name, (names.get(name) ?? new Set()).add(id));
}

/** One NodeClaim by all records that had it. */
interface ClaimRecords {
  readonly clusterUid: ClusterUid;
  readonly nodeClaim: string;
  readonly uids: Set<string>;
  nodePool: string | undefined;
  recordedAt: Instant;
}

function addClaim(
  claims: Map<ResourceId, ClaimRecords[]>,
  id: ResourceId,
  { cluster, recordedAt }: ClusterRecord,
  { name, uid, nodePool }: RecordedNodeClaim,
): void {
  const ofInstance = claims.get(id) ?? [];
  claims.set(id, ofInstance);
  let known = ofInstance.find(
    ({ clusterUid, nodeClaim }) => clusterUid === cluster.uid && nodeClaim === name,
  );
  if (known === undefined) {
    known = { clusterUid: cluster.uid, nodeClaim: name, uids: new Set(), nodePool, recordedAt };
    ofInstance.push(known);
  }
  if (uid !== undefined) known.uids.add(uid);
  known.nodePool = nodePool ?? known.nodePool;
  known.recordedAt = recordedAt;
}

function recordedClaim({ uids, ...claim }: ClaimRecords): RecordedClaim {
  const [uid, another] = uids;
  return { ...claim, uid: another === undefined ? uid : undefined };
}

function addListed(listed: Map<ResourceId, RecordedInstance[]>, instance: RecordedInstance): void {
  const known = listed.get(instance.id) ?? [];
  const isKnown = known.some(
    (other) =>
      other.name === instance.name &&
      other.description === instance.description &&
      other.createdAt === instance.createdAt,
  );
  if (!isKnown) listed.set(instance.id, [...known, instance]);
}

function addVolume(
  volumes: Map<ResourceId, VolumeRecord[]>,
  volume: RecordedVolume,
  instance: RecordedInstance,
): void {
  const known = volumes.get(volume.id) ?? [];
  const isKnown = known.some(
    (other) =>
      other.instanceId === instance.id &&
      other.volume.createdAt === volume.createdAt &&
      other.volume.isRoot === volume.isRoot &&
      other.volume.isDeleteOnTermination === volume.isDeleteOnTermination &&
      other.instanceCreatedAt === instance.createdAt,
  );
  if (!isKnown) {
    volumes.set(volume.id, [
      ...known,
      { volume, instanceId: instance.id, instanceCreatedAt: instance.createdAt },
    ]);
  }
}

/** A claim in between starts a row again, whether a run saw it or a record. */
function foldSightings(
  runs: readonly RunEntry[],
  records: readonly ClusterRecord[],
  gracePeriodMs: number,
): Map<ResourceId, SightingRow> {
  const rows = new Map<ResourceId, SightingRow>();
  const moments = [
    ...runs.map((run) => ({ at: run.asOf, pass: () => passRun(rows, run, gracePeriodMs) })),
    ...records.map((record) => ({ at: record.recordedAt, pass: () => passRecord(rows, record) })),
  ];
  for (const { pass } of moments.toSorted((a, b) => a.at - b.at)) pass();
  return rows;
}

function passRun(rows: Map<ResourceId, SightingRow>, run: RunEntry, gracePeriodMs: number): void {
  for (const id of run.restarted) rows.delete(id);
  if (!run.complete) return;
  const sighted = new Set(run.sighted);
  for (const id of rows.keys()) if (!sighted.has(id)) rows.delete(id);
  for (const id of sighted) rows.set(id, nextSighting(rows.get(id), run.asOf, gracePeriodMs));
}

function passRecord(rows: Map<ResourceId, SightingRow>, record: ClusterRecord): void {
  if (rows.size === 0 || record.source === 'import') return;
  const claimed = new Set(
    (record.nodeClaims ?? []).flatMap(({ provider }) => (provider.kind === 'instance' ? [provider.id] : [])),
  );
  for (const id of claimed) rows.delete(id);
  for (const { id, volumes } of record.instances ?? []) {
    if (claimed.has(id)) for (const volume of volumes) rows.delete(volume.id);
  }
}

function foldCondemned(runs: readonly RunEntry[], { now, gracePeriodMs }: FoldOptions): Condemned {
  const complete = runs.filter((run) => run.complete);
  const isOldAt = (at: Instant) => (run: RunEntry) => at - run.asOf >= gracePeriodMs;
  const last = complete.findLast(isOldAt(now));
  if (last === undefined) return { once: new Set(), twice: new Set() };
  const since = complete.slice(complete.indexOf(last));
  const once = last.condemned.filter((id) => since.every((run) => run.condemned.includes(id)));
  const before = complete.findLast(isOldAt(last.asOf))?.condemned ?? [];
  return { once: new Set(once), twice: new Set(once.filter((id) => before.includes(id))) };
}

/** A complete run sooner than a grace period after the last that counted does not count (verdicts.md, rule 21). */
export function nextSighting(row: SightingRow | undefined, at: Instant, gracePeriodMs: number): SightingRow {
  if (row === undefined) return { count: 1, lastCountedAt: at, firstAt: at };
  if (at - row.lastCountedAt < gracePeriodMs) return row;
  return { count: row.count + 1, lastCountedAt: at, firstAt: row.firstAt };
}

function foldTransitions(runs: readonly RunEntry[]): Ledger['inTransitionSince'] {
  const since = new Map<ResourceId, { readonly status: string; readonly at: Instant }>();
  for (const run of runs) {
    const seen = new Map(run.volumesInTransition.map(({ id, status }) => [id, status]));
    // Only a complete run says by its silence that the volume came out of its passing state.
    if (run.complete) for (const id of since.keys()) if (!seen.has(id)) since.delete(id);
    for (const [id, status] of seen) {
      if (since.get(id)?.status !== status) since.set(id, { status, at: run.asOf });
    }
  }
  return (id, status) => {
    const known = since.get(id);
    return known?.status === status ? known.at : undefined;
  };
}

function foldVolumesElsewhere(runs: readonly RunEntry[]): Map<ResourceId, Set<ResourceId>> {
  const seenOn = new Map<ResourceId, Set<ResourceId>>();
  for (const run of runs) {
    for (const { volumeId, instanceId } of run.volumesElsewhere) {
      seenOn.set(volumeId, (seenOn.get(volumeId) ?? new Set()).add(instanceId));
    }
  }
  return seenOn;
}
