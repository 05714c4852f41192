import { loadFacts } from './ledger/facts-history.ts';
import { loadLedger } from './ledger/files.ts';
import type { HelpDesk } from './ledger/help-desk.ts';
import type { Store } from './ledger/store.ts';
import type { ClusterAddress } from './ledger/witnesses.ts';
import type { CheckResult } from './report/clearance/clearance.ts';
import type { Language } from './report/words/language.ts';
import type { ClusterUid } from './terms/ids.ts';
import type { Instant } from './terms/instants.ts';
import type { Readable } from './terms/readable.ts';
import { bundle } from './ticketing/bundle.ts';
import type { Ticket } from './ticketing/ticket.ts';

export interface TicketOptions {
  readonly store: Store;
  readonly project: string;
  readonly cluster: ClusterUid;
  /** What is left of it, as `check` says. */
  readonly check: CheckResult;
  /** A cluster that is still there is asked once more; `undefined`: it is not there, or is not to be asked. */
  readonly live: Readable<LiveCluster> | undefined;
  readonly now: Instant;
  readonly language: Language;
  readonly timezone: string;
}

export interface LiveCluster {
  readonly helpDesk: HelpDesk;
  readonly address: ClusterAddress;
}

/**
 * The ticket for one cluster. Nothing is written into the ledger: what a living cluster says now is in the ticket only.
 *
 * @throws AuditFailure `store-unreadable`
 */
export async function ticket(options: TicketOptions): Promise<Ticket> {
  const { store, project, cluster, check, live, now, language, timezone } = options;
  const { records } = await loadLedger(store, project);
  const said = live?.kind === 'read' ? await live.value.helpDesk.gather(live.value.address) : undefined;
  return bundle({
    check,
    records: records.filter((record) => record.cluster.uid === cluster),
    facts: await loadFacts(store, project, cluster, said && { facts: said, at: now }),
    unread: messagesOf([...(live ? [live] : []), ...Object.values(said ?? {})]),
    language,
    timezone,
  });
}

/** One cause may have failed several readings; a person needs to read it once. */
function messagesOf(readings: readonly Readable<unknown>[]): readonly string[] {
  const messages = readings.flatMap((one) => (one.kind === 'unreadable' ? [one.failure.message] : []));
  return [...new Set(messages)];
}
