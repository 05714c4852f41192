import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { AuditFailure } from '../../terms/failure.ts';
import type { Instant } from '../../terms/instants.ts';
import { inTrouble, stopped, type Trouble, transportTrouble } from '../transport/trouble.ts';
import type { BucketAddress } from './address.ts';
import { type Refusal, readRefusal } from './refusals.ts';

/** An S3 access key pair; a temporary one has a session token. */
export interface S3Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT';
  /** The object's whole key; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** What came back. `refusal`: every status that is no 2xx. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly header: (name: string) => string | undefined;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

/** One signed request. It never rejects, and follows no redirect: a signature is for one host. */
export type Send = (request: S3Request) => Promise<Reply>;

const CONNECT_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 30_000;
/** Between two pieces of a body, not for all of it. */
const BODY_TIMEOUT_MS = 30_000;
/** As many as the ledger reads at once. */
const CONNECTIONS = 32;

export interface BucketOptions {
  readonly address: BucketAddress;
  readonly region: string;
  readonly credential: S3Credential;
  readonly clock: () => Instant;
  readonly signal: AbortSignal | undefined;
}

export function openBucket({ address, region, credential, clock, signal }: BucketOptions): Send {
  checkCredential(credential);
  const { accessKeyId, secretAccessKey, sessionToken } = credential;
  const secrets = sessionToken === undefined ? [secretAccessKey] : [secretAccessKey, sessionToken];
  const signingKeys = new Map<string, ArrayBuffer>();
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  });
  let hasAnswered = false;

  async function signedHeaders({ method, headers, body }: S3Request, pathAndQuery: string) {
    const signer = new AwsV4Signer({
      method,
      url: address.origin + pathAndQuery,
      // The hash of the body is signed too, so that the server refuses one that was cut or changed on its way.
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region,
      datetime: signingTime(clock()),
      cache: signingKeys,
    });
    const signed = await signer.sign();
    return Object.fromEntries(signed.headers);
  }

  async function send({ method, body }: S3Request, path: string, headers: Readonly<Record<string, string>>) {
    const response = await request.call(agent, {
      origin: address.origin,
      path,
      method,
      headers: { ...headers, 'user-agent': 'karpenter-orphan-audit' },
      body: body ?? null,
      ...(signal === undefined ? {} : { signal }),
    });
    const header = (name: string) => [response.headers[name]].flat()[0];
    return { status: response.statusCode, header, bytes: await response.body.bytes() };
  }

  return async (outgoing) => {
    if (signal?.aborted) return inTrouble(stopped(signal));
    const { key, query } = outgoing;
    const path = key === '' ? address.path || '/' : `${address.path}/${key}`;
    const pathAndQuery = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
    const headers = await signedHeaders(outgoing, pathAndQuery);
    try {
      const { status, header, bytes } = await send(outgoing, pathAndQuery, headers);
      hasAnswered = true;
      if (status >= 200 && status < 300) return { kind: 'answer', header, bytes };
      const text = new TextDecoder().decode(bytes);
      return { kind: 'refusal', refusal: readRefusal(status, header, text, secrets) };
    } catch (thrown) {
      if (signal?.aborted) return inTrouble(stopped(signal));
      return inTrouble(transportTrouble(thrown, address.host, hasAnswered));
    }
  };
}

/** `20261101T000000Z` */
function signingTime(at: Instant): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

/** A header that holds such a character is refused with a message that shows the header. */
function checkCredential(credential: S3Credential): void {
  for (const [part, value] of Object.entries(credential)) {
    if (value === undefined || /^[\x21-\x7e]+$/.test(value)) continue;
    throw new AuditFailure(
      'config-invalid',
      `the ${part} of the S3 bucket ${value === '' ? 'is empty' : 'holds a blank or another character that no key has'}`,
      'copy it once more from where the key was issued, without anything before or behind it',
    );
  }
}
