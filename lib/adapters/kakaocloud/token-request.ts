import { ISSUE_TOKEN } from './calls.ts';

/** What every request to KakaoCloud says of itself. */
export const OWN_HEADERS = { accept: 'application/json', 'user-agent': 'karpenter-orphan-audit' } as const;

/** The one request that is no GET; whoever sends it, sends this. */
export interface TokenRequest {
  readonly pathAndQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Asks for the token of an IAM access key. */
export function tokenRequest({ id, secret }: { readonly id: string; readonly secret: string }): TokenRequest {
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  return {
    pathAndQuery: ISSUE_TOKEN.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity } }),
  };
}
