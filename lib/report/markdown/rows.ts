import type { Finding } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import { money, moneyRange } from '../words/money.ts';
import { grouped } from '../words/printable.ts';
import { nextStepKey, reasonKey } from '../words/texts.ts';
import { code } from './escape.ts';
import type { MarkdownPage } from './page.ts';

/** The two lines above a table's rows. */
export function tableHead({ words }: MarkdownPage): readonly string[] {
  const { name, id, what, owner, why, next, perDay, lingering } = words.columns;
  const texts = [name, id, what, owner, why, next];
  const amounts = [perDay, lingering];
  return [lineOf([...texts, ...amounts]), lineOf([...texts.map(() => '---'), ...amounts.map(() => '---:')])];
}

export function rowOf(page: MarkdownPage, finding: Finding): string {
  const { resource } = finding;
  return lineOf([
    resource.name === '' ? page.texts.page.noName : code(resource.name),
    code(resource.id),
    whatOf(page, finding),
    ownerOf(finding),
    whyOf(page, finding),
    nextOf(page, finding),
    perDayOf(page, finding),
    lingeringOf(finding),
  ]);
}

/** Our own words hold no `|`; what comes from outside is a code span, where none is left. */
function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function whatOf({ texts, timezone, hasSeveralProjects }: MarkdownPage, { resource }: Finding): string {
  const { kinds, unknown, ageUnknown, inProject } = texts.page;
  const size = resource.sizeGiB === null ? unknown : `${grouped(resource.sizeGiB)} GiB`;
  const flavor = resource.flavor === null ? unknown : code(resource.flavor);
  return [
    kinds[resource.kind],
    resource.kind === 'instance' ? flavor : size,
    resource.createdAt === null ? ageUnknown : localTime(resource.createdAt, timezone),
    ...(hasSeveralProjects ? [inProject(code(resource.project))] : []),
  ].join(', ');
}

function ownerOf({ owner }: Finding): string {
  if (owner === null) return '';
  const cluster = owner.clusterName ?? owner.uid8 ?? owner.clusterUid;
  return [cluster, owner.nodeClaim].flatMap((part) => (part === null ? [] : [code(part)])).join(' / ');
}

function whyOf({ texts, timezone }: MarkdownPage, finding: Finding): string {
  const { reasons, assurances, warnings, page } = texts;
  const { clause } = reasons[reasonKey(finding.reason, finding.verdict)];
  return [
    clause,
    ...(finding.assurance === null ? [] : [assurances[finding.assurance]]),
    ...finding.warnings.map((warning) => `**${warnings[warning]}**`),
    ...(finding.ignored === null
      ? []
      : [page.ignoredUntil(code(finding.ignored.reason), localTime(finding.ignored.until, timezone))]),
  ].join('; ');
}

function nextOf({ texts }: MarkdownPage, { nextStep, resource, verdict, ignored }: Finding): string {
  if (nextStep.code === 'none' || ignored !== null) return '';
  return `**${texts.nextSteps[nextStepKey(nextStep.code, resource.kind, verdict)].short}**`;
}

/** With a question mark where nobody knows whether its state is billed. */
function perDayOf({ words }: MarkdownPage, { cost, resource }: Finding): string {
  if (cost.perDay === null) return words.unpriced;
  return `${moneyOf(cost.perDay, cost.currency)}${resource.billed === null ? '?' : ''}`;
}

function lingeringOf({ cost: { lingering, currency } }: Finding): string {
  return lingering === null ? '' : rangeOf(lingering, currency);
}

/** Whoever wrote the price book may have called a currency anything; only a code of ISO 4217 has digits of its own. */
export function moneyOf(amount: number, currency: string | null): string {
  if (currency === null) return grouped(amount);
  return isCode(currency) ? escapedSign(money(amount, currency)) : `${grouped(amount)} ${code(currency)}`;
}

export function rangeOf(
  range: { readonly min: number; readonly max: number },
  currency: string | null,
): string {
  if (currency !== null && isCode(currency)) {
    const { from, to } = moneyRange(range, currency);
    return escapedSign(from === undefined ? to : `${from} ~ ${to}`);
  }
  return range.min === range.max
    ? moneyOf(range.max, currency)
    : `${grouped(range.min)} ~ ${moneyOf(range.max, currency)}`;
}

/** What is less than a cent is `<0.01`: no tag to GitHub, but perhaps to Slack. */
function escapedSign(amount: string): string {
  return amount.replaceAll('<', '&lt;');
}

function isCode(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency);
}
