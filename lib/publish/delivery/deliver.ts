import { type AuditFailure, asFailure } from '../../terms/failure.ts';
import type { Publication, Publisher } from '../publisher.ts';
import { isDelivered, markDelivered } from './delivered.ts';
import {
  addPending,
  keepPublication,
  listPending,
  type Memory,
  nameOf,
  type Pending,
  settle,
} from './pending.ts';
import { type Delivery, failureIn, placeIn, type Receipt } from './receipts.ts';
import { isSuperseded, newestOf, tryAgain } from './redeliver.ts';

/**
 * Hands a publication to every publisher that takes it; one that fails keeps it from no other. A report or check goes to
 * the archives first, and a report is kept where the ledger is when none of them has it: so there is something that a
 * message can point to. A messenger that has this very publication already is not told again. What an earlier run could
 * not deliver is tried once more before.
 *
 * @param memory `undefined`: nothing is kept for the next run, and nothing of earlier ones is tried
 */
export async function deliver(
  publication: Publication,
  publishers: readonly Publisher[],
  memory: Memory | undefined,
): Promise<Delivery> {
  const ofStore: AuditFailure[] = [];
  const all = memory === undefined ? [] : await tolerating(ofStore, [], () => listPending(memory));
  const pending = newestOf(all).filter((one) => !isSuperseded(one, publication));
  const serve = async (role: Publisher['role'], storedAt: string | null) => {
    const some = publishers.filter((publisher) => publisher.role === role);
    const serveOne = (publisher: Publisher) =>
      handOver({ publication, publisher, storedAt, memory, pending, ofStore });
    return (await Promise.all(some.map(serveOne))).flat();
  };

  const archived = await serve('archive', null);
  const isKept = publication.kind === 'report' && archived.every((receipt) => placeIn(receipt) === undefined);
  const kept = isKept && memory !== undefined ? [await keep(memory, publication)] : [];
  const stored = [...archived, ...kept];
  const storedAt = publication.kind === 'alert' ? null : (stored.map(placeIn).find(isSaid) ?? null);
  const receipts = [...stored, ...(await serve('messenger', storedAt))];
  if (memory !== undefined) {
    // Only now: had this run died before, the older report would be better than none.
    const superseded = all.filter((one) => !pending.includes(one));
    const settled = () => Promise.all(superseded.map((one) => settle(memory, one, 'superseded')));
    await tolerating(ofStore, [], settled);
  }
  return {
    receipts,
    places: receipts.map(placeIn).filter(isSaid),
    storedAt,
    failures: [...receipts.map(failureIn).filter(isSaid), ...ofStore],
  };
}

function isSaid<T>(value: T | undefined): value is T {
  return value !== undefined;
}

interface Errand {
  readonly publication: Publication;
  readonly publisher: Publisher;
  readonly storedAt: string | null;
  readonly memory: Memory | undefined;
  readonly pending: readonly Pending[];
  readonly ofStore: AuditFailure[];
}

/** To one publisher: what it still lacks, and then what is new. */
async function handOver(errand: Errand): Promise<readonly Receipt[]> {
  const { publication, publisher, storedAt, memory, pending, ofStore } = errand;
  const name = nameOf(publication);
  const mine = pending.filter((one) => one.publisher === publisher.id && publisher.takes.includes(one.kind));
  const earlier = mine.filter((one) => one.name !== name);
  const again = memory === undefined ? [] : await tryAgain(memory, publisher, earlier, ofStore);
  if (!publisher.takes.includes(publication.kind)) return again;
  const same = mine.find((one) => one.name === name);
  const settled = () =>
    memory === undefined || same === undefined ? undefined : settle(memory, same, 'delivered');
  if (await tolerating(ofStore, false, () => isDelivered(memory, publisher, publication))) {
    await tolerating(ofStore, undefined, async () => settled());
    return [...again, { publisher: publisher.place, outcome: { kind: 'already-delivered' } }];
  }
  try {
    const place = await publisher.publish(publication, { storedAt });
    await tolerating(ofStore, undefined, () => markDelivered(memory, publisher, publication));
    await tolerating(ofStore, undefined, async () => settled());
    return [...again, { publisher: publisher.place, outcome: { kind: 'delivered', place, since: null } }];
  } catch (thrown) {
    if (memory !== undefined)
      await tolerating(ofStore, undefined, () => addPending(memory, publisher.id, publication, storedAt));
    return [
      ...again,
      { publisher: publisher.place, outcome: { kind: 'failed', failure: asFailure(thrown) } },
    ];
  }
}

async function keep(memory: Memory, publication: Publication): Promise<Receipt> {
  const publisher = memory.store.place;
  try {
    return { publisher, outcome: { kind: 'kept', place: await keepPublication(memory, publication) } };
  } catch (thrown) {
    return { publisher, outcome: { kind: 'failed', failure: asFailure(thrown) } };
  }
}

/** What the store could not do is told, and changes nothing of what was delivered. */
async function tolerating<T>(ofStore: AuditFailure[], otherwise: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    ofStore.push(asFailure(thrown));
    return otherwise;
  }
}
