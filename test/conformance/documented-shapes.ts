import * as z from 'zod';

/**
 * What the documented API allows an answer to look like, stated independently of the simulator: the keys, types and
 * closed sets of words that the official Go client (kc-sdk-go v1.3.0) decodes. That client fails a whole page over one
 * unknown word, one missing key or one time without a zone; so do these. Every key is asked for, also where the client
 * could do without, and none besides.
 */
const text = z.string().nullable();
const whole = z.int32().nullable();
const long = z.int().nullable();
const flag = z.boolean().nullable();
const requiredTime = z.iso.datetime({ offset: true });
const time = requiredTime.nullable();
const zone = z.enum(['kr-central-2-a', 'kr-central-2-b', 'kr-central-2-c']).nullable();
const instanceType = z.enum(['vm', 'bm', 'gpu']).nullable();

const pagination = z.strictObject({ total: z.int32(), offset: z.int32(), limit: z.int32() });

const flavorOfInstance = z.strictObject({
  id: z.string(),
  name: text,
  group: text,
  vcpus: whole,
  is_burstable: flag,
  manufacturer: text,
  memory_mb: whole,
  root_gb: whole,
  disk_type: text,
  instance_family: text,
  os_distro: z.array(z.string()).nullable(),
  maximum_network_interfaces: whole,
  hw_type: text,
  hw_count: whole,
  is_hyper_threading_supported: flag,
  real_vcpus: whole,
});

const image = z.strictObject({
  id: z.string(),
  name: text,
  description: text,
  owner: text,
  is_windows: flag,
  size: long,
  status: text,
  image_type: text,
  disk_format: text,
  instance_type: instanceType,
  member_status: text,
  min_disk: whole,
  min_memory: whole,
  os_admin: text,
  os_distro: text,
  os_type: text,
  os_architecture: text,
  created_at: time,
  updated_at: time,
});

export const instance = z.strictObject({
  id: z.uuid(),
  name: text,
  description: text,
  flavor: flavorOfInstance.nullable(),
  addresses: z
    .array(z.strictObject({ private_ip: text, public_ip: text, network_interface_id: text }))
    .nullable(),
  is_hyper_threading: flag,
  is_hadoop: flag,
  is_k8se: flag,
  image: image.nullable(),
  vm_state: text,
  task_state: text,
  power_state: z.enum(['NOSTATE', 'RUNNING', 'PAUSED', 'SHUTDOWN', 'CRASHED', 'SUSPENDED']).nullable(),
  status: text,
  user_id: text,
  project_id: text,
  key_name: text,
  hostname: text,
  availability_zone: zone,
  attached_volumes: z
    .array(
      z.strictObject({
        id: z.uuid(),
        name: text,
        status: text,
        mount_point: text,
        type: text,
        size: z.int32(),
        is_delete_on_termination: flag,
        created_at: time,
        is_root: flag,
      }),
    )
    .nullable(),
  attached_volume_count: long,
  security_groups: z.array(z.strictObject({ id: z.string(), name: text })).nullable(),
  security_group_count: long,
  instance_type: text,
  created_at: time,
  updated_at: time,
});

export const volume = z.strictObject({
  id: z.uuid(),
  size: whole,
  status: text,
  name: text,
  description: text,
  is_bootable: flag,
  mount_point: text,
  metadata: z.record(z.string(), z.string()).nullable(),
  is_encrypted: flag,
  is_root: flag,
  type: text,
  user_id: text,
  project_id: text,
  availability_zone: zone,
  attach_status: text,
  launched_at: time,
  encryption_key_id: text,
  previous_status: text,
  created_at: time,
  updated_at: time,
  instance_id: text,
  instance_name: text,
  image_metadata: z
    .strictObject({
      container_format: z.string(),
      disk_format: z.string(),
      image_id: z.string(),
      image_name: z.string(),
      min_disk: z.string(),
      os_type: z.string(),
      min_ram: z.string(),
      size: z.string(),
    })
    .nullable(),
  volume_type: text,
});

const snapshot = z.strictObject({
  id: z.uuid(),
  name: text,
  description: text,
  size: long,
  status: text,
  volume_id: text,
  user_id: text,
  project_id: text,
  parent_id: text,
  created_at: time,
  updated_at: time,
  is_incremental: flag,
  is_dependent_snapshot: flag,
  real_size: long,
  schedule_id: text,
});

const flavor = z.strictObject({
  id: z.string(),
  name: text,
  vcpus: whole,
  description: text,
  is_burstable: flag,
  architecture: text,
  manufacturer: text,
  group: text,
  instance_type: instanceType,
  processor: text,
  memory_mb: long,
  created_at: time,
  updated_at: time,
  availability_zone: z.array(zone),
  available: z.record(z.string(), z.int32()),
  instance_family: text,
  instance_size: text,
  disk_type: text,
  root_gb: whole,
  os_distro: text,
  hw_count: whole,
  hw_type: text,
  hw_name: text,
  maximum_network_interfaces: whole,
  is_hyper_threading_disabled: flag,
  is_hyper_threading_supported: flag,
  is_hyper_threading_disable_supported: flag,
});

const vpcInfo = z.strictObject({
  id: z.string(),
  subnets: z.array(z.strictObject({ availability_zone: z.string(), cidr_block: z.string(), id: z.string() })),
});

const cluster = z.strictObject({
  is_allocate_fip: z.boolean(),
  api_version: z.string(),
  network: z
    .strictObject({ cni: z.enum(['cilium', 'calico']), pod_cidr: z.string(), service_cidr: z.string() })
    .nullable(),
  control_plane_endpoint: z.strictObject({ host: z.string(), port: z.int32() }),
  created_at: time,
  creator_info: z.strictObject({ id: z.string(), name: z.string() }),
  version: z.strictObject({
    is_deprecated: z.boolean(),
    eol: z.string(),
    minor_version: z.string(),
    next_version: z.string(),
    patch_version: z.string(),
  }),
  description: z.string(),
  id: z.uuid(),
  name: z.string(),
  status: z.strictObject({
    phase: z.enum(['Pending', 'Provisioning', 'Provisioned', 'Updating', 'Deleting', 'Failed']),
  }),
  failure_message: text,
  is_upgradable: z.boolean(),
  vpc_info: vpcInfo,
});

const nodeImage = z.strictObject({
  architecture: z.string(),
  is_gpu_type: z.boolean(),
  id: z.string(),
  instance_type: z.string(),
  kernel_version: z.string(),
  key_package: z.string(),
  name: z.string(),
  os_distro: z.string(),
  os_type: z.string(),
  os_version: z.string(),
});

const node = z.strictObject({
  is_cordon: z.boolean(),
  created_at: requiredTime,
  flavor: z.string(),
  id: z.string(),
  image: nodeImage,
  ip: text,
  name: z.string(),
  node_pool_name: z.string(),
  ssh_key_name: z.string(),
  status: z.strictObject({
    phase: z.enum([
      'Running',
      'Running (Scheduling Disable)',
      'Provisioned',
      'Deleted',
      'Pending',
      'Provisioning',
      'Deleting',
      'Failed',
    ]),
  }),
  failure_message: text,
  updated_at: requiredTime,
  version: z.string(),
  volume_size: z.int32(),
  vpc_info: vpcInfo,
  is_hyper_threading: z.boolean(),
});

const nodePool = z.strictObject({
  autoscaling: z.strictObject({
    is_autoscaler_enable: z.boolean(),
    autoscaler_desired_node_count: whole,
    autoscaler_max_node_count: whole,
    autoscaler_min_node_count: whole,
    autoscaler_scale_down_threshold: z.number().nullable(),
    autoscaler_scale_down_unneeded_time: whole,
    autoscaler_scale_down_unready_time: whole,
  }),
  is_bare_metal: z.boolean(),
  cluster_name: z.string(),
  is_cordon: z.boolean(),
  node_count: z.int32(),
  created_at: requiredTime,
  description: z.string(),
  failure_message: text,
  flavor: z.string(),
  flavor_id: z.string(),
  is_gpu: z.boolean(),
  id: z.string(),
  image: nodeImage,
  labels: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  name: z.string(),
  security_groups: z.array(z.string()),
  ssh_key_name: z.string(),
  status: z.strictObject({
    available_nodes: z.int32(),
    phase: z.enum([
      'Pending',
      'ScalingUp',
      'ScalingDown',
      'Running',
      'Running (Scheduling Disable)',
      'Updating',
      'Deleting',
      'Failed',
    ]),
    unavailable_nodes: z.int32(),
  }),
  taints: z.array(z.strictObject({ key: z.string(), value: z.string(), effect: z.string() })),
  is_upgradable: z.boolean(),
  user_data: text,
  version: z.string(),
  volume_size: z.int32(),
  vpc_info: vpcInfo,
  is_hyper_threading: z.boolean(),
});

const domain = z.strictObject({ id: z.string(), name: z.string() });

export const answers = {
  token: z.strictObject({
    token: z.strictObject({
      methods: z.array(z.string()),
      user: z.strictObject({ id: z.string(), name: z.string(), domain, password_expires_at: text }),
      audit_ids: z.array(z.string()),
      expires_at: requiredTime,
      issued_at: requiredTime,
      project: z.strictObject({ id: z.string(), name: z.string(), domain }),
      is_domain: z.boolean(),
      roles: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      catalog: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          endpoints: z.array(
            z.strictObject({
              id: z.string(),
              interface: z.string(),
              region: z.string(),
              region_id: z.string(),
              url: z.url(),
            }),
          ),
        }),
      ),
      application_credential: z.strictObject({ id: z.string(), name: z.string(), restricted: z.boolean() }),
    }),
  }),
  instances: z.strictObject({ instances: z.array(instance), pagination }),
  instance: z.strictObject({ instance }),
  volumes: z.strictObject({ volumes: z.array(volume), pagination }),
  volume: z.strictObject({ volume }),
  volumeTypes: z.strictObject({
    volume_types: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string() })),
  }),
  snapshots: z.strictObject({ snapshots: z.array(snapshot), pagination }),
  flavors: z.strictObject({ flavors: z.array(flavor), pagination }),
  clusters: z.strictObject({ clusters: z.array(cluster) }),
  cluster: z.strictObject({ cluster }),
  nodes: z.strictObject({ nodes: z.array(node) }),
  nodePools: z.strictObject({ node_pools: z.array(nodePool) }),
  error: z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
  keystoneError: z.strictObject({
    error: z.strictObject({ code: z.int(), message: z.string(), title: z.string() }),
  }),
};
