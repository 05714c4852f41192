import type { CurrencyCost } from '../report.ts';
import { money } from '../words/money.ts';
import { type Html, html, sentence } from './markup.ts';
import { countedOrphans } from './orphans.ts';
import { range, type Sheet } from './sheet.ts';

/** What the orphans cost: each currency by itself, and what the sums leave out. */
export function costs(sheet: Sheet): Html {
  const { words } = sheet;
  const currencies = currenciesOf(sheet);
  return html`<section aria-labelledby="cost"><h2 id="cost">${words.cost.heading}</h2>
${currencies.length === 0 ? html`<p>${nothing(sheet)}</p>` : currencies.map((one) => sums(sheet, one))}
${notes(sheet, currencies.length, withoutSince(sheet)).map((note) => html`<p class="faint">${note}</p>`)}
${missing(sheet)}</section>
`;
}

/** The main one first; one in which nothing is due is not told. */
function currenciesOf({ report }: Sheet): readonly CurrencyCost[] {
  const { cost } = report.summary;
  const { currency } = cost;
  const main = currency === null ? [] : [{ ...cost, currency }];
  return [...main, ...cost.otherCurrencies].filter(({ perMonth }) => perMonth > 0);
}

function nothing({ report, texts }: Sheet): Html {
  const { currency, unpriced } = report.summary.cost;
  const { costsNothing, noPriceBook, unpriced: unknown } = texts.page;
  if (unpriced === 0) return sentence(costsNothing);
  return sentence(currency === null ? noPriceBook : unknown(unpriced));
}

function sums(sheet: Sheet, { currency, perDay, perMonth, lingering }: CurrencyCost): Html {
  const { report, words } = sheet;
  const isWhole = report.summary.cost.unpriced === 0;
  const isDated = isWhole && withoutSince(sheet, currency) === 0;
  const sum = (text: string) => (isWhole ? text : words.cost.atLeast(text));
  const facts: readonly (readonly [string, string])[] = [
    [words.cost.perDay, sum(money(perDay, currency))],
    [words.cost.perMonth, sum(money(perMonth, currency))],
    [
      words.cost.lingering,
      isDated
        ? range(sheet, lingering, currency)
        : // What is left out may be any amount: only the lower end still holds.
          words.cost.atLeast(money(lingering.min, currency)),
    ],
  ];
  return html`<dl class="sums">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
`;
}

/** Orphans with a price of which nobody knows since when they linger. */
function withoutSince({ report }: Sheet, currency?: string): number {
  return countedOrphans(report).filter(
    ({ cost }) =>
      cost.perDay !== null &&
      cost.perDay > 0 &&
      cost.lingering === null &&
      cost.missingPrices.length === 0 &&
      (currency === undefined || cost.currency === currency),
  ).length;
}

function notes({ report, words, texts }: Sheet, currencies: number, undated: number): readonly string[] {
  if (currencies === 0) return [];
  const { unpriced, unsure } = report.summary.cost;
  return [
    unpriced + undated > 0 ? words.cost.lingeringAtLeast : words.cost.lingeringMeans,
    ...(currencies > 1 ? [words.cost.severalCurrencies] : []),
    ...(unpriced > 0 ? [words.cost.unpriced(unpriced)] : []),
    ...(undated > 0 ? [words.cost.sinceUnknown(undated)] : []),
    ...(unsure > 0 ? [texts.page.unsure(unsure)] : []),
  ];
}

/** Without a price book every price is missing, and that has been said. */
function missing({ report, texts }: Sheet): Html | undefined {
  const { currency, missingPrices } = report.summary.cost;
  if (currency === null || missingPrices.length === 0) return undefined;
  return html`<p>${texts.page.missingPrices}</p><ul>${missingPrices.map(
    ({ price, count }) => html`<li>${texts.page.missingPrice(price, count)}</li>`,
  )}</ul>
`;
}
