import { absurd } from '../terms/words.ts';
import { writeCsv } from './csv/csv.ts';
import { writeFocus } from './focus/focus.ts';
import type { Format } from './formats-facts.ts';
import { writeHtml } from './html/page.ts';
import { writeJson } from './json.ts';
import { writeMarkdown } from './markdown/markdown.ts';
import { writePrometheus } from './prometheus/prometheus.ts';
import type { Report } from './report.ts';
import { writeTable } from './terminal/table.ts';
import type { Language } from './words/language.ts';

export { FORMAT_FACTS, FORMATS, type Format } from './formats-facts.ts';

export interface WriteOptions {
  readonly language: Language;
  /** IANA zone for times shown to people. */
  readonly timezone: string;
  /** Of the two CSVs: begins with U+FEFF, by which spreadsheets see that they are UTF-8. */
  readonly byteOrderMark?: boolean;
}

/** A report in one format, as a file holds it: no colours, no terminal to fit. */
export function writeReport(report: Report, format: Format, options: WriteOptions): string {
  switch (format) {
    case 'table':
      return writeTable(report, { ...options, columns: 120, colour: false, all: true });
    case 'json':
      return writeJson(report);
    case 'csv':
      return writeCsv(report, options);
    case 'markdown':
      return writeMarkdown(report, options);
    case 'html':
      return writeHtml(report, options);
    case 'prometheus':
      return writePrometheus(report);
    case 'focus':
      return writeFocus(report, options);
    default:
      return absurd(format);
  }
}
