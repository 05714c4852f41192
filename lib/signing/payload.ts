import { absurd } from '../terms/words.ts';
import { extentOf, fieldOf, type WrittenDescription, type WrittenField } from './description.ts';
import type { Fact, Payload, PayloadPart } from './scheme.ts';

export type PayloadText =
  | { readonly kind: 'text'; readonly text: string }
  /** Facts that are not known of this instance. */
  | { readonly kind: 'missing'; readonly facts: readonly Fact[] }
  /** The description lacks what is signed. */
  | { readonly kind: 'not-there' };

/** What was signed, if the scheme is right about this instance. */
export function payloadText(
  payload: Payload,
  description: WrittenDescription,
  signature: WrittenField,
  fact: (fact: Fact) => string | undefined,
): PayloadText {
  const texts: string[] = [];
  const missing: Fact[] = [];
  for (const part of payload.parts) {
    const text = partText(part, description, signature, fact);
    if (text !== undefined) texts.push(text);
    else if (part.kind === 'fact') missing.push(part.fact);
    else return { kind: 'not-there' };
  }
  if (missing.length > 0) return { kind: 'missing', facts: missing };
  return { kind: 'text', text: texts.join(payload.separator) };
}

export function partText(
  part: PayloadPart,
  description: WrittenDescription,
  signature: WrittenField,
  fact: (fact: Fact) => string | undefined,
): string | undefined {
  switch (part.kind) {
    case 'fact':
      return fact(part.fact);
    case 'field':
      return fieldOf(description, part.field)?.value;
    case 'literal':
      return part.text;
    case 'description':
      return extentOf(description, signature, part.from, part.to);
    default:
      return absurd(part);
  }
}
