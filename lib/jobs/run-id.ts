import { DateTime } from 'luxon';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';

/** What names a run that several processes have a part in: given outright, or by the day on which they run. */
export interface RunIdWish {
  readonly runId?: string | undefined;
  /** `nightly` gives `nightly-2026-11-30`. */
  readonly runIdFromDate?: string | undefined;
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * The run's ID; `undefined`: nobody wishes for one. The day is that of the time zone, so that all processes of a night
 * come to the same one.
 *
 * @throws AuditFailure `bad-usage` for one that cannot be a part of a key
 */
export function runIdFor(
  { runId, runIdFromDate }: RunIdWish,
  now: Instant,
  timezone: string,
): string | undefined {
  const id =
    runIdFromDate === undefined
      ? runId
      : `${runIdFromDate}-${DateTime.fromMillis(now, { zone: timezone }).toFormat('yyyy-MM-dd')}`;
  if (id === undefined || PLAIN.test(id)) return id;
  throw new AuditFailure(
    'bad-usage',
    `${JSON.stringify(id)} cannot name a run`,
    'name it with letters, digits, ".", "_" and "-" only, at most 64 of them, beginning with a letter or digit',
  );
}
