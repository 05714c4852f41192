import { money, moneyRange as rangeOf } from '../../report/words/money.ts';
import { printable } from '../../report/words/printable.ts';
import type { MessageTexts } from './texts.ts';

/** `12,345 KRW`, as reports write it. */
export function moneyOf(amount: number, currency: string): string {
  return printable(money(amount, currency));
}

export function moneyRange(
  words: MessageTexts,
  range: { readonly min: number; readonly max: number },
  currency: string,
): string {
  const { from, to } = rangeOf(range, currency);
  return from === undefined ? printable(to) : words.range(printable(`${from} ${currency}`), printable(to));
}

/** What one resource costs a day, and has cost so far. */
export function costWords(
  words: MessageTexts,
  cost: {
    readonly currency: string | null;
    readonly perDay: number | null;
    readonly lingering: { readonly min: number; readonly max: number } | null;
  },
): string {
  const { currency, perDay, lingering } = cost;
  if (currency === null || perDay === null) return words.noPrice;
  const daily = words.costsPerDay(moneyOf(perDay, currency));
  return lingering === null ? daily : `${daily}, ${words.costsSoFar(moneyRange(words, lingering, currency))}`;
}
