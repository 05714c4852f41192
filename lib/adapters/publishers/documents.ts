import { fileStem } from '../../publish/names.ts';
import type { Publication } from '../../publish/publisher.ts';
import type { CheckResult } from '../../report/clearance/clearance.ts';
import { writeCheck } from '../../report/clearance/text.ts';
import { FORMAT_FACTS, type Format, type WriteOptions, writeReport } from '../../report/formats.ts';
import { writeJson } from '../../report/json.ts';
import { absurd } from '../../terms/words.ts';

/** One file of a stored publication. */
export interface Document {
  readonly name: string;
  /** What its newest is called beside it; `undefined`: of this there is no newest. */
  readonly latest: string | undefined;
  readonly mediaType: string;
  readonly text: string;
}

export interface DocumentOptions extends WriteOptions {
  /** Of reports; the first is the one that messages point to. */
  readonly formats: readonly Format[];
}

/** The files of a publication: a report in each format, an alert as JSON, a check as JSON and as text where that is one. */
export function documentsOf(publication: Publication, options: DocumentOptions): readonly Document[] {
  const stem = fileStem(publication);
  switch (publication.kind) {
    case 'report': {
      const { report } = publication;
      return options.formats.map((format) => {
        const { mediaType, extension } = FORMAT_FACTS[format];
        const text = writeReport(report, format, options);
        return { name: `${stem}.${extension}`, latest: `latest.${extension}`, mediaType, text };
      });
    }
    case 'alert':
      return [once(stem, 'json', writeJson(publication.alert))];
    case 'check': {
      const { check } = publication;
      const json = once(stem, 'json', writeJson(check));
      return options.formats.includes('table') ? [json, once(stem, 'table', textOf(check, options))] : [json];
    }
    default:
      return absurd(publication);
  }
}

function once(stem: string, format: 'json' | 'table', text: string): Document {
  const { mediaType, extension } = FORMAT_FACTS[format];
  return { name: `${stem}.${extension}`, latest: undefined, mediaType, text };
}

/** As a report in text is stored: for no terminal, and with everything. */
function textOf(check: CheckResult, { language, timezone }: DocumentOptions): string {
  return writeCheck(check, { language, timezone, columns: 120, colour: false, all: true });
}
