import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Principal, signatureFault } from './s3-signature.ts';

/** What a test lets happen to one request. `effect`: whether a PUT still takes effect before the fault. */
export type S3Fault =
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** More elements of the error document. */
      readonly more?: string;
      readonly effect?: boolean;
    }
  | { readonly kind: 'reset'; readonly effect: boolean }
  /** The head promises the whole body; the connection ends after so many bytes of it. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Another body than the server's, with a length of its own unless `headers` say otherwise. */
  | { readonly kind: 'say'; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

export interface S3RequestSeen {
  readonly method: string;
  readonly host: string;
  /** In the bucket; empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** How many of this method came before. */
  readonly nth: number;
}

export interface StrictS3Options {
  /** What it does with `If-None-Match: *` on a PUT: keep it, take the PUT for a plain one, or answer 501. */
  readonly conditions: 'kept' | 'ignored' | 'refused';
  /** Keys on one page. */
  readonly pageSize?: number;
  readonly port?: number;
  readonly sessionToken?: string;
  readonly clock?: () => number;
}

/** An S3 server that takes nothing on trust: it verifies every signature, body hash and clock by itself. */
export interface StrictS3 extends Principal {
  readonly endpoint: string;
  readonly bucket: string;
  readonly objects: Map<string, Uint8Array>;
  readonly requests: S3RequestSeen[];
  /** Keys that were overwritten with other bytes. */
  readonly overwritten: string[];
  /** Decides what befalls a request. It may wait: meanwhile the request is held, its body not yet read. */
  interfere: (request: S3RequestSeen) => S3Fault | undefined | Promise<S3Fault | undefined>;
  /** Waits between the effect of a PUT and its answer. */
  beforeAnswer: (request: S3RequestSeen) => Promise<void> | undefined;
  close(): Promise<void>;
}

export async function startStrictS3(options: StrictS3Options): Promise<StrictS3> {
  const server = createServer((request, response) => {
    // A client that was killed, or a test that ended: nobody is left to be answered.
    answer(request, response).catch(() => response.destroy());
  });
  const s3: StrictS3 = {
    endpoint: '',
    bucket: 'ledger-bucket',
    region: 'kr-central-2',
    accessKeyId: 'TESTACCESSKEYID',
    secretAccessKey: 'test/secret+access=key',
    sessionToken: options.sessionToken,
    objects: new Map(),
    requests: [],
    overwritten: [],
    interfere: () => undefined,
    beforeAnswer: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const seen = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = requestOf(request, s3.bucket, seen);
    s3.requests.push(asked);
    const fault = await s3.interfere(asked);
    const body = await bodyOf(request);
    if (fault?.kind === 'reset' && !fault.effect) return void response.socket?.resetAndDestroy();
    if (fault?.kind === 'refuse' && fault.effect !== true) return refuse(response, fault);
    const principal = { ...s3, now: (options.clock ?? Date.now)() };
    const unsigned = signatureFault(request, body, principal);
    if (unsigned !== undefined) return refuse(response, unsigned);
    if (asked.bucket !== s3.bucket) return refuse(response, error(404, 'NoSuchBucket', 'no such bucket'));
    const reply = asked.method === 'PUT' ? put(asked, body) : get(asked);
    await s3.beforeAnswer(asked);
    if (fault?.kind === 'reset') return void response.socket?.resetAndDestroy();
    if (fault?.kind === 'refuse') return refuse(response, fault);
    if (reply.kind === 'refuse') return refuse(response, reply);
    if (fault?.kind === 'say') {
      const isChunked = fault.headers?.['transfer-encoding'] !== undefined;
      const length = isChunked ? {} : { 'content-length': Buffer.byteLength(fault.body) };
      response.writeHead(200, { ...length, ...fault.headers });
      return void response.end(fault.body);
    }
    response.writeHead(200, { 'content-length': reply.body.length });
    if (fault?.kind !== 'cut') return void response.end(reply.body);
    response.write(reply.body.subarray(0, fault.afterBytes), () => response.socket?.destroy());
  }

  function put(asked: S3RequestSeen, body: Buffer): Served {
    const there = s3.objects.get(asked.key);
    const condition = asked.headers['if-none-match'];
    if (condition !== undefined && options.conditions === 'refused') {
      return error(
        501,
        'NotImplemented',
        'A header you provided implies functionality that is not implemented',
      );
    }
    if (condition !== undefined && options.conditions === 'kept') {
      if (condition !== '*') return error(400, 'InvalidArgument', 'If-None-Match takes only *');
      if (there !== undefined) {
        return error(
          412,
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
        );
      }
    }
    if (there !== undefined && !body.equals(there)) s3.overwritten.push(asked.key);
    s3.objects.set(asked.key, body);
    return { kind: 'serve', body: Buffer.alloc(0) };
  }

  function get(asked: S3RequestSeen): Served {
    if (asked.key === '') return listing(asked.query);
    const there = s3.objects.get(asked.key);
    if (there === undefined) return error(404, 'NoSuchKey', 'The specified key does not exist.');
    return { kind: 'serve', body: Buffer.from(there) };
  }

  function listing(query: URLSearchParams): Served {
    if (query.get('list-type') !== '2') return error(501, 'NotImplemented', 'only ListObjectsV2');
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const all = [...s3.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = all.slice(0, options.pageSize ?? 1000);
    const last = page.at(-1);
    const isUrl = query.get('encoding-type') === 'url';
    const written = (key: string) => (isUrl ? formEncoded(key) : escaped(key));
    const token = Buffer.from(last ?? '').toString('base64');
    const rows = page.map((key) => {
      const size = s3.objects.get(key)?.length;
      return `<Contents><Key>${written(key)}</Key><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const xml = [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
      `<Name>${s3.bucket}</Name><Prefix>${written(prefix)}</Prefix><KeyCount>${page.length}</KeyCount>`,
      isUrl ? '<EncodingType>url</EncodingType>' : '',
      `<IsTruncated>${page.length < all.length}</IsTruncated>`,
      page.length < all.length ? `<NextContinuationToken>${escaped(token)}</NextContinuationToken>` : '',
      ...rows,
      '</ListBucketResult>',
    ];
    return { kind: 'serve', body: Buffer.from(xml.join('')) };
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(s3, { endpoint: `http://127.0.0.1:${port}` });
}

type Served = { readonly kind: 'serve'; readonly body: Buffer } | (S3Fault & { readonly kind: 'refuse' });

interface Asked extends S3RequestSeen {
  readonly bucket: string;
}

/** The bucket's name stands before the host or at the beginning of the path. */
function requestOf(request: IncomingMessage, bucket: string, seen: Map<string, number>): Asked {
  const host = request.headers.host ?? '';
  const url = new URL(request.url ?? '', 'http://any');
  const [, first = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const isHostStyle = host.startsWith(`${bucket}.`);
  const method = request.method ?? '';
  const nth = seen.get(method) ?? 0;
  seen.set(method, nth + 1);
  const place = isHostStyle
    ? { bucket, key: [first, rest].filter(Boolean).join('/') }
    : { bucket: first, key: rest };
  return { ...place, method, host, query: url.searchParams, headers: request.headers, nth };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

function error(status: number, code: string, message: string): S3Fault & { readonly kind: 'refuse' } {
  return { kind: 'refuse', status, code, message };
}

function refuse(response: ServerResponse, fault: S3Fault & { readonly kind: 'refuse' }): void {
  const body =
    fault.code === undefined
      ? ''
      : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${fault.code}</Code><Message>${escaped(fault.message ?? '')}</Message>${fault.more ?? ''}<RequestId>0</RequestId></Error>`;
  response.writeHead(fault.status, { 'content-type': 'application/xml', ...fault.headers });
  response.end(body);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** As S3 does for `encoding-type=url`: a blank is a plus sign, a slash stays. */
function formEncoded(key: string): string {
  return encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
}
