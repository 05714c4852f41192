import { describe, expect, it } from 'vitest';
import { writeExplanation } from '../../lib/report/terminal/explain.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { anId } from '../builders/ledger.ts';
import { pricedNight } from './worlds.ts';

/** The lines of every finding of a priced night that speak of money and time. */
describe('the costs in an explanation', () => {
  it.each(LANGUAGES)('in %s are these', async (language) => {
    const { findings } = pricedNight(language);
    const text = [1, 2, 3, 4, 5, 6, 7, 0x101, 0x102, 0x103].map((n) => {
      const finding = findings.find(({ resource }) => resource.id === anId(n));
      if (finding === undefined) throw new TypeError(`the report has no finding on ${anId(n)}`);
      const explanation = writeExplanation(finding, { columns: 80, colour: false, language });
      return explanation.split('\n\n')[0];
    });
    await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot(`explain-costs-${language}.golden.txt`);
  });
});
