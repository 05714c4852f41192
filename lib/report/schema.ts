import * as z from 'zod';
import { FAILURE_CODES } from '../terms/failure.ts';
import { ASSURANCES, NEXT_STEPS, REASONS, VERDICTS, WARNINGS } from '../verdict/judgement.ts';
import type {
  CostSummary,
  CurrencyCost,
  EvidenceLine,
  Finding,
  FindingCost,
  KeyringCounts,
  Listed,
  MissingPrice,
  Problem,
  Report,
  ReportedKey,
  ReportedKeyring,
  ReportedOwner,
  ReportedProject,
  ReportedResource,
} from './report.ts';
import { EVIDENCE_OUTCOMES } from './words/evidence-lines.ts';
import { INSTANCE_RULES, VOLUME_RULES } from './words/texts.ts';

/** The JSON Schema (draft 2020-12) of a report: what {@link Report} says, and no more. */
export function reportSchema(): z.core.JSONSchema.BaseSchema {
  return jsonSchemaOf(report);
}

export function jsonSchemaOf(type: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(type, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // The format says it all but the zone; zod's own pattern says it all once more, in 300 characters.
      if (jsonSchema.format === 'date-time') jsonSchema.pattern = 'Z$';
    },
  });
}

export const time = z.iso.datetime().meta({ description: 'A moment, ISO 8601 in UTC.' });
const text = z.string();
const count = z.int().min(0);
const amount = z.number().min(0);
const currency = z.string().nullable().meta({
  description: 'ISO 4217; null: nothing has a price.',
});

const listed: z.ZodType<Listed> = z
  .strictObject({ instances: count.nullable(), volumes: count.nullable() })
  .meta({
    description: 'How many were listed, unrelated ones included; null: they could not be listed.',
  });

const key: z.ZodType<ReportedKey> = z.strictObject({
  id: text,
  role: z
    .enum(['active', 'retired', 'missing'])
    .meta({ description: 'missing: instances carry it, and the keyring lacks it.' }),
  live: count.nullable().meta({ description: 'Instances with an owner that carry it; null: not listed.' }),
  leftover: count.nullable().meta({ description: 'Instances without one; null: not listed.' }),
  firstSeenAt: time.nullable(),
  lastSeenAt: time.nullable(),
  retirable: z.boolean(),
  why: text.meta({ description: 'Why it may be retired, or why not.' }),
});

const keyring: z.ZodType<ReportedKeyring> = z
  .strictObject({
    clusters: z
      .array(text)
      .nullable()
      .meta({ description: "Whose signatures it proves; null: all of the project's clusters." }),
    sound: z
      .boolean()
      .meta({ description: 'Every needed key is in it, and live instances do not contradict it.' }),
    keep: z
      .boolean()
      .meta({ description: 'Keep it, and its backup: an instance of its clusters is left, or may be.' }),
    advice: text.meta({ description: 'Why it is kept, or why it is needed no longer.' }),
    keys: z.array(key),
  })
  .meta({ description: 'Key IDs only: no report ever holds a key.' });

const keyringCounts: z.ZodType<KeyringCounts> = z
  .strictObject({
    total: count,
    unsound: count.meta({ description: 'A needed key is missing, or live instances do not verify.' }),
    keep: count.meta({ description: 'To be kept, with their backups.' }),
  })
  .meta({ description: 'Of all projects; each is in its project, with its keys.' });

const project: z.ZodType<ReportedProject> = z.strictObject({
  name: text.meta({ description: 'As the configuration names it.' }),
  region: text,
  id: text.nullable().meta({ description: "The cloud's ID of the project; null: it could not be read." }),
  complete: z.boolean(),
  listed,
  lastCompleteAt: time.nullable().meta({ description: 'Its last complete run, this one counted.' }),
  lastRecordAt: time.nullable().meta({ description: 'When something was last recorded in its ledger.' }),
  keyrings: z.array(keyring),
});

export const problem: z.ZodType<Problem> = z.strictObject({
  code: z.enum(FAILURE_CODES),
  project: text,
  message: text.meta({ description: 'What happened, in one sentence.' }),
  remedy: text.meta({ description: 'What a person does about it.' }),
});

const counts = z
  .record(z.enum(VERDICTS), count)
  .meta({ description: 'How many have each verdict, ignored ones left out.' });

const range = z
  .strictObject({ min: amount, max: amount })
  .meta({ description: 'What has been paid since the owners went, at least and at most.' });

const currencyCost: z.ZodType<CurrencyCost> = z.strictObject({
  currency: text,
  perHour: amount,
  perDay: amount,
  perMonth: amount,
  lingering: range,
});

const missingPrice: z.ZodType<MissingPrice> = z.strictObject({
  price: text.meta({ description: 'As it would stand in the price book.' }),
  count,
});

const costSummary: z.ZodType<CostSummary> = z
  .strictObject({
    currency,
    perHour: amount,
    perDay: amount,
    perMonth: amount.meta({ description: 'Of 730 hours.' }),
    lingering: range,
    unpriced: count.meta({
      description:
        'Orphans that lack a price, now or for a part of the time: with any, the sums are "at least".',
    }),
    unsure: count.meta({
      description:
        'Priced orphans of whose state nobody knows whether it is billed: they are summed up as billed.',
    }),
    otherCurrencies: z
      .array(currencyCost)
      .meta({ description: 'What is priced in other currencies: currencies are never added together.' }),
    missingPrices: z
      .array(missingPrice)
      .meta({ description: 'Prices that the book lacks, and how many orphans wait for each.' }),
  })
  .meta({ description: 'Of the orphans that are not ignored.' });

const resource: z.ZodType<ReportedResource> = z.strictObject({
  kind: z.enum(['instance', 'volume']),
  id: text,
  name: text.meta({
    description: 'As the cloud gives it: a person may have written it, and anything into it.',
  }),
  project: text,
  projectId: text.nullable(),
  region: text,
  availabilityZone: text.nullable(),
  status: text.meta({ description: "The cloud's word, as it came." }),
  billed: z
    .boolean()
    .nullable()
    .meta({ description: 'null: no public page says whether this state is billed.' }),
  createdAt: time.nullable(),
  flavor: text.nullable().meta({ description: 'Of an instance.' }),
  sizeGiB: amount.nullable().meta({ description: 'Of a volume.' }),
  volumeType: text.nullable().meta({ description: 'Of a volume.' }),
  attachedTo: text.nullable().meta({ description: "Of a volume: the instance's ID." }),
});

const decidedBy = z
  .union([
    z.strictObject({
      table: z.literal('instances'),
      rule: z.int().min(1).max(INSTANCE_RULES.length),
    }),
    z.strictObject({ table: z.literal('volumes'), rule: z.int().min(1).max(VOLUME_RULES.length) }),
    z.strictObject({ table: z.enum(['brake', 'confirmation']) }),
  ])
  .meta({
    description:
      'The row of the rule table that held first, or the check behind the tables that held it back.',
  });

const owner: z.ZodType<ReportedOwner> = z
  .strictObject({
    clusterUid: text.nullable(),
    uid8: text.nullable(),
    clusterName: text.nullable(),
    nodeClaim: text.nullable(),
  })
  .meta({ description: 'The cluster whose Karpenter created it, as far as its marks agree.' });

const evidence: z.ZodType<EvidenceLine> = z.union(
  EVIDENCE_OUTCOMES.map(({ kind, outcomes }) =>
    z.strictObject({
      kind: z.literal(kind),
      outcome: z.enum(outcomes),
      detail: text,
    }),
  ),
);

const cost: z.ZodType<FindingCost> = z.strictObject({
  currency,
  perHour: amount.nullable().meta({ description: 'null: unpriced.' }),
  perDay: amount.nullable(),
  perMonth: amount.nullable(),
  since: z
    .strictObject({ earliest: time.nullable(), latest: time.nullable() })
    .meta({ description: 'When its owner can have gone; null where it has not, or nobody knows.' }),
  lingering: z.strictObject({ min: amount, max: amount }).nullable(),
  missingPrices: z
    .array(text)
    .meta({ description: 'The prices that the book lacks for it; empty: it is priced.' }),
});

export const finding: z.ZodType<Finding> = z
  .strictObject({
    resource,
    verdict: z.enum(VERDICTS),
    reason: z.enum(REASONS),
    decidedBy,
    warnings: z.array(z.enum(WARNINGS)),
    assurance: z
      .enum(ASSURANCES)
      .nullable()
      .meta({ description: 'By what an orphan was proven; null for every other verdict.' }),
    owner: owner.nullable(),
    evidence: z.array(evidence),
    nextStep: z.strictObject({ code: z.enum(NEXT_STEPS), text }),
    cost,
    ignored: z
      .strictObject({ reason: text, until: time })
      .nullable()
      .meta({ description: 'The ignore entry that keeps it out of counts and alerts.' }),
  })
  .meta({
    if: { properties: { verdict: { const: 'orphan' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { assurance: { enum: ASSURANCES } } },
    else: { properties: { assurance: { const: null } } },
  });

const report: z.ZodType<Report> = z
  .strictObject({
    schemaVersion: z.literal('1'),
    run: z.strictObject({
      id: text,
      startedAt: time,
      finishedAt: time,
      asOf: time.meta({ description: 'The moment that was judged as of; ISO 8601 in UTC.' }),
      complete: z
        .boolean()
        .meta({ description: 'Everything that had to be read was read, in every project.' }),
      projects: z.array(project),
      problems: z.array(problem),
    }),
    summary: z.strictObject({
      instances: counts,
      volumes: counts,
      ignored: count.meta({ description: 'Findings kept out of the counts by an ignore entry.' }),
      listed,
      cost: costSummary,
      keyrings: keyringCounts,
    }),
    findings: z
      .array(finding)
      .meta({ description: 'Ordered by verdict (orphan first), cost per day (dearest first), ID.' }),
  })
  .meta({
    title: 'Karpenter orphan audit report, version 1',
    description: 'Which instances and volumes Karpenter left behind, how sure that is, and what to do next.',
  });
