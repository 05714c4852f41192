import { absurd } from '../terms/words.ts';
import type { Algorithm } from './algorithm.ts';

/**
 * How descriptions are signed. No public page says it, so it is data: found by `keyring calibrate`, and kept in a small
 * JSON file beside the configuration.
 */
export interface SignatureScheme {
  readonly algorithm: Algorithm;
  readonly signature: SignatureText;
  /** The description field that names the key; `undefined`: none does, and every key of the keyring is tried. */
  readonly keyIdField: string | undefined;
  readonly payload: Payload;
  readonly layout: readonly LayoutField[];
}

/** How the signature stands in the description. */
export interface SignatureText {
  readonly field: string;
  readonly encoding: Encoding;
  /** With the `=` that fill base64 up; hex has none. */
  readonly padded: boolean;
  readonly cut: Cut | undefined;
}

/** `base64-or-base64url`: no sampled signature held a character that tells the two apart; either is accepted whole. */
export const ENCODINGS = ['hex', 'hex-upper', 'base64', 'base64url', 'base64-or-base64url'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What is kept of the signature: its first bytes, before it is encoded, or its first characters, afterwards. */
export interface Cut {
  readonly unit: 'bytes' | 'characters';
  readonly length: number;
}

/** What is signed: the parts in their order, with the separator between them. */
export interface Payload {
  readonly parts: readonly PayloadPart[];
  readonly separator: string;
}

export type PayloadPart =
  | { readonly kind: 'fact'; readonly fact: Fact }
  /** The value of one description field. */
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'description'; readonly from: DescriptionStart; readonly to: DescriptionEnd };

/** What the cloud and the cluster say of the instance. Its texts are in {@link factText}. */
export const FACTS = [
  'instance-name',
  'nodeclaim-name',
  'cluster-uid',
  'cluster-uid-plain',
  'cluster-uid8',
  'project-id',
  'nodeclaim-uid',
  'nodepool',
  'instance-type',
  'zone',
] as const;
export type Fact = (typeof FACTS)[number];

/** Those that are in the instance's name, or in the cluster that it says. */
export const LASTING_FACTS: readonly Fact[] = [
  'instance-name',
  'nodeclaim-name',
  'cluster-uid',
  'cluster-uid-plain',
  'cluster-uid8',
];

/** `behind-marker`: after `v=1;m=karpenter;`. */
export const DESCRIPTION_STARTS = ['start', 'behind-marker'] as const;
export type DescriptionStart = (typeof DESCRIPTION_STARTS)[number];

/**
 * Up to the signature field: without the `;` in front of it, with it, or with the field's own `s=` too; or the whole
 * description but the signature field and one `;`.
 */
export const DESCRIPTION_ENDS = [
  'before-signature',
  'before-signature-with-separator',
  'through-signature-key',
  'around-signature',
] as const;
export type DescriptionEnd = (typeof DESCRIPTION_ENDS)[number];

/**
 * One field that the provider writes. When the description up to its signature is signed, fields in front of that need
 * not stand here, and may come and go; else the description holds exactly these fields, in this order.
 */
export interface LayoutField {
  readonly field: string;
  readonly check: FieldCheck;
}

/** What the field's value must be, whether it is signed or not. */
export type FieldCheck =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'none' };

/** What says to which instance a description belongs. */
const INSTANCE_FACTS: ReadonlySet<Fact> = new Set(['instance-name', 'nodeclaim-name', 'nodeclaim-uid']);

/** What says which cluster it is of; its name begins with the first 8 characters of the UID. */
const CLUSTER_FACTS: ReadonlySet<Fact> = new Set([
  'instance-name',
  'cluster-uid',
  'cluster-uid-plain',
  'cluster-uid8',
]);

/** What a valid signature of this scheme proves. */
export interface Coverage {
  /** Fields that nobody vouches for: neither signed nor checked. With one of these, no description is covered whole. */
  readonly unsignedFields: readonly string[];
  /** A description copied to another instance does not verify there. */
  readonly bindsInstance: boolean;
  /** A cluster UID, or its first 8 characters, is signed. */
  readonly bindsCluster: boolean;
}

export function coverageOf(scheme: SignatureScheme): Coverage {
  const signedFacts = [
    ...scheme.payload.parts.flatMap((part) => (part.kind === 'fact' ? [part.fact] : [])),
    ...scheme.layout.flatMap(({ field, check }) =>
      check.kind === 'fact' && isSigned(field, scheme) ? [check.fact] : [],
    ),
  ];
  return {
    unsignedFields: scheme.layout
      .filter(
        ({ field, check }) =>
          check.kind === 'none' && !isSigned(field, scheme) && !isOfSignature(field, scheme),
      )
      .map(({ field }) => field),
    bindsInstance: signedFacts.some((fact) => INSTANCE_FACTS.has(fact)),
    bindsCluster: signedFacts.some((fact) => CLUSTER_FACTS.has(fact)),
  };
}

function isOfSignature(field: string, { signature, keyIdField }: SignatureScheme): boolean {
  return field === signature.field || field === keyIdField;
}

/** Whether the field's value goes into what is signed. */
export function isSigned(field: string, { payload, layout, signature }: SignatureScheme): boolean {
  const positionOf = (name: string) => layout.findIndex((entry) => entry.field === name);
  return payload.parts.some((part) => {
    switch (part.kind) {
      case 'field':
        return part.field === field;
      case 'description':
        if (field === signature.field) return false;
        if (part.from === 'behind-marker' && MARKER.some((mark) => mark.field === field)) return false;
        return part.to === 'around-signature' || positionOf(field) < positionOf(signature.field);
      default:
        return false;
    }
  });
}

/** Whether the description up to its signature is signed as it stands. */
export function signsBeginning({ parts }: Payload): boolean {
  return parts.some((part) => part.kind === 'description' && part.to !== 'around-signature');
}

/** Every description begins with these two fields (verdicts.md, evidence `description`). */
export const MARKER = [
  { field: 'v', text: '1' },
  { field: 'm', text: 'karpenter' },
] as const;

const SPOKEN_END: Readonly<Record<DescriptionEnd, string>> = {
  'before-signature': 'before',
  'before-signature-with-separator': 'before, with its ";",',
  'through-signature-key': 'before, with its name,',
  'around-signature': 'around',
};

/** The scheme in one line, for people: `s = base64url(hmac-sha256(key k, instance-name "|" cluster-uid)), 22 characters`. */
export function formulaOf({ algorithm, signature, keyIdField, payload }: SignatureScheme): string {
  const { field, encoding, padded, cut } = signature;
  const between = payload.separator === '' ? ' ' : ` ${JSON.stringify(payload.separator)} `;
  const parts = payload.parts.map((part) => spokenPart(part, field)).join(between);
  const key = keyIdField === undefined ? 'any key' : `key ${keyIdField}`;
  const form = `${encoding}${padded ? ', padded' : ''}`;
  const kept = cut === undefined ? '' : `, the first ${cut.length} ${cut.unit}`;
  return `${field} = ${algorithm}(${key}, ${parts}) in ${form}${kept}`;
}

function spokenPart(part: PayloadPart, signatureField: string): string {
  switch (part.kind) {
    case 'fact':
      return part.fact;
    case 'field':
      return `field ${part.field}`;
    case 'literal':
      return JSON.stringify(part.text);
    case 'description': {
      const what = part.from === 'start' ? 'description' : 'description behind its marker,';
      return `(${what} ${SPOKEN_END[part.to]} ${signatureField})`;
    }
    default:
      return absurd(part);
  }
}
