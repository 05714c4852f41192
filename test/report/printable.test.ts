import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { named, printable } from '../../lib/report/words/printable.ts';
import { anyText } from './hostile.ts';

describe('a text from outside', () => {
  it.each([
    ['a plain name', 'karpenter-2c32ae2c-general-7k2lq', 'karpenter-2c32ae2c-general-7k2lq'],
    ['Hangul', '웹서버-운영', '웹서버-운영'],
    ['Hangul that came in pieces', '웹'.normalize('NFD'), '웹'],
    ['an emoji', 'node-🚀', 'node-🚀'],
    ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
    ['an 8-bit escape sequence', '\u009b31m', '\\u{9b}31m'],
    ['a line break', 'a\nb', 'a\\u{a}b'],
    ['a carriage return', 'a\rb', 'a\\u{d}b'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a bidi override', '\u202egnp.exe', '\\u{202e}gnp.exe'],
    ['a script that runs from right to left', 'א', '\\u{5d0}'],
    ['an invisible character', 'a\u200bb', 'a\\u{200b}b'],
    ['a letter that shows nothing', 'a\u3164b', 'a\\u{3164}b'],
    ['a blank that is no blank', 'a\u00a0b', 'a\\u{a0}b'],
    ['a stack of marks', 'z\u0334\u0334', 'z\\u{334}\\u{334}'],
    ['a row of consonants that count as one sign', 'ᄀᄀ', '\\u{1100}\\u{1100}'],
    ['half a surrogate pair', '\ud800', '\\u{d800}'],
    ['a gap like between two columns', 'a   b', 'a \\u{20}\\u{20}b'],
  ])('with %s is harmless', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('stays as it is when it is made harmless twice', () => {
    fc.assert(fc.property(anyText, (text) => printable(printable(text)) === printable(text)));
  });

  it('has no character that a terminal would act on or hide', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });
});

describe('a name within a sentence', () => {
  it.each([
    ['one plain word', 'general-7k2lq', 'general-7k2lq'],
    ['one word of Hangul', '운영-01', '운영-01'],
    ['several words', 'ORPHAN 9', '"ORPHAN 9"'],
    ['quotes', 'a" is claimed by "b', '"a\\" is claimed by \\"b"'],
    ['an arrow of ours', '-> delete', '"-> delete"'],
    ['nothing', '', '""'],
  ])('of %s cannot go on as our sentence', (_, text, shown) => {
    expect(named(text)).toBe(shown);
  });
});
