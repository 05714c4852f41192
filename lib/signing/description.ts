import { absurd } from '../terms/words.ts';
import { type DescriptionEnd, type DescriptionStart, MARKER } from './scheme.ts';

/** A piece of a description, between two `;`. */
export interface WrittenField {
  readonly key: string;
  /** `undefined`: the piece has no `=`, and so is no field. */
  readonly value: string | undefined;
  /** Where the piece begins. */
  readonly start: number;
}

export interface WrittenDescription {
  readonly text: string;
  readonly fields: readonly WrittenField[];
}

/** Every character of the description is in one of the pieces, or is the `;` between two of them. */
export function readDescription(text: string): WrittenDescription {
  let start = 0;
  const fields = text.split(';').map((piece): WrittenField => {
    const equals = piece.indexOf('=');
    const field =
      equals === -1
        ? { key: piece, value: undefined, start }
        : { key: piece.slice(0, equals), value: piece.slice(equals + 1), start };
    start += piece.length + 1;
    return field;
  });
  return { text, fields };
}

export function fieldOf(description: WrittenDescription, key: string): WrittenField | undefined {
  return description.fields.find((field) => field.key === key);
}

const MARKER_TEXT = MARKER.map(({ field, text }) => `${field}=${text};`).join('');

/** `undefined`: the description has no such extent, because its marker is not where it belongs. */
export function extentOf(
  { text, fields }: WrittenDescription,
  signature: WrittenField,
  from: DescriptionStart,
  to: DescriptionEnd,
): string | undefined {
  const begin = from === 'start' ? 0 : MARKER_TEXT.length;
  if (begin > 0 && (!text.startsWith(MARKER_TEXT) || signature.start < begin)) return undefined;
  const before = text.slice(begin, Math.max(begin, signature.start - 1));
  switch (to) {
    case 'before-signature':
      return before;
    case 'before-signature-with-separator':
      return text.slice(begin, signature.start);
    case 'through-signature-key':
      return text.slice(begin, signature.start + signature.key.length + 1);
    case 'around-signature': {
      const next = fields[fields.indexOf(signature) + 1];
      const behind = next === undefined ? undefined : text.slice(next.start);
      return [before, behind].filter((part) => part !== undefined && part !== '').join(';');
    }
    default:
      return absurd(to);
  }
}
