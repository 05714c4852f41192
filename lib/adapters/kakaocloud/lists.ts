import type { InstanceFilter, InstanceListing, VolumeFilter, VolumeListing } from '../../inventory/cloud.ts';
import type { Instance } from '../../inventory/instance.ts';
import type { Snapshot } from '../../inventory/snapshot.ts';
import type { Volume } from '../../inventory/volume.ts';
import { type ResourceId, resourceId } from '../../terms/ids.ts';
import { type Asked, misread, parse } from './answers.ts';
import { Attachments } from './attachments.ts';
import { LIST_INSTANCES, LIST_SNAPSHOTS, LIST_VOLUMES } from './calls.ts';
import { isInstanceGlance, isVolumeGlance, type VolumeGlance } from './glances.ts';
import { IdSet } from './id-set.ts';
import type { Gathering } from './listing.ts';
import { descriptionMark, kubernetesVolumeMark, nameMark } from './marks.ts';
import { bearsKarpenterName, readInstance, readVolume, rowId } from './rows.ts';
import { instanceRow, snapshotRow, volumeRow } from './wire.ts';

export interface ListGathering<Listing> extends Gathering {
  listing(): Listing;
}

/** Where a row stands, for messages. */
function rowAt(key: string, offset: number, index: number): string {
  return `the page at offset ${offset} with ${key}[${index}]`;
}

/** Tells rows of another project than the credential's, which are never judged (verdicts.md, `foreign-project`). */
export function foreignTo(projectId: string): (rowProject: string | null | undefined) => boolean {
  const project = resourceId(projectId);
  return (rowProject) => {
    if (rowProject === projectId) return false;
    const id = resourceId(rowProject);
    return id !== undefined && id !== project;
  };
}

function idSetOf(ids: Iterable<ResourceId>): IdSet {
  const set = new IdSet();
  for (const id of ids) set.add(id);
  return set;
}

/** Keeps the instances that bear a Karpenter mark or are asked for; of the others only their ID and their volumes' IDs. */
export function gatherInstances(filter: InstanceFilter, projectId: string): ListGathering<InstanceListing> {
  const asked: Asked = LIST_INSTANCES;
  const isForeign = foreignTo(projectId);
  const wanted = idSetOf(filter.ids);
  const ids = new IdSet();
  const attachments = new Attachments(ids);
  const kept: Instance[] = [];
  const foreign: ResourceId[] = [];
  return {
    ids,
    take: (row, offset, index) => {
      if (!isInstanceGlance(row)) {
        const { error } = instanceRow().safeParse(row);
        throw misread(error, row, asked, rowAt('instances', offset, index));
      }
      const ordinal = ids.add(row.id);
      for (const volume of row.attached_volumes ?? []) attachments.note(volume.id, ordinal);
      const isKept =
        filter.all ||
        nameMark(row.name ?? '').kind !== 'other' ||
        descriptionMark(row.description ?? '').kind !== 'other' ||
        wanted.has(row.id);
      if (isForeign(row.project_id)) foreign.push(ids.at(ordinal));
      else if (isKept)
        kept.push(readInstance(parse(instanceRow(), row, asked, rowAt('instances', offset, index))));
      return ordinal;
    },
    listing: () => ({
      total: ids.size,
      kept: kept.sort(byId),
      has: (id) => ids.has(id),
      instancesWithVolume: (volumeId) => attachments.instancesWith(volumeId),
      foreign: foreign.sort(),
    }),
  };
}

/** Keeps the volumes that bear a Karpenter or Kubernetes mark, hang on a given instance, or are asked for. */
export function gatherVolumes(filter: VolumeFilter, projectId: string): ListGathering<VolumeListing> {
  const asked: Asked = LIST_VOLUMES;
  const isForeign = foreignTo(projectId);
  const wanted = idSetOf(filter.ids);
  const ids = new IdSet();
  const kept: Volume[] = [];
  const foreign: ResourceId[] = [];
  return {
    ids,
    take: (row, offset, index) => {
      if (!isVolumeGlance(row)) {
        const { error } = volumeRow().safeParse(row);
        throw misread(error, row, asked, rowAt('volumes', offset, index));
      }
      const ordinal = ids.add(row.id);
      const isKept =
        filter.all ||
        bearsKarpenterName(row) ||
        kubernetesVolumeMark(row.name ?? '', row.metadata ?? {}).kind !== 'none' ||
        wanted.has(row.id) ||
        isOn(filter.attachedTo, row);
      if (isForeign(row.project_id)) foreign.push(ids.at(ordinal));
      else if (isKept) kept.push(readVolume(parse(volumeRow(), row, asked, rowAt('volumes', offset, index))));
      return ordinal;
    },
    listing: () => ({
      total: ids.size,
      kept: kept.sort(byId),
      has: (id) => ids.has(id),
      foreign: foreign.sort(),
    }),
  };
}

function isOn(instances: VolumeFilter['attachedTo'], { instance_id }: VolumeGlance): boolean {
  const id = resourceId(instance_id);
  return id !== undefined && instances.has(id);
}

/** Keeps the snapshots of the given volumes. */
export function gatherSnapshots(volumeIds: ReadonlySet<ResourceId>): ListGathering<readonly Snapshot[]> {
  const ids = new IdSet();
  const kept: Snapshot[] = [];
  return {
    ids,
    take: (row, offset, index) => {
      const snapshot = parse(snapshotRow(), row, LIST_SNAPSHOTS, rowAt('snapshots', offset, index));
      const volumeId = resourceId(snapshot.volume_id);
      if (volumeId !== undefined && volumeIds.has(volumeId)) kept.push({ id: rowId(snapshot), volumeId });
      return ids.add(snapshot.id);
    },
    listing: () => kept.sort(byId),
  };
}

/** Pages come in any order; the same rows are to give the same listing. */
function byId(one: { readonly id: ResourceId }, other: { readonly id: ResourceId }): number {
  return one.id < other.id ? -1 : 1;
}
