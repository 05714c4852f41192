import { afterEach, describe, expect, it } from 'vitest';
import type { KubernetesResource } from '../../lib/simulator/calls.ts';
import type { FaultRule } from '../../lib/simulator/faults.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { type Asked, closeAll, type Json, NOW, pluck, simulate } from './ask.ts';

afterEach(closeAll);

const CLAIMS = '/apis/karpenter.sh/v1/nodeclaims';

function namesIn(body: Json): unknown[] {
  const { items } = body;
  if (!Array.isArray(items)) throw new Error(`this is no list: ${JSON.stringify(body)}`);
  return items.map((item: Json) => item.metadata?.name);
}

function always(call: `list-${KubernetesResource}`, effect: FaultRule['effect']): FaultRule {
  return { on: { call }, effect, times: 'always' };
}

async function paged(
  sim: Asked,
  path: string,
  limit: number,
): Promise<{ names: unknown[]; versions: Set<unknown> }> {
  const names: unknown[] = [];
  const versions = new Set<unknown>();
  let more = '';
  do {
    const { body } = await sim.kubernetes(`${path}?limit=${limit}${more}`);
    names.push(...namesIn(body));
    versions.add(body.metadata?.resourceVersion);
    more = body.metadata?.continue === undefined ? '' : `&continue=${body.metadata.continue}`;
  } while (more !== '');
  return { names, versions };
}

describe('lists', () => {
  it.each([
    [CLAIMS, 'NodeClaimList', 'karpenter.sh/v1', 8],
    ['/apis/karpenter.sh/v1/nodepools', 'NodePoolList', 'karpenter.sh/v1', 2],
    [
      '/apis/karpenter.kakaocloud.com/v1alpha1/kcnodeclasses',
      'KCNodeClassList',
      'karpenter.kakaocloud.com/v1alpha1',
      1,
    ],
    ['/api/v1/nodes', 'NodeList', 'v1', 10],
    ['/api/v1/persistentvolumes', 'PersistentVolumeList', 'v1', 1],
    ['/api/v1/events', 'EventList', 'v1', 0],
    ['/apis/apps/v1/namespaces/karpenter-kakaocloud/deployments', 'DeploymentList', 'apps/v1', 1],
    ['/apis/apps/v1/namespaces/default/deployments', 'DeploymentList', 'apps/v1', 0],
    ['/apis/apps/v1/deployments', 'DeploymentList', 'apps/v1', 1],
  ])('%s is a %s of %s', async (path, kind, apiVersion, count) => {
    const sim = await simulate('clean');
    const { status, body } = await sim.kubernetes(path);
    expect([status, body.kind, body.apiVersion, namesIn(body).length]).toEqual([
      200,
      kind,
      apiVersion,
      count,
    ]);
    expect(body.metadata?.resourceVersion).toMatch(/^\d+$/);
  });

  it('name the type of custom resources in each item, and not of built-in ones', async () => {
    const sim = await simulate('clean');
    const claims = await sim.kubernetes(CLAIMS);
    const nodes = await sim.kubernetes('/api/v1/nodes');
    expect(new Set(pluck(claims.body.items, 'kind'))).toEqual(new Set(['NodeClaim']));
    expect(new Set(pluck(nodes.body.items, 'kind'))).toEqual(new Set([undefined]));
  });

  it.each([1, 3, 7, 8, 9, 500])('come whole in pages of %i, from one resourceVersion', async (limit) => {
    const sim = await simulate('clean');
    const whole = namesIn((await sim.kubernetes(CLAIMS)).body);
    const { names, versions } = await paged(sim, CLAIMS, limit);
    expect([names, versions.size]).toEqual([whole, 1]);
  });

  it('say how many remain', async () => {
    const sim = await simulate('clean');
    const { body } = await sim.kubernetes(`${CLAIMS}?limit=3`);
    expect(body.metadata).toMatchObject({ remainingItemCount: 5, continue: expect.any(String) });
  });

  it('go on from the snapshot they began with, when the world changes in the middle', async () => {
    const sim = await simulate('clean');
    const whole = namesIn((await sim.kubernetes(CLAIMS)).body);
    const first = await sim.kubernetes(`${CLAIMS}?limit=3`);
    const clusters = sim.project.clusters.map((cluster) => ({
      ...cluster,
      kubernetes: { ...cluster.kubernetes, nodeClaims: [] },
    }));
    sim.simulator.setWorld({ at: NOW, projects: [{ ...sim.project, clusters }] });
    const rest = await sim.kubernetes(`${CLAIMS}?limit=500&continue=${first.body.metadata?.continue}`);
    expect([...namesIn(first.body), ...namesIn(rest.body)]).toEqual(whole);
    const anew = await sim.kubernetes(CLAIMS);
    expect(namesIn(anew.body)).toEqual([]);
    expect(Number(anew.body.metadata?.resourceVersion)).toBeGreaterThan(
      Number(first.body.metadata?.resourceVersion),
    );
  });

  it.each([
    ['labelSelector=karpenter.sh/nodepool=burst', 4],
    ['labelSelector=karpenter.sh/nodepool!=burst', 4],
    ['labelSelector=karpenter.sh/nodepool', 8],
    ['fieldSelector=metadata.name=burst-2mswp', 1],
    ['fieldSelector=metadata.name=burst-2mswp&labelSelector=karpenter.sh/nodepool=general', 0],
  ])('may be narrowed by %s', async (query, count) => {
    const sim = await simulate('clean');
    expect(namesIn((await sim.kubernetes(`${CLAIMS}?${query}`)).body)).toHaveLength(count);
  });
});

describe('objects', () => {
  it('carry what an auditor looks at', async () => {
    const sim = await simulate('clean');
    const [claim] = sim.project.clusters[0]?.kubernetes.nodeClaims ?? [];
    const { body } = await sim.kubernetes(`${CLAIMS}/${claim?.metadata.name}`);
    expect(body).toMatchObject({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name: claim?.metadata.name, labels: { 'karpenter.sh/nodepool': expect.any(String) } },
      status: { providerID: expect.stringMatching(/^kakaocloud:\/\/\/kr-central-2-[abc]\/[0-9a-f-]{36}$/) },
    });
    const deployment =
      '/apis/apps/v1/namespaces/karpenter-kakaocloud/deployments/karpenter-provider-kakaocloud';
    expect((await sim.kubernetes(deployment)).body.metadata?.labels).toMatchObject({
      'helm.sh/chart': 'karpenter-provider-kakaocloud-1.2.0',
    });
  });

  it('that are terminating have a deletionTimestamp', async () => {
    const sim = await simulate('stuck-deleting');
    const { items } = (await sim.kubernetes(CLAIMS)).body;
    for (const metadata of pluck(items, 'metadata')) {
      expect(metadata).toMatchObject({ deletionTimestamp: '2026-11-29T19:00:00Z' });
    }
  });

  it('that are not there are told in a Status', async () => {
    const sim = await simulate('clean');
    const answer = await sim.kubernetes(`${CLAIMS}/general-xxxxx`);
    expect([answer.status, answer.body]).toMatchObject([
      404,
      { kind: 'Status', reason: 'NotFound', message: 'nodeclaims "general-xxxxx" not found', code: 404 },
    ]);
  });
});

describe('discovery', () => {
  it('names every group, version and type that is served', async () => {
    const sim = await simulate('clean');
    expect((await sim.kubernetes('/version')).body.gitVersion).toBe('v1.33.4');
    expect((await sim.kubernetes('/api')).body.versions).toEqual(['v1']);
    expect(pluck((await sim.kubernetes('/apis')).body.groups, 'name')).toEqual([
      'apps',
      'karpenter.sh',
      'karpenter.kakaocloud.com',
    ]);
    expect((await sim.kubernetes('/apis/karpenter.sh')).body.preferredVersion?.version).toBe('v1');
    const types = await sim.kubernetes('/apis/karpenter.sh/v1');
    expect(pluck(types.body.resources, 'name')).toEqual(['nodeclaims', 'nodepools']);
  });

  it.each([
    '/apis/no.such.group',
    '/apis/no.such.group/v1',
    '/apis/karpenter.sh/v1beta1',
    '/apis/karpenter.sh/v1beta1/nodeclaims',
    '/apis/karpenter.sh/v1/nodeoverlays',
    '/apis/karpenter.sh/v1/namespaces/default/nodeclaims',
    '/apis/karpenter.sh/v1/nodeclaims/general-5tqbx/status',
    '/api/v1/secrets',
    '/healthz',
    '/',
  ])('%s is not there, and that is plain text as of a real API server', async (path) => {
    const sim = await simulate('clean');
    const answer = await sim.kubernetes(path);
    expect([answer.status, answer.text]).toEqual([404, '404 page not found\n']);
  });
});

describe('who may ask', () => {
  it.each(['', 'gAAAAAwrong'])('not the bearer of "%s"', async (token) => {
    const sim = await simulate('clean');
    const answer = await sim.kubernetes(CLAIMS, { token });
    expect([answer.status, answer.body]).toMatchObject([401, { kind: 'Status', reason: 'Unauthorized' }]);
  });

  it('not the bearer of a token that has died', async () => {
    const sim = await simulate('clean');
    const token = await sim.token();
    sim.clock.now = plusMs(NOW, 12 * HOUR_MS);
    expect((await sim.kubernetes(CLAIMS, { token })).status).toBe(401);
  });

  it('nobody at all where the cluster is gone: there is no server to answer', async () => {
    const sim = await simulate('cluster-deleted');
    await expect(
      sim.kubernetes('/version', { uid: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toThrow();
  });
});

describe('faults', () => {
  it('403 on one resource leaves the others', async () => {
    const sim = await simulate('clean', {
      faults: [always('list-nodeclaims', { kind: 'status', status: 403 })],
    });
    const answer = await sim.kubernetes(CLAIMS);
    expect([answer.status, answer.body]).toMatchObject([403, { kind: 'Status', reason: 'Forbidden' }]);
    expect((await sim.kubernetes('/api/v1/nodes')).status).toBe(200);
  });

  it('410 in the middle says that the list has expired', async () => {
    const on = { call: 'list-nodeclaims', page: 'later' } as const;
    const sim = await simulate('clean', {
      faults: [{ on, effect: { kind: 'status', status: 410 }, times: 1 }],
    });
    const first = await sim.kubernetes(`${CLAIMS}?limit=3`);
    const next = `${CLAIMS}?limit=3&continue=${first.body.metadata?.continue}`;
    const expired = await sim.kubernetes(next);
    expect([expired.status, expired.body]).toMatchObject([
      410,
      { kind: 'Status', reason: 'Expired', code: 410 },
    ]);
    expect((await sim.kubernetes(next)).status).toBe(200);
  });

  it('the type may be missing', async () => {
    const sim = await simulate('clean', { faults: [always('list-nodeclaims', { kind: 'type-missing' })] });
    const answer = await sim.kubernetes(CLAIMS);
    expect([answer.status, answer.text]).toEqual([404, '404 page not found\n']);
  });

  it('karpenter.sh may be there as v1beta1 only', async () => {
    const rule: FaultRule = {
      on: { service: 'kubernetes' },
      effect: { kind: 'only-v1beta1' },
      times: 'always',
    };
    const sim = await simulate('clean', { faults: [rule] });
    expect((await sim.kubernetes('/apis/karpenter.sh')).body.preferredVersion?.version).toBe('v1beta1');
    expect((await sim.kubernetes(CLAIMS)).status).toBe(404);
    const old = await sim.kubernetes('/apis/karpenter.sh/v1beta1/nodeclaims');
    expect([old.status, new Set(pluck(old.body.items, 'apiVersion'))]).toEqual([
      200,
      new Set(['karpenter.sh/v1beta1']),
    ]);
  });

  it.each([
    ['empty-list', []],
    ['null-array', null],
    ['missing-array', undefined],
  ] as const)('%s', async (kind, items) => {
    const sim = await simulate('clean', { faults: [always('list-nodeclaims', { kind })] });
    const { status, body } = await sim.kubernetes(`${CLAIMS}?limit=3`);
    expect([status, body.items]).toEqual([200, items]);
  });

  it('a continue key that nobody gave out is refused', async () => {
    const sim = await simulate('clean');
    expect((await sim.kubernetes(`${CLAIMS}?continue=bm9uc2Vuc2U`)).status).toBe(400);
    const unknownVersion = Buffer.from('9999/3').toString('base64url');
    expect((await sim.kubernetes(`${CLAIMS}?continue=${unknownVersion}`)).status).toBe(410);
  });
});
