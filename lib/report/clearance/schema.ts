import * as z from 'zod';
import { finding, jsonSchemaOf, problem, time } from '../schema.ts';
import {
  type CheckedCluster,
  type CheckedResource,
  type CheckResult,
  type Clearance,
  type ClusterState,
  type Coverage,
  type FateCounts,
  type KeyringAdvice,
  NOT_LOOKED_AT,
  ORIGINS,
  type RecordCoverage,
  TIES,
  WITHHELD_REASONS,
} from './clearance.ts';

/** The JSON Schema (draft 2020-12) of a check: what {@link CheckResult} says, and no more. */
export function checkSchema(): z.core.JSONSchema.BaseSchema {
  return jsonSchemaOf(check);
}

const text = z.string();
const count = z.int().min(0);

const state: z.ZodType<ClusterState> = z.union([
  z.strictObject({ kind: z.literal('alive'), phase: text }),
  z.strictObject({
    kind: z.literal('deleting'),
    phase: text,
    since: time.nullable().meta({ description: 'The first run or record that saw it so; null: none did.' }),
    period: z.enum(['within', 'past', 'unknown']).meta({ description: 'Against the deletion period.' }),
    heldBy: z
      .strictObject({
        nodeClaims: z.array(z.strictObject({ name: text, isTerminating: z.boolean() })).nullable(),
        nodes: z.array(text).nullable(),
      })
      .meta({ description: 'Beside the resources that remain; null: that could not be read.' }),
  }),
  z.strictObject({
    kind: z.literal('gone'),
    lastSeenAlive: time.nullable(),
    goneBy: time,
    byName: z
      .array(z.strictObject({ name: text, answer: z.enum(['not-found', 'another-cluster']) }))
      .meta({ description: 'What a GET by each of its names answered, beside two lists without its UID.' }),
  }),
  z.strictObject({ kind: z.literal('never-known') }),
  z.strictObject({ kind: z.literal('unreadable'), why: text }),
]);

const cluster: z.ZodType<CheckedCluster> = z.strictObject({
  uid: text.meta({ description: "From the Kubernetes API endpoint's host; not the console's cluster ID." }),
  names: z.array(text).meta({ description: 'Every name it was known by, the last one last.' }),
  consoleIds: z.array(text),
  state,
  namesakes: z
    .array(z.strictObject({ uid: text.nullable(), name: text, phase: text }))
    .meta({ description: 'Listed clusters that bear one of its names and are not it.' }),
});

const fateCounts: z.ZodType<FateCounts> = z.strictObject({
  recorded: count,
  gone: count.meta({ description: 'Of the recorded: the list lacks it, and a GET by its ID answers 404.' }),
  remaining: count.meta({ description: 'Of the recorded.' }),
  unreadable: count.meta({ description: 'Of the recorded: neither proven gone nor judged.' }),
  found: count.meta({ description: "Not recorded, and marked as this cluster's." }),
  unattributed: count.meta({ description: "Karpenter's, and nothing says which cluster's." }),
});

const checked = {
  kind: z.enum(['instance', 'volume']),
  id: text,
  name: text
    .nullable()
    .meta({ description: 'As the cloud gave it: a person may have written it, and anything into it.' }),
  origin: z.enum(ORIGINS),
  tie: z.enum(TIES).meta({ description: 'What ties it to the cluster.' }),
  nodeClaim: text.nullable().meta({ description: 'That was recorded with it.' }),
  recordedAt: time.nullable().meta({ description: 'The last record that had it.' }),
};

const resource: z.ZodType<CheckedResource> = z.union([
  z.strictObject({ ...checked, fate: z.literal('gone') }),
  z.strictObject({ ...checked, fate: z.literal('unreadable'), why: text }),
  z.strictObject({ ...checked, fate: z.literal('remaining'), finding }),
]);

const records: z.ZodType<RecordCoverage> = z.strictObject({
  count,
  live: count,
  imported: count,
  withNodeClaims: count,
  withInstances: count,
  withPersistentVolumes: count,
  first: time.nullable(),
  last: time.nullable(),
  nodeClaimsLastRead: time
    .nullable()
    .meta({ description: 'What Karpenter made after it is looked for by its marks only.' }),
  retired: z
    .strictObject({ at: time, provenAt: time })
    .nullable()
    .meta({ description: 'Its records are no longer read: all that they had was proven gone.' }),
  damage: text.nullable().meta({ description: 'Which part of the ledger could not be read; null: none.' }),
});

const coverage: z.ZodType<Coverage> = z.strictObject({
  records,
  recorded: z.strictObject({
    nodeClaims: count,
    nodeClaimsWithoutInstance: count.meta({ description: 'They had no provider ID in any record.' }),
    nodeClaimsUnclear: count.meta({
      description: "No record shows an instance's ID in what they pointed at.",
    }),
    persistentVolumesUnclear: count.meta({
      description: "No record shows a volume's ID in their volume handles.",
    }),
    instancesWithoutVolumes: count.meta({ description: 'No record says which volumes they had.' }),
  }),
  listed: z
    .strictObject({ instances: count.nullable(), volumes: count.nullable(), clusters: count.nullable() })
    .meta({ description: 'Of whatever cluster; null: they could not be listed.' }),
  unattributedPersistentVolumes: count.meta({
    description: "Volumes that were some cluster's PersistentVolumes, and nothing says which one's.",
  }),
  notLookedAt: z.array(z.enum(NOT_LOOKED_AT)),
});

const clearance: z.ZodType<Clearance> = z
  .union([
    z.strictObject({ granted: z.literal(true) }),
    z.strictObject({ granted: z.literal(false), withheld: z.array(z.enum(WITHHELD_REASONS)).min(1) }),
  ])
  .meta({ description: 'That nothing of the cluster is left, as far as the coverage says.' });

const keyring: z.ZodType<KeyringAdvice> = z.union([
  z.strictObject({ mayBeRetired: z.literal(true) }),
  z.strictObject({
    mayBeRetired: z.literal(false),
    why: z.enum(['no-clearance', 'serves-other-clusters']),
  }),
]);

const check: z.ZodType<CheckResult> = z
  .strictObject({
    schemaVersion: z.literal('1'),
    run: z.strictObject({
      id: text,
      startedAt: time,
      finishedAt: time,
      asOf: time.meta({ description: 'The moment that was judged as of; ISO 8601 in UTC.' }),
      complete: z.boolean().meta({
        description: 'Everything that had to be read was read and judged, and nothing contradicted itself.',
      }),
      project: z.strictObject({ name: text, region: text, id: text.nullable() }),
      problems: z.array(problem),
    }),
    cluster,
    summary: z.strictObject({ instances: fateCounts, volumes: fateCounts }),
    resources: z.array(resource).meta({
      description: 'Ordered by fate (remaining, unreadable, gone), origin (recorded first), kind, ID.',
    }),
    coverage,
    clearance,
    keyring,
  })
  .meta({
    title: 'Karpenter cluster check, version 1',
    description: 'What became of the instances and volumes of one cluster after its deletion.',
  });
