import type { DescriptionMark, Instance } from '../inventory/instance.ts';
import type { Volume } from '../inventory/volume.ts';
import { type InstanceRecords, isSameCreation, type Ledger, type VolumeRecord } from '../ledger/ledger.ts';
import type { ClusterUid } from '../terms/ids.ts';
import { MINUTE_MS } from '../terms/instants.ts';
import type { RecordChange, RecordEvidence, VolumeRecordEvidence } from './outcomes.ts';

/** From how many other records on the order of a description's fields can be held against them (verdicts.md, rule 20). */
const FIELD_ORDER_NEEDS = 3;

/** A volume that was created within this time of its instance came with it (verdicts.md, volume rule 14). */
const CREATED_WITH_INSTANCE_MS = 10 * MINUTE_MS;

/** Reads field orders of a cluster's recorded descriptions; built once a run. */
export type FieldOrders = ReadonlyMap<ClusterUid, ReadonlyMap<string, readonly string[]>>;

/**
 * What records say of an instance. Recorded means that a NodeClaim was recorded as pointing at it; an instance that
 * was only listed is not recorded, though what was listed is held against it.
 */
export function recordOf(instance: Instance, ledger: Ledger, orders: FieldOrders): RecordEvidence {
  if (ledger.damage !== undefined) return { kind: 'unreadable', detail: ledger.damage };
  const records = ledger.instances.get(instance.id);
  const [claim, ...others] = records?.claims ?? [];
  if (records === undefined || claim === undefined) return { kind: 'unrecorded' };
  const [other] = others;
  if (other !== undefined) {
    return {
      kind: 'contradictory',
      detail: `NodeClaim ${claim.nodeClaim} of ${claim.clusterUid}, and NodeClaim ${other.nodeClaim} of ${other.clusterUid}`,
    };
  }
  return {
    kind: 'recorded',
    clusterUid: claim.clusterUid,
    nodeClaim: claim.nodeClaim,
    changes: changesSince(instance, records),
    fieldOrder: fieldOrder(instance, orders.get(claim.clusterUid) ?? new Map()),
    recordedAt: claim.recordedAt,
  };
}

function changesSince(instance: Instance, records: InstanceRecords): readonly RecordChange[] {
  const changes: RecordChange[] = [];
  if (records.listed.some((listed) => listed.name !== instance.name)) changes.push('name');
  if (records.listed.some((listed) => listed.description !== instance.description))
    changes.push('description');
  const { createdAt } = instance;
  const isOtherCreation = records.listed.some(
    (listed) =>
      listed.createdAt !== undefined &&
      createdAt !== undefined &&
      !isSameCreation(listed.createdAt, createdAt),
  );
  if (isOtherCreation) changes.push('created-at');
  return changes;
}

/** The field names of every recorded description, by cluster and instance. */
export function fieldOrdersOf(
  ledger: Ledger,
  readDescription: (text: string) => DescriptionMark,
): FieldOrders {
  const orders = new Map<ClusterUid, Map<string, readonly string[]>>();
  for (const [id, records] of ledger.instances) {
    const uid = records.claims[0]?.clusterUid;
    const mark = records.listed.at(-1) && readDescription(records.listed.at(-1)?.description ?? '');
    if (uid === undefined || mark?.kind !== 'marked') continue;
    const ofCluster = orders.get(uid) ?? new Map<string, readonly string[]>();
    orders.set(
      uid,
      ofCluster.set(
        id,
        mark.fields.map((field) => field.key),
      ),
    );
  }
  return orders;
}

/** Held against the majority of the others, so that one odd record does not condemn a whole cluster's. */
function fieldOrder(
  instance: Instance,
  ofCluster: ReadonlyMap<string, readonly string[]>,
): 'same' | 'different' | 'too-few' {
  const others = [...ofCluster].filter(([id]) => id !== instance.id).map(([, order]) => order);
  if (others.length < FIELD_ORDER_NEEDS) return 'too-few';
  if (instance.descriptionMark.kind !== 'marked') return 'different';
  const own = instance.descriptionMark.fields.map((field) => field.key);
  const agreeing = others.filter((order) => beginsAlike(own, order)).length;
  return agreeing * 2 > others.length ? 'same' : 'different';
}

/** The tail of a description may be cut off, so that one order may be the start of the other. */
function beginsAlike(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((key, i) => key === b[i]);
}

/** What records say of a volume: recorded when it stood among the volumes of a recorded instance. */
export function volumeRecordOf(volume: Volume, ledger: Ledger): VolumeRecordEvidence {
  if (ledger.damage !== undefined) return { kind: 'unreadable', detail: ledger.damage };
  const entries = ledger.volumes.get(volume.id) ?? [];
  const owned = entries.flatMap((entry) => {
    const claims = ledger.instances.get(entry.instanceId)?.claims ?? [];
    return claims.map((claim) => ({ entry, claim }));
  });
  const [first, ...others] = owned;
  if (first === undefined) return { kind: 'unrecorded' };
  const { claim, entry } = first;
  const contradicting = others.find(
    (other) =>
      other.claim.clusterUid !== claim.clusterUid ||
      other.claim.nodeClaim !== claim.nodeClaim ||
      other.entry.instanceId !== entry.instanceId,
  );
  if (contradicting !== undefined) {
    const of = `instance ${entry.instanceId} (NodeClaim ${claim.nodeClaim})`;
    const and = `instance ${contradicting.entry.instanceId} (NodeClaim ${contradicting.claim.nodeClaim})`;
    return { kind: 'contradictory', detail: `recorded with ${of} and with ${and}` };
  }
  const records = owned.map((one) => one.entry);
  return {
    kind: 'recorded',
    clusterUid: claim.clusterUid,
    nodeClaim: claim.nodeClaim,
    instanceId: entry.instanceId,
    createdAt: creationAgainst(volume, records),
    onTermination: onTerminationBy(records),
    origin: originOf(volume, entry.instanceId, records, ledger),
    recordedAt: claim.recordedAt,
  };
}

/** Set to be kept in any record: the safer reading. */
function onTerminationBy(records: readonly VolumeRecord[]): 'deleted' | 'kept' | 'unknown' {
  const flags = records.map((record) => record.volume.isDeleteOnTermination);
  if (flags.includes(false)) return 'kept';
  return flags.includes(undefined) ? 'unknown' : 'deleted';
}

function creationAgainst(
  volume: Volume,
  records: readonly VolumeRecord[],
): 'equal' | 'different' | 'unknown' {
  const { createdAt } = volume;
  const recorded = records.map((record) => record.volume.createdAt);
  if (createdAt === undefined) return 'unknown';
  if (recorded.some((at) => at !== undefined && !isSameCreation(at, createdAt))) return 'different';
  return recorded.every((at) => at !== undefined) ? 'equal' : 'unknown';
}

function originOf(
  volume: Volume,
  instanceId: VolumeRecord['instanceId'],
  records: readonly VolumeRecord[],
  ledger: Ledger,
): 'with-instance' | 'attached-later' {
  const seenOn = ledger.volumeSeenOn.get(volume.id) ?? new Set();
  if ([...seenOn].some((id) => id !== instanceId)) return 'attached-later';
  const recordedElsewhere = (ledger.volumes.get(volume.id) ?? []).some(
    (record) => record.instanceId !== instanceId,
  );
  if (recordedElsewhere) return 'attached-later';
  return records.every(cameWithInstance) ? 'with-instance' : 'attached-later';
}

function cameWithInstance({ volume, instanceCreatedAt }: VolumeRecord): boolean {
  if (volume.isRoot === true) return true;
  if (volume.createdAt === undefined || instanceCreatedAt === undefined) return false;
  return Math.abs(volume.createdAt - instanceCreatedAt) <= CREATED_WITH_INSTANCE_MS;
}
