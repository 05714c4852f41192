import type { Finding } from '../../report/report.ts';

/** One message about one project: what changed since the last, and where things stand. Money as in the report. */
export interface Alert {
  /** The same alert keeps its ID when it is sent again: receivers can tell a repetition by it. */
  readonly id: string;
  readonly project: string;
  /** When it was decided; ISO 8601 in UTC. */
  readonly at: string;
  /** The newest run that it tells of, and the moment which that run judged. */
  readonly runId: string;
  readonly asOf: string;
  /**
   * `first-run`: everything that was there when alerting began, in one message. `changes`: new, grown, reminded,
   * resolved. `all-clear`: the daily heartbeat, when it is asked for, the run was complete and nothing is open.
   * `no-all-clear`: its other side, when the run was incomplete and there is nothing else to tell.
   */
  readonly kind: 'first-run' | 'changes' | 'all-clear' | 'no-all-clear';
  /** The run read everything; an incomplete one opens nothing that depends on what was missing, and resolves nothing. */
  readonly complete: boolean;
  /** When the last complete run judged; `null`: there was none yet. */
  readonly lastCompleteAt: string | null;
  /** Since when it waited for its hour, through more than one run; `null`: it did not. */
  readonly waitedSince: string | null;
  /** By at least the set share since the last message; `null`: neither the count nor the money. */
  readonly growth: AlertGrowth | null;
  /** In the order of `change`: new, grown, reminded, resolved; the dearest first. */
  readonly items: readonly AlertItem[];
  /** How things stand now, the unchanged ones counted. */
  readonly totals: AlertTotals;
  /** Where the whole report is; `null`: it was stored nowhere that has an address. */
  readonly reportPlace: string | null;
}

export interface AlertItem {
  readonly change: 'new' | 'grown' | 'reminded' | 'resolved';
  /** Cloud, project, kind and ID: neither a new name nor a missing price makes another one. */
  readonly fingerprint: string;
  readonly resource: Pick<Finding['resource'], 'kind' | 'id' | 'name' | 'region'>;
  readonly reason: Finding['reason'] | null;
  /** The last that was known: a price that is missing today changes nothing. */
  readonly currency: string | null;
  readonly perDay: number | null;
  readonly lingering: { readonly min: number; readonly max: number } | null;
  readonly nextStep: Finding['nextStep']['code'] | null;
  readonly openedAt: string;
  /** The last run that called it an orphan; earlier than the alert's `asOf` where an incomplete run did not see it. */
  readonly lastSeenAt: string;
  /** Of a `new` one that was resolved a short while ago and came back: when it was resolved. */
  readonly resolvedBefore: string | null;
  /** Of a `grown` one: what it cost per day when it was last told, in the same currency. */
  readonly perDayBefore: number | null;
  /** Of a `resolved` one. */
  readonly resolution: AlertResolution | null;
}

export interface AlertResolution {
  readonly how: ResolvedHow;
  readonly at: string;
}

/**
 * What a complete run said of it instead of `orphan`. `gone`: no list has it any more. `ambiguous`: it is still there,
 * and no longer proven; it may cost money as before. `unrelated`: nothing says any more that Karpenter made it.
 */
export type ResolvedHow = 'gone' | 'in-use' | 'ambiguous' | 'ignored' | 'unrelated';

export interface AlertGrowth {
  readonly count: { readonly from: number; readonly to: number } | null;
  /** Per day, for each currency that grew. */
  readonly perDay: readonly { readonly currency: string; readonly from: number; readonly to: number }[];
}

export interface AlertTotals {
  readonly count: number;
  /** The price book's main currency; `null` while nothing has a price. */
  readonly currency: string | null;
  readonly perDay: number;
  readonly lingering: { readonly min: number; readonly max: number };
  /** Without a price, now or for a part of the time: with any, the totals say "at least". */
  readonly unpriced: number;
  /** What is priced in other currencies: currencies are never added together. */
  readonly otherCurrencies: readonly AlertMoney[];
}

export interface AlertMoney {
  readonly currency: string;
  readonly perDay: number;
  readonly lingering: { readonly min: number; readonly max: number };
}
