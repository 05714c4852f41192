import { formatInstant, type Instant } from '../terms/instants.ts';
import { type Answer, jsonText, refusal, unprocessable } from './answer.ts';
import type { Service } from './calls.ts';
import type { Effect } from './faults.ts';
import { type ListQuery, type ListSpec, parseQuery, type Selection, select } from './listing.ts';
import { scatter, uuidFrom } from './random.ts';
import { findRow, type Row, type Rows, rowJson } from './rows.ts';

export interface PagingOptions {
  /** A larger `limit` is cut down to this one. */
  readonly maximumLimit: number;
  /** `pagination.limit` is what was applied; else it repeats what was asked for. */
  readonly isClampTold: boolean;
  /** How many bytes of written pages are kept, so that a benchmark measures its client and not this server. */
  readonly cacheBytes: number;
}

/** One list of one project. */
export interface ProjectList<T extends Row> {
  readonly service: Service;
  readonly projectId: string;
  readonly spec: ListSpec<T>;
  readonly rows: Rows<T>;
}

/** What faults have done to a list for good. */
interface Edits {
  readonly inserted: Row[];
  readonly deleted: Set<number>;
  /** Stand first, the last moved before the others. */
  readonly moved: number[];
}

interface Order {
  readonly length: number;
  jsonAt(position: number): string | undefined;
}

interface Page {
  rows: string[] | null | undefined;
  pagination: { total: number; offset: number; limit: number } | undefined;
}

/** Answers list calls and GETs of one row, of one world. */
export class Pages {
  readonly #options: PagingOptions;
  readonly #clock: () => Instant;
  readonly #selections = new Map<string, Selection>();
  readonly #edits = new Map<string, Edits>();
  readonly #written = new Map<string, Uint8Array>();
  #writtenBytes = 0;
  #totalDrift = 0;

  constructor(options: PagingOptions, clock: () => Instant) {
    this.#options = options;
    this.#clock = clock;
  }

  find<T extends Row>(list: ProjectList<T>, id: string): Row | undefined {
    const edits = this.#edits.get(listKey(list));
    const inserted = edits?.inserted.find((row) => row.id === id);
    if (inserted !== undefined) return inserted;
    const isDeleted = [...(edits?.deleted ?? [])].some((index) => list.rows.at(index)?.id === id);
    return isDeleted ? undefined : findRow(list.rows, id);
  }

  list<T extends Row>(list: ProjectList<T>, params: URLSearchParams, effects: readonly Effect[]): Answer {
    const query = parseQuery(list.spec, params);
    if ('status' in query) {
      return query.status === 422
        ? unprocessable(query.parameter, query.message)
        : refusal(list.service, query.status, query.message);
    }
    const isPlain = effects.length === 0 && !this.#edits.has(listKey(list));
    if (!isPlain) return jsonText(write(list.spec.key, this.#page(list, query, effects)));
    const key = `${listKey(list)}?${JSON.stringify(query)}`;
    const known = this.#written.get(key);
    if (known !== undefined) return jsonText(known);
    const bytes = Buffer.from(write(list.spec.key, this.#page(list, query, effects)));
    if (this.#writtenBytes + bytes.length <= this.#options.cacheBytes) {
      this.#written.set(key, bytes);
      this.#writtenBytes += bytes.length;
    }
    return jsonText(bytes);
  }

  #page<T extends Row>(list: ProjectList<T>, query: ListQuery, effects: readonly Effect[]): Page {
    for (const effect of effects) this.#edit(list, query, effect);
    const order = this.#order(list, query, effects);
    const { limit, told } = this.#limit(query.limit, effects);
    const end = Math.min(order.length, query.offset + limit);
    const rows: string[] = [];
    for (let position = query.offset; position < end; position += 1) {
      const row = order.jsonAt(position);
      if (row !== undefined) rows.push(row);
    }
    const page: Page = { rows, pagination: { total: order.length, offset: query.offset, limit: told } };
    for (const effect of effects) this.#shape(page, order, effect);
    return page;
  }

  #limit(asked: number, effects: readonly Effect[]): { limit: number; told: number } {
    const clamp = effects.find((effect) => effect.kind === 'clamped-limit');
    const maximum = clamp === undefined ? this.#options.maximumLimit : clamp.limit;
    const isTold = clamp === undefined ? this.#options.isClampTold : clamp.isTold;
    const limit = Math.min(asked, maximum);
    return { limit, told: isTold ? limit : asked };
  }

  #selection<T extends Row>(list: ProjectList<T>, query: ListQuery): Selection {
    const { filters, sort } = query;
    const key = `${listKey(list)}?${JSON.stringify({ filters, sort })}`;
    const known = this.#selections.get(key) ?? select(list.spec, list.rows, query);
    this.#selections.set(key, known);
    return known;
  }

  #order<T extends Row>(list: ProjectList<T>, query: ListQuery, effects: readonly Effect[]): Order {
    const selection = this.#selection(list, query);
    const edits = this.#edits.get(listKey(list));
    const hidden = effects.find((effect) => effect.kind === 'unlisted');
    if (edits === undefined && hidden === undefined) {
      return {
        length: selection.length,
        jsonAt: (position) => {
          const index = selection.indexAt(position);
          return index === undefined ? undefined : rowJson(list.rows, index);
        },
      };
    }
    const ordered = edited(list, query, selection, edits);
    const shown =
      hidden === undefined
        ? ordered
        : ordered.filter((row, position) =>
            hidden.id === undefined ? position > 0 : parsed(row).id !== hidden.id,
          );
    return { length: shown.length, jsonAt: (position) => shown[position]?.() };
  }

  /** The changes that last. */
  #edit<T extends Row>(list: ProjectList<T>, query: ListQuery, effect: Effect): void {
    if (effect.kind !== 'inserted-row' && effect.kind !== 'deleted-row' && effect.kind !== 'moved-row')
      return;
    const edits = this.#edits.get(listKey(list)) ?? { inserted: [], deleted: new Set(), moved: [] };
    const selection = this.#selection(list, query);
    const untouched = Array.from({ length: selection.length }, (_, position) =>
      selection.indexAt(position),
    ).filter(
      (index): index is number =>
        index !== undefined && !edits.deleted.has(index) && !edits.moved.includes(index),
    );
    const first = edits.moved[0] ?? untouched[0];
    const last = untouched.at(-1);
    if (effect.kind === 'deleted-row' && first !== undefined) {
      edits.deleted.add(first);
      edits.moved.splice(0, edits.moved.length, ...edits.moved.filter((index) => index !== first));
    }
    if (effect.kind === 'moved-row' && last !== undefined) edits.moved.unshift(last);
    if (effect.kind === 'inserted-row') {
      const model = list.rows.at(0);
      if (model !== undefined)
        edits.inserted.unshift(newcomer(model, edits.inserted.length + 1, this.#clock()));
    }
    this.#edits.set(listKey(list), edits);
  }

  #shape(page: Page, order: Order, effect: Effect): void {
    const { pagination } = page;
    switch (effect.kind) {
      case 'null-array':
        page.rows = null;
        return;
      case 'missing-array':
        page.rows = undefined;
        return;
      case 'missing-pagination':
        page.pagination = undefined;
        return;
      case 'empty-list':
        page.rows = [];
        if (pagination !== undefined) pagination.total = 0;
        return;
      case 'moving-total':
        this.#totalDrift += effect.by;
        if (pagination !== undefined) pagination.total += this.#totalDrift;
        return;
      case 'short-page':
        page.rows?.pop();
        return;
      case 'repeated-row': {
        const before = pagination === undefined ? undefined : order.jsonAt(pagination.offset - 1);
        if (before !== undefined) page.rows?.splice(0, 1, before);
        return;
      }
      default:
        return;
    }
  }
}

function listKey({ projectId, spec }: { projectId: string; spec: { key: string } }): string {
  return `${projectId}/${spec.key}`;
}

function edited<T extends Row>(
  list: ProjectList<T>,
  query: ListQuery,
  selection: Selection,
  edits: Edits | undefined,
): (() => string)[] {
  const ordered: (() => string)[] = [];
  for (let position = 0; position < selection.length; position += 1) {
    const index = selection.indexAt(position);
    if (index === undefined || edits?.deleted.has(index) || edits?.moved.includes(index)) continue;
    ordered.push(() => rowJson(list.rows, index));
  }
  if (edits === undefined) return ordered;
  const moved = edits.moved.map((index) => () => rowJson(list.rows, index));
  const inserted = query.filters.length > 0 ? [] : edits.inserted.map((row) => () => JSON.stringify(row));
  const isNewestLast = query.sort[0]?.key === 'created_at' && !query.sort[0].isDescending;
  return isNewestLast ? [...moved, ...ordered, ...inserted.reverse()] : [...inserted, ...moved, ...ordered];
}

function parsed(row: () => string): Row {
  const value: Row = JSON.parse(row());
  return value;
}

/** A row that was not there a moment ago. */
function newcomer(model: Row, nth: number, now: Instant): Row {
  const id = uuidFrom(scatter(nth), scatter(~nth), scatter(nth << 8), nth);
  const at = formatInstant(now);
  return { ...model, id, ...{ name: `newcomer-${nth}` }, created_at: at, ...{ updated_at: at } };
}

function write(key: string, { rows, pagination }: Page): string {
  const parts: string[] = [];
  if (rows !== undefined) parts.push(`"${key}":${rows === null ? 'null' : `[${rows.join(',')}]`}`);
  if (pagination !== undefined) parts.push(`"pagination":${JSON.stringify(pagination)}`);
  return `{${parts.join(',')}}`;
}
