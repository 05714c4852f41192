import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { printable } from '../../report/words/printable.ts';
import { AuditFailure } from '../../terms/failure.ts';
import type { Instant } from '../../terms/instants.ts';
import { type PatienceOptions, patienceOf, persist } from '../transport/patience.ts';
import { parseRetryAfter } from '../transport/retry-after.ts';
import {
  done,
  inTrouble,
  stopped,
  type Tried,
  type Trouble,
  transportTrouble,
} from '../transport/trouble.ts';

export interface HttpTargetOptions extends PatienceOptions {
  /** Checked by the configuration: https but for loopback, and a host that the operator allows. May hold a secret. */
  readonly url: string;
  /** What no message may show, beside the address. */
  readonly secrets: readonly string[];
}

export interface HttpMessage {
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One address that takes messages. */
export interface HttpTarget {
  /** The address's host, for messages; the rest of it may be a secret. */
  readonly place: string;
  /**
   * Sends until it is taken, refused, or the time is used up. Redirects are never followed: a signature and a secret are
   * for one host.
   *
   * @param write makes the message anew for each try, since a signature holds for a short while
   * @param what goes before "cannot be handed to"
   * @throws AuditFailure `publish-failed`, `publish-refused`
   */
  send(what: string, write: (at: Instant) => HttpMessage): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** Of an answer nothing but a few words is ever shown. */
const READ_BYTES = 2048;

export function openHttpTarget(options: HttpTargetOptions): HttpTarget {
  const url = new URL(options.url);
  const patience = patienceOf(options);
  const { signal, deadline } = options;
  const secrets = secretsIn(url, options.secrets);
  // One that stays open would keep the process from ending; there is one message or two.
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    keepAliveTimeout: 1,
    keepAliveMaxTimeout: 1,
  });
  let hasAnswered = false;

  async function exchange({ method, headers, body }: HttpMessage): Promise<Tried<void>> {
    const end =
      deadline === undefined ? undefined : AbortSignal.timeout(Math.max(1, deadline - patience.clock()));
    const signals = [signal, end].filter((one) => one !== undefined);
    const response = await request.call(agent, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...headers, 'user-agent': 'karpenter-orphan-audit' },
      body,
      signal: AbortSignal.any(signals),
    });
    const { statusCode: status } = response;
    const header = (name: string) => [response.headers[name]].flat()[0];
    hasAnswered = true;
    if (status >= 200 && status < 300) {
      // It is taken: whatever becomes of the rest of the answer, sent again it would be told twice.
      await beginningOf(response.body).catch(() => '');
      return done(undefined);
    }
    const said = inWords(await beginningOf(response.body), secrets);
    const retryAfterMs = parseRetryAfter(header('retry-after'), patience.clock());
    return inTrouble({ ...answerTrouble(status, said), retryAfterMs });
  }

  async function attempt(message: HttpMessage): Promise<Tried<void>> {
    if (signal?.aborted) return inTrouble(stopped(signal));
    try {
      return await exchange(message);
    } catch (thrown) {
      if (signal?.aborted) return inTrouble(stopped(signal));
      return inTrouble(transportTrouble(thrown, url.host, hasAnswered));
    }
  }

  return {
    place: url.host,
    async send(what, write) {
      const failure = (trouble: Trouble) => {
        const code = trouble.isRefusal === true ? 'publish-refused' : 'publish-failed';
        const message = `${what} cannot be handed to ${url.host}: ${trouble.what}`;
        return new AuditFailure(code, message, trouble.remedy, { cause: trouble.cause });
      };
      await persist(patience, () => attempt(write(patience.clock())), failure);
    },
  };
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= READ_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, READ_BYTES));
}

/** A shorter part of an address is such a word as `hooks`. */
const LEAST_PART = 8;

/** A shorter text would be found everywhere. */
const LEAST_SECRET = 4;

/** The whole address, what a receiver may say back of it, which is any part of its path or query, and the others. */
function secretsIn(
  { href, pathname, search, searchParams }: URL,
  others: readonly string[],
): readonly string[] {
  const parts = [...pathname.split('/'), ...searchParams.values()].filter(
    ({ length }) => length >= LEAST_PART,
  );
  return [href, pathname + search, pathname, ...parts, ...parts.map(decoded), ...others]
    .filter(({ length }) => length >= LEAST_SECRET)
    .toSorted((a, b) => b.length - a.length);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const LONGEST_ANSWER = 120;

/** What a receiver says, which may be anything, as one line without secrets. */
function inWords(text: string, secrets: readonly string[]): string {
  // As JSON from PHP has it.
  const unescaped = text.replaceAll('\\/', '/');
  const safe = secrets.reduce((so, secret) => so.replaceAll(secret, '…'), unescaped);
  const line = printable(safe.replaceAll(/\s+/g, ' ').trim());
  if (line === '') return '';
  const cut = line.length <= LONGEST_ANSWER ? line : `${line.slice(0, LONGEST_ANSWER)}…`;
  return ` (${JSON.stringify(cut)})`;
}

const RUN_LATER = 'nothing has to be done: the next run tries it again';
const CHECK_ADDRESS =
  'see that the address is right and that its receiver takes what docs/publishers.md shows';
const NO_REDIRECTS = 'redirects are never followed: give the address that it leads to, and allow its host';

function answerTrouble(status: number, said: string): Trouble {
  if (status >= 300 && status < 400)
    return {
      what: `it answered ${status}, a redirect`,
      remedy: NO_REDIRECTS,
      mayPass: false,
      isRefusal: true,
    };
  const mayPass = status === 408 || status === 429 || status >= 500;
  const remedy = mayPass ? RUN_LATER : CHECK_ADDRESS;
  return { what: `it answered ${status}${said}`, remedy, mayPass, isRefusal: !mayPass };
}
