import type { Cluster } from '../../inventory/cluster.ts';
import type { AttachedVolume, Instance } from '../../inventory/instance.ts';
import type { Volume } from '../../inventory/volume.ts';
import { type ClusterUid, clusterUid, type ResourceId, resourceId } from '../../terms/ids.ts';
import { parseInstant } from '../../terms/instants.ts';
import { word } from '../../terms/words.ts';
import { descriptionMark, holdsKarpenterName, kubernetesVolumeMark, nameMark } from './marks.ts';
import { instanceReading, isDeletingPhase, volumeReading } from './states.ts';
import type { ClusterRow, InstanceRow, VolumeRow } from './wire.ts';

/** The ID of a row; its schema has seen that there is one. */
export function rowId(row: { readonly id: string }): ResourceId {
  const id = resourceId(row.id);
  if (id === undefined) throw new TypeError('a row without an ID has passed its schema');
  return id;
}

export function readInstance(row: InstanceRow): Instance {
  const name = row.name ?? '';
  const description = row.description ?? '';
  const status = row.status ?? row.vm_state ?? '';
  return {
    kind: 'instance',
    id: rowId(row),
    name,
    description,
    status,
    ...instanceReading(status, [row.vm_state, row.task_state]),
    createdAt: parseInstant(row.created_at),
    flavor: row.flavor?.name ?? undefined,
    availabilityZone: row.availability_zone ?? undefined,
    projectId: row.project_id ?? undefined,
    publicIps: row.addresses?.filter((address) => Boolean(address?.public_ip)).length ?? 0,
    // Left out or null only where the row does not count any: its schema has seen to that.
    volumes: row.attached_volumes?.map(readAttachedVolume) ?? [],
    nameMark: nameMark(name),
    descriptionMark: descriptionMark(description),
  };
}

type AttachedVolumeRow = NonNullable<InstanceRow['attached_volumes']>[number];

function readAttachedVolume(row: AttachedVolumeRow): AttachedVolume {
  return {
    id: rowId(row),
    sizeGiB: sizeIn(row.size),
    createdAt: parseInstant(row.created_at),
    isRoot: row.is_root ?? undefined,
    isDeleteOnTermination: row.is_delete_on_termination ?? undefined,
  };
}

export function readVolume(row: VolumeRow): Volume {
  const name = row.name ?? '';
  const reading = volumeReading(row.status ?? undefined);
  return {
    kind: 'volume',
    id: rowId(row),
    name,
    status: row.status ?? '',
    ...reading,
    createdAt: parseInstant(row.created_at),
    updatedAt: parseInstant(row.updated_at),
    sizeGiB: sizeIn(row.size),
    volumeType: row.volume_type ?? undefined,
    availabilityZone: row.availability_zone ?? undefined,
    projectId: row.project_id ?? undefined,
    instanceId: resourceId(row.instance_id),
    instanceName: row.instance_name ?? undefined,
    saysAttached: reading.state === 'in-use' || word(row.attach_status) === 'attached',
    bearsKarpenterName: bearsKarpenterName(row),
    kubernetesMark: kubernetesVolumeMark(name, row.metadata ?? {}),
  };
}

/** An exbibyte, which no volume has. */
const BEYOND_GIB = 2 ** 30;

/** What no volume can have is no size: with a size of 0 it would pass for one that costs nothing. */
function sizeIn(size: number | null | undefined): number | undefined {
  return typeof size === 'number' && size > 0 && size < BEYOND_GIB ? size : undefined;
}

export function bearsKarpenterName(row: {
  readonly name?: string | null | undefined;
  readonly instance_name?: string | null | undefined;
}): boolean {
  return holdsKarpenterName(row.name ?? '') || holdsKarpenterName(row.instance_name ?? '');
}

export function readCluster(row: ClusterRow): Cluster {
  const phase = row.status?.phase ?? '';
  const host = row.control_plane_endpoint?.host ?? '';
  const port = row.control_plane_endpoint?.port ?? 0;
  return {
    id: rowId(row),
    name: row.name,
    uid: uidOfHost(host),
    phase,
    isDeleting: isDeletingPhase(phase),
    createdAt: parseInstant(row.created_at),
    // A cluster that is being made may have an empty host and port 0 (kakaocloud-api 4.2).
    endpoint: host === '' || port === 0 ? undefined : { host, port },
  };
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const API_HOST = new RegExp(`^(${UUID})(?:\\.|-[a-z0-9-]+\\.ke\\.[a-z0-9-]+\\.kakaocloud\\.com$)`, 'i');

/**
 * The cluster UID that an API server's host begins with: `<uid>-public.ke.<region>.kakaocloud.com`, or `<uid>.…`. Of
 * any other host we do not know what a UUID in it would mean (kakaocloud-api 4.4).
 */
export function uidOfHost(host: string): ClusterUid | undefined {
  return clusterUid(API_HOST.exec(host)?.[1]);
}
