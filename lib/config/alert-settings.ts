import { type AlertSettings, WEEKDAYS } from '../publish/alerts/settings.ts';
import { DAY_MS } from '../terms/instants.ts';
import type { ParsedAlert } from './alert-schema.ts';

/** Of one project: what it says itself, else what the file says of all, else the defaults; key by key. */
export function toAlertSettings(
  ofAll: ParsedAlert | undefined,
  ofProject: ParsedAlert | undefined,
  timezone: string,
): AlertSettings {
  const said = { ...ofAll, ...ofProject };
  const { thresholds = { count: 1 } } = said;
  return {
    thresholds: {
      count: thresholds.count,
      perDay: thresholds.costPerDay,
      lingering: thresholds.lingeringCost,
    },
    growthShare: said.growth ?? '0.2',
    remindMs: said.remind ?? 7 * DAY_MS,
    reopenMs: said.reopenWindow ?? 14 * DAY_MS,
    timezone,
    quietHours: said.quietHours,
    businessDays: said.businessDays ?? WEEKDAYS,
    holidays: said.holidays ?? [],
    allClear: said.allClear ?? 'never',
  };
}
