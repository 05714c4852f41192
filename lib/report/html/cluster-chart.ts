import { scaleLinear } from 'd3-scale';
import type { Finding } from '../report.ts';
import { shortened } from '../terminal/layout.ts';
import { money } from '../words/money.ts';
import { grouped, named } from '../words/printable.ts';
import { CHART_WIDTH, figure, rounded } from './figure.ts';
import { type Html, html } from './markup.ts';
import type { PricedOrphan } from './orphans.ts';
import type { Sheet } from './sheet.ts';

/** More bars cannot be told apart; what is beyond is one bar. */
const MOST_BARS = 8;
const ROW = 38;
const LABEL_COLUMNS = 28;

interface ClusterCost {
  readonly label: string;
  readonly orphans: number;
  readonly perMonth: number;
}

/** What the orphans of each cluster cost a month, of one currency, the dearest first. */
export function clusterChart(
  sheet: Sheet,
  orphans: readonly PricedOrphan[],
  currency: string,
  id: string,
): Html {
  const words = sheet.words.charts;
  const clusters = byCluster(sheet, orphans);
  const bars = [...clusters.slice(0, MOST_BARS), ...others(sheet, clusters.slice(MOST_BARS))];
  const [dearest] = clusters;
  return figure({
    id,
    height: bars.length * ROW + 2,
    title: words.byCluster(currency),
    says:
      dearest === undefined
        ? ''
        : words.byClusterSays(clusters.length, dearest.label, money(dearest.perMonth, currency)),
    drawing: html`${drawing(bars, currency)}`,
    figuresLabel: words.figures,
    columns: [words.cluster, words.orphans, words.perMonth],
    rows: clusters.map(({ label, orphans: n, perMonth }) => [label, grouped(n), money(perMonth, currency)]),
  });
}

function drawing(bars: readonly ClusterCost[], currency: string): readonly Html[] {
  const most = Math.max(...bars.map(({ perMonth }) => perMonth), 0);
  const length = scaleLinear([0, most === 0 ? 1 : most], [0, CHART_WIDTH]);
  return bars.map(
    ({ label, perMonth }, at) =>
      html`<text x="0" y="${at * ROW + 13}">${shortened(label, LABEL_COLUMNS)}</text><text x="${CHART_WIDTH}" y="${at * ROW + 13}" text-anchor="end">${money(perMonth, currency)}</text><rect class="ground" x="0" y="${at * ROW + 18}" width="${CHART_WIDTH}" height="13"/><rect class="bar" x="0" y="${at * ROW + 18}" width="${rounded(length(perMonth))}" height="13"/>`,
  );
}

function byCluster(sheet: Sheet, orphans: readonly PricedOrphan[]): readonly ClusterCost[] {
  const clusters = new Map<string, ClusterCost>();
  for (const { finding, perMonth } of orphans) {
    const key = JSON.stringify([
      finding.resource.project,
      finding.owner?.clusterUid ?? finding.owner?.uid8 ?? null,
    ]);
    const known = clusters.get(key);
    clusters.set(key, {
      label: known?.label ?? labelOf(sheet, finding),
      orphans: (known?.orphans ?? 0) + 1,
      perMonth: (known?.perMonth ?? 0) + perMonth,
    });
  }
  return [...clusters.values()].sort((a, b) => b.perMonth - a.perMonth);
}

function labelOf({ words, report }: Sheet, { owner, resource }: Finding): string {
  const uid8 = owner?.uid8 ?? owner?.clusterUid ?? null;
  const parts = [
    owner === null ? null : owner.clusterName === null ? null : named(owner.clusterName),
    uid8 === null ? null : named(uid8),
  ].filter((part) => part !== null);
  const cluster = parts.length === 0 ? words.charts.unknownCluster : parts.join(' ');
  return report.run.projects.length > 1 ? `${cluster} (${named(resource.project)})` : cluster;
}

function others({ words }: Sheet, rest: readonly ClusterCost[]): readonly ClusterCost[] {
  if (rest.length === 0) return [];
  return [
    {
      label: words.charts.others(rest.length),
      orphans: rest.reduce((sum, { orphans }) => sum + orphans, 0),
      perMonth: rest.reduce((sum, { perMonth }) => sum + perMonth, 0),
    },
  ];
}
