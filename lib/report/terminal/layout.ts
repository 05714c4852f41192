import stringWidth from 'string-width';
import { printable } from '../words/printable.ts';

/**
 * Lines of a terminal, measured in columns. Every text goes through {@link printable} here, at the one door to the
 * page; colour is put on last, so that it is never measured. What is drawn is ASCII: a terminal with a Korean font may
 * show box characters, arrows and the one-character ellipsis two columns wide.
 */
export type Style = 'plain' | 'strong' | 'faint' | 'alarm' | 'caution' | 'calm';

export interface StyledLine {
  readonly text: string;
  readonly style: Style;
}

export interface Column {
  readonly columns: number;
  readonly lines: readonly StyledLine[];
}

/** Narrower than this, lines are laid out as for this. */
export const MIN_COLUMNS = 20;

const GAP = '  ';
const ELLIPSIS = '...';
const SGR: Readonly<Record<Style, string>> = {
  plain: '',
  strong: '1',
  faint: '2',
  alarm: '1;31',
  caution: '33',
  calm: '32',
};

/**
 * How many columns a printable text takes. Summed over code points, not over what is drawn as one sign: a terminal
 * that does not join them shows just as many, one that does shows fewer.
 */
export function width(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let sum = 0;
  for (const character of text) sum += widthOf(character);
  return sum;
}

/** A page repeats a few hundred characters, and string-width takes some microseconds for each. */
const KNOWN_WIDTHS = new Map<string, number>();

function widthOf(character: string): number {
  const known = KNOWN_WIDTHS.get(character);
  if (known !== undefined) return known;
  const wide = stringWidth(character);
  KNOWN_WIDTHS.set(character, wide);
  return wide;
}

/** Breaks at blanks; a word that is longer than a line is cut. At least one line. */
export function wrap(text: string, columns: number): readonly string[] {
  return fill(printable(text).split(' '), columns);
}

/** A list with commas, broken between its items only, where they are short enough. */
export function wrapItems(items: readonly string[], columns: number): readonly string[] {
  return fill(
    items.map((item, at) => `${printable(item)}${at === items.length - 1 ? '' : ','}`),
    columns,
  );
}

function fill(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of words) {
    const wide = width(word);
    if (line !== '' && taken + 1 + wide <= columns) {
      line += ` ${word}`;
      taken += 1 + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= columns ? [word] : cut(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    taken = width(line);
  }
  return [...lines, line];
}

function cut(word: string, columns: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const character of word) {
    const wide = width(character);
    if (piece !== '' && taken + wide > columns) {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += character;
    taken += wide;
  }
  return [...pieces, piece];
}

/** Shortens in the middle, so that both ends of a name can be read. */
export function shortened(text: string, columns: number): string {
  const whole = printable(text);
  if (width(whole) <= columns) return whole;
  const room = Math.max(0, columns - ELLIPSIS.length);
  const characters = [...whole];
  const head = fitting(characters, Math.ceil(room / 2));
  const tail = fitting(characters.toReversed(), Math.floor(room / 2)).toReversed();
  return `${head.join('')}${ELLIPSIS.slice(0, columns)}${tail.join('')}`;
}

function fitting(characters: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let room = columns;
  for (const character of characters) {
    room -= width(character);
    if (room < 0) break;
    taken.push(character);
  }
  return taken;
}

/** A paragraph behind a lead (`- `, `-> `): later lines stand under the first one's text. */
export function paragraph(lead: string, text: string, columns: number): readonly string[] {
  const indent = ' '.repeat(width(lead));
  return wrap(text, columns - width(lead)).map((line, at) => `${at === 0 ? lead : indent}${line}`);
}

/** Two texts at the two ends of a line, or on two lines where they do not fit beside each other. */
export function bothEnds(left: string, right: string, columns: number): readonly string[] {
  const [start, end] = [printable(left), printable(right)];
  const room = columns - width(start) - width(end);
  if (room < GAP.length) return [...wrap(start, columns), ...wrap(end, columns)];
  return [`${start}${' '.repeat(room)}${end}`];
}

export function styled(style: Style, lines: readonly string[]): readonly StyledLine[] {
  return lines.map((text) => ({ text, style }));
}

export function paint(line: StyledLine, colour: boolean): string {
  const code = SGR[line.style];
  return colour && code !== '' && line.text !== '' ? `\u001b[${code}m${line.text}\u001b[0m` : line.text;
}

/** Lays columns beside each other, two blanks between them; no blank ends a line. */
export function sideBySide(columns: readonly Column[], colour: boolean): readonly string[] {
  const height = Math.max(...columns.map((column) => column.lines.length));
  return Array.from({ length: height }, (_, row) => {
    let text = '';
    let missing = 0;
    for (const { columns: wide, lines } of columns) {
      const line = lines[row] ?? { text: '', style: 'plain' };
      if (line.text !== '') {
        text += ' '.repeat(missing) + paint(line, colour);
        missing = 0;
      }
      missing += Math.max(0, wide - width(line.text)) + GAP.length;
    }
    return text;
  });
}
