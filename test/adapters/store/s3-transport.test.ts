import dns from 'node:dns';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../lib/adapters/s3/address.ts';
import { transportTrouble } from '../../../lib/adapters/transport/trouble.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { type StrictS3, startStrictS3 } from '../../builders/strict-s3.ts';
import { aStoreIn, befall, bytesOf, countOf } from './s3-stores.ts';

let s3: StrictS3;
beforeEach(async () => {
  s3 = await startStrictS3({ conditions: 'kept' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await s3.close();
});

const KEY = 'ledger/shop/a.json';
const CONTENT = bytesOf('some content, longer than a part of it');

describe('a read from S3', () => {
  it.each([
    ['ends before its length', { kind: 'cut', afterBytes: 10 }],
    ['is reset', { kind: 'reset', effect: false }],
  ] as const)('that %s is made again, and is whole or nothing', async (_, fault) => {
    s3.objects.set(KEY, CONTENT);
    befall(s3, 'GET', fault, 0, 1);
    expect(await aStoreIn(s3).read(KEY)).toEqual(CONTENT);
    befall(s3, 'GET', fault);
    await expect(aStoreIn(s3, { random: () => 0.5 }).read(KEY)).rejects.toMatchObject({
      code: 'store-unreadable',
      message: expect.stringMatching(
        /: the connection broke \(\w+, 127\.0\.0\.1:\d+\); tried 17 times in 28\.2 s$/,
      ),
    });
  });

  it('without a length is not believed: nobody can tell it from a part', async () => {
    befall(s3, 'GET', { kind: 'say', body: 'some', headers: { 'transfer-encoding': 'chunked' } });
    s3.objects.set(KEY, CONTENT);
    await expect(aStoreIn(s3).read(KEY)).rejects.toThrow('answered an object without a Content-Length');
  });
});

describe('a server that cannot be reached', () => {
  it('ends the call at once when it refuses the first contact', async () => {
    await s3.close();
    const sleep = vi.fn();
    await expect(aStoreIn(s3, { sleep }).list('ledger/')).rejects.toMatchObject({
      code: 'store-unreadable',
      message: expect.stringMatching(
        /\/ledger\/ cannot be listed: the connection was refused \(ECONNREFUSED, /,
      ),
      remedy: expect.stringContaining('DNS, firewall, proxy'),
    });
    expect(sleep).not.toHaveBeenCalled();
  });

  it('is waited for when it has answered before: it is being restarted', async () => {
    const store = aStoreIn(s3, {
      sleep: async () => {
        restarted ??= await startStrictS3({ conditions: 'kept', port: Number(new URL(s3.endpoint).port) });
      },
    });
    let restarted: StrictS3 | undefined;
    expect(await store.read(KEY)).toBeUndefined();
    await s3.close();
    expect(await store.create(KEY, CONTENT)).toBe('created');
    expect(restarted?.objects.get(KEY)).toEqual(Buffer.from(CONTENT));
    await restarted?.close();
  });

  it('is named when its name cannot be resolved', async () => {
    const lookup = (...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function')
        callback(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }));
    };
    vi.spyOn(dns, 'lookup').mockImplementation(lookup);
    const store = aStoreIn(s3, { endpoint: 'https://objectstorage.no-such-region.kakaocloud.com' });
    await expect(store.read(KEY)).rejects.toThrow(
      'cannot be read: the host name cannot be resolved (ENOTFOUND, objectstorage.no-such-region.kakaocloud.com)',
    );
  });

  it('is told of when it speaks no TLS', async () => {
    const store = aStoreIn(s3, { endpoint: s3.endpoint.replace('http:', 'https:') });
    await expect(store.read(KEY)).rejects.toThrow(/the TLS connection was not made \(\w+, /);
    expect(s3.requests).toEqual([]);
  });

  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time', true],
    ['UND_ERR_HEADERS_TIMEOUT', 'no answer in time', true],
    ['UND_ERR_BODY_TIMEOUT', 'no answer in time', true],
    ['EAI_AGAIN', 'the host name cannot be resolved', true],
    ['CERT_HAS_EXPIRED', 'the TLS connection was not made', false],
    ['EPIPE', 'the connection broke', true],
    ['UND_ERR_HEADERS_OVERFLOW', 'the connection broke', false],
  ])('%s is told, and tried again only when that may help', (code, what, mayPass) => {
    const trouble = transportTrouble(Object.assign(new Error('it broke'), { code }), 'host', true);
    expect(trouble).toMatchObject({ what: `${what} (${code}, host)`, mayPass });
  });
});

describe('a call that is stopped', () => {
  const reason = new AuditFailure(
    'deadline-reached',
    'the time of the run is used up',
    'give the run more time',
  );

  it('sends nothing more', async () => {
    await expect(aStoreIn(s3, { signal: AbortSignal.abort(reason) }).read(KEY)).rejects.toMatchObject({
      code: 'store-unreadable',
      message: expect.stringMatching(
        /a\.json cannot be read: it was given up: the time of the run is used up$/,
      ),
      remedy: 'give the run more time',
    });
    expect(s3.requests).toEqual([]);
  });

  it('does not wait for an answer', async () => {
    const stop = new AbortController();
    s3.interfere = () => {
      stop.abort();
      return new Promise(() => {});
    };
    await expect(aStoreIn(s3, { signal: stop.signal }).create(KEY, CONTENT)).rejects.toMatchObject({
      code: 'store-unwritable',
      message: expect.stringMatching(/it was given up: the run was stopped$/),
    });
  });

  it('does not wait for the next try', async () => {
    const stop = new AbortController();
    befall(s3, 'GET', { kind: 'refuse', status: 503 });
    const store = aStoreIn(s3, {
      signal: stop.signal,
      sleep: undefined,
      random: () => {
        setImmediate(() => stop.abort());
        return 1;
      },
    });
    await expect(store.read(KEY)).rejects.toThrow('it was given up: the run was stopped');
    expect(countOf(s3, 'GET')).toBe(1);
  });
});

describe('a secret', () => {
  it('is not told, though the server says it back', async () => {
    const credential = {
      accessKeyId: s3.accessKeyId,
      secretAccessKey: 'a/secret+key',
      sessionToken: 'a-token&c',
    };
    const message = `wrong: ${credential.secretAccessKey} and ${credential.sessionToken}`;
    befall(s3, 'GET', { kind: 'refuse', status: 403, code: 'SignatureDoesNotMatch', message });
    const store = aStoreIn(s3, { credential });
    const failure = await store.read(KEY).catch((thrown: unknown) => thrown);
    expect(inspect(failure)).toContain('403 SignatureDoesNotMatch (wrong: … and …)');
    for (const secret of ['a/secret+key', 'a-token&c']) {
      expect(inspect({ store, failure }, { depth: null, showHidden: true })).not.toContain(secret);
    }
  });

  it.each([
    ['accessKeyId', 'an id'],
    ['secretAccessKey', 'a secret\n'],
    ['sessionToken', 'a-token\u00a0'],
    ['secretAccessKey', ''],
  ])('%s that cannot be one is refused without being shown: %j', (part, value) => {
    const { accessKeyId, secretAccessKey } = s3;
    const credential = { accessKeyId, secretAccessKey, [part]: value };
    const opening = () => aStoreIn(s3, { credential });
    expect(opening).toThrow(expect.objectContaining({ code: 'config-invalid' }));
    expect(opening).toThrow(`the ${part} of the S3 bucket`);
    if (value !== '') expect(opening).not.toThrow(value);
  });
});

describe('an address', () => {
  const LOCATION = {
    endpoint: 'https://objectstorage.kr-central-2.kakaocloud.com',
    region: 'kr-central-2',
    bucket: 'audit',
    addressing: 'path',
  } as const;

  it.each([
    ['path', '', 'https://objectstorage.kr-central-2.kakaocloud.com/audit/'],
    ['path', 'teams/a', 'https://objectstorage.kr-central-2.kakaocloud.com/audit/teams/a/'],
    ['path', 'teams/a/', 'https://objectstorage.kr-central-2.kakaocloud.com/audit/teams/a/'],
    ['host', 'teams', 'https://audit.objectstorage.kr-central-2.kakaocloud.com/teams/'],
  ] as const)('is the place for messages: %s, prefix %j', (addressing, prefix, place) => {
    expect(addressOf({ ...LOCATION, addressing, prefix }).place).toBe(place);
  });

  it('may have a path of its own', () => {
    const address = addressOf({ ...LOCATION, endpoint: 'https://storage.example/v1/s3/' });
    expect(address).toMatchObject({ path: '/v1/s3/audit', place: 'https://storage.example/v1/s3/audit/' });
  });

  it('has the bucket in the host when asked', async () => {
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') callback(null, [{ address: '127.0.0.1', family: 4 }]);
    });
    const endpoint = s3.endpoint.replace('127.0.0.1', 'localhost');
    const store = aStoreIn(s3, { endpoint, addressing: 'host' });
    expect(await store.create(KEY, CONTENT)).toBe('created');
    expect(await store.list('ledger/')).toEqual([KEY]);
    expect(await store.read(KEY)).toEqual(CONTENT);
    expect(lookup.mock.calls[0]?.[0]).toBe('ledger-bucket.localhost');
    expect(new Set(s3.requests.map(({ host }) => host))).toEqual(
      new Set([`ledger-bucket.localhost:${new URL(endpoint).port}`]),
    );
  });

  it.each([
    ['endpoint', 'objectstorage.example', 'is no https URL'],
    ['endpoint', 'ftp://objectstorage.example', 'is no https URL'],
    ['endpoint', 'http://objectstorage.example', 'is not encrypted'],
    ['endpoint', 'http://127.0.0.1.example', 'is not encrypted'],
    ['endpoint', 'https://user:word@objectstorage.example', 'has more than a host and a path'],
    ['endpoint', 'https://objectstorage.example/?x=1', 'has more than a host and a path'],
    ['bucket', '', 'the bucket name "" is none'],
    ['bucket', '../other', 'the bucket name "../other" is none'],
    ['bucket', 'a/b', 'the bucket name "a/b" is none'],
    ['region', '', 'the region "" is none'],
    ['region', 'kr central', 'the region "kr central" is none'],
    ['prefix', '/abs', 'the prefix "/abs" is no beginning of a key'],
    ['prefix', 'a//b', 'the prefix "a//b" is no beginning of a key'],
    ['prefix', '../up', 'the prefix "../up" is no beginning of a key'],
    ['prefix', 'a b', 'the prefix "a b" is no beginning of a key'],
  ])('is refused with its %s: %j', (part, value, said) => {
    const reading = () => addressOf({ ...LOCATION, [part]: value });
    expect(reading).toThrow(expect.objectContaining({ code: 'config-invalid' }));
    expect(reading).toThrow(said);
    expect(reading).not.toThrow('word');
  });

  it.each([
    ['a bucket with a dot', { bucket: 'audit.shop' }],
    ['a bucket with a capital', { bucket: 'Audit' }],
    ['an IP address', { endpoint: 'http://127.0.0.1:9000' }],
    ['an IPv6 address', { endpoint: 'http://[::1]:9000' }],
  ])('cannot be host-style for %s', (_, over) => {
    expect(() => addressOf({ ...LOCATION, addressing: 'host', ...over })).toThrow(
      'cannot stand before the host',
    );
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])(
    'may be unencrypted on this machine: %s',
    (endpoint) => {
      expect(addressOf({ ...LOCATION, endpoint }).place).toBe(`${endpoint}/audit/`);
    },
  );
});
