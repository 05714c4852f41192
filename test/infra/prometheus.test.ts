import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { FAILURE_CODES } from '../../lib/terms/failure.ts';
import { REASONS, VERDICTS } from '../../lib/verdict/judgement.ts';
import { anchorsOf } from '../docs/anchors.ts';
import { program } from '../report/formats-programs.ts';
import { askedBy } from './prometheus-expressions.ts';
import {
  alerts,
  dashboard,
  folder,
  knownMetrics,
  levelOf,
  recordings,
  writtenMetrics,
} from './prometheus-files.ts';

const promtool = program('promtool');
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

const panelExprs = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ refId, expr }) => [`${title}, ${refId}`, expr] as const),
);
const annotationExprs = dashboard.annotations.list.map(({ expr }) => ['an annotation', expr] as const);
const ruleExprs = [
  ...recordings.map(({ record, expr }) => [record, expr] as const),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
];
const everyExpr = [...ruleExprs, ...panelExprs, ...annotationExprs];

const VALUES: Readonly<Record<string, readonly string[]>> = {
  verdict: VERDICTS,
  reason: REASONS,
  kind: ['instance', 'volume'],
  code: FAILURE_CODES,
};

describe('what rules and dashboard ask for', () => {
  it('is seen by the reader of expressions', () => {
    expect(
      askedBy('sum by (a, b) (rate(x:y_total{c=~"1|2", d!=""}[5m] offset 7d)) > on (e) group_left () z / 2'),
    ).toEqual({
      metrics: ['x:y_total', 'z'].toSorted(),
      matchers: [
        { metric: 'x:y_total', label: 'c', value: '1|2' },
        { metric: 'x:y_total', label: 'd', value: '' },
      ],
      grouped: ['a', 'b', 'e'],
    });
  });

  it.each(everyExpr)('%s: metrics, labels and values that are written', (_, expr) => {
    const { metrics, matchers, grouped } = askedBy(expr);
    expect(metrics.filter((name) => !knownMetrics.has(name))).toEqual([]);
    expect(matchers.filter(({ metric, label }) => knownMetrics.get(metric)?.has(label) !== true)).toEqual([]);
    for (const { label, value } of matchers) {
      const values = VALUES[label];
      const unknown = value.split('|').filter((one) => values?.includes(one) === false);
      expect(unknown, label).toEqual([]);
    }
    const labels = new Set(metrics.flatMap((name) => [...(knownMetrics.get(name) ?? [])]));
    expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
  });

  it('leaves no metric unseen', () => {
    const asked = new Set(everyExpr.flatMap(([, expr]) => askedBy(expr).metrics));
    expect([...knownMetrics.keys()].filter((name) => !asked.has(name))).toEqual([]);
    expect(writtenMetrics.size).toBeGreaterThan(15);
  });
});

describe('the rules', () => {
  it.each(recordings)('$record bears the labels of its level', ({ record, expr, labels }) => {
    const { grouped, metrics } = askedBy(expr);
    const given = new Set([
      ...Object.keys(labels),
      ...grouped,
      ...metrics.flatMap((name) => [...(knownMetrics.get(name) ?? [])]),
    ]);
    expect(levelOf(record).filter((label) => !given.has(label))).toEqual([]);
  });

  it.each(alerts)('$alert has a section of the runbook', ({ alert, annotations }) => {
    const anchor = new URL(annotations.runbook_url).hash.slice(1);
    expect(anchor).toBe(alert.toLowerCase());
    expect(anchorsOf(runbook)).toContain(anchor);
  });

  it.each(alerts)('$alert says only what its series can fill in', ({ expr, annotations }) => {
    const labels = new Set(askedBy(expr).metrics.flatMap((name) => [...(knownMetrics.get(name) ?? [])]));
    const said = Object.values(annotations).join('\n');
    for (const [, label = ''] of said.matchAll(/\$labels\.(\w+)/g)) expect(labels).toContain(label);
  });

  it('are told apart by name, one runbook base for all', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(new Set(alerts.map(({ annotations }) => annotations.runbook_url.replace(/#.*/, ''))).size).toBe(1);
    expect(alerts.filter(({ alert }) => !/^KarpenterOrphanAudit[A-Z]\w+$/.test(alert))).toEqual([]);
  });

  it('each have a test in which they fire', () => {
    const tests = ['rules.test.yaml', 'rules.weeks.test.yaml']
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    expect(alerts.filter(({ alert }) => !tests.includes(`alertname="${alert}"`))).toEqual([]);
  });
});

describe(`promtool${promtool.why}`, () => {
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}` };
  };

  it.skipIf(!promtool.isThere)('takes the rules', () => {
    expect(run('check', 'rules', '--lint-fatal', 'rules.yaml')).toMatchObject({
      status: 0,
      said: expect.stringContaining(`SUCCESS: ${alerts.length + recordings.length} rules found`),
    });
  });

  it.skipIf(!promtool.isThere).each([['rules.test.yaml'], ['rules.weeks.test.yaml']])(
    'sees the rules do what %s says',
    (file) => {
      const { status, said } = run('test', 'rules', file);
      expect({ status, said: status === 0 ? '' : said }).toEqual({ status: 0, said: '' });
    },
  );

  it.skipIf(!promtool.isThere)('can read every expression of the dashboard', () => {
    const exprs = [...panelExprs, ...annotationExprs].map(([, expr]) =>
      expr.replaceAll('$project', 'shop|dev').replaceAll('$currency', 'KRW'),
    );
    const rules = exprs.map((expr, n) => ({ record: `dashboard:${n}`, expr }));
    const made = mkdtempSync(join(tmpdir(), 'orphan-audit-dashboard-'));
    try {
      const file = join(made, 'rules.yaml');
      writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
      expect(run('check', 'rules', file)).toMatchObject({
        status: 0,
        said: expect.stringContaining(`SUCCESS: ${rules.length} rules found`),
      });
    } finally {
      rmSync(made, { recursive: true });
    }
  });
});
