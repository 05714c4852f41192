import { once } from 'node:events';
import pLimit from 'p-limit';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { AuditFailure } from '../../terms/failure.ts';
import type { Instant } from '../../terms/instants.ts';
import { parseRetryAfter } from '../transport/retry-after.ts';
import { endWith, stopSignal } from '../transport/stop-signal.ts';
import { type Asked, unexpected } from './answers.ts';
import { ISSUE_TOKEN, type Service } from './calls.ts';
import type { TokenAnswer } from './early-token.ts';
import {
  brokenOffJson,
  emptyAnswer,
  isBrokenOff,
  isConnectionRefused,
  notJson,
  refusalFailure,
  stopped,
  transportFailure,
} from './refusals.ts';
import { type Attempt, withPatience } from './retry.ts';
import type { IssuedToken } from './token.ts';
import { OWN_HEADERS, tokenRequest } from './token-request.ts';

/** Base URLs of the services; a path may stand behind the host. */
export interface Endpoints {
  readonly iam: string;
  readonly bcs: string;
  readonly volume: string;
  readonly kubernetesEngine: string;
}

/** An IAM access key. */
export interface Credential {
  readonly id: string;
  readonly secret: string;
}

export interface DoorOptions {
  readonly endpoints: Endpoints;
  readonly credential: Credential;
  /** What was answered to a request for a token that was sent before this door was there. */
  readonly earlyToken: Promise<TokenAnswer | undefined> | undefined;
  /** A call that keeps failing is given up after this. */
  readonly retryBudgetMs: number;
  /** When the whole run must end. */
  readonly deadline: Instant | undefined;
  readonly signal: AbortSignal | undefined;
  /** Requests, and connections to one host, at once. */
  readonly concurrency: number;
  readonly clock: () => Instant;
  /** Rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly log: Log;
}

/** What a pino logger can do, and no more than is needed. */
export interface Log {
  debug(fields: object, message: string): void;
}

export type Query = Readonly<Record<string, string | number>>;

/** One GET: where, and what becomes of the body. */
export interface Get<T> {
  readonly service: Service;
  readonly path: string;
  readonly query?: Query;
  /** `text` for the one answer that is no JSON; `json` unless said. */
  readonly form?: 'json' | 'text';
  /**
   * Takes the body as soon as it is parsed. A page of rows that goes on through promises outlives the next collection
   * of garbage, which made a listing a quarter slower.
   */
  readonly read: (body: unknown) => T;
}

/**
 * The way out to KakaoCloud. It can say two things, and neither changes anything in a project: a GET, and the POST that
 * issues a token, which a function at its start may have sent already (early-token.ts). The token goes to the configured
 * endpoints and nowhere else: redirects are not followed.
 */
export interface Door {
  /**
   * What was read of a 2xx answer; everything else rejects with an AuditFailure. Its code is `not-found` only when the API
   * itself says 404 of a resource, and `unauthorized` for a 401.
   */
  get<T>(token: string, what: Get<T>): Promise<T>;
  issueToken(): Promise<IssuedToken>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** Between two pieces of a body, not for all of it. */
const BODY_TIMEOUT_MS = 60_000;

/** Statuses after which the same request may be answered. A 500 is an answer. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A request before it is sent, and how its answer is read. */
interface Outgoing<T> {
  readonly asked: Asked;
  readonly pathAndQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly read: (answer: Answer) => Attempt<T>;
}

interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly contentType: string;
  readonly text: string;
}

export function openDoor(options: DoorOptions): Door {
  const { clock, credential, deadline } = options;
  const bases = basesOf(options.endpoints);
  const stop = stopSignal(options);
  const limit = pLimit(options.concurrency);
  const haveAnswered = new Set<Service>();
  /** Every token that was ever sent. */
  const sent = new Set<string>();
  const agent = new Agent({
    connections: options.concurrency,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  });
  endWith(stop, agent);

  let early = options.earlyToken;
  /** The first attempt at a token takes the answer that is on its way, unless the run is stopped meanwhile. */
  async function earlyAnswer(): Promise<Answer | undefined> {
    if (early === undefined || stop.aborted) return undefined;
    const answer = await Promise.race([early, once(stop, 'abort').then(() => undefined)]);
    early = undefined;
    return answer === undefined ? undefined : toAnswer(answer.status, answer.headers, answer.text);
  }

  async function send<T>(outgoing: Outgoing<T>): Promise<Answer> {
    const { asked, pathAndQuery, headers, body } = outgoing;
    if (asked === ISSUE_TOKEN) {
      const answer = await earlyAnswer();
      if (answer !== undefined) return answer;
    }
    const base = bases[asked.service];
    const response = await request.call(agent, {
      origin: base.origin,
      path: `${base.prefix}${pathAndQuery}`,
      method: asked.method,
      headers: { ...OWN_HEADERS, ...headers },
      body,
      signal: stop,
    });
    return toAnswer(response.statusCode, response.headers, await response.body.text());
  }

  async function attempt<T>(outgoing: Outgoing<T>): Promise<Attempt<T>> {
    const { asked } = outgoing;
    let answer: Answer;
    try {
      answer = await limit(() => send(outgoing));
    } catch (thrown) {
      if (stop.aborted) throw stoppedBy(options, asked);
      const failure = (tried: string) => transportFailure(asked, bases[asked.service].host, thrown, tried);
      // Refused at the first contact, the endpoint is wrong; refused later, the server is being restarted.
      const mayPass = isBrokenOff(thrown) || (isConnectionRefused(thrown) && haveAnswered.has(asked.service));
      if (!mayPass) throw failure('');
      return { kind: 'again', retryAfterMs: undefined, failure };
    }
    haveAnswered.add(asked.service);
    if (answer.status < 200 || answer.status >= 300) return refused(outgoing, redacted(answer));
    try {
      return outgoing.read(answer);
    } catch (thrown) {
      // A failure shows what was found: it is found again in an answer that cannot hold a secret.
      if (thrown instanceof AuditFailure) outgoing.read(redacted(answer));
      throw thrown;
    }
  }

  /** A server may say back what it was sent, in whatever spelling, and what a failure says is shown to people. */
  function redacted(answer: Answer): Answer {
    const secrets = [credential.secret, ...sent].filter((secret) => secret !== '');
    const without = (text: string) => secrets.reduce((so, secret) => so.replaceAll(secret, '…'), text);
    const body = jsonOrNothing(answer.text, (_key, value) =>
      typeof value === 'string' ? without(value) : value,
    );
    const text = body === undefined ? without(answer.text) : JSON.stringify(body);
    return { ...answer, text, contentType: without(answer.contentType) };
  }

  function refused<T>({ asked }: Outgoing<T>, answer: Answer): Attempt<T> {
    const { status, contentType } = answer;
    const body = jsonOrNothing(answer.text);
    const failure = (tried: string) => refusalFailure({ asked, status, contentType, body, tried });
    if (!PASSING_STATUSES.has(status)) throw failure('');
    return { kind: 'again', retryAfterMs: parseRetryAfter(answer.header('retry-after'), clock()), failure };
  }

  function exchange<T>(outgoing: Outgoing<T>): Promise<T> {
    const { asked } = outgoing;
    const sleep = async (ms: number) => {
      if (deadline !== undefined && clock() + ms > deadline) {
        throw stopped(asked, 'the time of the run ends before it may be tried again');
      }
      try {
        await options.sleep(ms, stop);
      } catch (thrown) {
        throw stop.aborted ? stoppedBy(options, asked) : thrown;
      }
    };
    const onWait = (waitMs: number, { message }: AuditFailure) => options.log.debug({ waitMs }, message);
    const { random } = options;
    return withPatience({ budgetMs: options.retryBudgetMs, clock, random, sleep, onWait }, () =>
      attempt(outgoing),
    );
  }

  return {
    get: <T>(token: string, { service, path, query, form, read }: Get<T>) => {
      const asked: Asked = { method: 'GET', service, path };
      sent.add(token);
      return exchange<T>({
        asked,
        pathAndQuery: `${path}${queryText(query)}`,
        headers: { 'x-auth-token': token },
        body: null,
        read: (answer) => (form === 'text' ? readText(asked, answer, read) : readJson(asked, answer, read)),
      });
    },
    issueToken: () =>
      exchange<IssuedToken>({
        asked: ISSUE_TOKEN,
        ...tokenRequest(credential),
        read: (answer) =>
          readJson(ISSUE_TOKEN, answer, (body) => ({ header: answer.header('x-subject-token'), body })),
      }),
    close: () => agent.destroy(),
  };
}

function toAnswer(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
): Answer {
  const header = (name: string) => [headers[name]].flat()[0];
  return { status, header, contentType: header('content-type') ?? '', text };
}

function readJson<T>(asked: Asked, answer: Answer, read: (body: unknown) => T): Attempt<T> {
  const { status, contentType, text } = answer;
  if (text.trim() === '') throw emptyAnswer(asked, status);
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) throw notJson(asked, contentType);
  const body = jsonOrNothing(text);
  if (body !== undefined) return { kind: 'done', value: read(body) };
  // Cut by something that wrote its own Content-Length: to HTTP the body is whole.
  if (!/^\s*[{[]/.test(text)) throw notJson(asked, contentType);
  return { kind: 'again', retryAfterMs: undefined, failure: (tried) => brokenOffJson(asked, tried) };
}

function readText<T>(asked: Asked, answer: Answer, read: (body: unknown) => T): Attempt<T> {
  const { status, contentType, text } = answer;
  if (text.trim() === '') throw emptyAnswer(asked, status);
  if (/html/i.test(contentType)) throw unexpected(asked, 'a web page');
  return { kind: 'done', value: read(text) };
}

/** JSON has no `undefined`. */
function jsonOrNothing(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

function queryText(query: Query | undefined): string {
  if (query === undefined) return '';
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}

interface Base {
  readonly origin: string;
  readonly host: string;
  readonly prefix: string;
}

function basesOf(endpoints: Endpoints): Readonly<Record<Service, Base>> {
  return {
    iam: baseOf('iam', endpoints.iam),
    bcs: baseOf('bcs', endpoints.bcs),
    volume: baseOf('volume', endpoints.volume),
    'kubernetes-engine': baseOf('kubernetes-engine', endpoints.kubernetesEngine),
  };
}

function baseOf(service: Service, endpoint: string): Base {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new AuditFailure(
      'config-invalid',
      `the endpoint of ${service} is no http or https URL`,
      'give it as https://host, or leave it out: the default follows from the region',
    );
  }
  return { origin: url.origin, host: url.host, prefix: url.pathname.replace(/\/+$/, '') };
}

function stoppedBy({ signal }: DoorOptions, asked: Asked): AuditFailure {
  if (signal?.reason instanceof AuditFailure) return signal.reason;
  return stopped(asked, signal?.aborted ? 'the run was stopped' : 'the time of the run is used up');
}
