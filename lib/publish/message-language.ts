import type { Language } from '../report/language.ts';
import { absurd } from '../terms/words.ts';
import { messageEn } from './message-en.ts';
import { messageKo } from './message-ko.ts';
import type { MessageTexts } from './message-texts.ts';

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
