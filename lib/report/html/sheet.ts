import type { Report } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import { type Language, textsIn } from '../words/language.ts';
import { moneyRange } from '../words/money.ts';
import type { Texts } from '../words/texts.ts';
import { type Html, html } from './markup.ts';
import type { HtmlWords } from './words.ts';
import { htmlWordsEn } from './words-en.ts';
import { htmlWordsKo } from './words-ko.ts';

/** What every part of the page is written with. */
export interface Sheet {
  readonly report: Report;
  readonly language: Language;
  readonly timezone: string;
  readonly texts: Texts;
  readonly words: HtmlWords;
}

const WORDS: Readonly<Record<Language, HtmlWords>> = { ko: htmlWordsKo, en: htmlWordsEn };

export function sheetOf(
  report: Report,
  { language, timezone }: { readonly language: Language; readonly timezone: string },
): Sheet {
  return { report, language, timezone, texts: textsIn(language), words: WORDS[language] };
}

/** A moment in the zone of the page; the element itself says it in UTC. */
export function time({ timezone }: Sheet, iso: string): Html {
  return html`<time datetime="${iso}">${localTime(iso, timezone)}</time>`;
}

/** A moment that may not be known. */
export function timeOr(sheet: Sheet, iso: string | null, otherwise: string): Html {
  return iso === null ? html`${otherwise}` : time(sheet, iso);
}

/** From the least to the most, or one amount where people would read the same twice. */
export function range(
  { texts }: Sheet,
  span: { readonly min: number; readonly max: number },
  currency: string,
): string {
  const { from, to } = moneyRange(span, currency);
  return from === undefined ? to : texts.page.range(from, to);
}
