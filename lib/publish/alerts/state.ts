import type { Alert, AlertItem, ResolvedHow } from './alert.ts';

/**
 * What alerting remembers of one project. Plain data, times as ISO 8601 in UTC. What is owed is not a list of events but
 * the difference between what is so and what was told: whatever waits merges by itself.
 */
export interface AlertState {
  /** The project's ID in the cloud, once a run could read it; `null` until then. */
  readonly cloudProject: string | null;
  /** The newest run that was taken in. */
  readonly latestRun: LatestRun | null;
  readonly lastCompleteAt: string | null;
  /** `begun`: a complete run was taken in, and what it found was told. Until then messages are a first run's digest. */
  readonly beginning: 'untold' | 'partly-told' | 'begun';
  readonly open: readonly OpenFinding[];
  /** Those still to be told, and those told a short while ago. */
  readonly resolved: readonly ResolvedFinding[];
  /** How many orphans the last message counted. */
  readonly toldCount: number;
  /** The first announcement of what is open, or the last reminder; `null` while nothing announced is open. */
  readonly remindFrom: string | null;
  /** The price book's main currency, as the newest report with a price had it. */
  readonly currency: string | null;
  /** The local date of the last message, `2026-11-30`. */
  readonly heardOn: string | null;
  /** Since when something is owed and waits for its hour. */
  readonly waitingSince: string | null;
  readonly reportPlace: string | null;
}

export interface LatestRun {
  readonly id: string;
  readonly asOf: string;
  readonly complete: boolean;
}

/** What a run last said of a finding, as far as a message tells it. */
export type FindingFacts = Pick<
  AlertItem,
  'fingerprint' | 'resource' | 'reason' | 'currency' | 'perDay' | 'lingering' | 'nextStep'
> & {
  readonly openedAt: string;
  readonly lastSeenAt: string;
  readonly resolvedBefore: string | null;
};

export interface OpenFinding extends FindingFacts {
  /** `below`: no threshold was reached since it opened. `owed`: one was, and nobody has been told yet. */
  readonly telling: 'below' | 'owed' | 'told';
  /** What it cost per day when it was last told; `null`: not told, or not priced then. */
  readonly toldCost: { readonly currency: string; readonly perDay: number } | null;
}

export interface ResolvedFinding extends FindingFacts {
  readonly resolvedAt: string;
  readonly how: ResolvedHow;
  readonly telling: 'owed' | 'told';
  /** Somebody was told that it was there. */
  readonly wasTold: boolean;
  readonly toldCost: OpenFinding['toldCost'];
}

/** Before the first run. */
export const NO_ALERTS_YET: AlertState = {
  cloudProject: null,
  latestRun: null,
  lastCompleteAt: null,
  beginning: 'untold',
  open: [],
  resolved: [],
  toldCount: 0,
  remindFrom: null,
  currency: null,
  heardOn: null,
  waitingSince: null,
  reportPlace: null,
};

/** What is kept of one step: the state, and the messages that not every publisher is known to have. */
export interface AlertEntry {
  readonly state: AlertState;
  readonly outbox: readonly Alert[];
}
