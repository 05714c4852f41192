import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../lib/publish/alerts/alert.ts';
import { alertText } from '../../lib/publish/alerts/text.ts';
import { anyText } from '../report/hostile.ts';
import { anOrphan, costing, live, night, UNPRICED } from './alert-world.ts';

const OPTIONS = { language: 'en', timezone: 'Asia/Seoul', link: undefined, most: undefined } as const;

function firstAlert(...findings: ReturnType<typeof anOrphan>[]): Alert {
  const alert = live({ at: night(1), findings })[0]?.alert;
  if (alert === null || alert === undefined) throw new TypeError('no alert');
  return alert;
}

describe('an alert as text', () => {
  it('has the same number of lines whatever a name says, and nothing that a terminal would act on', () => {
    const plain = alertText(firstAlert(anOrphan(1)), OPTIONS).split('\n').length;
    fc.assert(
      fc.property(anyText, anyText, (name, region) => {
        const hostile = anOrphan(1, { resource: { ...anOrphan(1).resource, name, region } });
        const text = alertText({ ...firstAlert(hostile), reportPlace: null }, OPTIONS);
        expect(text.split('\n')).toHaveLength(plain);
        expect(text.replaceAll('\n', '')).not.toMatch(
          /[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
      }),
    );
  });

  it('keeps currencies apart and says at least where a price is missing', () => {
    const alert = firstAlert(
      anOrphan(1, { cost: costing(100) }),
      anOrphan(2, { cost: costing(0.5, 'USD') }),
      anOrphan(3, { cost: UNPRICED }),
    );
    const text = alertText(alert, OPTIONS);
    expect(text).toContain('Per day: at least 100 KRW + 0.50 USD\n');
    expect(text).toContain('Without a price: 1\n');
  });

  it('names so many and counts the rest', () => {
    const alert = firstAlert(...[1, 2, 3, 4, 5].map((n) => anOrphan(n)));
    const text = alertText(alert, { ...OPTIONS, most: 2 });
    expect(text.match(/^- karpenter-/gm)).toHaveLength(2);
    expect(text).toContain('- 3 more are not shown here.\n');
    expect(alertText(alert, OPTIONS)).not.toContain('not shown here');
  });
});
