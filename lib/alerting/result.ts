import type { Alert } from '../publish/alerts/alert.ts';
import type { AlertStep, Waiting } from '../publish/alerts/life.ts';
import type { AuditFailure } from '../terms/failure.ts';

/** What became of one project's alerts in one run. */
export interface AlertedProject {
  readonly project: string;
  /** Handed over in this run, or, in a dry run, what would be: also what an earlier run could not end. */
  readonly alerts: readonly Alert[];
  /** What is owed and waits for its hour. */
  readonly waiting: Waiting | null;
  /** What the report was worth; `none`: only what waited was to be sent. */
  readonly report: AlertStep['sight']['kind'] | 'unread';
  /** What is open now, told or not. */
  readonly open: number;
  /** Of those, how many have no price, where a threshold of money would have to count them. */
  readonly unweighed: number;
  readonly places: readonly string[];
  readonly failures: readonly AuditFailure[];
}
