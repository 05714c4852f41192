import type { InstanceRow } from './instance-row.ts';
import { eachRow, LazyRows, type Row, type Rows } from './rows.ts';
import type { SnapshotRow, VolumeRow } from './volume-row.ts';

/** How the values of one filter are compared with what a row has. */
type Filter<T> = {
  readonly by: 'equal' | 'contains' | 'word' | 'number' | 'boolean' | 'instant' | 'zone' | 'instance-type';
  readonly of: (row: T) => unknown;
};

/** One paged list: its key in the answer, its filters and sort keys (kakaocloud-api 2.1, 3.1, 3.5). */
export interface ListSpec<T extends Row> {
  readonly key: string;
  readonly filters: Readonly<Record<string, Filter<T>>>;
  readonly sortKeys: readonly string[];
}

const COMMON_SORT_KEYS = ['created_at', 'updated_at', 'name', 'status', 'id'];

export const INSTANCE_LIST: ListSpec<InstanceRow> = {
  key: 'instances',
  filters: {
    id: { by: 'equal', of: (row) => row.id },
    name: { by: 'contains', of: (row) => row.name },
    vm_state: { by: 'word', of: (row) => row.vm_state },
    status: { by: 'word', of: (row) => row.status },
    flavor_name: { by: 'equal', of: (row) => row.flavor?.name },
    image_name: { by: 'equal', of: (row) => row.image?.name },
    hostname: { by: 'equal', of: (row) => row.hostname },
    os_type: { by: 'word', of: (row) => row.image?.os_type },
    user_id: { by: 'equal', of: (row) => row.user_id },
    private_ip: { by: 'equal', of: (row) => row.addresses?.map((address) => address.private_ip) },
    public_ip: { by: 'equal', of: (row) => row.addresses?.map((address) => address.public_ip) },
    availability_zone: { by: 'zone', of: (row) => row.availability_zone },
    instance_type: { by: 'instance-type', of: (row) => row.instance_type },
    is_hadoop: { by: 'boolean', of: (row) => row.is_hadoop },
    is_k8se: { by: 'boolean', of: (row) => row.is_k8se },
    created_at: { by: 'instant', of: (row) => row.created_at },
    updated_at: { by: 'instant', of: (row) => row.updated_at },
  },
  sortKeys: [...COMMON_SORT_KEYS, 'vm_state', 'hostname', 'availability_zone'],
};

export const VOLUME_LIST: ListSpec<VolumeRow> = {
  key: 'volumes',
  filters: {
    id: { by: 'equal', of: (row) => row.id },
    name: { by: 'contains', of: (row) => row.name },
    status: { by: 'word', of: (row) => row.status },
    instance_id: { by: 'equal', of: (row) => row.instance_id },
    mount_point: { by: 'equal', of: (row) => row.mount_point },
    type: { by: 'equal', of: (row) => row.type },
    instance_name: { by: 'equal', of: (row) => row.instance_name },
    volume_type: { by: 'equal', of: (row) => row.volume_type },
    attach_status: { by: 'word', of: (row) => row.attach_status },
    size: { by: 'number', of: (row) => row.size },
    availability_zone: { by: 'zone', of: (row) => row.availability_zone },
    is_bootable: { by: 'boolean', of: (row) => row.is_bootable },
    is_encrypted: { by: 'boolean', of: (row) => row.is_encrypted },
    is_root: { by: 'boolean', of: (row) => row.is_root },
    created_at: { by: 'instant', of: (row) => row.created_at },
    updated_at: { by: 'instant', of: (row) => row.updated_at },
  },
  sortKeys: [...COMMON_SORT_KEYS, 'size', 'attach_status', 'availability_zone'],
};

export const SNAPSHOT_LIST: ListSpec<SnapshotRow> = {
  key: 'snapshots',
  filters: {
    id: { by: 'equal', of: (row) => row.id },
    name: { by: 'contains', of: (row) => row.name },
    status: { by: 'word', of: (row) => row.status },
    volume_id: { by: 'equal', of: (row) => row.volume_id },
    schedule_id: { by: 'equal', of: (row) => row.schedule_id },
    parent_id: { by: 'equal', of: (row) => row.parent_id },
    is_incremental: { by: 'boolean', of: (row) => row.is_incremental },
    is_dependent_snapshot: { by: 'boolean', of: (row) => row.is_dependent_snapshot },
    created_at: { by: 'instant', of: (row) => row.created_at },
    updated_at: { by: 'instant', of: (row) => row.updated_at },
  },
  sortKeys: [...COMMON_SORT_KEYS, 'size', 'volume_id'],
};

export const FLAVOR_LIST: ListSpec<Row> = {
  key: 'flavors',
  filters: {},
  sortKeys: ['created_at', 'name', 'id'],
};

export interface ListQuery {
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  readonly sort: readonly { readonly key: string; readonly isDescending: boolean }[];
  /** As asked for; the server may give less. */
  readonly limit: number;
  readonly offset: number;
}

/** What is wrong with a query. Which status the real services give is not public (kakaocloud-api 7). */
export interface BadQuery {
  readonly status: 400 | 422;
  readonly parameter: string;
  readonly message: string;
}

const DEFAULT_LIMIT = 20;
const PAGING = ['limit', 'offset', 'sort_keys', 'sort_dirs'];

export function parseQuery<T extends Row>(spec: ListSpec<T>, params: URLSearchParams): ListQuery | BadQuery {
  const limit = whole(params.get('limit'), DEFAULT_LIMIT);
  const offset = whole(params.get('offset'), 0);
  if (limit === undefined || limit < 1)
    return { status: 400, parameter: 'limit', message: 'limit must be a number' };
  if (offset === undefined) return { status: 400, parameter: 'offset', message: 'offset must be a number' };
  const keys = (params.get('sort_keys') ?? 'created_at').split(',');
  const directions = (params.get('sort_dirs') ?? 'desc').split(',');
  const badKey = keys.find((key) => !spec.sortKeys.includes(key));
  if (badKey !== undefined)
    return { status: 400, parameter: 'sort_keys', message: `cannot sort by ${badKey}` };
  if (directions.some((direction) => direction !== 'asc' && direction !== 'desc'))
    return { status: 422, parameter: 'sort_dirs', message: 'must be asc or desc' };
  const filters: { name: string; value: string }[] = [];
  for (const [name, value] of params) {
    if (PAGING.includes(name)) continue;
    const filter = spec.filters[name];
    // As web frameworks do, a parameter that nobody declared is let pass.
    if (filter === undefined) continue;
    const message = misfit(filter.by, value);
    if (message !== undefined) return { status: 422, parameter: name, message };
    filters.push({ name, value });
  }
  const sort = keys.map((key, index) => ({
    key,
    isDescending: (directions[index] ?? directions.at(-1)) === 'desc',
  }));
  return { filters, sort, limit, offset };
}

function whole(text: string | null, fallback: number): number | undefined {
  if (text === null) return fallback;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function misfit(by: Filter<Row>['by'], value: string): string | undefined {
  switch (by) {
    case 'boolean':
      return value === 'true' || value === 'false' ? undefined : 'must be true or false';
    case 'zone':
      return /^kr-central-2-[abc]$/.test(value) ? undefined : 'must be kr-central-2-a, -b or -c';
    case 'instance-type':
      return /^(vm|bm|gpu)$/.test(value) ? undefined : 'must be vm, bm or gpu';
    case 'number':
      return /^\d+$/.test(value) ? undefined : 'must be a number';
    case 'instant':
      return Number.isNaN(Date.parse(value)) ? 'must be a time in ISO 8601' : undefined;
    default:
      return undefined;
  }
}

/** The rows that a query selects, in its order, as indices into the world's rows. */
export interface Selection {
  readonly length: number;
  indexAt(position: number): number | undefined;
}

export function select<T extends Row>(
  spec: ListSpec<T>,
  rows: Rows<T>,
  query: Pick<ListQuery, 'filters' | 'sort'>,
): Selection {
  const quick = alreadySorted(rows, query);
  if (quick !== undefined) return quick;
  const wanted: { readonly row: T; readonly index: number }[] = [];
  let index = 0;
  for (const row of eachRow(rows)) {
    if (query.filters.every(({ name, value }) => passes(spec.filters[name], row, value)))
      wanted.push({ row, index });
    index += 1;
  }
  const sorted = wanted
    .map((one) => ({ index: one.index, keys: query.sort.map(({ key }) => sortable(one.row, key)) }))
    .sort((a, b) => compareKeys(a.keys, b.keys, query.sort));
  return { length: sorted.length, indexAt: (position) => sorted[position]?.index };
}

/** Rows made on demand come newest first: a million of them need not be made to be put in that order. */
function alreadySorted<T extends Row>(
  rows: Rows<T>,
  query: Pick<ListQuery, 'filters' | 'sort'>,
): Selection | undefined {
  const [first, second] = query.sort;
  if (!(rows instanceof LazyRows) || query.filters.length > 0 || second !== undefined) return undefined;
  if (first?.key !== 'created_at') return undefined;
  const { length } = rows;
  return { length, indexAt: (position) => (first.isDescending ? position : length - 1 - position) };
}

function passes<T>(filter: Filter<T> | undefined, row: T, value: string): boolean {
  if (filter === undefined) return true;
  const found = filter.of(row);
  return (Array.isArray(found) ? found : [found]).some((one) => matches(filter.by, one, value));
}

function matches(by: Filter<Row>['by'], found: unknown, value: string): boolean {
  if (found === null || found === undefined) return false;
  const text = String(found);
  switch (by) {
    case 'contains':
      return text.includes(value);
    case 'word':
      return text.toLowerCase() === value.toLowerCase();
    case 'instant':
      return Date.parse(text) === Date.parse(value);
    default:
      return text === value;
  }
}

type SortKey = string | number | undefined;

function sortable(row: Row, key: string): SortKey {
  const value: unknown = Object.entries(row).find(([name]) => name === key)?.[1];
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return key.endsWith('_at') ? Date.parse(value) : value;
}

/** Rows without a value come last; equal rows stay in the world's order. */
function compareKeys(a: readonly SortKey[], b: readonly SortKey[], sort: ListQuery['sort']): number {
  for (const [index, { isDescending }] of sort.entries()) {
    const left = a[index];
    const right = b[index];
    if (left === right) continue;
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    const order = left < right ? -1 : 1;
    return isDescending ? -order : order;
  }
  return 0;
}
