import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writePrometheus } from '../../lib/report/prometheus/prometheus.ts';
import { REASONS_OF } from '../../lib/report/prometheus/reasons.ts';
import type { Report } from '../../lib/report/report.ts';
import { REASONS, VERDICTS } from '../../lib/verdict/judgement.ts';
import { program } from './formats-programs.ts';
import { aKeyring, hostile, LINGERING, orphans } from './formats-worlds.ts';
import { anyText } from './hostile.ts';
import { aftermath, brokenNight, cleanNight, pricedNight } from './worlds.ts';

const promtool = program('promtool');

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads what OpenMetrics and the text format have in common, and refuses all else. */
function parse(text: string): readonly Sample[] {
  expect(text.endsWith('\n# EOF\n') || text === '# EOF\n').toBe(true);
  const lines = text.split('\n').slice(0, -2);
  const samples: Sample[] = [];
  let family = '';
  for (const line of lines) {
    const head = /^# (HELP|TYPE) (karpenter_orphan_audit_[a-z_]+) ([^\\"]+)$/.exec(line);
    if (head !== null) {
      expect(head[1] === 'HELP' || head[3] === 'gauge', line).toBe(true);
      family = head[2] ?? '';
      continue;
    }
    const sample = /^([a-z_]+)(?:\{(.+)\})? (\d+(?:\.\d+)?)$/s.exec(line);
    expect(sample, line).not.toBeNull();
    expect(sample?.[1]).toBe(family);
    samples.push({ name: family, labels: labelsOf(sample?.[2] ?? ''), value: Number(sample?.[3]) });
  }
  return samples;
}

function labelsOf(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  let at = 0;
  const label = /,?([a-z_]+)="((?:[^"\\]|\\[\\"n])*)"/sy;
  while (at < text.length) {
    label.lastIndex = at;
    const match = label.exec(text);
    if (match === null) throw new SyntaxError(`no label at ${at}: ${text}`);
    labels[match[1] ?? ''] = (match[2] ?? '').replace(/\\(.)/g, (_, one: string) =>
      one === 'n' ? '\n' : one,
    );
    at = label.lastIndex;
  }
  return labels;
}

function sumOf(
  report: Report,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = parse(writePrometheus(report)).filter(
    (sample) =>
      sample.name === `karpenter_orphan_audit_${name}` &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

describe('the metrics', () => {
  const worlds = { aftermath, 'broken-night': brokenNight, 'priced-night': pricedNight };
  it.each(Object.entries(worlds))('of %s are these', async (name, world) => {
    await expect(writePrometheus(world('en'))).toMatchFileSnapshot(`prometheus-${name}.golden.txt`);
  });

  it('do not depend on the language', () => {
    expect(writePrometheus(aftermath('ko'))).toBe(writePrometheus(aftermath('en')));
  });

  it('count what the summary counts', () => {
    for (const report of [aftermath('en'), brokenNight('en'), cleanNight('en'), pricedNight('en')]) {
      for (const verdict of VERDICTS) {
        const { instances, volumes } = report.summary;
        expect(sumOf(report, 'findings', { verdict, kind: 'instance' }) ?? 0).toBe(instances[verdict]);
        expect(sumOf(report, 'findings', { verdict, kind: 'volume' }) ?? 0).toBe(volumes[verdict]);
      }
      expect(sumOf(report, 'ignored_findings')).toBe(report.summary.ignored);
      expect(sumOf(report, 'unpriced_orphans')).toBe(report.summary.cost.unpriced);
      expect(sumOf(report, 'billing_unknown_orphans')).toBe(report.summary.cost.unsure);
    }
  });

  it('sum to the costs of the summary, currency by currency', () => {
    const report = pricedNight('en');
    const { cost } = report.summary;
    const sums = [{ ...cost, currency: cost.currency ?? 'none' }, ...cost.otherCurrencies];
    expect(sums).toHaveLength(2);
    for (const { currency, perDay, perMonth, lingering } of sums) {
      expect(sumOf(report, 'cost_per_day', { currency })).toBeCloseTo(perDay, 4);
      expect(sumOf(report, 'cost_per_month', { currency })).toBeCloseTo(perMonth, 4);
      expect(sumOf(report, 'lingering_cost_min', { currency })).toBeCloseTo(lingering.min, 4);
      expect(sumOf(report, 'lingering_cost_max', { currency })).toBeCloseTo(lingering.max, 4);
    }
  });

  it('are at zero for every verdict after a clean night', () => {
    for (const verdict of VERDICTS.filter((one) => one !== 'unrelated')) {
      expect(sumOf(cleanNight('en'), 'findings', { verdict }), verdict).toBe(0);
    }
    expect(sumOf(cleanNight('en'), 'findings', { verdict: 'unrelated' })).toBe(84 + 125);
  });

  it('have the same series every night, whatever was found', () => {
    const series = (report: Report) =>
      parse(writePrometheus(report))
        .filter(({ name }) => name === 'karpenter_orphan_audit_findings')
        .map(({ labels }) => JSON.stringify(labels))
        .sort();
    expect(series(aftermath('en'))).toEqual(series(cleanNight('en')));
  });

  it('say which project was not read whole, and why', () => {
    const report = brokenNight('en');
    expect(sumOf(report, 'run_complete', { project: 'shop-prod' })).toBe(1);
    expect(sumOf(report, 'run_complete', { project: 'shop-dev' })).toBe(0);
    expect(sumOf(report, 'problems', { project: 'shop-dev', code: 'rate-limited' })).toBe(1);
    expect(sumOf(report, 'listed_resources', { project: 'shop-dev', kind: 'instance' })).toBeUndefined();
  });

  it('have times in seconds, and none where there is none', () => {
    const report = cleanNight('en');
    const [project] = report.run.projects;
    if (project === undefined) throw new TypeError('no project');
    const times = { lastCompleteAt: '2026-11-30T06:00:00Z', lastRecordAt: '2026-11-30T05:30:00.5Z' };
    const known = { ...report, run: { ...report.run, projects: [{ ...project, ...times }] } };
    const unknown = {
      ...report,
      run: { ...report.run, projects: [{ ...project, lastCompleteAt: null, lastRecordAt: null }] },
    };
    expect(sumOf(known, 'last_complete_timestamp_seconds')).toBe(1_796_018_400);
    expect(sumOf(known, 'last_record_timestamp_seconds')).toBe(1_796_016_600.5);
    expect(sumOf(known, 'run_timestamp_seconds')).toBe(1_796_018_400);
    expect(sumOf(known, 'run_duration_seconds')).toBe(7.25);
    expect(sumOf(unknown, 'last_complete_timestamp_seconds')).toBeUndefined();
    expect(sumOf(unknown, 'last_record_timestamp_seconds')).toBeUndefined();
  });

  it('call the keyring unsound when one of two for the same clusters is', () => {
    const report = cleanNight('en');
    const keyrings = [aKeyring(null, true), aKeyring(['a', 'b'], true), aKeyring(['a', 'b'], false)];
    const run = { ...report.run, projects: report.run.projects.map((project) => ({ ...project, keyrings })) };
    expect(sumOf({ ...report, run }, 'keyring_sound', { clusters: '*' })).toBe(1);
    expect(sumOf({ ...report, run }, 'keyring_sound', { clusters: 'a,b' })).toBe(0);
  });

  it('have no noise of binary fractions', () => {
    const cost = { ...LINGERING, perDay: 0.1, lingering: { min: 0.000_000_1, max: 0.2 } };
    const report = orphans({ cost }, { cost: { ...cost, perDay: 0.2 } });
    const summary = { ...report.summary, cost: { ...report.summary.cost, currency: 'KRW' } };
    const text = writePrometheus({ ...report, summary });
    expect(text).toContain('cost_per_day{project="shop-prod",currency="KRW"} 0.3\n');
    expect(text).toContain('lingering_cost_min{project="shop-prod",currency="KRW"} 0.0000002\n');
  });

  it('know a verdict for every reason', () => {
    const known = new Set(Object.values(REASONS_OF).flatMap((of) => Object.values(of).flat()));
    expect(REASONS.filter((reason) => !known.has(reason))).toEqual([]);
  });

  it('are a text that both formats read, with every label as it was, whatever things are called', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const samples = parse(writePrometheus(hostile(text)));
        const whole = text.replace(/\p{Cs}/gu, '\ufffd');
        const projects = samples.flatMap(({ labels }) => labels.project ?? []);
        expect(new Set(projects)).toEqual(new Set([whole]));
        const series = samples.map(({ name, labels }) => JSON.stringify([name, labels]));
        expect(new Set(series).size).toBe(series.length);
      }),
    );
  });
});

describe(`promtool${promtool.why}`, () => {
  const names = ['back\\slash "quoted"\nnext', '{project="x"} 1', '# EOF', '웹서버', ''];
  it
    .skipIf(!promtool.isThere)
    .each<readonly [string, Report]>([
      ['aftermath', aftermath('en')],
      ['a broken night', brokenNight('en')],
      ['a priced night', pricedNight('en')],
      ['a clean night', cleanNight('en')],
      ...names.map((name) => [`a project that is called ${JSON.stringify(name)}`, hostile(name)] as const),
    ])('check metrics has nothing to say of %s', (_, report) => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: writePrometheus(report),
      encoding: 'utf8',
    });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
