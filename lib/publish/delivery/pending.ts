import { createHash } from 'node:crypto';
import type { Store } from '../../ledger/store.ts';
import type { Report } from '../../report/report.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { formatInstant, type Instant, MINUTE_MS, parseInstant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import { plainId, timeInName } from '../names.ts';
import { idOf, PUBLICATION_KINDS, type Publication, timeOf } from '../publisher.ts';
import { seal, unseal } from './sealed.ts';

/** Where deliveries that failed are kept until the next run, and the true time. */
export interface Memory {
  readonly store: Store;
  readonly now: Instant;
}

/** A publication that a publisher was to have and did not get. */
export interface Pending {
  /** The publisher's ID. */
  readonly publisher: string;
  /** Of the publication, here and in the keys: names sort as the moments that they hold of. */
  readonly name: string;
  readonly kind: Publication['kind'];
  /** Of the projects that a report tells of; of an alert or a check, its one project. */
  readonly projects: readonly string[];
  /** The UID of the cluster that a check is about; `null` of the others, and of a check whose record was damaged. */
  readonly cluster: string | null;
  /** When it failed first. */
  readonly since: Instant;
  readonly storedAt: string | null;
}

/** `delivered`, `superseded` by a newer report of the same projects or check of the same cluster, or `given-up`. */
export type Settlement = 'delivered' | 'superseded' | 'given-up';

// The store only grows, so each step is a record of its own: what is pending and has not been settled is pending still.
// There is one small record for each failure and one for its end, and the publication itself once, whoever lacks it.
const PUBLICATIONS = 'publish/publications/';
const PENDING = 'publish/pending/';
const SETTLED = 'publish/settled/';
const TRIES = 'publish/tries/';

/** One who began to try this long ago has ended, or was ended. Longer than any function may run. */
const TRY_MS = 15 * MINUTE_MS;

/** What says something else has another name: it is kept, pending and delivered for itself. */
export function nameOf(publication: Publication): string {
  const name = `${timeInName(timeOf(publication))}-${publication.kind}-${plainId(idOf(publication))}`;
  return publication.kind === 'report' ? `${name}-${contentOf(publication.report)}` : name;
}

/** One of ten thousand findings takes a while, and its name is asked for often. */
const CONTENTS = new WeakMap<Report, string>();

/**
 * What a report says, as a hash: one run is merged again when a part comes late, and says something else then. When the
 * merging began and ended says nothing. The other kinds have what they say in their IDs.
 */
function contentOf(report: Report): string {
  const known = CONTENTS.get(report);
  if (known !== undefined) return known;
  const { run, ...said } = report;
  const text = JSON.stringify({ run: { ...run, startedAt: null, finishedAt: null }, ...said });
  const content = createHash('sha256').update(text).digest('hex').slice(0, 12);
  CONTENTS.set(report, content);
  return content;
}

export function projectsOf(publication: Publication): readonly string[] {
  switch (publication.kind) {
    case 'report':
      return publication.report.run.projects.map(({ name }) => name);
    case 'alert':
      return [publication.alert.project];
    case 'check':
      return [publication.check.run.project.name];
    default:
      return absurd(publication);
  }
}

/** As in {@link Pending}. */
export function clusterOf(publication: Publication): string | null {
  return publication.kind === 'check' ? publication.check.cluster.uid : null;
}

/**
 * Keeps a publication whole, and answers where.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function keepPublication({ store }: Memory, publication: Publication): Promise<string> {
  const key = `${PUBLICATIONS}${nameOf(publication)}.json`;
  await store.create(key, seal(publication));
  return `${store.place.replace(/\/$/, '')}/${key}`;
}

/** @throws AuditFailure `store-unreadable`, also for what is there and cannot be understood */
export async function keptPublication({ store }: Memory, pending: Pending): Promise<Publication> {
  const key = `${PUBLICATIONS}${pending.name}.json`;
  const bytes = await store.read(key);
  const value = bytes && unseal(bytes);
  if (isPublication(value)) return value;
  throw new AuditFailure(
    'store-unreadable',
    `${store.place}/${key}, which is to be sent once more, ${bytes === undefined ? 'is not there' : 'is damaged, or of another version'}`,
    'nothing has to be done: it is given up after some days; the next report and alerts do not depend on it',
  );
}

/** The seal has shown that it is what this program wrote; this tells the kinds of records apart. */
function isPublication(value: unknown): value is Publication {
  return (
    typeof value === 'object' && value !== null && ('report' in value || 'alert' in value || 'check' in value)
  );
}

/** @throws AuditFailure `store-unwritable` */
export async function addPending(
  memory: Memory,
  publisher: string,
  publication: Publication,
  storedAt: string | null,
): Promise<void> {
  await keepPublication(memory, publication);
  const { kind } = publication;
  const since = formatInstant(memory.now);
  const cluster = clusterOf(publication);
  const record = {
    kind,
    projects: projectsOf(publication),
    ...(cluster === null ? {} : { cluster }),
    since,
    storedAt,
  };
  await memory.store.create(pendingKey(publisher, nameOf(publication)), seal(record));
}

function pendingKey(publisher: string, name: string): string {
  return `${PENDING}${publisher}/${name}.json`;
}

/**
 * All that is pending, the oldest first.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function listPending({ store, now }: Memory): Promise<readonly Pending[]> {
  // What is settled is listed first: what another run settles in between is then tried once more, and never forgotten.
  const settled = new Set((await store.list(SETTLED)).map((key) => key.slice(SETTLED.length)));
  const keys = (await store.list(PENDING)).filter((key) => !settled.has(key.slice(PENDING.length)));
  const all = await Promise.all(keys.map((key) => readPending(store, key, now)));
  return all.flat().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const KEY =
  /^publish\/pending\/(?<publisher>[^/]+)\/(?<name>\d{8}T\d{6}Z-(?<kind>report|alert|check)-[^/]+)\.json$/;

async function readPending(store: Store, key: string, now: Instant): Promise<readonly Pending[]> {
  const { publisher, name, kind } = KEY.exec(key)?.groups ?? {};
  const known = PUBLICATION_KINDS.find((one) => one === kind);
  if (publisher === undefined || name === undefined || known === undefined) return [];
  const bytes = await store.read(key);
  const value = bytes && unseal(bytes);
  const record = isRecord(value) ? value : undefined;
  return [
    {
      publisher,
      name,
      kind: known,
      projects: record?.projects ?? [],
      cluster: record?.cluster ?? null,
      // Of a record that was damaged the name is left: enough to send it once more, and to settle it.
      since: parseInstant(record?.since) ?? parseInstant(isoOf(name)) ?? now,
      storedAt: record?.storedAt ?? null,
    },
  ];
}

/** As {@link isPublication}. */
function isRecord(value: unknown): value is {
  readonly projects: readonly string[];
  readonly cluster?: string;
  readonly since: string;
  readonly storedAt: string | null;
} {
  return typeof value === 'object' && value !== null && 'projects' in value && 'since' in value;
}

/** `20261130T063400Z-…` as ISO 8601. */
function isoOf(name: string): string {
  return name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z');
}

/** A try that this run has to itself. */
export interface Try {
  /** @throws AuditFailure `store-unwritable` */
  end(): Promise<void>;
}

/**
 * Begins to try it once more; `undefined`: another run is at it. Of several that come at once one may. One that was ended
 * in the middle keeps it from the others for a quarter of an hour.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`
 */
export async function beginTry(
  { store, now }: Memory,
  { publisher, name }: Pending,
): Promise<Try | undefined> {
  const folder = `${TRIES}${publisher}/${name}/`;
  const keys = await store.list(folder);
  const last = keys.at(-1);
  if (last?.endsWith(BEGUN) && (await isUnderWay(store, last, now))) return undefined;
  const mine = `${folder}${String(keys.length).padStart(6, '0')}`;
  const time = new TextEncoder().encode(`${formatInstant(now)}\n`);
  if ((await store.create(mine + BEGUN, time)) !== 'created') return undefined;
  return {
    async end() {
      await store.create(mine + ENDED, time);
    },
  };
}

// They sort in this order.
const BEGUN = '-begun';
const ENDED = '-ended';

async function isUnderWay(store: Store, key: string, now: Instant): Promise<boolean> {
  const bytes = await store.read(key);
  const begun = parseInstant(new TextDecoder().decode(bytes).trim());
  return begun !== undefined && Math.abs(now - begun) < TRY_MS;
}

/** @throws AuditFailure `store-unwritable` */
export async function settle(memory: Memory, pending: Pending, as: Settlement): Promise<void> {
  const key = `${SETTLED}${pending.publisher}/${pending.name}.json`;
  await memory.store.create(key, seal({ settlement: as, at: formatInstant(memory.now) }));
}
