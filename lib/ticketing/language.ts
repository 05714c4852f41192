import type { Language } from '../report/words/language.ts';
import { absurd } from '../terms/words.ts';
import type { TicketTexts } from './texts.ts';
import { ticketTextsEn } from './texts-en.ts';
import { ticketTextsKo } from './texts-ko.ts';

export function ticketTextsIn(language: Language): TicketTexts {
  switch (language) {
    case 'ko':
      return ticketTextsKo;
    case 'en':
      return ticketTextsEn;
    default:
      return absurd(language);
  }
}
