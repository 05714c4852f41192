import { DateTime, type DurationLikeObject } from 'luxon';

export interface TimeTick {
  readonly at: number;
  readonly label: string;
}

const DATE_AND_TIME = 'MM-dd HH:mm';
const DATE = 'MM-dd';
const MONTH = 'yyyy-MM';

const STRIDES: readonly (readonly [DurationLikeObject, string])[] = [
  ...[1, 3, 6, 12].map((hours) => [{ hours }, DATE_AND_TIME] as const),
  ...[1, 2, 7, 14].map((days) => [{ days }, DATE] as const),
  ...[1, 3, 6, 12, 60].map((months) => [{ months }, MONTH] as const),
];

/**
 * Round moments of a zone between two moments, at most `most` of them: d3 knows no zone but UTC and the machine's own.
 */
export function timeTicks(from: number, to: number, timezone: string, most: number): readonly TimeTick[] {
  for (const [stride, format] of STRIDES) {
    const ticks = ticksOf(from, to, timezone, { stride, format, most });
    if (ticks !== undefined) return ticks;
  }
  return [];
}

interface Ruler {
  readonly stride: DurationLikeObject;
  readonly format: string;
  readonly most: number;
}

/** `undefined`: there would be more than `most`. */
function ticksOf(from: number, to: number, zone: string, { stride, format, most }: Ruler) {
  const start = DateTime.fromMillis(from, { zone }).startOf(format === MONTH ? 'month' : 'day');
  const ticks: TimeTick[] = [];
  // Each from the start, not from the one before: a short month or a change of the clock would shift all that follow.
  for (let n = 0; ; n += 1) {
    const moment = start.plus(multiplied(stride, n));
    const at = moment.toMillis();
    if (at > to) return ticks;
    if (at < from) continue;
    if (ticks.length === most) return undefined;
    ticks.push({ at, label: moment.toFormat(format) });
  }
}

function multiplied({ hours = 0, days = 0, months = 0 }: DurationLikeObject, n: number): DurationLikeObject {
  return { hours: hours * n, days: days * n, months: months * n };
}
