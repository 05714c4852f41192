import { AuditFailure } from '../../terms/failure.ts';

export interface S3Location {
  /** `https://objectstorage.kr-central-2.kakaocloud.com`; a path may stand behind the host. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What all keys of this store begin with in the bucket: `orphan-audit/`; nothing unless said. */
  readonly prefix?: string | undefined;
  /** Where the bucket's name stands: `https://host/bucket/key`, or `https://bucket.host/key`. */
  readonly addressing: 'path' | 'host';
}

/** Where requests about the bucket go. */
export interface BucketAddress {
  readonly origin: string;
  readonly host: string;
  /** The bucket itself; an object's path is this, a slash and its key. Empty where the host names the bucket. */
  readonly path: string;
  /** Empty, or ends in a slash. */
  readonly keyPrefix: string;
  /** The address that all keys of the store begin with, for messages. */
  readonly place: string;
}

/** @throws AuditFailure `config-invalid` */
export function addressOf(location: S3Location): BucketAddress {
  const url = endpointUrl(location.endpoint);
  const { bucket, addressing } = location;
  if (!BUCKET.test(bucket)) throw invalid(`the bucket name ${shown(bucket)} is none`, BUCKET_REMEDY);
  if (!REGION.test(location.region)) {
    throw invalid(`the region ${shown(location.region)} is none`, 'write a region such as kr-central-2');
  }
  const keyPrefix = prefixOf(location.prefix);
  const base = url.pathname.replace(/\/+$/, '');
  const at = addressing === 'path' ? url : bucketHost(url, bucket);
  const path = addressing === 'path' ? `${base}/${bucket}` : base;
  return { origin: at.origin, host: at.host, path, keyPrefix, place: `${at.origin}${path}/${keyPrefix}` };
}

/** AWS's old names and other servers' have capitals and underscores; what a server does not take, it says itself. */
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const BUCKET_REMEDY = 'write the name of the bucket: 3 to 63 letters, digits, "-", "." and "_"';
const REGION = /^[A-Za-z0-9-]+$/;
/** As a key: no segment begins with a dot, and none is empty. */
const PREFIX = /^(?!.*(?:^|\/)\.)[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*\/?$/;
const ENDPOINT_REMEDY = 'write an address such as https://objectstorage.kr-central-2.kakaocloud.com';

function endpointUrl(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalid('the endpoint of the S3 bucket is no https URL', ENDPOINT_REMEDY);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid(
      `the endpoint of the S3 bucket at ${url.host} has more than a host and a path`,
      'take user, password, "?" and "#" out of it; the access key has a place of its own',
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(
      `the endpoint http://${url.host} of the S3 bucket is not encrypted`,
      'use https: what the ledger holds must not travel in clear (http is for 127.0.0.1, ::1 and localhost only)',
    );
  }
  return url;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

function bucketHost(url: URL, bucket: string): URL {
  const address = `${url.protocol}//${bucket}.${url.host}`;
  const canStandThere = /^[a-z0-9-]+$/.test(bucket) && !/^(\[|127\.)/.test(url.hostname);
  if (canStandThere && URL.canParse(address)) return new URL(address);
  throw invalid(
    `the bucket name ${shown(bucket)} cannot stand before the host ${url.host}`,
    "use path addressing: a host's certificate covers one more name without dots, and an IP address covers none",
  );
}

function prefixOf(prefix: string | undefined): string {
  if (prefix === undefined || prefix === '') return '';
  if (PREFIX.test(prefix)) return prefix.endsWith('/') ? prefix : `${prefix}/`;
  throw invalid(
    `the prefix ${shown(prefix)} is no beginning of a key`,
    'write names of A-Z a-z 0-9 . _ - which do not begin with a dot, with slashes between them, such as orphan-audit/',
  );
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function invalid(message: string, remedy: string): AuditFailure {
  return new AuditFailure('config-invalid', message, remedy);
}
