import type { Settings } from '../config/settings.ts';
import { loadLedger } from '../ledger/files.ts';
import { type Retirement, retire } from '../ledger/retire.ts';
import type { Store } from '../ledger/store.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { type ClusterUid, resourceId } from '../terms/ids.ts';
import type { Moment } from './choice.ts';

/**
 * A check that is to be remembered is a proof of absence: two of them, the set time apart, retire a cluster's records.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`
 */
export async function retireBy(
  result: CheckResult,
  { project, uid }: { readonly project: string; readonly uid: ClusterUid },
  store: Store,
  {
    settings,
    moment,
  }: { readonly settings: Pick<Settings, 'recordRetentionMs'>; readonly moment: Pick<Moment, 'now'> },
): Promise<Retirement> {
  const gone = result.resources
    .filter(({ fate }) => fate === 'gone')
    .flatMap(({ id }) => resourceId(id) ?? []);
  return retire({
    store,
    project,
    ledger: await loadLedger(store, project),
    cluster: uid,
    proof: {
      isClusterGone: result.run.complete && result.cluster.state.kind === 'gone',
      gone: new Set(gone),
    },
    now: moment.now,
    retentionMs: settings.recordRetentionMs,
  });
}
