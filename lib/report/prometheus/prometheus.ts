import { Big } from 'big.js';
import { parseInstant, SECOND_MS } from '../../terms/instants.ts';
import { VERDICTS } from '../../verdict/judgement.ts';
import type { Finding, Report, ReportedProject } from '../report.ts';
import { REASONS_OF } from './reasons.ts';
import { type Family, family, type Sample, writeFamilies } from './text.ts';

const KINDS = ['instance', 'volume'] as const;

/**
 * The report as gauges, in a text that the OpenMetrics format, Prometheus' text format, the textfile collector and the
 * Pushgateway all take: docs/formats.md, "prometheus". No sample has a timestamp; those two refuse it.
 */
export function writePrometheus(report: Report): string {
  return writeFamilies([
    findings(report),
    ignored(report),
    listed(report),
    ...costs(report),
    unpriced(report),
    unsure(report),
    ...runs(report),
    keyrings(report),
    problems(report),
  ]);
}

/**
 * Every verdict and reason that can meet has a series, at 0 if need be, so that an alert sees a change and not a series
 * that appears. Ignored findings are not counted.
 */
function findings(report: Report): Family {
  const counts = new Map<string, Sample>();
  const add = (sample: Sample) => {
    const key = JSON.stringify(sample.labels);
    counts.set(key, { ...sample, value: (counts.get(key)?.value ?? 0) + sample.value });
  };
  for (const project of report.run.projects) {
    for (const kind of KINDS) {
      const ofKind = report.findings.filter((one) => one.resource.kind === kind && isOf(project, one));
      for (const verdict of VERDICTS) {
        for (const reason of REASONS_OF[kind][verdict]) {
          add({ labels: { project: project.name, kind, verdict, reason }, value: 0 });
        }
      }
      for (const { verdict, reason, ignored: entry } of ofKind) {
        if (entry !== null || verdict === 'unrelated') continue;
        add({ labels: { project: project.name, kind, verdict, reason }, value: 1 });
      }
      add({
        labels: { project: project.name, kind, verdict: 'unrelated', reason: 'no-karpenter-mark' },
        value: unrelated(project, kind, ofKind),
      });
    }
  }
  return family('findings', 'Resources by verdict and reason, ignored ones left out.', [...counts.values()]);
}

/** As the summary counts them: what was listed and nothing else was said of. */
function unrelated(
  project: ReportedProject,
  kind: 'instance' | 'volume',
  ofKind: readonly Finding[],
): number {
  const inList = (kind === 'instance' ? project.listed.instances : project.listed.volumes) ?? 0;
  const related = ofKind.filter(({ verdict }) => verdict !== 'unrelated').length;
  return Math.max(inList - related, ofKind.length - related);
}

function ignored({ run, findings: all }: Report): Family {
  return family(
    'ignored_findings',
    'Findings that an ignore entry keeps out of the counts.',
    run.projects.flatMap((project) =>
      KINDS.map((kind) => ({
        labels: { project: project.name, kind },
        value: all.filter((one) => one.resource.kind === kind && one.ignored !== null && isOf(project, one))
          .length,
      })),
    ),
  );
}

function listed({ run }: Report): Family {
  return family(
    'listed_resources',
    'Resources that the cloud listed, unrelated ones included; absent where they could not be listed.',
    run.projects.flatMap(({ name, listed: { instances, volumes } }) => [
      ...sampleOrNone({ project: name, kind: 'instance' }, instances),
      ...sampleOrNone({ project: name, kind: 'volume' }, volumes),
    ]),
  );
}

/** Sums of the findings' own numbers; every project has every currency of the report, and currencies are never added. */
function costs(report: Report): readonly Family[] {
  const { currency, otherCurrencies } = report.summary.cost;
  const currencies = [
    ...(currency === null ? [] : [currency]),
    ...otherCurrencies.map((other) => other.currency),
  ];
  const sums = (name: string, help: string, amount: (finding: Finding) => number | null) =>
    family(
      name,
      help,
      report.run.projects.flatMap((project) =>
        currencies.map((one) => ({
          labels: { project: project.name, currency: one },
          value: sum(
            orphansOf(project, report)
              .filter(({ cost }) => cost.currency === one)
              .map((finding) => amount(finding) ?? 0),
          ),
        })),
      ),
    );
  const ofOrphans = 'of the orphans, ignored and unpriced ones left out';
  return [
    sums('cost_per_day', `Cost of one day ${ofOrphans}.`, ({ cost }) => cost.perDay),
    sums('cost_per_month', `Cost of 730 hours ${ofOrphans}.`, ({ cost }) => cost.perMonth),
    sums('lingering_cost_min', `Cost ${ofOrphans}, since their owners went: at least.`, ({ cost }) => {
      return cost.lingering?.min ?? null;
    }),
    sums('lingering_cost_max', `Cost ${ofOrphans}, since their owners went: at most.`, ({ cost }) => {
      return cost.lingering?.max ?? null;
    }),
  ];
}

function unpriced(report: Report): Family {
  return family(
    'unpriced_orphans',
    'Orphans that lack a price, ignored ones left out: with any, the costs are at least.',
    report.run.projects.map((project) => ({
      labels: { project: project.name },
      value: orphansOf(project, report).filter(({ cost }) => cost.missingPrices.length > 0).length,
    })),
  );
}

function unsure(report: Report): Family {
  return family(
    'billing_unknown_orphans',
    'Priced orphans of whose state nobody knows whether it is billed: the costs hold them as billed.',
    report.run.projects.map((project) => ({
      labels: { project: project.name },
      value: orphansOf(project, report).filter(
        ({ resource, cost }) => resource.billed === null && cost.perHour !== null,
      ).length,
    })),
  );
}

function runs({ run }: Report): readonly Family[] {
  return [
    family(
      'run_complete',
      '1 where everything that had to be read was read, 0 otherwise.',
      run.projects.map(({ name, complete }) => ({ labels: { project: name }, value: complete ? 1 : 0 })),
    ),
    family('run_timestamp_seconds', 'The moment that was judged as of.', [
      ...sampleOrNone({}, secondsOf(run.asOf)),
    ]),
    family('run_duration_seconds', 'How long the run took.', [
      ...sampleOrNone({}, secondsBetween(run.startedAt, run.finishedAt)),
    ]),
    family(
      'last_complete_timestamp_seconds',
      'The last complete run, this one counted; absent where there was none or nobody remembers.',
      run.projects.flatMap(({ name, lastCompleteAt }) =>
        sampleOrNone({ project: name }, secondsOf(lastCompleteAt)),
      ),
    ),
    family(
      'last_record_timestamp_seconds',
      'When something was last recorded in the ledger; absent where nothing was or it could not be read.',
      run.projects.flatMap(({ name, lastRecordAt }) =>
        sampleOrNone({ project: name }, secondsOf(lastRecordAt)),
      ),
    ),
  ];
}

/** Two keyrings for the same clusters would be one series: it is sound only if both are. */
function keyrings({ run }: Report): Family {
  const samples = new Map<string, Sample>();
  for (const { name, keyrings: rings } of run.projects) {
    for (const { clusters, sound } of rings) {
      const labels = { project: name, clusters: clusters === null ? '*' : clusters.join(',') };
      const key = JSON.stringify(labels);
      samples.set(key, { labels, value: Math.min(samples.get(key)?.value ?? 1, sound ? 1 : 0) });
    }
  }
  return family(
    'keyring_sound',
    '1 where every needed signing key is in the keyring and live instances do not contradict it, 0 otherwise.',
    [...samples.values()],
  );
}

function problems({ run }: Report): Family {
  const counts = new Map<string, Sample>();
  for (const { project, code } of run.problems) {
    const key = JSON.stringify([project, code]);
    counts.set(key, { labels: { project, code }, value: (counts.get(key)?.value ?? 0) + 1 });
  }
  return family('problems', 'What could not be read, by code; only codes that occurred.', [
    ...counts.values(),
  ]);
}

function isOf({ name, region }: ReportedProject, { resource }: Finding): boolean {
  return resource.project === name && resource.region === region;
}

function orphansOf(project: ReportedProject, report: Report): readonly Finding[] {
  return report.findings.filter(
    (one) => one.verdict === 'orphan' && one.ignored === null && isOf(project, one),
  );
}

/** Of decimals, not of their nearest binary fractions. */
function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toNumber();
}

function sampleOrNone(labels: Sample['labels'], value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels, value }];
}

function secondsOf(time: string | null): number | null {
  const at = parseInstant(time);
  return at === undefined ? null : at / SECOND_MS;
}

function secondsBetween(start: string, end: string): number | null {
  const [from, to] = [parseInstant(start), parseInstant(end)];
  return from === undefined || to === undefined ? null : (to - from) / SECOND_MS;
}
