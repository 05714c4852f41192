import pLimit from 'p-limit';
import { AuditFailure, type FailureCode } from '../../terms/failure.ts';
import type { ResourceId } from '../../terms/ids.ts';
import { parseInstant } from '../../terms/instants.ts';
import { type Asked, spoken, unexpected } from './answers.ts';
import { IdSet } from './id-set.ts';

/** One answer of a paged list. */
export interface Page {
  readonly rows: readonly unknown[];
  /** `undefined`: the answer does not say. */
  readonly total: number | undefined;
}

/** Takes the rows of one reading one by one, and keeps what it wants of them. */
export interface Gathering {
  /** Of all rows that were taken. */
  readonly ids: IdSet;
  /** The row's ordinal among the {@link ids}. Throws when the row is not what the API promises. */
  take(row: unknown, offset: number, index: number): number;
}

/** A paged list, oldest row first. */
export interface PagedList<G extends Gathering> {
  readonly asked: Asked;
  readonly concurrency: number;
  readPage<T>(offset: number, limit: number, take: (page: Page) => T): Promise<T>;
  /** A gathering for one more reading, with nothing in it. */
  begin(): G;
  /** Whether a GET by its ID finds the row. `undefined` where the API has no such call. */
  readonly isThere: ((id: ResourceId) => Promise<boolean>) | undefined;
  /** Told before the list is read again. */
  onBroken(why: string): void;
}

/** The provider asks for as many everywhere; a server that gives fewer is followed (kakaocloud-api 2.1). */
const ROWS_ASKED_FOR = 1000;
/** The first, and 3 more. */
const MOST_READINGS = 4;

type Reading<G> =
  | {
      readonly kind: 'whole';
      readonly gathering: G;
      /** Why one such reading is no proof, and a second one must have the same rows. */
      readonly doubt: string | undefined;
    }
  | { readonly kind: 'broken'; readonly gathering: G; readonly code: FailureCode; readonly why: string };

/**
 * Reads a list whole, or rejects and says why it never came out whole (`listing-unstable`, `listing-disagrees`).
 *
 * Offsets shift when rows come and go between two pages: one row is skipped, another is there twice, and the sum may
 * still be right. A reading counts as whole when every answer named the same total and had exactly the rows it should
 * have, and as many different rows came as the total says. Alone, that does not prove that a row which lived all the
 * while was seen: a row that was seen may have gone, and one just born may have come in its place. What proves it:
 *
 * - All rows came in one answer. Or:
 * - Every row is dated, and they came in the order of their creation, as asked for. The last page is read before all
 *   others: what is born later was created later than its last row, and would be out of order before it. Hence all rows
 *   that came lived when the last page was read; and there were no more, for that page named as many. Or:
 * - Two readings in a row had the same rows, where the order is another or no total is named. All of them lived in
 *   between, and the total left no place for one more.
 *
 * Whatever an earlier reading had and the last one lacks is asked for by its ID: a list that lacks what a GET finds
 * is not whole.
 */
export async function readWhole<G extends Gathering>(list: PagedList<G>): Promise<G> {
  const seen = new IdSet();
  const gone = new IdSet();
  let before: G | undefined;
  for (let readings = 1; ; readings += 1) {
    const reading = await agreeing(list, await readOnce(list, seen), seen, gone);
    const { gathering } = reading;
    const isWhole = reading.kind === 'whole';
    if (isWhole && (reading.doubt === undefined || before?.ids.equals(gathering.ids))) return gathering;
    if (readings === MOST_READINGS) throw neverWhole(list.asked, reading);
    list.onBroken(reasonOf(reading));
    addAll(seen, gathering.ids);
    before = isWhole ? gathering : undefined;
  }
}

function neverWhole(asked: Asked, reading: Reading<Gathering>): AuditFailure {
  return new AuditFailure(
    reading.kind === 'broken' ? reading.code : 'listing-unstable',
    `${spoken(asked)} did not come out whole in ${MOST_READINGS} readings; in the last, ${reasonOf(reading)}`,
    'run again when fewer resources come and go; if it stays so, report the message to the help desk',
  );
}

function reasonOf(reading: Reading<Gathering>): string {
  if (reading.kind === 'broken') return reading.why;
  return `${reading.doubt}, and the reading before did not have the same rows`;
}

/** A reading that lacks what an earlier one had, and what a GET still finds, is not whole. */
async function agreeing<G extends Gathering>(
  list: PagedList<G>,
  reading: Reading<G>,
  seen: IdSet,
  gone: IdSet,
): Promise<Reading<G>> {
  const { isThere } = list;
  if (reading.kind === 'broken' || isThere === undefined) return reading;
  const { gathering } = reading;
  const missing: ResourceId[] = [];
  for (const id of seen) if (!gathering.ids.has(id) && !gone.has(id)) missing.push(id);
  let found: ResourceId | undefined;
  await inParallel(list.concurrency, missing, async (id) => {
    if (found !== undefined) return;
    if (await isThere(id)) found = id;
    else gone.add(id);
  });
  if (found === undefined) return reading;
  const why = `the list lacked ${found}, which a GET by its ID finds`;
  return { kind: 'broken', gathering, code: 'listing-disagrees', why };
}

async function readOnce<G extends Gathering>(list: PagedList<G>, seen: IdSet): Promise<Reading<G>> {
  const gathering = list.begin();
  const { rows, total, repeated } = await list.readPage(0, ROWS_ASKED_FOR, takeAll(gathering, 0));
  if (repeated !== undefined) return broken(gathering, cameTwice(repeated));
  if (total === undefined) return readUntilEmpty(list, gathering);
  if (rows === total) return { kind: 'whole', gathering, doubt: undefined };
  if (rows === 0 || rows > total) return broken(gathering, wrongCount(0, rows, total));
  // This page was read before the last row was: it has told the length of the list and of its pages, no more.
  addAll(seen, gathering.ids);
  return readPages(list, total, rows);
}

/** Reads a list of known length, in pages of as many rows as the server really gives. */
async function readPages<G extends Gathering>(
  list: PagedList<G>,
  total: number,
  pageLength: number,
): Promise<Reading<G>> {
  const gathering = list.begin();
  const pages: TakenPage[] = [];
  let fault: string | undefined;

  async function readAt(offset: number, index: number): Promise<void> {
    if (fault !== undefined) return;
    const page = await list.readPage(offset, pageLength, takeAll(gathering, offset));
    pages[index] = page;
    fault ??= pageFault(page, offset, Math.min(pageLength, total - offset), total);
  }

  const offsets = Array.from({ length: Math.ceil(total / pageLength) }, (_, index) => index * pageLength);
  const lastIndex = offsets.length - 1;
  await readAt(lastIndex * pageLength, lastIndex);
  await inParallel(list.concurrency, offsets.slice(0, -1), readAt);
  if (fault !== undefined) return broken(gathering, fault);
  const doubt = isInOrder(pages) ? undefined : 'the rows did not come in the order of their creation';
  return { kind: 'whole', gathering, doubt };
}

/** Without a total only an empty page says where a list ends, and the pages have to be read one after another. */
async function readUntilEmpty<G extends Gathering>(list: PagedList<G>, gathering: G): Promise<Reading<G>> {
  if (gathering.ids.size === 0) {
    throw unexpected(list.asked, 'no rows and no pagination.total, which does not say that there are none');
  }
  for (;;) {
    const offset = gathering.ids.size;
    const { rows, total, repeated } = await list.readPage(offset, ROWS_ASKED_FOR, takeAll(gathering, offset));
    if (total !== undefined)
      return broken(gathering, `only the page at offset ${offset} named a total, ${total}`);
    if (repeated !== undefined) return broken(gathering, cameTwice(repeated));
    if (rows === 0) return { kind: 'whole', gathering, doubt: 'no total was named' };
  }
}

/** What is remembered of a page whose rows were taken. */
interface TakenPage {
  readonly rows: number;
  readonly total: number | undefined;
  /** `undefined`: a row has no creation time, or was created earlier than the one before. */
  readonly created: { readonly first: string; readonly last: string } | undefined;
  /** A row that was there before, here or in another page. */
  readonly repeated: ResourceId | undefined;
}

function takeAll(gathering: Gathering, offset: number): (page: Page) => TakenPage {
  return (page) => takePage(gathering, offset, page);
}

function takePage(gathering: Gathering, offset: number, { rows, total }: Page): TakenPage {
  const { ids } = gathering;
  const first = createdAtOf(rows[0]);
  let last = first;
  let repeated: ResourceId | undefined;
  let index = 0;
  for (const row of rows) {
    const before = ids.size;
    const ordinal = gathering.take(row, offset, index);
    if (ids.size === before) repeated ??= ids.at(ordinal);
    const createdAt = createdAtOf(row);
    const isOutOfOrder = createdAt === undefined || last === undefined || isEarlier(createdAt, last);
    last = isOutOfOrder ? undefined : createdAt;
    index += 1;
  }
  const created = first === undefined || last === undefined ? undefined : { first, last };
  return { rows: rows.length, total, created, repeated };
}

/** Every list is sorted by this field, and every kind of row has it. */
function createdAtOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('created_at' in row)) return undefined;
  return typeof row.created_at === 'string' ? row.created_at : undefined;
}

/**
 * Whether the creation times ascend over all pages. Those of the last page have to end later than all others: times may
 * be as coarse as a second, and what was born in the same one must not pass for older.
 */
function isInOrder(pages: readonly TakenPage[]): boolean {
  let last: string | undefined;
  for (const [index, { created }] of pages.entries()) {
    if (created === undefined) return false;
    if (last !== undefined && isEarlier(created.first, last)) return false;
    const isLastPage = index === pages.length - 1;
    if (isLastPage && last !== undefined && !isEarlier(last, created.last)) return false;
    last = created.last;
  }
  return true;
}

/** Times of one form compare as texts; the forms differ only where rows are of different age, if at all. */
function isEarlier(one: string, other: string): boolean {
  if (one.length === other.length && one.endsWith('Z') && other.endsWith('Z')) return one < other;
  const [at, otherAt] = [parseInstant(one), parseInstant(other)];
  return at !== undefined && otherAt !== undefined && at < otherAt;
}

function pageFault(page: TakenPage, offset: number, rows: number, total: number): string | undefined {
  if (page.total !== total) return `the total moved from ${total} to ${page.total ?? 'none'}`;
  if (page.rows !== rows) return wrongCount(offset, page.rows, rows);
  return page.repeated === undefined ? undefined : cameTwice(page.repeated);
}

function cameTwice(id: ResourceId): string {
  return `row ${id} came twice`;
}

function wrongCount(offset: number, came: number, belong: number): string {
  return `the page at offset ${offset} came ${came < belong ? 'short' : 'long'}: ${came} of ${belong} rows`;
}

function broken<G>(gathering: G, why: string): Reading<G> {
  return { kind: 'broken', gathering, code: 'listing-unstable', why };
}

/** What fails stops the others that have not begun. */
async function inParallel<T>(
  concurrency: number,
  items: readonly T[],
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const limit = pLimit(concurrency);
  try {
    await limit.map(items, act);
  } finally {
    limit.clearQueue();
  }
}

function addAll(to: IdSet, from: IdSet): void {
  for (const id of from) to.add(id);
}
