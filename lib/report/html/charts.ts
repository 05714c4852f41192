import { named } from '../words/printable.ts';
import { clusterChart } from './cluster-chart.ts';
import { lingeringChart } from './lingering-chart.ts';
import { type Html, html } from './markup.ts';
import { countedOrphans, pricedOrphans } from './orphans.ts';
import type { Sheet } from './sheet.ts';

/** Two charts for each currency; without a price there is nothing to draw, and the page says so. */
export function charts(sheet: Sheet): Html | undefined {
  const { report, words } = sheet;
  const orphans = countedOrphans(report).length;
  if (orphans === 0) return undefined;
  const priced = pricedOrphans(report);
  const currencies = [...new Set(priced.map(({ currency }) => currency))];
  const unpriced = countedOrphans(report).filter(({ cost }) => cost.perDay === null).length;
  if (priced.length === 0 && unpriced === 0) return undefined;
  const note = priced.length === 0 ? words.charts.nothingPriced(orphans) : words.charts.leftOut(unpriced);
  return html`<section aria-labelledby="charts"><h2 id="charts">${words.charts.heading}</h2>
${unpriced === 0 ? undefined : html`<p>${note}</p>`}
${currencies.map((currency, at) => {
  const mine = priced.filter((one) => one.currency === currency);
  const findings = mine.map(({ finding }) => finding);
  return html`<div class="charts">${clusterChart(sheet, mine, named(currency), `cluster${at}`)}${lingeringChart(sheet, findings, named(currency), `time${at}`)}</div>`;
})}
</section>
`;
}
