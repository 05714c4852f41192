import { setTimeout as sleep } from 'node:timers/promises';
import { checkServerIdentity } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import type { ClusterAddress } from '../../ledger/witnesses.ts';
import { endWith } from '../transport/stop-signal.ts';
import { anotherCluster, hostsOf } from './same-cluster.ts';
import { codeOf, transportFailure } from './transport-failure.ts';

export type Headers = Readonly<Record<string, string>>;

/** How to reach one API server, and as whom. */
export interface ApiAccess {
  /** For messages: `the kubeconfig ./shop.kubeconfig`. */
  readonly way: string;
  /** For messages: `the credential of the kubeconfig ./shop.kubeconfig`. */
  readonly credential: string;
  readonly server: URL;
  readonly proxy: URL | undefined;
  readonly tls: {
    /** `undefined`: the system's authorities. */
    readonly ca: Buffer | undefined;
    readonly cert: Buffer | undefined;
    readonly key: Buffer | undefined;
    readonly servername: string | undefined;
  };
  /** Asked at the start of every list, because a token may have been renewed since the last. */
  readonly authorize: () => Promise<Headers>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Limits of a connection's requests. */
export interface Limits {
  /** Of one request, from the connecting to the last byte. */
  readonly timeoutMs: number;
  /** A request that keeps failing is given up after this. */
  readonly retryBudgetMs: number;
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const REAL_TIME = {
  now: () => performance.now(),
  sleep: (ms: number, signal: AbortSignal | undefined): Promise<void> => sleep(ms, undefined, { signal }),
} as const;

/** An open connection to one API server. Its one act is GET. */
export interface Connection {
  /** For messages: `the cluster "shop"`. */
  readonly cluster: string;
  readonly way: string;
  readonly credential: string;
  readonly authorize: () => Promise<Headers>;
  get(pathAndQuery: string, headers: Headers): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Requests are our own, and client-node only reads the ways in (kube-config.ts), because its generated API makes a new
 * dispatcher, hence a TLS handshake and a socket left open, for every page; lets NODE_TLS_REJECT_UNAUTHORIZED switch
 * the TLS checks off; has no time limit; and builds its models from whatever came, so that a list without `items`
 * looks like any other.
 */
export function connect(cluster: ClusterAddress, access: ApiAccess, limits: Limits): Connection {
  const dispatcher = dispatcherFor(cluster, access, limits);
  const letGo = endWith(limits.signal, dispatcher);
  const base = `${access.server.origin}${access.server.pathname.replace(/\/$/, '')}`;

  async function once(url: string, headers: Headers): Promise<Answer & { readonly retryAfter: unknown }> {
    const limit = AbortSignal.timeout(limits.timeoutMs);
    const signal = limits.signal === undefined ? limit : AbortSignal.any([limits.signal, limit]);
    const response = await request(url, {
      dispatcher,
      signal,
      headers: { ...headers, accept: 'application/json' },
    });
    const text = await response.body.text();
    return { status: response.statusCode, text, retryAfter: response.headers['retry-after'] };
  }

  async function untilGivenUp(url: string, headers: Headers): Promise<Answer> {
    const givenUpAt = limits.now() + limits.retryBudgetMs;
    const isTooLong = (pauseMs: number) => limits.now() + pauseMs > givenUpAt;
    for (let attempt = 0; ; attempt += 1) {
      let pauseMs = backoffMs(attempt);
      try {
        const answer = await once(url, headers);
        if (!PASSING_STATUSES.has(answer.status)) return answer;
        pauseMs = retryAfterMs(answer.retryAfter) ?? pauseMs;
        if (isTooLong(pauseMs)) return answer;
      } catch (thrown) {
        if (!PASSING_BREAKS.has(codeOf(thrown)) || isTooLong(pauseMs)) throw thrown;
      }
      await limits.sleep(pauseMs, limits.signal);
    }
  }

  return {
    cluster: `the cluster "${cluster.name}"`,
    way: access.way,
    credential: access.credential,
    authorize: access.authorize,
    async get(pathAndQuery, headers) {
      try {
        return await untilGivenUp(`${base}${pathAndQuery}`, headers);
      } catch (thrown) {
        throw transportFailure(thrown, { cluster: cluster.name, access, ...limits });
      }
    },
    close: () => {
      letGo();
      return dispatcher.destroy();
    },
  };
}

/** What an API server says while it is crowded (API Priority and Fairness) or changes its etcd leader. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** How a connection breaks off when one replica of an API server restarts. A refused one is no such thing. */
const PASSING_BREAKS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Kubernetes writes `Retry-After` in seconds. */
function retryAfterMs(header: unknown): number | undefined {
  return typeof header === 'string' && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

function backoffMs(attempt: number): number {
  return Math.min(250 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2);
}

function dispatcherFor(cluster: ClusterAddress, { tls, proxy, way }: ApiAccess, limits: Limits): Dispatcher {
  // Said outright, because without it NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would decide.
  const always = { rejectUnauthorized: true, timeout: limits.timeoutMs };
  const toServer = {
    ...always,
    ...(tls.ca && { ca: tls.ca }),
    ...(tls.cert && { cert: tls.cert }),
    ...(tls.key && { key: tls.key }),
    ...(tls.servername && { servername: tls.servername }),
    checkServerIdentity: (...[host, certificate]: Parameters<typeof checkServerIdentity>) =>
      checkServerIdentity(host, certificate) ?? anotherCluster(way, cluster, hostsOf(certificate)),
  };
  return proxy === undefined
    ? new Agent({ connect: toServer })
    : new ProxyAgent({ uri: proxy.href, requestTls: toServer, proxyTls: always });
}
