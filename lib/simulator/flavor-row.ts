import type { InstanceFlavor } from './instance-row.ts';
import type { Row } from './rows.ts';

const HARDWARE = {
  'm2a.large': { id: 'd2ee6b54-96a3-4a86-8b78-07a7b8a4d1f1', vcpus: 2 },
  'm2a.xlarge': { id: 'fbb000c9-3790-4e38-83f3-4c32d2fa0ec7', vcpus: 4 },
  'm2a.2xlarge': { id: '1f10ecb5-3959-4963-ac4f-2c93076fda88', vcpus: 8 },
  'm2a.4xlarge': { id: '6b0a3a6a-6a5f-4a87-9a35-52e1a51d8c07', vcpus: 16 },
} as const;
export type FlavorName = keyof typeof HARDWARE;

const MEMORY_MB_PER_VCPU = 4096;

/** A flavor as an instance's row shows it. */
export function flavorOf(name: FlavorName): InstanceFlavor {
  const { id, vcpus } = HARDWARE[name];
  return {
    id,
    name,
    group: 'm2a',
    vcpus,
    is_burstable: false,
    manufacturer: 'AMD',
    memory_mb: vcpus * MEMORY_MB_PER_VCPU,
    root_gb: 0,
    disk_type: null,
    instance_family: 'General purpose',
    os_distro: null,
    maximum_network_interfaces: 3,
    hw_type: null,
    hw_count: null,
    is_hyper_threading_supported: true,
    real_vcpus: vcpus / 2,
  };
}

/** A flavor as `GET /api/v1/flavors` shows it: other keys, and `os_distro` is one text there (kakaocloud-api 2.2). */
export interface FlavorRow extends Row {
  readonly [key: string]: unknown;
}

export const FLAVORS: readonly FlavorRow[] = Object.entries(HARDWARE).map(([name, { id, vcpus }]) => ({
  id,
  name,
  description: null,
  vcpus,
  is_burstable: false,
  architecture: 'x86_64',
  manufacturer: 'AMD',
  group: 'm2a',
  instance_type: 'vm',
  processor: null,
  memory_mb: vcpus * MEMORY_MB_PER_VCPU,
  created_at: '2025-03-05T02:00:00Z',
  updated_at: '2025-03-05T02:00:00Z',
  availability_zone: ['kr-central-2-a', 'kr-central-2-b', 'kr-central-2-c'],
  available: { 'kr-central-2-a': 100, 'kr-central-2-b': 100, 'kr-central-2-c': 100 },
  instance_family: 'General purpose',
  instance_size: name.slice(name.indexOf('.') + 1),
  disk_type: null,
  root_gb: 0,
  os_distro: null,
  hw_count: null,
  hw_type: null,
  hw_name: null,
  maximum_network_interfaces: 3,
  is_hyper_threading_disabled: false,
  is_hyper_threading_supported: true,
  is_hyper_threading_disable_supported: false,
}));

export const VOLUME_TYPES = [
  { id: '9f0f3c1e-0f0e-4f0c-8f7a-3a4f6a1e2b10', name: 'gp2', description: 'General purpose SSD' },
] as const;
