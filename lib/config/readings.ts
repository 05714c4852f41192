import { DateTime, Duration, IANAZone } from 'luxon';
import { type Instant, instantFromMs } from '../terms/instants.ts';
import type { AddressSource, SecretSource } from './sources.ts';

/**
 * An ISO 8601 duration in milliseconds. Months and years have no length of their own and are refused by the schema's
 * pattern before this is asked.
 */
export function durationMs(text: string): number | undefined {
  const duration = Duration.fromISO(text);
  return duration.isValid ? duration.toMillis() : undefined;
}

export function isTimeZone(text: string): boolean {
  return IANAZone.isValidZone(text);
}

/** The first moment after a day, `2027-01-31`, in a zone; where summer time begins at midnight, a day begins at 1. */
export function endOfDay(day: string, zone: string): Instant {
  return instantFromMs(DateTime.fromISO(day, { zone }).plus({ days: 1 }).startOf('day').toMillis());
}

/** `env:NAME` or `file:PATH`; anything else is taken for the secret itself. */
export function secretSource(text: string): SecretSource | undefined {
  const env = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(text)?.[1];
  if (env !== undefined) return { kind: 'env', name: env };
  const path = /^file:(.+)$/.exec(text)?.[1];
  return path === undefined ? undefined : { kind: 'file', path };
}

/** `env:NAME` or `file:PATH` for an address that holds a secret, or an address that holds none. */
export function addressSource(text: string): AddressSource | undefined {
  if (/^(env|file):/.test(text)) return secretSource(text);
  return endpointFault(text) === undefined ? { kind: 'address', address: text } : undefined;
}

/** Whether an address stays on this machine, so that nobody on the way can read a token. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return isLoopbackHost(new URL(address).hostname);
}

export function isLoopbackHost(host: string): boolean {
  return /^(localhost|\[::1\]|::1|127(\.\d{1,3}){3})$/.test(host);
}

/** What is wrong with the address of an endpoint, as an instruction; `undefined`: nothing. */
export function endpointFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'write an address such as https://bcs.kr-central-2.kakaocloud.com';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'take the user and password out of the address';
  if (url.search !== '' || url.hash !== '') return 'write the address without ? and #';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLoopback(address)) return undefined;
  return 'use https: a token must not travel in clear (http is for 127.0.0.1, ::1 and localhost only)';
}
