import { describe, expect, test } from 'vitest';
import { costWords, moneyOf, moneyRange } from '../../lib/publish/messages/money.ts';
import { messageEn } from '../../lib/publish/messages/texts-en.ts';

describe('an amount in a message', () => {
  test.each([
    [12_345.678901, 'KRW', '12,346 KRW'],
    [0, 'KRW', '0 KRW'],
    [0.0004, 'USD', '<0.01 USD'],
    [0.000001, 'KRW', '<0.01 KRW'],
    [1234.5, 'USD', '1,234.50 USD'],
    [123_456_789_012.5, 'KRW', '123,456,789,013 KRW'],
    [5, 'won\u001b[2J', '5 won\\u{1b}[2J'],
  ])('of %s %j is read as in a report: %s', (amount, currency, expected) => {
    expect(moneyOf(amount, currency)).toBe(expected);
  });

  test('is told once where people would read the same twice', () => {
    expect(moneyRange(messageEn, { min: 100.1, max: 100.2 }, 'KRW')).toBe('100 KRW');
    expect(moneyRange(messageEn, { min: 100, max: 200 }, 'KRW')).toBe('100 KRW to 200 KRW');
  });

  test('that nobody knows is no 0', () => {
    const unpriced = { currency: null, perDay: null, lingering: null };
    expect(costWords(messageEn, unpriced)).toBe('no price');
    expect(costWords(messageEn, { currency: 'USD', perDay: 0.0004, lingering: null })).toBe(
      '<0.01 USD a day',
    );
  });
});
