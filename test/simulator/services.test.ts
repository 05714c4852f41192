import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { HOUR_MS, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { closeAll, NOW, pluck, simulate, theProject } from './ask.ts';

afterEach(closeAll);

const KEYSTONE_401 = {
  error: { code: 401, message: 'The request you have made requires authentication.', title: 'Unauthorized' },
};

describe('tokens', () => {
  it('are issued with 201, in a header, for 12 hours, with six digits in their times', async () => {
    const sim = await simulate('clean');
    const answer = await sim.issue(sim.project.credential);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-subject-token')).toMatch(/^gAAAAA/);
    expect(answer.text).not.toContain(answer.headers.get('x-subject-token'));
    expect(answer.body.token).toMatchObject({
      expires_at: '2026-11-30T12:00:00.000000Z',
      issued_at: '2026-11-30T00:00:00.000000Z',
      project: { id: sim.project.id, name: sim.project.name },
    });
  });

  it('never show the secret', async () => {
    const sim = await simulate('clean');
    expect((await sim.issue(sim.project.credential)).text).not.toContain(sim.project.credential.secret);
  });

  it('are issued for the name of a key and its owner too', async () => {
    const sim = await simulate('clean');
    const { credential, user } = sim.project;
    const answer = await sim.issue({
      name: 'orphan-audit',
      secret: credential.secret,
      user: { id: user.id },
    });
    expect(answer.status).toBe(201);
  });

  it.each([
    ['a wrong secret', (id: string) => ({ id, secret: 'wrong' })],
    ['an unknown key', (_: string) => ({ id: '0'.repeat(32), secret: 'wrong' })],
  ])('are refused for %s, in the shape of Keystone', async (_, credential) => {
    const sim = await simulate('clean');
    const answer = await sim.issue(credential(sim.project.credential.id));
    expect([answer.status, answer.body]).toEqual([401, KEYSTONE_401]);
  });

  it('are refused without Content-Type: application/json', async () => {
    const sim = await simulate('clean');
    expect((await sim.issue(sim.project.credential, {})).status).toBe(400);
    expect((await sim.issue(sim.project.credential, { 'content-type': 'text/plain' })).status).toBe(400);
  });

  it('are refused for a body that is none', async () => {
    const sim = await simulate('clean');
    const headers = { 'content-type': 'application/json' };
    const answer = await sim.send('POST', '/identity/v3/auth/tokens', headers, Buffer.from('{"auth":'));
    expect(answer.status).toBe(400);
  });

  it('tell their project when validated, and only to a valid token', async () => {
    const sim = await simulate('clean');
    const token = await sim.token();
    const ask = (auth: string, subject: string) =>
      sim.get('/identity/v3/auth/tokens', { 'x-auth-token': auth, 'x-subject-token': subject });
    const good = await ask(token, token);
    expect([good.status, good.body.token?.project?.id]).toEqual([200, sim.project.id]);
    expect((await ask(token, 'unknown')).status).toBe(404);
    expect((await ask('unknown', token)).status).toBe(401);
  });

  it.each([
    ['/api/v1/instances'],
    ['/api/v1/instances/00000000-0000-4000-8000-000000000000'],
    ['/api/v1/volumes'],
    ['/api/v1/volumes/types'],
    ['/api/v1/snapshots'],
    ['/api/v1/flavors'],
    ['/api/v1/clusters'],
    ['/api/v1/clusters/shop'],
    ['/api/v1/clusters/shop/kubeconfig'],
  ])('are asked for at %s', async (path) => {
    const sim = await simulate('clean');
    const error = { code: 'Sample.Unauthorized', message: 'token is missing or no longer valid' };
    for (const headers of [{}, { 'x-auth-token': 'gAAAAAwrong' }]) {
      const answer = await sim.get(path, headers);
      expect([answer.status, answer.body]).toEqual([401, { error }]);
    }
  });

  it('die after 12 hours and not a millisecond before', async () => {
    const sim = await simulate('clean');
    const token = await sim.token();
    sim.clock.now = plusMs(NOW, 12 * HOUR_MS - 1);
    expect((await sim.get('/api/v1/clusters', { 'x-auth-token': token })).status).toBe(200);
    sim.clock.now = plusMs(NOW, 12 * HOUR_MS);
    expect((await sim.get('/api/v1/clusters', { 'x-auth-token': token })).status).toBe(401);
  });

  it('may live shorter', async () => {
    const sim = await simulate('clean', { tokenLifetimeMs: MINUTE_MS });
    const token = await sim.token();
    sim.clock.now = plusMs(NOW, MINUTE_MS);
    expect((await sim.get('/api/v1/clusters', { 'x-auth-token': token })).status).toBe(401);
  });

  it('show nothing of another project', async () => {
    const [one, other] = ['one', 'other'].map((seed) =>
      theProject(buildScenario('clean', { now: NOW, seed }).after),
    );
    if (one === undefined || other === undefined) throw new Error('two projects are needed');
    const sim = await simulate({ at: NOW, projects: [one, other] });
    const { body } = await sim.get('/api/v1/instances?limit=100');
    expect(new Set(pluck(body.instances, 'project_id'))).toEqual(new Set([one.id]));
    expect((await sim.get(`/api/v1/instances/${one.instances.at(0)?.id}`)).status).toBe(200);
    expect((await sim.get(`/api/v1/instances/${other.instances.at(0)?.id}`)).status).toBe(404);
    expect((await sim.kubernetes('/version', { uid: other.clusters[0]?.uid ?? '' })).status).toBe(403);
  });
});

describe('single resources', () => {
  it('are the rows of the lists', async () => {
    const sim = await simulate('clean');
    const instance = sim.project.instances.at(3);
    const volume = sim.project.volumes.at(3);
    expect((await sim.get(`/api/v1/instances/${instance?.id}`)).body).toEqual({ instance });
    expect((await sim.get(`/api/v1/volumes/${volume?.id}`)).body).toEqual({ volume });
  });

  it.each([
    ['/api/v1/instances/no-such', 'instance does not exist'],
    ['/api/v1/volumes/no-such', 'volume does not exist'],
    ['/api/v1/clusters/no-such', 'cluster does not exist'],
    ['/api/v1/clusters/no-such/nodes', 'cluster does not exist'],
    ['/api/v1/no-such', 'there is nothing at this path'],
    ['/', 'there is nothing at this path'],
  ])('%s answers 404', async (path, message) => {
    const sim = await simulate('clean');
    const answer = await sim.get(path);
    expect([answer.status, answer.body]).toEqual([404, { error: { code: 'Sample.NotFound', message } }]);
  });

  it('finds a cluster by its name and not by its ID or UID', async () => {
    const sim = await simulate('clean');
    const [cluster] = sim.project.clusters;
    expect((await sim.get(`/api/v1/clusters/shop`)).body).toEqual({ cluster: cluster?.row });
    expect((await sim.get(`/api/v1/clusters/${cluster?.row.id}`)).status).toBe(404);
    expect((await sim.get(`/api/v1/clusters/${cluster?.uid}`)).status).toBe(404);
  });
});

describe('the rest of a project', () => {
  it('lists clusters whose UID is in their host and nowhere else', async () => {
    const sim = await simulate('two-clusters');
    const { body } = await sim.get('/api/v1/clusters');
    expect(Object.keys(body)).toEqual(['clusters']);
    const [cluster] = sim.project.clusters;
    expect(pluck(body.clusters, 'id')).not.toContain(cluster?.uid);
    expect(cluster?.row.control_plane_endpoint.host).toBe(
      `${cluster?.uid}-public.ke.kr-central-2.kakaocloud.com`,
    );
  });

  it('shows only managed nodes and pools', async () => {
    const sim = await simulate('clean');
    const nodes = await sim.get('/api/v1/clusters/shop/nodes');
    const pools = await sim.get('/api/v1/clusters/shop/node-pools');
    expect(pluck(nodes.body.nodes, 'node_pool_name')).toEqual(['system', 'system']);
    expect(pluck(pools.body.node_pools, 'node_count')).toEqual([2]);
  });

  it('hands out a kubeconfig that leads to this simulator and holds no credential', async () => {
    const sim = await simulate('clean');
    const answer = await sim.get('/api/v1/clusters/shop/kubeconfig');
    const config = parse(answer.text);
    const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
    expect(server).toBe(`${sim.simulator.kubernetesUrl}/clusters/${sim.project.clusters[0]?.uid}`);
    expect(Buffer.from(authority, 'base64').toString()).toBe(sim.simulator.caCertificatePem);
    expect(config.users[0].user.exec.command).toBe('kic-iam-auth');
    expect(answer.text).not.toContain(sim.project.credential.secret);
    expect(config['current-context']).toBe('shop-admin@shop');
  });

  it('lists flavors and volume types', async () => {
    const sim = await simulate('clean');
    expect(pluck((await sim.get('/api/v1/flavors')).body.flavors, 'name')).toContain('m2a.large');
    expect(pluck((await sim.get('/api/v1/volumes/types')).body.volume_types, 'name')).toEqual(['gp2']);
  });
});

describe('whatever would change something', () => {
  it.each([
    ['DELETE', '/api/v1/instances/00000000-0000-4000-8000-000000000000'],
    ['POST', '/api/v1/instances'],
    ['PUT', '/api/v1/volumes/00000000-0000-4000-8000-000000000000'],
    ['PATCH', '/api/v1/clusters/shop'],
    ['DELETE', '/identity/v3/auth/tokens'],
    ['POST', '/no/such/path'],
  ])('%s %s is refused and counted', async (method, path) => {
    const sim = await simulate('clean');
    const token = await sim.token();
    expect((await sim.send(method, path, { 'x-auth-token': token })).status).toBe(405);
    expect(sim.simulator.refusedWrites).toBe(1);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused by a cluster too', async (method) => {
    const sim = await simulate('clean');
    const answer = await sim.kubernetes('/apis/karpenter.sh/v1/nodeclaims/general-5tqbx', { method });
    expect([answer.status, answer.body.reason, sim.simulator.refusedWrites]).toEqual([
      405,
      'MethodNotAllowed',
      1,
    ]);
  });

  it('is not the issue of a token', async () => {
    const sim = await simulate('clean');
    await sim.token();
    expect(sim.simulator.refusedWrites).toBe(0);
  });
});

describe('what was asked', () => {
  it('is kept and counted by kind', async () => {
    const sim = await simulate('clean');
    await sim.get('/api/v1/instances?limit=5&offset=5');
    await sim.get('/api/v1/instances');
    await sim.kubernetes('/api/v1/nodes');
    const { simulator } = sim;
    expect(simulator.requestCount('list-instances')).toBe(2);
    expect(simulator.requestCount('list-volumes')).toBe(0);
    expect(simulator.requestCount()).toBe(4);
    expect(simulator.requests[1]).toEqual({
      port: 'cloud',
      method: 'GET',
      path: '/api/v1/instances',
      query: 'limit=5&offset=5',
      at: NOW,
      call: 'list-instances',
    });
    expect(simulator.requests[3]).toMatchObject({ port: 'kubernetes', call: 'list-nodes' });
  });

  it('gives up on a port that is taken', async () => {
    const sim = await simulate('clean');
    const port = Number(new URL(sim.simulator.url).port);
    await expect(simulate('clean', { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
