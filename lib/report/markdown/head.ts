import { VERDICTS } from '../../verdict/judgement.ts';
import type { CostSummary, CurrencyCost, Report } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import { code } from './escape.ts';
import { type MarkdownPage, someOf } from './page.ts';
import { moneyOf, rangeOf } from './rows.ts';
import type { MarkdownTexts } from './texts.ts';

/** More than this of one thing is counted: what stands above the findings has a bound of its own. */
const MOST = 20;

/** Characters of a sentence. */
const LONG = 400;

/** When and where, what is missing, how many, and what they cost. */
export function markdownHead(page: MarkdownPage, report: Report): readonly string[] {
  return [
    `## ${page.texts.page.title}`,
    place(page, report),
    incomplete(page, report),
    counts(page, report),
    cost(page, report),
    keyrings(page, report),
    nothingFound(page, report),
  ].filter((block) => block !== '');
}

function place(page: MarkdownPage, { run }: Report): string {
  const { texts, timezone } = page;
  const projects = run.projects.map(({ name, region }) => `${name} (${region})`);
  return [
    `${localTime(run.asOf, timezone)} (${timezone})`,
    `${texts.page.projects}${someOf(page, projects, MOST)}`,
    `${texts.page.run}${code(run.id)}`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}

/** A quotation, so that it stands out; a complete run may have problems too. */
function incomplete(page: MarkdownPage, { run }: Report): string {
  const { texts, words } = page;
  const shown = run.problems.slice(0, MOST);
  const problems = shown.flatMap((problem) => [
    `- ${code(problem.project)}: ${code(problem.message, LONG)} (${problem.code})`,
    `  - ${words.remedy}: ${code(problem.remedy, LONG)}`,
  ]);
  const more = run.problems.length > MOST ? [`- ${words.more(run.problems.length - MOST)}`] : [];
  if (run.complete) {
    return problems.length === 0 ? '' : quoted([`**${texts.page.problems}**`, '', ...problems, ...more]);
  }
  const projects = run.projects.filter((project) => !project.complete).map(({ name }) => name);
  return quoted([
    `**${texts.page.incomplete(someOf(page, projects, MOST))}**`,
    '',
    texts.page.incompleteMeans,
    '',
    ...(problems.length === 0 ? [texts.page.incompleteUnnamed] : [...problems, ...more]),
  ]);
}

function quoted(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** Orphans and ambiguous ones always, of the others what there is. */
function counts(
  { texts }: MarkdownPage,
  { summary: { instances, volumes, ignored, listed } }: Report,
): string {
  const said = VERDICTS.flatMap((verdict) => {
    const n = instances[verdict] + volumes[verdict];
    return n > 0 || verdict === 'orphan' || verdict === 'ambiguous' ? [texts.verdicts[verdict].count(n)] : [];
  });
  const all = [...said, ...(ignored > 0 ? [texts.page.ignoredCount(ignored)] : [])];
  return `**${all.join(', ')}**\n${texts.page.listed(
    listed.instances === null ? texts.page.instancesNotListed : texts.page.instances(listed.instances),
    listed.volumes === null ? texts.page.volumesNotListed : texts.page.volumes(listed.volumes),
  )}`;
}

/** One line a currency: they are never added together. */
function cost({ words, texts }: MarkdownPage, { summary }: Report): string {
  if (summary.instances.orphan + summary.volumes.orphan === 0) return '';
  const { currency, unpriced, unsure, otherCurrencies, missingPrices } = summary.cost;
  const sums = [...(currency === null ? [] : [{ ...summary.cost, currency }]), ...otherCurrencies];
  if (sums.length === 0) return texts.page.noPriceBook;
  return [
    ...sums.map((sum) => `- ${sumOf(words, sum)}`),
    ...(unpriced > 0 ? [`- ${words.withoutPrice(unpriced)}`] : []),
    ...(unsure > 0 ? [`- ${words.unsure(unsure)}`] : []),
    ...(missingPrices.length > 0 ? [`- ${missing(words, missingPrices)}`] : []),
  ].join('\n');
}

function sumOf(words: MarkdownTexts, { currency, perDay, perMonth, lingering }: CurrencyCost): string {
  return words.cost(moneyOf(perDay, currency), moneyOf(perMonth, currency), rangeOf(lingering, currency));
}

function missing(words: MarkdownTexts, prices: CostSummary['missingPrices']): string {
  const shown = prices.slice(0, MOST).map(({ price, count }) => words.missingPrice(code(price), count));
  const more = prices.length > MOST ? ` ${words.more(prices.length - MOST)}` : '';
  return words.missingPrices(`${shown.join(', ')}${more}`);
}

function keyrings(page: MarkdownPage, { run }: Report): string {
  const unsound = run.projects.filter((project) => project.keyrings.some(({ sound }) => !sound));
  if (unsound.length === 0) return '';
  return page.words.keyringUnsound(
    someOf(
      page,
      unsound.map(({ name }) => name),
      MOST,
    ),
  );
}

/** Says that nothing is left only after a run that could have seen it. */
function nothingFound({ texts }: MarkdownPage, { run, summary, findings }: Report): string {
  if (findings.some(({ verdict }) => ['orphan', 'ambiguous', 'held', 'retained'].includes(verdict)))
    return '';
  const { listed, instances, volumes } = summary;
  const words = texts.page;
  if (!run.complete || listed.instances === null || listed.volumes === null) {
    return `**${words.nothingFoundIncomplete}**`;
  }
  const where = `${words.instances(listed.instances)}, ${words.volumes(listed.volumes)}`;
  const settling = instances.settling + volumes.settling;
  return settling === 0
    ? words.nothingLeft(where)
    : words.nothingProven(where, texts.verdicts.settling.count(settling));
}
