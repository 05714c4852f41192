import type { Store } from '../ledger/store.ts';
import type { CheckPublication } from '../publish/check-publication.ts';
import { seal, unseal } from '../publish/delivery/sealed.ts';
import { timeInName } from '../publish/names.ts';
import { AuditFailure } from '../terms/failure.ts';
import { formatInstant, type Instant, parseInstant } from '../terms/instants.ts';

// checks/<project>/<cluster UID>/told/000001.json                           the first check that was told of the cluster
// checks/<project>/<cluster UID>/delivered/000001.json                      every publisher has it, or has it pending
// checks/<project>/<cluster UID>/sight/000001-20261130T063000Z-unclear.json after it, checks cannot read all any more
// checks/<project>/<cluster UID>/sight/000001-20261130T070000Z-clear.json   and now they can again
//
// The store only grows: a step is a new file, and of two runs at once one makes it and delivers it. One whose run died
// before it was delivered is delivered by a later run, word for word.

/** What was told of one cluster, as far as names say it. */
export interface ToldCluster {
  /** How many checks were told of it: the last one's place in its history. */
  readonly sequence: number;
  readonly isDelivered: boolean;
  /** Since when checks cannot read all; `undefined`: the last one could, or was told. */
  readonly unclearSince: Instant | undefined;
}

export const NOTHING_TOLD: ToldCluster = { sequence: 0, isDelivered: true, unclearSince: undefined };

/** Of one cluster. */
export interface Cluster {
  readonly project: string;
  readonly uid: string;
}

/**
 * What was told of each cluster of a project, by its UID.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function listTold(store: Store, project: string): Promise<ReadonlyMap<string, ToldCluster>> {
  const prefix = `checks/${project}/`;
  const names = new Map<string, string[]>();
  for (const key of await store.list(prefix)) {
    const [uid = '', ...rest] = key.slice(prefix.length).split('/');
    names.set(uid, [...(names.get(uid) ?? []), rest.join('/')]);
  }
  return new Map([...names].map(([uid, ofCluster]) => [uid, toldBy(ofCluster)]));
}

const TOLD = /^told\/(?<sequence>\d{6})\.json$/;
const SIGHT = /^sight\/(?<sequence>\d{6})-(?<time>\d{8}T\d{6}Z)-(?<sight>clear|unclear)\.json$/;

function toldBy(names: readonly string[]): ToldCluster {
  const sequence = Math.max(0, ...names.map((name) => Number(TOLD.exec(name)?.groups?.sequence ?? 0)));
  const sights = names
    .map((name) => SIGHT.exec(name)?.groups ?? {})
    .filter((one) => Number(one.sequence) === sequence);
  const lastClear = sights.findLastIndex(({ sight }) => sight === 'clear');
  return {
    sequence,
    isDelivered: sequence === 0 || names.includes(`delivered/${padded(sequence)}.json`),
    unclearSince: momentIn(sights[lastClear + 1]?.time),
  };
}

function momentIn(time = ''): Instant | undefined {
  return parseInstant(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

export interface ToldCheck {
  readonly publication: CheckPublication;
  readonly toldAt: Instant;
}

/**
 * The last check that was told of a cluster; `undefined`: there is none.
 *
 * @throws AuditFailure `store-unreadable`; `ledger-damaged` when it cannot be understood
 */
export async function readTold(
  store: Store,
  cluster: Cluster,
  { sequence }: ToldCluster,
): Promise<ToldCheck | undefined> {
  if (sequence === 0) return undefined;
  const key = keyOf(cluster, 'told', padded(sequence));
  const bytes = await store.read(key);
  const value = bytes && unseal(bytes);
  const toldAt = isEntry(value) ? parseInstant(value.toldAt) : undefined;
  if (isEntry(value) && toldAt !== undefined) return { publication: value.publication, toldAt };
  throw new AuditFailure(
    'ledger-damaged',
    `${store.place}/${key}, which remembers what was told of a cluster, is damaged, or of another version`,
    'put the file back from a backup; without it the cluster is told of once more',
  );
}

/** The seal has shown that it is what this program wrote; this tells the kinds of records apart. */
function isEntry(
  value: unknown,
): value is { readonly publication: CheckPublication; readonly toldAt: string } {
  return typeof value === 'object' && value !== null && 'publication' in value && 'toldAt' in value;
}

/**
 * Writes what is now told of a cluster; `exists`: another run has.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function createTold(
  store: Store,
  cluster: Cluster,
  sequence: number,
  { publication, toldAt }: ToldCheck,
): Promise<'created' | 'exists'> {
  const entry = { publication, toldAt: formatInstant(toldAt) };
  return store.create(keyOf(cluster, 'told', padded(sequence)), seal(entry));
}

/** @throws AuditFailure `store-unwritable` */
export async function markDelivered(
  store: Store,
  cluster: Cluster,
  sequence: number,
  now: Instant,
): Promise<void> {
  await store.create(keyOf(cluster, 'delivered', padded(sequence)), seal({ at: formatInstant(now) }));
}

/**
 * Notes that checks of a cluster cannot read all any more, or can again.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function markSight(
  store: Store,
  cluster: Cluster,
  { sequence }: ToldCluster,
  sight: 'clear' | 'unclear',
  now: Instant,
): Promise<void> {
  const at = formatInstant(now);
  const name = `${padded(sequence)}-${timeInName(at)}-${sight}`;
  await store.create(keyOf(cluster, 'sight', name), seal({ at }));
}

function keyOf({ project, uid }: Cluster, folder: 'told' | 'delivered' | 'sight', name: string): string {
  return `checks/${project}/${uid}/${folder}/${name}.json`;
}

function padded(sequence: number): string {
  return String(sequence).padStart(6, '0');
}
