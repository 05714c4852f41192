import { AuditFailure } from '../../terms/failure.ts';

/** Why something did not succeed, and whether it may the next time. */
export interface Trouble {
  /** Goes on after `KEY cannot be read: `. */
  readonly what: string;
  readonly remedy: string;
  readonly mayPass: boolean;
  /** It was answered, and with a no. */
  readonly isRefusal?: boolean;
  /** What the server asks for. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export type Tried<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

export function done<T>(value: T): Tried<T> {
  return { kind: 'done', value };
}

export function inTrouble(trouble: Trouble): { readonly kind: 'trouble'; readonly trouble: Trouble } {
  return { kind: 'trouble', trouble };
}

export const RUN_LATER = 'run again later; nothing is concluded from what could not be read';
export const CHECK_NETWORK =
  'see that this machine may reach the endpoint (DNS, firewall, proxy, certificates), and run again';

/** @param hasAnswered refused at the first contact, the endpoint is wrong; refused later, the server restarts */
export function transportTrouble(thrown: unknown, host: string, hasAnswered: boolean): Trouble {
  const code = codeOf(thrown);
  const trouble = (what: string, mayPass: boolean, remedy: string): Trouble => ({
    what: `${what} (${code}, ${host})`,
    remedy,
    mayPass,
    cause: thrown,
  });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return trouble('the host name cannot be resolved', code === 'EAI_AGAIN', CHECK_NETWORK);
  }
  if (TIMEOUTS.has(code)) return trouble('no answer in time', true, RUN_LATER);
  if (TLS.test(code)) return trouble('the TLS connection was not made', false, CHECK_NETWORK);
  if (code === 'ECONNREFUSED') return trouble('the connection was refused', hasAnswered, CHECK_NETWORK);
  return trouble('the connection broke', BROKEN_OFF.has(code), CHECK_NETWORK);
}

/** Node's and OpenSSL's names of what a handshake fails on. */
const TLS = /^(EPROTO$|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED_CERT|UNABLE_TO_|DEPTH_ZERO|HOSTNAME_MISMATCH)/;

const TIMEOUTS: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const BROKEN_OFF: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name;
}

/** A caller that stops us says why, if it is one of ours. */
export function stopped(signal: AbortSignal): Trouble {
  const reason: unknown = signal.reason;
  const [why, remedy] =
    reason instanceof AuditFailure
      ? [reason.message, reason.remedy]
      : ['the run was stopped', 'give the run more time'];
  return { what: `it was given up: ${why}`, remedy, mayPass: false, cause: reason };
}
