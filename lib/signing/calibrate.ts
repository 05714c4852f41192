import type { ResourceId } from '../terms/ids.ts';
import { absurd } from '../terms/words.ts';
import {
  type Calibration,
  type CalibrationEffort,
  type CalibrationInput,
  type CalibrationNote,
  type CalibrationProgress,
  type CalibrationResult,
  LEAST_NODE_CLAIMS,
  LEAST_ODDS_BITS,
  LEAST_SAMPLES,
} from './calibration.ts';
import { areEquivalent } from './equivalence.ts';
import {
  compareSchemes,
  type Meanings,
  meaningsOf,
  PERISHABLE_FACTS,
  schemeOf,
  type Verified,
} from './explain.ts';
import { nodeClaimsAmong, type Sample, sampleFact, sampleOf, sortSamples } from './samples.ts';
import { coverageOf, FACTS, type Fact, MARKER, type SignatureScheme } from './scheme.ts';
import { search } from './search.ts';
import { signatureBits } from './signature-text.ts';
import { verifySignature } from './verify.ts';

/**
 * Finds the scheme that the provider signs with, from instances that it is known to own (search-space.ts says among
 * which). A scheme is given only when it verifies every sample, when chance cannot have done it, and when no other of
 * the space that would judge other instances differently does as well.
 *
 * Takes as long as its budget allows, and yields how far it has come a few times a second, so that others can have
 * their turn.
 */
export function* calibrating(input: CalibrationInput): Generator<CalibrationProgress, Calibration> {
  const samples = input.samples.map(sampleOf);
  const { alike, unlike, cutOff } = sortSamples(samples, input.keyring.keyIds, input.descriptionLimit);
  const ended = (result: CalibrationResult, effort = NO_EFFORT): Calibration => ({
    ...result,
    effort,
    cutOff: idsOf(cutOff),
  });
  if (samples.length > 0 && cutOff.length === samples.length) return ended({ kind: 'all-cut-off' });
  const nodeClaims = nodeClaimsAmong(alike);
  if (alike.length < LEAST_SAMPLES || nodeClaims < LEAST_NODE_CLAIMS) {
    return ended({ kind: 'too-few-samples', instances: alike.length, nodeClaims, unlike: idsOf(unlike) });
  }
  const { end, effort } = yield* search(alike, input);
  switch (end.kind) {
    case 'hit':
      return ended(conclude(meaningsOf(end.hit), [...alike, ...unlike], effort.tried, input), effort);
    case 'no-signature':
      return ended({ kind: 'no-signature' }, effort);
    case 'space-exhausted':
    case 'budget-exhausted':
      return ended({ kind: 'not-found', why: end.kind, unlike: idsOf(unlike) }, effort);
    default:
      return absurd(end);
  }
}

/** The same without giving way. */
export function calibrate(input: CalibrationInput): Calibration {
  const steps = calibrating(input);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const NO_EFFORT: CalibrationEffort = { spaces: [], tried: 0, candidates: 0, elapsedMs: 0, perSecond: 0 };

/** What a hit proves, if anything. */
function conclude(
  meanings: Meanings,
  samples: readonly Sample[],
  tried: number,
  input: CalibrationInput,
): CalibrationResult {
  const { verified, forms, keyIdFields, payloads } = meanings;
  const [form] = forms;
  if (form === undefined) throw new TypeError('a hit was written in no form');
  const [best, ...others] = payloads
    .map((payload) => schemeOf(payload, form, keyIdFields[0], verified))
    .sort(compareSchemes);
  if (best === undefined) throw new TypeError('a hit was made of no payload');
  const doubt =
    unfit(best) ??
    disagreement(best, samples, input) ??
    tooFewKeys(verified, input) ??
    tooLikely(best, verified, tried) ??
    severalForms(best, meanings);
  if (doubt !== undefined) return doubt;
  const rivals = rivalsOf(best, others, verified);
  const loose = rivals.filter((rival) => !coverageOf(rival).bindsInstance);
  if (loose.length > 0) return { kind: 'undecided', between: 'bindings', schemes: [best, ...loose] };
  return {
    kind: 'found',
    scheme: best,
    verified: idsOf(samples),
    keyIds: keyIdsOf(verified),
    oddsBits: oddsBitsOf(best, verified, tried),
    notes: notesOn(best, rivals, verified),
  };
}

type Doubt = CalibrationResult | undefined;

function unfit(scheme: SignatureScheme): Doubt {
  const { unsignedFields, bindsInstance } = coverageOf(scheme);
  if (unsignedFields.length > 0) return { kind: 'leaves-unsigned', scheme, fields: unsignedFields };
  return bindsInstance ? undefined : { kind: 'not-bound', scheme };
}

function disagreement(
  scheme: SignatureScheme,
  samples: readonly Sample[],
  { keyring }: CalibrationInput,
): Doubt {
  const outcomes = samples.map(({ instanceId, instance }) => ({
    instanceId,
    outcome: verifySignature(instance, [{ keyring, clusters: 'all' }], scheme).kind,
  }));
  const disagreeing = outcomes.filter(({ outcome }) => outcome !== 'valid');
  if (disagreeing.length === 0) return undefined;
  const verified = idsOf(outcomes.filter(({ outcome }) => outcome === 'valid'));
  return { kind: 'disagreement', scheme, verified, disagreeing };
}

function tooFewKeys(verified: readonly Verified[], { keyring, acceptOneKey }: CalibrationInput): Doubt {
  const [keyId, ...more] = keyIdsOf(verified);
  if (acceptOneKey || keyId === undefined || more.length > 0 || keyring.keyIds.length === 1) return undefined;
  return { kind: 'one-key-only', keyId, others: keyring.keyIds.filter((id) => id !== keyId) };
}

function tooLikely(scheme: SignatureScheme, verified: readonly Verified[], tried: number): Doubt {
  const oddsBits = oddsBitsOf(scheme, verified, tried);
  return oddsBits < LEAST_ODDS_BITS ? { kind: 'odds-too-small', oddsBits } : undefined;
}

/** Every bit that was verified halves the odds of chance, and every candidate that was tried adds to them. */
function oddsBitsOf(
  { algorithm, signature }: SignatureScheme,
  verified: readonly Verified[],
  tried: number,
): number {
  const signatures = new Set(verified.map(({ written }) => written)).size;
  return Math.floor(signatures * signatureBits(algorithm, signature) - Math.log2(Math.max(1, tried)));
}

function severalForms(best: SignatureScheme, { forms, keyIdFields, verified }: Meanings): Doubt {
  if (forms.length > 1) {
    const schemes = forms.map(({ text }) => ({ ...best, signature: text }));
    return { kind: 'undecided', between: 'cuts', schemes };
  }
  const [form] = forms;
  if (form === undefined || keyIdFields.length < 2) return undefined;
  const schemes = keyIdFields.map((field) => schemeOf(best.payload, form, field, verified));
  return { kind: 'undecided', between: 'key-id-fields', schemes };
}

/** Those that verify the samples too, and that would judge some other instance differently. */
function rivalsOf(
  best: SignatureScheme,
  others: readonly SignatureScheme[],
  verified: readonly Verified[],
): readonly SignatureScheme[] {
  const fields = verified[0]?.sample.description.fields.map(({ key }) => key) ?? [];
  return others
    .filter((other) => coverageOf(other).unsignedFields.length === 0)
    .filter((other) => !areEquivalent(best, other, fields));
}

/** More than these tell a person no more. */
const MOST_ALTERNATIVES = 3;

function notesOn(
  best: SignatureScheme,
  rivals: readonly SignatureScheme[],
  verified: readonly Verified[],
): readonly CalibrationNote[] {
  const { signature, keyIdField, payload, layout } = best;
  const isMarker = (name: string) => MARKER.some(({ field }) => field === name);
  const facts = FACTS.filter((fact) =>
    payload.parts.some((part) => part.kind === 'fact' && part.fact === fact),
  );
  return [
    ...(signature.encoding === 'base64-or-base64url' ? [{ kind: 'either-alphabet' } as const] : []),
    ...(keyIdField === undefined ? [{ kind: 'no-key-id' } as const] : []),
    ...(coverageOf(best).bindsCluster ? [] : [{ kind: 'cluster-not-signed' } as const]),
    ...facts.flatMap((fact) => constantFact(fact, verified)),
    ...layout.flatMap(({ field, check }) =>
      check.kind === 'text' && !isMarker(field) ? [{ kind: 'constant-field', field } as const] : [],
    ),
    ...facts.flatMap((fact) =>
      PERISHABLE_FACTS.has(fact) ? [{ kind: 'perishable-fact', fact } as const] : [],
    ),
    ...rivals.slice(0, MOST_ALTERNATIVES).map((scheme) => ({ kind: 'alternative', scheme }) as const),
  ];
}

function constantFact(fact: Fact, verified: readonly Verified[]): readonly CalibrationNote[] {
  const [value, ...others] = new Set(verified.map(({ sample }) => sampleFact(sample, fact)));
  return value === undefined || others.length > 0 ? [] : [{ kind: 'constant-fact', fact, value }];
}

function keyIdsOf(verified: readonly Verified[]): readonly string[] {
  return [...new Set(verified.map(({ keyId }) => keyId))].sort();
}

function idsOf(samples: readonly { readonly instanceId: ResourceId }[]): readonly ResourceId[] {
  return samples.map(({ instanceId }) => instanceId);
}
