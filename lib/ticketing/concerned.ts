import type { KnownObject } from '../ledger/facts-history.ts';
import type { CheckedResource } from '../report/clearance/clearance.ts';
import type { Verdict } from '../verdict/judgement.ts';
import type { TicketInput } from './ticket.ts';

/** An instance or volume that the inquiry is about: it is left, or nobody could tell. */
export interface Concerned {
  readonly kind: 'instance' | 'volume';
  readonly id: string;
  readonly name: string | undefined;
  readonly nodeClaim: string | undefined;
  /** The name of its Node, as the NodeClaim had it. */
  readonly node: string | undefined;
  /** `undefined`: it could not be read. */
  readonly verdict: Verdict | undefined;
}

export function concernedIn({ check, facts }: TicketInput): readonly Concerned[] {
  const claims = new Map(facts.nodeClaims.objects.map((claim) => [claim.name, claim]));
  return check.resources.filter(isConcerned).map((one): Concerned => {
    const nodeClaim = nodeClaimOf(one);
    const claim = nodeClaim === undefined ? undefined : claims.get(nodeClaim);
    return {
      kind: one.kind,
      id: one.id,
      name: one.name ?? undefined,
      nodeClaim,
      node: claim && nodeNameIn(claim),
      verdict: one.fate === 'remaining' ? one.finding.verdict : undefined,
    };
  });
}

type ConcernedResource = Exclude<CheckedResource, { readonly fate: 'gone' }>;

export function isConcerned(one: CheckedResource): one is ConcernedResource {
  return one.fate !== 'gone';
}

function nodeClaimOf(one: ConcernedResource): string | undefined {
  const claimed = one.fate === 'remaining' ? one.finding.owner?.nodeClaim : undefined;
  return one.nodeClaim ?? claimed ?? undefined;
}

/** Karpenter writes it into the status once the Node has registered. */
export function nodeNameIn({ object }: KnownObject): string | undefined {
  const { status } = object;
  if (typeof status !== 'object' || status === null || !('nodeName' in status)) return undefined;
  return typeof status.nodeName === 'string' ? status.nodeName : undefined;
}
