import type { ResourceId } from '../terms/ids.ts';
import type { Keyring } from './keyring.ts';
import type { Fact, SignatureScheme } from './scheme.ts';
import type { ClaimedInstance } from './standing.ts';
import type { SignatureOutcome } from './verify.ts';

/** What calibration is done with, and how long it may take. */
export interface CalibrationInput {
  /** Live instances, each with the one cluster whose NodeClaim points at it: what makes a signature known to be good. */
  readonly samples: readonly ClaimedInstance[];
  readonly keyring: Keyring;
  readonly budget: CalibrationBudget;
  /** Milliseconds, from whenever. */
  readonly clock: () => number;
  /** The longest description that the cloud keeps; `undefined`: not known. */
  readonly descriptionLimit: number | undefined;
  /** Texts that the payload may begin or end with, beside {@link LITERALS}. */
  readonly literals: readonly string[];
  /** Do without a sample for a second key, although the keyring was rotated. */
  readonly acceptOneKey: boolean;
}

export interface CalibrationBudget {
  readonly candidates: number;
  readonly ms: number;
}

export const CALIBRATION_BUDGET: CalibrationBudget = { candidates: 100_000_000, ms: 120_000 };

/** Fewer samples prove too little (contract.md, `keyring calibrate`). */
export const LEAST_SAMPLES = 3;
export const LEAST_NODE_CLAIMS = 2;
/** The odds that chance verified everything must be at most one in 2 to the power of this. */
export const LEAST_ODDS_BITS = 64;

export interface CalibrationProgress {
  /** What is being tried, in words. */
  readonly trying: string;
  readonly tried: number;
  /** Of the whole space. */
  readonly candidates: number;
  readonly elapsedMs: number;
}

export interface CalibrationEffort {
  /** What was tried, in words and in order. */
  readonly spaces: readonly string[];
  readonly tried: number;
  /** Of the whole space, with all keys and all samples to begin with. */
  readonly candidates: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
}

/** A scheme, or why there is none. */
export type Calibration = CalibrationResult & {
  readonly effort: CalibrationEffort;
  /** Samples whose description was cut off: no whole signature is left, so they say nothing. */
  readonly cutOff: readonly ResourceId[];
};

/** `unlike`: samples that no longer bear their names, or whose descriptions have other fields than the rest. */
export type CalibrationResult =
  | {
      readonly kind: 'found';
      readonly scheme: SignatureScheme;
      readonly verified: readonly ResourceId[];
      readonly keyIds: readonly string[];
      /** That it is chance is at most one in 2 to the power of this. */
      readonly oddsBits: number;
      readonly notes: readonly CalibrationNote[];
    }
  | {
      readonly kind: 'too-few-samples';
      /** Those that are alike. */
      readonly instances: number;
      readonly nodeClaims: number;
      readonly unlike: readonly ResourceId[];
    }
  /** All descriptions end where the cloud cuts them off. */
  | { readonly kind: 'all-cut-off' }
  /** No field of the descriptions could be a signature. */
  | { readonly kind: 'no-signature' }
  | {
      readonly kind: 'not-found';
      readonly why: 'space-exhausted' | 'budget-exhausted';
      readonly unlike: readonly ResourceId[];
    }
  /** The scheme holds for some samples and not for others. */
  | {
      readonly kind: 'disagreement';
      readonly scheme: SignatureScheme;
      readonly verified: readonly ResourceId[];
      readonly disagreeing: readonly {
        readonly instanceId: ResourceId;
        readonly outcome: SignatureOutcome['kind'];
      }[];
    }
  /** The keyring was rotated, and every sample is signed by the same key. */
  | { readonly kind: 'one-key-only'; readonly keyId: string; readonly others: readonly string[] }
  /** So few bits were verified that chance may have done it. */
  | { readonly kind: 'odds-too-small'; readonly oddsBits: number }
  /** The samples fit several schemes that would judge other instances differently: more samples are needed. */
  | {
      readonly kind: 'undecided';
      readonly between: 'cuts' | 'key-id-fields' | 'bindings';
      readonly schemes: readonly SignatureScheme[];
    }
  /** Fields that are neither signed nor known otherwise: no description would be covered whole. */
  | {
      readonly kind: 'leaves-unsigned';
      readonly scheme: SignatureScheme;
      readonly fields: readonly string[];
    }
  /** What is signed says nothing of the instance: its description would verify on any copy. */
  | { readonly kind: 'not-bound'; readonly scheme: SignatureScheme };

/** What a person should know of a scheme that was found. */
export type CalibrationNote =
  /** The same in all samples: that it is signed as this fact, and not as a text that never changes, is a guess. */
  | { readonly kind: 'constant-fact'; readonly fact: Fact; readonly value: string }
  /** Not signed, and the same in all samples: taken as a text that never changes. */
  | { readonly kind: 'constant-field'; readonly field: string }
  /** Known of live NodeClaims only: leftovers stay unverified unless it was recorded. */
  | { readonly kind: 'perishable-fact'; readonly fact: Fact }
  /** Other words for what was signed in all samples, which differ on other instances. */
  | { readonly kind: 'alternative'; readonly scheme: SignatureScheme }
  /** No sampled signature tells base64 from base64url. */
  | { readonly kind: 'either-alphabet' }
  /** No field names the key. */
  | { readonly kind: 'no-key-id' }
  /** Nothing that is signed says which cluster made the instance: only what its keyring is bound to does. */
  | { readonly kind: 'cluster-not-signed' };
