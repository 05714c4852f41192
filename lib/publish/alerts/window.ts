import { DateTime } from 'luxon';
import { DAY_MS, type Instant, instantFromMs, MINUTE_MS } from '../../terms/instants.ts';
import { type AlertSettings, WEEKDAYS } from './settings.ts';

type WindowSettings = Pick<AlertSettings, 'timezone' | 'quietHours' | 'businessDays' | 'holidays'>;

/** Whether a message may be sent now. */
export function isHearingTime(now: Instant, settings: WindowSettings): boolean {
  const local = DateTime.fromMillis(now, { zone: settings.timezone });
  const weekday = WEEKDAYS[local.weekday - 1];
  if (weekday === undefined || !settings.businessDays.includes(weekday)) return false;
  if (settings.holidays.includes(local.toFormat('yyyy-MM-dd'))) return false;
  if (settings.quietHours === undefined) return true;
  const { from, to } = settings.quietHours;
  const time = local.toFormat('HH:mm');
  return from <= to ? time < from || time >= to : time < from && time >= to;
}

/** A list of holidays is of a few years at most; whoever lists more is never told when. */
const SEARCHED_DAYS = 400;

/** When a message may be sent next, `now` or later; `undefined`: not within a year. */
export function nextHearingTime(now: Instant, settings: WindowSettings): Instant | undefined {
  if (isHearingTime(now, settings)) return now;
  const today = DateTime.fromMillis(now, { zone: settings.timezone }).startOf('day');
  const times = ['00:00', ...(settings.quietHours === undefined ? [] : [settings.quietHours.to])];
  for (let day = 0; day < SEARCHED_DAYS; day++) {
    for (const time of times.toSorted()) {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const at = instantFromMs(today.plus({ days: day }).set({ hour, minute }).toMillis());
      if (at > now && isHearingTime(at, settings)) return at;
    }
  }
  return undefined;
}

/** `2026-11-30` */
export function localDate(now: Instant, timezone: string): string {
  return DateTime.fromMillis(now, { zone: timezone }).toFormat('yyyy-MM-dd');
}

/**
 * Whether so much time has passed since a moment, in ISO 8601. Whole days are counted by the calendar: a nightly run
 * that starts a second earlier than a week ago is not a day late.
 */
export function isDue(from: string, now: Instant, afterMs: number, timezone: string): boolean {
  const since = DateTime.fromISO(from, { zone: timezone });
  const due =
    afterMs % DAY_MS === 0 ? since.startOf('day').plus({ days: afterMs / DAY_MS }) : since.plus(afterMs);
  return now >= due.toMillis();
}

/** Clocks differ by so much. */
const TOLERATED_AHEAD_MS = 5 * MINUTE_MS;

/** Whether a moment, in ISO 8601, has not come yet: a clock was wrong that wrote it down, or is now. */
export function isAhead(time: string, now: Instant): boolean {
  return Date.parse(time) > now + TOLERATED_AHEAD_MS;
}
