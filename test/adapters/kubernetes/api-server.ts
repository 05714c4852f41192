import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { KeyPair } from './certificates.ts';

export interface Asked {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly impersonated: string | undefined;
  /** Common name of the client certificate. */
  readonly client: string | undefined;
}

export interface Reply {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Wire = Record<string, unknown>;

/** A Kubernetes API server that knows just enough: lists by path, in pages, from one snapshot. */
export interface ApiServer {
  readonly host: string;
  readonly url: string;
  readonly asked: Asked[];
  /** Objects by the path of their list; a path that is not here answers 404. */
  lists: Record<string, readonly Wire[]>;
  /** Whole answers by path. */
  objects: Record<string, Wire>;
  /** Rows in a page, however many were asked for. */
  pageSize: number;
  /** Answers in place of the server, when it answers. `never` leaves the request open, `hang-up` breaks it off. */
  instead: (asked: Asked) => Reply | 'never' | 'hang-up' | undefined;
  paths(): readonly string[];
  /** The server as it was at the start: empty, listening, and with nothing asked. */
  reset(): void;
  close(): Promise<void>;
}

export const NODES = '/api/v1/nodes';
export const VOLUMES = '/api/v1/persistentvolumes';
export const CLAIMS = '/apis/karpenter.sh/v1/nodeclaims';

export async function apiServer(pair: KeyPair, clientAuthority?: string): Promise<ApiServer> {
  const server = createServer({
    cert: pair.certificate,
    key: pair.key,
    ...(clientAuthority && { ca: clientAuthority, requestCert: true, rejectUnauthorized: false }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const api: ApiServer = {
    host: `127.0.0.1:${port}`,
    url: `https://127.0.0.1:${port}`,
    asked: [],
    lists: {},
    objects: {},
    pageSize: 0,
    instead: () => undefined,
    paths: () => api.asked.map((it) => it.path),
    reset() {
      api.asked.length = 0;
      api.lists = { [NODES]: [], [VOLUMES]: [], [CLAIMS]: [] };
      api.objects = {};
      api.pageSize = 500;
      api.instead = () => undefined;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  api.reset();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const asked = understood(request);
    api.asked.push(asked);
    const reply = api.instead(asked) ?? answer(api, asked);
    if (reply === 'never') return;
    if (reply === 'hang-up') {
      request.socket.destroy();
      return;
    }
    const { status = 200, body, headers = {} } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return api;
}

function understood(request: IncomingMessage): Asked {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://api');
  const peer = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined;
  const commonName = peer?.subject?.CN;
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    authorization: request.headers.authorization,
    impersonated: request.headersDistinct['impersonate-user']?.[0],
    client: typeof commonName === 'string' ? commonName : undefined,
  };
}

function answer(api: ApiServer, { path, query }: Asked): Reply {
  const object = api.objects[path];
  if (object !== undefined) return { body: object };
  const rows = api.lists[path];
  if (rows === undefined) return refusal(404, 'the server could not find the requested resource');
  const from = Number(query.get('continue') ?? 0);
  const to = from + Math.min(api.pageSize, Number(query.get('limit')));
  return page(rows.slice(from, to), to < rows.length ? String(to) : undefined);
}

/** One page of a list, as the API writes it. */
export function page(items: unknown, next?: string, resourceVersion = '1000'): Reply {
  return {
    body: {
      kind: 'List',
      apiVersion: 'v1',
      metadata: { resourceVersion, ...(next && { continue: next }) },
      items,
    },
  };
}

/** A refusal, as the API writes it. */
export function refusal(status: number, message: string): Reply {
  return { status, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code: status } };
}
