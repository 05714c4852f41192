import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StrictS3, startStrictS3 } from '../../builders/strict-s3.ts';
import { aStoreIn, befall, bytesOf, countOf } from './s3-stores.ts';

let s3: StrictS3;
beforeEach(async () => {
  s3 = await startStrictS3({ conditions: 'kept' });
});
afterEach(() => s3.close());

const KEY = 'ledger/shop/a.json';
const HOUR_MS = 60 * 60 * 1000;

/** What every call comes to when the server refuses it all. */
async function refusalsOf(store: ReturnType<typeof aStoreIn>) {
  const calls = [store.list('ledger/'), store.read(KEY), store.create(KEY, bytesOf('a'))];
  const settled = await Promise.allSettled(calls);
  return settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome.value));
}

const EVERY_CALL = [
  { code: 'store-unreadable', what: 'ledger/ cannot be listed' },
  { code: 'store-unreadable', what: `${KEY} cannot be read` },
  { code: 'store-unwritable', what: `${KEY} cannot be written` },
];

describe('a refusal of an S3 server', () => {
  it.each([
    [403, 'AccessDenied', 's3:GetObject, s3:PutObject, s3:ListBucket'],
    [403, 'AllAccessDisabled', 's3:GetObject, s3:PutObject, s3:ListBucket'],
    [403, 'InvalidAccessKeyId', 'the access key ID is right and still in use'],
    [403, 'SignatureDoesNotMatch', 'the secret access key is that of this access key ID'],
    [403, 'RequestTimeTooSkewed', "set this machine's clock"],
    [400, 'ExpiredToken', 'take a new one, with its session token'],
    [400, 'InvalidToken', 'take a new one, with its session token'],
    [404, 'NoSuchBucket', 'create the bucket, or correct its name'],
    [400, 'InvalidRequest', 'see that the endpoint in the configuration is that of the S3 API'],
  ])('%i %s has its remedy, at every call and at once', async (status, code, remedy) => {
    s3.interfere = () => ({ kind: 'refuse', status, code, message: 'So it is.' });
    const place = `${s3.endpoint}/ledger-bucket/`;
    expect(await refusalsOf(aStoreIn(s3))).toEqual(
      EVERY_CALL.map((call) =>
        expect.objectContaining({
          name: 'AuditFailure',
          code: call.code,
          message: `${place}${call.what}: the server answered ${status} ${code} (So it is.)`,
          remedy: expect.stringContaining(remedy),
        }),
      ),
    );
    expect(s3.requests).toHaveLength(3);
  });

  it('is no missing key when it is a 404 that S3 did not say', async () => {
    befall(s3, 'GET', { kind: 'refuse', status: 404 });
    await expect(aStoreIn(s3).read(KEY)).rejects.toMatchObject({
      code: 'store-unreadable',
      message: expect.stringContaining('the server answered 404 without an S3 error code'),
    });
  });

  it('is a missing key only as NoSuchKey', async () => {
    befall(s3, 'GET', { kind: 'refuse', status: 404, code: 'NoSuchVersion' });
    await expect(aStoreIn(s3).read(KEY)).rejects.toThrow('404 NoSuchVersion');
    befall(s3, 'GET', { kind: 'refuse', status: 403, code: 'NoSuchKey' });
    await expect(aStoreIn(s3).read(KEY)).rejects.toThrow('403 NoSuchKey');
    befall(s3, 'GET', { kind: 'refuse', status: 404, code: 'NoSuchKey' });
    expect(await aStoreIn(s3).read(KEY)).toBeUndefined();
  });

  it.each([
    [
      301,
      { code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'ap-northeast-2' } },
      '; it names the region ap-northeast-2',
    ],
    [
      301,
      { code: 'PermanentRedirect', more: '<Endpoint>elsewhere.example</Endpoint>' },
      '; it names the endpoint elsewhere.example',
    ],
    [
      400,
      { code: 'AuthorizationHeaderMalformed', more: '<Region>ap-northeast-2</Region>' },
      '; it names the region ap-northeast-2',
    ],
    [307, { code: 'TemporaryRedirect' }, ''],
    [302, {}, ''],
  ])('that sends elsewhere (%i) is not followed, and names the place', async (status, fault, named) => {
    const elsewhere = await startStrictS3({ conditions: 'kept' });
    const headers = {
      location: `${elsewhere.endpoint}/ledger-bucket/${KEY}`,
      ...('headers' in fault ? fault.headers : {}),
    };
    befall(s3, 'GET', { kind: 'refuse', status, ...fault, headers });
    await expect(aStoreIn(s3).read(KEY)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`the server answered ${status}.*${named}$`)),
      remedy: expect.stringContaining('redirects are never followed'),
    });
    expect([countOf(s3, 'GET'), elsewhere.requests.length]).toEqual([1, 0]);
    await elsewhere.close();
  });

  it('is waited out as long as it asks', async () => {
    const waits: number[] = [];
    const store = aStoreIn(s3, {
      sleep: async (ms) => {
        waits.push(ms);
      },
    });
    befall(s3, 'GET', { kind: 'refuse', status: 429, headers: { 'retry-after': '7' } }, 0);
    expect(await store.read(KEY)).toBeUndefined();
    expect(waits).toEqual([7000]);
  });

  it('that asks for more time than there is ends the call at once', async () => {
    befall(s3, 'GET', { kind: 'refuse', status: 503, code: 'SlowDown', headers: { 'retry-after': '31' } });
    await expect(aStoreIn(s3).read(KEY)).rejects.toThrow(
      /503 SlowDown; tried once in [\d.]+ s, given up because it asks to wait 31 s$/,
    );
  });

  it('backs off with full jitter, and no longer than five seconds', async () => {
    const waits: number[] = [];
    const draws = [0, 0.5, 0.999];
    const store = aStoreIn(s3, {
      random: () => draws[waits.length % 3] ?? 0,
      sleep: async (ms) => {
        waits.push(Math.round(ms));
      },
    });
    befall(s3, 'GET', { kind: 'refuse', status: 503 }, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    await store.read(KEY);
    expect(waits).toEqual([20, 100, 400, 20, 800, 3197, 20, 2500, 4995]);
  });
});

describe('a signature', () => {
  it('is refused for another secret', async () => {
    const { accessKeyId } = s3;
    const store = aStoreIn(s3, { credential: { accessKeyId, secretAccessKey: 'another-secret' } });
    await expect(store.read(KEY)).rejects.toThrow('403 SignatureDoesNotMatch');
  });

  it('is refused for an unknown key', async () => {
    const { secretAccessKey } = s3;
    const store = aStoreIn(s3, { credential: { accessKeyId: 'NOBODY', secretAccessKey } });
    await expect(store.read(KEY)).rejects.toThrow('403 InvalidAccessKeyId');
  });

  it('is refused for another region, which is told', async () => {
    await expect(aStoreIn(s3, { region: 'us-east-1' }).read(KEY)).rejects.toThrow(
      /400 AuthorizationHeaderMalformed .*'us-east-1' is wrong; expecting 'kr-central-2'/,
    );
  });

  it('is refused when the clocks differ by more than 15 minutes', async () => {
    const ahead = await startStrictS3({ conditions: 'kept', clock: () => Date.now() + HOUR_MS });
    await expect(aStoreIn(ahead).read(KEY)).rejects.toMatchObject({
      message: expect.stringContaining('403 RequestTimeTooSkewed'),
      remedy: expect.stringContaining("set this machine's clock"),
    });
    await ahead.close();
  });

  it('of a temporary key has its session token in it', async () => {
    const sessionToken = 'session/token+1==';
    const temporary = await startStrictS3({ conditions: 'kept', sessionToken });
    expect(await aStoreIn(temporary).create(KEY, bytesOf('a'))).toBe('created');
    const { accessKeyId, secretAccessKey } = temporary;
    const without = aStoreIn(temporary, { credential: { accessKeyId, secretAccessKey } });
    await expect(without.read(KEY)).rejects.toThrow('400 InvalidToken');
    await temporary.close();
  });
});
