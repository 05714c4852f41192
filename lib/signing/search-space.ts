import { fieldOf } from './description.ts';
import { partText } from './payload.ts';
import { type Sample, sampleFact } from './samples.ts';
import {
  DESCRIPTION_ENDS,
  DESCRIPTION_STARTS,
  FACTS,
  type Fact,
  LASTING_FACTS,
  MARKER,
  type PayloadPart,
} from './scheme.ts';

// THE SPACE. What a provider may sign, as far as calibration looks for it:
//
//  - the description up to the signature field, in one of eight extents, alone or with up to three more parts in any
//    order;
//  - up to six parts in any order, without the description;
//  - in both, a part is a fact of the instance (its name, its NodeClaim's name or UID, its cluster's UID in one of three
//    forms, project, NodePool, instance type, zone) or the value of a description field that says none of these;
//  - small payloads may begin or end with one of the texts in LITERALS;
//  - between the parts, or behind each, one of the separators of STYLES.
//
// With a description of three fields (cluster, NodeClaim, key ID) these are 1,918,133 payloads; each is tried with every
// algorithm that the signature's length allows, and with every key that may be meant.
// Payloads that bind nothing (v=1, m=karpenter), a part twice, and two forms of one cluster UID are left out.

/** Texts that a signer may put in front of what it signs, or behind it, to keep its signatures apart from others. */
export const LITERALS: readonly string[] = ['karpenter', 'v1', '1', 'v=1', 'kakaocloud'];

export interface Style {
  readonly separator: string;
  /** The separator stands behind the last part too. */
  readonly terminated: boolean;
}

const between = (separator: string): Style => ({ separator, terminated: false });
const behind = (separator: string): Style => ({ separator, terminated: true });

const USUAL_STYLES: readonly Style[] = ['', ';', ':', '|', ',', '/', '\n', '.'].map(between);

export const STYLES: readonly Style[] = [
  ...USUAL_STYLES,
  ...['-', '_', ' ', '&', '#', '\0', '::', '||'].map(between),
  ...['\n', ';', '\0'].map(behind),
];

/** What a payload may be made of. */
export interface Ingredient {
  /** All that says the same in every sample, the one to be preferred first. */
  readonly parts: readonly [PayloadPart, ...PayloadPart[]];
  /** Its text in each sample. */
  readonly texts: readonly string[];
}

export interface Ingredients {
  readonly core: readonly Ingredient[];
  /** Places in `core` of which one payload has at most one. */
  readonly exclusive: ReadonlySet<number>;
  /** Places in `core` that a payload without the description must have: nothing else vouches for them. */
  readonly needed: readonly number[];
  /** The same for a payload with the description in front of the signature. */
  readonly neededBehind: readonly number[];
  readonly descriptions: readonly Ingredient[];
  readonly literals: readonly Ingredient[];
}

const CLUSTER_FORMS: ReadonlySet<Fact> = new Set(['cluster-uid', 'cluster-uid-plain', 'cluster-uid8']);

/**
 * What a person sees at the instance comes before fields that repeat it, and what may get lost comes last.
 *
 * @param samples those in which the signature field is as long as in most */
export function ingredientsOf(
  samples: readonly Sample[],
  signatureField: string,
  keyIds: readonly string[],
  literals: readonly string[],
): Ingredients {
  const fields = (samples[0]?.description.fields ?? [])
    .map(({ key }) => key)
    .filter((key) => key !== signatureField && !MARKER.some(({ field }) => field === key));
  const factPart = (fact: Fact): PayloadPart => ({ kind: 'fact', fact });
  const core = merged(
    [
      ...LASTING_FACTS.map(factPart),
      ...fields.map((field): PayloadPart => ({ kind: 'field', field })),
      ...FACTS.filter((fact) => !LASTING_FACTS.includes(fact)).map(factPart),
    ],
    samples,
    signatureField,
  );
  const descriptions = DESCRIPTION_STARTS.flatMap((from) =>
    DESCRIPTION_ENDS.map((to): PayloadPart => ({ kind: 'description', from, to })),
  );
  const places = core.map((_, place) => place);
  const needed = places.filter((place) => vouchesAlone(core[place], keyIds));
  return {
    core,
    exclusive: new Set(places.filter((place) => core[place]?.parts.some(isClusterForm))),
    needed,
    neededBehind: needed.filter((place) =>
      core[place]?.parts.some((part) => isBehind(part, samples[0], signatureField)),
    ),
    descriptions: merged(descriptions, samples, signatureField),
    literals: [...new Set([...LITERALS, ...literals])].map((text) => ({
      parts: [{ kind: 'literal', text }],
      texts: samples.map(() => text),
    })),
  };
}

function merged(
  parts: readonly PayloadPart[],
  samples: readonly Sample[],
  signatureField: string,
): readonly Ingredient[] {
  const byTexts = new Map<string, Ingredient>();
  for (const part of parts) {
    const texts = samples.flatMap((sample) => textIn(part, sample, signatureField) ?? []);
    if (texts.length < samples.length || texts.includes('')) continue;
    const key = JSON.stringify(texts);
    const same = byTexts.get(key);
    byTexts.set(key, { parts: same === undefined ? [part] : [...same.parts, part], texts });
  }
  return [...byTexts.values()];
}

function textIn(part: PayloadPart, sample: Sample, signatureField: string): string | undefined {
  const signature = fieldOf(sample.description, signatureField);
  return signature && partText(part, sample.description, signature, (fact) => sampleFact(sample, fact));
}

/** A field that varies, says nothing of its instance and names no key. */
function vouchesAlone(ingredient: Ingredient | undefined, keyIds: readonly string[]): boolean {
  if (ingredient === undefined || ingredient.parts.some(({ kind }) => kind === 'fact')) return false;
  return new Set(ingredient.texts).size > 1 && !ingredient.texts.every((text) => keyIds.includes(text));
}

function isClusterForm(part: PayloadPart): boolean {
  return part.kind === 'fact' && CLUSTER_FORMS.has(part.fact);
}

function isBehind(part: PayloadPart, sample: Sample | undefined, signatureField: string): boolean {
  const keys = sample?.description.fields.map(({ key }) => key) ?? [];
  return part.kind === 'field' && keys.indexOf(part.field) > keys.indexOf(signatureField);
}

/** A part of the space that is tried in one go. */
export interface Tier {
  readonly what: string;
  readonly styles: readonly Style[];
  readonly size: number;
  readonly arrangements: () => Iterable<readonly Ingredient[]>;
}

/** The whole space, cut into pieces. */
export function tiersOf(ingredients: Ingredients): readonly Tier[] {
  const all = { ingredients, styles: STYLES };
  const usual = { ingredients, styles: USUAL_STYLES };
  return [
    ...[0, 1, 2].map((more) => describedTier(more, all)),
    ...[1, 2, 3, 4].map((count) => listedTier(count, all)),
    ...[0, 1].map((more) => withEnds(describedTier(more, all), ingredients.literals)),
    ...[1, 2, 3].map((count) => withEnds(listedTier(count, all), ingredients.literals)),
    describedTier(3, usual),
    listedTier(5, usual),
    listedTier(6, usual),
  ];
}

interface TierOptions {
  readonly ingredients: Ingredients;
  readonly styles: readonly Style[];
}

function describedTier(more: number, { ingredients, styles }: TierOptions): Tier {
  const { descriptions, neededBehind } = ingredients;
  const sets = countOf(selections(ingredients, more, neededBehind)) * descriptions.length;
  return {
    what: more === 0 ? 'the description' : `the description and ${more} more`,
    styles,
    size: sets * factorial(more + 1) * styles.length,
    *arrangements() {
      for (const selected of selections(ingredients, more, neededBehind)) {
        for (const description of descriptions) yield* orders([description, ...selected]);
      }
    },
  };
}

/** Small payloads are tried even where they leave a field unsigned, so that this can be said. */
const LARGEST_WITHOUT_NEED = 3;

function listedTier(count: number, { ingredients, styles }: TierOptions): Tier {
  const needed = count <= LARGEST_WITHOUT_NEED ? [] : ingredients.needed;
  return {
    what: count === 1 ? 'one part' : `${count} parts`,
    styles,
    size: countOf(selections(ingredients, count, needed)) * factorial(count) * styles.length,
    *arrangements() {
      for (const selected of selections(ingredients, count, needed)) yield* orders(selected);
    },
  };
}

/** The same with one more ingredient, in front or behind. */
function withEnds({ what, styles, size, arrangements }: Tier, ends: readonly Ingredient[]): Tier {
  return {
    what: `${what} and a fixed text`,
    styles,
    size: size * 2 * ends.length,
    *arrangements() {
      for (const arrangement of arrangements()) {
        for (const end of ends) {
          yield [end, ...arrangement];
          yield [...arrangement, end];
        }
      }
    },
  };
}

function countOf(sets: Iterable<unknown>): number {
  let count = 0;
  for (const _ of sets) count++;
  return count;
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/** Every set of `count` ingredients, in the order of preference. */
function* selections(
  { core, exclusive }: Ingredients,
  count: number,
  needed: readonly number[],
): Iterable<readonly Ingredient[]> {
  const chosen: number[] = [];
  function* choose(from: number): Iterable<readonly Ingredient[]> {
    if (chosen.length === count) {
      if (needed.every((place) => chosen.includes(place))) {
        yield chosen.flatMap((place) => core[place] ?? []);
      }
      return;
    }
    for (let place = from; place < core.length; place++) {
      if (exclusive.has(place) && chosen.some((other) => exclusive.has(other))) continue;
      chosen.push(place);
      yield* choose(place + 1);
      chosen.pop();
    }
  }
  yield* choose(0);
}

function* orders(items: readonly Ingredient[]): Iterable<readonly Ingredient[]> {
  if (items.length <= 1) {
    yield items;
    return;
  }
  for (const [index, first] of items.entries()) {
    for (const rest of orders(items.toSpliced(index, 1))) yield [first, ...rest];
  }
}
