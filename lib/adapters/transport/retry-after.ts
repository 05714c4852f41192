import type { Instant } from '../../terms/instants.ts';

/**
 * Milliseconds that a `Retry-After` header asks for: seconds, or an HTTP date. `undefined` when it is missing, is
 * neither of the two, or asks for no wait at all.
 */
export function parseRetryAfter(header: string | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? 1000 * Number(text) : HTTP_DATE.test(text) ? Date.parse(text) - now : 0;
  return waitMs > 0 ? waitMs : undefined;
}

/** Date.parse takes many other texts for dates, `-5` among them. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
