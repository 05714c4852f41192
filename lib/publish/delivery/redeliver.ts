import { type AuditFailure, asFailure } from '../../terms/failure.ts';
import { DAY_MS } from '../../terms/instants.ts';
import type { Publication, Publisher } from '../publisher.ts';
import { isDelivered, markDelivered } from './delivered.ts';
import {
  beginTry,
  clusterOf,
  keptPublication,
  type Memory,
  nameOf,
  type Pending,
  projectsOf,
  type Settlement,
  settle,
} from './pending.ts';
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
      const outcome = await tryOnce(memory, publisher, one, ofStore);
      const receipt = { publisher: publisher.place, outcome };
      receipts.push(receipt);
      isReached = failureIn(receipt)?.code !== 'publish-failed';
      const settlement = settlementBy(outcome);
      if (settlement !== undefined) await settle(memory, one, settlement);
      await trying.end();
    } catch (thrown) {
      // The store's: whether it was tried cannot be written down, so it is tried again at the next run.
      ofStore.push(asFailure(thrown));
    }
  }
  return receipts;
}

/** `undefined`: it stays pending. */
function settlementBy({ kind }: Outcome): Settlement | undefined {
  if (kind === 'delivered' || kind === 'already-delivered') return 'delivered';
  return kind === 'given-up' ? kind : undefined;
}

async function tryOnce(
  memory: Memory,
  publisher: Publisher,
  pending: Pending,
  ofStore: AuditFailure[],
): Promise<Outcome> {
  const { since, storedAt } = pending;
  try {
    const publication = await keptPublication(memory, pending);
    // The run that handed it over died before it could settle it.
    if (await isDelivered(memory, publisher, publication)) return { kind: 'already-delivered' };
    const place = await publisher.publish(publication, { storedAt });
    try {
      await markDelivered(memory, publisher, publication);
    } catch (thrown) {
      ofStore.push(asFailure(thrown));
    }
    return { kind: 'delivered', place, since };
  } catch (thrown) {
    const failure = asFailure(thrown);
    const isLast = memory.now - since >= GIVE_UP_AFTER_MS;
    return { kind: isLast ? 'given-up' : 'still-failing', failure, since };
  }
}

/**
 * Of what is pending at one publisher: the reports that no newer one of the same projects makes useless, the newest check
 * of each cluster, and all alerts.
 */
export function newestOf(all: readonly Pending[]): readonly Pending[] {
  return all.filter(
    (one) =>
      !all.some(
        (other) => other.publisher === one.publisher && isNewer(other, one) && tellsAllOf(other, one),
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
  const { kind } = publication;
  const told = { kind, projects: projectsOf(publication), cluster: clusterOf(publication) };
  return pending.name !== name && momentIn(pending.name) <= momentIn(name) && tellsAllOf(told, pending);
}

type Subject = Pick<Pending, 'kind' | 'projects' | 'cluster'>;

/** Whether who hears the one lacks nothing of the other, if it is newer. Each alert says something of its own. */
function tellsAllOf(one: Subject, other: Subject): boolean {
  if (one.kind !== other.kind || one.kind === 'alert') return false;
  const isSameCluster = one.kind === 'report' || (one.cluster !== null && one.cluster === other.cluster);
  return isSameCluster && covers(one.projects, other.projects);
}

function covers(projects: readonly string[], others: readonly string[]): boolean {
  return others.every((one) => projects.includes(one));
}
