import pLimit from 'p-limit';
import type { Cloud, InstanceListing } from './inventory/cloud.ts';
import type { Cluster } from './inventory/cluster.ts';
import type { ClusterRecord } from './ledger/entries.ts';
import { type AppendedRecord, appendRecord, type LoadedLedger, loadLedger } from './ledger/files.ts';
import { decodeTable, parseNodeClaimTable, type TableFault } from './ledger/import.ts';
import type { Store } from './ledger/store.ts';
import type { Witnesses } from './ledger/witnesses.ts';
import { clusterRecord, instancesOf, valueIfRead } from './recording/cluster-record.ts';
import {
  type EarlierListings,
  earlierListings,
  type ReclaimWarning,
  reclaimWarnings,
} from './recording/reclaim-warnings.ts';
import { AuditFailure, asFailure } from './terms/failure.ts';
import type { ClusterUid } from './terms/ids.ts';
import type { Instant } from './terms/instants.ts';
import { type Readable, readable } from './terms/readable.ts';

export interface RecordOptions {
  readonly project: string;
  readonly cloud: Pick<Cloud, 'listInstances' | 'getInstance' | 'listClusters'>;
  readonly witnesses: Witnesses;
  readonly store: Store;
  readonly now: Instant;
  /** The names of the clusters that the configuration gives `witness: none`. */
  readonly clustersWithoutWitness: ReadonlySet<string>;
}

export interface RecordResult {
  readonly records: readonly WrittenRecord[];
  readonly warnings: readonly ReclaimWarning[];
  readonly problems: readonly AuditFailure[];
  /** All that lives was recorded, and whole. */
  readonly complete: boolean;
}

/** What was written of one cluster. A count is `undefined` where nothing could be read to count. */
export interface WrittenRecord extends AppendedRecord {
  readonly cluster: { readonly uid: ClusterUid; readonly name: string | undefined };
  readonly nodeClaims: number | undefined;
  readonly instances: number | undefined;
  readonly volumes: number | undefined;
}

const CLUSTERS_AT_ONCE = 4;

/**
 * Appends to the ledger what is alive now: one record for each cluster with a known UID. Instances are listed before
 * their clusters are asked, so that whatever is born meanwhile has its NodeClaim. What cannot be read is a problem and
 * `undefined` in the record; the failure of one cluster stops no other.
 */
export async function record(options: RecordOptions): Promise<RecordResult> {
  const { cloud, store, project } = options;
  const ledger = await readable(() => loadLedger(store, project));
  const earlier = earlierListings(ledger.kind === 'read' ? ledger.value.records : []);
  const listing = await readable(() => cloud.listInstances({ ids: new Set(earlier.keys()), all: false }));
  const clusters = await readable(() => cloud.listClusters());
  const look = { ...options, earlier, listing };
  const outcomes = clusters.kind === 'read' ? await outcomesOf(look, clusters.value) : [];
  const problems = [
    ...[ledger, listing, clusters].flatMap(failureOf),
    ...[...damageIn(ledger, project), ...foreignRowsIn(listing, project)],
    ...outcomes.flatMap((outcome) => outcome.problems),
  ];
  return {
    records: outcomes.flatMap((outcome) => outcome.records),
    warnings: outcomes.flatMap((outcome) => outcome.warnings),
    problems,
    complete: problems.length === 0,
  };
}

interface Look extends RecordOptions {
  readonly earlier: EarlierListings;
  readonly listing: Readable<InstanceListing>;
}

type Outcome = Omit<RecordResult, 'complete'>;

function outcomesOf(look: Look, clusters: readonly Cluster[]): Promise<readonly Outcome[]> {
  return pLimit(CLUSTERS_AT_ONCE).map(clusters, (cluster) => outcomeOf(look, cluster));
}

async function outcomeOf(look: Look, cluster: Cluster): Promise<Outcome> {
  try {
    return await recordCluster(look, cluster);
  } catch (thrown) {
    return { records: [], warnings: [], problems: [asFailure(thrown)] };
  }
}

async function recordCluster(look: Look, cluster: Cluster): Promise<Outcome> {
  const { cloud, earlier, listing, now } = look;
  const { uid, name, endpoint } = cluster;
  const isAsked = !look.clustersWithoutWitness.has(name);
  if (uid === undefined) return { records: [], warnings: [], problems: isAsked ? [uidUnknown(cluster)] : [] };

  const witness = isAsked ? await look.witnesses.ask({ name, uid, endpoint }) : undefined;
  const own = listing.kind === 'read' ? await instancesOf(cloud, listing.value, uid, witness) : undefined;
  const entry = clusterRecord({ uid, cluster, witness, instances: own?.instances }, now);
  const written = await readable(() => append(look, entry));

  const claims = valueIfRead(witness?.nodeClaims);
  const answers = witness ? [witness.nodes, witness.persistentVolumes, witness.nodeClaims] : [];
  return {
    records: written.kind === 'read' ? [written.value] : [],
    warnings: claims && own ? reclaimWarnings(uid, claims, own.instances, earlier) : [],
    problems: [...answers.flatMap(failureOf), ...(own?.problems ?? []), ...failureOf(written)],
  };
}

async function append(
  { store, project }: Pick<Look, 'store' | 'project'>,
  entry: ClusterRecord,
): Promise<WrittenRecord> {
  return {
    ...(await appendRecord(store, project, entry)),
    cluster: { uid: entry.cluster.uid, name: entry.cluster.name },
    nodeClaims: entry.nodeClaims?.length,
    instances: entry.instances?.length,
    volumes: entry.instances?.flatMap((instance) => instance.volumes).length,
  };
}

export interface ImportOptions {
  readonly project: string;
  readonly store: Store;
  readonly now: Instant;
  /** The table that kubectl printed before the deletion; see {@link parseNodeClaimTable}. */
  readonly bytes: Uint8Array;
  /** The file's name, for messages. */
  readonly file: string;
  readonly clusterUid: ClusterUid;
  readonly clusterName: string | undefined;
}

/**
 * Records the NodeClaims of a cluster from a printed table: all of them, or nothing.
 *
 * @throws AuditFailure `import-invalid` naming the lines that cannot be read; `store-unreadable`, `store-unwritable`
 */
export async function importTable(options: ImportOptions): Promise<WrittenRecord> {
  const decoded = decodeTable(options.bytes);
  const table = decoded.kind === 'text' ? parseNodeClaimTable(decoded.text) : decoded;
  if (table.kind === 'faulty') throw importInvalid(options.file, table.faults);
  const { clusterUid: uid, clusterName: name } = options;
  return append(options, {
    kind: 'record',
    recordedAt: options.now,
    source: 'import',
    cluster: { uid, id: undefined, name, phase: undefined, createdAt: undefined },
    nodeClaims: table.nodeClaims,
    persistentVolumes: undefined,
    instances: undefined,
  });
}

function failureOf(reading: Readable<unknown>): readonly AuditFailure[] {
  return reading.kind === 'unreadable' ? [reading.failure] : [];
}

function uidUnknown({ name, endpoint }: Cluster): AuditFailure {
  const found = endpoint === undefined ? 'it has no API endpoint' : `its API endpoint is ${endpoint.host}`;
  return new AuditFailure(
    'cluster-uid-unknown',
    `the cluster ${name} cannot be recorded, because its UID is not known: ${found}`,
    'wait until the cluster is up; for one that never runs Karpenter say `witness: none` with a reason in clusters[]',
  );
}

function damageIn(ledger: Readable<LoadedLedger>, project: string): readonly AuditFailure[] {
  if (ledger.kind === 'unreadable') return [];
  const { damaged } = ledger.value;
  const [first] = damaged;
  if (first === undefined) return [];
  const more = damaged.length > 1 ? ` (and ${damaged.length - 1} more)` : '';
  return [
    new AuditFailure(
      'ledger-damaged',
      `a file in the ledger of ${project} cannot be understood: ${first.key} ${first.why}${more}`,
      'bring the file back from a backup, or run the version of this program that wrote it',
    ),
  ];
}

function foreignRowsIn(listing: Readable<InstanceListing>, project: string): readonly AuditFailure[] {
  if (listing.kind === 'unreadable' || listing.value.foreign.length === 0) return [];
  const { foreign } = listing.value;
  return [
    new AuditFailure(
      'foreign-project',
      `${foreign.length} listed instances are of another project than ${project}, the first is ${foreign[0]}`,
      'nothing was recorded of them; see that the credential belongs to this project',
    ),
  ];
}

const FAULTS_SHOWN = 10;

function importInvalid(file: string, faults: readonly TableFault[]): AuditFailure {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ line, why }) => `line ${line}: ${why}`);
  const more = faults.length > FAULTS_SHOWN ? [`and ${faults.length - FAULTS_SHOWN} more`] : [];
  return new AuditFailure(
    'import-invalid',
    `nothing was imported from ${file}: ${[...shown, ...more].join('; ')}`,
    "give the table that `kubectl get nodeclaims -o custom-columns='NODECLAIM:.metadata.name,PROVIDER_ID:.status.providerID'` printed",
  );
}
