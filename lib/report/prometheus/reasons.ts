import type { Reason, Verdict } from '../../verdict/judgement.ts';

type ReasonsOf = Readonly<Record<Verdict, readonly Reason[]>>;

const OF_A_LIVING_CLUSTER = [
  'claim-terminating',
  'claim-launching',
  'cluster-deleting',
  'first-sighting',
] as const;

const OF_WITNESSES = [
  'owner-unreadable',
  'owner-list-shrunk',
  'node-not-ready',
  'claim-duplicated',
  'claim-unclear',
] as const;

/**
 * Which reason each verdict can be given for, by the two rule tables, the brake and the confirmation: the series that
 * are there even at 0. One that is met and not here is counted all the same.
 */
export const REASONS_OF: Readonly<Record<'instance' | 'volume', ReasonsOf>> = {
  instance: {
    orphan: ['cluster-gone', 'cluster-stuck-deleting', 'duplicate-launch', 'claim-gone'],
    ambiguous: [
      'age-unknown',
      'identity-conflict',
      'uid8-collision',
      'record-conflict',
      'created-after-deletion',
      ...OF_WITNESSES,
      'unknown-cluster',
      'state-unknown',
      'unsupported-description-version',
      'signature-invalid',
      'signature-absent',
      'description-changed',
      'signing-key-missing',
      'renamed',
      'unproven',
      'twin',
      'brake',
      'not-confirmed',
    ],
    held: [],
    retained: [],
    settling: [...OF_A_LIVING_CLUSTER, 'instance-deleting', 'young'],
    'in-use': ['claimed', 'node-alive'],
    unrelated: ['no-karpenter-mark'],
  },
  volume: {
    orphan: ['cluster-gone', 'cluster-stuck-deleting', 'claim-gone'],
    ambiguous: [
      'attachment-disagrees',
      'attached-to-missing-instance',
      'stuck-in-transition',
      'state-unknown',
      'age-unknown',
      'persistent-volume',
      'creation-time-mismatch',
      'detached',
      ...OF_WITNESSES,
      'attached-later',
      'unproven',
      'not-confirmed',
    ],
    held: ['attached'],
    retained: ['kept-on-termination'],
    settling: [...OF_A_LIVING_CLUSTER, 'attached', 'volume-deleting', 'in-transition', 'young'],
    'in-use': ['persistent-volume', 'attached', 'node-alive', 'claimed'],
    unrelated: ['no-karpenter-mark', 'attached'],
  },
};
