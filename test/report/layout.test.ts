import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import {
  bothEnds,
  paragraph,
  shortened,
  sideBySide,
  styled,
  width,
  wrap,
} from '../../lib/report/terminal/layout.ts';
import { printable } from '../../lib/report/words/printable.ts';
import { anyText } from './hostile.ts';

const columns = fc.integer({ min: 20, max: 200 });

describe('the width of a text', () => {
  it.each([
    ['ASCII', 'karpenter', 9],
    ['Hangul', '볼륨', 4],
    ['an emoji', '🚀', 2],
    ['half-width kana', 'ﾊﾞﾝ', 3],
  ])('of %s is counted in columns', (_, text, expected) => {
    expect(width(text)).toBe(expected);
  });

  it('is never less than what a terminal shows', () => {
    fc.assert(fc.property(anyText, (text) => width(printable(text)) >= stringWidth(printable(text))));
  });
});

describe('wrapping', () => {
  it('breaks at blanks and cuts only what is longer than a line', () => {
    expect(wrap('one two abcdefgh', 5)).toEqual(['one', 'two', 'abcde', 'fgh']);
  });

  it('loses nothing and fits', () => {
    fc.assert(
      fc.property(anyText, columns, (text, room) => {
        const lines = wrap(text, room);
        expect(lines.join('').replaceAll(' ', '')).toBe(printable(text).replaceAll(' ', ''));
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('hangs later lines under the first', () => {
    expect(paragraph('-> ', 'one two', 7)).toEqual(['-> one', '   two']);
  });
});

describe('shortening', () => {
  it('keeps both ends', () => {
    expect(shortened('karpenter-2c32ae2c-general-7k2lq', 20)).toBe('karpenter...al-7k2lq');
  });

  it('leaves alone what fits', () => {
    expect(shortened('볼륨-01', 7)).toBe('볼륨-01');
  });

  it('fits', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 60 }), (text, room) => {
        expect(width(shortened(text, room))).toBeLessThanOrEqual(room);
      }),
    );
  });
});

describe('columns beside each other', () => {
  it('stand where they begin, with wide characters too, and end without blanks', () => {
    const cells = [
      { columns: 6, lines: styled('plain', ['볼륨', 'abc', '']) },
      { columns: 3, lines: styled('plain', ['x', '', 'z']) },
    ];
    expect(sideBySide(cells, false)).toEqual(['볼륨    x', 'abc', '        z']);
  });

  it('are coloured after they are measured', () => {
    const cells = [
      { columns: 3, lines: styled('alarm', ['a']) },
      { columns: 3, lines: styled('plain', ['b']) },
    ];
    expect(sideBySide(cells, true)).toEqual(['\u001b[1;31ma\u001b[0m    b']);
  });
});

describe('two texts at both ends', () => {
  it('share a line where they fit, else they have one each', () => {
    expect(bothEnds('left', 'right', 12)).toEqual(['left   right']);
    expect(bothEnds('left', 'right', 10)).toEqual(['left', 'right']);
  });
});
