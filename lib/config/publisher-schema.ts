import * as z from 'zod';
import { isMailAddress, isMailName } from '../publish/mail-address.ts';
import { PUBLICATION_KINDS } from '../publish/publisher.ts';
import { FORMATS } from '../report/formats-facts.ts';
import { addressSource, isLoopbackHost } from './readings.ts';
import { bucketFields, endpoint, readAs, secret, strict, text } from './schema-parts.ts';

// The entries of `publish`. Every message is a remedy, as in schema.ts.

const TAKES_REMEDY = 'write a list of report, alert and check, with at least one of them';
const takes = z
  .array(z.enum(PUBLICATION_KINDS, { error: TAKES_REMEDY }), { error: TAKES_REMEDY })
  .min(1, { error: TAKES_REMEDY })
  .optional();

const FORMATS_REMEDY = `write a list of ${FORMATS.join(', ')}`;
const formatList = z.array(z.enum(FORMATS, { error: FORMATS_REMEDY }), { error: FORMATS_REMEDY });
const formats = formatList
  .min(1, { error: FORMATS_REMEDY })
  .default(['json'])
  .meta({ description: 'What a report is stored as; messages point to the first.' });

const language = z
  .enum(['ko', 'en'], { error: 'write ko or en' })
  .optional()
  .meta({ description: "Of what it says; the file's language when left out." });

const LINK_REMEDY = 'write an address such as https://reports.example.com/orphan-audit/';
const link = z
  .string({ error: LINK_REMEDY })
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), { error: LINK_REMEDY })
  .optional()
  .meta({
    description:
      "Where reports are read; one that ends in a slash goes before the stored report's file name.",
  });

const archiveFields = {
  formats,
  language,
  takes: takes.meta({ description: 'report and check unless said.' }),
};
const messengerTakes = takes.meta({ description: 'report, alert and check unless said.' });

const ADDRESS_REMEDY =
  'write env:NAME or file:PATH, or an address such as https://events.example.com/orphans without user, ? and #';

const MAIL_REMEDY = 'write one mail address such as ops@example.com, or a mapping with name and address';
const mailText = z.string().refine(isMailAddress, { error: MAIL_REMEDY });
const mailbox = z.union(
  [
    mailText.transform((address) => ({ name: '', address })),
    z.strictObject({ name: z.string().refine(isMailName, { error: MAIL_REMEDY }), address: mailText }),
  ],
  { error: MAIL_REMEDY },
);

const PORT_REMEDY = 'write a port number, such as 587';
const emailSchema = strict(
  {
    kind: z.literal('email'),
    host: text('write the host name of the mail server'),
    port: z
      .int({ error: PORT_REMEDY })
      .min(1, { error: PORT_REMEDY })
      .max(65_535, { error: PORT_REMEDY })
      .default(587),
    tls: z
      .enum(['starttls', 'implicit', 'none'], { error: 'write starttls, implicit or none' })
      .default('starttls')
      .meta({ description: 'starttls (587), implicit (465), or none, which is for this machine only.' }),
    authority: text('write the path of a PEM file')
      .optional()
      .meta({ description: 'The certificate authority of the server, where it is your own.' }),
    credential: strict(
      { id: secret('The user'), secret: secret('The password') },
      'write a mapping with id and secret',
    ).optional(),
    from: mailbox,
    to: z.array(mailbox, { error: 'write a list of mail addresses' }).min(1, { error: 'name at least one' }),
    attachments: formatList.default([]).meta({ description: 'What a report is attached as.' }),
    language,
    link,
    takes: messengerTakes,
  },
  'write a mapping with kind, host, from and to',
).superRefine(
  ({ tls, host }, context) => {
    if (tls === 'none' && !isLoopbackHost(host))
      context.addIssue({
        code: 'custom',
        input: tls,
        path: ['tls'],
        message:
          'write starttls or implicit: a report must not travel in clear (none is for this machine only)',
      });
  },
  { when: ({ issues, value }) => issues.length === 0 && typeof value === 'object' },
);

const GATEWAY_OR_FILE = 'write either file: PATH.prom, or gateway: ADDRESS';
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const LABEL_REMEDY = 'write label names of letters, digits and "_", and texts as their values';
const prometheusSchema = strict(
  {
    kind: z.literal('prometheus'),
    file: z
      .string({ error: GATEWAY_OR_FILE })
      .regex(/\.prom$/, { error: 'write a path that ends in .prom: the textfile collector reads no other' })
      .optional(),
    gateway: endpoint.optional(),
    job: text('write the name of the job').default('orphan-audit'),
    labels: z
      .record(
        z
          .string()
          .regex(LABEL, { error: LABEL_REMEDY })
          .refine((name) => name !== 'job', { error: LABEL_REMEDY }),
        z.string({ error: LABEL_REMEDY }),
        { error: LABEL_REMEDY },
      )
      .default({})
      .meta({ description: 'With the job, the group that each push replaces: {instance: seoul}.' }),
    credential: strict(
      { id: secret('The user'), secret: secret('The password') },
      'write a mapping with id and secret',
    ).optional(),
  },
  GATEWAY_OR_FILE,
).superRefine(
  ({ file, gateway }, context) => {
    if ((file === undefined) === (gateway === undefined))
      context.addIssue({ code: 'custom', input: file, path: ['file'], message: GATEWAY_OR_FILE });
  },
  { when: ({ issues, value }) => issues.length === 0 && typeof value === 'object' },
);

export const publisherSchema = z.discriminatedUnion(
  'kind',
  [
    strict(
      { kind: z.literal('directory'), path: text('write the path of a directory'), ...archiveFields },
      'write a mapping with kind and path',
    ),
    strict(
      { kind: z.literal('s3'), ...bucketFields, ...archiveFields },
      'write a mapping with kind, region, bucket and credential',
    ),
    strict(
      {
        kind: z.literal('slack'),
        url: secret('The address of an incoming webhook'),
        language,
        link,
        takes: messengerTakes,
      },
      'write a mapping with kind and url',
    ),
    strict(
      {
        kind: z.literal('webhook'),
        url: readAs(z.string({ error: ADDRESS_REMEDY }), addressSource, ADDRESS_REMEDY).meta({
          description:
            'Where the CloudEvents go: an address, or env:NAME or file:PATH where it holds a secret.',
        }),
        secret: secret('The key of the signature'),
        takes: messengerTakes,
      },
      'write a mapping with kind, url and secret',
    ),
    emailSchema,
    prometheusSchema,
  ],
  { error: 'write kind: directory, s3, slack, webhook, email or prometheus' },
);

export type ParsedPublisher = z.output<typeof publisherSchema>;
