import { AuditFailure } from '../../terms/failure.ts';

/** What a failed request was about. */
export interface Attempted {
  readonly cluster: string;
  readonly access: { readonly server: URL; readonly proxy: URL | undefined; readonly way: string };
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Puts what broke before there was any answer into our words. Of a proxy only the host is told: its URL may hold a password. */
export function transportFailure(thrown: unknown, attempted: Attempted): AuditFailure {
  const { cluster, access, signal } = attempted;
  if (thrown instanceof AuditFailure) return thrown;
  if (signal?.aborted) return stopped(signal, cluster);

  const code = codeOf(thrown);
  const server = `the API server ${access.server.host} of the cluster "${cluster}"`;
  const cause = { cause: thrown };
  if (TIMEOUTS.has(code)) {
    return new AuditFailure(
      'timed-out',
      `${server} did not answer within ${attempted.timeoutMs / 1000} s`,
      'see whether this machine may reach the API server (firewall, VPN, proxy-url), or run again when it is less busy',
      cause,
    );
  }
  if (TLS_CODE.test(code)) {
    return new AuditFailure(
      'tls-failed',
      `${server} could not prove who it is: ${TLS_REASONS[code] ?? 'the TLS handshake failed'} (${code})`,
      `see that ${access.way} holds the cluster's own CA and is for this cluster; TLS checks are never switched off`,
      cause,
    );
  }
  if (access.proxy !== undefined) {
    return new AuditFailure(
      'proxy-failed',
      `the proxy ${access.proxy.host} of ${access.way} gave no way to ${server}: ${proxyReason(thrown, code)}`,
      'see that the proxy-url is right, that the proxy runs, and that it lets this machine through to the API server',
      cause,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new AuditFailure(
      'name-not-resolved',
      `the name of ${server} could not be resolved (${code})`,
      `see that the server in ${access.way} is right and that this machine's DNS knows it; this does not mean that the cluster is gone`,
      cause,
    );
  }
  return new AuditFailure(
    'connection-failed',
    `the connection to ${server} failed (${code})`,
    'see whether this machine may reach the API server; this does not mean that the cluster is gone',
    cause,
  );
}

/** A caller that stops us says why, if it is one of ours. */
export function stopped(signal: AbortSignal, cluster: string): AuditFailure {
  if (signal.reason instanceof AuditFailure) return signal.reason;
  return new AuditFailure(
    'deadline-reached',
    `the run was stopped before the cluster "${cluster}" could be read`,
    'give the run more time',
  );
}

const TIMEOUTS: ReadonlySet<string> = new Set([
  'TimeoutError',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Node's and OpenSSL's names for a handshake that failed. */
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_|HOSTNAME_|UND_ERR_PRX_TLS)/;

const UNKNOWN_AUTHORITY = 'its certificate is not from the CA that it should be from';

const TLS_REASONS: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** The code of what was thrown, or its name: an abort by time has no code. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name;
}

/** undici tells a proxy's refusal of CONNECT only in its message. */
function proxyReason(thrown: unknown, code: string): string {
  const status = thrown instanceof Error ? /Proxy response \((\d+)\)/.exec(thrown.message)?.[1] : undefined;
  return status === undefined ? code : `it answered ${status} to CONNECT`;
}
