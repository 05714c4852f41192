import { IdSet } from '../../../lib/adapters/kakaocloud/id-set.ts';
import {
  type Gathering,
  type Page,
  type PagedList,
  readWhole,
} from '../../../lib/adapters/kakaocloud/listing.ts';
import type { ResourceId } from '../../../lib/terms/ids.ts';
import { formatInstant, instantFromMs } from '../../../lib/terms/instants.ts';
import { anId } from '../../builders/ledger.ts';

export interface Row {
  readonly id: ResourceId;
  readonly created_at: string | null;
}

/** The n-th row to be born. Times are as coarse as a second, in which several may be born. */
export function row(n: number, bornPerSecond = 1): Row {
  const second = Math.floor(n / bornPerSecond);
  return { id: anId(n), created_at: formatInstant(instantFromMs(Date.UTC(2026, 5, 1) + 1000 * second)) };
}

export function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, n) => row(n));
}

/** A server's list in memory: what a test does between two answers is up to it. */
export interface MovingList {
  rows: Row[];
  /** More rows than this no page has. */
  most: number;
  namesTotal: boolean;
  /** Called before each page, from 1; may change the rows. */
  before: (request: number) => void;
  /** What goes out instead of a page. */
  instead: (page: Page, offset: number, request: number) => Page;
  readonly requests: { readonly offset: number; readonly limit: number }[];
  readonly askedById: ResourceId[];
  readonly broken: string[];
}

export function movingList(initial: readonly Row[], most = 4): MovingList {
  return {
    rows: [...initial],
    most,
    namesTotal: true,
    before: () => {},
    instead: (page) => page,
    requests: [],
    askedById: [],
    broken: [],
  };
}

interface RowIds extends Gathering {
  readonly ids: IdSet;
}

/** Reads the list with what the adapter reads lists with. */
export function read(list: MovingList, isThere?: (id: ResourceId) => boolean): Promise<RowIds> {
  const paged: PagedList<RowIds> = {
    asked: { method: 'GET', service: 'volume', path: '/api/v1/volumes' },
    concurrency: 3,
    readPage: async (offset, limit, take) => {
      const request = list.requests.push({ offset, limit });
      // Others that were asked for at the same time come first.
      await Promise.resolve();
      list.before(request);
      const page: Page = {
        rows: list.rows.slice(offset, offset + Math.min(limit, list.most)),
        total: list.namesTotal ? list.rows.length : undefined,
      };
      return take(list.instead(page, offset, request));
    },
    begin: () => {
      const ids = new IdSet();
      return { ids, take: (one) => ids.add((one as Row).id) };
    },
    isThere: async (id) => {
      list.askedById.push(id);
      return isThere?.(id) ?? list.rows.some((one) => one.id === id);
    },
    onBroken: (why) => list.broken.push(why),
  };
  return readWhole(paged);
}
