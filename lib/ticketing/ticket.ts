import type { ClusterRecord } from '../ledger/entries.ts';
import type { FactsHistory } from '../ledger/facts-history.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import type { Language } from '../report/words/language.ts';

/** What a ticket is made of. All of it is plain data: the same input gives the same ticket, byte for byte. */
export interface TicketInput {
  /** What is left of the cluster, and the verdicts on it. */
  readonly check: CheckResult;
  /** Of the cluster, oldest first. */
  readonly records: readonly ClusterRecord[];
  readonly facts: FactsHistory;
  /** Why what the cluster says now could not be read. */
  readonly unread: readonly string[];
  readonly language: Language;
  /** For the times that people read. */
  readonly timezone: string;
}

/** What the help desk asks for (karpenter-on-kakaocloud), with secrets taken out. */
export interface Ticket {
  /** The folder in the archive, which names the cluster and the moment: `ticket-shop-20261130T060000Z`. */
  readonly folder: string;
  /** The index first. */
  readonly files: readonly TicketFile[];
  /** Where a value was taken out because it looked secret; never what it was. */
  readonly redactions: readonly string[];
  /** What the help desk asks for and the ticket does not have, a sentence each. */
  readonly gaps: readonly string[];
}

export interface TicketFile {
  /** In the folder. */
  readonly path: string;
  /** One line, in the ticket's language. */
  readonly what: string;
  readonly bytes: Uint8Array;
}
