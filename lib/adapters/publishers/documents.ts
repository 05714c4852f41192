import { fileStem } from '../../publish/names.ts';
import type { Publication } from '../../publish/publisher.ts';
import { FORMAT_FACTS, type Format, type WriteOptions, writeReport } from '../../report/formats.ts';

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

/** The files of a publication: a report in each format, an alert as JSON. */
export function documentsOf(publication: Publication, options: DocumentOptions): readonly Document[] {
  const stem = fileStem(publication);
  if (publication.kind === 'alert') {
    const text = `${JSON.stringify(publication.alert, null, 2)}\n`;
    return [{ name: `${stem}.json`, latest: undefined, mediaType: FORMAT_FACTS.json.mediaType, text }];
  }
  const { report } = publication;
  return options.formats.map((format) => {
    const { mediaType, extension } = FORMAT_FACTS[format];
    const text = writeReport(report, format, options);
    return { name: `${stem}.${extension}`, latest: `latest.${extension}`, mediaType, text };
  });
}
