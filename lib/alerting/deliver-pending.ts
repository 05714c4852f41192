import { listPending, type Memory } from '../publish/delivery/pending.ts';
import { failureIn } from '../publish/delivery/receipts.ts';
import { newestOf, tryAgain } from '../publish/delivery/redeliver.ts';
import type { Publication, Publisher } from '../publish/publisher.ts';
import { type AuditFailure, asFailure } from '../terms/failure.ts';

/**
 * Tries the alerts, or the checks, that publishers did not take, in a run that has no message of its own to send: else
 * they would wait for the next one, which may be a week away.
 */
export async function deliverPending(
  publishers: readonly Publisher[],
  memory: Memory,
  ofKind: Exclude<Publication['kind'], 'report'> = 'alert',
): Promise<readonly AuditFailure[]> {
  const ofStore: AuditFailure[] = [];
  try {
    const pending = newestOf(await listPending(memory)).filter(({ kind }) => kind === ofKind);
    const receipts = await Promise.all(
      publishers
        .filter(({ takes }) => takes.includes(ofKind))
        .map((publisher) =>
          tryAgain(
            memory,
            publisher,
            pending.filter((one) => one.publisher === publisher.id),
            ofStore,
          ),
        ),
    );
    return [...receipts.flat().flatMap((receipt) => failureIn(receipt) ?? []), ...ofStore];
  } catch (thrown) {
    return [asFailure(thrown)];
  }
}
