import { afterAll } from 'vitest';
import { startStrictS3 } from '../../builders/strict-s3.ts';
import { storeContract } from '../../contracts/store.ts';
import { aStoreIn } from './s3-stores.ts';

for (const conditions of ['kept', 'ignored', 'refused'] as const) {
  const s3 = await startStrictS3({ conditions, pageSize: 100 });
  let prefixes = 0;
  storeContract(`S3, conditions ${conditions},`, async () => aStoreIn(s3, { prefix: `t${++prefixes}/` }));
  afterAll(() => s3.close());
}
