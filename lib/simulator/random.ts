/**
 * Reproducible chance: the same seed gives the same numbers, ever and on every machine. A seed is a path of words
 * (`7/shop/general-7k2lq`), so that a new resource in a scenario does not change the others.
 */
export interface Chance {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  hex(digits: number): string;
  uuid(): string;
}

/** A bijection of the 32-bit numbers that leaves no pattern (the finalizer "lowbias32" of C. Wellons' hash prospector). */
export function scatter(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A table, because worlds of a million rows write four million numbers. */
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex4(value: number): string {
  return `${PAIRS[(value >>> 8) & 0xff]}${PAIRS[value & 0xff]}`;
}

function hex8(value: number): string {
  return `${hex4(value >>> 16)}${hex4(value)}`;
}

/** A UUID of version 4 from four 32-bit numbers, the last of which it keeps whole. */
export function uuidFrom(a: number, b: number, c: number, d: number): string {
  const version = (b & 0x0fff) | 0x4000;
  const variant = ((c >>> 16) & 0x3fff) | 0x8000;
  return `${hex8(a)}-${hex4(b >>> 16)}-${hex4(version)}-${hex4(variant)}-${hex4(c)}${hex8(d)}`;
}

export function seedNumber(seed: string): number {
  let state = 0x9e3779b9;
  for (const char of seed) state = scatter(state ^ (char.codePointAt(0) ?? 0)) + 0x6d2b79f5;
  return state >>> 0;
}

export function chance(seed: string): Chance {
  let state = seedNumber(seed);
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return scatter(state);
  };
  return {
    below: (bound) => next() % bound,
    pick: (choices) => choices[next() % choices.length] ?? choices[0],
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += hex8(next());
      return text.slice(0, digits);
    },
    uuid: () => uuidFrom(next(), next(), next(), next()),
  };
}
