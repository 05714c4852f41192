import { type IncomingMessage, request as overHttp } from 'node:http';
import { ISSUE_TOKEN } from './calls.ts';
import { OWN_HEADERS, tokenRequest } from './token-request.ts';

// The request for a token, sent while everything else is still being loaded; the door takes its answer for its own
// first one. Node's client is here in a third of the time that undici takes, and this connection would not be used
// again: IAM has a host of its own.

/** An answer as it came; nothing has been made of it. */
export interface TokenAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface EarlyToken {
  /** Fulfilled when the request has gone out, or never will. */
  readonly sent: Promise<void>;
  /** `undefined`: no answer came, and the door has to ask by itself, and to tell why if it gets none either. */
  readonly answer: Promise<TokenAnswer | undefined>;
}

/** As long as the door gives a connection. */
const PATIENCE_MS = 10_000;

/** Never rejects, and follows no redirect. `iam` is an endpoint as the configuration allows it. */
export function sendTokenRequest(
  iam: string,
  credential: { readonly id: string; readonly secret: string },
): EarlyToken {
  const { promise: sent, resolve: leave } = promiseToKeep<void>();
  const answer = ask(iam, credential, leave).catch(() => undefined);
  return { sent: Promise.race([sent, answer]).then(() => undefined), answer };
}

async function ask(
  iam: string,
  credential: { readonly id: string; readonly secret: string },
  leave: () => void,
): Promise<TokenAnswer> {
  const url = new URL(iam);
  const { pathAndQuery, headers, body } = tokenRequest(credential);
  const request = url.protocol === 'https:' ? (await import('node:https')).request : overHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, {
      path: `${url.pathname.replace(/\/+$/, '')}${pathAndQuery}`,
      method: ISSUE_TOKEN.method,
      headers: { ...OWN_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
    });
    const timer = setTimeout(() => outgoing.destroy(), PATIENCE_MS).unref();
    outgoing.once('close', () => {
      clearTimeout(timer);
      // A switch to another protocol ends without an answer and without an error.
      reject(new Error('closed before it was answered'));
    });
    outgoing.once('finish', leave).once('response', resolve).once('error', reject);
    outgoing.end(body);
  });
  response.setEncoding('utf8');
  let text = '';
  for await (const part of response) text += part;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** `Promise.withResolvers` comes with Node 22. */
function promiseToKeep<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}
