import type { DescriptionMark, Instance, NameMark } from '../inventory/instance.ts';
import type { NodeClaim } from '../ledger/witnesses.ts';
import { type ClusterUid, type ResourceId, uid8Of } from '../terms/ids.ts';
import { absurd } from '../terms/words.ts';
import type { FirstListings } from './first-listings.ts';

/**
 * Karpenter will not reclaim this instance any more, and its NodeClaim still lives: now it can be set right. After the
 * NodeClaim has gone, the instance and its charge stay (verdicts.md, instance rule 3).
 */
export interface ReclaimWarning {
  readonly code: 'renamed' | 'description-changed';
  readonly cluster: ClusterUid;
  readonly nodeClaim: string;
  readonly instanceId: ResourceId;
  /** When it was first recorded; `undefined`: it was so then too, or never recorded, yet Karpenter does not write this. */
  readonly was: string | undefined;
  readonly is: string;
}

/**
 * What Karpenter can no longer reclaim among the instances that live NodeClaims point at. The right name follows from
 * cluster and NodeClaim; of the right description only the beginning is known, and what was first recorded.
 */
export function reclaimWarnings(
  cluster: ClusterUid,
  claims: readonly NodeClaim[],
  instances: ReadonlyMap<ResourceId, Instance>,
  first: FirstListings,
): readonly ReclaimWarning[] {
  return claims.flatMap((claim) => {
    const instance = claim.provider.kind === 'instance' ? instances.get(claim.provider.id) : undefined;
    if (instance === undefined) return [];
    const { id, name, description } = instance;
    const before = first.get(id);
    const subject = { cluster, nodeClaim: claim.name, instanceId: id };
    const warnings: ReclaimWarning[] = [];
    if (!isNameOf(claim.name, cluster, instance.nameMark)) {
      warnings.push({ code: 'renamed', ...subject, was: otherThan(name, before?.name), is: name });
    }
    const describedBefore = otherThan(description, before?.description);
    if (describedBefore !== undefined || !isMarked(instance.descriptionMark)) {
      warnings.push({ code: 'description-changed', ...subject, was: describedBefore, is: description });
    }
    return warnings;
  });
}

function otherThan(now: string, before: string | undefined): string | undefined {
  return before === now ? undefined : before;
}

/** A name that the cloud cut off is no renamed one. */
function isNameOf(nodeClaim: string, cluster: ClusterUid, mark: NameMark): boolean {
  switch (mark.kind) {
    case 'matches':
      return mark.uid8 === uid8Of(cluster) && mark.nodeClaim === nodeClaim;
    case 'cut-off':
      return mark.uid8 === uid8Of(cluster) && nodeClaim.startsWith(mark.nodeClaimStart);
    case 'other':
      return false;
    default:
      return absurd(mark);
  }
}

/** A marker of a version that we do not know was written by a newer Karpenter, not by a person. */
function isMarked(mark: DescriptionMark): boolean {
  return mark.kind !== 'other';
}
