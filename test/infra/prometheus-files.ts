import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod';
import { writePrometheus } from '../../lib/report/prometheus/prometheus.ts';
import { hostile } from '../report/formats-worlds.ts';
import { aftermath, brokenNight, pricedNight } from '../report/worlds.ts';

export const folder = fileURLToPath(new URL('../../infra/prometheus/', import.meta.url));

const ruleSchema = z.union([
  z.strictObject({
    record: z.string(),
    expr: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
  }),
  z.strictObject({
    alert: z.string(),
    expr: z.string(),
    for: z.string().optional(),
    labels: z.strictObject({
      severity: z.enum(['info', 'warning']),
      service: z.string(),
      team: z.string(),
    }),
    annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.url() }),
  }),
]);
export type Rule = z.output<typeof ruleSchema>;
export type Alert = Extract<Rule, { alert: string }>;
export type Recording = Extract<Rule, { record: string }>;

const groups = z
  .strictObject({
    groups: z.array(
      z.strictObject({ name: z.string(), interval: z.literal('1m'), rules: z.array(ruleSchema) }),
    ),
  })
  .parse(parse(readFileSync(`${folder}rules.yaml`, 'utf8'))).groups;

const rules = groups.flatMap((group) => group.rules);
export const alerts: readonly Alert[] = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));
export const recordings: readonly Recording[] = rules.flatMap((rule) => ('record' in rule ? [rule] : []));

const datasource = z.strictObject({
  type: z.literal('prometheus'),
  uid: z.string().regex(/^\$\{datasource\}$/),
});
const panelSchema = z.looseObject({
  id: z.int().positive(),
  type: z.enum(['row', 'stat', 'timeseries', 'state-timeline']),
  title: z.string().min(1),
  gridPos: z.strictObject({
    x: z.int().min(0),
    y: z.int().min(0),
    w: z.int().min(1),
    h: z.int().min(1),
  }),
  description: z.string().optional(),
  datasource: datasource.optional(),
  fieldConfig: z
    .looseObject({ defaults: z.looseObject({ unit: z.string(), noValue: z.string().optional() }) })
    .optional(),
  targets: z
    .array(z.looseObject({ refId: z.string(), datasource, expr: z.string(), legendFormat: z.string() }))
    .default([]),
});
export type Panel = z.output<typeof panelSchema>;

export const dashboard = z
  .looseObject({
    uid: z.string(),
    id: z.null(),
    title: z.string(),
    schemaVersion: z.int(),
    templating: z.strictObject({
      list: z.array(
        z.looseObject({
          name: z.string(),
          type: z.enum(['datasource', 'query']),
          query: z.union([z.string(), z.looseObject({ query: z.string() })]),
          datasource: datasource.optional(),
        }),
      ),
    }),
    annotations: z.strictObject({ list: z.array(z.looseObject({ datasource, expr: z.string() })) }),
    panels: z.array(panelSchema),
  })
  .parse(JSON.parse(readFileSync(`${folder}grafana-dashboard.json`, 'utf8')));

/** Which labels each metric has: those that a report can be written with, and those of the recording rules. */
export const writtenMetrics = metricsOf([
  aftermath('en'),
  brokenNight('en'),
  pricedNight('en'),
  hostile('x'),
]);
export const knownMetrics: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...writtenMetrics,
  ...recordings.map(({ record }) => [record, new Set(levelOf(record))] as const),
]);

function metricsOf(
  reports: readonly Parameters<typeof writePrometheus>[0][],
): ReadonlyMap<string, ReadonlySet<string>> {
  const metrics = new Map<string, Set<string>>();
  for (const report of reports) {
    for (const [, name = '', labels = ''] of writePrometheus(report).matchAll(
      /^(karpenter_\w+)(?:\{(.*)\})? \S+$/gm,
    )) {
      const known = metrics.get(name) ?? new Set<string>();
      for (const [, label = ''] of labels.matchAll(/(?:^|,)(\w+)="/g)) known.add(label);
      metrics.set(name, known);
    }
  }
  return metrics;
}

/** `project_reason:…:held` has the labels project and reason (Prometheus, "Recording rules": level:metric:operations). */
export function levelOf(record: string): readonly string[] {
  return (record.split(':')[0] ?? '').split('_');
}
