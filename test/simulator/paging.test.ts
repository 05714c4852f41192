import { afterEach, describe, expect, it } from 'vitest';
import type { InstanceRow } from '../../lib/simulator/instance-row.ts';
import { eachRow } from '../../lib/simulator/rows.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { closeAll, NOW, pluck, simulate, theProject } from './ask.ts';

afterEach(closeAll);

const INSTANCES = '/api/v1/instances';
const VOLUMES = '/api/v1/volumes';

describe('pages', () => {
  it('gives 20 rows, newest first, when nothing is asked for', async () => {
    const sim = await simulate('large');
    const { body } = await sim.get(INSTANCES);
    const times = pluck(body.instances, 'created_at').map((at) => Date.parse(String(at)));
    expect(body.pagination).toEqual({ total: 300, offset: 0, limit: 20 });
    expect(times).toHaveLength(20);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times[0]).toBe(
      Math.max(...[...eachRow(sim.project.instances)].map(({ created_at }) => Date.parse(created_at ?? ''))),
    );
  });

  it.each([
    [INSTANCES, 'instances', 300],
    [VOLUMES, 'volumes', 300],
  ])('gives every row of %s once', async (path, key, total) => {
    const sim = await simulate('large');
    const ids = (await sim.all(path, key, 77)).map(({ id }) => id);
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  });

  it('gives the last, partial page and none behind it', async () => {
    const sim = await simulate('large');
    const last = await sim.get(`${VOLUMES}?limit=90&offset=270`);
    const behind = await sim.get(`${VOLUMES}?limit=90&offset=300`);
    expect(pluck(last.body.volumes, 'id')).toHaveLength(30);
    expect(behind.body).toEqual({ volumes: [], pagination: { total: 300, offset: 300, limit: 90 } });
  });

  it.each([
    ['says so', true, 100],
    ['does not say so', false, 5_000],
  ])('cuts a large limit down and %s', async (_, isClampTold, told) => {
    const sim = await simulate('large', { paging: { maximumLimit: 100, isClampTold } });
    const { body } = await sim.get(`${INSTANCES}?limit=5000`);
    expect(pluck(body.instances, 'id')).toHaveLength(100);
    expect(body.pagination).toEqual({ total: 300, offset: 0, limit: told });
  });

  it('cuts a limit down to 1000 by default', async () => {
    const sim = await simulate(buildScenario('large', { now: NOW, instances: 1_200 }).after);
    const { body } = await sim.get(`${INSTANCES}?limit=5000`);
    expect(pluck(body.instances, 'id')).toHaveLength(1_000);
    expect(body.pagination).toEqual({ total: 1_200, offset: 0, limit: 1_000 });
  });

  it('answers the same bytes again, and others after another world was set', async () => {
    const sim = await simulate('clean');
    const first = await sim.get(INSTANCES);
    expect((await sim.get(INSTANCES)).text).toBe(first.text);
    const project = { ...sim.project, instances: [...eachRow(sim.project.instances)].slice(0, 3) };
    sim.simulator.setWorld({ at: NOW, projects: [project] });
    expect(pluck((await sim.get(INSTANCES)).body.instances, 'id')).toHaveLength(3);
  });
});

describe('order', () => {
  const rows = (keys: readonly (readonly [string | null, string])[]) => {
    const { after } = buildScenario('clean', { now: NOW });
    const model = theProject(after).instances.at(0);
    if (model === undefined) throw new Error('no instance');
    const instances: InstanceRow[] = keys.map(([created_at, name], index) => ({
      ...model,
      id: `00000000-0000-4000-8000-00000000000${index}`,
      name,
      created_at,
    }));
    return { ...after, projects: [{ ...theProject(after), instances }] };
  };

  it.each([
    ['', ['c', 'b', 'a', 'none']],
    ['sort_keys=created_at&sort_dirs=desc', ['c', 'b', 'a', 'none']],
    ['sort_keys=created_at&sort_dirs=asc', ['a', 'c', 'b', 'none']],
    ['sort_keys=name&sort_dirs=asc', ['a', 'b', 'c', 'none']],
    ['sort_keys=name&sort_dirs=desc', ['none', 'c', 'b', 'a']],
    ['sort_keys=created_at,name&sort_dirs=desc,asc', ['b', 'c', 'a', 'none']],
  ])('%s: by time and not by text, ties as they are, nulls last', async (query, names) => {
    const world = rows([
      ['2026-06-02T01:00:00+00:00', 'a'],
      ['2026-06-02T12:00:00+09:00', 'c'],
      ['2026-06-02T03:00:00.000000Z', 'b'],
      [null, 'none'],
    ]);
    const sim = await simulate(world);
    expect(pluck((await sim.get(`${INSTANCES}?${query}`)).body.instances, 'name')).toEqual(names);
  });

  it('is the same forward and backward for rows that are made when looked at', async () => {
    const sim = await simulate('large');
    const forward = await sim.get(`${INSTANCES}?limit=300&sort_dirs=desc`);
    const backward = await sim.get(`${INSTANCES}?limit=300&sort_dirs=asc`);
    expect(pluck(backward.body.instances, 'id')).toEqual(pluck(forward.body.instances, 'id').reverse());
  });
});

describe('filters', () => {
  it.each([
    [INSTANCES, 'name=karpenter-', 9],
    [INSTANCES, 'name=jenkins-agent-01', 1],
    [INSTANCES, 'status=ACTIVE', 20],
    [INSTANCES, 'status=shelved_offloaded', 1],
    [INSTANCES, 'vm_state=stopped', 1],
    [INSTANCES, 'instance_type=gpu', 0],
    [INSTANCES, 'is_k8se=true', 2],
    [INSTANCES, 'is_hadoop=true', 0],
    [INSTANCES, 'os_type=linux', 22],
    [INSTANCES, 'image_name=Ubuntu 24.04', 22],
    [INSTANCES, 'flavor_name=m2a.4xlarge', 3],
    [INSTANCES, 'flavor_name=m2a.4xlarge&name=karpenter', 1],
    [INSTANCES, 'public_ip=198.51.100.24', 0],
    [INSTANCES, 'nobody_declared_this=1', 22],
    [VOLUMES, 'name=pvc-', 1],
    [VOLUMES, 'attach_status=detached', 1],
    [VOLUMES, 'status=in_use', 25],
    [VOLUMES, 'is_root=false', 3],
    [VOLUMES, 'size=500', 1],
    [VOLUMES, 'volume_type=gp2', 26],
    [VOLUMES, 'mount_point=/dev/vdh', 1],
    [VOLUMES, 'instance_name=bastion-01', 1],
    [VOLUMES, 'is_encrypted=true', 0],
  ])('%s?%s', async (path, query, count) => {
    const sim = await simulate('clean');
    const { body, status } = await sim.get(`${path}?${query}&limit=100`);
    expect(status).toBe(200);
    expect(pluck(body[path === INSTANCES ? 'instances' : 'volumes'], 'id')).toHaveLength(count);
  });

  it.each(['id', 'hostname', 'user_id', 'created_at', 'updated_at', 'availability_zone'] as const)(
    'finds an instance by its %s',
    async (key) => {
      const sim = await simulate('clean');
      const instance = sim.project.instances.at(4);
      const value = encodeURIComponent(instance?.[key] ?? '');
      const { body } = await sim.get(`${INSTANCES}?limit=100&${key}=${value}`);
      expect(pluck(body.instances, 'id')).toContain(instance?.id);
      expect(new Set(pluck(body.instances, key))).toEqual(new Set([instance?.[key]]));
    },
  );

  it('finds volumes of one instance, by its ID and by its private address', async () => {
    const sim = await simulate('clean');
    const instance = sim.project.instances.at(2);
    const address = instance?.addresses?.[0]?.private_ip;
    const byAddress = await sim.get(`${INSTANCES}?private_ip=${address}`);
    const volumes = await sim.get(`${VOLUMES}?instance_id=${instance?.id}`);
    expect(pluck(byAddress.body.instances, 'id')).toEqual([instance?.id]);
    expect(pluck(volumes.body.volumes, 'id').sort()).toEqual(
      instance?.attached_volumes?.map(({ id }) => id).sort(),
    );
  });

  it('finds the snapshots of a volume', async () => {
    const sim = await simulate('cluster-deleted');
    const volume = sim.project.snapshots.at(0)?.volume_id;
    const { body } = await sim.get(`/api/v1/snapshots?volume_id=${volume}&is_incremental=false`);
    expect(body.pagination).toEqual({ total: 1, offset: 0, limit: 20 });
  });
});

describe('queries that make no sense', () => {
  it.each([
    ['limit=many', 400],
    ['limit=0', 400],
    ['limit=-5', 400],
    ['offset=-1', 400],
    ['sort_keys=colour', 400],
    ['sort_dirs=up', 422],
    ['availability_zone=kr-central-9-z', 422],
    ['instance_type=toaster', 422],
    ['is_k8se=perhaps', 422],
    ['created_at=yesterday', 422],
  ])('%s is refused with %i', async (query, status) => {
    const sim = await simulate('clean');
    const answer = await sim.get(`${INSTANCES}?${query}`);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error?.code).toBe('InvalidRequest.BadRequest');
    else expect(pluck(answer.body.detail, 'loc')).toEqual([['query', query.split('=')[0]]]);
  });
});
