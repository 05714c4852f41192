import type { Store } from '../ledger/store.ts';
import { readCredential } from './credentials.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './wiring.ts';

/** @throws AggregateError of AuditFailures `credential-missing` */
export async function openStore(
  { store, retryBudgetMs }: Settings,
  { env, signal }: Pick<Surroundings, 'env' | 'signal'>,
): Promise<Store> {
  if (store.kind === 'directory') {
    const { createDirectoryStore } = await import('../adapters/store/directory.ts');
    return createDirectoryStore(store.path);
  }
  const answer = await readCredential('store', store.credential, env);
  if (answer.kind === 'missing') throw new AggregateError(answer.failures);
  const { createS3Store } = await import('../adapters/store/s3.ts');
  const { id, secret } = answer.credential;
  const credential = { accessKeyId: id, secretAccessKey: secret };
  return createS3Store({ ...store, credential, retryBudgetMs, signal });
}
