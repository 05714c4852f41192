import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKakaoCloud, type KakaoCloudOptions } from '../../../lib/adapters/kakaocloud/kakaocloud.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { type Instant, plusMs } from '../../../lib/terms/instants.ts';
import { PROJECT_ID } from '../../builders/inventory.ts';
import { at } from '../../builders/ledger.ts';

export const SECRET = 'invented-secret-0f1e2d3c';
export const TOKEN = 'invented-token-';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer as data, or whatever a broken server does with a response. */
export type Reply =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** A string goes out as it is, anything else as JSON. */
      readonly body?: unknown;
    }
  | ((response: ServerResponse) => void);

/** A server of the test's own. It issues tokens unless the test answers that call itself. */
export interface SmallCloud {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** What is answered; `undefined`: 404 in the API's own shape. */
  answer: (asked: Asked) => Reply | undefined;
  close(): Promise<void>;
}

const TOKENS = '/identity/v3/auth/tokens';

export async function smallCloud(port = 0): Promise<SmallCloud> {
  const asked: Asked[] = [];
  let issued = 0;
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://small');
    let body = '';
    for await (const chunk of request) body += chunk;
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    asked.push(one);
    const reply = cloud.answer(one);
    if (reply === undefined && one.path === TOKENS) {
      issued += 1;
      send(response, aToken({ text: `${TOKEN}${issued}` }));
    } else send(response, reply ?? refusal(404, 'there is no such resource'));
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  const cloud: SmallCloud = {
    url: `http://127.0.0.1:${bound}`,
    asked,
    answer: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return cloud;
}

function send(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') {
    reply(response);
    return;
  }
  const { status = 200, headers = {}, body } = reply;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A refusal in the shape of bcs and its kin. */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers, body: { error: { code: 'Sample.Refused', message } } };
}

export function aToken(
  over: { text?: string; expires_at?: unknown; project?: unknown; status?: number } = {},
): Reply {
  const project = 'project' in over ? over.project : { id: PROJECT_ID, name: 'shop-prod' };
  const expires_at = 'expires_at' in over ? over.expires_at : '2026-06-11T16:30:05.000000Z';
  return {
    status: over.status ?? 201,
    headers: { 'x-subject-token': over.text ?? `${TOKEN}0` },
    body: { token: { methods: ['application_credential'], expires_at, project } },
  };
}

export const CLUSTERS = '/api/v1/clusters';
export const NO_CLUSTERS: Reply = { body: { clusters: [] } };

/** Answers the list of clusters, the simplest call there is, with these one after another; the last one stays. */
export function clustersAnswered(server: SmallCloud, ...replies: Reply[]): void {
  let at = 0;
  server.answer = ({ path }) => {
    if (path !== CLUSTERS) return undefined;
    at += 1;
    return replies[Math.min(at, replies.length) - 1];
  };
}

/** A page of a list, cut from all its rows as the query asks. */
export function pageOf(
  key: string,
  rows: readonly object[],
  { query }: Asked,
  over: { most?: number; total?: number | undefined } = {},
): Reply {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 20), over.most ?? 1000);
  const total = 'total' in over ? over.total : rows.length;
  return { body: { [key]: rows.slice(offset, offset + limit), pagination: { total, offset, limit } } };
}

export const NOW = at('2026-06-11T04:30:05Z');

/** A clock that stands still but for what is slept. */
export interface FakeTime {
  now: Instant;
  readonly slept: number[];
  readonly clock: () => Instant;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function fakeTime(): FakeTime {
  const time: FakeTime = {
    now: NOW,
    slept: [],
    clock: () => time.now,
    sleep: async (ms) => {
      time.slept.push(ms);
      time.now = plusMs(time.now, ms);
    },
  };
  return time;
}

/** The adapter over a small cloud. */
export function cloudAt(url: string, time: FakeTime, over: Partial<KakaoCloudOptions> = {}) {
  return createKakaoCloud({
    endpoints: { iam: url, bcs: url, volume: url, kubernetesEngine: url },
    credential: { id: 'invented-key', secret: SECRET },
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0.5,
    ...over,
  });
}

export async function failureOf(reading: Promise<unknown>): Promise<AuditFailure> {
  const outcome = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof AuditFailure) return outcome;
  throw new TypeError(`expected an AuditFailure, got ${String(outcome)}`);
}
