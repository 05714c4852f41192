import { absurd } from '../terms/words.ts';
import type { Algorithm } from './algorithm.ts';
import type {
  CalibrationBudget,
  CalibrationEffort,
  CalibrationInput,
  CalibrationProgress,
} from './calibration.ts';
import type { Keyring, Signer } from './keyring.ts';
import type { Sample } from './samples.ts';
import { MARKER } from './scheme.ts';
import {
  type Ingredient,
  type Ingredients,
  ingredientsOf,
  type Style,
  type Tier,
  tiersOf,
} from './search-space.ts';
import { type SignatureField, signatureFields } from './signature-field.ts';

/** What was signed in two samples at least. */
export interface Hit {
  readonly field: SignatureField;
  readonly ingredients: Ingredients;
  readonly algorithm: Algorithm;
  /** For each of the field's samples: what was signed, and with which key; `undefined` where it does not fit. */
  readonly signed: readonly (Signed | undefined)[];
}

export interface Signed {
  readonly text: string;
  readonly keyId: string;
  /** The whole signature, one character a byte. */
  readonly signature: string;
}

export interface SearchResult {
  readonly end:
    | { readonly kind: 'hit'; readonly hit: Hit }
    | { readonly kind: 'space-exhausted' | 'budget-exhausted' | 'no-signature' };
  readonly effort: CalibrationEffort;
}

/** One tier, tried with one key against one sample's signature. */
interface Job {
  readonly field: SignatureField;
  readonly ingredients: Ingredients;
  readonly tier: Tier;
  readonly algorithm: Algorithm;
  readonly keyId: string;
  /** Which of the field's samples. */
  readonly place: number;
  readonly cost: number;
}

/** Samples that are tried before it is said that nothing fits: one of them may be one that a person changed. */
const MOST_REFERENCES = 3;

/**
 * Goes through the space, the cheapest and likeliest first, until something fits two samples or the budget is used up.
 * Yields a few times a second.
 */
export function* search(
  samples: readonly Sample[],
  input: CalibrationInput,
): Generator<CalibrationProgress, SearchResult> {
  const fields = signatureFields(samples);
  const jobs = fields.flatMap((field, rank) => jobsFor(field, rank, input)).sort((a, b) => a.cost - b.cost);
  const candidates = jobs.reduce((sum, { tier }) => sum + tier.size, 0);
  const meter = new Meter(input, candidates);
  const ended = (end: SearchResult['end']): SearchResult => ({ end, effort: meter.effort() });
  if (fields.length === 0) return ended({ kind: 'no-signature' });
  for (const job of jobs) {
    const hit = yield* tryJob(job, input.keyring, meter);
    if (hit !== undefined) return ended({ kind: 'hit', hit });
    if (meter.isUsedUp) return ended({ kind: 'budget-exhausted' });
  }
  return ended({ kind: 'space-exhausted' });
}

function jobsFor(
  field: SignatureField,
  rank: number,
  { keyring, literals }: CalibrationInput,
): readonly Job[] {
  const ingredients = ingredientsOf(field.samples, field.field, keyring.keyIds, literals);
  const tiers = tiersOf(ingredients).filter(({ size }) => size > 0);
  const algorithms = [...new Set(field.forms.map(({ algorithm }) => algorithm))];
  return referencePlaces(field).flatMap((place, turn) =>
    keysFor(field, place, keyring).flatMap(({ keyId, doubt }) =>
      algorithms.flatMap((algorithm) =>
        tiers.map((tier): Job => {
          const cost = tier.size * costOf(algorithm, field) * doubt * (1 + 10 * turn) * (1 + 4 * rank);
          return { field, ingredients, tier, algorithm, keyId, place, cost };
        }),
      ),
    ),
  );
}

/** The first sample, and others of other NodeClaims. */
function referencePlaces({ samples }: SignatureField): readonly number[] {
  const names = samples.map(({ instance }) => instance.name);
  return samples
    .map((_, place) => place)
    .filter((place) => names.indexOf(names[place] ?? '') === place)
    .slice(0, MOST_REFERENCES);
}

/** Which keys may have made a sample's signature, and how far back in the queue each one belongs. */
function keysFor(
  { field, samples }: SignatureField,
  place: number,
  { keyIds, activeKeyId }: Keyring,
): readonly { readonly keyId: string; readonly doubt: number }[] {
  const named = new Set(
    samples[place]?.description.fields
      .filter(({ key }) => key !== field && !MARKER.some((mark) => mark.field === key))
      .map(({ value }) => value),
  );
  const isNamed = (keyId: string) => named.has(keyId);
  const doubtOf = (keyId: string) => {
    if (keyIds.some(isNamed)) return isNamed(keyId) ? 1 : 30;
    return keyId === activeKeyId ? 1 : 1.5;
  };
  return keyIds.map((keyId) => ({ keyId, doubt: doubtOf(keyId) }));
}

/** Beside what one signature takes: a whole signature says its algorithm, a cut one is likeliest SHA-256. */
function costOf(algorithm: Algorithm, { forms }: SignatureField): number {
  const isCut = forms.every((form) => form.algorithm !== algorithm || form.text.cut !== undefined);
  switch (algorithm) {
    case 'hmac-sha256':
      return 1;
    case 'hmac-sha512':
      return isCut ? 2 : 1;
    case 'hmac-sha384':
      return isCut ? 3 : 1;
    case 'ed25519':
      return 15;
    default:
      return absurd(algorithm);
  }
}

/** Between two looks at the clock. */
const TRIES_A_LOOK = 1024;
const PROGRESS_EVERY_MS = 250;

class Meter {
  tried = 0;
  isUsedUp = false;
  readonly #budget: CalibrationBudget;
  readonly #clock: () => number;
  readonly #startedMs: number;
  readonly #candidates: number;
  #lastProgressMs: number;
  readonly #spaces = new Set<string>();

  constructor({ budget, clock }: CalibrationInput, candidates: number) {
    this.#budget = budget;
    this.#clock = clock;
    this.#candidates = candidates;
    this.#startedMs = clock();
    this.#lastProgressMs = this.#startedMs;
  }

  begin(space: string): void {
    this.#spaces.add(space);
  }

  effort(): CalibrationEffort {
    const elapsedMs = this.#clock() - this.#startedMs;
    const perSecond = Math.round((1000 * this.tried) / Math.max(1, elapsedMs));
    return {
      spaces: [...this.#spaces],
      tried: this.tried,
      candidates: this.#candidates,
      elapsedMs,
      perSecond,
    };
  }

  /** Counts one try. Now and then it is time to tell how far the search has come. */
  count(trying: string): CalibrationProgress | undefined {
    this.tried++;
    if (this.tried >= this.#budget.candidates) this.isUsedUp = true;
    return this.tried % TRIES_A_LOOK === 0 ? this.#look(trying) : undefined;
  }

  #look(trying: string): CalibrationProgress | undefined {
    const now = this.#clock();
    const elapsedMs = now - this.#startedMs;
    if (elapsedMs >= this.#budget.ms) this.isUsedUp = true;
    if (now - this.#lastProgressMs < PROGRESS_EVERY_MS) return undefined;
    this.#lastProgressMs = now;
    return { trying, tried: this.tried, candidates: this.#candidates, elapsedMs };
  }
}

function* tryJob(job: Job, keyring: Keyring, meter: Meter): Generator<CalibrationProgress, Hit | undefined> {
  const { field, tier, algorithm, keyId, place } = job;
  const sign = keyring.signer(keyId, algorithm);
  const wanted = field.bytes[place];
  if (sign === undefined || wanted === undefined) return undefined;
  meter.begin(tier.what);
  for (const arrangement of tier.arrangements()) {
    const texts = arrangement.map((ingredient) => ingredient.texts[place] ?? '');
    for (const style of tier.styles) {
      if (sign(joined(texts, style)).startsWith(wanted)) {
        const hit = confirmed(job, arrangement, style, keyring);
        if (hit !== undefined) return hit;
      }
      const progress = meter.count(tier.what);
      if (meter.isUsedUp) return undefined;
      if (progress !== undefined) yield progress;
    }
  }
  return undefined;
}

function joined(texts: readonly string[], { separator, terminated }: Style): string {
  const text = texts.join(separator);
  return terminated ? text + separator : text;
}

/** What fits one sample only says nothing of the scheme. */
function confirmed(
  job: Job,
  arrangement: readonly Ingredient[],
  style: Style,
  keyring: Keyring,
): Hit | undefined {
  const { field, ingredients, algorithm } = job;
  const signers = keyring.keyIds.flatMap((keyId) => {
    const sign = keyring.signer(keyId, algorithm);
    return sign === undefined ? [] : [{ keyId, sign }];
  });
  const signed = field.samples.map((_, place) =>
    signedBy(
      joined(
        arrangement.map(({ texts }) => texts[place] ?? ''),
        style,
      ),
      field.bytes[place] ?? '',
      signers,
    ),
  );
  if (signed.filter((one) => one !== undefined).length < 2) return undefined;
  return { field, ingredients, algorithm, signed };
}

function signedBy(
  text: string,
  bytes: string,
  signers: readonly { readonly keyId: string; readonly sign: Signer }[],
): Signed | undefined {
  for (const { keyId, sign } of signers) {
    const signature = sign(text);
    if (signature.startsWith(bytes)) return { text, keyId, signature };
  }
  return undefined;
}
