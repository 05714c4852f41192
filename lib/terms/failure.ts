/**
 * Every way in which this program can fail, by the code that reports, logs and docs/errors.md use. The set is closed:
 * a test holds it against docs/errors.md, which has a remedy for each.
 */
export const FAILURE_CODES = [
  // what the user gave us
  'bad-usage',
  'config-not-found',
  'config-invalid',
  'credential-missing',
  'import-invalid',
  'resource-not-found',
  'port-unavailable',
  // talking to a cloud or a cluster
  'name-not-resolved',
  'connection-failed',
  'tls-failed',
  'timed-out',
  'deadline-reached',
  'token-refused',
  'unauthorized',
  'forbidden',
  'not-found',
  'request-refused',
  'rate-limited',
  'server-failed',
  'redirected',
  // what it answered
  'answer-empty',
  'answer-not-json',
  'answer-unexpected',
  'listing-unstable',
  'listing-disagrees',
  'foreign-project',
  // the witnesses of a cluster
  'cluster-uid-unknown',
  'witness-unreadable',
  'witness-type-missing',
  'witness-version-too-old',
  'witness-list-expired',
  'owner-list-shrunk',
  'owner-unreadable',
  'kubeconfig-invalid',
  'exec-plugin-missing',
  'exec-plugin-failed',
  'service-account-missing',
  'wrong-cluster',
  'proxy-failed',
  // the ledger, and where reports go
  'store-unreadable',
  'store-unwritable',
  'ledger-damaged',
  'project-not-audited',
  // the keyrings
  'keyring-cluster-unknown',
  'signature-scheme-stale',
  'signing-key-missing',
  'signing-key-vanished',
  'publish-failed',
  'publish-refused',
  // ourselves
  'not-confirmed',
  'internal',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * The one error class. The message is one sentence that names the thing and the value found; the remedy says what a
 * person does about it. Neither ever holds a secret, a token or key material.
 */
export class AuditFailure extends Error {
  readonly code: FailureCode;
  readonly remedy: string;

  constructor(code: FailureCode, message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AuditFailure';
    this.code = code;
    this.remedy = remedy;
  }
}

/** Turns whatever was thrown into an {@link AuditFailure}; what is none already is a fault of this program. */
export function asFailure(thrown: unknown): AuditFailure {
  if (thrown instanceof AuditFailure) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AuditFailure(
    'internal',
    `this program failed: ${message}`,
    'please report it with the output of --verbose',
    {
      cause: thrown,
    },
  );
}
