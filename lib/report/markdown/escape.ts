import { wellFormed } from '../formats-unicode.ts';
import { printable } from '../words/printable.ts';

/** Longer than any name that the cloud gives; one name must not take the room of a hundred findings. */
const LONGEST = 300;

/**
 * What ends a code span or a table's cell, and what Slack or GitHub may act on even within one: tags and `<!channel>`,
 * entities, mentions, and the start of an address.
 */
const ACTIVE = /[`|<>&@]|:(?=\/\/)|\\$/g;

/**
 * A text from outside as a code span: there no markup, mention, reference or address is one. What could end the span, or
 * what a less careful reader than GitHub could act on, is shown as {@link printable} shows a control: `\u{7c}`.
 */
export function code(text: string, longest = LONGEST): string {
  const shown = printable(text).replace(ACTIVE, escaped);
  const short = wellFormed(shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown);
  // A code span may not be empty, and one of blanks alone is none to everybody.
  return short.trim() === '' ? `\`"${short}"\`` : `\`${short}\``;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
