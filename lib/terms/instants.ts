/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly __brand: 'Instant' };

const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/;

/**
 * Reads a time as the cloud writes it: RFC 3339 with a zone, fractions allowed. A time without a zone is not a moment,
 * and neither is a date that no calendar has; both are `undefined` (kakaocloud-api, "Formats").
 */
export function parseInstant(text: string | null | undefined): Instant | undefined {
  if (text === null || text === undefined || !RFC3339.test(text)) return undefined;
  const ms = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(ms)) return undefined;
  // Date.parse lets 30 February through as 1 or 2 March.
  const day = Number(text.slice(8, 10));
  const month = Number(text.slice(5, 7));
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate();
  return day <= daysInMonth ? (ms as Instant) : undefined;
}

/** Takes milliseconds since the epoch, as `Date.now()` gives them. */
export function instantFromMs(ms: number): Instant {
  return ms as Instant;
}

/** The moment as text: `2026-06-02T01:00:05Z`, with milliseconds only when there are some. */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

export function plusMs(at: Instant, ms: number): Instant {
  return (at + ms) as Instant;
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
