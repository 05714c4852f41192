import { stopSignal } from '../adapters/transport/stop-signal.ts';
import type { Store } from '../ledger/store.ts';
import { plusMs, SECOND_MS } from '../terms/instants.ts';
import { readCredential } from './credentials.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './wiring.ts';

/** Of what the runtime leaves after the run's end, the part in which may be written down what was found. */
const WRITING_MS = 20 * SECOND_MS;

/** @throws AggregateError of AuditFailures `credential-missing` */
export async function openStore(
  { store, retryBudgetMs }: Settings,
  { env, clock, ...ending }: Pick<Surroundings, 'env' | 'clock' | 'signal' | 'deadline'>,
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
  const { signal, deadline } = ending;
  const end = deadline === undefined ? undefined : plusMs(deadline, WRITING_MS);
  return createS3Store({
    ...store,
    credential,
    retryBudgetMs,
    signal: stopSignal({ signal, deadline: end, clock }),
  });
}
