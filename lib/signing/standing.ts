import type { ResourceId } from '../terms/ids.ts';
import type { BoundKeyring } from './keyring.ts';
import type { SignatureScheme } from './scheme.ts';
import type { SignedInstance } from './signed-instance.ts';
import { type SignatureOutcome, verifierOf } from './verify.ts';

/** An instance that a live NodeClaim points at: what a scheme must be right about. */
export interface ClaimedInstance {
  readonly instanceId: ResourceId;
  readonly instance: SignedInstance;
}

/** Whether a scheme is still the one that the provider signs with. */
export type SchemeStanding =
  | { readonly kind: 'holds' }
  /** It fails on what Karpenter itself owns: nothing may be concluded from it. */
  | { readonly kind: 'stale'; readonly failing: readonly ResourceId[]; readonly valid: number }
  /** No claimed instance says anything about it. */
  | { readonly kind: 'untried' };

/**
 * Holds a scheme against claimed instances that nobody is known to have altered: one that fails is enough to doubt it,
 * or the keyring.
 */
export function schemeStanding(
  claimed: readonly ClaimedInstance[],
  keyrings: readonly BoundKeyring[],
  scheme: SignatureScheme,
): SchemeStanding {
  const verify = verifierOf(keyrings, scheme);
  const tried = claimed
    .map(({ instanceId, instance }) => ({ instanceId, outcome: verify(instance) }))
    .filter(({ outcome }) => saysSomethingOfTheScheme(outcome));
  if (tried.length === 0) return { kind: 'untried' };
  const failing = tried.filter(({ outcome }) => outcome.kind !== 'valid').map(({ instanceId }) => instanceId);
  const valid = tried.length - failing.length;
  return failing.length > 0 ? { kind: 'stale', failing, valid } : { kind: 'holds' };
}

/** A key that the keyring lacks says something of the keyring. */
function saysSomethingOfTheScheme({ kind }: SignatureOutcome): boolean {
  return kind !== 'unverified' && kind !== 'unknown-key';
}
