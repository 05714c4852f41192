import { AuditFailure } from '../terms/failure.ts';
import { type ClusterUid, clusterUid } from '../terms/ids.ts';
import { type Instant, parseInstant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import { fingerprint } from './codec.ts';
import type { RunEntry } from './entries.ts';
import type { StoredEntry } from './schemas.ts';

/** A key of one project's ledger, with all that its name says: what fits in a name need not be read. */
export type LedgerKey = RecordKey | RunKey;

type RecordKind = 'record' | 'delta' | 'unchanged' | 'facts' | 'gone' | 'retired';

/** Of one entry about one cluster. */
export interface RecordKey<Kind extends RecordKind = RecordKind> {
  readonly kind: Kind;
  readonly key: string;
  readonly cluster: ClusterUid;
  readonly at: Instant;
  /**
   * `20261101T000000.000Z-<fingerprint>`: time and content. Other entries of the cluster refer to it by this, so that
   * what they mean cannot change behind them.
   */
  readonly mark: string;
  /** The mark of the record that an `unchanged` repeats; `undefined` of the others, which say it inside. */
  readonly of: string | undefined;
}

export interface RunKey {
  readonly kind: 'run';
  readonly key: string;
}

const PROJECT_NAME = /^[a-z0-9][a-z0-9._-]*$/;
const RUN_ID = /^[A-Za-z0-9._-]+$/;

/** The prefix of all keys of one project's ledger: `ledger/shop-prod/`. */
export function projectFolder(project: string): string {
  if (PROJECT_NAME.test(project)) return `ledger/${project}/`;
  throw new AuditFailure(
    'config-invalid',
    `the project name ${JSON.stringify(project)} cannot name a folder of the ledger`,
    'name the project with lower-case letters, digits, ".", "_" and "-" only, beginning with a letter or digit',
  );
}

type Section = 'records' | 'facts' | 'gone' | 'retired';

/** The prefix of one cluster's entries of a kind: `ledger/shop-prod/records/<cluster UID>/`. */
export function clusterFolder(project: string, section: Section, cluster: ClusterUid): string {
  return `${projectFolder(project)}${section}/${cluster}/`;
}

/**
 * Where an entry belongs. Time and fingerprint are in the name: of two writers at one moment, equal entries meet in one
 * file, and a file that was renamed, moved or changed no longer fits its name.
 *
 * - `ledger/shop-prod/records/<cluster UID>/20261101T000000.000Z-<fingerprint>.json`, a full record
 * - `….delta.json`, and `….unchanged.<mark of the record that it repeats>.json`
 * - `ledger/shop-prod/runs/20261101T020000.000Z-<run ID>.json`
 */
export function keyOf(project: string, entry: StoredEntry, bytes: Uint8Array): string {
  switch (entry.kind) {
    case 'record':
      return `${clusterFolder(project, 'records', entry.cluster.uid)}${markOf(entry.recordedAt, bytes)}.json`;
    case 'delta':
      return `${clusterFolder(project, 'records', entry.cluster.uid)}${markOf(entry.recordedAt, bytes)}.delta.json`;
    case 'unchanged':
      return `${clusterFolder(project, 'records', entry.cluster)}${markOf(entry.recordedAt, bytes)}.unchanged.${entry.of}.json`;
    case 'facts':
      return `${clusterFolder(project, 'facts', entry.cluster)}${markOf(entry.recordedAt, bytes)}.json`;
    case 'gone':
      return `${clusterFolder(project, 'gone', entry.cluster)}${markOf(entry.provenAt, bytes)}.json`;
    case 'retired':
      return `${clusterFolder(project, 'retired', entry.cluster)}${markOf(entry.retiredAt, bytes)}.json`;
    case 'run':
      return runKey(project, entry);
    default:
      return absurd(entry);
  }
}

export function runKey(project: string, { asOf, runId }: RunEntry): string {
  return `${projectFolder(project)}runs/${timeInName(asOf)}-${runId}.json`;
}

/** Whether a text can name a run, and with it a file. */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}

function markOf(at: Instant, bytes: Uint8Array): string {
  return `${timeInName(at)}-${fingerprint(bytes)}`;
}

const MARK = String.raw`\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{16}`;
const OF_CLUSTER = new RegExp(
  `^(?<section>records|facts|gone|retired)/(?<uid>[0-9a-f-]{36})/(?<mark>${MARK})` +
    String.raw`(?<form>\.delta|\.unchanged\.(?<of>${MARK}))?\.json$`,
);
const OF_RUN = /^runs\/\d{8}T\d{6}\.\d{3}Z-[A-Za-z0-9._-]+\.json$/;

/** What a key's name says; `undefined` when no file of the ledger has such a name. */
export function parseKey(project: string, key: string): LedgerKey | undefined {
  const name = key.slice(projectFolder(project).length);
  if (OF_RUN.test(name)) return { kind: 'run', key };
  const { section, uid, mark = '', form, of } = OF_CLUSTER.exec(name)?.groups ?? {};
  const kind = kindOf(section, form);
  const cluster = clusterUid(uid);
  const at = timeFromName(mark);
  if (kind === undefined || cluster === undefined || at === undefined) return undefined;
  return { kind, key, cluster, at, mark, of };
}

function kindOf(section: string | undefined, form: string | undefined): RecordKind | undefined {
  if (section === 'records') {
    if (form === undefined) return 'record';
    return form === '.delta' ? 'delta' : 'unchanged';
  }
  if (form !== undefined) return undefined;
  return section === 'facts' || section === 'gone' || section === 'retired' ? section : undefined;
}

/** The keys of some kinds, in their order. */
export function keysOf<Kind extends RecordKind>(
  keys: readonly LedgerKey[],
  ...kinds: readonly Kind[]
): readonly RecordKey<Kind>[] {
  return keys.filter((key): key is RecordKey<Kind> => kinds.some((kind) => kind === key.kind));
}

/** Sorts as text as the moments do. */
function timeInName(at: Instant): string {
  return new Date(at).toISOString().replaceAll(/[-:]/g, '');
}

function timeFromName(mark: string): Instant | undefined {
  return parseInstant(
    mark.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-.*$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}
