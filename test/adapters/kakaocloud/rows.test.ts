import { describe, expect, it } from 'vitest';
import { readCluster, readInstance, readVolume, uidOfHost } from '../../../lib/adapters/kakaocloud/rows.ts';
import { clusterRow, instanceRow, volumeRow } from '../../../lib/adapters/kakaocloud/wire.ts';
import { at } from '../../builders/ledger.ts';

const instance = (over: object = {}) =>
  readInstance(
    instanceRow().parse({
      id: 'E646BFB8-3b3d-4460-9986-1518b70ec180',
      name: 'karpenter-2c32ae2c-general-7k2lq',
      description: 'v=1;m=karpenter;c=1',
      status: 'active',
      vm_state: 'active',
      project_id: 'b1ccedbfaffd60bc89c2d60ad9893328',
      availability_zone: 'kr-central-2-a',
      created_at: '2026-06-02T10:00:05.512803+09:00',
      flavor: { id: 'f', name: 'm2a.large', vcpus: 2, memory_mb: 'unused, so nobody looks' },
      attached_volumes: [
        {
          id: '38421be7eada4989a90f74cf3bdcd2f0',
          size: 50,
          created_at: '2026-06-02T01:00:12Z',
          is_root: true,
          is_delete_on_termination: false,
        },
      ],
      a_field_of_tomorrow: 1,
      ...over,
    }),
  );

describe('an instance row', () => {
  it.each([
    { task_state: 'deleting' },
    { task_state: 'soft-deleting' },
    { vm_state: 'soft_deleted' },
    { vm_state: 'deleted', status: 'parked' },
  ])('that says anywhere that it is being deleted is: %j', (over) => {
    expect(instance(over).state).toBe('deleting');
  });

  it('that counts its volumes has to name them', () => {
    const unsaid = (over: object) => () => instance({ attached_volumes: null, ...over });
    expect(unsaid({ attached_volume_count: 3 })).toThrow();
    expect(unsaid({ attached_volume_count: 0 })).not.toThrow();
    expect(unsaid({})).not.toThrow();
  });

  it('is read into our words', () => {
    expect(instance()).toEqual({
      kind: 'instance',
      id: 'e646bfb8-3b3d-4460-9986-1518b70ec180',
      name: 'karpenter-2c32ae2c-general-7k2lq',
      description: 'v=1;m=karpenter;c=1',
      status: 'active',
      state: 'present',
      billing: 'billed',
      createdAt: at('2026-06-02T01:00:05.512Z'),
      flavor: 'm2a.large',
      availabilityZone: 'kr-central-2-a',
      projectId: 'b1ccedbfaffd60bc89c2d60ad9893328',
      publicIps: 0,
      volumes: [
        {
          id: '38421be7-eada-4989-a90f-74cf3bdcd2f0',
          sizeGiB: 50,
          createdAt: at('2026-06-02T01:00:12Z'),
          isRoot: true,
          isDeleteOnTermination: false,
        },
      ],
      nameMark: { kind: 'matches', uid8: '2c32ae2c', nodeClaim: 'general-7k2lq' },
      descriptionMark: { kind: 'marked', fields: [{ key: 'c', value: '1' }] },
    });
  });

  it('may have null everywhere but in its ID', () => {
    const nothing = Object.fromEntries(
      ['name', 'description', 'status', 'vm_state', 'project_id', 'availability_zone', 'created_at', 'flavor']
        .concat('attached_volumes')
        .map((key) => [key, null]),
    );
    expect(instance(nothing)).toEqual({
      kind: 'instance',
      id: 'e646bfb8-3b3d-4460-9986-1518b70ec180',
      name: '',
      description: '',
      status: '',
      state: 'other',
      billing: 'unknown',
      createdAt: undefined,
      flavor: undefined,
      availabilityZone: undefined,
      projectId: undefined,
      publicIps: 0,
      volumes: [],
      nameMark: { kind: 'other' },
      descriptionMark: { kind: 'other' },
    });
  });

  it.each([
    ['status speaks before vm_state', { status: 'error', vm_state: 'active' }, 'error', 'error'],
    ['vm_state speaks where status is null', { status: null, vm_state: 'stopped' }, 'stopped', 'present'],
    ['an unknown word stays as it came', { status: 'Hibernating' }, 'Hibernating', 'other'],
  ])('%s', (_, over, status, state) => {
    expect(instance(over)).toMatchObject({ status, state });
  });

  it.each([
    ['without a zone', '2026-06-02T01:00:05'],
    ['with a blank', '2026-06-02 01:00:05Z'],
    ['of no calendar', '2026-02-30T01:00:05Z'],
    ['empty', ''],
  ])('a time %s is none', (_, created_at) => {
    expect(instance({ created_at }).createdAt).toBeUndefined();
  });
});

const volume = (over: object = {}) =>
  readVolume(
    volumeRow().parse({
      id: '96cf2f8d-efa4-4397-ac93-a77b24883384',
      name: 'restore-test-02',
      size: 20,
      status: 'available',
      attach_status: 'detached',
      volume_type: 'gp2',
      created_at: '2026-05-18T09:59:31Z',
      updated_at: '2026-05-21T03:20:09Z',
      metadata: { a: 'b' },
      ...over,
    }),
  );

it.each([
  ['one public address', [{ public_ip: '203.0.113.7' }, { public_ip: null }], 1],
  ['two', [{ public_ip: '203.0.113.7' }, { public_ip: '203.0.113.8' }], 2],
  ['an empty one', [{ public_ip: '' }], 0],
  ['no addresses', null, 0],
  ['what is no list of addresses', { public_ip: '203.0.113.7' }, 0],
] as const)('public IPs are counted: %s', (_, addresses, publicIps) => {
  expect(instance({ addresses }).publicIps).toBe(publicIps);
});

describe('a volume row', () => {
  it('is read into our words', () => {
    expect(volume()).toEqual({
      kind: 'volume',
      id: '96cf2f8d-efa4-4397-ac93-a77b24883384',
      name: 'restore-test-02',
      status: 'available',
      state: 'available',
      billing: 'billed',
      createdAt: at('2026-05-18T09:59:31Z'),
      updatedAt: at('2026-05-21T03:20:09Z'),
      sizeGiB: 20,
      volumeType: 'gp2',
      availabilityZone: undefined,
      projectId: undefined,
      instanceId: undefined,
      instanceName: undefined,
      saysAttached: false,
      bearsKarpenterName: false,
      kubernetesMark: { kind: 'none' },
    });
  });

  it.each([
    [20, 20],
    [0.5, 0.5],
    [0, undefined],
    [-1, undefined],
    [1e300, undefined],
    [null, undefined],
  ])('of size %j has %j GiB: what no volume can have costs no money', (size, sizeGiB) => {
    expect(volume({ size }).sizeGiB).toBe(sizeGiB);
  });

  it.each([
    ['nothing', {}, false],
    ['attach_status', { attach_status: 'ATTACHED' }, true],
    ['status', { status: 'in_use', attach_status: null }, true],
    [
      'both, with an instance',
      { status: 'in_use', instance_id: 'e646bfb8-3b3d-4460-9986-1518b70ec180' },
      true,
    ],
    ['an instance alone', { instance_id: 'e646bfb8-3b3d-4460-9986-1518b70ec180' }, false],
  ])('says that it is attached by %s', (_, over, saysAttached) => {
    expect(volume(over).saysAttached).toBe(saysAttached);
  });

  it.each([
    ['an instance', { instance_id: '  E646BFB83B3D44609986 1518' }, 'e646bfb83b3d44609986 1518'],
    ['no instance: an empty ID is none', { instance_id: '' }, undefined],
    ['no instance: neither is a blank one', { instance_id: '  ' }, undefined],
  ])('names %s', (_, over, instanceId) => {
    expect(volume(over).instanceId).toBe(instanceId);
  });

  it.each([
    ['its name', { name: 'karpenter-2c32ae2c-general-7k2lq-root' }],
    ["its instance's name", { instance_name: 'karpenter-2c32ae2c-general-7k2lq' }],
  ])('bears a Karpenter name in %s', (_, over) => {
    expect(volume(over).bearsKarpenterName).toBe(true);
  });

  it('is a PersistentVolume by its metadata', () => {
    const metadata = { 'csi.storage.k8s.io/pv/name': 'pvc-1' };
    expect(volume({ metadata }).kubernetesMark).toEqual({ kind: 'persistent-volume', name: 'pvc-1' });
  });
});

const HOST = '2c32ae2c-533b-4d8e-a39e-fc1880773620-public.ke.kr-central-2.kakaocloud.com';
const cluster = (over: object = {}) =>
  readCluster(
    clusterRow().parse({
      id: '752ee011-4d67-4855-bb43-129b8ed5d97e',
      name: 'shop-blue',
      status: { phase: 'Provisioned' },
      created_at: '2026-05-30T08:12:44Z',
      control_plane_endpoint: { host: HOST, port: 443 },
      ...over,
    }),
  );

describe('a cluster row', () => {
  it('is read into our words', () => {
    expect(cluster()).toEqual({
      id: '752ee011-4d67-4855-bb43-129b8ed5d97e',
      name: 'shop-blue',
      uid: '2c32ae2c-533b-4d8e-a39e-fc1880773620',
      phase: 'Provisioned',
      isDeleting: false,
      createdAt: at('2026-05-30T08:12:44Z'),
      endpoint: { host: HOST, port: 443 },
    });
  });

  it.each([
    ['an empty host', { host: '', port: 0 }],
    ['no port', { host: HOST, port: null }],
    ['nothing', null],
    ['nothing at all', undefined],
  ])('has no endpoint where the API says %s', (_, control_plane_endpoint) => {
    expect(cluster({ control_plane_endpoint }).endpoint).toBeUndefined();
  });

  it('needs no more than an ID and a name', () => {
    expect(readCluster(clusterRow().parse({ id: '7', name: 'a' }))).toMatchObject({
      phase: '',
      uid: undefined,
    });
    expect(clusterRow().safeParse({ id: '7' }).success).toBe(false);
    expect(clusterRow().safeParse({ name: 'a' }).success).toBe(false);
  });

  it('is being deleted in that phase', () => {
    expect(cluster({ status: { phase: 'Deleting' } }).isDeleting).toBe(true);
  });
});

const UID = '2c32ae2c-533b-4d8e-a39e-fc1880773620';

describe('the cluster UID of a host', () => {
  it.each([
    ['public', `${UID}-public.ke.kr-central-2.kakaocloud.com`, UID],
    ['private, if there is such a form', `${UID}-private.ke.kr-central-1.kakaocloud.com`, UID],
    ['without a suffix', `${UID}.ke.kr-central-2.kakaocloud.com`, UID],
    ['without a suffix, elsewhere', `${UID}.internal`, UID],
    ['in capitals', `${UID.toUpperCase()}-PUBLIC.KE.KR-CENTRAL-2.KAKAOCLOUD.COM`, UID],
    ['with a suffix, elsewhere', `${UID}-public.example.com`, undefined],
    ['of a host that only begins so', `${UID}-public.ke.kr-central-2.kakaocloud.com.example.com`, undefined],
    ['alone', UID, undefined],
    ['with something before it', `x${UID}.ke.kr-central-2.kakaocloud.com`, undefined],
    ['as a URL', `https://${UID}-public.ke.kr-central-2.kakaocloud.com`, undefined],
    ['in the second label', `api.${UID}.kakaocloud.com`, undefined],
    ['that is none', 'api.ke.kr-central-2.kakaocloud.com', undefined],
    ['that is an address', '10.20.1.31', undefined],
    ['empty', '', undefined],
  ])('%s', (_, host, uid) => {
    expect(uidOfHost(host)).toBe(uid);
  });
});
