import { createHash } from 'node:crypto';
import { formatInstant, type Instant } from '../../terms/instants.ts';
import type { Alert, AlertGrowth, AlertItem } from './alert.ts';
import { growthOf, hasGrown, isComparable, isReached, totalsOf } from './money.ts';
import type { AlertSettings } from './settings.ts';
import type { AlertState, FindingFacts, LatestRun } from './state.ts';
import { isAhead, isDue } from './window.ts';

/** What a message would have to say now; nothing, when there are no items. */
export interface Owed {
  readonly items: readonly AlertItem[];
  readonly growth: AlertGrowth | null;
}

/** The difference between what is so and what was told. */
export function owedOf(state: AlertState, settings: AlertSettings, now: Instant): Owed {
  const { open, resolved, remindFrom } = state;
  const { thresholds, growthShare, remindMs, timezone } = settings;
  const alerts = isReached(open, thresholds);
  const growth = alerts ? growthOf(state, growthShare) : null;
  const dearer =
    growth === null || growth.perDay.length === 0
      ? []
      : open
          .filter(isComparable)
          .filter(({ toldCost, perDay }) => hasGrown(toldCost.perDay, perDay, growthShare));
  const isReminder = alerts && remindFrom !== null && isReminded(remindFrom, now, remindMs, timezone);
  const reminded = isReminder
    ? open.filter((one) => one.telling === 'told' && !dearer.some((d) => d === one))
    : [];
  const items = [
    ...dearestFirst(open.filter(({ telling }) => telling === 'owed')).map((one) => itemOf('new', one)),
    ...dearestFirst(dearer).map((one) => ({ ...itemOf('grown', one), perDayBefore: one.toldCost.perDay })),
    ...dearestFirst(reminded).map((one) => itemOf('reminded', one)),
    ...dearestFirst(resolved.filter(({ telling }) => telling === 'owed')).map((one) => ({
      ...itemOf('resolved', one),
      resolution: { how: one.how, at: one.resolvedAt },
    })),
  ];
  return { items, growth: items.length === 0 ? null : growth };
}

/** After a message whose clock was ahead nobody would be reminded until that time has come. */
function isReminded(from: string, now: Instant, remindMs: number, timezone: string): boolean {
  return isAhead(from, now) || isDue(from, now, remindMs, timezone);
}

/** Its ID is a hash of the project, the place in the project's history, and all that it says. */
export function messageOf(
  { items, growth }: Owed,
  parts: {
    readonly kind: Alert['kind'];
    readonly project: string;
    readonly sequence: number;
    readonly state: AlertState;
    readonly run: LatestRun;
    readonly now: Instant;
  },
): Alert {
  const { kind, project, sequence, state, run, now } = parts;
  const said: Omit<Alert, 'id'> = {
    project,
    at: formatInstant(now),
    runId: run.id,
    asOf: run.asOf,
    kind,
    complete: run.complete,
    lastCompleteAt: state.lastCompleteAt,
    waitedSince: waitedSince(state, run),
    growth,
    items,
    totals: totalsOf(state.open, state.currency),
    reportPlace: state.reportPlace,
  };
  const id = createHash('sha256')
    .update(JSON.stringify({ sequence, ...said }))
    .digest('hex')
    .slice(0, 32);
  return { id, ...said };
}

/** Told only where it waited through another run: else the moment of the run says it. */
function waitedSince({ waitingSince }: AlertState, { asOf }: LatestRun): string | null {
  return waitingSince !== null && Date.parse(waitingSince) < Date.parse(asOf) ? waitingSince : null;
}

function itemOf(change: AlertItem['change'], one: FindingFacts): AlertItem {
  return {
    change,
    fingerprint: one.fingerprint,
    resource: one.resource,
    reason: one.reason,
    currency: one.currency,
    perDay: one.perDay,
    lingering: one.lingering,
    nextStep: one.nextStep,
    openedAt: one.openedAt,
    lastSeenAt: one.lastSeenAt,
    resolvedBefore: change === 'new' ? one.resolvedBefore : null,
    perDayBefore: null,
    resolution: null,
  };
}

function dearestFirst<T extends FindingFacts>(findings: readonly T[]): readonly T[] {
  return findings.toSorted(
    (a, b) => (b.perDay ?? -1) - (a.perDay ?? -1) || (a.fingerprint < b.fingerprint ? -1 : 1),
  );
}
