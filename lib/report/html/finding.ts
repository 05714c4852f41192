import type { Verdict } from '../../verdict/judgement.ts';
import type { Finding } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import { ageOf, type Surroundings } from '../terminal/rows.ts';
import { money } from '../words/money.ts';
import { named } from '../words/printable.ts';
import { nextStepKey, reasonKey } from '../words/texts.ts';
import { behind } from './behind.ts';
import { type Html, html } from './markup.ts';
import { range, type Sheet } from './sheet.ts';

export interface RowSheet extends Sheet {
  readonly around: Surroundings;
  /** Whether any finding has a price: without, there are no columns for it. */
  readonly hasPrices: boolean;
}

/** What the page's script finds a row by. */
export interface Handles {
  readonly ranks: string;
  /** The project's place among the report's projects. */
  readonly project: number;
}

/** What a reader filters by: the verdict, unless an ignore entry keeps the finding out of its counts. */
export type Group = Verdict | 'ignored';

export function groupOf({ verdict, ignored }: Finding): Group {
  return ignored === null ? verdict : 'ignored';
}

/** One finding: a row to scan, and below it everything that is known. */
export function findingRows(sheet: RowSheet, finding: Finding, at: number, handles: Handles): Html {
  const { resource, verdict } = finding;
  const { label } = sheet.texts.verdicts[verdict];
  return html`<tbody data-r="${handles.ranks}" data-v="${groupOf(finding)}" data-k="${resource.kind}" data-p="${handles.project}">
<tr><td><span class="v ${verdict}">${label}</span></td><th scope="row" id="f${at}">${identity(sheet, finding)}</th><td>${what(sheet, finding)}</td><td>${owner(finding)}</td><td>${why(sheet, finding)}</td>${sheet.hasPrices ? sums(sheet, finding) : undefined}<td>${next(sheet, finding)}</td></tr>
<tr><td colspan="${sheet.hasPrices ? 8 : 6}">${behind(sheet, finding, at)}</td></tr></tbody>
`;
}

function identity({ texts, around }: RowSheet, { resource }: Finding): Html {
  const { noName, inProject } = texts.page;
  const name = resource.name === '' ? noName : named(resource.name);
  const project = around.hasSeveralProjects
    ? html`<br/><small>${inProject(named(resource.project))}</small>`
    : undefined;
  return html`<b>${name}</b><br/><code class="id">${resource.id}</code>${project}`;
}

function what({ texts, around }: RowSheet, { resource }: Finding): Html {
  const { kinds, unknown, attachedTo } = texts.page;
  const size = resource.sizeGiB === null ? unknown : `${resource.sizeGiB} GiB`;
  const flavor = resource.flavor === null ? unknown : named(resource.flavor);
  const on = resource.attachedTo;
  const attached =
    on === null
      ? undefined
      : html`<br/><small>${attachedTo(named(around.instanceNames.get(on) ?? on))}</small>`;
  return html`${kinds[resource.kind]}, ${resource.kind === 'instance' ? flavor : size}<br/>${ageOf({ texts }, resource.createdAt, around.asOf)}${attached}`;
}

function owner({ owner: one }: Finding): string {
  if (one === null) return '';
  const cluster = one.clusterName ?? one.uid8 ?? one.clusterUid;
  return [cluster, one.nodeClaim]
    .filter((part) => part !== null)
    .map(named)
    .join(' / ');
}

function why({ texts, timezone }: RowSheet, finding: Finding): Html {
  const { clause } = texts.reasons[reasonKey(finding.reason, finding.verdict)];
  const proof = finding.assurance === null ? undefined : `; ${texts.assurances[finding.assurance]}`;
  const warnings = finding.warnings.map(
    (warning) => html`<br/><span class="caution">! ${texts.warnings[warning]}</span>`,
  );
  const { ignored } = finding;
  const until =
    ignored === null
      ? undefined
      : html`<br/><small>${texts.page.ignoredUntil(ignored.reason, localTime(ignored.until, timezone))}</small>`;
  return html`${clause}${proof}${warnings}${until}`;
}

function sums(sheet: RowSheet, { cost, resource, verdict }: Finding): Html {
  const { aDay, lingered } = sheet.words.findings;
  const { explanation, noPrice } = sheet.texts.page;
  const { currency, perDay, lingering, missingPrices } = cost;
  const soFar =
    lingering === null || currency === null ? undefined : lingered(range(sheet, lingering, currency));
  // What an owner pays for on purpose is nobody's loss.
  if (verdict === 'in-use' || verdict === 'settling' || verdict === 'unrelated')
    return html`<td></td><td></td>`;
  if (resource.billed === false) return html`<td class="n">${explanation.notBilled}</td><td></td>`;
  const lacks = missingPrices.length === 0 ? noPrice : explanation.missingPrices(missingPrices.join(', '));
  if (currency === null || perDay === null) return html`<td class="n">${lacks}</td><td></td>`;
  const isUnsure = resource.billed === null;
  return html`<td class="n">${aDay(money(perDay, currency))}${isUnsure ? '?' : undefined}</td><td class="n">${missingPrices.length === 0 ? soFar : lacks}</td>`;
}

function next({ texts }: RowSheet, { nextStep, resource, verdict, ignored }: Finding): Html | undefined {
  if (nextStep.code === 'none' || ignored !== null) return undefined;
  return html`<b>${texts.nextSteps[nextStepKey(nextStep.code, resource.kind, verdict)].short}</b>`;
}
