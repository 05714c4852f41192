import type { Cluster } from '../../../lib/inventory/cluster.ts';
import type { Instance } from '../../../lib/inventory/instance.ts';
import type { Snapshot } from '../../../lib/inventory/snapshot.ts';
import type { Volume } from '../../../lib/inventory/volume.ts';
import { formatInstant, type Instant } from '../../../lib/terms/instants.ts';

// What the API would have sent for a resource in the core's words (kakaocloud-api 2.2, 3.1, 3.5, 4.2).

const time = (instant: Instant | undefined) => (instant === undefined ? null : formatInstant(instant));

export function instanceRowOf(instance: Instance) {
  return {
    id: instance.id,
    name: instance.name,
    description: instance.description,
    status: instance.status,
    vm_state: null,
    project_id: instance.projectId ?? null,
    created_at: time(instance.createdAt),
    availability_zone: instance.availabilityZone ?? null,
    flavor: { id: 'fbb000c9-3790-4e38-83f3-4c32d2fa0ec7', name: instance.flavor ?? null },
    is_k8se: true,
    attached_volumes: instance.volumes.map((volume) => ({
      id: volume.id,
      size: volume.sizeGiB ?? null,
      created_at: time(volume.createdAt),
      is_root: volume.isRoot ?? null,
      is_delete_on_termination: volume.isDeleteOnTermination ?? null,
    })),
  };
}

export function volumeRowOf(volume: Volume) {
  return {
    id: volume.id,
    name: volume.name,
    status: volume.status,
    attach_status: volume.saysAttached ? 'attached' : 'detached',
    size: volume.sizeGiB ?? null,
    volume_type: volume.volumeType ?? null,
    project_id: volume.projectId ?? null,
    created_at: time(volume.createdAt),
    updated_at: time(volume.updatedAt),
    availability_zone: volume.availabilityZone ?? null,
    instance_id: volume.instanceId ?? null,
    instance_name: volume.instanceName ?? null,
    metadata: {},
  };
}

export function snapshotRowOf(snapshot: Snapshot) {
  return { id: snapshot.id, volume_id: snapshot.volumeId ?? null, created_at: null };
}

export function clusterRowOf(cluster: Cluster) {
  return {
    id: cluster.id,
    name: cluster.name,
    status: { phase: cluster.phase },
    created_at: time(cluster.createdAt),
    control_plane_endpoint: cluster.endpoint ?? { host: '', port: 0 },
  };
}
