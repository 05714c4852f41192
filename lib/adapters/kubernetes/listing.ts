import * as z from 'zod';
import { AuditFailure } from '../../terms/failure.ts';
import { jsonOf, statusFailure, unreadableAnswer } from './answers.ts';
import { pathOf, type ResourceCall, spoken } from './calls.ts';
import type { Answer, Connection } from './connection.ts';
import { typeMissing } from './versions.ts';

/** As kubectl asks for. */
const PAGE_SIZE = 500;

/** A list whose snapshot went stale is begun again, at most this often (verdicts.md, "readable"). */
const MAX_RESTARTS = 3;

export interface ListOptions {
  /** Where the call leaves the version open. */
  readonly version?: string;
  readonly fieldSelector?: string;
}

type Attempt<Row> =
  | { readonly kind: 'whole'; readonly rows: readonly Row[] }
  | { readonly kind: 'stale'; readonly why: string };

/**
 * Reads a list whole, every page of it from one snapshot, or throws an AuditFailure which says why not. Names are
 * unique in a snapshot, so a row that comes twice proves that the pages are not of one.
 */
export async function listWhole<Row extends { readonly name: string }>(
  connection: Connection,
  call: ResourceCall,
  row: z.ZodType<Row>,
  options: ListOptions = {},
): Promise<readonly Row[]> {
  for (let restarts = 0; ; restarts += 1) {
    const attempt = await readPages(connection, call, row, options);
    if (attempt.kind === 'whole') return attempt.rows;
    if (restarts === MAX_RESTARTS) throw expired(connection, call, attempt.why);
  }
}

async function readPages<Row extends { readonly name: string }>(
  connection: Connection,
  call: ResourceCall,
  row: z.ZodType<Row>,
  { version, fieldSelector }: ListOptions,
): Promise<Attempt<Row>> {
  const headers = await connection.authorize();
  const rows = new Map<string, Row>();
  const asked = new Set<string>();
  let snapshot: string | undefined;
  let next: string | undefined;
  do {
    // No resourceVersion: the first page is then as new as the cluster itself, never an older copy from a cache.
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
    if (fieldSelector !== undefined) query.set('fieldSelector', fieldSelector);
    if (next !== undefined) query.set('continue', next);
    const answer = await connection.get(`${pathOf(call, version)}?${query}`, headers);
    if (answer.status === 410) return { kind: 'stale', why: 'answered 410 (expired) in the middle of' };
    const page = await readPage(connection, call, row, answer);

    const { resourceVersion } = page.metadata;
    if (resourceVersion && snapshot && resourceVersion !== snapshot)
      return { kind: 'stale', why: 'showed two snapshots in one reading of' };
    snapshot ??= resourceVersion || undefined;

    for (const item of page.items) {
      if (rows.has(item.name)) throw unreadableAnswer(connection, call, `holds "${item.name}" twice`);
      rows.set(item.name, item);
    }
    next = page.metadata.continue || undefined;
    if (next !== undefined) {
      if (asked.has(next))
        throw unreadableAnswer(connection, call, 'leads back to a page that was read already');
      asked.add(next);
    }
  } while (next !== undefined);
  return { kind: 'whole', rows: [...rows.values()] };
}

/** `remainingItemCount` is left alone: the API calls it an estimate. Only an empty `continue` ends a list. */
async function readPage<Row>(
  connection: Connection,
  call: ResourceCall,
  row: z.ZodType<Row>,
  answer: Answer,
) {
  if (answer.status === 404) throw await typeMissing(connection, call);
  if (answer.status !== 200) throw statusFailure(connection, call, answer);
  const page = z
    .object({
      kind: z
        .string()
        .refine((kind) => isListOf(kind, call.resource), { error: `it is no list of ${call.resource}` })
        .nullish(),
      metadata: z.object({ resourceVersion: z.string().nullish(), continue: z.string().nullish() }),
      items: z.array(row),
    })
    .safeParse(jsonOf(connection, call, answer));
  if (page.success) return page.data;
  const [issue] = page.error.issues;
  throw unreadableAnswer(
    connection,
    call,
    `is not as expected at ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

/** `NodeClaimList` (and the bare `List`) is a list of `nodeclaims`; `NodeList` or `Status` is none, whatever is in it. */
function isListOf(kind: string, resource: string): boolean {
  if (kind === 'List') return true;
  const singular = kind.replace(/List$/, '').toLowerCase();
  return kind.endsWith('List') && [`${singular}s`, `${singular}es`].includes(resource);
}

function expired(connection: Connection, call: ResourceCall, why: string): AuditFailure {
  return new AuditFailure(
    'witness-list-expired',
    `${connection.cluster} ${why} "${spoken(call)}", ${MAX_RESTARTS + 1} times in a row`,
    'run again when the cluster is less busy; if it stays so, the API server cannot keep a snapshot as long as the list takes',
  );
}
