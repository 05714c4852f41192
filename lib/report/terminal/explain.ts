import type { Finding } from '../report.ts';
import { type Language, textsIn } from '../words/language.ts';
import { money, moneyRange } from '../words/money.ts';
import { named } from '../words/printable.ts';
import { ruleText } from '../words/rule-text.ts';
import { nextStepKey, passes, reasonKey } from '../words/texts.ts';
import { type Column, MIN_COLUMNS, paragraph, sideBySide, styled, width, wrap } from './layout.ts';
import { ink, type Page, VERDICT_STYLES } from './page.ts';

export interface ExplanationOptions {
  readonly columns: number;
  readonly colour: boolean;
  readonly language: Language;
}

const GAP_COLUMNS = 2;
/** Sentences on longer lines are hard to read. */
const MAX_COLUMNS = 120;
/** Below this, what is said of a piece of evidence stands under its name. */
const BESIDE_FROM = 60;

/** Everything about one finding: what it is, the rule that decided, every piece of evidence, and what to do. */
export function writeExplanation(finding: Finding, options: ExplanationOptions): string {
  const { language, colour } = options;
  const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Math.floor(options.columns)));
  const page: Page = { texts: textsIn(language), columns, colour };
  const blocks = [
    resource(page, finding),
    verdict(page, finding, language),
    evidence(page, finding),
    change(page, finding),
    nextStep(page, finding),
  ].filter((block) => block.length > 0);
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function resource(page: Page, { resource: one, owner, cost }: Finding): readonly string[] {
  const { kinds, noName, explanation: words, unknown } = page.texts.page;
  const billing = { true: words.billed, false: words.notBilled, null: words.billingUnknown };
  const facts: [string, string][] = [
    ['ID', one.id],
    [words.project, `${named(one.project)} (${named(one.region)})`],
    [words.zone, one.availabilityZone ?? unknown],
    [words.status, `${one.status === '' ? unknown : named(one.status)} (${billing[`${one.billed}`]})`],
    [words.created, one.createdAt ?? unknown],
  ];
  if (one.kind === 'instance') {
    facts.push([words.flavor, one.flavor ?? unknown]);
  } else {
    const size = one.sizeGiB === null ? unknown : `${one.sizeGiB} GiB`;
    facts.push([words.size, one.volumeType === null ? size : `${size}, ${named(one.volumeType)}`]);
    facts.push([words.attachedTo, one.attachedTo ?? words.notAttached]);
  }
  facts.push([words.owner, ownerText(owner) ?? words.noOwner], ...costFacts(page, cost, one.billed));
  return [
    ...ink(
      page,
      'strong',
      paragraph(`${kinds[one.kind]} `, one.name === '' ? noName : named(one.name), page.columns),
    ),
    ...factLines(page, facts),
  ];
}

export function costFacts(
  { texts }: Page,
  { currency, perDay, perMonth, since, lingering, missingPrices }: Finding['cost'],
  billed: boolean | null,
): readonly [string, string][] {
  const { explanation: words, range } = texts.page;
  const costs =
    currency === null || perDay === null || perMonth === null
      ? []
      : [
          words.costs(money(perDay, currency), money(perMonth, currency)),
          ...(billed === null ? [words.pricedAsBilled] : []),
        ];
  const missing = missingPrices.length === 0 ? [] : [words.missingPrices(missingPrices.join(', '))];
  const told = billed === false ? [words.notBilled] : [...costs, ...missing];
  const { earliest, latest } = since;
  const facts: [string, string][] = told.length === 0 ? [] : [[words.cost, told.join('; ')]];
  if (latest === null) return facts;
  facts.push([words.unownedSince, earliest === null ? latest : words.between(earliest, latest)]);
  if (lingering === null || currency === null) return facts;
  const { from, to } = moneyRange(lingering, currency);
  facts.push([words.lingering, from === undefined ? to : range(from, to)]);
  return facts;
}

function ownerText(owner: Finding['owner']): string | undefined {
  if (owner === null) return undefined;
  const { clusterName, clusterUid, uid8, nodeClaim } = owner;
  const uid = clusterUid ?? uid8;
  const parts = [
    ...(clusterName === null ? [] : [named(clusterName)]),
    ...(uid === null ? [] : [clusterName === null ? uid : `(${uid})`]),
    ...(nodeClaim === null ? [] : [`/ ${named(nodeClaim)}`]),
  ];
  return parts.join(' ');
}

function factLines(page: Page, facts: readonly (readonly [string, string])[]): readonly string[] {
  const labels = Math.max(...facts.map(([label]) => width(label)));
  const indent: Column = { columns: 0, lines: [] };
  if (page.columns < BESIDE_FROM) {
    return facts.flatMap(([label, value]) => paragraph(`  ${label}: `, value, page.columns));
  }
  const values = page.columns - labels - 2 * GAP_COLUMNS;
  return facts.flatMap(([label, value]) =>
    sideBySide(
      [
        indent,
        { columns: labels, lines: styled('faint', [label]) },
        { columns: values, lines: styled('plain', wrap(value, values)) },
      ],
      page.colour,
    ),
  );
}

function verdict(page: Page, finding: Finding, language: Language): readonly string[] {
  const { texts, columns } = page;
  const words = texts.page;
  const { label, meaning } = texts.verdicts[finding.verdict];
  const { sentence } = texts.reasons[reasonKey(finding.reason, finding.verdict)];
  const ignored =
    finding.ignored === null ? [] : [words.ignoredUntil(finding.ignored.reason, finding.ignored.until)];
  return [
    ...ink(page, VERDICT_STYLES[finding.verdict], wrap(`${words.explanation.verdict}: ${label}`, columns)),
    ...ink(page, 'plain', paragraph('  ', meaning, columns)),
    ...factLines(page, [
      [words.explanation.reason, `${finding.reason}. ${sentence}`],
      [words.explanation.rule, ruleText(finding.decidedBy, language)],
      ...(finding.assurance === null
        ? []
        : [[words.explanation.proof, texts.assurances[finding.assurance]] as const]),
    ]),
    ...finding.warnings.flatMap((one) =>
      ink(page, 'caution', paragraph('  ! ', texts.warnings[one], columns)),
    ),
    ...ignored.flatMap((text) => ink(page, 'faint', paragraph('  ', text, columns))),
  ];
}

function evidence(page: Page, finding: Finding): readonly string[] {
  const heading = ink(page, 'strong', [page.texts.page.explanation.evidence]);
  const kinds = Math.max(0, ...finding.evidence.map(({ kind }) => width(kind)));
  const outcomes = Math.max(0, ...finding.evidence.map(({ outcome }) => width(outcome)));
  const details = page.columns - kinds - outcomes - 3 * GAP_COLUMNS;
  if (details < BESIDE_FROM / 2) {
    const lines = finding.evidence.flatMap(({ kind, outcome, detail }) =>
      paragraph('  - ', `${kind}: ${outcome}. ${detail}`, page.columns),
    );
    return [...heading, ...ink(page, 'plain', lines)];
  }
  const rows = finding.evidence.flatMap(({ kind, outcome, detail }) =>
    sideBySide(
      [
        { columns: 0, lines: [] },
        { columns: kinds, lines: styled('faint', [kind]) },
        { columns: outcomes, lines: styled('strong', [outcome]) },
        { columns: details, lines: styled('plain', wrap(detail, details)) },
      ],
      page.colour,
    ),
  );
  return [...heading, ...rows];
}

function change({ texts, ...page }: Page, { reason }: Finding): readonly string[] {
  if (!passes(reason)) return [];
  return [
    ...ink({ texts, ...page }, 'strong', [texts.page.explanation.change]),
    ...ink({ texts, ...page }, 'plain', paragraph('  ', texts.changes[reason], page.columns)),
  ];
}

function nextStep(page: Page, finding: Finding): readonly string[] {
  const { texts, columns } = page;
  const { short, text } =
    texts.nextSteps[nextStepKey(finding.nextStep.code, finding.resource.kind, finding.verdict)];
  const heading = `${texts.page.explanation.nextStep}: ${short}`;
  if (finding.nextStep.code === 'none') return ink(page, 'strong', wrap(heading, columns));
  return [
    ...ink(page, 'strong', wrap(heading, columns)),
    ...ink(page, 'plain', paragraph('  ', text, columns)),
    ...texts.standingAdvice.flatMap((advice) => ink(page, 'plain', paragraph('  - ', advice, columns))),
  ];
}
