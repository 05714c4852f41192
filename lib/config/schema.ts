import * as z from 'zod';
import { clusterUid, resourceId } from '../terms/ids.ts';
import { parseInstant } from '../terms/instants.ts';
import { alertSchema } from './alert-schema.ts';
import { publisherSchema } from './publisher-schema.ts';
import { durationMs, isTimeZone } from './readings.ts';
import { bucketFields, endpoint, readAs, secret, strict, text } from './schema-parts.ts';

// Every message here is a remedy: what to write. What was found instead, and where, is said by faults.ts.

const DURATION = /^P(?:\d+W|(?=\d|T\d)(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

function duration(example: string, minimumMs: number) {
  const remedy = `write an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as ${example}${minimumMs > 0 ? '; it must be longer than nothing' : ''}`;
  return readAs(
    z.string({ error: remedy }).regex(DURATION, { error: remedy }),
    (value) => {
      const ms = durationMs(value);
      return ms !== undefined && ms >= minimumMs ? ms : undefined;
    },
    remedy,
  ).meta({ description: `An ISO 8601 duration, such as ${example}.` });
}

const endpointsSchema = strict(
  {
    iam: endpoint.optional(),
    bcs: endpoint.optional(),
    volume: endpoint.optional(),
    'kubernetes-engine': endpoint.optional(),
  },
  'write a mapping of iam, bcs, volume and kubernetes-engine to addresses, or leave the key out',
).meta({ description: 'Where the APIs are; the defaults follow from the region.' });

const UID_REMEDY =
  "write the UUID at the start of the Kubernetes API endpoint's host; the console's cluster ID is another";
const TIME_REMEDY = 'write a time with a zone, such as 2026-11-01T09:00:00+09:00';

const clusterFields = strict(
  {
    name: text("write the cluster's name").meta({
      description: "The cluster's name, as the console shows it.",
    }),
    uid: readAs(z.string({ error: UID_REMEDY }), clusterUid, UID_REMEDY)
      .optional()
      .meta({
        description: 'Makes a cluster known that is gone already: the UUID at the start of its API endpoint.',
      }),
    deletedAt: readAs(z.string({ error: TIME_REMEDY }), parseInstant, TIME_REMEDY)
      .optional()
      .meta({ description: 'When it was deleted: RFC 3339 with a zone.' }),
    kubeconfig: text('write the path of a kubeconfig file')
      .optional()
      .meta({ description: 'A kubeconfig to read its Nodes, PersistentVolumes and NodeClaims with.' }),
    inCluster: z.literal(true, { error: 'write true, or leave the key out' }).optional().meta({
      description: 'This program runs in the cluster: it is asked with the service account of its own pod.',
    }),
    witness: z
      .literal('none', { error: 'write none, or leave the key out' })
      .optional()
      .meta({ description: 'none: the cluster is never asked, and can own nothing. Needs a reason.' }),
    reason: text('write why no witness is asked').optional(),
  },
  'write a mapping with the name of a cluster',
);

const clusterSchema = clusterFields.superRefine(
  (cluster, context) => {
    const refuse = (key: keyof typeof cluster, message: string) =>
      context.addIssue({ code: 'custom', input: cluster[key], path: [key], message });
    if (cluster.witness === 'none' && cluster.reason === undefined)
      refuse('reason', 'say why no witness is asked: witness: none needs a reason');
    if (cluster.witness === undefined && cluster.reason !== undefined)
      refuse('reason', 'a reason belongs to witness: none; take one out or put the other in');
    if (cluster.witness === 'none' && cluster.kubeconfig !== undefined)
      refuse('kubeconfig', 'take out either kubeconfig or witness: none; they exclude each other');
    if (cluster.inCluster === true && (cluster.kubeconfig !== undefined || cluster.witness !== undefined))
      refuse(
        'inCluster',
        'take out either inCluster or the kubeconfig or witness: none; they exclude each other',
      );
    if (cluster.deletedAt !== undefined && cluster.uid === undefined)
      refuse('uid', 'deletedAt is about one cluster for ever, and names come back: give its uid too');
  },
  { when: (payload) => typeof payload.value === 'object' && payload.value !== null },
);

const PATH_REMEDY = 'write the path of a keyring.json; the keys themselves belong into that file';

/** A keyring, or 32 bytes in hex, base64 or base64url. A path of just this length hardly ever mixes all three kinds. */
const KEY_MATERIAL = [
  /^\s*\{/,
  /^\s*[0-9A-Fa-f]{64}\s*$/,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)\s*[\w+/-]{43}=?\s*$/,
];

/** What is told of a file is its path: a keyring or a key in its place would be told. */
function isPath(text: string): boolean {
  return !KEY_MATERIAL.some((material) => material.test(text));
}

const KEYRING_REMEDY = 'write either file: PATH or content: env:NAME, which hold a keyring.json';

const keyringFields = strict(
  {
    file: text('write the path of a keyring.json').refine(isPath, { error: PATH_REMEDY }).optional(),
    content: secret('A whole keyring.json').optional(),
    clusters: z
      .array(text("write a cluster's name"), {
        error: 'write a list of cluster names, or leave the key out for all clusters',
      })
      .min(1, { error: 'name at least one cluster, or leave the key out for all clusters' })
      .optional()
      .meta({ description: 'Whose signatures it proves; all clusters when left out.' }),
  },
  'write a mapping with the file of a keyring',
);

const keyringSchema = keyringFields.superRefine(
  (keyring, context) => {
    if ((keyring.file === undefined) === (keyring.content === undefined))
      context.addIssue({ code: 'custom', input: keyring.file, path: ['file'], message: KEYRING_REMEDY });
  },
  { when: (payload) => typeof payload.value === 'object' && payload.value !== null },
);

const NAME_REMEDY = 'write lower-case letters, digits, ".", "_" and "-", beginning with a letter or digit';
const REGION_REMEDY = 'write a region such as kr-central-2';

const projectSchema = strict(
  {
    name: z
      .string({ error: NAME_REMEDY })
      .regex(/^[a-z0-9][a-z0-9._-]*$/, { error: NAME_REMEDY })
      .meta({ description: 'A name of your own for the project; unique in this file.' }),
    region: z
      .string({ error: REGION_REMEDY })
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: REGION_REMEDY })
      .meta({ description: 'The region, such as kr-central-2.' }),
    credential: strict(
      { id: secret('The ID of the IAM access key'), secret: secret('The secret of the IAM access key') },
      'write a mapping of id and secret to env:NAME or file:PATH',
    ).meta({ description: 'The IAM access key; its role may be Project Reader.' }),
    endpoints: endpointsSchema.optional(),
    keyrings: z
      .array(keyringSchema, { error: 'write a list of keyrings, or leave the key out' })
      .optional()
      .meta({ description: 'The signing keys, each keyring with the clusters whose signatures it proves.' }),
    signatureScheme: text('write the path of a signature scheme').optional().meta({
      description:
        'The scheme of the signatures, as keyring calibrate writes it; until the file is there, signatures are unverified.',
    }),
    clusters: uniqueBy(
      uniqueBy(
        z.array(clusterSchema, { error: 'write a list of clusters, or leave the key out' }),
        'name',
        'name each cluster once: another entry has this name already',
      ),
      'uid',
      'name each cluster once: another entry has this uid already',
    )
      .optional()
      .meta({ description: 'Clusters are discovered; name one to say more of it.' }),
    alert: alertSchema.optional().meta({ description: 'As alert above, for this project.' }),
  },
  'write a mapping with name, region and credential',
);

const ID_REMEDY = 'write the ID of an instance or volume';
const DAY_REMEDY = 'write the last day on which it holds, such as 2027-01-31';
const IGNORE_REMEDY = 'write a mapping with id, reason and until';

const ignoreSchema = strict(
  {
    id: readAs(
      z.string({ error: ID_REMEDY }).regex(/^\S+$/, { error: ID_REMEDY }),
      resourceId,
      ID_REMEDY,
    ).meta({
      description: 'The ID of an instance or volume.',
    }),
    reason: text('say why it is ignored'),
    until: z.iso
      .date({ error: DAY_REMEDY })
      .meta({ description: 'The last day on which it holds, in the timezone above.' }),
  },
  IGNORE_REMEDY,
);

const storeSchema = z
  .discriminatedUnion(
    'kind',
    [
      strict(
        {
          kind: z.literal('directory').optional().meta({ description: 'A directory on this machine.' }),
          path: text('write the path of a directory').optional().meta({ default: './.orphan-audit' }),
        },
        'write a mapping with kind and path',
      ),
      strict(
        {
          kind: z.literal('s3').meta({ description: 'A bucket of S3-compatible object storage.' }),
          ...bucketFields,
          conditionalWrites: z
            .enum(['auto', 'never'], { error: 'write auto or never' })
            .default('auto')
            .meta({ description: 'never: for a server that refuses the header If-None-Match.' }),
        },
        'write a mapping with kind, region, bucket and credential',
      ),
    ],
    { error: 'write kind: directory with a path, or kind: s3 with region, bucket and credential' },
  )
  .meta({ description: 'Where the ledger lives.' });

/** Refuses the second of two entries with the same value under `key`, also while other entries have other faults. */
function uniqueBy<Item extends z.ZodType>(list: z.ZodArray<Item>, key: string, remedy: string) {
  return list.superRefine(
    (items, context) => {
      const seen = new Set<unknown>();
      items.forEach((item: unknown, index) => {
        const value =
          typeof item === 'object' && item !== null ? new Map(Object.entries(item)).get(key) : undefined;
        if (value === undefined) return;
        if (seen.has(value))
          context.addIssue({ code: 'custom', input: value, path: [index, key], message: remedy });
        seen.add(value);
      });
    },
    { when: (payload) => Array.isArray(payload.value) },
  );
}

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const HOST_REMEDY = 'write a list of host names, such as [hooks.slack.com]';
const ZONE_REMEDY = 'write an IANA time zone such as Asia/Seoul';
const SIGHTINGS_REMEDY = 'write a whole number, 1 or more';

/** The configuration file (contract.md, "Configuration"). */
export const configSchema = strict(
  {
    version: z.literal(1, { error: 'write version: 1' }).meta({ description: 'The version of this format.' }),
    timezone: z
      .string({ error: ZONE_REMEDY })
      .refine(isTimeZone, { error: ZONE_REMEDY })
      .default('Asia/Seoul')
      .meta({ description: 'IANA zone for day boundaries and for times shown to people.' }),
    language: z
      .enum(['ko', 'en'], { error: 'write ko or en' })
      .default('ko')
      .meta({ description: 'The language of reports.' }),
    store: storeSchema.optional(),
    gracePeriod: duration('PT30M', 1).prefault('PT30M'),
    deletionPeriod: duration('PT2H', 1).prefault('PT2H'),
    sightings: z
      .int({ error: SIGHTINGS_REMEDY })
      .min(1, { error: SIGHTINGS_REMEDY })
      .default(2)
      .meta({ description: "Complete runs that must see a live cluster's instance unclaimed." }),
    retryBudget: duration('PT30S', 0).prefault('PT30S'),
    recordRetention: duration('P180D', 1).prefault('P180D'),
    projects: uniqueBy(
      z
        .array(projectSchema, { error: 'write a list of projects' })
        .min(1, { error: 'name at least one project' }),
      'name',
      'give each project a name of its own: another one has this name already',
    ),
    prices: text('write the path of a price book; `orphan-audit prices init` writes one to begin with')
      .optional()
      .meta({ description: 'A price book (`orphan-audit prices schema`); without one nothing has a price.' }),
    ignore: uniqueBy(
      z.array(ignoreSchema, { error: 'write a list of entries, or leave the key out' }),
      'id',
      'keep one entry for each ID: another one has this ID already',
    )
      .optional()
      .meta({ description: 'Findings kept out of alerts, counts and totals until their day.' }),
    alert: alertSchema
      .optional()
      .meta({ description: 'What is alerted, and when; each project may say otherwise.' }),
    publish: z
      .array(publisherSchema, { error: 'write a list of publishers, or leave the key out' })
      .optional()
      .meta({ description: 'Where each report and alert goes.' }),
    publishHosts: z
      .array(z.string({ error: HOST_REMEDY }).regex(HOST, { error: HOST_REMEDY }), { error: HOST_REMEDY })
      .optional()
      .meta({ description: 'The hosts that slack, webhook and a Pushgateway may send to.' }),
  },
  'write a mapping with version and projects',
);

export type ParsedConfig = z.output<typeof configSchema>;

/** The JSON Schema (draft 2020-12) of a configuration file, as an editor or a linter takes it. */
export function configJsonSchema(): object {
  return { title: 'orphan-audit configuration', ...z.toJSONSchema(configSchema, { io: 'input' }) };
}
