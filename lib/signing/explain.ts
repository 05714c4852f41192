import { fieldOf } from './description.ts';
import { type Sample, sampleFact } from './samples.ts';
import {
  coverageOf,
  FACTS,
  type Fact,
  type FieldCheck,
  isSigned,
  LASTING_FACTS,
  type LayoutField,
  MARKER,
  type Payload,
  type SignatureScheme,
  signsBeginning,
} from './scheme.ts';
import type { Hit, Signed } from './search.ts';
import type { SignatureForm } from './signature-field.ts';
import { signatureTexts } from './signature-text.ts';
import { spellingsOf } from './spelling.ts';

/** A sample that a hit fits. */
export interface Verified extends Signed {
  readonly sample: Sample;
  /** The signature as it stands there. */
  readonly written: string;
}

/** Everything that a hit may mean. */
export interface Meanings {
  readonly verified: readonly Verified[];
  /** More than one: the samples do not tell how the signature was cut. */
  readonly forms: readonly SignatureForm[];
  /** More than one: the samples do not tell which field names the key. None: no field does. */
  readonly keyIdFields: readonly string[];
  /** Every way to say what was signed. */
  readonly payloads: readonly Payload[];
}

export function meaningsOf(hit: Hit): Meanings {
  const { field, algorithm, signed } = hit;
  const candidates = field.samples.flatMap((sample, place): readonly Verified[] => {
    const [one, written] = [signed[place], field.written[place]];
    return one === undefined || written === undefined ? [] : [{ ...one, sample, written }];
  });
  const fits = field.forms
    .filter((form) => form.algorithm === algorithm)
    .map((form) => ({ form, verified: candidates.filter((candidate) => isWrittenAs(form, candidate)) }));
  const most = Math.max(...fits.map(({ verified }) => verified.length));
  const best = fits.filter(({ verified }) => verified.length === most);
  const verified = best[0]?.verified ?? [];
  return {
    verified,
    forms: best.map(({ form }) => form),
    keyIdFields: keyIdFieldsIn(verified, field.field),
    payloads: spellingsOf(hit),
  };
}

function isWrittenAs({ text }: SignatureForm, { signature, written }: Verified): boolean {
  return signatureTexts(signature, text).includes(written);
}

/** The marker's fields say the same whatever the key. */
function keyIdFieldsIn(verified: readonly Verified[], signatureField: string): readonly string[] {
  return fieldsOf(verified).filter(
    (key) =>
      key !== signatureField &&
      !MARKER.some(({ field }) => field === key) &&
      verified.every(({ sample, keyId }) => valueIn(key, sample) === keyId),
  );
}

/** The scheme of one meaning, with the layout that the verified samples have. */
export function schemeOf(
  payload: Payload,
  { algorithm, text }: SignatureForm,
  keyIdField: string | undefined,
  verified: readonly Verified[],
): SignatureScheme {
  const bare: SignatureScheme = {
    algorithm,
    signature: text,
    keyIdField,
    payload,
    layout: fieldsOf(verified).map((field) => ({ field, check: { kind: 'none' } })),
  };
  const layout = bare.layout.map(
    ({ field }): LayoutField => ({ field, check: checkFor(field, bare, verified) }),
  );
  return { ...bare, layout: layout.filter((entry, place) => isWorthNaming(entry, place, bare)) };
}

/**
 * What a field must say. One that is not signed is held against everything that is known of the instance; one that is
 * needs no more than what ties it to instance and cluster, because its value may be chance in a few samples.
 */
function checkFor(field: string, bare: SignatureScheme, verified: readonly Verified[]): FieldCheck {
  if (field === bare.signature.field || field === bare.keyIdField) return { kind: 'none' };
  const facts: readonly Fact[] = isSigned(field, bare) ? LASTING_FACTS : FACTS;
  const fact = facts.find((candidate) =>
    verified.every(({ sample }) => sampleFact(sample, candidate) === valueIn(field, sample)),
  );
  const isMarker = MARKER.some((mark) => mark.field === field);
  if (fact !== undefined && !isMarker) return { kind: 'fact', fact };
  const [text, ...others] = new Set(verified.map(({ sample }) => valueIn(field, sample)));
  const isConstant = text !== undefined && others.length === 0;
  return isConstant && (isMarker || !isSigned(field, bare)) ? { kind: 'text', text } : { kind: 'none' };
}

/** A field in front of the signature that is signed as it stands, and of which nothing is known, may come and go. */
function isWorthNaming({ field, check }: LayoutField, place: number, bare: SignatureScheme): boolean {
  if (!signsBeginning(bare.payload) || check.kind !== 'none' || field === bare.keyIdField) return true;
  return place >= bare.layout.findIndex((entry) => entry.field === bare.signature.field);
}

function fieldsOf(verified: readonly Verified[]): readonly string[] {
  return verified[0]?.sample.description.fields.map(({ key }) => key) ?? [];
}

function valueIn(field: string, { description }: Sample): string | undefined {
  return fieldOf(description, field)?.value;
}

/** Known only while the NodeClaim lives, or where it was recorded. */
export const PERISHABLE_FACTS: ReadonlySet<Fact> = new Set(['nodeclaim-uid', 'nodepool']);

/** Negative: the first is to be preferred. What binds more goes first, then what can be known longer, then the shorter. */
export function compareSchemes(one: SignatureScheme, other: SignatureScheme): number {
  const [a, b] = [rankOf(one), rankOf(other)];
  const place = a.findIndex((rank, index) => rank !== b[index]);
  return (a[place] ?? 0) - (b[place] ?? 0);
}

function rankOf(scheme: SignatureScheme): readonly number[] {
  const { unsignedFields, bindsInstance, bindsCluster } = coverageOf(scheme);
  const { parts } = scheme.payload;
  return [
    unsignedFields.length,
    bindsInstance ? 0 : 1,
    bindsCluster ? 0 : 1,
    parts.filter((part) => part.kind === 'fact' && PERISHABLE_FACTS.has(part.fact)).length,
    parts.filter(({ kind }) => kind === 'literal').length,
    parts.length,
  ];
}
