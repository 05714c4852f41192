import { VERDICTS } from '../../verdict/judgement.ts';
import type { CostSummary, CurrencyCost, Finding, Listed, Report } from '../report.ts';
import { money, moneyRange } from '../words/money.ts';
import { named } from '../words/printable.ts';
import type { PageTexts } from '../words/texts.ts';
import { bothEnds, paragraph, wrap, wrapItems } from './layout.ts';
import { ink, localTime, type Page } from './page.ts';

/** Of the prices that the book lacks, as many are named. */
const MOST_MISSING = 8;

/** What stands above the findings: when and where, how many, what went wrong, or that nothing is left. */
export function headerOf(page: Page, report: Report, timezone: string): readonly (readonly string[])[] {
  return [
    place(page, report, timezone),
    incomplete(page, report),
    counts(page, report),
    nothingFound(page, report),
  ];
}

function place(page: Page, { run }: Report, timezone: string): readonly string[] {
  const { columns, texts } = page;
  const asOf = `${localTime(run.asOf, timezone)} (${timezone})`;
  const projects = run.projects.map(({ name, region }) => `${named(name)} (${named(region)})`).join(', ');
  return [
    ...ink(page, 'strong', bothEnds(texts.page.title, asOf, columns)),
    ...ink(page, 'plain', paragraph(texts.page.projects, projects, columns)),
    ...ink(page, 'faint', paragraph(texts.page.run, named(run.id), columns)),
  ];
}

function counts(page: Page, report: Report): readonly string[] {
  const { columns, texts } = page;
  const orphans = report.findings.filter(
    (finding) => finding.verdict === 'orphan' && finding.ignored === null,
  );
  return [
    ...ink(page, orphans.length > 0 ? 'alarm' : 'strong', wrapItems(countsOf(page, report), columns)),
    ...ink(page, 'plain', wrap(texts.page.listed(...looked(texts.page, report.summary.listed)), columns)),
    ...(orphans.length === 0 ? [] : ink(page, 'plain', orphanLines(page, report, orphans))),
  ];
}

/** Orphans and ambiguous ones always, of the others what there is. */
function countsOf({ texts }: Page, { summary: { instances, volumes, ignored } }: Report): readonly string[] {
  const said = VERDICTS.flatMap((verdict) => {
    const n = instances[verdict] + volumes[verdict];
    return n > 0 || verdict === 'orphan' || verdict === 'ambiguous' ? [texts.verdicts[verdict].count(n)] : [];
  });
  return [...said, ...(ignored > 0 ? [texts.page.ignoredCount(ignored)] : [])];
}

function looked(words: PageTexts, { instances, volumes }: Listed): [string, string] {
  return [
    instances === null ? words.instancesNotListed : words.instances(instances),
    volumes === null ? words.volumesNotListed : words.volumes(volumes),
  ];
}

function orphanLines(
  { texts, columns }: Page,
  report: Report,
  orphans: readonly Finding[],
): readonly string[] {
  const words = texts.page;
  const volumes = orphans
    .filter(({ resource }) => resource.kind === 'volume')
    .map(({ resource }) => resource.sizeGiB);
  const gib = volumes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const instances = orphans.length - volumes.length;
  const billed = orphans.filter(({ resource }) => resource.billed === true).length;
  const unknown = orphans.filter(({ resource }) => resource.billed === null).length;
  const parts = [
    ...(instances > 0 ? [words.instances(instances)] : []),
    ...(volumes.length > 0
      ? [`${words.volumes(volumes.length)} (${words.size(gib, volumes.includes(null))})`]
      : []),
  ];
  const billing = [
    words.billedOf(billed, orphans.length),
    ...(unknown > 0 ? [words.billingUnknownOf(unknown)] : []),
  ].join(', ');
  return [
    ...wrap(words.orphansAre(`${parts.join(', ')}; ${billing}`), columns),
    ...costLines(words, report.summary.cost).flatMap((line) => wrap(line, columns)),
    ...missingPrices(words, report.summary.cost, columns),
  ];
}

function costLines(words: PageTexts, cost: CostSummary): readonly string[] {
  const { currency, unpriced, unsure } = cost;
  if (currency === null) return [unpriced === 0 ? words.costsNothing : words.noPriceBook];
  const sums = [{ ...cost, currency }, ...cost.otherCurrencies].filter(({ perMonth }) => perMonth > 0);
  return [
    ...sums.map((sum) => costLine(words, sum, unpriced > 0)),
    ...(sums.length > 0 ? [] : [unpriced === 0 ? words.costsNothing : words.unpriced(unpriced)]),
    ...(unsure > 0 ? [words.unsure(unsure)] : []),
  ];
}

/** Without a book every price is missing, and {@link PageTexts.noPriceBook} says so. */
function missingPrices(words: PageTexts, { currency, missingPrices }: CostSummary, columns: number) {
  if (currency === null || missingPrices.length === 0) return [];
  const named = missingPrices.slice(0, MOST_MISSING);
  const more = missingPrices.length - named.length;
  const items = [
    ...named.map(({ price, count }) => words.missingPrice(price, count)),
    ...(more > 0 ? [words.moreMissing(more)] : []),
  ];
  return [
    ...wrap(words.missingPrices, columns),
    ...items.flatMap((item) => paragraph('  - ', item, columns)),
  ];
}

function costLine(words: PageTexts, sum: CurrencyCost, isAtLeast: boolean): string {
  const { currency, perDay, perMonth, lingering } = sum;
  const { from, to } = moneyRange(lingering, currency);
  const range = from === undefined ? to : words.range(from, to);
  return words.cost(
    money(perDay, currency),
    money(perMonth, currency),
    isAtLeast ? money(lingering.min, currency) : range,
    isAtLeast,
  );
}

function incomplete(page: Page, { run }: Report): readonly string[] {
  const { columns, texts } = page;
  const words = texts.page;
  const problems = run.problems.flatMap(({ code, project, message, remedy }) => [
    ...ink(page, 'caution', paragraph('   - ', `${named(project)}: ${message} (${code})`, columns)),
    ...ink(page, 'plain', paragraph('     -> ', remedy, columns)),
  ]);
  if (run.complete)
    return problems.length === 0 ? [] : [...ink(page, 'strong', [words.problems]), ...problems];
  const projects = run.projects.filter((project) => !project.complete).map(({ name }) => named(name));
  return [
    ...ink(page, 'alarm', paragraph('!! ', words.incomplete(projects.join(', ')), columns)),
    ...ink(page, 'alarm', paragraph('   ', words.incompleteMeans, columns)),
    ...(problems.length === 0
      ? ink(page, 'plain', paragraph('   ', words.incompleteUnnamed, columns))
      : problems),
  ];
}

/** Says that nothing is left only after a run that could have seen it. */
function nothingFound(page: Page, { run, summary, findings }: Report): readonly string[] {
  const { columns, texts } = page;
  const isFound = findings.some(({ verdict }) =>
    ['orphan', 'ambiguous', 'held', 'retained'].includes(verdict),
  );
  if (isFound) return [];
  const { listed, instances, volumes } = summary;
  if (!run.complete || listed.instances === null || listed.volumes === null) {
    return ink(page, 'alarm', wrap(texts.page.nothingFoundIncomplete, columns));
  }
  const where = looked(texts.page, listed).join(', ');
  const settling = instances.settling + volumes.settling;
  const text =
    settling === 0
      ? texts.page.nothingLeft(where)
      : texts.page.nothingProven(where, texts.verdicts.settling.count(settling));
  return ink(page, 'calm', wrap(text, columns));
}
