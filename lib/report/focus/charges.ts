import { Big } from 'big.js';
import { DateTime } from 'luxon';
import { AuditFailure } from '../../terms/failure.ts';
import { HOUR_MS, type Instant, instantFromMs, parseInstant, SECOND_MS } from '../../terms/instants.ts';
import type { Finding } from '../report.ts';

/** What one resource has cost within one billing period. */
export interface Charge {
  readonly chargePeriod: Period;
  readonly billingPeriod: Period;
  readonly cost: number;
  readonly consumed: Quantity;
  readonly priced: Quantity;
}

/** ISO 8601 in UTC, to the second; `end` is no part of it. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

export interface Quantity {
  readonly quantity: number;
  readonly unit: string;
}

/** Of the amounts in the report. */
const PLACES = 6;

const MONTH_HOURS = 730;

/**
 * The lower bound of the lingering cost, from the latest moment at which the owner can have gone to the moment of the
 * report, cut where billing periods meet: calendar months of the zone. Each part takes its share by time, and together
 * they are the report's number. Nothing where nobody knows since when, where a price is missing, or where that time is empty.
 */
export function chargesOf({ resource, cost }: Finding, asOf: string, timezone: string): readonly Charge[] {
  const [gone, end] = [parseInstant(cost.since.latest), parseInstant(asOf)];
  const units = resource.kind === 'instance' ? 1 : resource.sizeGiB;
  if (cost.lingering === null || gone === undefined || end === undefined || units === null) return [];
  const from = toSecond(Math.max(gone, parseInstant(resource.createdAt) ?? gone));
  const to = toSecond(end);
  const { min } = cost.lingering;
  const costUntil = (at: number) =>
    new Big(min)
      .times(at - from)
      .div(to - from)
      .round(PLACES);
  return monthsBetween(from, to, timezone).map(({ start, end: stop }): Charge => {
    const [first, last] = [Math.max(start, from), Math.min(stop, to)];
    const hours = new Big(last - first).div(HOUR_MS);
    return {
      chargePeriod: { start: secondText(first), end: secondText(last) },
      billingPeriod: { start: secondText(start), end: secondText(stop) },
      cost: costUntil(last).minus(costUntil(first)).toNumber(),
      ...quantities(resource.kind, hours, units),
    };
  });
}

/** In the units of the price list: an instance by the hour, a volume by GB and month of 730 hours. */
function quantities(kind: 'instance' | 'volume', hours: Big, units: number) {
  const rounded = (exact: Big) => exact.round(PLACES).toNumber();
  if (kind === 'instance') {
    const used = { quantity: rounded(hours), unit: 'Hours' };
    return { consumed: used, priced: used };
  }
  const unitHours = hours.times(units);
  return {
    consumed: { quantity: rounded(unitHours), unit: 'GB-Hours' },
    priced: { quantity: rounded(unitHours.div(MONTH_HOURS)), unit: 'GB-Months' },
  };
}

interface Month {
  readonly start: Instant;
  readonly end: Instant;
}

function monthsBetween(from: number, to: number, timezone: string): readonly Month[] {
  const months: Month[] = [];
  let start = DateTime.fromMillis(from, { zone: timezone }).startOf('month');
  if (!start.isValid) {
    throw new AuditFailure(
      'config-invalid',
      `there are no calendar months in the time zone ${timezone}`,
      'give an IANA name such as Asia/Seoul as timezone',
    );
  }
  while (start.toMillis() < to && from < to) {
    const next = start.plus({ months: 1 }).startOf('month');
    months.push({ start: instantFromMs(start.toMillis()), end: instantFromMs(next.toMillis()) });
    start = next;
  }
  return months;
}

function toSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/** Without fractions, which FOCUS does not have. */
function secondText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
