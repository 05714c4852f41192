import type { Store } from '../ledger/store.ts';
import type { Report } from '../report/report.ts';
import { formatInstant, type Instant, MINUTE_MS, plusMs } from '../terms/instants.ts';
import { unseal } from './delivery/sealed.ts';
import { timeInName } from './names.ts';

const PUBLICATIONS = 'publish/publications/';
const REPORT = /^publish\/publications\/(?<moment>\d{8}T\d{6}Z)-report-[^/]+\.json$/;

/** More than this many that cannot be understood are no accident. */
const LOOKED_BACK = 8;

/** Clocks differ by so much; one that is further ahead would be the newest until that time has come. */
const TOLERATED_AHEAD_MS = 5 * MINUTE_MS;

export interface KeptReportWish {
  readonly now: Instant;
  /** The oldest moment of which it may be, unless there is none at all since then. */
  readonly since: Instant;
  /** A report that tells of all of them goes before a newer one that does not: somebody may have looked at one alone. */
  readonly projects: readonly string[];
}

/**
 * The newest report that was kept in the store, whoever it was published to; `undefined`: there is none.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function newestKeptReport(store: Store, wish: KeptReportWish): Promise<Report | undefined> {
  let newest: Report | undefined;
  for await (const report of keptReports(store, wish.now)) {
    const isOlder = timeInName(report.run.asOf) < timeInName(formatInstant(wish.since));
    if (isOlder) return newest ?? report;
    if (tellsOf(report, wish.projects)) return report;
    newest ??= report;
  }
  return newest;
}

/** The newest first; of those of one moment, which one run made of more and more parts, the one that was made last. */
async function* keptReports(store: Store, now: Instant): AsyncGenerator<Report> {
  const latest = timeInName(formatInstant(plusMs(now, TOLERATED_AHEAD_MS)));
  const keys = (await store.list(PUBLICATIONS)).filter((key) => REPORT.test(key) && momentIn(key) <= latest);
  const lookedAt = keys.slice(-LOOKED_BACK).toReversed();
  for (const moment of new Set(lookedAt.map(momentIn))) {
    const ofMoment = lookedAt.filter((key) => momentIn(key) === moment);
    const read = await Promise.all(ofMoment.map((key) => readKept(store, key)));
    yield* read.flat().toSorted((a, b) => Date.parse(b.run.finishedAt) - Date.parse(a.run.finishedAt));
  }
}

function momentIn(key: string): string {
  return REPORT.exec(key)?.groups?.moment ?? '';
}

async function readKept(store: Store, key: string): Promise<readonly Report[]> {
  const bytes = await store.read(key);
  const value = bytes && unseal(bytes);
  return isReport(value) ? [value.report] : [];
}

function tellsOf({ run }: Report, projects: readonly string[]): boolean {
  return projects.every((project) => run.projects.some(({ name }) => name === project));
}

/** The seal has shown that it is what this program wrote; this tells the kinds of records apart. */
function isReport(value: unknown): value is { readonly report: Report } {
  return typeof value === 'object' && value !== null && 'report' in value;
}
