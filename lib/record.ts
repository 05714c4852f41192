import pLimit from 'p-limit';
import type { Cloud, InstanceListing } from './inventory/cloud.ts';
import type { Cluster } from './inventory/cluster.ts';
import { bind, checkBinding } from './ledger/binding.ts';
import type { ClusterRecord, RecordedNodeClaim } from './ledger/entries.ts';
import { appendFacts } from './ledger/facts.ts';
import { type AppendedRecord, appendAfter, appendRecord, loadLedger } from './ledger/files.ts';
import type { HelpDesk } from './ledger/help-desk.ts';
import { decodeTable, parseNodeClaimTable, type TableFault } from './ledger/import.ts';
import type { DamagedFile } from './ledger/listing.ts';
import type { Store } from './ledger/store.ts';
import type { ClusterAddress, Witnesses } from './ledger/witnesses.ts';
import { clusterRecord, instancesOf, valueIfRead } from './recording/cluster-record.ts';
import { type Earlier, NOTHING_EARLIER, readEarlier } from './recording/earlier.ts';
import { type ReclaimWarning, reclaimWarnings } from './recording/reclaim-warnings.ts';
import { AuditFailure, asFailure } from './terms/failure.ts';
import type { ClusterUid } from './terms/ids.ts';
import type { Instant } from './terms/instants.ts';
import { type Readable, readable } from './terms/readable.ts';

export interface RecordOptions {
  readonly project: string;
  readonly cloud: Pick<Cloud, 'project' | 'listInstances' | 'getInstance' | 'listClusters'>;
  readonly witnesses: Witnesses;
  /** Left out: what the help desk asks for is not recorded. */
  readonly helpDesk?: HelpDesk;
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
 * Appends to the ledger what is alive now: one record for each cluster with a known UID, and what it says for the help
 * desk. Instances are listed before their clusters are asked, so that whatever is born meanwhile has its NodeClaim. What
 * cannot be read is a problem and `undefined` in the record; the failure of one cluster stops no other.
 *
 * Of the ledger only the newest record of each cluster is read. Without it a record is written whole.
 */
export async function record(options: RecordOptions): Promise<RecordResult> {
  const own = await readable(() => ownProject(options));
  // What another project's key sees must not be written beside this one's.
  if (own.kind === 'unreadable' && own.failure.code === 'foreign-project')
    return { records: [], warnings: [], problems: [own.failure], complete: false };
  const { cloud, store, project } = options;
  const ledger = await readable(() => readEarlier(store, project));
  const earlier = ledger.kind === 'read' ? ledger.value : NOTHING_EARLIER;
  const listing = await readable(() =>
    cloud.listInstances({ ids: new Set(earlier.first.keys()), all: false }),
  );
  const clusters = await readable(() => cloud.listClusters());
  const look = { ...options, earlier, listing };
  const outcomes = clusters.kind === 'read' ? await outcomesOf(look, clusters.value) : [];
  const isWritten = outcomes.some(({ records }) => records.length > 0);
  const bound =
    own.kind === 'read' && isWritten ? await readable(() => bind(store, project, own.value)) : own;
  const damaged = [...earlier.damaged, ...outcomes.flatMap((outcome) => outcome.damaged)];
  const problems = once([
    ...[bound, ledger, listing, clusters].flatMap(failureOf),
    ...earlier.failures,
    ...[...damageIn(damaged, project), ...foreignRowsIn(listing, project)],
    ...outcomes.flatMap((outcome) => outcome.problems),
  ]);
  return {
    records: outcomes.flatMap((outcome) => outcome.records),
    warnings: outcomes.flatMap((outcome) => outcome.warnings),
    problems,
    complete: problems.length === 0,
  };
}

/** @throws AuditFailure `foreign-project`, and whatever keeps the cloud or the store from answering */
async function ownProject({ cloud, store, project }: RecordOptions): Promise<string> {
  const { id } = await cloud.project();
  await checkBinding(store, project, id);
  return id;
}

interface Look extends RecordOptions {
  readonly earlier: Earlier;
  readonly listing: Readable<InstanceListing>;
}

interface Outcome extends Omit<RecordResult, 'complete'> {
  readonly damaged: readonly DamagedFile[];
}

const NOTHING: Outcome = { records: [], warnings: [], problems: [], damaged: [] };

function outcomesOf(look: Look, clusters: readonly Cluster[]): Promise<readonly Outcome[]> {
  return pLimit(CLUSTERS_AT_ONCE).map(clusters, (cluster) => outcomeOf(look, cluster));
}

async function outcomeOf(look: Look, cluster: Cluster): Promise<Outcome> {
  try {
    return await recordCluster(look, cluster);
  } catch (thrown) {
    return { ...NOTHING, problems: [asFailure(thrown)] };
  }
}

async function recordCluster(look: Look, cluster: Cluster): Promise<Outcome> {
  const { cloud, earlier, listing, now, store, project } = look;
  const { uid, name, endpoint } = cluster;
  const isAsked = !look.clustersWithoutWitness.has(name);
  if (uid === undefined) return { ...NOTHING, problems: isAsked ? [uidUnknown(cluster)] : [] };

  const witness = isAsked ? await look.witnesses.ask({ name, uid, endpoint }) : undefined;
  const own = listing.kind === 'read' ? await instancesOf(cloud, listing.value, uid, witness) : undefined;
  const sight = { uid, cluster, witness, instances: own?.instances, first: earlier.first };
  const entry = clusterRecord(sight, now);
  const written = await readable(() => appendAfter(store, project, earlier.latest.get(uid)?.newest, entry));
  const facts = isAsked ? await recordFacts(look, uid, { name, uid, endpoint }) : NO_FACTS;

  const claims = valueIfRead(witness?.nodeClaims);
  const answers = witness ? [witness.nodes, witness.persistentVolumes, witness.nodeClaims] : [];
  return {
    records: written.kind === 'read' ? [writtenRecord(entry, written.value)] : [],
    warnings: claims && own ? reclaimWarnings(uid, claims, own.instances, earlier.first) : [],
    problems: [
      ...answers.flatMap(failureOf),
      ...(own?.problems ?? []),
      ...failureOf(written),
      ...facts.problems,
    ],
    damaged: facts.damaged,
  };
}

interface FactsOutcome {
  readonly problems: readonly AuditFailure[];
  readonly damaged: readonly DamagedFile[];
}

const NO_FACTS: FactsOutcome = { problems: [], damaged: [] };

/** They prove nothing, and are asked for last: nothing waits for them. */
async function recordFacts(look: Look, uid: ClusterUid, address: ClusterAddress): Promise<FactsOutcome> {
  const { helpDesk, store, project, now, earlier } = look;
  if (helpDesk === undefined) return NO_FACTS;
  const facts = await helpDesk.gather(address);
  const keys = earlier.facts.get(uid) ?? [];
  const appended = await readable(() => appendFacts(store, project, uid, facts, keys, now));
  return {
    problems: [...Object.values(facts), appended].flatMap(failureOf),
    damaged: appended.kind === 'read' ? appended.value.damaged : [],
  };
}

function writtenRecord(entry: ClusterRecord, appended: AppendedRecord): WrittenRecord {
  return {
    ...appended,
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
  const entry: ClusterRecord = {
    kind: 'record',
    recordedAt: options.now,
    source: 'import',
    cluster: { uid, id: undefined, name, phase: undefined, createdAt: undefined },
    nodeClaims: table.nodeClaims,
    persistentVolumes: undefined,
    instances: undefined,
    altered: [],
  };
  await refuseAnothers(options, table.nodeClaims);
  return writtenRecord(entry, await appendRecord(options.store, options.project, entry));
}

/**
 * A ledger only grows: a table that was imported under a mistyped UID would contradict the right records for ever.
 *
 * @throws AuditFailure `import-invalid`, `store-unreadable`
 */
async function refuseAnothers(options: ImportOptions, claims: readonly RecordedNodeClaim[]): Promise<void> {
  const ids = new Set(claims.flatMap(({ provider }) => (provider.kind === 'instance' ? [provider.id] : [])));
  const { records } = await loadLedger(options.store, options.project);
  for (const { cluster, nodeClaims } of records) {
    if (cluster.uid === options.clusterUid) continue;
    const known = nodeClaims?.find(({ provider }) => provider.kind === 'instance' && ids.has(provider.id));
    if (known === undefined) continue;
    throw new AuditFailure(
      'import-invalid',
      `nothing was imported from ${options.file}: NodeClaim ${known.name} is recorded already, of the cluster with the UID ${cluster.uid}`,
      `give --cluster-uid ${cluster.uid} if the table is of that cluster`,
    );
  }
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

/** One cause may have failed several readings; a person needs to read it once. */
function once(failures: readonly AuditFailure[]): readonly AuditFailure[] {
  return [...new Map(failures.map((failure) => [`${failure.code} ${failure.message}`, failure])).values()];
}

function damageIn(damaged: readonly DamagedFile[], project: string): readonly AuditFailure[] {
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
