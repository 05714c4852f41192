import type { VolumeEvidence } from '../evidence/outcomes.ts';
import { absurd } from '../terms/words.ts';
import type { Judgement, Reason } from './judgement.ts';
import { firstThatHolds, type Rule, ruling } from './rule.ts';

/** The volumes' table of verdicts.md, row by row and under its numbers. */
export const VOLUME_RULES: readonly Rule<VolumeEvidence>[] = [
  {
    number: 1,
    decide: (e) => (e.mark.kind === 'none' ? ruling('unrelated', 'no-karpenter-mark') : undefined),
  },
  {
    number: 2,
    decide: (e) => (e.persistentVolume.kind === 'bound' ? ruling('in-use', 'persistent-volume') : undefined),
  },
  {
    number: 3,
    decide: (e) =>
      e.attachment.kind === 'disagrees' ? ruling('ambiguous', 'attachment-disagrees') : undefined,
  },
  { number: 4, decide: attached },
  {
    number: 5,
    decide: (e) =>
      e.attachment.kind === 'instance-missing'
        ? ruling('ambiguous', 'attached-to-missing-instance')
        : undefined,
  },
  {
    number: 6,
    decide: (e) => (e.state.kind === 'deleting' ? ruling('settling', 'volume-deleting') : undefined),
  },
  { number: 7, decide: passingState },
  {
    number: 8,
    decide: (e) => {
      if (e.age.kind === 'unknown') return ruling('ambiguous', 'age-unknown');
      return e.age.kind === 'young' ? ruling('settling', 'young') : undefined;
    },
  },
  {
    number: 9,
    decide: (e) =>
      e.persistentVolume.kind === 'csi-leftover' ? ruling('ambiguous', 'persistent-volume') : undefined,
  },
  {
    number: 10,
    decide: (e) =>
      e.record.kind === 'recorded' && e.record.createdAt === 'different'
        ? ruling('ambiguous', 'creation-time-mismatch')
        : undefined,
  },
  {
    number: 11,
    decide: (e) =>
      e.record.kind === 'recorded' && e.recordedInstance.kind === 'exists'
        ? ruling('ambiguous', 'detached')
        : undefined,
  },
  { number: 12, decide: ownerMayLive },
  {
    number: 13,
    decide: (e) =>
      e.record.kind === 'recorded' && e.record.onTermination === 'kept'
        ? ruling('retained', 'kept-on-termination')
        : undefined,
  },
  {
    number: 14,
    decide: (e) =>
      e.record.kind === 'recorded' && e.record.origin === 'attached-later'
        ? ruling('ambiguous', 'attached-later')
        : undefined,
  },
  { number: 15, decide: provenOrphan },
  { number: 16, decide: () => ruling('ambiguous', 'unproven') },
];

/** Judges one volume; an attached one by its instance's verdict, which must be final by then. */
export function judgeVolume(evidence: VolumeEvidence): Judgement {
  return firstThatHolds('volumes', VOLUME_RULES, evidence);
}

function attached(e: VolumeEvidence) {
  if (e.attachment.kind !== 'attached') return undefined;
  switch (e.attachment.verdict) {
    case 'unrelated':
    case 'in-use':
    case 'settling':
      return ruling(e.attachment.verdict, 'attached');
    case 'orphan':
    case 'ambiguous':
      return ruling('held', 'attached');
    default:
      return absurd(e.attachment.verdict);
  }
}

function passingState(e: VolumeEvidence) {
  switch (e.state.kind) {
    case 'in-transition':
      return ruling('settling', 'in-transition');
    case 'stuck-in-transition':
      return ruling('ambiguous', 'stuck-in-transition');
    case 'other':
      return ruling('ambiguous', 'state-unknown');
    case 'available':
    case 'in-use':
    case 'error':
    case 'deleting':
      return undefined;
    default:
      return absurd(e.state.kind);
  }
}

/** Rule 12: a witness that could not be heard, an owner on its way out, a NodeClaim that still stands. */
function ownerMayLive(e: VolumeEvidence) {
  if (e.claim.kind === 'unreadable') return ruling('ambiguous', e.claim.reason);
  const isUnheard =
    e.node.kind === 'unreadable' ||
    e.persistentVolume.kind === 'unreadable' ||
    e.attachment.kind === 'unreadable' ||
    e.record.kind === 'unreadable' ||
    e.recordedInstance.kind === 'unreadable' ||
    e.cluster.kind === 'unreadable' ||
    ((e.cluster.kind === 'alive' || e.cluster.kind === 'deleting') && e.cluster.witness === 'declared-none');
  if (isUnheard) return ruling('ambiguous', 'owner-unreadable');
  // A Node on the volume's instance, though that is gone, contradicts the cloud; as for instances.
  if (e.node.kind === 'ready') return ruling('in-use', 'node-alive');
  if (e.node.kind === 'not-ready') return ruling('ambiguous', 'node-not-ready');
  const standing = standingClaim(e);
  if (standing !== undefined) return standing;
  if (e.cluster.kind === 'deleting' && e.cluster.period !== 'past')
    return ruling('settling', 'cluster-deleting');
  return undefined;
}

function standingClaim(e: VolumeEvidence) {
  switch (e.claim.kind) {
    case 'claimed':
    case 'claim-elsewhere':
      return ruling('in-use', 'claimed');
    case 'claim-terminating':
    case 'claim-launching':
      return ruling('settling', e.claim.kind);
    case 'claim-unclear':
    case 'claim-duplicated':
      return ruling('ambiguous', e.claim.kind);
    case 'unclaimed':
    case 'unreadable':
      return undefined;
    default:
      return absurd(e.claim);
  }
}

function provenOrphan(e: VolumeEvidence) {
  const isProven =
    e.record.kind === 'recorded' &&
    e.record.createdAt === 'equal' &&
    e.record.onTermination === 'deleted' &&
    e.recordedInstance.kind === 'gone' &&
    e.attachment.kind === 'unattached' &&
    (e.state.kind === 'available' || e.state.kind === 'error') &&
    e.identity.kind === 'agreed';
  if (!isProven) return undefined;
  if (e.cluster.kind === 'alive' && e.sightings.kind === 'too-few')
    return ruling('settling', 'first-sighting');
  const reason = ownerGone(e);
  return reason === undefined ? undefined : ({ verdict: 'orphan', reason, assurance: 'recorded' } as const);
}

function ownerGone(e: VolumeEvidence): Reason | undefined {
  switch (e.cluster.kind) {
    case 'gone':
      // A volume that is younger than its cluster's deletion was never that cluster's.
      return e.cluster.createdAfterDeletion ? undefined : 'cluster-gone';
    case 'deleting':
      return 'cluster-stuck-deleting';
    case 'alive':
      return 'claim-gone';
    case 'never-seen':
    case 'unreadable':
      return undefined;
    default:
      return absurd(e.cluster);
  }
}
