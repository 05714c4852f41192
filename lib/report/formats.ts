import { writeJson } from './json.ts';
import type { Language } from './language.ts';
import type { Report } from './report.ts';
import { writeTable } from './table.ts';

export const FORMATS = ['table', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** What a file or a message in this format is called. */
export interface FormatFacts {
  readonly mediaType: string;
  readonly extension: string;
}

export const FORMAT_FACTS: Readonly<Record<Format, FormatFacts>> = {
  table: { mediaType: 'text/plain; charset=utf-8', extension: 'txt' },
  json: { mediaType: 'application/json', extension: 'json' },
};

export interface WriteOptions {
  readonly language: Language;
  /** IANA zone for times shown to people. */
  readonly timezone: string;
}

/** A report in one format, as a file holds it: no colours, no terminal to fit. */
export function writeReport(report: Report, format: Format, options: WriteOptions): string {
  switch (format) {
    case 'table':
      return writeTable(report, { ...options, columns: 120, colour: false, all: true });
    case 'json':
      return writeJson(report);
  }
}
