import { AuditFailure } from '../terms/failure.ts';
import { type ClusterUid, clusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { fingerprint, type UnchangedEntry } from './codec.ts';
import type { ClusterRecord, RunEntry } from './entries.ts';

const PROJECT_NAME = /^[a-z0-9][a-z0-9._-]*$/;
const RUN_ID = /^[A-Za-z0-9._-]+$/;
const INSIDE_PROJECT = /^(?:records\/([0-9a-f-]{36})|runs)\/\d{8}T\d{6}\.\d{3}Z-[A-Za-z0-9._-]+\.json$/;

/** The prefix of all keys of one project's ledger: `ledger/shop-prod/`. */
export function projectFolder(project: string): string {
  if (PROJECT_NAME.test(project)) return `ledger/${project}/`;
  throw new AuditFailure(
    'config-invalid',
    `the project name ${JSON.stringify(project)} cannot name a folder of the ledger`,
    'name the project with lower-case letters, digits, ".", "_" and "-" only, beginning with a letter or digit',
  );
}

/** The prefix of one cluster's records: `ledger/shop-prod/records/<cluster UID>/`. */
export function recordsFolder(project: string, cluster: ClusterUid): string {
  return `${projectFolder(project)}records/${cluster}/`;
}

/** `20261101T000000.000Z-<fingerprint>.json`: of two writers at one moment, equal records meet in one file. */
export function recordName(entry: ClusterRecord | UnchangedEntry, bytes: Uint8Array): string {
  return `${timeInName(entry.recordedAt)}-${fingerprint(bytes)}.json`;
}

/** `ledger/shop-prod/runs/20261101T020000.000Z-<run ID>.json` */
export function runKey(project: string, run: RunEntry): string {
  if (!RUN_ID.test(run.runId)) throw new TypeError(`${JSON.stringify(run.runId)} is no run ID`);
  return `${projectFolder(project)}runs/${timeInName(run.asOf)}-${run.runId}.json`;
}

/** Whether a key has the shape of a record's or a run's, and in which cluster's folder it lies. */
export function placeOf(
  project: string,
  key: string,
): { readonly cluster: ClusterUid | undefined } | undefined {
  const place = INSIDE_PROJECT.exec(key.slice(projectFolder(project).length));
  return place === null ? undefined : { cluster: clusterUid(place[1]) };
}

/** Sorts as text as the moments do. */
function timeInName(at: Instant): string {
  return new Date(at).toISOString().replaceAll(/[-:]/g, '');
}
