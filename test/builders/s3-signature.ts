import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may ask. */
export interface Principal {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

type Fault = {
  readonly kind: 'refuse';
  readonly status: number;
  readonly code: string;
  readonly message: string;
};

const SKEW_MS = 15 * 60 * 1000;

/**
 * Verifies AWS signature version 4 of a request to S3, from AWS's description of it ("Create a signed AWS API request",
 * "Authenticating Requests: Using the Authorization Header") and with node:crypto only: the store's library must not be
 * its own judge.
 */
export function signatureFault(
  request: IncomingMessage,
  body: Uint8Array,
  principal: Principal & { readonly now: number },
): Fault | undefined {
  const { headers } = request;
  const authorization = AUTHORIZATION.exec(headers.authorization ?? '');
  if (authorization === null) return fault(403, 'AccessDenied', 'Access Denied');
  const [, accessKeyId = '', day = '', region = '', signedNames = '', signature = ''] = authorization;
  if (accessKeyId !== principal.accessKeyId) {
    return fault(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  if (region !== principal.region) {
    const message = `The authorization header is malformed; the region '${region}' is wrong; expecting '${principal.region}'`;
    return fault(400, 'AuthorizationHeaderMalformed', message);
  }
  const time = String(headers['x-amz-date']);
  if (!time.startsWith(`${day}T`)) return fault(403, 'SignatureDoesNotMatch', "the date is not the scope's");
  if (!(Math.abs(momentOf(time) - principal.now) <= SKEW_MS)) {
    const message = 'The difference between the request time and the current time is too large.';
    return fault(403, 'RequestTimeTooSkewed', message);
  }
  const names = signedNames.split(';');
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  const unsigned = mustBeSigned.find((name) => !names.includes(name));
  if (unsigned !== undefined)
    return fault(
      403,
      'AccessDenied',
      `There were headers present in the request which were not signed: ${unsigned}`,
    );
  if (headers['x-amz-security-token'] !== principal.sessionToken) {
    return fault(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.');
  }
  const bodyHash = sha256(body);
  if (headers['x-amz-content-sha256'] !== bodyHash) {
    const message = 'The provided x-amz-content-sha256 header does not match what was computed.';
    return fault(400, 'XAmzContentSHA256Mismatch', message);
  }
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical(request, names, bodyHash))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${principal.secretAccessKey}`,
  );
  if (timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) return undefined;
  return fault(
    403,
    'SignatureDoesNotMatch',
    `The request signature we calculated does not match the signature you provided. Check your key and signing method.`,
  );
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

function canonical(request: IncomingMessage, names: readonly string[], bodyHash: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('='));
  const canonicalQuery = pairs
    .map(([name = '', value = '']) => `${reEncoded(name)}=${reEncoded(value)}`)
    .sort()
    .join('&');
  const lines = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const canonicalPath = path.split('/').map(reEncoded).join('/');
  return [request.method, canonicalPath, canonicalQuery, lines.join(''), names.join(';'), bodyHash].join(
    '\n',
  );
}

/** Whatever the client's way of writing it, AWS signs the way of RFC 3986. */
function reEncoded(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `20261101T000000Z` */
function momentOf(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function fault(status: number, code: string, message: string): Fault {
  return { kind: 'refuse', status, code, message };
}
