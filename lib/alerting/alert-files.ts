import type { Store } from '../ledger/store.ts';
import type { Alert } from '../publish/alerts/alert.ts';
import { type AlertEntry, NO_ALERTS_YET } from '../publish/alerts/state.ts';
import { seal, unseal } from '../publish/delivery/sealed.ts';
import { AuditFailure } from '../terms/failure.ts';

// alerts/<project>/states/0000000012.json   what is so and what was told, and the messages that are on their way
// alerts/<project>/sent/<alert ID>.json     that a message was handed to every publisher, or is pending there
//
// The store only grows: a step is a new file, and of two runs at once one makes it. Only the newest one counts.

const VERSION = 1;

/** What the store holds of one project, newest first. */
export interface LatestEntry {
  /** 0: there is none yet. */
  readonly sequence: number;
  readonly entry: AlertEntry;
  /** Newer files that cannot be understood; what they held was told by nobody, or is told again. */
  readonly damaged: readonly AuditFailure[];
}

/** More than one that cannot be understood is no crash. */
const LOOKED_BACK = 8;

/** @throws AuditFailure `store-unreadable`; `ledger-damaged` when none of the newest can be understood */
export async function readLatest(store: Store, project: string): Promise<LatestEntry> {
  const folder = statesFolder(project);
  const keys = (await store.list(folder)).filter((key) => sequenceOf(key) !== undefined);
  const sequence = sequenceOf(keys.at(-1)) ?? 0;
  const damaged: AuditFailure[] = [];
  for (const key of keys.slice(-LOOKED_BACK).toReversed()) {
    const bytes = await store.read(key);
    const value = bytes === undefined ? undefined : unseal(bytes);
    if (isEntry(value)) return { sequence, entry: value.entry, damaged };
    damaged.push(damageOf(key));
  }
  const [newest] = damaged;
  if (newest !== undefined) throw newest;
  return { sequence: 0, entry: { state: NO_ALERTS_YET, outbox: [] }, damaged };
}

/**
 * Writes the step after `sequence - 1`; `exists`: another run has made it.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function createEntry(
  store: Store,
  project: string,
  sequence: number,
  entry: AlertEntry,
): Promise<'created' | 'exists'> {
  const key = `${statesFolder(project)}${String(sequence).padStart(10, '0')}.json`;
  return store.create(key, seal({ version: VERSION, entry }));
}

/**
 * Those that nobody is known to have handed over.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function unsent(
  store: Store,
  project: string,
  alerts: readonly Alert[],
): Promise<readonly Alert[]> {
  const isSent = await Promise.all(
    alerts.map(async ({ id }) => (await store.read(sentKey(project, id))) !== undefined),
  );
  return alerts.filter((_, index) => isSent[index] === false);
}

/** @throws AuditFailure `store-unwritable` */
export async function markSent(
  store: Store,
  project: string,
  alert: Alert,
  places: readonly string[],
): Promise<void> {
  await store.create(sentKey(project, alert.id), seal({ id: alert.id, at: alert.at, places }));
}

function statesFolder(project: string): string {
  return `alerts/${project}/states/`;
}

function sentKey(project: string, id: string): string {
  return `alerts/${project}/sent/${id}.json`;
}

function sequenceOf(key: string | undefined): number | undefined {
  const digits = /\/states\/(\d{10})\.json$/.exec(key ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The seal has shown that it is what this program wrote; this tells versions apart. */
function isEntry(value: unknown): value is { readonly version: number; readonly entry: AlertEntry } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === VERSION &&
    'entry' in value
  );
}

function damageOf(key: string): AuditFailure {
  return new AuditFailure(
    'ledger-damaged',
    `${key}, which remembers what was alerted, was written in part, changed since, or is of another version`,
    'put the file back from a backup; without it the step before counts, and some messages may come a second time',
  );
}
