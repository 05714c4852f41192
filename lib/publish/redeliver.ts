import { type AuditFailure, asFailure } from '../terms/failure.ts';
import { DAY_MS } from '../terms/instants.ts';
import {
  beginTry,
  keptPublication,
  type Memory,
  nameOf,
  type Pending,
  projectsOf,
  settle,
} from './pending.ts';
import type { Publication, Publisher } from './publisher.ts';
import { failureIn, type Outcome, type Receipt } from './receipts.ts';

/** News that is older than a week is no news: the next report says how things stand. */
export const GIVE_UP_AFTER_MS = 7 * DAY_MS;

/**
 * Tries what is pending at one publisher, the oldest first. One that is not reached is not asked again and again: the
 * rest stays pending. One that refuses a publication may take the next.
 */
export async function tryAgain(
  memory: Memory,
  publisher: Publisher,
  pending: readonly Pending[],
  ofStore: AuditFailure[],
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  let isReached = true;
  for (const one of pending) {
    if (!isReached) break;
    try {
      const trying = await beginTry(memory, one);
      if (trying === undefined) continue;
      const outcome = await tryOnce(memory, publisher, one);
      const receipt = { publisher: publisher.place, outcome };
      receipts.push(receipt);
      isReached = failureIn(receipt)?.code !== 'publish-failed';
      if (outcome.kind === 'delivered' || outcome.kind === 'given-up')
        await settle(memory, one, outcome.kind);
      await trying.end();
    } catch (thrown) {
      // The store's: whether it was tried cannot be written down, so it is tried again at the next run.
      ofStore.push(asFailure(thrown));
    }
  }
  return receipts;
}

async function tryOnce(memory: Memory, publisher: Publisher, pending: Pending): Promise<Outcome> {
  const { since, storedAt } = pending;
  try {
    const publication = await keptPublication(memory, pending);
    return { kind: 'delivered', place: await publisher.publish(publication, { storedAt }), since };
  } catch (thrown) {
    const failure = asFailure(thrown);
    const isLast = memory.now - since >= GIVE_UP_AFTER_MS;
    return { kind: isLast ? 'given-up' : 'still-failing', failure, since };
  }
}

/** Of the reports pending at one publisher, those that no newer one of the same projects makes useless; alerts each. */
export function newestOf(all: readonly Pending[]): readonly Pending[] {
  return all.filter(
    (one) =>
      one.kind === 'alert' ||
      !all.some(
        (other) =>
          other.kind === 'report' &&
          other.publisher === one.publisher &&
          isNewer(other, one) &&
          covers(other.projects, one.projects),
      ),
  );
}

/** Of two that judge as of one moment, the later run's. */
function isNewer(a: Pending, b: Pending): boolean {
  const [timeA, timeB] = [momentIn(a.name), momentIn(b.name)];
  return timeA === timeB ? a.since > b.since : timeA > timeB;
}

function momentIn(name: string): string {
  return name.slice(0, name.indexOf('-'));
}

/** What is published now is newer than what was to be, unless it judges as of a moment before, or is the same. */
export function isSuperseded(pending: Pending, publication: Publication): boolean {
  const name = nameOf(publication);
  return (
    pending.kind === 'report' &&
    publication.kind === 'report' &&
    pending.name !== name &&
    momentIn(pending.name) <= momentIn(name) &&
    covers(projectsOf(publication), pending.projects)
  );
}

function covers(projects: readonly string[], others: readonly string[]): boolean {
  return others.every((one) => projects.includes(one));
}
