import { createS3Store, type S3StoreOptions } from '../../../lib/adapters/store/s3.ts';
import type { Store } from '../../../lib/ledger/store.ts';
import type { S3Fault, S3RequestSeen, StrictS3 } from '../../builders/strict-s3.ts';

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A store in a server's bucket. Its waits take no time, and count all the same. */
export function aStoreIn(s3: StrictS3, over: Partial<S3StoreOptions> = {}): Store {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, sessionToken } = s3;
  return createS3Store({
    endpoint,
    region,
    bucket,
    addressing: 'path',
    credential: { accessKeyId, secretAccessKey, sessionToken },
    retryBudgetMs: 30_000,
    sleep: async () => {},
    ...over,
  });
}

/** The fault befalls these requests of one method, counted from 0; all of them when none are named. */
export function befall(
  s3: StrictS3,
  method: 'GET' | 'PUT',
  fault: S3Fault,
  ...which: readonly number[]
): void {
  s3.interfere = (request) => {
    const isMeant = request.method === method && (which.length === 0 || which.includes(request.nth));
    return isMeant ? fault : undefined;
  };
}

export function countOf(s3: StrictS3, method: 'GET' | 'PUT'): number {
  return s3.requests.filter((request: S3RequestSeen) => request.method === method).length;
}
