import { wellFormed } from '../formats-unicode.ts';

/**
 * Stands before a text that a spreadsheet would take for something else. It is one of the text's own characters to
 * every program, so both see the same cell; whoever needs the text drops one leading apostrophe (docs/formats.md).
 */
const GUARD = "'";

/** What begins a formula, and what is drawn like it: full-width and small forms, superscripts, every dash and minus. */
const FORMULA_START = /^[=+\-@\u{2010}-\u{2015}\u{2212}]/u;

/** Blanks, controls and invisible characters that a spreadsheet may skip before it looks for a formula. */
const SKIPPED = /^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u{2800}]+/u;

/** What a careless reader may act on when a cell begins with it. */
const ACTS_AT_START = /^[\t\r\n\0]/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const DIGIT = /\p{N}/u;
const WORDS = /\p{L}+/gu;

/** The words that numbers, dates, times and amounts are written with, in English and in Korean. */
const WORDS_OF_VALUES = new Set(
  [
    'e d x o b p a t z s h m am pm',
    'jan feb mar apr may jun jul aug sep sept oct nov dec',
    'january february march april june july august september october november december',
    'mon tue tues wed thu thur thurs fri sat sun',
    'monday tuesday wednesday thursday friday saturday sunday',
    'st nd rd th of gmt utc kst krw usd eur jpy cny won',
    '년 월 일 시 분 초 오전 오후 원 만 억 요일',
    '월요일 화요일 수요일 목요일 금요일 토요일 일요일',
  ].flatMap((line) => line.split(' ')),
);

const LOGICAL = /^(true|false|yes|no|참|거짓|예|아니요|n\/a|#.*|inf|infinity|nan|null)$/;

/** A text from outside as a cell that every spreadsheet takes for text, and that no careless one runs. */
export function textCell(text: string): string {
  const whole = wellFormed(text);
  return isAtRisk(whole) ? GUARD + whole : whole;
}

/** An ID: a UUID as it is, for no spreadsheet sees a number or date in one; anything else always behind the guard. */
export function idCell(id: string): string {
  const whole = wellFormed(id);
  return UUID.test(whole) ? whole : GUARD + whole;
}

function isAtRisk(text: string): boolean {
  if (text.startsWith(GUARD) || ACTS_AT_START.test(text)) return true;
  const seen = text.normalize('NFKC').replace(SKIPPED, '').toLowerCase();
  return FORMULA_START.test(seen) || LOGICAL.test(seen.trim()) || isLikeAValue(seen);
}

/** Holds for more than a spreadsheet takes: whatever has a digit, and no word that such values are not written with. */
function isLikeAValue(seen: string): boolean {
  if (!DIGIT.test(seen) || UUID.test(seen)) return false;
  return (seen.match(WORDS) ?? []).every((word) => WORDS_OF_VALUES.has(word));
}
