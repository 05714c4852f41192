import { endpointFault, isLoopback } from './readings.ts';

/** What is wrong with where something is sent to; neither part shows more of it than its host. */
export interface TargetFault {
  /** Goes on after what the address is. */
  readonly found: string;
  readonly remedy: string;
}

/**
 * An address may be sent to when it is encrypted or on this machine, and its host is one that the operator has named:
 * so neither a slip nor a changed secret can send what the audit found to somebody else.
 *
 * @param mayHoldMore of an address that is a secret as a whole, which may well have a query
 */
export function targetFault(
  address: string,
  allowedHosts: readonly string[],
  mayHoldMore = false,
): TargetFault | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return { found: 'is no https address (not shown)', remedy: 'write an address that begins with https://' };
  const url = new URL(address);
  const fault = endpointFault(
    mayHoldMore ? `${url.protocol}//${userInfo(url)}${url.host}${url.pathname}` : address,
  );
  if (fault !== undefined) return { found: `leads to ${url.host}`, remedy: fault };
  if (isLoopback(address)) return undefined;
  const host = url.hostname.toLowerCase();
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === host)) return undefined;
  return {
    found: `leads to the host ${host}, which publishHosts does not name`,
    remedy: `see that it is the right one; then write publishHosts: [${[...allowedHosts, host].join(', ')}]`,
  };
}

function userInfo({ username, password }: URL): string {
  return username === '' && password === '' ? '' : `${username}:${password}@`;
}
