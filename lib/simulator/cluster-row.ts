/** A cluster as the Kubernetes Engine writes it (kakaocloud-api 4.2). The phases of a real one are an open set too. */
export interface ClusterRow {
  readonly is_allocate_fip: boolean;
  readonly api_version: string;
  readonly network: { readonly cni: string; readonly pod_cidr: string; readonly service_cidr: string } | null;
  readonly control_plane_endpoint: { readonly host: string; readonly port: number };
  readonly created_at: string | null;
  readonly creator_info: { readonly id: string; readonly name: string };
  readonly version: {
    readonly is_deprecated: boolean;
    readonly eol: string;
    readonly minor_version: string;
    readonly next_version: string;
    readonly patch_version: string;
  };
  readonly description: string;
  readonly id: string;
  readonly name: string;
  readonly status: { readonly phase: string };
  readonly failure_message: string | null;
  readonly is_upgradable: boolean;
  readonly vpc_info: VpcInfo;
}

export interface VpcInfo {
  readonly id: string;
  readonly subnets: readonly {
    readonly availability_zone: string;
    readonly cidr_block: string;
    readonly id: string;
  }[];
}

export type ClusterPhase = 'Pending' | 'Provisioning' | 'Provisioned' | 'Updating' | 'Deleting' | 'Failed';

export interface ClusterSpec {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly description: string;
  readonly phase: ClusterPhase;
  readonly createdAt: string;
  readonly creator: { readonly id: string; readonly name: string };
  readonly vpc: VpcInfo;
}

export function endpointHost(uid: string): string {
  return `${uid}-public.ke.kr-central-2.kakaocloud.com`;
}

export function clusterRow(spec: ClusterSpec): ClusterRow {
  return {
    is_allocate_fip: true,
    api_version: 'v1',
    network: { cni: 'cilium', pod_cidr: '172.16.0.0/16', service_cidr: '172.17.0.0/16' },
    control_plane_endpoint: { host: endpointHost(spec.uid), port: 443 },
    created_at: spec.createdAt,
    creator_info: spec.creator,
    version: {
      is_deprecated: false,
      eol: '2027-02-28T00:00:00Z',
      minor_version: '1.33',
      next_version: '1.34',
      patch_version: '1.33.4',
    },
    description: spec.description,
    id: spec.id,
    name: spec.name,
    status: { phase: spec.phase },
    failure_message: null,
    is_upgradable: true,
    vpc_info: spec.vpc,
  };
}

/** A node or node pool as the Kubernetes Engine writes it (kakaocloud-api 4.3): only managed ones are listed. */
export interface ManagedNodeRow {
  readonly id: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

const NODE_IMAGE = {
  architecture: 'x86_64',
  is_gpu_type: false,
  id: '02e2a861-d919-42c1-857f-9edd1f46b4b6',
  instance_type: 'vm',
  kernel_version: '6.8.0-60-generic',
  key_package: 'containerd 1.7',
  name: 'ubuntu-24.04-k8s-1.33',
  os_distro: 'ubuntu',
  os_type: 'linux',
  os_version: '24.04',
};

export interface ManagedNodeSpec {
  readonly id: string;
  readonly hostname: string;
  readonly privateIp: string;
  readonly flavor: string;
  readonly createdAt: string;
  readonly vpc: VpcInfo;
}

export function managedNodeRow(spec: ManagedNodeSpec, poolName: string): ManagedNodeRow {
  return {
    is_cordon: false,
    created_at: spec.createdAt,
    flavor: spec.flavor,
    id: spec.id,
    image: NODE_IMAGE,
    ip: spec.privateIp,
    name: spec.hostname,
    node_pool_name: poolName,
    ssh_key_name: 'ops-key',
    status: { phase: 'Running' },
    failure_message: null,
    updated_at: spec.createdAt,
    version: 'v1.33.4',
    volume_size: 50,
    vpc_info: spec.vpc,
    is_hyper_threading: true,
  };
}

export interface ManagedPoolSpec {
  readonly id: string;
  readonly name: string;
  readonly clusterName: string;
  readonly nodeCount: number;
  readonly flavor: { readonly id: string; readonly name: string | null };
  readonly securityGroupId: string;
  readonly createdAt: string;
  readonly vpc: VpcInfo;
}

export function managedPoolRow(spec: ManagedPoolSpec): ManagedNodeRow {
  return {
    autoscaling: {
      is_autoscaler_enable: false,
      autoscaler_desired_node_count: null,
      autoscaler_max_node_count: null,
      autoscaler_min_node_count: null,
      autoscaler_scale_down_threshold: null,
      autoscaler_scale_down_unneeded_time: null,
      autoscaler_scale_down_unready_time: null,
    },
    is_bare_metal: false,
    cluster_name: spec.clusterName,
    is_cordon: false,
    node_count: spec.nodeCount,
    created_at: spec.createdAt,
    description: '',
    failure_message: null,
    flavor: spec.flavor.name,
    flavor_id: spec.flavor.id,
    is_gpu: false,
    id: spec.id,
    image: NODE_IMAGE,
    labels: [],
    name: spec.name,
    security_groups: [spec.securityGroupId],
    ssh_key_name: 'ops-key',
    status: { available_nodes: spec.nodeCount, phase: 'Running', unavailable_nodes: 0 },
    taints: [],
    is_upgradable: true,
    user_data: null,
    version: 'v1.33.4',
    volume_size: 50,
    vpc_info: spec.vpc,
    is_hyper_threading: true,
  };
}
