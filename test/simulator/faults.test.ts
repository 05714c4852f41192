import { afterEach, describe, expect, it } from 'vitest';
import { type Effect, type FaultRule, Faults, type PageEffect } from '../../lib/simulator/faults.ts';
import { FAULT_NAMES, type FaultName, faultByName } from '../../lib/simulator/named-faults.ts';
import { type Asked, closeAll, type Json, pluck, simulate } from './ask.ts';

afterEach(closeAll);

const INSTANCES = '/api/v1/instances';

function onInstances(effect: Effect, more: Partial<FaultRule> = {}): FaultRule {
  return { on: { call: 'list-instances' }, effect, times: 'always', ...more };
}

/** All instances, in pages of 10, as a client that trusts the server would put them together. */
async function idsOf(sim: Asked, path = INSTANCES): Promise<unknown[]> {
  return (await sim.all(path, 'instances', 10)).map(({ id }) => id);
}

async function trueIds(): Promise<unknown[]> {
  return idsOf(await simulate('clean'));
}

/** What became of a request: its status, or how it broke. */
async function fate(asking: Promise<{ status: number; text: string }>): Promise<string> {
  try {
    const { status, text } = await asking;
    return `${status}${text === '' ? ' empty' : ''}${text.startsWith('<') ? ' html' : ''}`;
  } catch {
    return 'broken';
  }
}

describe('when a fault happens', () => {
  const fates = async (rule: Partial<FaultRule>, count: number) => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'status', status: 503 }, rule)] });
    const all: string[] = [];
    for (let nth = 0; nth < count; nth += 1) all.push(await fate(sim.get(INSTANCES)));
    expect(sim.simulator.faults.fired).toBe(all.filter((one) => one === '503').length);
    return all;
  };

  it.each([
    [{ times: 2 }, ['503', '503', '200', '200']],
    [{ times: 1, after: 2 }, ['200', '200', '503', '200']],
    [{ times: 'always' }, ['503', '503', '503', '503']],
    [{ times: 'always', after: 3 }, ['200', '200', '200', '503']],
    [{ times: 0 }, ['200', '200', '200', '200']],
  ] as const)('%j', async (rule, expected) => {
    expect(await fates(rule, 4)).toEqual(expected);
  });

  it.each([
    [{}, true],
    [{ call: 'get-instance' }, true],
    [{ call: ['list-volumes', 'get-instance'] }, true],
    [{ service: 'bcs' }, true],
    [{ service: ['volume', 'bcs'], id: 'a' }, true],
    [{ call: 'get-instance', page: 'first' }, true],
    [{ call: 'get-instance', page: 'later' }, false],
    [{ call: 'get-instance', id: 'b' }, false],
    [{ service: 'volume' }, false],
    [{ call: 'list-instances' }, false],
    [{ service: 'volume', call: 'get-instance' }, false],
  ] as const)('a GET of instance a is meant by %j: %s', (on, isMeant) => {
    const faults = new Faults([{ on, effect: { kind: 'html' }, times: 'always' }]);
    const effects = faults.strike({ kind: 'get-instance', service: 'bcs', id: 'a' }, false);
    expect(effects).toEqual(isMeant ? [{ kind: 'html' }] : []);
  });

  it('may begin and end while the simulator runs', async () => {
    const sim = await simulate('clean');
    sim.simulator.faults.add(onInstances({ kind: 'status', status: 500 }));
    expect(await fate(sim.get(INSTANCES))).toBe('500');
    sim.simulator.faults.clear();
    expect(await fate(sim.get(INSTANCES))).toBe('200');
  });
});

describe('refusals', () => {
  it.each([400, 401, 403, 404, 409, 429, 500, 502, 503, 504])(
    '%i comes in the shape of bcs',
    async (status) => {
      const sim = await simulate('clean', { faults: [onInstances({ kind: 'status', status })] });
      const answer = await sim.get(INSTANCES);
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body.error ?? {})).toEqual(['code', 'message']);
      expect(answer.headers.get('retry-after')).toBeNull();
    },
  );

  it.each([
    [{ form: 'seconds', seconds: 7 }, '7'],
    [{ form: 'http-date', inMs: 5_000 }, 'Mon, 30 Nov 2026 00:00:05 GMT'],
    [{ form: 'text', text: 'soon' }, 'soon'],
  ] as const)('429 may say %j', async (retryAfter, header) => {
    const effect = { kind: 'status', status: 429, retryAfter } as const;
    const sim = await simulate('clean', { faults: [onInstances(effect)] });
    expect((await sim.get(INSTANCES)).headers.get('retry-after')).toBe(header);
  });
});

describe('a connection', () => {
  it('is reset before the headers', async () => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'reset', when: 'before-headers' })] });
    await expect(sim.get(INSTANCES)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('is reset in the body, whose length was promised', async () => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'reset', when: 'in-the-body' })] });
    const response = await fetch(`${sim.simulator.url}${INSTANCES}`, {
      headers: { 'x-auth-token': await sim.token() },
    });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10_000);
    await expect(response.text()).rejects.toThrow();
  });

  it('is held until it is released', async () => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'hang' }, { times: 1 })] });
    const held = sim.get(INSTANCES);
    const others = await sim.get('/api/v1/volumes');
    expect([others.status, sim.simulator.requestCount('list-instances')]).toEqual([200, 1]);
    sim.simulator.faults.release();
    expect((await held).status).toBe(200);
  });

  it('that is held ends when the simulator closes', async () => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'hang' })] });
    const held = fate(sim.get(INSTANCES));
    await sim.get('/api/v1/volumes');
    await sim.simulator.close();
    expect(await held).toMatch(/^(broken|200)$/);
  });
});

describe('bodies', () => {
  const bodyOf = async (effect: Effect): Promise<Json> =>
    (await (await simulate('clean', { faults: [onInstances(effect)] })).get(INSTANCES)).body;

  it('may be empty, or HTML', async () => {
    const empty = await simulate('clean', { faults: [onInstances({ kind: 'empty-body' })] });
    const html = await simulate('clean', { faults: [onInstances({ kind: 'html' })] });
    expect((await empty.get(INSTANCES)).text).toBe('');
    expect((await html.get(INSTANCES)).headers.get('content-type')).toContain('text/html');
  });

  it('may lack a part', async () => {
    expect(await bodyOf({ kind: 'null-array' })).toEqual({
      instances: null,
      pagination: { total: 22, offset: 0, limit: 20 },
    });
    expect(Object.keys(await bodyOf({ kind: 'missing-array' }))).toEqual(['pagination']);
    expect(Object.keys(await bodyOf({ kind: 'missing-pagination' }))).toEqual(['instances']);
    expect(await bodyOf({ kind: 'empty-list' })).toEqual({
      instances: [],
      pagination: { total: 0, offset: 0, limit: 20 },
    });
  });

  it('may cut the limit down, told or not', async () => {
    const told = await bodyOf({ kind: 'clamped-limit', limit: 7, isTold: true });
    const untold = await bodyOf({ kind: 'clamped-limit', limit: 7, isTold: false });
    expect([pluck(told.instances, 'id').length, told.pagination?.limit]).toEqual([7, 7]);
    expect([pluck(untold.instances, 'id').length, untold.pagination?.limit]).toEqual([7, 20]);
  });
});

describe('between two pages', () => {
  const listed = async (effect: PageEffect) => {
    const rule: FaultRule = { on: { call: 'list-instances', page: 'later' }, effect, times: 1 };
    const sim = await simulate('clean', { faults: [rule] });
    return { sim, ids: await idsOf(sim) };
  };
  const missing = (from: unknown[], ids: unknown[]) => from.filter((id) => !ids.includes(id));
  const repeated = (ids: unknown[]) => ids.filter((id, index) => ids.indexOf(id) !== index);

  it('a row is inserted: one comes twice, the new one never, and a GET finds it', async () => {
    const whole = await trueIds();
    const { sim, ids } = await listed({ kind: 'inserted-row' });
    expect([ids.length, repeated(ids)]).toEqual([23, [whole[9]]]);
    const [newest] = await idsOf(sim);
    expect(whole).not.toContain(newest);
    expect((await sim.get(`${INSTANCES}/${newest}`)).status).toBe(200);
  });

  it('a row is deleted: one that is there never comes', async () => {
    const whole = await trueIds();
    const { sim, ids } = await listed({ kind: 'deleted-row' });
    expect([ids.length, missing(whole, ids)]).toEqual([21, [whole[10]]]);
    expect((await sim.get(`${INSTANCES}/${whole[0]}`)).status).toBe(404);
    expect(await idsOf(sim)).toEqual(whole.slice(1));
  });

  it('a row moves to the front: the count is right and the rows are not', async () => {
    const whole = await trueIds();
    const { sim, ids } = await listed({ kind: 'moved-row' });
    expect([ids.length, repeated(ids), missing(whole, ids)]).toEqual([22, [whole[9]], [whole[21]]]);
    expect((await idsOf(sim)).sort()).toEqual([...whole].sort());
  });

  it('a row is repeated in place of another', async () => {
    const whole = await trueIds();
    const { ids } = await listed({ kind: 'repeated-row' });
    expect([ids.length, repeated(ids), missing(whole, ids)]).toEqual([22, [whole[9]], [whole[10]]]);
  });

  it('a page lacks its last row', async () => {
    const { sim } = await listed({ kind: 'short-page' });
    sim.simulator.faults.add(onInstances({ kind: 'short-page' }));
    const { body } = await sim.get(`${INSTANCES}?limit=10`);
    expect([pluck(body.instances, 'id').length, body.pagination?.total]).toEqual([9, 22]);
  });

  it('the total moves', async () => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'moving-total', by: 2 })] });
    const totals: unknown[] = [];
    for (let page = 0; page < 3; page += 1) {
      totals.push((await sim.get(`${INSTANCES}?limit=10&offset=${page * 10}`)).body.pagination?.total);
    }
    expect(totals).toEqual([24, 26, 28]);
  });

  it('a change that stays is forgotten when another world is set', async () => {
    const whole = await trueIds();
    const { sim } = await listed({ kind: 'deleted-row' });
    sim.simulator.setWorld({ at: sim.clock.now, projects: [sim.project] });
    expect(await idsOf(sim)).toEqual(whole);
  });
});

describe('list and GET disagree', () => {
  it('listed, and gone by its ID', async () => {
    const whole = await trueIds();
    const on = { call: 'get-instance', id: String(whole[3]) } as const;
    const faults: FaultRule[] = [{ on, effect: { kind: 'status', status: 404 }, times: 'always' }];
    const sim = await simulate('clean', { faults });
    expect(await idsOf(sim)).toEqual(whole);
    expect((await sim.get(`${INSTANCES}/${whole[3]}`)).status).toBe(404);
    expect((await sim.get(`${INSTANCES}/${whole[4]}`)).status).toBe(200);
  });

  it.each([
    ['the first', undefined, 0],
    ['the one that is named', 5, 5],
  ])('not listed (%s), and there by its ID', async (_, named, position) => {
    const whole = await trueIds();
    const effect: Effect =
      named === undefined ? { kind: 'unlisted' } : { kind: 'unlisted', id: String(whole[named]) };
    const sim = await simulate('clean', { faults: [onInstances(effect)] });
    const { body } = await sim.get(`${INSTANCES}?limit=100`);
    expect(pluck(body.instances, 'id')).toEqual(whole.filter((id) => id !== whole[position]));
    expect(body.pagination?.total).toBe(21);
    expect((await sim.get(`${INSTANCES}/${whole[position]}`)).status).toBe(200);
  });
});

describe('tokens', () => {
  it('that expire are void until there is a new one', async () => {
    const sim = await simulate('clean', { faults: [onInstances({ kind: 'expire-tokens' }, { times: 1 })] });
    expect((await sim.get(INSTANCES)).status).toBe(401);
    expect((await sim.get('/api/v1/clusters')).status).toBe(401);
    const headers = { 'x-auth-token': await sim.newToken() };
    expect((await sim.get(INSTANCES, headers)).status).toBe(200);
  });
});

/** What a client meets under each name, on its first and on a much later try. */
const LIST_FATES: Readonly<Record<FaultName, readonly [path: string, first: string, later: string]>> = {
  'rate-limited': [INSTANCES, '429', '200'],
  'rate-limited-until-a-date': [INSTANCES, '429', '200'],
  'rate-limited-without-a-word': [INSTANCES, '429', '200'],
  'rate-limited-for-a-day': ['/api/v1/volumes', '429', '429'],
  'rate-limited-absurdly': [INSTANCES, '429', '200'],
  'internal-error': [INSTANCES, '500', '200'],
  'bad-gateway': [INSTANCES, '502', '200'],
  unavailable: [INSTANCES, '503', '200'],
  'gateway-timeout': [INSTANCES, '504', '200'],
  'volumes-down': ['/api/v1/volumes', '503', '503'],
  'connection-reset': [INSTANCES, 'broken', '200'],
  'connection-reset-in-the-body': [INSTANCES, 'broken', '200'],
  slow: ['/api/v1/volumes', 'broken', 'broken'],
  'empty-answer': ['/api/v1/volumes', '200 empty', '200 empty'],
  'html-answer': ['/api/v1/volumes', '200 html', '200 html'],
  'null-array': ['/api/v1/volumes', '200', '200'],
  'missing-array': ['/api/v1/volumes', '200', '200'],
  'missing-pagination': ['/api/v1/volumes', '200', '200'],
  'empty-list': [INSTANCES, '200', '200'],
  'moving-total': [INSTANCES, '200', '200'],
  'short-page': [INSTANCES, '200', '200'],
  'repeated-row': [`${INSTANCES}?offset=5`, '200', '200'],
  'moved-row': [`${INSTANCES}?offset=5`, '200', '200'],
  'inserted-row': [`${INSTANCES}?offset=5`, '200', '200'],
  'deleted-row': [`${INSTANCES}?offset=5`, '200', '200'],
  'clamped-limit': [INSTANCES, '200', '200'],
  'clamped-limit-untold': [INSTANCES, '200', '200'],
  'listed-but-gone': [`${INSTANCES}/any`, '404', '404'],
  'there-but-unlisted': [INSTANCES, '200', '200'],
  'expired-token': ['/api/v1/volumes', '401', '401'],
  unauthorized: [INSTANCES, '401', '401'],
  'credential-refused': [INSTANCES, '401', '401'],
  'forbidden-instances': [INSTANCES, '403', '403'],
  'forbidden-volumes': ['/api/v1/volumes', '403', '403'],
  'forbidden-snapshots': ['/api/v1/snapshots', '403', '403'],
  'forbidden-clusters': ['/api/v1/clusters', '403', '403'],
  'forbidden-kubeconfig': ['/api/v1/clusters/shop/kubeconfig', '403', '403'],
  'null-clusters': ['/api/v1/clusters', '200', '200'],
  'unlisted-cluster': ['/api/v1/clusters', '200', '200'],
  'kubernetes-down': ['/apis/karpenter.sh/v1/nodeclaims', 'broken', 'broken'],
  'kubernetes-unauthorized': ['/apis/karpenter.sh/v1/nodeclaims', '401', '401'],
  'forbidden-nodes': ['/api/v1/nodes', '403', '403'],
  'forbidden-persistent-volumes': ['/api/v1/persistentvolumes', '403', '403'],
  'forbidden-node-claims': ['/apis/karpenter.sh/v1/nodeclaims', '403', '403'],
  'node-claims-not-installed': ['/apis/karpenter.sh/v1/nodeclaims', '404', '404'],
  'node-claims-only-v1beta1': ['/apis/karpenter.sh/v1/nodeclaims', '404', '404'],
  'node-claims-empty': ['/apis/karpenter.sh/v1/nodeclaims', '200', '200'],
  'expired-list': ['/api/v1/nodes?limit=2', '410', '200'],
  'expired-list-always': ['/api/v1/nodes?limit=2', '410', '410'],
};

describe('faults by name', () => {
  it.each(FAULT_NAMES)('%s', async (name) => {
    const [path, first, later] = LIST_FATES[name];
    const sim = await simulate('clean', { faults: faultByName(name) ?? [] });
    const isKubernetes = path.startsWith('/apis/') || /nodes|persistentvolumes/.test(path);
    const ask = async () => {
      if (!isKubernetes) return fate(name === 'slow' ? closing(sim, path) : sim.get(path));
      const page = await fate(sim.kubernetes(path));
      if (!path.includes('limit') || page !== '200') return page;
      const { body } = await sim.kubernetes(path);
      return fate(sim.kubernetes(`${path}&continue=${body.metadata?.continue}`));
    };
    expect(await ask()).toBe(first);
    expect(sim.simulator.faults.fired).toBeGreaterThan(0);
    await ask();
    expect(await ask()).toBe(later);
  });

  it('are not made up', () => {
    expect(faultByName('no-such-fault')).toBeUndefined();
    expect(faultByName('toString')).toBeUndefined();
    expect(new Set(FAULT_NAMES).size).toBe(FAULT_NAMES.length);
  });
});

/** Asks for what never comes, and hangs up as soon as the server has heard it. */
async function closing(sim: Asked, path: string): Promise<{ status: number; text: string }> {
  const abort = new AbortController();
  const headers = { 'x-auth-token': await sim.token() };
  const before = sim.simulator.requestCount('list-volumes');
  const asked = fetch(`${sim.simulator.url}${path}`, { headers, signal: abort.signal });
  asked.catch(() => {});
  while (sim.simulator.requestCount('list-volumes') === before) await sim.get('/api/v1/flavors');
  abort.abort();
  const response = await asked;
  return { status: response.status, text: await response.text() };
}
