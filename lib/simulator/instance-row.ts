import type { Row } from './rows.ts';

/** An instance as the bcs service writes it (kakaocloud-api 2.2). All but `id` may be null. */
export interface InstanceRow extends Row {
  readonly name: string | null;
  readonly description: string | null;
  readonly flavor: InstanceFlavor | null;
  readonly addresses: readonly InstanceAddress[] | null;
  readonly is_hyper_threading: boolean | null;
  readonly is_hadoop: boolean | null;
  readonly is_k8se: boolean | null;
  readonly image: InstanceImage | null;
  readonly vm_state: string | null;
  readonly task_state: string | null;
  readonly power_state: string | null;
  readonly status: string | null;
  readonly user_id: string | null;
  readonly project_id: string | null;
  readonly key_name: string | null;
  readonly hostname: string | null;
  readonly availability_zone: string | null;
  readonly attached_volumes: readonly AttachedVolumeRow[] | null;
  readonly attached_volume_count: number | null;
  readonly security_groups: readonly { readonly id: string; readonly name: string | null }[] | null;
  readonly security_group_count: number | null;
  readonly instance_type: string | null;
  readonly updated_at: string | null;
}

export interface InstanceAddress {
  readonly private_ip: string | null;
  readonly public_ip: string | null;
  readonly network_interface_id: string | null;
}

export interface AttachedVolumeRow {
  readonly id: string;
  readonly name: string | null;
  readonly status: string | null;
  readonly mount_point: string | null;
  readonly type: string | null;
  readonly size: number | null;
  readonly is_delete_on_termination: boolean | null;
  readonly created_at: string | null;
  readonly is_root: boolean | null;
}

export interface InstanceFlavor {
  readonly id: string;
  readonly name: string | null;
  readonly group: string | null;
  readonly vcpus: number | null;
  readonly is_burstable: boolean | null;
  readonly manufacturer: string | null;
  readonly memory_mb: number | null;
  readonly root_gb: number | null;
  readonly disk_type: string | null;
  readonly instance_family: string | null;
  readonly os_distro: readonly string[] | null;
  readonly maximum_network_interfaces: number | null;
  readonly hw_type: string | null;
  readonly hw_count: number | null;
  readonly is_hyper_threading_supported: boolean | null;
  readonly real_vcpus: number | null;
}

export interface InstanceImage {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly owner: string | null;
  readonly is_windows: boolean | null;
  readonly size: number | null;
  readonly status: string | null;
  readonly image_type: string | null;
  readonly disk_format: string | null;
  readonly instance_type: string | null;
  readonly member_status: string | null;
  readonly min_disk: number | null;
  readonly min_memory: number | null;
  readonly os_admin: string | null;
  readonly os_distro: string | null;
  readonly os_type: string | null;
  readonly os_architecture: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

const UBUNTU: InstanceImage = {
  id: '3db7fa27-4a59-411b-9136-627835a9f256',
  name: 'Ubuntu 24.04',
  description: null,
  owner: 'be6c3e9c8a96d6523b3d91ad5a662792',
  is_windows: false,
  size: 2361393152,
  status: 'active',
  image_type: 'base',
  disk_format: 'raw',
  instance_type: 'vm',
  member_status: null,
  min_disk: 10,
  min_memory: 0,
  os_admin: 'ubuntu',
  os_distro: 'ubuntu',
  os_type: 'linux',
  os_architecture: 'x86_64',
  created_at: '2025-11-04T02:11:40Z',
  updated_at: '2025-11-04T02:15:02Z',
};

/** The console's words for the states of an instance, as the API's three fields show them together. */
const STATES = {
  active: { vm_state: 'active', power_state: 'RUNNING' },
  stopped: { vm_state: 'stopped', power_state: 'SHUTDOWN' },
  shelved_offloaded: { vm_state: 'shelved_offloaded', power_state: 'SHUTDOWN' },
  error: { vm_state: 'error', power_state: 'NOSTATE' },
} as const;
export type InstanceStatus = keyof typeof STATES;

export function stateFields(
  status: InstanceStatus,
): Pick<InstanceRow, 'status' | 'vm_state' | 'power_state'> {
  return { status, ...STATES[status] };
}

export interface InstanceSpec {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly flavor: InstanceFlavor;
  readonly status?: InstanceStatus;
  readonly projectId: string;
  readonly userId: string;
  readonly zone: string;
  readonly privateIp: string;
  readonly networkInterfaceId: string;
  readonly securityGroup?: { readonly id: string; readonly name: string };
  readonly isK8se?: boolean;
  readonly volumes: readonly AttachedVolumeRow[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function instanceRow(spec: InstanceSpec): InstanceRow {
  const groups = spec.securityGroup === undefined ? [] : [spec.securityGroup];
  return {
    id: spec.id,
    name: spec.name,
    description: spec.description,
    flavor: spec.flavor,
    addresses: [
      { private_ip: spec.privateIp, public_ip: null, network_interface_id: spec.networkInterfaceId },
    ],
    is_hyper_threading: true,
    is_hadoop: false,
    is_k8se: spec.isK8se ?? false,
    image: UBUNTU,
    ...stateFields(spec.status ?? 'active'),
    task_state: null,
    user_id: spec.userId,
    project_id: spec.projectId,
    key_name: 'ops-key',
    hostname: `host-${spec.privateIp.replaceAll('.', '-')}`,
    availability_zone: spec.zone,
    attached_volumes: spec.volumes,
    attached_volume_count: spec.volumes.length,
    security_groups: groups,
    security_group_count: groups.length,
    instance_type: 'vm',
    created_at: spec.createdAt,
    updated_at: spec.updatedAt,
  };
}
