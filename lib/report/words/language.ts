import { absurd } from '../../terms/words.ts';
import type { Texts } from './texts.ts';
import { textsEn } from './texts-en.ts';
import { textsKo } from './texts-ko.ts';

export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export function textsIn(language: Language): Texts {
  switch (language) {
    case 'ko':
      return textsKo;
    case 'en':
      return textsEn;
    default:
      return absurd(language);
  }
}
