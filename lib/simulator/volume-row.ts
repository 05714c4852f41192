import type { AttachedVolumeRow } from './instance-row.ts';
import type { Row } from './rows.ts';

/** A volume as the volume service writes it (kakaocloud-api 3.1). All but `id` may be null. */
export interface VolumeRow extends Row {
  readonly size: number | null;
  readonly status: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly is_bootable: boolean | null;
  readonly mount_point: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly is_encrypted: boolean | null;
  readonly is_root: boolean | null;
  readonly type: string | null;
  readonly user_id: string | null;
  readonly project_id: string | null;
  readonly availability_zone: string | null;
  readonly attach_status: string | null;
  readonly launched_at: string | null;
  readonly encryption_key_id: string | null;
  readonly previous_status: string | null;
  readonly updated_at: string | null;
  readonly instance_id: string | null;
  readonly instance_name: string | null;
  /** Numbers too are written as text. */
  readonly image_metadata: Readonly<Record<string, string>> | null;
  readonly volume_type: string | null;
}

export interface VolumeSpec {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly sizeGiB: number;
  readonly isRoot: boolean;
  readonly mountPoint: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly projectId: string;
  readonly userId: string;
  readonly zone: string;
  readonly instance: { readonly id: string; readonly name: string | null };
  readonly createdAt: string;
  readonly updatedAt: string;
}

const ROOT_IMAGE = {
  container_format: 'bare',
  disk_format: 'raw',
  image_id: '3db7fa27-4a59-411b-9136-627835a9f256',
  image_name: 'Ubuntu 24.04',
  min_disk: '10',
  os_type: 'linux',
  min_ram: '0',
  size: '2361393152',
};

/** A volume on its instance. */
export function volumeRow(spec: VolumeSpec): VolumeRow {
  return {
    id: spec.id,
    size: spec.sizeGiB,
    status: 'in_use',
    name: spec.name,
    description: spec.description ?? '',
    is_bootable: spec.isRoot,
    mount_point: spec.mountPoint,
    metadata: spec.metadata ?? {},
    is_encrypted: false,
    is_root: spec.isRoot,
    type: 'SSD',
    user_id: spec.userId,
    project_id: spec.projectId,
    availability_zone: spec.zone,
    attach_status: 'attached',
    launched_at: spec.updatedAt,
    encryption_key_id: null,
    previous_status: null,
    created_at: spec.createdAt,
    updated_at: spec.updatedAt,
    instance_id: spec.instance.id,
    instance_name: spec.instance.name,
    image_metadata: spec.isRoot ? ROOT_IMAGE : null,
    volume_type: 'gp2',
  };
}

/** The same volume after its instance has gone or let go of it. */
export function detached(volume: VolumeRow, at: string): VolumeRow {
  return {
    ...volume,
    status: 'available',
    attach_status: 'detached',
    mount_point: null,
    instance_id: null,
    instance_name: null,
    previous_status: 'in_use',
    updated_at: at,
  };
}

/** How the instance's own list shows the volume. */
export function attachedVolume(volume: VolumeRow, isDeleteOnTermination: boolean): AttachedVolumeRow {
  return {
    id: volume.id,
    name: volume.name,
    status: volume.status,
    mount_point: volume.mount_point,
    type: volume.volume_type,
    size: volume.size,
    is_delete_on_termination: isDeleteOnTermination,
    created_at: volume.created_at,
    is_root: volume.is_root,
  };
}

/** A snapshot as the volume service writes it (kakaocloud-api 3.5). */
export interface SnapshotRow extends Row {
  readonly name: string | null;
  readonly description: string | null;
  readonly size: number | null;
  readonly status: string | null;
  readonly volume_id: string | null;
  readonly user_id: string | null;
  readonly project_id: string | null;
  readonly parent_id: string | null;
  readonly updated_at: string | null;
  readonly is_incremental: boolean | null;
  readonly is_dependent_snapshot: boolean | null;
  readonly real_size: number | null;
  readonly schedule_id: string | null;
}

export function snapshotRow(id: string, name: string, volume: VolumeRow, createdAt: string): SnapshotRow {
  return {
    id,
    name,
    description: '',
    size: volume.size,
    status: 'available',
    volume_id: volume.id,
    user_id: volume.user_id,
    project_id: volume.project_id,
    parent_id: null,
    created_at: createdAt,
    updated_at: createdAt,
    is_incremental: false,
    is_dependent_snapshot: false,
    real_size: 12884901888,
    schedule_id: null,
  };
}
