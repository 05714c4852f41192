/** The verdicts (verdicts.md, "The verdicts"), in the order in which a report lists them. */
export const VERDICTS = [
  'orphan',
  'ambiguous',
  'held',
  'retained',
  'settling',
  'in-use',
  'unrelated',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why: every reason code of both rule tables, the brake and the confirmation. */
export const REASONS = [
  'no-karpenter-mark',
  'claim-terminating',
  'claimed',
  'node-alive',
  'instance-deleting',
  'age-unknown',
  'young',
  'identity-conflict',
  'uid8-collision',
  'record-conflict',
  'created-after-deletion',
  'owner-unreadable',
  'owner-list-shrunk',
  'node-not-ready',
  'claim-launching',
  'claim-duplicated',
  'claim-unclear',
  'cluster-deleting',
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
  'first-sighting',
  'cluster-gone',
  'cluster-stuck-deleting',
  'duplicate-launch',
  'claim-gone',
  'brake',
  'not-confirmed',
  'persistent-volume',
  'attachment-disagrees',
  'attached',
  'attached-to-missing-instance',
  'volume-deleting',
  'in-transition',
  'stuck-in-transition',
  'creation-time-mismatch',
  'detached',
  'kept-on-termination',
  'attached-later',
] as const;
export type Reason = (typeof REASONS)[number];

export const WARNINGS = [
  'renamed',
  'description-changed',
  'unmanaged-node',
  'has-snapshots',
  'snapshots-unknown',
] as const;
export type Warning = (typeof WARNINGS)[number];

/** By what an orphan was proven to be Karpenter's. */
export const ASSURANCES = ['signed-and-recorded', 'signed', 'recorded'] as const;
export type Assurance = (typeof ASSURANCES)[number];

/** Which rule decided: a row of one of the two tables, or one of the two checks behind them. */
export type DecidedBy =
  | { readonly table: 'instances' | 'volumes'; readonly rule: number }
  | { readonly table: 'brake' }
  | { readonly table: 'confirmation' };

export type Judgement =
  | {
      readonly verdict: 'orphan';
      readonly reason: Reason;
      readonly by: DecidedBy;
      readonly warnings: readonly Warning[];
      readonly assurance: Assurance;
    }
  | {
      readonly verdict: Exclude<Verdict, 'orphan'>;
      readonly reason: Reason;
      readonly by: DecidedBy;
      readonly warnings: readonly Warning[];
    };

export const NEXT_STEPS = [
  'none',
  'restore-controller',
  'delete-in-console',
  'confirm-with-helpdesk',
  'restore-keyring',
  'investigate',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];
