import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import { type Instant, plusMs } from '../terms/instants.ts';
import type { ClusterRecord, RetiredEntry, RetiredInstance } from './entries.ts';
import { create, type LoadedLedger } from './files.ts';
import type { Store } from './store.ts';

export interface RetireOptions {
  readonly store: Store;
  readonly project: string;
  /** As it stands now. */
  readonly ledger: LoadedLedger;
  readonly cluster: ClusterUid;
  readonly proof: ProofOfAbsence;
  readonly now: Instant;
  /** How long records are kept after everything was proven gone. */
  readonly retentionMs: number;
}

/** What a run has just proven to be gone: a GET by its ID or name answered 404 (verdicts.md, "absence must be proven"). */
export interface ProofOfAbsence {
  readonly isClusterGone: boolean;
  readonly gone: ReadonlySet<ResourceId>;
}

export type Retirement =
  /** Nothing was written. */
  | { readonly kind: 'kept'; readonly because: Because }
  /** All is proven gone, since then; the records are kept until the set time has passed. */
  | { readonly kind: 'waiting'; readonly since: Instant; readonly until: Instant }
  | { readonly kind: 'retired'; readonly entry: RetiredEntry };

export type Because =
  | { readonly reason: 'never-recorded' | 'cluster-not-gone' | 'ledger-damaged' }
  /** They point at instances of which nobody can say that they are gone. */
  | { readonly reason: 'provider-ids-unclear'; readonly nodeClaims: readonly string[] }
  | { readonly reason: 'not-proven-gone'; readonly resources: readonly ResourceId[] };

/**
 * Retires the records of a cluster: they are read no more, and prove nothing more. It takes two proofs that all of its
 * recorded resources are gone, the set time apart; whatever is recorded in between starts it again. Nothing is deleted:
 * a store's owner may delete the cluster's folder once it is retired, and the ledger does not miss it. What stays are the
 * cluster's names and those of its instances, without which a copy of one could be taken for Karpenter's own work.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function retire(options: RetireOptions): Promise<Retirement> {
  const { store, project, ledger, cluster, now, retentionMs } = options;
  const already = ledger.retired.find((entry) => entry.cluster === cluster);
  if (already !== undefined) return { kind: 'retired', entry: already };
  const records = ledger.records.filter((record) => record.cluster.uid === cluster);
  const last = records.at(-1);
  if (last === undefined) return { kind: 'kept', because: { reason: 'never-recorded' } };
  const because = whyKept(records, options);
  if (because !== undefined) return { kind: 'kept', because };

  const lastRecordedAt = last.recordedAt;
  const proofs = ledger.gone.filter(
    (entry) => entry.cluster === cluster && entry.lastRecordedAt === lastRecordedAt,
  );
  const [first] = proofs.toSorted((a, b) => a.provenAt - b.provenAt);
  if (first === undefined)
    await create(store, project, { kind: 'gone', cluster, provenAt: now, lastRecordedAt });
  const provenAt = first?.provenAt ?? now;
  const until = plusMs(provenAt, retentionMs);
  if (first === undefined || now < until) return { kind: 'waiting', since: provenAt, until };

  const entry: RetiredEntry = {
    kind: 'retired',
    cluster,
    retiredAt: now,
    provenAt,
    lastRecordedAt,
    names: [...new Set(records.flatMap((record) => record.cluster.name ?? []))],
    instances: instancesIn(records),
  };
  await create(store, project, entry);
  return { kind: 'retired', entry };
}

/** Whether a run needs to prove anything: when there is a first proof to be given, or the set time has passed since. */
export function isProofDue(
  ledger: LoadedLedger,
  cluster: ClusterUid,
  now: Instant,
  retentionMs: number,
): boolean {
  const last = ledger.records.findLast((record) => record.cluster.uid === cluster);
  if (last === undefined) return false;
  const proofs = ledger.gone.filter(
    (entry) => entry.cluster === cluster && entry.lastRecordedAt === last.recordedAt,
  );
  return proofs.length === 0 || proofs.some(({ provenAt }) => now >= plusMs(provenAt, retentionMs));
}

function whyKept(records: readonly ClusterRecord[], { ledger, proof }: RetireOptions): Because | undefined {
  // What is damaged may be another record of this cluster.
  if (ledger.damaged.length > 0) return { reason: 'ledger-damaged' };
  if (!proof.isClusterGone) return { reason: 'cluster-not-gone' };
  const claims = once(records, ({ nodeClaims }) => nodeClaims);
  const unclear = claims.filter(({ provider }) => provider.kind === 'unclear').map(({ name }) => name);
  if (unclear.length > 0) return { reason: 'provider-ids-unclear', nodeClaims: [...new Set(unclear)] };
  const resources = [...recordedResources(records)].filter((id) => !proof.gone.has(id));
  return resources.length === 0 ? undefined : { reason: 'not-proven-gone', resources };
}

/** The instances and volumes that records speak of: all of them have to be proven gone before they are retired. */
export function recordedResources(records: readonly ClusterRecord[]): ReadonlySet<ResourceId> {
  const claims = once(records, ({ nodeClaims }) => nodeClaims);
  const instances = once(records, (record) => record.instances);
  const persistentVolumes = once(records, (record) => record.persistentVolumes);
  return new Set([
    ...claims.flatMap(({ provider }) => (provider.kind === 'instance' ? [provider.id] : [])),
    ...instances.flatMap(({ id, volumes }) => [id, ...volumes.map((volume) => volume.id)]),
    ...persistentVolumes.flatMap(({ volumeId }) => volumeId ?? []),
  ]);
}

function instancesIn(records: readonly ClusterRecord[]): readonly RetiredInstance[] {
  const listed = once(records, ({ instances }) => instances);
  return [...new Map(listed.map(({ id, name }) => [`${id} ${name}`, { id, name }])).values()];
}

/** Records of an unchanged cluster share their lists: each is looked at once. */
function once<T>(
  records: readonly ClusterRecord[],
  list: (record: ClusterRecord) => readonly T[] | undefined,
): readonly T[] {
  return [...new Set(records.map(list))].flatMap((items) => items ?? []);
}
