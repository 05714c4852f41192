import { grouped } from '../../report/words/printable.ts';
import type { MessageTexts } from './texts.ts';

/** `12,345 KRW`, as reports write it. */
export function money(amount: number, currency: string): string {
  return `${grouped(amount)} ${currency}`;
}

export function moneyRange(
  words: MessageTexts,
  { min, max }: { readonly min: number; readonly max: number },
  currency: string,
): string {
  return min === max ? money(min, currency) : words.range(money(min, currency), money(max, currency));
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
  const daily = words.costsPerDay(money(perDay, currency));
  return lingering === null ? daily : `${daily}, ${words.costsSoFar(moneyRange(words, lingering, currency))}`;
}
