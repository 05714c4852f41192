import { absurd } from '../terms/words.ts';
import type { Language } from './language.ts';
import { markdownEn } from './markdown-en.ts';
import { markdownKo } from './markdown-ko.ts';
import type { MarkdownTexts } from './markdown-texts.ts';

export function markdownTextsIn(language: Language): MarkdownTexts {
  switch (language) {
    case 'ko':
      return markdownKo;
    case 'en':
      return markdownEn;
    default:
      return absurd(language);
  }
}
