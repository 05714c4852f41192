import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstant } from '../../terms/instants.ts';
import type { Finding, Report } from '../report.ts';
import { money } from '../words/money.ts';
import { named } from '../words/printable.ts';
import { nextStepKey, reasonKey } from '../words/texts.ts';
import { type Column, paint, type StyledLine, shortened, sideBySide, styled, width, wrap } from './layout.ts';
import { ink, localTime, type Page } from './page.ts';

/** Room for a whole ID, so that it can be copied. */
const ID_COLUMNS = 36;
const WHAT_COLUMNS = 12;
const GAP_COLUMNS = 2;
const WIDE_FROM = 112;
/** Narrower, and what is left beside an ID is too narrow to read. */
const TABLE_FROM = 72;

/** What a row takes from the rest of the report. */
export interface Surroundings {
  readonly asOf: string;
  readonly timezone: string;
  /** Says of each resource in which project it is. */
  readonly hasSeveralProjects: boolean;
  /** There is a price book: what each finding costs is told. */
  readonly showsCost?: boolean;
  /** Where rows do not stand under their verdict. */
  readonly saysVerdict?: boolean;
  /** Of the instances that the report lists, by their IDs: more telling than the ID that a volume names. */
  readonly instanceNames: ReadonlyMap<string, string>;
}

export interface Rows {
  /** The line above the columns; none for a list. */
  readonly heading: readonly string[];
  readonly of: (finding: Finding) => readonly string[];
}

export function surroundingsOf(report: Report, timezone: string): Surroundings {
  const instances = report.findings.filter(({ resource }) => resource.kind === 'instance');
  return {
    asOf: report.run.asOf,
    timezone,
    hasSeveralProjects: report.run.projects.length > 1,
    showsCost: report.summary.cost.currency !== null,
    instanceNames: new Map(instances.map(({ resource }) => [resource.id, resource.name])),
  };
}

/** How findings are laid out at this width: five columns, three, or one below the other. */
export function rowsFor(page: Page, findings: readonly Finding[], around: Surroundings): Rows {
  if (page.columns < TABLE_FROM) return listRows(page, around);
  return page.columns < WIDE_FROM ? narrowRows(page, around) : wideRows(page, findings, around);
}

function listRows(page: Page, around: Surroundings): Rows {
  const inner = page.columns - GAP_COLUMNS;
  return {
    heading: [],
    of: (finding) => {
      const lines = [
        ...resourceLines(page, finding, around, inner),
        ...ownerLines(finding, inner),
        ...styled('plain', wrap(whatLines(page, finding, around).join(', '), inner)),
        ...whyLines(page, finding, around, inner),
        ...nextLines(page, finding, inner),
      ];
      return lines.map((line, at) => `${at === 0 ? '- ' : '  '}${paint(line, page.colour)}`);
    },
  };
}

function narrowRows(page: Page, around: Surroundings): Rows {
  const { columnResource, columnWhyAndNext } = page.texts.page;
  const why = page.columns - ID_COLUMNS - WHAT_COLUMNS - 2 * GAP_COLUMNS;
  const widths = [ID_COLUMNS, WHAT_COLUMNS, why];
  return {
    heading: headingOf(page, widths, [columnResource, whatHeading(page, around), columnWhyAndNext]),
    of: (finding) =>
      row(page, widths, [
        [...resourceLines(page, finding, around, ID_COLUMNS), ...ownerLines(finding, ID_COLUMNS)],
        cell(whatLines(page, finding, around), WHAT_COLUMNS),
        [...whyLines(page, finding, around, why), ...nextLines(page, finding, why)],
      ]),
  };
}

function wideRows(page: Page, findings: readonly Finding[], around: Surroundings): Rows {
  const { columnResource, columnOwner, columnWhy, columnNext } = page.texts.page;
  const what = whatHeading(page, around);
  const spare = page.columns - WIDE_FROM;
  const longestName = findings.reduce(
    (longest, one) => Math.max(longest, width(named(one.resource.name))),
    0,
  );
  const resource = Math.max(ID_COLUMNS, Math.min(longestName, ID_COLUMNS + Math.floor(spare / 3)));
  const owner = 18 + Math.floor(spare / 6);
  const left = page.columns - resource - owner - WHAT_COLUMNS - 4 * GAP_COLUMNS;
  const next = Math.floor(left * 0.4);
  const widths = [resource, WHAT_COLUMNS, owner, left - next, next];
  return {
    heading: headingOf(page, widths, [columnResource, what, columnOwner, columnWhy, columnNext]),
    of: (finding) =>
      row(page, widths, [
        resourceLines(page, finding, around, resource),
        cell(whatLines(page, finding, around), WHAT_COLUMNS),
        ownerLines(finding, owner),
        whyLines(page, finding, around, left - next),
        nextLines(page, finding, next),
      ]),
  };
}

function whatHeading({ texts }: Page, around: Surroundings): string {
  return around.showsCost === true ? texts.page.columnWhatAndCost : texts.page.columnWhat;
}

function headingOf(page: Page, widths: readonly number[], names: readonly string[]): readonly string[] {
  return [
    ...row(
      page,
      widths,
      names.map((name) => styled('strong', [name])),
    ),
    ...ink(page, 'faint', ['-'.repeat(page.columns)]),
  ];
}

function row(
  page: Page,
  widths: readonly number[],
  cells: readonly (readonly StyledLine[])[],
): readonly string[] {
  const columns = widths.map((wide, at): Column => ({ columns: wide, lines: cells[at] ?? [] }));
  return sideBySide(columns, page.colour);
}

function cell(lines: readonly string[], columns: number): readonly StyledLine[] {
  return styled(
    'plain',
    lines.flatMap((line) => wrap(line, columns)),
  );
}

function resourceLines(page: Page, { resource }: Finding, around: Surroundings, columns: number) {
  const { noName, attachedTo, inProject } = page.texts.page;
  const { name, id, attachedTo: instanceId } = resource;
  const on =
    instanceId === null ? [] : [attachedTo(named(around.instanceNames.get(instanceId) ?? instanceId))];
  const project = around.hasSeveralProjects ? [inProject(named(resource.project))] : [];
  return [
    ...styled('strong', [name === '' ? noName : shortened(named(name), columns)]),
    ...styled('faint', wrap(named(id), columns)),
    ...styled(
      'plain',
      [...on, ...project].map((line) => shortened(line, columns)),
    ),
  ];
}

function whatLines(page: Page, finding: Finding, around: Surroundings): readonly string[] {
  const { resource } = finding;
  const { kinds, unknown } = page.texts.page;
  const size = resource.sizeGiB === null ? unknown : `${resource.sizeGiB} GiB`;
  const what = resource.kind === 'instance' ? (resource.flavor ?? unknown) : size;
  const cost = around.showsCost === true ? costLines(page, finding) : [];
  return [kinds[resource.kind], what, ageOf(page, resource.createdAt, around.asOf), ...cost];
}

/** What an owner pays for on purpose is nobody's loss. */
function costLines(page: Page, { verdict, resource, cost }: Finding): readonly string[] {
  const words = page.texts.page;
  if (verdict === 'in-use' || verdict === 'settling' || verdict === 'unrelated') return [];
  if (resource.billed === false) return [words.explanation.notBilled];
  if (cost.perDay === null || cost.currency === null) return [words.noPrice];
  return [words.perDay(money(cost.perDay, cost.currency), resource.billed === null)];
}

export function ageOf({ texts }: Pick<Page, 'texts'>, createdAt: string | null, asOf: string): string {
  const [created, now] = [parseInstant(createdAt), parseInstant(asOf)];
  const { age, ageInFuture, ageUnknown } = texts.page;
  if (created === undefined || now === undefined) return ageUnknown;
  const ms = now - created;
  if (ms < 0) return ageInFuture;
  if (ms < HOUR_MS) return age(Math.floor(ms / MINUTE_MS), 'minutes');
  if (ms < 2 * DAY_MS) return age(Math.floor(ms / HOUR_MS), 'hours');
  return age(Math.floor(ms / DAY_MS), 'days');
}

function ownerLines({ owner }: Finding, columns: number): readonly StyledLine[] {
  if (owner === null) return [];
  const cluster = owner.clusterName ?? owner.uid8 ?? owner.clusterUid;
  const parts = [cluster, owner.nodeClaim].filter((part) => part !== null).map(named);
  const whole = parts.join(' / ');
  const lines = width(whole) <= columns ? [whole] : parts;
  return styled(
    'plain',
    lines.map((line) => shortened(line, columns)),
  );
}

function whyLines(
  page: Page,
  finding: Finding,
  around: Surroundings,
  columns: number,
): readonly StyledLine[] {
  const { reasons, assurances, warnings, page: words } = page.texts;
  const { clause } = reasons[reasonKey(finding.reason, finding.verdict)];
  const reason = finding.assurance === null ? clause : `${clause}; ${assurances[finding.assurance]}`;
  const { label } = page.texts.verdicts[finding.verdict];
  const why = around.saysVerdict === true ? `${label}: ${reason}` : reason;
  const until = finding.ignored === null ? '' : localTime(finding.ignored.until, around.timezone);
  return [
    ...styled('plain', wrap(why, columns)),
    ...finding.warnings.flatMap((warning) => styled('caution', wrap(`! ${warnings[warning]}`, columns))),
    ...(finding.ignored === null
      ? []
      : styled('faint', wrap(words.ignoredUntil(finding.ignored.reason, until), columns))),
  ];
}

function nextLines(page: Page, finding: Finding, columns: number): readonly StyledLine[] {
  const { nextStep, resource, verdict, ignored } = finding;
  if (nextStep.code === 'none' || ignored !== null) return [];
  const { short } = page.texts.nextSteps[nextStepKey(nextStep.code, resource.kind, verdict)];
  return styled('strong', wrap(`-> ${short}`, columns));
}
