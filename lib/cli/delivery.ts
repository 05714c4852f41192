import { type Delivery, failureIn, type Receipt } from '../publish/delivery/receipts.ts';
import { printable } from '../report/words/printable.ts';
import { formatInstant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import { tellFailures } from './failures.ts';
import type { Io } from './io.ts';

/** Tells where a publication went, who did not take it, and what becomes of it then. `what`: such as `the report`. */
export function tellDelivery(
  delivery: Delivery,
  { quiet, verbose }: { readonly quiet?: true | undefined; readonly verbose?: true | undefined },
  io: Io,
  what = 'the report',
): void {
  const ofPublishers = new Set(delivery.receipts.map(failureIn));
  for (const receipt of delivery.receipts) {
    const failure = failureIn(receipt);
    if (failure !== undefined) tellFailures(io, [failure], { verbose: verbose === true });
    // What nobody asked for is on standard output all the same.
    const isNews = receipt.outcome.kind !== 'kept' || verbose === true;
    if (isNews && quiet !== true) io.stderr.write(`orphan-audit: ${printable(inWords(receipt, what))}\n`);
  }
  const ofStore = delivery.failures.filter((failure) => !ofPublishers.has(failure));
  tellFailures(io, ofStore, { verbose: verbose === true });
}

function inWords({ publisher, outcome }: Receipt, what: string): string {
  switch (outcome.kind) {
    case 'delivered':
      return outcome.since === null
        ? `${what} is in ${outcome.place}`
        : `what ${publisher} lacked since ${formatInstant(outcome.since)} is in ${outcome.place} now`;
    case 'already-delivered':
      return `${publisher} has ${what} already, and is not told again`;
    case 'kept':
      return `${what} is kept in ${outcome.place}`;
    case 'failed':
      return `${publisher} does not have ${what}; the next run tries again`;
    case 'still-failing':
      return `${publisher} still lacks what it was to get at ${formatInstant(outcome.since)}; the next run tries again`;
    case 'given-up':
      return `${publisher} is not tried again with what it was to get at ${formatInstant(outcome.since)}`;
    default:
      return absurd(outcome);
  }
}
