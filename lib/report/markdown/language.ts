import { absurd } from '../../terms/words.ts';
import type { Language } from '../words/language.ts';
import type { MarkdownTexts } from './texts.ts';
import { markdownEn } from './texts-en.ts';
import { markdownKo } from './texts-ko.ts';

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
