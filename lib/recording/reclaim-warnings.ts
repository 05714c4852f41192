import type { DescriptionMark, Instance, NameMark } from '../inventory/instance.ts';
import type { ClusterRecord, RecordedInstance } from '../ledger/entries.ts';
import type { NodeClaim } from '../ledger/witnesses.ts';
import { type ClusterUid, type ResourceId, uid8Of } from '../terms/ids.ts';
import { absurd } from '../terms/words.ts';

/**
 * Karpenter will not reclaim this instance any more, and its NodeClaim still lives: now it can be set right. After the
 * NodeClaim has gone, the instance and its charge stay (verdicts.md, instance rule 3).
 */
export interface ReclaimWarning {
  readonly code: 'renamed' | 'description-changed';
  readonly cluster: ClusterUid;
  readonly nodeClaim: string;
  readonly instanceId: ResourceId;
  /** As the last record that differs has it; `undefined`: none does, yet it is not what Karpenter writes. */
  readonly was: string | undefined;
  readonly is: string;
}

/** The different ways in which each instance was listed before, oldest first. */
export type EarlierListings = ReadonlyMap<ResourceId, readonly RecordedInstance[]>;

export function earlierListings(records: readonly ClusterRecord[]): EarlierListings {
  const listings = new Map<ResourceId, RecordedInstance[]>();
  // Records of an unchanged cluster share one list: it is looked at once.
  for (const instances of new Set(records.map((record) => record.instances))) {
    if (instances === undefined) continue;
    for (const instance of instances) {
      const known = listings.get(instance.id);
      if (known === undefined) listings.set(instance.id, [instance]);
      else if (!known.some((other) => isNamedAlike(other, instance))) known.push(instance);
    }
  }
  return listings;
}

function isNamedAlike(a: RecordedInstance, b: RecordedInstance): boolean {
  return a.name === b.name && a.description === b.description;
}

/** What Karpenter can no longer reclaim among the instances that live NodeClaims point at. */
export function reclaimWarnings(
  cluster: ClusterUid,
  claims: readonly NodeClaim[],
  instances: ReadonlyMap<ResourceId, Instance>,
  earlier: EarlierListings,
): readonly ReclaimWarning[] {
  return claims.flatMap((claim) => {
    const instance = claim.provider.kind === 'instance' ? instances.get(claim.provider.id) : undefined;
    if (instance === undefined) return [];
    const before = earlier.get(instance.id)?.toReversed();
    const subject = { cluster, nodeClaim: claim.name, instanceId: instance.id };
    const warnings: ReclaimWarning[] = [];
    const nameBefore = before?.find((other) => other.name !== instance.name)?.name;
    if (nameBefore !== undefined || !isNameOf(claim.name, cluster, instance.nameMark)) {
      warnings.push({ code: 'renamed', ...subject, was: nameBefore, is: instance.name });
    }
    const descriptionBefore = before?.find(
      (other) => other.description !== instance.description,
    )?.description;
    if (descriptionBefore !== undefined || !isMarked(instance.descriptionMark)) {
      warnings.push({
        code: 'description-changed',
        ...subject,
        was: descriptionBefore,
        is: instance.description,
      });
    }
    return warnings;
  });
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
