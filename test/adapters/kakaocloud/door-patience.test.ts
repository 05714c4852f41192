import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKakaoCloud } from '../../../lib/adapters/kakaocloud/kakaocloud.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { plusMs } from '../../../lib/terms/instants.ts';
import { anId } from '../../builders/ledger.ts';
import {
  CLUSTERS,
  cloudAt,
  clustersAnswered,
  type FakeTime,
  failureOf,
  fakeTime,
  NO_CLUSTERS,
  NOW,
  type Reply,
  refusal,
  SECRET,
  type SmallCloud,
  smallCloud,
  TOKEN,
} from './small-cloud.ts';

let server: SmallCloud;
let time: FakeTime;
beforeEach(async () => {
  server = await smallCloud();
  time = fakeTime();
});
afterEach(() => server.close());

async function listFailure(...replies: Reply[]): Promise<AuditFailure> {
  clustersAnswered(server, ...replies);
  return failureOf(cloudAt(server.url, time).listClusters());
}

const timesAsked = (path = CLUSTERS) => server.asked.filter((asked) => asked.path === path).length;

describe('what may pass', () => {
  it.each([429, 502, 503, 504])('%i is asked again', async (status) => {
    clustersAnswered(server, refusal(status, 'busy'), refusal(status, 'busy'), NO_CLUSTERS);
    expect(await cloudAt(server.url, time).listClusters()).toEqual([]);
    expect(time.slept).toEqual([125, 250]);
  });

  it.each([
    [429, 'rate-limited'],
    [503, 'server-failed'],
  ])('%i is given up in the end, and how long it was tried is told', async (status, code) => {
    const failure = await listFailure(refusal(status, 'busy'));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(/answered \d+ \(busy\); tried \d+ times in 30 s$/);
  });

  it('waits as Retry-After says', async () => {
    const date = new Date(NOW + 12_000).toUTCString();
    clustersAnswered(
      server,
      refusal(429, 'busy', { 'retry-after': '2' }),
      refusal(503, 'x', { 'retry-after': date }),
      NO_CLUSTERS,
    );
    await cloudAt(server.url, time).listClusters();
    expect(time.slept).toEqual([2000, 10_000]);
  });

  it('gives up at once where Retry-After is longer than there is time', async () => {
    const failure = await listFailure(refusal(429, 'busy', { 'retry-after': '86400' }));
    expect(failure.code).toBe('rate-limited');
    expect(failure.message).toContain('it asks to wait 86400 s (Retry-After) and 30 s are left');
    expect(time.slept).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['a connection that is reset', (response) => response.socket?.resetAndDestroy()],
    ['a connection that ends before the headers', (response) => response.socket?.destroy()],
    [
      'a body shorter than was said',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write('{"clusters":[');
        setImmediate(() => response.socket?.destroy());
      },
    ],
    [
      'a chunked body that ends early',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"clusters":[');
        setImmediate(() => response.socket?.end());
      },
    ],
    [
      'a chunked body that ends early, by a server that closes',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.write('{"clusters":[');
        setImmediate(() => response.socket?.end());
      },
    ],
    ['JSON that was cut before it was sent', { body: '{"clusters":[{"id":"1","name":"sh' }],
  ])('%s is asked again', async (_, broken) => {
    clustersAnswered(server, broken, broken, NO_CLUSTERS);
    expect(await cloudAt(server.url, time).listClusters()).toEqual([]);
    expect(time.slept).toEqual([125, 250]);
  });

  it('is told as what it was when it does not pass', async () => {
    const reset = await listFailure((response) => response.socket?.resetAndDestroy());
    expect(reset.code).toBe('connection-failed');
    expect(reset.message).toMatch(
      /^kubernetes-engine: GET \/api\/v1\/clusters at 127\.0\.0\.1:\d+: the connection broke \(\w+\); tried \d+ times in 30 s$/,
    );
    const cut = await listFailure({ body: '{"clusters":[' });
    expect(cut.code).toBe('answer-not-json');
    expect(cut.message).toMatch(/answered JSON that breaks off; tried \d+ times in 30 s$/);
  });

  it('is a token that is refused for a while, too', async () => {
    let issued = 0;
    server.answer = (asked) => {
      if (asked.path === CLUSTERS) return NO_CLUSTERS;
      issued += 1;
      return issued < 3 ? refusal(503, 'busy') : undefined;
    };
    expect(await cloudAt(server.url, time).listClusters()).toEqual([]);
  });

  it('is a server that is restarted', async () => {
    clustersAnswered(server, NO_CLUSTERS);
    const sleep = async (ms: number) => {
      time.slept.push(ms);
      if (time.slept.length < 3) return;
      server = await smallCloud(Number(new URL(server.url).port));
      clustersAnswered(server, NO_CLUSTERS);
    };
    const cloud = cloudAt(server.url, time, { sleep });
    await cloud.listClusters();
    await server.close();
    expect(await cloud.listClusters()).toEqual([]);
    expect(time.slept).toHaveLength(3);
  });

  it('is no server that has never answered', async () => {
    await server.close();
    const failure = await failureOf(cloudAt(server.url, time).listClusters());
    expect(failure.code).toBe('connection-failed');
    expect(failure.message).toContain('the connection was refused (ECONNREFUSED)');
    expect(time.slept).toEqual([]);
  });
});

describe('a token', () => {
  it('that has died is replaced, and the call made once more', async () => {
    clustersAnswered(server, refusal(401, 'no longer valid'), NO_CLUSTERS);
    expect(await cloudAt(server.url, time).listClusters()).toEqual([]);
    expect(
      server.asked.filter(({ path }) => path === CLUSTERS).map(({ headers }) => headers['x-auth-token']),
    ).toEqual([`${TOKEN}1`, `${TOKEN}2`]);
  });

  it('is replaced only once', async () => {
    const failure = await listFailure(refusal(401, 'no longer valid'));
    expect(failure.code).toBe('unauthorized');
    expect(timesAsked()).toBe(2);
    expect(timesAsked('/identity/v3/auth/tokens')).toBe(2);
  });

  it('is replaced once for all calls that it was refused to', async () => {
    server.answer = ({ path, headers }) => {
      if (!path.startsWith('/api/')) return undefined;
      return headers['x-auth-token'] === `${TOKEN}1` ? refusal(401, 'no longer valid') : refusal(404, 'gone');
    };
    const cloud = cloudAt(server.url, time);
    const found = await Promise.all(Array.from({ length: 20 }, (_, n) => cloud.getVolume(anId(n))));
    expect(found.every(({ kind }) => kind === 'gone')).toBe(true);
    expect(timesAsked('/identity/v3/auth/tokens')).toBe(2);
  });

  it.each([400, 401, 403, 404])(
    'of a key that is refused with %i is asked for once in a run',
    async (status) => {
      server.answer = () => refusal(status, 'The request you have made requires authentication.');
      const cloud = cloudAt(server.url, time);
      for (const reading of [cloud.listClusters(), cloud.project(), cloud.token()]) {
        const failure = await failureOf(reading);
        expect(failure.code).toBe('token-refused');
        expect(failure.message).toBe(
          `iam: POST /identity/v3/auth/tokens answered ${status} (The request you have made requires authentication.)`,
        );
        expect(failure.remedy).toContain('IAM access key');
      }
      expect(server.asked).toHaveLength(1);
      expect(time.slept).toEqual([]);
    },
  );

  it('goes to no other host than the endpoint', async () => {
    const other = await smallCloud();
    clustersAnswered(server, { status: 302, headers: { location: `${other.url}${CLUSTERS}` }, body: '' });
    expect((await failureOf(cloudAt(server.url, time).listClusters())).code).toBe('redirected');
    expect(other.asked).toEqual([]);
    await other.close();
  });

  it('and its secret cannot be seen in the adapter', async () => {
    clustersAnswered(server, NO_CLUSTERS);
    const cloud = cloudAt(server.url, time);
    await cloud.listClusters();
    const seen = `${inspect(cloud, { depth: 20, showHidden: true })}${JSON.stringify(cloud)}`;
    expect(seen).not.toContain(SECRET);
    expect(seen).not.toContain(TOKEN);
  });
});

describe('a run that is stopped', () => {
  const hang: Reply = () => {};

  it('leaves the call that is under way', async () => {
    const controller = new AbortController();
    server.answer = (asked) => {
      if (asked.path !== CLUSTERS) return undefined;
      setImmediate(() => controller.abort());
      return hang;
    };
    const failure = await failureOf(cloudAt(server.url, time, { signal: controller.signal }).listClusters());
    expect(failure.code).toBe('deadline-reached');
    expect(failure.message).toBe(`kubernetes-engine: GET ${CLUSTERS} was given up: the run was stopped`);
  });

  it('leaves a wait at once', async () => {
    const controller = new AbortController();
    clustersAnswered(server, (response) => {
      response.writeHead(429, { 'retry-after': '29' });
      response.end(() => setImmediate(() => controller.abort()));
    });
    const { url } = server;
    // With the real sleep: not woken, it would end as `rate-limited`, half a minute later.
    const cloud = createKakaoCloud({
      endpoints: { iam: url, bcs: url, volume: url, kubernetesEngine: url },
      credential: { id: 'invented-key', secret: SECRET },
      clock: time.clock,
      signal: controller.signal,
    });
    expect((await failureOf(cloud.listClusters())).code).toBe('deadline-reached');
  });

  it('says why, where the caller did', async () => {
    const why = new AuditFailure('deadline-reached', 'the night is over', 'begin earlier');
    const failure = await failureOf(
      cloudAt(server.url, time, { signal: AbortSignal.abort(why) }).listClusters(),
    );
    expect(failure).toBe(why);
    expect(server.asked).toEqual([]);
  });

  it('by its deadline leaves the call that is under way', async () => {
    clustersAnswered(server, hang);
    const failure = await failureOf(cloudAt(server.url, time, { deadline: plusMs(NOW, 1) }).listClusters());
    expect(failure.code).toBe('deadline-reached');
    expect(failure.message).toContain('the time of the run is used up');
  });

  it('does not begin a wait that its deadline ends', async () => {
    clustersAnswered(server, refusal(503, 'busy', { 'retry-after': '20' }));
    const failure = await failureOf(
      cloudAt(server.url, time, { deadline: plusMs(NOW, 19_999) }).listClusters(),
    );
    expect(failure.code).toBe('deadline-reached');
    expect(failure.message).toContain('ends before it may be tried again');
    expect(time.slept).toEqual([]);
  });

  it('may have its end as far away as the caller likes', async () => {
    clustersAnswered(server, NO_CLUSTERS);
    const cloud = cloudAt(server.url, time, { deadline: plusMs(NOW, 2 ** 40) });
    expect(await cloud.listClusters()).toEqual([]);
  });
});
