import type { Payload, PayloadPart } from './scheme.ts';
import type { Hit } from './search.ts';
import { type Ingredient, STYLES, type Style } from './search-space.ts';

/** More parts than are searched for: once it is known what was signed, longer ways to say it cost nothing. */
const MOST_PARTS = 8;
const MOST_SPELLINGS = 256;

/**
 * Every payload of the space that says, in each verified sample, exactly what was signed. Any other scheme that verifies
 * them would have to find another text with the same signature, so these are all there are.
 */
export function spellingsOf({ ingredients, signed }: Hit): readonly Payload[] {
  const { core, descriptions, literals } = ingredients;
  const texts = signed.map((one) => one?.text);
  const all = [...descriptions, ...core, ...literals];
  return STYLES.flatMap((style) =>
    arrangementsSaying(texts, all, style).flatMap((arrangement) => payloadsOf(arrangement, style)),
  ).slice(0, MOST_SPELLINGS);
}

function arrangementsSaying(
  wanted: readonly (string | undefined)[],
  ingredients: readonly Ingredient[],
  style: Style,
): readonly (readonly Ingredient[])[] {
  const found: (readonly Ingredient[])[] = [];
  const go = (so: readonly Ingredient[], said: readonly number[]): void => {
    for (const ingredient of ingredients) {
      const saidWith = goOn(wanted, said, ingredient.texts);
      if (saidWith === undefined) continue;
      const arrangement = [...so, ingredient];
      const isSpoken = isSeparated(arrangement, style) && saysAll(wanted, saidWith, style);
      if (isSpoken) found.push(arrangement);
      const further = goOn(
        wanted,
        saidWith,
        wanted.map(() => style.separator),
      );
      if (further !== undefined && arrangement.length < MOST_PARTS) go(arrangement, further);
    }
  };
  go(
    [],
    wanted.map(() => 0),
  );
  return found;
}

/** A part alone is the same in all styles: it is said in the first, which has no separator. */
function isSeparated({ length }: readonly Ingredient[], { separator, terminated }: Style): boolean {
  return length > 1 || terminated || separator === '';
}

function saysAll(
  wanted: readonly (string | undefined)[],
  said: readonly number[],
  { separator, terminated }: Style,
): boolean {
  const end = terminated ? separator : '';
  return wanted.every((text, place) => text === undefined || text.slice(said[place]) === end);
}

/** How far each text is said once these are said too; `undefined`: one of them does not go on so. */
function goOn(
  wanted: readonly (string | undefined)[],
  said: readonly number[],
  texts: readonly string[],
): readonly number[] | undefined {
  const further: number[] = [];
  for (const [place, text] of wanted.entries()) {
    const at = said[place] ?? 0;
    const next = texts[place] ?? '';
    if (text !== undefined && !text.startsWith(next, at)) return undefined;
    further.push(at + next.length);
  }
  return further;
}

function payloadsOf(
  arrangement: readonly Ingredient[],
  { separator, terminated }: Style,
): readonly Payload[] {
  const sequences = arrangement.reduce<readonly (readonly PayloadPart[])[]>(
    (so, { parts }) => parts.flatMap((part) => so.map((sequence) => [...sequence, part])),
    [[]],
  );
  // An empty last part puts the separator behind the one before it.
  const end: readonly PayloadPart[] = terminated ? [{ kind: 'literal', text: '' }] : [];
  return sequences.map((parts) => ({ parts: [...parts, ...end], separator }));
}
