import type { Settings } from '../config/settings.ts';
import type { Format } from '../report/formats-facts.ts';
import type { Report } from '../report/report.ts';
import { writeTable } from '../report/terminal/table.ts';
import type { Language } from '../report/words/language.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Io } from './io.ts';
import { columnsOf, isColoured } from './log.ts';

export interface ReportTextOptions {
  readonly format: Format;
  readonly bom?: true | undefined;
  readonly all: boolean;
  readonly color: boolean;
  readonly language: Language;
}

/** A report as it is printed: a table fits the terminal, the other formats are as files hold them. */
export async function reportText(
  report: Report,
  { format, bom, all, color, language }: ReportTextOptions,
  { timezone }: Pick<Settings, 'timezone'>,
  io: Io,
): Promise<string> {
  if (format === 'table') {
    return writeTable(report, {
      columns: columnsOf(io.stdout),
      colour: isColoured({ color }, io, io.stdout),
      language,
      timezone,
      all,
    });
  }
  // The writers are loaded only when one is asked for.
  const { writeReport } = await import('../report/formats.ts');
  return writeReport(report, format, { language, timezone, byteOrderMark: bom === true });
}

/** @throws AuditFailure `bad-usage` */
export function refuseVainBom({ bom, format }: Pick<ReportTextOptions, 'bom' | 'format'>): void {
  if (bom !== true || format === 'csv' || format === 'focus') return;
  throw new AuditFailure(
    'bad-usage',
    `--bom does nothing for the format ${format}`,
    'leave it out, or ask for --format csv or focus',
  );
}
