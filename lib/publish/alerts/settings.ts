/** When and how loudly one project alerts. */
export interface AlertSettings {
  readonly thresholds: AlertThresholds;
  /** A growth by this part of what was told last is told: a decimal text, `0.2` for 20 %. */
  readonly growthShare: string;
  /** How long what is open stays unmentioned; whole days are counted by the calendar of the time zone. */
  readonly remindMs: number;
  /** How long a resolved finding is remembered, so that one that comes back is told as such. */
  readonly reopenMs: number;
  /** IANA zone of the quiet hours, the days and the heartbeat. */
  readonly timezone: string;
  readonly quietHours: QuietHours | undefined;
  readonly businessDays: readonly Weekday[];
  /** Local dates, `2026-12-25`. */
  readonly holidays: readonly string[];
  readonly allClear: 'daily' | 'never';
}

/** The project alerts while one that is set is reached; the edge counts. With none set, it never does. */
export interface AlertThresholds {
  /** So many orphans. */
  readonly count: number | undefined;
  /** All of them together, per day. */
  readonly perDay: MoneyThreshold | undefined;
  /** All of them together, at least, since their owners went. */
  readonly lingering: MoneyThreshold | undefined;
}

export interface MoneyThreshold {
  /** A decimal text, such as `50000`. */
  readonly amount: string;
  readonly currency: string;
}

/** Local times, `19:00`; `from` is quiet, `to` is not any more. A `to` before `from` is of the next day. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** In the order of ISO 8601, where Monday is 1. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
