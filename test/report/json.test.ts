import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../lib/report/json.ts';
import { aJudgedInstance } from '../builders/judged.ts';
import { anyText } from './hostile.ts';
import { aftermath, reportOf } from './worlds.ts';

describe('the report as JSON', () => {
  it.each(['en', 'ko'] as const)('is this, byte for byte (%s)', async (language) => {
    await expect(writeJson(aftermath(language))).toMatchFileSnapshot(`report-${language}.json.golden.txt`);
  });

  it('ends with one line break', () => {
    expect(writeJson(reportOf())).toMatch(/[^\n]\n$/);
  });

  it('gives back the report, whatever stands in it, and acts on no terminal', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const report = reportOf({ judged: [aJudgedInstance({ resource: { name } })] });
        const text = writeJson(report);
        expect(JSON.parse(text)).toEqual(report);
        expect(text).not.toMatch(/[\p{Cf}\u2028\u2029]|(?!\n)\p{Cc}/u);
      }),
    );
  });
});
