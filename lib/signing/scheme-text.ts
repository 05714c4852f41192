import * as z from 'zod';
import { AuditFailure } from '../terms/failure.ts';
import { absurd } from '../terms/words.ts';
import { ALGORITHMS, SIGNATURE_BYTES } from './algorithm.ts';
import { readJson } from './json-text.ts';
import {
  coverageOf,
  DESCRIPTION_ENDS,
  DESCRIPTION_STARTS,
  ENCODINGS,
  FACTS,
  type LayoutField,
  type SignatureScheme,
} from './scheme.ts';
import { signatureBits } from './signature-text.ts';

/** Fewer prove too little: one in four thousand million texts would verify by chance. */
export const LEAST_SIGNATURE_BITS = 32;

const fieldName = z
  .string()
  .regex(/^[^;=]+$/)
  .meta({ description: 'The key of a description field.' });

const encoding = z.enum(ENCODINGS).meta({
  description:
    'base64-or-base64url: calibration saw no character that tells the two apart, so either is accepted.',
});

const signatureSchema = z
  .strictObject({
    field: fieldName,
    encoding,
    padded: z
      .boolean()
      .optional()
      .meta({ description: 'With the = that fill base64 up; false when left out.' }),
    cut: z
      .strictObject({ unit: z.enum(['bytes', 'characters']), length: z.int().min(1) })
      .optional()
      .meta({
        description:
          'What is kept of the signature: its first bytes, before it is encoded, or its first characters, afterwards.',
      }),
  })
  .meta({ description: 'How the signature stands in the description.' });

const partSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fact'), fact: z.enum(FACTS) }).meta({
    description: 'What the cloud and the cluster say of the instance.',
  }),
  z.strictObject({ kind: z.literal('field'), field: fieldName }).meta({
    description: 'The value of a description field.',
  }),
  z.strictObject({ kind: z.literal('literal'), text: z.string() }),
  z
    .strictObject({
      kind: z.literal('description'),
      from: z.enum(DESCRIPTION_STARTS),
      to: z.enum(DESCRIPTION_ENDS),
    })
    .meta({
      description:
        'The description up to the signature field (without the ; in front of it, with it, or with the field’s own key and = too), or all but the signature field; behind-marker leaves out v=1;m=karpenter;.',
    }),
]);

const layoutFieldSchema = z
  .strictObject({
    field: fieldName,
    value: z.string().optional().meta({ description: 'What the field always says.' }),
    equals: z.enum(FACTS).optional().meta({ description: 'What the field says of its instance.' }),
  })
  .refine(({ value, equals }) => value === undefined || equals === undefined, {
    error: 'value and equals exclude each other',
  });

const schemeSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1).meta({ description: 'The version of this format.' }),
    algorithm: z.enum(ALGORITHMS).meta({ description: 'ed25519 takes the key as its seed.' }),
    signature: signatureSchema,
    keyId: z
      .strictObject({ field: fieldName })
      .optional()
      .meta({ description: 'The field that names the key; without it every key of the keyring is tried.' }),
    payload: z
      .strictObject({ parts: z.array(partSchema).min(1), separator: z.string() })
      .meta({ description: 'What is signed: the parts in their order, with the separator between them.' }),
    layout: z.array(layoutFieldSchema).min(1).meta({
      description:
        'The fields that the provider writes, in their order. When the description up to its signature is signed, fields in front of that need not stand here.',
    }),
  })
  .superRefine((scheme, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const names = scheme.layout.map(({ field }) => field);
    const { field, cut } = scheme.signature;
    if (new Set(names).size < names.length) refuse(['layout'], 'names a field twice');
    if (!names.includes(field)) refuse(['layout'], 'lacks the signature field');
    if (scheme.keyId !== undefined && !names.includes(scheme.keyId.field)) {
      refuse(['layout'], 'lacks the key ID field');
    }
    if (scheme.keyId?.field === field) refuse(['keyId', 'field'], 'is the signature field too');
    if (scheme.payload.parts.every(({ kind }) => kind === 'literal')) {
      refuse(['payload', 'parts'], 'say nothing of the instance');
    }
    if (scheme.payload.parts.filter(({ kind }) => kind === 'description').length > 1) {
      refuse(['payload', 'parts'], 'hold the description twice');
    }
    scheme.payload.parts.forEach((part, index) => {
      if (part.kind !== 'field') return;
      const path = ['payload', 'parts', index, 'field'];
      if (part.field === field) refuse(path, 'is the signature field');
      else if (!names.includes(part.field)) refuse(path, 'is missing from layout');
    });
    if (cut === undefined) return;
    if (scheme.algorithm === 'ed25519')
      refuse(['signature', 'cut'], 'must be left out: an Ed25519 signature is whole');
    if (cut.unit === 'bytes' && cut.length > SIGNATURE_BYTES[scheme.algorithm]) {
      refuse(
        ['signature', 'cut', 'length'],
        `is more than the ${SIGNATURE_BYTES[scheme.algorithm]} bytes that there are`,
      );
    }
    if (signatureBits(scheme.algorithm, { ...scheme.signature, padded: false, cut }) < LEAST_SIGNATURE_BITS) {
      refuse(['signature', 'cut', 'length'], `leaves fewer than ${LEAST_SIGNATURE_BITS} bits`);
    }
  });

export type ParsedScheme =
  | { readonly kind: 'sound'; readonly scheme: SignatureScheme }
  | { readonly kind: 'faulty'; readonly faults: readonly AuditFailure[] };

const REMEDY = 'let `orphan-audit keyring calibrate` write it, or correct it by its JSON Schema';

/**
 * Reads a signature scheme. What the file holds is not quoted: it may be a keyring that was named in its place.
 *
 * @param file how messages name it
 */
export function parseSignatureScheme(text: string, file: string): ParsedScheme {
  const fault = (found: string) =>
    new AuditFailure('config-invalid', `the signature scheme ${file} ${found}`, REMEDY);
  const json = readJson(text);
  if (json.kind === 'not-json') {
    return { kind: 'faulty', faults: [fault(text.trim() === '' ? 'is empty' : 'is not JSON')] };
  }
  if (json.repeatedKeys.length > 0) {
    return { kind: 'faulty', faults: [fault('says something twice in one object')] };
  }
  const parsed = schemeSchema.safeParse(json.value);
  if (parsed.success) {
    const scheme = toScheme(parsed.data);
    if (coverageOf(scheme).bindsInstance) return { kind: 'sound', scheme };
    const found = 'is not sound: what it signs says nothing of the instance, so that a copy would verify too';
    return { kind: 'faulty', faults: [fault(found)] };
  }
  const faults = parsed.error.issues.map((issue) =>
    fault(`is not sound: ${placeOf(issue.path)} ${whatOf(issue)}`),
  );
  return { kind: 'faulty', faults };
}

function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

function whatOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'invalid_type':
      return `should be ${issue.expected}`;
    case 'invalid_value':
      return `should be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'has a key that is not known';
    default:
      return 'is not what it should be';
  }
}

function toScheme({
  algorithm,
  signature,
  keyId,
  payload,
  layout,
}: z.output<typeof schemeSchema>): SignatureScheme {
  return {
    algorithm,
    signature: { ...signature, padded: signature.padded ?? false, cut: signature.cut },
    keyIdField: keyId?.field,
    payload,
    layout: layout.map(({ field, value, equals }): LayoutField => {
      if (value !== undefined) return { field, check: { kind: 'text', text: value } };
      return { field, check: equals === undefined ? { kind: 'none' } : { kind: 'fact', fact: equals } };
    }),
  };
}

/** The file's text, as {@link parseSignatureScheme} reads it back. */
export function signatureSchemeText(scheme: SignatureScheme): string {
  const { algorithm, keyIdField, payload } = scheme;
  const { field, encoding, padded, cut } = scheme.signature;
  const file: z.input<typeof schemeSchema> = {
    version: 1,
    algorithm,
    signature: {
      field,
      encoding,
      ...(padded ? { padded } : {}),
      ...(cut === undefined ? {} : { cut: { ...cut } }),
    },
    ...(keyIdField === undefined ? {} : { keyId: { field: keyIdField } }),
    payload: { parts: payload.parts.map((part) => ({ ...part })), separator: payload.separator },
    layout: scheme.layout.map(layoutEntry),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function layoutEntry({ field, check }: LayoutField): z.input<typeof layoutFieldSchema> {
  switch (check.kind) {
    case 'text':
      return { field, value: check.text };
    case 'fact':
      return { field, equals: check.fact };
    case 'none':
      return { field };
    default:
      return absurd(check);
  }
}

/** The JSON Schema (draft 2020-12) of the file. */
export function signatureSchemeJsonSchema(): object {
  return { title: 'orphan-audit signature scheme', ...z.toJSONSchema(schemeSchema, { io: 'input' }) };
}
