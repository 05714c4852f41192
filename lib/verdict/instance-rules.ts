import type { ClusterEvidence, InstanceEvidence } from '../evidence/outcomes.ts';
import { absurd } from '../terms/words.ts';
import type { Assurance, Judgement, Reason, Warning } from './judgement.ts';
import { firstThatHolds, type Rule, ruling } from './rule.ts';

/** The instances' table of verdicts.md, row by row and under its numbers. */
export const INSTANCE_RULES: readonly Rule<InstanceEvidence>[] = [
  { number: 1, decide: (e) => (hasKarpenterMark(e) ? undefined : ruling('unrelated', 'no-karpenter-mark')) },
  {
    number: 2,
    decide: (e) =>
      e.claim.kind === 'claim-terminating' ? ruling('settling', 'claim-terminating') : undefined,
  },
  {
    number: 3,
    decide: (e) => (e.claim.kind === 'claimed' ? ruling('in-use', 'claimed', reclaimWarnings(e)) : undefined),
  },
  {
    number: 4,
    decide: (e) => (e.node.kind === 'ready' ? ruling('in-use', 'node-alive', ['unmanaged-node']) : undefined),
  },
  {
    number: 5,
    decide: (e) => (e.state.kind === 'deleting' ? ruling('settling', 'instance-deleting') : undefined),
  },
  { number: 6, decide: (e) => (e.age.kind === 'unknown' ? ruling('ambiguous', 'age-unknown') : undefined) },
  { number: 7, decide: (e) => (e.age.kind === 'young' ? ruling('settling', 'young') : undefined) },
  { number: 8, decide: contradiction },
  { number: 9, decide: unreadableWitness },
  {
    number: 10,
    decide: (e) => (e.node.kind === 'not-ready' ? ruling('ambiguous', 'node-not-ready') : undefined),
  },
  {
    number: 11,
    decide: (e) =>
      hasLivingOwner(e.cluster) && e.claim.kind === 'claim-launching'
        ? ruling('settling', 'claim-launching')
        : undefined,
  },
  {
    number: 12,
    decide: (e) =>
      hasLivingOwner(e.cluster) && (e.claim.kind === 'claim-duplicated' || e.claim.kind === 'claim-unclear')
        ? ruling('ambiguous', e.claim.kind)
        : undefined,
  },
  {
    number: 13,
    decide: (e) =>
      e.cluster.kind === 'deleting' && e.cluster.period !== 'past'
        ? ruling('settling', 'cluster-deleting')
        : undefined,
  },
  {
    number: 14,
    decide: (e) =>
      e.cluster.kind === 'never-seen' || e.identity.kind !== 'agreed'
        ? ruling('ambiguous', 'unknown-cluster')
        : undefined,
  },
  {
    number: 15,
    decide: (e) => (e.state.kind === 'other' ? ruling('ambiguous', 'state-unknown') : undefined),
  },
  {
    number: 16,
    decide: (e) =>
      e.description.kind === 'other-version'
        ? ruling('ambiguous', 'unsupported-description-version')
        : undefined,
  },
  { number: 17, decide: badSignature },
  {
    number: 18,
    decide: (e) =>
      e.signature.kind === 'unknown-key' ? ruling('ambiguous', 'signing-key-missing') : undefined,
  },
  { number: 19, decide: changedSinceRecorded },
  { number: 20, decide: unproven },
  {
    number: 21,
    decide: (e) =>
      e.cluster.kind === 'alive' && e.sightings.kind === 'too-few'
        ? ruling('settling', 'first-sighting')
        : undefined,
  },
  { number: 22, decide: (e) => ({ verdict: 'orphan', reason: whyOrphan(e), assurance: assuranceOf(e) }) },
];

/** Judges one instance: the first rule that holds. The brake and the confirmation come after it. */
export function judgeInstance(evidence: InstanceEvidence): Judgement {
  return firstThatHolds('instances', INSTANCE_RULES, evidence);
}

/** Anything that says Karpenter made it (verdicts.md, "Karpenter mark"). */
export function hasKarpenterMark(e: InstanceEvidence): boolean {
  return (
    e.name.kind !== 'other' ||
    e.description.kind !== 'other' ||
    e.record.kind === 'recorded' ||
    e.record.kind === 'contradictory' ||
    e.claim.kind === 'claimed' ||
    e.claim.kind === 'claim-terminating' ||
    ((e.node.kind === 'ready' || e.node.kind === 'not-ready') && e.node.isKarpenters)
  );
}

/** Karpenter reclaims only what still bears the name and description that it gave. */
function reclaimWarnings(e: InstanceEvidence): readonly Warning[] {
  const changes = e.record.kind === 'recorded' ? e.record.changes : [];
  const isRenamed = e.name.kind === 'other' || changes.includes('name');
  const isRedescribed = e.description.kind === 'other' || changes.includes('description');
  return [
    ...(isRenamed ? (['renamed'] as const) : []),
    ...(isRedescribed ? (['description-changed'] as const) : []),
  ];
}

function contradiction(e: InstanceEvidence) {
  if (e.identity.kind === 'conflict') return ruling('ambiguous', 'identity-conflict');
  if (e.identity.kind === 'collision') return ruling('ambiguous', 'uid8-collision');
  if (e.record.kind === 'contradictory') return ruling('ambiguous', 'record-conflict');
  if (e.record.kind === 'recorded' && e.record.changes.includes('created-at'))
    return ruling('ambiguous', 'record-conflict');
  if (e.cluster.kind === 'gone' && e.cluster.createdAfterDeletion)
    return ruling('ambiguous', 'created-after-deletion');
  return undefined;
}

/** Any witness of the project that could not be heard may be the one that owns this instance. */
function unreadableWitness(e: InstanceEvidence) {
  if (e.claim.kind === 'unreadable') return ruling('ambiguous', e.claim.reason);
  const isUnheard =
    e.record.kind === 'unreadable' ||
    e.node.kind === 'unreadable' ||
    e.cluster.kind === 'unreadable' ||
    (hasLivingOwner(e.cluster) && e.cluster.witness === 'declared-none');
  return isUnheard ? ruling('ambiguous', 'owner-unreadable') : undefined;
}

function hasLivingOwner(
  cluster: ClusterEvidence,
): cluster is Extract<ClusterEvidence, { readonly kind: 'alive' | 'deleting' }> {
  return cluster.kind === 'alive' || cluster.kind === 'deleting';
}

function badSignature(e: InstanceEvidence) {
  switch (e.signature.kind) {
    case 'invalid':
      return ruling('ambiguous', 'signature-invalid');
    case 'absent':
      return ruling('ambiguous', 'signature-absent');
    case 'uncovered':
      return ruling('ambiguous', 'description-changed');
    case 'valid':
    case 'unknown-key':
    case 'unverified':
      return undefined;
    default:
      return absurd(e.signature);
  }
}

function changedSinceRecorded(e: InstanceEvidence) {
  if (e.record.kind !== 'recorded') return undefined;
  if (e.record.changes.includes('name') || e.name.kind === 'other') return ruling('ambiguous', 'renamed');
  if (e.record.changes.includes('description') || e.description.kind === 'other') {
    return ruling('ambiguous', 'description-changed');
  }
  return undefined;
}

function unproven(e: InstanceEvidence) {
  if (isProvenBySignature(e) || isProvenByRecord(e)) return undefined;
  return ruling('ambiguous', e.twin.kind === 'twin' && e.record.kind !== 'recorded' ? 'twin' : 'unproven');
}

/**
 * A person's copy of an instance carries a valid signature too; then only the name tells, and a twin takes that away.
 * A description that is not the provider's proves nothing, whatever else is signed.
 */
function isProvenBySignature(e: InstanceEvidence): boolean {
  return e.signature.kind === 'valid' && e.description.kind === 'marked' && e.twin.kind === 'alone';
}

function isProvenByRecord(e: InstanceEvidence): boolean {
  return (
    e.record.kind === 'recorded' &&
    e.record.changes.length === 0 &&
    e.record.fieldOrder !== 'different' &&
    e.name.kind === 'matches' &&
    e.description.kind === 'marked'
  );
}

function whyOrphan(e: InstanceEvidence): Reason {
  switch (e.cluster.kind) {
    case 'gone':
      return 'cluster-gone';
    case 'deleting':
      return 'cluster-stuck-deleting';
    case 'alive':
      return e.claim.kind === 'claim-elsewhere' ? 'duplicate-launch' : 'claim-gone';
    case 'never-seen':
    case 'unreadable':
      throw new TypeError(`rule 22 was reached with a cluster that is ${e.cluster.kind}`);
    default:
      return absurd(e.cluster);
  }
}

function assuranceOf(e: InstanceEvidence): Assurance {
  if (!isProvenBySignature(e)) return 'recorded';
  return isProvenByRecord(e) ? 'signed-and-recorded' : 'signed';
}
