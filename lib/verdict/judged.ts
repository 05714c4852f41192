import type { InstanceEvidence, VolumeEvidence } from '../evidence/outcomes.ts';
import type { Instance } from '../inventory/instance.ts';
import type { Volume } from '../inventory/volume.ts';
import type { KeyringStatus } from '../signing/key-life.ts';
import type { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import type { Judgement, NextStep } from './judgement.ts';

/** When the owner can have gone: not before `earliest`, not after `latest`; `undefined` where nobody knows. */
export interface GoneSince {
  readonly earliest: Instant | undefined;
  readonly latest: Instant | undefined;
}

export interface JudgedInstance {
  readonly kind: 'instance';
  readonly resource: Instance;
  readonly evidence: InstanceEvidence;
  readonly judgement: Judgement;
  readonly nextStep: NextStep;
  readonly goneSince: GoneSince;
}

export interface JudgedVolume {
  readonly kind: 'volume';
  readonly resource: Volume;
  readonly evidence: VolumeEvidence;
  readonly judgement: Judgement;
  readonly nextStep: NextStep;
  readonly goneSince: GoneSince;
}

export type Judged = JudgedInstance | JudgedVolume;

/** What one audit says of one project. */
export interface ProjectVerdicts {
  readonly project: { readonly name: string; readonly region: string; readonly id: string | undefined };
  /** How many were listed, the unrelated ones included; `undefined`: the list could not be read. */
  readonly listed: { readonly instances: number | undefined; readonly volumes: number | undefined };
  readonly judged: readonly Judged[];
  readonly problems: readonly AuditFailure[];
  /** Of the keyrings: they take proof away, and keep no run from being complete. */
  readonly warnings: readonly AuditFailure[];
  /** Everything that had to be read was read, and no rule 9 held. */
  readonly complete: boolean;
  /** When the last complete run was, this one counted; `undefined`: never, or the ledger could not be read. */
  readonly lastCompleteAt: Instant | undefined;
  /** When something was last recorded; `undefined`: never, or the ledger could not be read. */
  readonly lastRecordedAt: Instant | undefined;
  readonly keyrings: readonly KeyringSeen[];
}

/** One keyring, and who still needs its keys. */
export interface KeyringSeen {
  /** The names of the clusters whose signatures it proves. */
  readonly clusters: readonly string[] | 'all';
  /** No instance carries a key that it lacks, and live instances do not contradict it. */
  readonly isSound: boolean;
  readonly status: KeyringStatus;
}
