import type { Finding } from '../report/report.ts';

/** One message about one project: what changed since the last, and where things stand. Money as in the report. */
export interface Alert {
  /** The same alert keeps its ID when it is sent again: receivers can tell a repetition by it. */
  readonly id: string;
  readonly project: string;
  /** When it was decided; ISO 8601 in UTC. */
  readonly at: string;
  readonly runId: string;
  /**
   * `first-run`: everything that was there when alerting began, in one message. `changes`: new, grown, reminded,
   * resolved. `all-clear`: the daily heartbeat, when it is asked for and there is nothing to tell.
   */
  readonly kind: 'first-run' | 'changes' | 'all-clear';
  /** The run read everything; an incomplete one opens nothing that depends on what was missing, and resolves nothing. */
  readonly complete: boolean;
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
  readonly currency: string | null;
  readonly perDay: number | null;
  readonly lingering: { readonly min: number; readonly max: number } | null;
  readonly nextStep: Finding['nextStep']['code'] | null;
  readonly openedAt: string;
}

export interface AlertTotals {
  readonly count: number;
  readonly currency: string | null;
  readonly perDay: number;
  readonly lingering: { readonly min: number; readonly max: number };
  readonly unpriced: number;
}
