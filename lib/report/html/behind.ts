import type { Finding, FindingCost, ReportedOwner, ReportedResource } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import { money } from '../words/money.ts';
import { named } from '../words/printable.ts';
import { ruleText } from '../words/rule-text.ts';
import { passes, reasonKey } from '../words/texts.ts';
import { type Html, html, sentence } from './markup.ts';
import { range, type Sheet, timeOr } from './sheet.ts';
import { advice } from './steps.ts';

/** What stands behind a verdict: what to do, the rule that decided, the resource, and each piece of evidence. */
export function behind(sheet: Sheet, finding: Finding, at: number): Html {
  const { more, evidence } = sheet.words.findings;
  const { name, id } = finding.resource;
  return html`<details><summary>${more}<span class="vh">: ${named(name === '' ? id : name)}</span></summary><div class="behind" aria-labelledby="f${at}" role="group">${step(sheet, finding)}<div>${verdict(sheet, finding)}</div><dl class="facts">${facts(sheet, finding).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl><div class="evidence"><h3>${evidence}</h3><ul>${finding.evidence.map(({ kind, outcome, detail }) => html`<li><code>${kind}</code> <b>${outcome}</b> ${detail}</li>`)}</ul></div></div></details>`;
}

function step(sheet: Sheet, { nextStep, ignored }: Finding): Html | undefined {
  if (nextStep.code === 'none' || ignored !== null) return undefined;
  return html`<div class="step"><h3>${sheet.words.findings.next}</h3><p>${sentence(nextStep.text)}</p>${advice(sheet)}</div>`;
}

function verdict({ texts, words, language }: Sheet, finding: Finding): Html {
  const { sentence: because } = texts.reasons[reasonKey(finding.reason, finding.verdict)];
  const change = passes(finding.reason)
    ? html`<h3>${words.findings.change}</h3><p>${texts.changes[finding.reason]}</p>`
    : undefined;
  return html`<h3>${words.findings.why}</h3><p><code>${finding.reason}</code> ${because}</p><p>${ruleText(finding.decidedBy, language)}</p>${change}`;
}

type Fact = readonly [string, string | Html];

function facts(sheet: Sheet, { resource, owner, cost }: Finding): readonly Fact[] {
  const { explanation: words, unknown } = sheet.texts.page;
  return [
    [words.project, `${named(resource.project)} (${named(resource.region)})`],
    [words.zone, resource.availabilityZone === null ? unknown : named(resource.availabilityZone)],
    [words.status, status(sheet, resource)],
    [words.created, timeOr(sheet, resource.createdAt, unknown)],
    ...ofKind(sheet, resource),
    [words.owner, owner === null ? words.noOwner : ownerOf(owner)],
    ...ofCost(sheet, cost, resource.billed),
  ];
}

function status({ texts }: Sheet, { status: word, billed }: ReportedResource): string {
  const { explanation: words, unknown } = texts.page;
  const billing = { true: words.billed, false: words.notBilled, null: words.billingUnknown };
  return `${word === '' ? unknown : named(word)} (${billing[`${billed}`]})`;
}

function ofKind({ texts }: Sheet, resource: ReportedResource): readonly Fact[] {
  const { explanation: words, unknown } = texts.page;
  if (resource.kind === 'instance') {
    return [[words.flavor, resource.flavor === null ? unknown : named(resource.flavor)]];
  }
  const size = resource.sizeGiB === null ? unknown : `${resource.sizeGiB} GiB`;
  const on = resource.attachedTo;
  return [
    [words.size, resource.volumeType === null ? size : `${size}, ${named(resource.volumeType)}`],
    [words.attachedTo, on === null ? words.notAttached : html`<code class="id">${on}</code>`],
  ];
}

function ownerOf({ clusterName, clusterUid, uid8, nodeClaim }: ReportedOwner): Html {
  const uid = clusterUid ?? uid8;
  return html`${clusterName === null ? undefined : named(clusterName)} ${uid === null ? undefined : html`<code class="id">${uid}</code>`}${nodeClaim === null ? undefined : ` / ${named(nodeClaim)}`}`;
}

function ofCost(sheet: Sheet, cost: FindingCost, billed: boolean | null): readonly Fact[] {
  const { explanation: words } = sheet.texts.page;
  const { currency, perDay, perMonth, missingPrices, lingering } = cost;
  const gone = ownerGone(sheet, cost.since);
  const told = [
    ...(currency === null || perDay === null || perMonth === null || billed === false
      ? []
      : [words.costs(money(perDay, currency), money(perMonth, currency))]),
    ...(billed === null && perDay !== null ? [words.pricedAsBilled] : []),
    ...(missingPrices.length === 0 ? [] : [words.missingPrices(missingPrices.join(', '))]),
  ];
  return [
    ...(told.length === 0 ? [] : [[words.cost, told.join('; ')] as const]),
    ...(gone === undefined ? [] : [[words.unownedSince, gone] as const]),
    ...(lingering === null || currency === null
      ? []
      : [[words.lingering, range(sheet, lingering, currency)] as const]),
  ];
}

function ownerGone(
  { texts, timezone }: Sheet,
  { earliest, latest }: FindingCost['since'],
): string | undefined {
  if (latest === null) return undefined;
  const to = localTime(latest, timezone);
  return earliest === null ? to : texts.page.explanation.between(localTime(earliest, timezone), to);
}
