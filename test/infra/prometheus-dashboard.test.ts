import { describe, expect, it } from 'vitest';
import { askedBy } from './prometheus-expressions.ts';
import { dashboard, knownMetrics, type Panel } from './prometheus-files.ts';

const COLUMNS = 24;
const { panels, templating } = dashboard;
const withData = panels.filter(({ type }) => type !== 'row');

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

describe('the dashboard', () => {
  it('can be imported anywhere: no ID of its own, a data source that is chosen', () => {
    expect(dashboard.id).toBeNull();
    expect(dashboard.schemaVersion).toBe(39);
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['project', 'query'],
      ['currency', 'query'],
    ]);
  });

  it.each(templating.list.filter(({ type }) => type === 'query'))(
    'the variable $name has the values of a label that is there',
    ({ name, query, datasource }) => {
      const text = typeof query === 'string' ? query : query.query;
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(text) ?? [];
      expect(label).toBe(name);
      expect(knownMetrics.get(metric)).toContain(label);
      expect(datasource).toBeDefined();
    },
  );

  it('gives each panel an ID and a title of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const titles = new Set(panels.map(({ title, type }) => `${type} ${title}`));
    expect(titles.size).toBe(panels.length);
  });

  it('has panels that neither overlap nor stand beside the grid', () => {
    const overlapping = panels.flatMap((one, n) =>
      panels.slice(n + 1).flatMap((other) => (overlap(one, other) ? [[one.title, other.title]] : [])),
    );
    expect(overlapping).toEqual([]);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > COLUMNS)).toEqual([]);
  });

  it.each(withData)('$title ($id) asks the chosen data source, and says what it shows', (panel) => {
    expect(panel.datasource).toBeDefined();
    expect(panel.description).toMatch(/\.$/);
    expect(panel.targets.length).toBeGreaterThan(0);
    expect(new Set(panel.targets.map(({ refId }) => refId)).size).toBe(panel.targets.length);
  });

  it.each(withData)('$title ($id) shows the chosen projects, and adds no currencies together', (panel) => {
    for (const { expr, legendFormat } of panel.targets) {
      const { metrics, matchers, grouped } = askedBy(expr);
      for (const metric of metrics) {
        const labels = knownMetrics.get(metric) ?? new Set();
        const chosen = matchers.filter((one) => one.metric === metric).map(({ value }) => value);
        if (labels.has('project')) expect(chosen).toContain('$project');
        if (labels.has('currency'))
          expect(chosen.includes('$currency') || grouped.includes('currency')).toBe(true);
      }
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        const labels = metrics.flatMap((metric) => [...(knownMetrics.get(metric) ?? [])]);
        expect([...labels, 'instance']).toContain(label);
      }
    }
  });

  it('tells silence from nothing: a number that nobody knows is no 0', () => {
    const stats = withData.filter(({ type }) => type === 'stat');
    expect(stats.length).toBeGreaterThan(5);
    for (const { fieldConfig, title } of stats)
      expect(fieldConfig?.defaults.noValue, title).toMatch(/nobody knows|never/);
  });
});
