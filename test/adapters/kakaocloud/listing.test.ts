import { describe, expect, it } from 'vitest';
import { anId } from '../../builders/ledger.ts';
import { movingList, type Row, read, row, rows } from './moving-list.ts';
import { failureOf } from './small-cloud.ts';

const idsOf = (some: readonly Row[]) => some.map(({ id }) => id).sort();
const sorted = (ids: Iterable<string>) => [...ids].sort();

describe('a list that stands still', () => {
  it.each([
    ['empty', 0, 4, 1],
    ['of one row', 1, 4, 1],
    ['of one page', 4, 4, 1],
    ['of one page and a row', 5, 4, 3],
    ['of many pages', 41, 4, 12],
    ['in pages of one row', 3, 1, 4],
  ])('%s, is read once', async (_, count, most, requests) => {
    const list = movingList(rows(count), most);
    expect(sorted((await read(list)).ids)).toEqual(idsOf(list.rows));
    expect(list.requests).toHaveLength(requests);
    expect(list.broken).toEqual([]);
  });

  it('may come in one page that is longer than was asked for', async () => {
    const list = movingList(rows(1500));
    list.instead = () => ({ rows: list.rows, total: 1500 });
    expect((await read(list)).ids.size).toBe(1500);
    expect(list.requests).toHaveLength(1);
  });

  it('is stepped through by what the server really gives', async () => {
    const list = movingList(rows(10), 4);
    await read(list);
    expect(list.requests).toEqual([
      { offset: 0, limit: 1000 },
      { offset: 8, limit: 4 },
      { offset: 0, limit: 4 },
      { offset: 4, limit: 4 },
    ]);
  });

  it('is read to its empty page, twice, where no total is named', async () => {
    const list = movingList(rows(6), 4);
    list.namesTotal = false;
    expect(sorted((await read(list)).ids)).toEqual(idsOf(list.rows));
    const offsets = list.requests.map(({ offset }) => offset);
    expect(offsets).toEqual([0, 4, 6, 0, 4, 6]);
  });

  it.each([
    ['newest first', (all: Row[]) => all.toReversed()],
    [
      'with a row that is not dated',
      ([first, ...rest]: Row[]) => [{ ...(first ?? row(0)), created_at: null }, ...rest],
    ],
    [
      'with its last rows born in one second',
      (all: Row[]) => [...all, row(20, 10), row(21, 10), row(22, 10)],
    ],
  ])('is read twice, %s: the order is no proof then', async (_, order) => {
    const list = movingList(order(rows(6)), 4);
    expect(sorted((await read(list)).ids)).toEqual(idsOf(list.rows));
    expect(list.broken).toEqual([
      'the rows did not come in the order of their creation, and the reading before did not have the same rows',
    ]);
  });

  it('may write its times in several forms', async () => {
    const list = movingList(
      [
        { id: anId(1), created_at: '2026-06-01T09:00:00+09:00' },
        { id: anId(2), created_at: '2026-06-01T00:00:01.500000Z' },
        { id: anId(3), created_at: '2026-06-01T00:00:02Z' },
      ],
      2,
    );
    await read(list);
    expect(list.broken).toEqual([]);
  });
});

describe('a list that changes while it is read', () => {
  it('is read again, and then whole', async () => {
    const list = movingList(rows(10));
    list.before = (request) => {
      if (request === 3) list.rows.push(row(10));
    };
    expect(sorted((await read(list)).ids)).toEqual(idsOf(list.rows));
    expect(list.broken).toEqual(['the total moved from 10 to 11']);
  });

  it('is not taken for whole when one row went and another came, so that every number is right', async () => {
    const list = movingList(rows(12));
    // The last page and the first have been read: row 4 moves into the first unseen.
    list.before = (request) => {
      if (request === 4) list.rows = [...list.rows.slice(1), row(12)];
    };
    expect(sorted((await read(list)).ids)).toEqual(idsOf(list.rows));
    expect(list.broken).toEqual([`row ${anId(8)} came twice`]);
  });

  it('counts on no page that was read before its last one', async () => {
    const list = movingList(rows(12));
    // Row 4 moves into the first page after that was read: only its second reading has it.
    list.before = (request) => {
      if (request === 2) list.rows = [...list.rows.slice(1), row(12)];
    };
    expect(sorted((await read(list)).ids)).toEqual(idsOf(list.rows));
    expect(list.broken).toEqual([]);
  });

  it('has lost a row for good when a GET says so too', async () => {
    const list = movingList(rows(10));
    list.before = (request) => {
      if (request === 3) list.rows.splice(0, 1);
    };
    expect((await read(list)).ids.has(anId(0))).toBe(false);
    expect(list.askedById).toEqual([anId(0)]);
  });

  it('disagrees with a GET that finds what it lacks', async () => {
    const list = movingList(rows(3));
    list.instead = (page, _, request) =>
      request === 1 ? { ...page, total: 4 } : { rows: page.rows.slice(1), total: page.rows.length - 1 };
    const failure = await failureOf(read(list, () => true));
    expect(failure.code).toBe('listing-disagrees');
    expect(failure.message).toContain(`the list lacked ${anId(0)}, which a GET by its ID finds`);
  });

  it('asks only once for a row that is gone', async () => {
    const list = movingList(rows(10));
    list.before = (request) => {
      if (request === 3) list.rows.splice(0, 1);
      if (request === 6) list.rows.push(row(10));
    };
    await read(list);
    expect(list.askedById).toEqual([anId(0)]);
  });

  it('never comes out whole when it never stands still', async () => {
    const list = movingList(rows(10));
    list.before = (request) => list.rows.push(row(9 + request));
    const failure = await failureOf(read(list));
    expect(failure.code).toBe('listing-unstable');
    expect(failure.message).toMatch(
      /^volume: GET \/api\/v1\/volumes did not come out whole in 4 readings; in the last, the total moved from \d+ to \d+$/,
    );
    expect(list.broken).toHaveLength(3);
  });

  it('is not whole when its order differs from reading to reading, and rows with it', async () => {
    const list = movingList(rows(10).toReversed());
    list.before = (request) => {
      if (request % 4 === 1) list.rows = [row(9 + request), ...list.rows.slice(0, -1)];
    };
    const failure = await failureOf(read(list));
    expect(failure.code).toBe('listing-unstable');
    expect(failure.message).toContain('the rows did not come in the order of their creation');
  });
});

describe('a list that is cut wrongly', () => {
  it.each([
    [
      'a later page short',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page, offset) => (offset === 4 ? { ...page, rows: page.rows.slice(1) } : page);
      },
      'the page at offset 4 came short: 3 of 4 rows',
    ],
    [
      'a later page long',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page, offset) => (offset === 4 ? { ...page, rows: [...page.rows, row(50)] } : page);
      },
      'the page at offset 4 came long: 5 of 4 rows',
    ],
    [
      'a row twice in two pages',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page, offset) =>
          offset === 4 ? { ...page, rows: [row(3), ...page.rows.slice(1)] } : page;
      },
      `row ${anId(3)} came twice`,
    ],
    [
      'a row twice in one page',
      (list: ReturnType<typeof movingList>) => {
        list.instead = () => ({ rows: [row(1), row(1)], total: 2 });
      },
      `row ${anId(1)} came twice`,
    ],
    [
      'no row though there are some',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page) => ({ ...page, rows: [] });
      },
      'the page at offset 0 came short: 0 of 10 rows',
    ],
    [
      'more rows than there are',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page) => ({ ...page, total: 2 });
      },
      'the page at offset 0 came long: 4 of 2 rows',
    ],
    [
      'a total that vanishes',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page, offset) => (offset === 4 ? { ...page, total: undefined } : page);
      },
      'the total moved from 10 to none',
    ],
    [
      'a total that comes late',
      (list: ReturnType<typeof movingList>) => {
        list.instead = (page, offset) => (offset === 0 ? { ...page, total: undefined } : page);
      },
      'only the page at offset 4 named a total, 10',
    ],
    [
      'an offset that is not looked at, without a total',
      (list: ReturnType<typeof movingList>) => {
        list.instead = () => ({ rows: list.rows.slice(0, 4), total: undefined });
      },
      `row ${anId(0)} came twice`,
    ],
  ])('%s', async (_, cut, why) => {
    const list = movingList(rows(10));
    cut(list);
    const failure = await failureOf(read(list));
    expect(failure.code).toBe('listing-unstable');
    expect(failure.message).toContain(why);
  });

  it('empty, without a total, does not say that there is nothing', async () => {
    const list = movingList([]);
    list.namesTotal = false;
    const failure = await failureOf(read(list));
    expect(failure.code).toBe('answer-unexpected');
    expect(list.requests).toHaveLength(1);
  });

  it('stops asking for pages after the first that failed', async () => {
    const list = movingList(rows(200), 2);
    list.instead = (page, _, request) => {
      if (request === 5) throw new Error('it broke');
      return page;
    };
    await expect(read(list)).rejects.toThrow('it broke');
    const { length } = list.requests;
    await new Promise(setImmediate);
    expect(list.requests.length).toBeLessThanOrEqual(length + 2);
    expect(list.requests.length).toBeLessThan(12);
  });
});
