import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, GET_INSTANCE, pathFor } from '../../../lib/adapters/kakaocloud/calls.ts';
import { defaultEndpoints, type KakaoCloud } from '../../../lib/adapters/kakaocloud/kakaocloud.ts';
import type { ResourceId } from '../../../lib/terms/ids.ts';
import { anInstance, aVolume } from '../../builders/inventory.ts';
import { anId } from '../../builders/ledger.ts';
import {
  type Asked,
  aToken,
  cloudAt,
  type FakeTime,
  failureOf,
  fakeTime,
  pageOf,
  type Reply,
  refusal,
  type SmallCloud,
  smallCloud,
  TOKEN,
} from './small-cloud.ts';
import { instanceRowOf, volumeRowOf } from './wire-rows.ts';

let server: SmallCloud;
let time: FakeTime;
let cloud: KakaoCloud;
beforeEach(async () => {
  server = await smallCloud();
  time = fakeTime();
  cloud = cloudAt(server.url, time);
});
afterEach(async () => {
  await cloud.close();
  await server.close();
});

const isApi = ({ path }: Asked) => path.startsWith('/api/');
/** Answers every call but the one for a token. */
function answered(reply: (asked: Asked) => Reply | undefined): void {
  server.answer = (asked) => (isApi(asked) ? reply(asked) : undefined);
}

const ALL_INSTANCES = { ids: new Set<ResourceId>(), all: true };
const ALL_VOLUMES = { ids: new Set<ResourceId>(), attachedTo: new Set<ResourceId>(), all: true };
const instances = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    instanceRowOf({ ...anInstance({ id: anId(n) }), createdAt: undefined }),
  ).map((row, n) => ({ ...row, created_at: `2026-06-02T01:${String(n % 60).padStart(2, '0')}:00Z` }));

describe('a paged list', () => {
  it('is asked for oldest first, and in the pages that the server gives', async () => {
    const rows = instances(10);
    answered((asked) => pageOf('instances', rows, asked, { most: 4 }));
    expect((await cloud.listInstances(ALL_INSTANCES)).kept).toHaveLength(10);
    const [first, ...others] = server.asked.filter(isApi).map(({ query }) => query.toString());
    expect(first).toBe('sort_keys=created_at&sort_dirs=asc&limit=1000&offset=0');
    expect(others.toSorted()).toEqual([
      'sort_keys=created_at&sort_dirs=asc&limit=4&offset=0',
      'sort_keys=created_at&sort_dirs=asc&limit=4&offset=4',
      'sort_keys=created_at&sort_dirs=asc&limit=4&offset=8',
    ]);
  });

  it('is the same listing whichever page comes first', async () => {
    const rows = instances(40);
    const listings = [];
    for (const slow of [0, 8, 20]) {
      answered((asked) => {
        const page = pageOf('instances', rows, asked, { most: 4 });
        if (asked.query.get('offset') !== String(slow) || typeof page === 'function') return page;
        return (response) => {
          setTimeout(() => {
            response.writeHead(200, { 'content-type': 'application/json' });
            response.end(JSON.stringify(page.body));
          }, 5);
        };
      });
      listings.push((await cloud.listInstances(ALL_INSTANCES)).kept);
    }
    expect(listings[1]).toEqual(listings[0]);
    expect(listings[2]).toEqual(listings[0]);
  });

  const noTotal = (asked: Asked) => pageOf('volumes', [volumeRowOf(aVolume())], asked, { total: undefined });

  it('is read to its end where it names no total', async () => {
    answered(noTotal);
    expect((await cloud.listVolumes(ALL_VOLUMES)).total).toBe(1);
    expect(server.asked.filter(isApi).map(({ query }) => query.get('offset'))).toEqual(['0', '1', '0', '1']);
  });

  it.each<[string, object, string]>([
    ['no pagination', { instances: [] }, 'pagination = nothing, which is no object'],
    [
      'a pagination that is null',
      { instances: [], pagination: null },
      'pagination = null, which is no object',
    ],
    ['a total that is a text', { instances: [], pagination: { total: '0' } }, 'pagination.total = "0"'],
    ['a part of a row in total', { instances: [], pagination: { total: 0.5 } }, 'pagination.total = 0.5'],
    ['fewer rows than none', { instances: [], pagination: { total: -1 } }, 'pagination.total = -1'],
    ['no rows, and no total', { instances: [], pagination: {} }, 'no rows and no pagination.total'],
    ['null for its rows', { instances: null, pagination: { total: 0 } }, 'instances = null'],
    [
      'null for its rows, and some in total',
      { instances: null, pagination: { total: 3 } },
      'instances = null',
    ],
    ['no rows at all', { pagination: { total: 0 } }, 'instances = nothing'],
    ['an object for its rows', { instances: {}, pagination: { total: 0 } }, 'instances = {}'],
    [
      'a row that is none',
      { instances: [7], pagination: { total: 1 } },
      'the page at offset 0 with instances[0] = 7',
    ],
    [
      'a row without an ID',
      { instances: [{ id: 'a' }, {}], pagination: { total: 2 } },
      'instances[1].id = nothing',
    ],
    [
      'a row with an empty ID',
      { instances: [{ id: ' ' }], pagination: { total: 1 } },
      'instances[0].id = " "',
    ],
    [
      'a row with a number for a name',
      { instances: [{ id: 'a', name: 7 }], pagination: { total: 1 } },
      'instances[0].name = 7, which is no string',
    ],
    [
      'a volume without an ID in a row',
      { instances: [{ id: 'a', attached_volumes: [{ id: 'b' }, { size: 1 }] }], pagination: { total: 1 } },
      'instances[0].attached_volumes[1].id = nothing',
    ],
    [
      'a text for a size in a row that is kept',
      { instances: [{ id: 'a', attached_volumes: [{ id: 'b', size: '50' }] }], pagination: { total: 1 } },
      'instances[0].attached_volumes[0].size = "50", which is no number',
    ],
  ])('with %s cannot be read', async (_, body, message) => {
    answered(() => ({ body }));
    const failure = await failureOf(cloud.listInstances(ALL_INSTANCES));
    expect(failure.code).toBe('answer-unexpected');
    expect(failure.message).toContain('bcs: GET /api/v1/instances answered ');
    expect(failure.message).toContain(message);
  });

  it('does not mind what a row says in fields that nobody uses', async () => {
    const row = {
      id: anId(1),
      memory: {},
      image: 7,
      power_state: 'NAPPING',
      availability_zone: 'kr-central-3-q',
    };
    answered(() => ({ body: { instances: [row], pagination: { total: 1, limit: 'x', offset: null } } }));
    expect((await cloud.listInstances(ALL_INSTANCES)).kept).toMatchObject([
      { availabilityZone: 'kr-central-3-q' },
    ]);
  });

  it.each([
    ['null', { volumes: null, pagination: { total: 0 } }],
    ['nothing', { pagination: { total: 0 } }],
  ])('of volumes may have %s for its rows when there are none', async (_, body) => {
    answered(() => ({ body }));
    expect(await cloud.listVolumes(ALL_VOLUMES)).toMatchObject({ total: 0, kept: [] });
  });

  it.each([
    ['snapshots', null, 0, true],
    ['snapshots', undefined, 0, true],
    ['snapshots', null, 1, false],
    ['snapshots', undefined, undefined, false],
    ['volumes', null, 1, false],
    ['volumes', undefined, 3, false],
    ['volumes', null, undefined, false],
  ])('of %s with %j for its rows and %j in total is read: %j', async (key, rows, total, isRead) => {
    answered(() => ({ body: { [key]: rows, pagination: { total } } }));
    const reading =
      key === 'volumes' ? cloud.listVolumes(ALL_VOLUMES) : cloud.listSnapshots(new Set([anId(1)]));
    if (isRead) expect(await reading).toEqual([]);
    else expect((await failureOf(reading)).code).toBe('answer-unexpected');
  });

  it('does not say of rows whose project it is when the token does not', async () => {
    server.answer = (asked) => (isApi(asked) ? undefined : aToken({ project: null }));
    const failure = await failureOf(cloud.listInstances(ALL_INSTANCES));
    expect(failure.code).toBe('answer-unexpected');
    expect(server.asked.filter(isApi)).toEqual([]);
  });

  it('tells a project of another writing from another project', async () => {
    const project_id = 'B1CCEDBF-AFFD-60BC-89C2-D60AD9893328';
    const rows = [
      { id: anId(1), project_id },
      { id: anId(2), project_id: '' },
      { id: anId(3), project_id: 'other' },
    ];
    answered((asked) => pageOf('instances', rows, asked));
    const { kept, foreign } = await cloud.listInstances(ALL_INSTANCES);
    expect(kept.map(({ id }) => id)).toEqual([anId(1), anId(2)]);
    expect(foreign).toEqual([anId(3)]);
  });

  it('says nothing of what a GET by ID shows of another project', async () => {
    answered(() => ({ body: { instance: { id: anId(1), project_id: 'other' } } }));
    expect((await failureOf(cloud.getInstance(anId(1)))).code).toBe('foreign-project');
    answered(() => ({ body: { volume: { id: anId(1), project_id: 'other' } } }));
    expect((await failureOf(cloud.getVolume(anId(1)))).code).toBe('foreign-project');
  });

  it('asks by ID for an instance that a reading had and the next one lacks', async () => {
    const rows = instances(10);
    let pages = 0;
    answered((asked) => {
      if (asked.path !== '/api/v1/instances') return refusal(404, 'instance does not exist');
      pages += 1;
      if (pages === 3) rows.shift();
      return pageOf('instances', rows, asked, { most: 4 });
    });
    expect((await cloud.listInstances(ALL_INSTANCES)).total).toBe(9);
    expect(server.asked.some(({ path }) => path === pathFor(GET_INSTANCE, anId(0)))).toBe(true);
  });
});

describe('a GET of one thing', () => {
  it('asks for it by its path, whatever its name', async () => {
    answered(() => refusal(404, 'cluster does not exist'));
    await cloud.getCluster('a/b?c=d e%2f');
    expect(server.asked.find(isApi)?.path).toBe('/api/v1/clusters/a%2Fb%3Fc%3Dd%20e%252f');
  });

  it.each(['', '.', '..'])('is not made for the name "%s", which would be another path', async (name) => {
    expect((await failureOf(cloud.getCluster(name))).code).toBe('bad-usage');
    expect(server.asked).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['in the shape of bcs', refusal(404, 'instance does not exist')],
    [
      'in the shape of Keystone',
      { status: 404, body: { error: { code: 404, message: 'x', title: 'Not Found' } } },
    ],
  ])('is gone by a 404 %s', async (_, reply) => {
    answered(() => reply);
    expect(await cloud.getInstance(anId(1))).toEqual({ kind: 'gone' });
  });

  it.each<[string, Reply]>([
    [
      'of a web server',
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' },
    ],
    ['of a route that is not there', { status: 404, body: { detail: 'Not Found' } }],
    ['without a body', { status: 404, body: '' }],
    ['without a word', { status: 404, body: {} }],
    ['of a gateway', { status: 404, body: { message: 'no Route matched with those values' } }],
    ['of a proxy', { status: 404, headers: { 'content-type': 'text/plain' }, body: 'default backend - 404' }],
  ])('is not gone by a 404 %s', async (_, reply) => {
    answered(() => reply);
    const failure = await failureOf(cloud.getInstance(anId(1)));
    expect(failure.code).toBe('answer-unexpected');
    expect(failure.message).toContain('404 for the route instead of the resource');
  });

  it.each([
    ['null', { instance: null }, 'instance = null'],
    ['nothing', {}, 'instance = nothing'],
    ['an empty thing', { instance: {} }, 'instance.id = nothing'],
    [
      'another one',
      { instance: { id: anId(2) } },
      `instance.id = "${anId(2)}" where "${anId(1)}" was asked for`,
    ],
    ['a list', { instances: [{ id: anId(1) }] }, 'instance = nothing'],
  ])('cannot be read where it answers %s', async (_, body, message) => {
    answered(() => ({ body }));
    const failure = await failureOf(cloud.getInstance(anId(1)));
    expect(failure.code).toBe('answer-unexpected');
    expect(failure.message).toContain(message);
  });

  it('takes an ID of another writing for the one it asked for', async () => {
    answered(() => ({ body: { volume: { id: anId(1).toUpperCase() } } }));
    expect(await cloud.getVolume(anId(1))).toMatchObject({ kind: 'found', value: { id: anId(1) } });
  });

  it('answers with another cluster of that name, but none of another name', async () => {
    answered(() => ({ body: { cluster: { id: '2', name: 'shop' } } }));
    expect(await cloud.getCluster('shop')).toMatchObject({ kind: 'found', value: { id: '2' } });
    expect((await failureOf(cloud.getCluster('Shop'))).message).toContain('cluster.name = "shop"');
  });
});

describe('what the Kubernetes adapter needs', () => {
  const KUBECONFIG = 'apiVersion: v1\nkind: Config\n';
  it.each(['application/yaml', 'application/json', 'text/plain'])(
    'is the kubeconfig as it came, as %s',
    async (type) => {
      answered(() => ({ headers: { 'content-type': type }, body: KUBECONFIG }));
      expect(await cloud.getKubeconfig('shop')).toBe(KUBECONFIG);
      expect(server.asked.find(isApi)?.path).toBe('/api/v1/clusters/shop/kubeconfig');
    },
  );

  it.each<[string, Reply, string]>([
    ['is empty', { body: '' }, 'answer-empty'],
    ['is a web page', { headers: { 'content-type': 'text/html' }, body: '<html>' }, 'answer-unexpected'],
    ['is not there', refusal(404, 'cluster does not exist'), 'not-found'],
    ['is refused', refusal(403, 'role does not allow this action'), 'forbidden'],
  ])('is no kubeconfig where it %s', async (_, reply, code) => {
    answered(() => reply);
    expect((await failureOf(cloud.getKubeconfig('shop'))).code).toBe(code);
  });

  it('is the token, issued once', async () => {
    expect(await cloud.token()).toBe(`${TOKEN}1`);
    expect(await cloud.token()).toBe(`${TOKEN}1`);
  });
});

describe('the adapter', () => {
  it('makes no call that is not in its list', async () => {
    answered(({ path }) => (path.split('/').length > 4 ? refusal(404, 'gone') : undefined));
    await Promise.allSettled([
      cloud.project(),
      cloud.token(),
      cloud.listInstances(ALL_INSTANCES),
      cloud.listVolumes(ALL_VOLUMES),
      cloud.listSnapshots(new Set()),
      cloud.listClusters(),
      cloud.getInstance(anId(1)),
      cloud.getVolume(anId(1)),
      cloud.getCluster('shop'),
      cloud.getKubeconfig('shop'),
    ]);
    const allowed = CALLS.map(
      ({ method, path }) => `${method} ${path.replace('{id}', anId(1)).replace('{name}', 'shop')}`,
    );
    const made = new Set(server.asked.map(({ method, path }) => `${method} ${path}`));
    expect([...made].sort()).toEqual(allowed.sort());
  });

  it('sends nothing before it is asked', () => {
    expect(server.asked).toEqual([]);
  });

  it('tells what it waits for and reads again', async () => {
    const told: string[] = [];
    const log = { debug: (_: object, message: string) => told.push(message) };
    const talking = cloudAt(server.url, time, { log });
    let calls = 0;
    answered((asked) => {
      calls += 1;
      if (calls === 1) return refusal(503, 'busy');
      return pageOf('volumes', [volumeRowOf(aVolume())], asked, calls === 2 ? { total: 2, most: 0 } : {});
    });
    await talking.listVolumes(ALL_VOLUMES);
    await talking.close();
    expect(told).toEqual([
      'volume: GET /api/v1/volumes answered 503 (busy); tried once in 0 s',
      'a list did not come out whole and is read again',
    ]);
  });

  it('knows the public hosts of a region', () => {
    expect(defaultEndpoints('kr-central-2')).toEqual({
      iam: 'https://iam.kakaocloud.com',
      bcs: 'https://bcs.kr-central-2.kakaocloud.com',
      volume: 'https://volume.kr-central-2.kakaocloud.com',
      kubernetesEngine: 'https://kubernetes-engine.kr-central-2.kakaocloud.com',
    });
  });
});
