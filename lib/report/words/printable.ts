/**
 * What a terminal would act on, hide, stack, reorder, or show wider than it counts: controls, line breaks, odd blanks,
 * invisible and unassigned characters, combining marks, scripts that run from right to left (even without a bidi mark
 * they reorder their neighbours), and the conjoining jamo that normalisation could not compose.
 */
const HARMFUL =
  /(?! )[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u{2800}\u{590}-\u{8FF}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFC}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}\u{1100}-\u{11FF}\u{A960}-\u{A97F}\u{D7B0}-\u{D7FF}]/gu;

/** A second blank would look like the gap between two columns. */
const BLANKS = /(?<= ) /g;

const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$/u;

/**
 * A text from outside, made harmless for one line of a terminal: what {@link HARMFUL} names is shown as `\u{1b}`, the
 * rest stays as it is. Doing it twice changes nothing more.
 */
export function printable(text: string): string {
  return text.normalize('NFC').replace(HARMFUL, escaped).replace(BLANKS, escaped);
}

/**
 * A name from outside, made {@link printable}: as it is where it is one plain word, else in quotes, so that it can
 * neither go on as our sentence nor begin a line as a heading of ours.
 */
export function named(text: string): string {
  const shown = printable(text);
  return PLAIN.test(shown) ? shown : `"${shown.replaceAll('"', '\\"')}"`;
}

/** A count with its digits in groups of three, as both languages write them: `12,345`. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
