import { afterAll, describe, expect, it } from 'vitest';
import { createS3Store, type S3StoreOptions } from '../../../lib/adapters/store/s3.ts';
import { startGoS3 } from '../../builders/go-s3-server.ts';
import { storeContract } from '../../contracts/store.ts';

const server = await startGoS3(process.env);

if (server.kind === 'skipped') {
  it.skip(`S3 by versitygw, a server with conditional writes (skipped: ${server.why})`, () => {});
} else {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server;
  let prefixes = 0;
  const aStore = (over: Partial<S3StoreOptions> = {}) =>
    createS3Store({
      endpoint,
      region,
      bucket,
      prefix: `store-${prefixes}/`,
      addressing: 'path',
      credential: { accessKeyId, secretAccessKey },
      retryBudgetMs: 30_000,
      ...over,
    });
  afterAll(() => server.close());

  storeContract('S3 by versitygw', async () => {
    prefixes += 1;
    return aStore();
  });

  describe('a server with conditional writes', () => {
    it('lets one of many writers in stores of their own win, whole', async () => {
      prefixes += 1;
      const contents = Array.from({ length: 20 }, (_, n) => Buffer.from(`${n}`.repeat(5000)));
      const outcomes = await Promise.all(contents.map((bytes) => aStore().create('ledger/a', bytes)));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(await aStore().read('ledger/a')).toEqual(
        Uint8Array.from(contents[outcomes.indexOf('created')] ?? []),
      );
    });

    it.each([
      ['403 SignatureDoesNotMatch', { credential: { accessKeyId, secretAccessKey: 'another' } }],
      // Its own word, and a 404: no missing key for all that.
      ['404 XAdminUserNotFound', { credential: { accessKeyId: 'NOBODY', secretAccessKey } }],
      ['404 NoSuchBucket', { bucket: 'no-such-bucket' }],
      ['400 AuthorizationHeaderMalformed', { region: 'us-east-1' }],
    ])('is told of as %s', async (code, over) => {
      await expect(aStore(over).list('ledger/')).rejects.toThrow(code);
    });
  });
}
