import type { AuditFailure } from '../../terms/failure.ts';
import { formatInstant, type Instant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';

/** What became of one publication at one publisher. */
export interface Receipt {
  /** The publisher's place; of what is kept where the ledger is, the store's. */
  readonly publisher: string;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'delivered'; readonly place: string; readonly since: Instant | null }
  /** To a messenger, by an earlier call of the same job: it is not told again. */
  | { readonly kind: 'already-delivered' }
  /** Of a report that no archive has: it is where the ledger is. */
  | { readonly kind: 'kept'; readonly place: string }
  /** It is tried again at the next run, where runs are remembered. */
  | { readonly kind: 'failed'; readonly failure: AuditFailure }
  /** Of an earlier run, tried again in vain. */
  | { readonly kind: 'still-failing'; readonly failure: AuditFailure; readonly since: Instant }
  /** As above, for the last time. */
  | { readonly kind: 'given-up'; readonly failure: AuditFailure; readonly since: Instant };

export interface Delivery {
  /** Each publisher that takes the publication, archives first, and each delivery that was pending. */
  readonly receipts: readonly Receipt[];
  /** Where the publication is now. */
  readonly places: readonly string[];
  /** Where the whole report or check is; `null`: nowhere, or this is an alert. */
  readonly storedAt: string | null;
  /** All that went wrong: with any, a run is not done. */
  readonly failures: readonly AuditFailure[];
}

/** Why it was not delivered; `undefined`: it was. */
export function failureIn({ outcome }: Receipt): AuditFailure | undefined {
  switch (outcome.kind) {
    case 'delivered':
    case 'already-delivered':
    case 'kept':
      return undefined;
    case 'failed':
    case 'still-failing':
    case 'given-up':
      return outcome.failure;
    default:
      return absurd(outcome);
  }
}

/** Where this publication is now; `undefined` of one that failed, and of one that an earlier run could not deliver. */
export function placeIn({ outcome }: Receipt): string | undefined {
  if (outcome.kind === 'kept') return outcome.place;
  return outcome.kind === 'delivered' && outcome.since === null ? outcome.place : undefined;
}

/** A receipt as plain data, for those who answer with it. Times are ISO 8601 in UTC. */
export interface ToldReceipt {
  readonly publisher: string;
  readonly outcome: Outcome['kind'];
  readonly place: string | null;
  readonly since: string | null;
  readonly failure: { readonly code: string; readonly message: string; readonly remedy: string } | null;
}

export function toldReceipt(receipt: Receipt): ToldReceipt {
  const { publisher, outcome } = receipt;
  const failure = failureIn(receipt);
  const since = 'since' in outcome ? outcome.since : null;
  return {
    publisher,
    outcome: outcome.kind,
    place: outcome.kind === 'delivered' || outcome.kind === 'kept' ? outcome.place : null,
    since: since === null ? null : formatInstant(since),
    failure:
      failure === undefined ? null : { code: failure.code, message: failure.message, remedy: failure.remedy },
  };
}
