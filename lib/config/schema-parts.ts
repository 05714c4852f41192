import * as z from 'zod';
import { endpointFault, secretSource } from './readings.ts';

// What the schema is made of. Every message here is a remedy, as in schema.ts.

/** An object whose keys are all known: a misspelt key must not pass for a setting that holds. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape, what: string) {
  return z.strictObject(shape, { error: what });
}

/** A text that is read into something else; a text that cannot be read is refused with the remedy. */
export function readAs<T>(text: z.ZodString, reading: (text: string) => T | undefined, remedy: string) {
  return text.transform((value, context) => {
    const result = reading(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', input: value, message: remedy });
    return z.NEVER;
  });
}

export const text = (remedy: string) => z.string({ error: remedy }).regex(/\S/, { error: remedy });

const SECRET_REMEDY =
  'write env:NAME (an environment variable) or file:PATH (a file that holds nothing else); a literal value is refused';

export const secret = (what: string) =>
  readAs(
    z
      .string({ error: SECRET_REMEDY })
      .regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/, { error: SECRET_REMEDY }),
    secretSource,
    SECRET_REMEDY,
  ).meta({ description: `${what}: env:NAME or file:PATH, never the value itself.` });

const ENDPOINT_REMEDY = 'write an address such as https://bcs.kr-central-2.kakaocloud.com';

export const endpoint = z
  .string({ error: ENDPOINT_REMEDY })
  .superRefine((value, context) => {
    const fault = endpointFault(value);
    if (fault !== undefined) context.addIssue({ code: 'custom', input: value, message: fault });
  })
  .meta({ description: 'The address of one API: https, or http on this machine only.' });

/** Of a bucket, whether the ledger lies in it or reports do. */
export const bucketFields = {
  endpoint: endpoint.optional(),
  region: text('write the region of the bucket, such as kr-central-2'),
  bucket: text('write the name of the bucket'),
  prefix: text('write the start of all keys, or leave the key out').optional(),
  addressing: z
    .enum(['path', 'host'], { error: 'write path or host' })
    .default('path')
    .meta({ description: 'path: https://HOST/BUCKET/KEY; host: https://BUCKET.HOST/KEY.' }),
  credential: strict(
    { id: secret('The ID of the S3 access key'), secret: secret('The secret of the S3 access key') },
    'write a mapping with id and secret',
  ).meta({ description: 'An S3 access key; the IAM key does not sign S3 requests.' }),
};
