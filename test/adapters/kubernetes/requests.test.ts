import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transportFailure } from '../../../lib/adapters/kubernetes/transport-failure.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { type ApiServer, apiServer, CLAIMS, type Reply, refusal } from './api-server.ts';
import { authority } from './certificates.ts';
import { askWith, base64, failureOf, kubeconfig } from './stage.ts';
import { nodeClaim } from './wire.ts';

let api: ApiServer;
let config: string;

beforeAll(async () => {
  const ca = await authority('cluster CA');
  api = await apiServer(await ca.issue('api', ['127.0.0.1']));
  config = kubeconfig({ server: api.url, 'certificate-authority-data': base64(ca.certificate) });
});
beforeEach(() => {
  api.reset();
  api.lists[CLAIMS] = [nodeClaim('claim')];
});
afterAll(() => api.close());

describe('a request', () => {
  it('that is not answered in time has timed out', async () => {
    api.instead = () => 'never';
    expect(failureOf(await askWith(config, { timeoutMs: 20 }))).toMatchObject({
      code: 'timed-out',
      message: `the API server ${api.host} of the cluster "shop" did not answer within 0.02 s`,
    });
  });

  it('is stopped with the run, for the reason that the run gives', async () => {
    const over = new AbortController();
    api.instead = () => {
      over.abort(new AuditFailure('deadline-reached', 'the run is over', 'give it more time'));
      return 'never';
    };
    expect(failureOf(await askWith(config, { signal: over.signal }))).toMatchObject({
      message: 'the run is over',
    });
  });

  it('is stopped with the run when that gives no reason, too', async () => {
    expect(failureOf(await askWith(config, { signal: AbortSignal.abort() })).code).toBe('deadline-reached');
    expect(api.asked).toEqual([]);
  });

  it('that is refused has no connection, which says nothing about the cluster', async () => {
    // Port 9 discards, and nobody listens there.
    expect(failureOf(await askWith(kubeconfig({ server: 'https://127.0.0.1:9' })))).toMatchObject({
      code: 'connection-failed',
      message: 'the connection to the API server 127.0.0.1:9 of the cluster "shop" failed (ECONNREFUSED)',
      remedy: expect.stringContaining('does not mean that the cluster is gone'),
    });
  });

  it('that is broken off has no connection', async () => {
    api.instead = () => 'hang-up';
    expect(failureOf(await askWith(config)).code).toBe('connection-failed');
  });

  it('keeps to the path of the server', async () => {
    await askWith(config.replace(api.url, `${api.url}/k8s/clusters/c-1/`));
    expect(api.paths()).toContain('/k8s/clusters/c-1/api/v1/nodes');
  });
});

describe('a request that keeps failing', () => {
  const READ = { nodeClaims: { kind: 'read', value: [{ name: 'claim' }] } };

  /** Asks with a clock that only pauses move, and tells the pauses that NodeClaims needed. */
  async function askPatiently(retryBudgetMs: number, ...replies: (Reply | 'hang-up' | undefined)[]) {
    const pauses: number[] = [];
    let nowMs = 0;
    let at = -1;
    api.instead = ({ path }) => {
      if (path !== CLAIMS) return undefined;
      at += 1;
      return replies[Math.min(at, replies.length - 1)];
    };
    const time = {
      now: () => nowMs,
      sleep: async (ms: number) => {
        pauses.push(ms);
        nowMs += ms;
      },
    };
    return { witness: await askWith(config, { retryBudgetMs, time }), pauses };
  }

  const busy = (after: string): Reply => ({ ...refusal(429, 'busy'), headers: { 'retry-after': after } });

  it('waits as long as it is told to', async () => {
    const { witness, pauses } = await askPatiently(30_000, busy('2'), busy('5'), undefined);
    expect(witness).toMatchObject(READ);
    expect(pauses).toEqual([2000, 5000]);
  });

  it.each([
    ['500', refusal(500, 'etcdserver: leader changed')],
    ['503', refusal(503, 'no')],
    ['429 without a time', refusal(429, 'busy')],
    ['429 with a time that is none', busy('soon')],
    ['a connection that breaks off', 'hang-up'],
  ] as const)('waits longer each time after %s', async (_, reply) => {
    const { witness, pauses } = await askPatiently(30_000, reply, reply, reply, undefined);
    expect(witness).toMatchObject(READ);
    expect(
      pauses.map((ms) => [125, 250, 500].findLastIndex((least) => ms >= least && ms <= 2 * least)),
    ).toEqual([0, 1, 2]);
  });

  it('is given up when its time is used up', async () => {
    const { witness, pauses } = await askPatiently(30_000, busy('15'), busy('15'), busy('1'), undefined);
    expect(witness.nodeClaims).toMatchObject({ kind: 'unreadable', failure: { code: 'rate-limited' } });
    expect(pauses).toEqual([15_000, 15_000]);
  });

  it('is given up at once when it is told to wait for longer than that', async () => {
    const { witness, pauses } = await askPatiently(30_000, busy('31'), undefined);
    expect(witness.nodeClaims).toMatchObject({ kind: 'unreadable', failure: { code: 'rate-limited' } });
    expect(pauses).toEqual([]);
  });

  it('is not waited for when the run is stopped', async () => {
    const over = new AbortController();
    api.instead = () => {
      setImmediate(() => over.abort());
      return busy('60');
    };
    const real = { retryBudgetMs: 120_000, time: undefined, signal: over.signal };
    expect(failureOf(await askWith(config, real)).code).toBe('deadline-reached');
  });

  it.each([400, 401, 403, 410])('is not asked again after %i', async (status) => {
    const { pauses } = await askPatiently(30_000, refusal(status, 'no'));
    expect(pauses).toEqual([]);
  });
});

describe('what broke before there was an answer', () => {
  const attempted = (proxy?: string) => ({
    cluster: 'shop',
    access: {
      server: new URL('https://api.example'),
      proxy: proxy ? new URL(proxy) : undefined,
      way: 'the kubeconfig a',
    },
    timeoutMs: 30_000,
    signal: undefined,
  });
  const thrown = (code: string) => Object.assign(new Error('boom'), { code });

  it.each([
    ['ENOTFOUND', 'name-not-resolved'],
    ['EAI_AGAIN', 'name-not-resolved'],
    ['ECONNREFUSED', 'connection-failed'],
    ['EHOSTUNREACH', 'connection-failed'],
    ['UND_ERR_SOCKET', 'connection-failed'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed-out'],
    ['ETIMEDOUT', 'timed-out'],
    ['CERT_HAS_EXPIRED', 'tls-failed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-failed'],
    ['EPROTO', 'tls-failed'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls-failed'],
  ])('%s is %s', (code, expected) => {
    const failure = transportFailure(thrown(code), attempted());
    expect(failure).toMatchObject({ code: expected, message: expect.stringContaining('api.example') });
  });

  it.each([
    ['ENOTFOUND', 'proxy-failed'],
    ['ECONNREFUSED', 'proxy-failed'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed-out'],
    ['UND_ERR_PRX_TLS', 'tls-failed'],
  ])('%s by a proxy is %s', (code, expected) => {
    expect(transportFailure(thrown(code), attempted('http://me:hidden@proxy.example:3128')).code).toBe(
      expected,
    );
  });
});
