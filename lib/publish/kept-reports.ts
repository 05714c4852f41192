import type { Store } from '../ledger/store.ts';
import type { Report } from '../report/report.ts';
import { unseal } from './delivery/sealed.ts';

const PUBLICATIONS = 'publish/publications/';
const REPORT = /^publish\/publications\/\d{8}T\d{6}Z-report-[^/]+\.json$/;

/** More than this many that cannot be understood are no accident. */
const LOOKED_BACK = 8;

/**
 * The newest report that was kept in the store, whoever it was published to; `undefined`: there is none.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function newestKeptReport(store: Store): Promise<Report | undefined> {
  const keys = (await store.list(PUBLICATIONS)).filter((key) => REPORT.test(key));
  for (const key of keys.slice(-LOOKED_BACK).toReversed()) {
    const bytes = await store.read(key);
    const value = bytes && unseal(bytes);
    if (isReport(value)) return value.report;
  }
  return undefined;
}

/** The seal has shown that it is what this program wrote; this tells the kinds of records apart. */
function isReport(value: unknown): value is { readonly report: Report } {
  return typeof value === 'object' && value !== null && 'report' in value;
}
