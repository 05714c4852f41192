import { fieldOf, type WrittenDescription, type WrittenField } from './description.ts';
import { type SignatureScheme, signsBeginning } from './scheme.ts';

/** A description against a scheme's layout. */
export type Fit =
  /** It bears no signature. */
  | { readonly kind: 'absent' }
  /** Something stands before, between or behind what the scheme knows, or stands twice, or is missing. */
  | { readonly kind: 'uncovered' }
  | { readonly kind: 'fits'; readonly signature: WrittenField; readonly keyId: string | undefined };

export function fitLayout(description: WrittenDescription, scheme: SignatureScheme): Fit {
  const signature = fieldOf(description, scheme.signature.field);
  if (signature?.value === undefined || signature.value === '') return { kind: 'absent' };
  if (!isLaidOut(description, signature, scheme)) return { kind: 'uncovered' };
  const { keyIdField } = scheme;
  return {
    kind: 'fits',
    signature,
    keyId: keyIdField === undefined ? undefined : fieldOf(description, keyIdField)?.value,
  };
}

function isLaidOut(
  description: WrittenDescription,
  signature: WrittenField,
  scheme: SignatureScheme,
): boolean {
  const written = description.fields.map((field) => field.key);
  if (new Set(written).size < written.length) return false;
  const laidOut = scheme.layout.map(({ field }) => field);
  const isSound = scheme.layout.every(({ field, check }) => {
    const value = fieldOf(description, field)?.value;
    return value !== undefined && (check.kind !== 'text' || value === check.text);
  });
  return (
    isSound && isSameList(mustBeExact(written, signature, scheme), mustBeExact(laidOut, signature, scheme))
  );
}

/**
 * The fields that must be those of the layout, in its order; the others are signed as they stand. Around its signature
 * a description is signed whole, but not where in it the signature stands.
 */
function mustBeExact(
  keys: readonly string[],
  signature: WrittenField,
  { payload }: SignatureScheme,
): readonly string[] {
  return signsBeginning(payload) ? keys.slice(keys.indexOf(signature.key)) : keys;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
