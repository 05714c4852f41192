import type { Store } from '../ledger/store.ts';
import type { MissingPart } from '../report/merge.ts';
import type { Report } from '../report/report.ts';
import { AuditFailure } from '../terms/failure.ts';
import { seal, unseal } from './delivery/sealed.ts';
import { plainId } from './names.ts';

// parts/<run ID>/<project>/<attempt>.json   what one process found out about one project, in a run that is spread
//                                            over several
//
// Of two processes that do the same part, the first one's stands: so the merged report is the same, however often a part
// was begun. Only a part that could read nothing is made again, as another attempt; the last one counts.

/** A project that a run is to tell of. */
export interface PartOf {
  readonly project: string;
  readonly region: string;
  /** Why nothing may have come of it, as far as the one who started it knows. */
  readonly why: string | undefined;
}

/**
 * Keeps the report on one project; `exists`: another process was first, and its report stands.
 *
 * @param attempt from 1; one more than that of the part that was read before
 * @throws AuditFailure `store-unwritable`
 */
export async function keepPart(
  store: Store,
  runId: string,
  project: string,
  report: Report,
  attempt = 1,
): Promise<'created' | 'exists'> {
  const name = String(attempt).padStart(4, '0');
  return store.create(`${folderOf(runId, project)}${name}.json`, seal({ report }));
}

export interface Part {
  readonly report: Report;
  readonly attempt: number;
}

/**
 * The report on one project, by the last attempt; `undefined`: nobody has kept one yet.
 *
 * @throws AuditFailure `store-unreadable`, also for one that cannot be understood
 */
export async function readPart(store: Store, runId: string, project: string): Promise<Part | undefined> {
  const key = (await store.list(folderOf(runId, project))).at(-1);
  const bytes = key === undefined ? undefined : await store.read(key);
  if (key === undefined || bytes === undefined) return undefined;
  const value = unseal(bytes);
  const attempt = Number(/(\d+)\.json$/.exec(key)?.[1]);
  if (isPart(value) && attempt > 0) return { report: value.report, attempt };
  throw new AuditFailure(
    'store-unreadable',
    `${store.place}/${key} is damaged, or of another version`,
    'run the audit again: a new run keeps new parts',
  );
}

/** All parts that are there, and why the others are not. Never rejects. */
export async function readParts(
  store: Store,
  runId: string,
  projects: readonly PartOf[],
): Promise<{ readonly parts: readonly Report[]; readonly missing: readonly MissingPart[] }> {
  const read = await Promise.all(projects.map((one) => readOne(store, runId, one)));
  return {
    parts: read.flatMap((one) => ('report' in one ? [one.report] : [])),
    missing: read.flatMap((one) => ('report' in one ? [] : [one])),
  };
}

/** Whether every project has a part, readable or not. @throws AuditFailure `store-unreadable` */
export async function areAllThere(
  store: Store,
  runId: string,
  projects: readonly string[],
): Promise<boolean> {
  const keys = await store.list(folderOf(runId));
  return projects.every((project) => keys.some((key) => key.startsWith(folderOf(runId, project))));
}

async function readOne(
  store: Store,
  runId: string,
  { project, region, why }: PartOf,
): Promise<Part | MissingPart> {
  try {
    const part = await readPart(store, runId, project);
    if (part !== undefined) return part;
    const failure = new AuditFailure(
      'project-not-audited',
      `project ${project} was not audited in run ${runId}${why === undefined ? '' : `: ${why}`}`,
      'look into the log of its audit; nothing is known of the project until the next run',
    );
    return { project, region, failure };
  } catch (thrown) {
    if (thrown instanceof AuditFailure) return { project, region, failure: thrown };
    throw thrown;
  }
}

/** The seal has shown that it is what this program wrote; this tells the kinds of records apart. */
function isPart(value: unknown): value is { readonly report: Report } {
  return typeof value === 'object' && value !== null && 'report' in value;
}

function folderOf(runId: string, project?: string): string {
  return `parts/${plainId(runId)}/${project === undefined ? '' : `${project}/`}`;
}
