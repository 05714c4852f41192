import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import type { ResourceId } from '../../../lib/terms/ids.ts';
import { type MovingList, movingList, type Row, read, row } from './moving-list.ts';

/** What happens before one page is answered. Places are taken modulo the length of the list. */
type Change =
  | { readonly kind: 'death'; readonly place: number }
  | { readonly kind: 'birth'; readonly place: number }
  | { readonly kind: 'move'; readonly from: number; readonly to: number };

const place = fc.nat({ max: 30 });
const death = fc.record({ kind: fc.constant('death' as const), place });
const birth = fc.record({ kind: fc.constant('birth' as const), place });
const move = fc.record({ kind: fc.constant('move' as const), from: place, to: place });

/** A server, and what befalls its list. */
interface Story {
  readonly count: number;
  readonly most: number;
  readonly bornPerSecond: number;
  /** By request; most come with none. */
  readonly changes: readonly (readonly Change[])[];
}

function stories(change: fc.Arbitrary<Change>): fc.Arbitrary<Story> {
  const none = { weight: 3, arbitrary: fc.constant<readonly Change[]>([]) };
  const some = { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) };
  return fc.record({
    count: fc.nat({ max: 14 }),
    most: fc.integer({ min: 1, max: 6 }),
    bornPerSecond: fc.constantFrom(1, 1, 2, 5),
    changes: fc.array(fc.oneof(none, some), { maxLength: 20 }),
  });
}

/** `sorted`: by creation, and what is born comes last. `anyhow`: the server does not look at the order asked for. */
type Order = 'sorted' | 'anyhow';

interface Told {
  readonly list: MovingList;
  readonly everAlive: Set<ResourceId>;
  /** Alive from the first request to the last. */
  readonly survivors: () => readonly ResourceId[];
}

function tell(story: Story, order: Order): Told {
  const { count, most, bornPerSecond, changes } = story;
  const initial = Array.from({ length: count }, (_, n) => row(n, bornPerSecond));
  const list = movingList(initial, most);
  const everAlive = new Set(initial.map(({ id }) => id));
  let next = count;
  list.before = (request) => {
    for (const change of changes[request - 1] ?? []) {
      const all = list.rows;
      if (change.kind === 'death') all.splice(change.place % Math.max(1, all.length), 1);
      else if (change.kind === 'birth') {
        // What is born while a list is read is born in a later second than what it began with.
        const newborn = row(next + bornPerSecond, bornPerSecond);
        next += 1;
        everAlive.add(newborn.id);
        all.splice(order === 'sorted' ? all.length : change.place % (all.length + 1), 0, newborn);
      } else {
        const [moved] = all.splice(change.from % Math.max(1, all.length), 1);
        if (moved !== undefined) all.splice(change.to % (all.length + 1), 0, moved);
      }
    }
  };
  const survivors = () => {
    const now = new Set(list.rows.map(({ id }) => id));
    return initial.map(({ id }) => id).filter((id) => now.has(id));
  };
  return { list, everAlive, survivors };
}

/** Whole, or it fails and says so. */
async function hasEverySurvivor({ list, everAlive, survivors }: Told): Promise<boolean> {
  let ids: ReadonlySet<ResourceId>;
  try {
    ids = new Set((await read(list)).ids);
  } catch (thrown) {
    if (thrown instanceof AuditFailure && /^listing-|^answer-unexpected/.test(thrown.code)) return true;
    throw thrown;
  }
  return survivors().every((id) => ids.has(id)) && [...ids].every((id) => everAlive.has(id));
}

const RUNS = { numRuns: 3000 };

describe('a list that was read has every row that lived all the while', () => {
  it('while rows come and go', async () => {
    await fc.assert(
      fc.asyncProperty(stories(fc.oneof(death, birth)), (story) => hasEverySurvivor(tell(story, 'sorted'))),
      RUNS,
    );
  });

  it('while rows come, go and change places, on a server that sorts as it likes', async () => {
    await fc.assert(
      fc.asyncProperty(stories(fc.oneof(death, birth, move)), (story) =>
        hasEverySurvivor(tell(story, 'anyhow')),
      ),
      RUNS,
    );
  });

  it('while rows come and go, on a server that names no total', async () => {
    await fc.assert(
      fc.asyncProperty(stories(fc.oneof(death, birth)), (story) => {
        const told = tell(story, 'sorted');
        told.list.namesTotal = false;
        return hasEverySurvivor(told);
      }),
      RUNS,
    );
  });

  it('and comes out whole once nothing changes any more', async () => {
    await fc.assert(
      fc.asyncProperty(stories(fc.oneof(death, birth)), async (story) => {
        const told = tell({ ...story, changes: story.changes.slice(0, 2) }, 'sorted');
        const rows: Row[] = told.list.rows;
        const { ids } = await read(told.list);
        expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
      }),
    );
  });
});
