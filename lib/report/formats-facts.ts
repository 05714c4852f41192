export const FORMATS = ['table', 'json', 'csv', 'markdown', 'html', 'prometheus', 'focus'] as const;
export type Format = (typeof FORMATS)[number];

/** What a file or a message in this format is called. */
export interface FormatFacts {
  readonly mediaType: string;
  readonly extension: string;
}

export const FORMAT_FACTS: Readonly<Record<Format, FormatFacts>> = {
  table: { mediaType: 'text/plain; charset=utf-8', extension: 'txt' },
  json: { mediaType: 'application/json', extension: 'json' },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  markdown: { mediaType: 'text/markdown; charset=utf-8; variant=GFM', extension: 'md' },
  html: { mediaType: 'text/html; charset=utf-8', extension: 'html' },
  // The Pushgateway takes no OpenMetrics type, and the textfile collector only this extension.
  prometheus: { mediaType: 'text/plain; version=0.0.4; charset=utf-8', extension: 'prom' },
  focus: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'focus.csv' },
};
