import type { Language } from '../../report/words/language.ts';
import { absurd } from '../../terms/words.ts';
import type { MessageTexts } from './texts.ts';
import { messageEn } from './texts-en.ts';
import { messageKo } from './texts-ko.ts';

export function messageTextsIn(language: Language): MessageTexts {
  switch (language) {
    case 'ko':
      return messageKo;
    case 'en':
      return messageEn;
    default:
      return absurd(language);
  }
}
