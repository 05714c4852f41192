import { AuditFailure, type FailureCode } from '../../terms/failure.ts';
import { type Asked, cloudMessage, isRouteMissing, spoken, unexpected } from './answers.ts';
import { ISSUE_TOKEN, type Service } from './calls.ts';

const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  iam: 'IAM (iam)',
  bcs: 'Virtual Machine (bcs)',
  volume: 'Volume (volume)',
  'kubernetes-engine': 'Kubernetes Engine (kubernetes-engine)',
};

const CHECK_ENDPOINT =
  'see that the endpoint of this service in the configuration is the API itself, and run again';
const CHECK_NETWORK =
  'see that this machine may reach the endpoint (DNS, firewall, proxy, certificates), and run again';
const RUN_LATER = 'run again later; nothing is concluded from what could not be read';
const CHECK_KEY =
  'see that the ID and secret of the IAM access key are right, that it has not expired, and that its owner is still in the project; else make a new key';

/** A refusal, as the door got it. */
export interface Refusal {
  readonly asked: Asked;
  readonly status: number;
  readonly contentType: string;
  /** The parsed body; `undefined` when it is no JSON. */
  readonly body: unknown;
  /** How long it was tried, for the message; empty for the first try. */
  readonly tried: string;
}

/** What a status that is no 2xx means, and what a person does about it. */
export function refusalFailure(refusal: Refusal): AuditFailure {
  const { asked, status, contentType, body, tried } = refusal;
  const message = cloudMessage(body);
  const said = message === undefined ? '' : ` (${message})`;
  if (status === 404 && isRouteMissing(contentType, body)) {
    return unexpected(asked, `404 for the route instead of the resource${said}: this is not the API`);
  }
  const [code, remedy] = meaningOf(asked, status);
  return new AuditFailure(code, `${spoken(asked)} answered ${status}${said}${tried}`, remedy);
}

function meaningOf(asked: Asked, status: number): readonly [FailureCode, string] {
  if (status < 400) return ['redirected', `redirects are never followed: ${CHECK_ENDPOINT}`];
  if (status === 429) return ['rate-limited', RUN_LATER];
  if (status >= 500) return ['server-failed', RUN_LATER];
  if (asked.path === ISSUE_TOKEN.path) return ['token-refused', CHECK_KEY];
  if (status === 401) return ['unauthorized', CHECK_KEY];
  if (status === 403) {
    const service = SERVICE_NAMES[asked.service];
    return [
      'forbidden',
      `give the key's owner the role Project Reader in this project, for the service ${service}`,
    ];
  }
  if (status === 404) return ['not-found', CHECK_ENDPOINT];
  return ['request-refused', `the API did not take this request: ${CHECK_ENDPOINT}`];
}

/** What broke before there was a whole answer. */
export function transportFailure(asked: Asked, host: string, thrown: unknown, tried: string): AuditFailure {
  const error = codeOf(thrown);
  const [code, what, remedy] = breakage(error);
  return new AuditFailure(code, `${spoken(asked)} at ${host}: ${what} (${error})${tried}`, remedy, {
    cause: thrown,
  });
}

function breakage(error: string): readonly [FailureCode, string, string] {
  if (error === 'ENOTFOUND' || error === 'EAI_AGAIN') {
    return ['name-not-resolved', 'the host name cannot be resolved', CHECK_NETWORK];
  }
  if (TIMEOUTS.has(error)) return ['timed-out', 'no answer in time', RUN_LATER];
  if (isTls(error)) return ['tls-failed', 'the TLS connection was not made', CHECK_NETWORK];
  if (error === 'ECONNREFUSED') return ['connection-failed', 'the connection was refused', CHECK_NETWORK];
  return ['connection-failed', 'the connection broke', CHECK_NETWORK];
}

const TIMEOUTS: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Node's and OpenSSL's names of what a handshake fails on. */
function isTls(error: string): boolean {
  return (
    error === 'EPROTO' ||
    /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED_CERT|UNABLE_TO_|DEPTH_ZERO|HOSTNAME_MISMATCH)/.test(error)
  );
}

/** An established connection that ended early: whoever asks again may be answered. */
const BROKEN_OFF: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  // A chunked body that the server ended by closing: undici's parser gives this one no code, only its name.
  'HTTPParserError',
  'HPE_INVALID_EOF_STATE',
]);

export function isBrokenOff(thrown: unknown): boolean {
  return BROKEN_OFF.has(codeOf(thrown));
}

export function isConnectionRefused(thrown: unknown): boolean {
  return codeOf(thrown) === 'ECONNREFUSED';
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name;
}

/** The body could not be read as what it should be, though the status was a good one. */
export function notJson(asked: Asked, contentType: string): AuditFailure {
  const type = contentType === '' ? 'no content type' : `the content type ${contentType.slice(0, 60)}`;
  return new AuditFailure(
    'answer-not-json',
    `${spoken(asked)} answered with ${type} and no JSON`,
    CHECK_ENDPOINT,
  );
}

export function brokenOffJson(asked: Asked, tried: string): AuditFailure {
  return new AuditFailure(
    'answer-not-json',
    `${spoken(asked)} answered JSON that breaks off${tried}`,
    RUN_LATER,
  );
}

export function emptyAnswer(asked: Asked, status: number): AuditFailure {
  return new AuditFailure(
    'answer-empty',
    `${spoken(asked)} answered ${status} with an empty body, which is not an empty list`,
    RUN_LATER,
  );
}

export function stopped(asked: Asked, why: string): AuditFailure {
  return new AuditFailure(
    'deadline-reached',
    `${spoken(asked)} was given up: ${why}`,
    'give the run more time',
  );
}
