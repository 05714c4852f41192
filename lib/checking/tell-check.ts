import type { Store } from '../ledger/store.ts';
import { checkPublication, saidBy } from '../publish/check-publication.ts';
import { deliver } from '../publish/delivery/deliver.ts';
import type { Delivery } from '../publish/delivery/receipts.ts';
import type { Publisher } from '../publish/publisher.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { asFailure } from '../terms/failure.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../terms/instants.ts';
import {
  type Cluster,
  createTold,
  markDelivered,
  markSight,
  type ToldCheck,
  type ToldCluster,
} from './told-checks.ts';

/** What became of a check, as far as publishers are concerned. */
export type Telling =
  | { readonly kind: 'told'; readonly id: string; readonly delivery: Delivery }
  /** It says what was told already, as of then. */
  | { readonly kind: 'unchanged'; readonly asOf: string }
  /** Not all could be read: that is told when it stays so. */
  | { readonly kind: 'unclear'; readonly since: Instant }
  /** A run at the same time tells of the cluster. */
  | { readonly kind: 'left-to-another-run' }
  /** No publisher takes checks. It is not remembered as told: one that is added later hears of it. */
  | { readonly kind: 'nobody-to-tell' }
  /** Nobody asked for it, or it is of a moment that a person chose. */
  | { readonly kind: 'not-told' };

/** What cannot be read for so long is news by itself: silence would look like health. */
export const UNCLEAR_MS = 6 * HOUR_MS;

/** A run that wrote this long ago what it would tell has ended, or was ended. Longer than any function may run. */
const DELIVERY_MS = 15 * MINUTE_MS;

export interface TellOptions {
  readonly store: Store;
  readonly publishers: readonly Publisher[];
  /** The true time. */
  readonly now: Instant;
  readonly told: ToldCluster;
  /** What was told last; `undefined`: nothing, or nobody can say what. */
  readonly last: ToldCheck | undefined;
  /** A person asks for it: what could not be read is told as well, and at once. */
  readonly isAskedFor: boolean;
}

/**
 * Tells of a cluster what was not told before. It is written down first, and delivered then.
 *
 * @throws AuditFailure `store-unwritable`: what cannot be remembered is not told, or it would be told by every run
 */
export async function tellCheck(result: CheckResult, options: TellOptions): Promise<Telling> {
  const { store, publishers, now, told, last, isAskedFor } = options;
  if (!publishers.some(({ takes }) => takes.includes('check'))) return { kind: 'nobody-to-tell' };
  const { complete, project } = result.run;
  const cluster = { project: project.name, uid: result.cluster.uid };
  if (last !== undefined && saidBy(last.publication.check) === saidBy(result)) {
    if (complete && told.unclearSince !== undefined) await markSight(store, cluster, told, 'clear', now);
    return { kind: 'unchanged', asOf: last.publication.check.run.asOf };
  }
  if (!complete && !isAskedFor) {
    const since = told.unclearSince ?? now;
    if (told.unclearSince === undefined) await markSight(store, cluster, told, 'unclear', now);
    // One whose clock was ahead would be silent until that time has come.
    if (Math.abs(now - since) < UNCLEAR_MS) return { kind: 'unclear', since };
  }
  const sequence = told.sequence + 1;
  const publication = checkPublication(result, sequence);
  const written = await createTold(store, cluster, sequence, { publication, toldAt: now });
  if (written === 'exists') return { kind: 'left-to-another-run' };
  const delivery = await deliverTold(cluster, sequence, { publication, toldAt: now }, options);
  return { kind: 'told', id: publication.id, delivery };
}

/** Whether what was told last is still to be delivered, and by this run: the one that wrote it has died, or is this one. */
export function isLeftUndelivered(
  { isDelivered }: ToldCluster,
  { publication, toldAt }: ToldCheck,
  { runId, now }: { readonly runId: string; readonly now: Instant },
): boolean {
  return !isDelivered && (publication.check.run.id === runId || Math.abs(now - toldAt) >= DELIVERY_MS);
}

/** Hands it to every publisher. Who has it already is not told again. Never rejects. */
export async function deliverTold(
  cluster: Cluster,
  sequence: number,
  { publication }: ToldCheck,
  { store, publishers, now }: Pick<TellOptions, 'store' | 'publishers' | 'now'>,
): Promise<Delivery> {
  const delivery = await deliver(publication, publishers, { store, now });
  // What a publisher did not take is pending, and tried again from there; if that could not be written, it is still ours.
  if (!delivery.failures.every(({ code }) => code.startsWith('publish-'))) return delivery;
  try {
    await markDelivered(store, cluster, sequence, now);
    return delivery;
  } catch (thrown) {
    // The next run delivers it once more, to those who have it not.
    return { ...delivery, failures: [...delivery.failures, asFailure(thrown)] };
  }
}
