import { RUN_LATER, type Trouble } from '../transport/trouble.ts';
import { rootOf, textIn } from './xml.ts';

/** An answer that is no success, with what its error document says. */
export interface Refusal {
  readonly status: number;
  /** S3's own word: `NoSuchKey`. `undefined`: the answer has no S3 error document, so S3 may not have answered at all. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Where the bucket is instead. */
  readonly region: string | undefined;
  readonly endpoint: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** @param secrets a server may say back what it was sent, and a refusal's message is shown to people */
export function readRefusal(
  status: number,
  header: (name: string) => string | undefined,
  body: string,
  secrets: readonly string[],
): Refusal {
  const root = rootOf(body);
  const error = root?.name === 'Error' ? root : undefined;
  const told = (text: string | undefined) => (text === undefined ? undefined : line(without(text, secrets)));
  const said = (name: string) => told(error === undefined ? undefined : textIn(error, name));
  const code = said('Code');
  const retryAfter = header('retry-after') ?? '';
  return {
    status,
    code: code !== undefined && /^[A-Za-z0-9.]{1,80}$/.test(code) ? code : undefined,
    message: said('Message'),
    region: told(header('x-amz-bucket-region')) ?? said('Region'),
    endpoint: said('Endpoint'),
    // Object storage asks in seconds when it asks at all; a date is answered with the usual backoff.
    retryAfterMs: /^\d{1,6}$/.test(retryAfter) ? 1000 * Number(retryAfter) : undefined,
  };
}

const LONGEST_LINE = 200;

function line(text: string): string | undefined {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (flat === '') return undefined;
  return flat.length <= LONGEST_LINE ? flat : `${flat.slice(0, LONGEST_LINE)}…`;
}

function without(text: string, secrets: readonly string[]): string {
  return secrets.reduce((so, secret) => so.replaceAll(secret, '…'), text);
}

export function isNoSuchKey({ status, code }: Refusal): boolean {
  return status === 404 && code === 'NoSuchKey';
}

/** The server knows no conditional write, and says so. Most that know none just take it for a plain one. */
export function isNotImplemented({ status, code }: Refusal): boolean {
  return status === 501 || code === 'NotImplemented';
}

/** Codes after which the same request may succeed, whatever their status (AWS, "Error responses"). */
const PASSING_CODES: ReadonlySet<string | undefined> = new Set([
  'ConditionalRequestConflict',
  'OperationAborted',
  'RequestTimeout',
  'IncompleteBody',
]);
/** Unlike other services, S3 means by a 500 that one shall try again. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

function mayPass({ status, code }: Refusal): boolean {
  return PASSING_STATUSES.has(status) || PASSING_CODES.has(code);
}

export function troubleOf(refusal: Refusal): Trouble {
  const { status, code, message, retryAfterMs } = refusal;
  const said = [code, message && `(${message})`].filter((part) => part !== undefined).join(' ');
  return {
    what: `the server answered ${status}${said === '' ? ' without an S3 error code' : ` ${said}`}${elsewhere(refusal)}`,
    remedy: remedyFor(refusal),
    mayPass: mayPass(refusal),
    isRefusal: !mayPass(refusal),
    retryAfterMs,
  };
}

const WRONG_PLACE: ReadonlySet<string | undefined> = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'Redirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);

function isElsewhere({ status, code }: Refusal): boolean {
  return (status >= 300 && status < 400) || WRONG_PLACE.has(code);
}

function elsewhere(refusal: Refusal): string {
  if (!isElsewhere(refusal)) return '';
  const places = [
    refusal.region && `the region ${refusal.region}`,
    refusal.endpoint && `the endpoint ${refusal.endpoint}`,
  ].filter((place) => place !== undefined);
  return places.length === 0 ? '' : `; it names ${places.join(' and ')}`;
}

const CHECK_ENDPOINT = 'see that the endpoint in the configuration is that of the S3 API, and run again';
const CHECK_PLACE =
  'redirects are never followed: set region and endpoint of the store to those where the bucket is';
const CHECK_RIGHTS =
  "let the key's owner read, write and list objects in this bucket (s3:GetObject, s3:PutObject, s3:ListBucket); nothing is ever deleted";
const CHECK_TOKEN =
  'the temporary key has run out or is no more valid: take a new one, with its session token';

/** By S3's codes (AWS, "Error responses"; MinIO and Ceph use the same words). */
const REMEDIES: ReadonlyMap<string | undefined, string> = new Map([
  [
    'SignatureDoesNotMatch',
    'see that the secret access key is that of this access key ID (on KakaoCloud an S3 access key, which is another than the IAM access key), and that region and addressing are right',
  ],
  [
    'InvalidAccessKeyId',
    'see that the access key ID is right and still in use (on KakaoCloud an S3 access key, which is another than the IAM access key); else issue a new pair',
  ],
  [
    'RequestTimeTooSkewed',
    "set this machine's clock, for example by NTP: a signature holds for 15 minutes around the server's time",
  ],
  ['AccessDenied', CHECK_RIGHTS],
  [
    'NoSuchBucket',
    'create the bucket, or correct its name, endpoint, region or addressing in the configuration',
  ],
  ['ExpiredToken', CHECK_TOKEN],
  ['InvalidToken', CHECK_TOKEN],
  ['KeyTooLongError', 'take a shorter prefix'],
]);

function remedyFor(refusal: Refusal): string {
  const { status, code } = refusal;
  if (isElsewhere(refusal)) return CHECK_PLACE;
  const remedy = REMEDIES.get(code);
  if (remedy !== undefined) return remedy;
  if (mayPass(refusal)) return RUN_LATER;
  return status === 403 && code !== undefined ? CHECK_RIGHTS : CHECK_ENDPOINT;
}

/** An answer of 200 that is not what S3 answers. */
export function unexpected(what: string): Trouble {
  return { what: `the server answered ${what}`, remedy: CHECK_ENDPOINT, mayPass: false };
}

/** An answer that is not whole; the next one may be. */
export function brokenOff(what: string): Trouble {
  return { what: `the server answered ${what}`, remedy: RUN_LATER, mayPass: true };
}
