import { DAY_MS, formatInstant, type Instant } from '../../terms/instants.ts';
import type { Alert } from './alert.ts';
import { messageOf, type Owed, owedOf } from './due-message.ts';
import { isReached } from './money.ts';
import type { AlertSettings } from './settings.ts';
import { type AlertedReport, type Sight, type SightOptions, takeIn } from './sight.ts';
import type { AlertState, LatestRun, OpenFinding } from './state.ts';
import { isAhead, isDue, isHearingTime, localDate, nextHearingTime } from './window.ts';

export interface AlertInput extends SightOptions {
  /** `null`: nothing new was looked at; only what waits may be sent. */
  readonly report: AlertedReport | null;
  /** Which step of the project's history this becomes. */
  readonly sequence: number;
  /** False while too many messages wait for publishers: what is owed stays owed, and merges. */
  readonly mayTell: boolean;
}

export interface AlertStep {
  /** What is so after the message, if there is one, has been told. */
  readonly state: AlertState;
  readonly alert: Alert | null;
  readonly sight: Sight | { readonly kind: 'none' };
  /** What is owed and waits for its hour. */
  readonly waiting: Waiting | null;
}

export interface Waiting {
  readonly items: number;
  readonly since: string;
  /** `null`: no time within a year is a time to hear. */
  readonly until: string | null;
}

/**
 * One step of the life of a project's alerts: what a report changes, and the one message that is due now. The same
 * input gives the same step.
 */
export function stepAlerts(before: AlertState, input: AlertInput, settings: AlertSettings): AlertStep {
  const remembered = withoutForgotten(before, settings, input.now);
  const sight = input.report === null ? { kind: 'none' as const } : takeIn(remembered, input.report, input);
  const seen = withOwed(sight.kind === 'taken-in' ? sight.state : remembered, settings);
  const owed = owedOf(seen, settings, input.now);
  const run = seen.latestRun;
  const isTime = isHearingTime(input.now, settings);
  if (owed.items.length > 0 && !isTime) {
    const since = seen.waitingSince ?? formatInstant(input.now);
    const until = nextHearingTime(input.now, settings);
    return {
      state: { ...seen, waitingSince: since },
      alert: null,
      sight,
      waiting: { items: owed.items.length, since, until: until === undefined ? null : formatInstant(until) },
    };
  }
  const kind = isTime && input.mayTell ? kindOf(seen, owed, settings, input.now) : undefined;
  if (kind === undefined || run === null) {
    const isOwed = owed.items.length > 0;
    const state = isOwed ? seen : begun({ ...seen, waitingSince: null });
    return { state, alert: null, sight, waiting: null };
  }
  const alert = messageOf(owed, { ...input, kind, state: seen, run });
  return { state: told(seen, owed, settings, input.now), alert, sight, waiting: null };
}

/** Forgets what was resolved, and told, long ago. */
function withoutForgotten(
  state: AlertState,
  { reopenMs, timezone }: AlertSettings,
  now: Instant,
): AlertState {
  const resolved = state.resolved.filter(
    ({ telling, resolvedAt }) => telling === 'owed' || !isDue(resolvedAt, now, reopenMs, timezone),
  );
  return { ...state, resolved };
}

/** While a threshold is reached, everything that is open is to be told. */
function withOwed(state: AlertState, { thresholds }: AlertSettings): AlertState {
  if (!isReached(state.open, thresholds)) return state;
  const open = state.open.map(
    (one): OpenFinding => (one.telling === 'below' ? { ...one, telling: 'owed' } : one),
  );
  return { ...state, open };
}

/** `undefined`: there is nothing to tell. */
function kindOf(
  state: AlertState,
  { items }: Owed,
  settings: AlertSettings,
  now: Instant,
): Alert['kind'] | undefined {
  const { latestRun: run, beginning, open, heardOn } = state;
  if (run === null) return undefined;
  if (items.length > 0) {
    const isBeginning = beginning === 'untold' || (beginning === 'partly-told' && run.complete);
    return isBeginning && items.some(({ change }) => change === 'new') ? 'first-run' : 'changes';
  }
  if (settings.allClear === 'never' || heardOn === localDate(now, settings.timezone)) return undefined;
  if (!isOfToday(run, now)) return undefined;
  if (!run.complete) return 'no-all-clear';
  return open.length === 0 ? 'all-clear' : undefined;
}

/** A heartbeat that went on without runs would say that all is well when nobody looks any more. */
function isOfToday({ asOf }: LatestRun, now: Instant): boolean {
  return now - Date.parse(asOf) <= DAY_MS && !isAhead(asOf, now);
}

function told(state: AlertState, { items }: Owed, { timezone }: AlertSettings, now: Instant): AlertState {
  const heard = { ...state, heardOn: localDate(now, timezone), waitingSince: null };
  if (items.length === 0) return begun(heard);
  const wasTold = state.open.some(({ telling }) => telling === 'told');
  const open = state.open.map((one): OpenFinding => {
    if (one.telling === 'below') return one;
    const { currency, perDay, toldCost } = one;
    return {
      ...one,
      telling: 'told',
      toldCost: currency !== null && perDay !== null ? { currency, perDay } : toldCost,
    };
  });
  const toldCount = open.filter(({ telling }) => telling === 'told').length;
  const isReminder = items.some(({ change }) => change === 'reminded');
  const from = wasTold && !isReminder ? state.remindFrom : formatInstant(now);
  return begun({
    ...heard,
    open,
    resolved: state.resolved.map((one) => ({ ...one, telling: 'told' as const, wasTold: true })),
    toldCount,
    remindFrom: toldCount === 0 ? null : from,
    beginning: state.beginning === 'untold' ? 'partly-told' : state.beginning,
  });
}

/** Of a state in which nothing is owed: with a complete run behind it, the beginning is over. */
function begun(state: AlertState): AlertState {
  return state.latestRun?.complete === true ? { ...state, beginning: 'begun' } : state;
}
