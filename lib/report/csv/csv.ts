import { Big } from 'big.js';
import { stringify } from 'csv-stringify/sync';
import { absurd } from '../../terms/words.ts';
import type { DecidedBy } from '../../verdict/judgement.ts';
import type { Finding, Report } from '../report.ts';
import { type Language, textsIn } from '../words/language.ts';
import { reasonKey } from '../words/texts.ts';
import { idCell, textCell } from './cell.ts';

export interface CsvOptions {
  /** Of the columns that end in `Text`; nothing else depends on it. */
  readonly language: Language;
  /** Spreadsheets of Microsoft and LibreOffice need it to see that the file is UTF-8. */
  readonly byteOrderMark?: boolean;
}

/** `null` is a cell without a value: empty, and not in quotes. */
export type Cell = string | number | null;

export interface Columns<Row> {
  readonly [name: string]: (row: Row) => Cell;
}

interface Row {
  readonly finding: Finding;
  readonly report: Report;
  readonly language: Language;
}

const text = (value: string | null): Cell => (value === null ? null : textCell(value));
const id = (value: string | null): Cell => (value === null ? null : idCell(value));
const list = (values: readonly string[]): Cell => (values.length === 0 ? null : textCell(values.join('; ')));
const claim = (value: boolean | null): Cell => (value === null ? null : String(value));

/** What is in which column (docs/formats.md, "csv"). Columns may be added at the end; none is moved or renamed. */
const COLUMNS: Columns<Row> = {
  verdict: ({ finding }) => finding.verdict,
  reason: ({ finding }) => finding.reason,
  kind: ({ finding }) => finding.resource.kind,
  id: ({ finding }) => id(finding.resource.id),
  name: ({ finding }) => text(finding.resource.name),
  project: ({ finding }) => text(finding.resource.project),
  projectId: ({ finding }) => text(finding.resource.projectId),
  region: ({ finding }) => text(finding.resource.region),
  availabilityZone: ({ finding }) => text(finding.resource.availabilityZone),
  status: ({ finding }) => text(finding.resource.status),
  billed: ({ finding }) => claim(finding.resource.billed),
  createdAt: ({ finding }) => finding.resource.createdAt,
  flavor: ({ finding }) => text(finding.resource.flavor),
  sizeGiB: ({ finding }) => finding.resource.sizeGiB,
  volumeType: ({ finding }) => text(finding.resource.volumeType),
  attachedTo: ({ finding }) => id(finding.resource.attachedTo),
  clusterUid: ({ finding }) => id(finding.owner?.clusterUid ?? null),
  clusterName: ({ finding }) => text(finding.owner?.clusterName ?? null),
  namePrefix: ({ finding }) => namePrefix(finding.owner?.uid8 ?? null),
  nodeClaim: ({ finding }) => text(finding.owner?.nodeClaim ?? null),
  assurance: ({ finding }) => finding.assurance,
  decidedBy: ({ finding }) => ruleCode(finding.decidedBy),
  warnings: ({ finding }) => list(finding.warnings),
  nextStep: ({ finding }) => finding.nextStep.code,
  currency: ({ finding }) => text(finding.cost.currency),
  costPerHour: ({ finding }) => finding.cost.perHour,
  costPerDay: ({ finding }) => finding.cost.perDay,
  costPerMonth: ({ finding }) => finding.cost.perMonth,
  ownerGoneEarliest: ({ finding }) => finding.cost.since.earliest,
  ownerGoneLatest: ({ finding }) => finding.cost.since.latest,
  lingeringMin: ({ finding }) => finding.cost.lingering?.min ?? null,
  lingeringMax: ({ finding }) => finding.cost.lingering?.max ?? null,
  missingPrices: ({ finding }) => list(finding.cost.missingPrices),
  ignoredUntil: ({ finding }) => finding.ignored?.until ?? null,
  ignoredReason: ({ finding }) => text(finding.ignored?.reason ?? null),
  reasonText: ({ finding, language }) =>
    textsIn(language).reasons[reasonKey(finding.reason, finding.verdict)].sentence,
  nextStepText: ({ finding }) => text(finding.nextStep.text),
  asOf: ({ report }) => report.run.asOf,
  projectComplete: ({ finding, report }) => claim(isOfCompleteProject(finding, report)),
  runId: ({ report }) => text(report.run.id),
};

/** One row a finding, in the report's order, after one row of column names; RFC 4180. */
export function writeCsv(report: Report, { language, byteOrderMark = false }: CsvOptions): string {
  const rows = report.findings.map((finding) => ({ finding, report, language }));
  return csvText(COLUMNS, rows, byteOrderMark);
}

/** Texts stand in quotes and numbers do not, so that a reader can tell them, and an empty text from no value. */
export function csvText<R>(columns: Columns<R>, rows: readonly R[], byteOrderMark: boolean): string {
  const named = Object.entries(columns);
  const cells = [named.map(([name]) => name), ...rows.map((row) => named.map(([, of]) => of(row)))];
  return stringify(cells, {
    bom: byteOrderMark,
    record_delimiter: 'windows',
    quoted_string: true,
    cast: { number: (value) => new Big(value).toFixed() },
  });
}

/**
 * Not the uid8 alone, which may be `73928e05` or `12345678`: what every name that this cluster's Karpenter gives begins
 * with. That is a text to everybody, and can be searched for as it stands.
 */
function namePrefix(uid8: string | null): Cell {
  return uid8 === null ? null : textCell(`karpenter-${uid8}-`);
}

function ruleCode(by: DecidedBy): string {
  switch (by.table) {
    case 'instances':
    case 'volumes':
      return `${by.table} rule ${by.rule}`;
    case 'brake':
    case 'confirmation':
      return by.table;
    default:
      return absurd(by);
  }
}

/** Whether everything of the finding's project was read: of what is not complete, more may be there than was found. */
export function isOfCompleteProject({ resource }: Finding, { run }: Report): boolean {
  return run.projects
    .filter(({ name, region }) => name === resource.project && region === resource.region)
    .every(({ complete }) => complete);
}
