import { describe, expect, it } from 'vitest';
import type { AlertSettings } from '../../lib/publish/alerts/settings.ts';
import type { AlertedFinding } from '../../lib/publish/alerts/sight.ts';
import { DAY_MS } from '../../lib/terms/instants.ts';
import { anOrphan, costing, live, type Night, night, PROJECT, said, UNPRICED } from './alert-world.ts';

const heard = (...nights: readonly Night[]) => live(...nights).map(said);

const as = (verdict: AlertedFinding['verdict'], reason: AlertedFinding['reason']) => ({ verdict, reason });
const IGNORED = { ignored: { reason: 'kept for the migration', until: '2027-01-31T15:00:00Z' } };

describe('from one night to the next', () => {
  it.each<[string, readonly AlertedFinding[], Partial<Night>, string]>([
    ['the same is told once', [anOrphan(1), anOrphan(2)], {}, '-'],
    ['another one is new', [anOrphan(1), anOrphan(2), anOrphan(3)], {}, 'changes: new 3'],
    ['one that is not listed any more is gone', [anOrphan(1)], {}, 'changes: resolved 2 gone'],
    ['one comes, one goes: one message', [anOrphan(2), anOrphan(3)], {}, 'changes: new 3, resolved 1 gone'],
    [
      'one that is owned again is back in use',
      [anOrphan(1), anOrphan(2, as('in-use', 'claimed'))],
      {},
      'changes: resolved 2 in-use',
    ],
    [
      'one that is no longer proven is ambiguous',
      [anOrphan(1), anOrphan(2, as('ambiguous', 'renamed'))],
      {},
      'changes: resolved 2 ambiguous',
    ],
    [
      'one that was set to stay is for its owner to decide',
      [anOrphan(1), anOrphan(2, as('retained', 'kept-on-termination'))],
      {},
      'changes: resolved 2 ambiguous',
    ],
    ['one that is ignored is out', [anOrphan(1), anOrphan(2, IGNORED)], {}, 'changes: resolved 2 ignored'],
    [
      'one without a mark is not ours',
      [anOrphan(1), anOrphan(2, as('unrelated', 'no-karpenter-mark'))],
      {},
      'changes: resolved 2 unrelated',
    ],
    [
      'one that is being deleted is not gone yet',
      [anOrphan(1), anOrphan(2, as('settling', 'instance-deleting'))],
      {},
      '-',
    ],
    [
      'one whose owner was not read is open',
      [anOrphan(1), anOrphan(2, as('ambiguous', 'owner-unreadable'))],
      {},
      '-',
    ],
    [
      'so is one that was not confirmed',
      [anOrphan(1), anOrphan(2, as('ambiguous', 'not-confirmed'))],
      {},
      '-',
    ],
    ['so is one that was braked', [anOrphan(1), anOrphan(2, as('ambiguous', 'brake'))], {}, '-'],
    [
      'so is one of a list that shrank',
      [anOrphan(1), anOrphan(2, as('ambiguous', 'owner-list-shrunk'))],
      {},
      '-',
    ],
    ['a new ignored one is not told', [anOrphan(1), anOrphan(2), anOrphan(3, IGNORED)], {}, '-'],
    [
      'a new ambiguous one is not told',
      [anOrphan(1), anOrphan(2), anOrphan(3, as('ambiguous', 'unproven'))],
      {},
      '-',
    ],
    [
      'a new name makes no new finding',
      [anOrphan(1), anOrphan(2, { resource: { ...anOrphan(2).resource, name: 'mine' } })],
      {},
      '-',
    ],
    [
      'nor does another way to write its ID',
      [
        anOrphan(1),
        anOrphan(2, { resource: { ...anOrphan(2).resource, id: '00000000000040008000000000000002' } }),
      ],
      {},
      '-',
    ],
    ['nor a missing price', [anOrphan(1), anOrphan(2, { cost: UNPRICED })], {}, '-'],
    ["nor that the project's ID could not be read", [anOrphan(1), anOrphan(2)], { cloudProject: null }, '-'],
    ['an incomplete run resolves nothing', [anOrphan(1)], { complete: false }, '-'],
    [
      'not even what it saw in use',
      [anOrphan(1), anOrphan(2, as('in-use', 'claimed'))],
      { complete: false },
      '-',
    ],
    [
      'nor what it saw ambiguous',
      [anOrphan(1), anOrphan(2, as('ambiguous', 'renamed'))],
      { complete: false },
      '-',
    ],
    ['what it proves is new all the same', [anOrphan(3)], { complete: false }, 'changes: new 3'],
    [
      'the volume of the same ID is another one',
      [anOrphan(1), anOrphan(2), aVolume(2)],
      {},
      'changes: new 2',
    ],
  ])('%s', (_name, findings, parts, expected) => {
    const first = { at: night(1), findings: [anOrphan(1), anOrphan(2)] };
    expect(heard(first, { at: night(2), findings, ...parts })).toEqual(['first-run: new 1, new 2', expected]);
  });

  it('leaves alone a report of other projects, one that is not newer, and one of another cloud project', () => {
    const [, foreign, stale, older] = live(
      { at: night(2), findings: [anOrphan(1)] },
      { at: night(3), findings: [], cloudProject: '11111111-1111-4111-8111-111111111111' },
      { at: night(2), findings: [], now: night(3) },
      { at: night(1), findings: [anOrphan(2)], now: night(3) },
    );
    expect([foreign, stale, older].map((step) => [step?.sight.kind, step?.alert])).toEqual([
      ['other-project', null],
      ['stale', null],
      ['stale', null],
    ]);
    const [, elsewhere] = live(
      { at: night(1), findings: [anOrphan(1)] },
      {
        at: night(2),
        findings: [anOrphan(2, { resource: { ...anOrphan(2).resource, project: 'another' } })],
      },
    );
    expect(elsewhere?.state.open).toEqual([]);
  });

  it('gives a fingerprint of cloud, project, kind and ID, and keeps it while the ID of the project is unknown', () => {
    const [, second] = live(
      { at: night(1), findings: [anOrphan(1)] },
      { at: night(2), findings: [anOrphan(1), anOrphan(2)], cloudProject: null, complete: false },
    );
    expect(second?.state.open.map(({ fingerprint }) => fingerprint)).toEqual([
      'kakaocloud/b1ccedbf-affd-60bc-89c2-d60ad9893328/instance/00000000-0000-4000-8000-000000000001',
      'kakaocloud/b1ccedbf-affd-60bc-89c2-d60ad9893328/instance/00000000-0000-4000-8000-000000000002',
    ]);
    const [, known] = live(
      { at: night(1), findings: [anOrphan(1)], cloudProject: null, complete: false },
      { at: night(2), findings: [anOrphan(1)] },
    );
    expect(known?.state.open[0]?.fingerprint).toBe(
      `kakaocloud/${PROJECT}/instance/00000000-0000-4000-8000-000000000001`,
    );
  });

  it('says of one that came back when it was resolved, and after the window no more', () => {
    const back = (n: number) =>
      live(
        { at: night(1), findings: [anOrphan(1)] },
        { at: night(2), findings: [] },
        { at: night(n), findings: [anOrphan(1)] },
      )[2]?.alert?.items.map(({ change, resolvedBefore }) => [change, resolvedBefore]);
    expect(back(3)).toEqual([['new', night(2)]]);
    expect(back(15)).toEqual([['new', night(2)]]);
    expect(back(16)).toEqual([['new', null]]);
  });
});

describe('thresholds', () => {
  const money = (amount: string, currency = 'KRW') => ({ amount, currency });
  const none = { count: undefined, perDay: undefined, lingering: undefined };
  const three = [1, 2, 3].map((n) => anOrphan(n, { cost: costing(0.1, 'USD', 0.2) }));

  it.each<[string, AlertSettings['thresholds'], readonly AlertedFinding[], boolean]>([
    ['a count is reached', { ...none, count: 3 }, three, true],
    ['one more is not', { ...none, count: 4 }, three, false],
    // As binary fractions, 0.1 + 0.1 + 0.1 is more than 0.3.
    ['a cost per day is reached to the cent', { ...none, perDay: money('0.3', 'USD') }, three, true],
    ['a bit more is not', { ...none, perDay: money('0.300001', 'USD') }, three, false],
    ['a lingering cost is reached', { ...none, lingering: money('0.6', 'USD') }, three, true],
    ['a bit more is not', { ...none, lingering: money('0.61', 'USD') }, three, false],
    [
      'of a lingering cost the least counts',
      { ...none, lingering: money('10') },
      [anOrphan(1, { cost: { currency: 'KRW', perDay: 1, lingering: { min: 9.99, max: 99 } } })],
      false,
    ],
    [
      'currencies are not added',
      { ...none, perDay: money('5') },
      [anOrphan(1, { cost: costing(4) }), anOrphan(2, { cost: costing(4, 'USD') })],
      false,
    ],
    ['another currency reaches nothing', { ...none, perDay: money('0.3') }, three, false],
    [
      'one of several is enough',
      { count: 9, perDay: money('0.3', 'USD'), lingering: money('99', 'USD') },
      three,
      true,
    ],
    [
      'without a price no money is reached',
      { ...none, perDay: money('0.01') },
      [anOrphan(1, { cost: UNPRICED })],
      false,
    ],
    ['nothing reaches nothing', { ...none, count: 1 }, [], false],
  ])('%s', (_name, thresholds, findings, isTold) => {
    const [step] = live({ at: night(1), findings, settings: { thresholds } });
    expect(step?.alert !== null).toBe(isTold);
  });

  it('tell all that is open when one is reached, keep silent below, and still tell what was announced to its end', () => {
    const settings = { thresholds: { ...none, count: 2 } };
    expect(
      heard(
        { at: night(1), findings: [anOrphan(1)], settings },
        { at: night(2), findings: [anOrphan(1), anOrphan(2)], settings },
        { at: night(3), findings: [anOrphan(2)], settings },
        { at: night(4), findings: [], settings },
        { at: night(5), findings: [anOrphan(3)], settings },
        { at: night(6), findings: [], settings },
      ),
    ).toEqual([
      '-',
      'changes: new 1, new 2',
      'changes: resolved 1 gone',
      'changes: resolved 2 gone',
      '-',
      '-',
    ]);
  });

  it('below which it falls, nothing grows and nobody is reminded', () => {
    const settings = { thresholds: { ...none, count: 2 } };
    const dear = anOrphan(2, { cost: costing(9999) });
    expect(
      heard(
        { at: night(1), findings: [anOrphan(1), anOrphan(2)], settings },
        { at: night(2), findings: [dear], settings },
        { at: night(12), findings: [dear], settings },
        { at: night(13), findings: [dear, anOrphan(3)], settings },
      ),
    ).toEqual(['first-run: new 1, new 2', 'changes: resolved 1 gone', '-', 'changes: new 3, reminded 2']);
  });
});

describe('growth', () => {
  it.each<[string, readonly AlertedFinding[], string]>([
    [
      'by the share is told',
      [anOrphan(1, { cost: costing(120) }), anOrphan(2, { cost: costing(120) })],
      'changes: grown 1, grown 2',
    ],
    [
      'by a bit less is not',
      [anOrphan(1, { cost: costing(119.99) }), anOrphan(2, { cost: costing(120) })],
      '-',
    ],
    [
      'of one that makes up for the others',
      [anOrphan(1, { cost: costing(140) }), anOrphan(2, { cost: costing(100) })],
      'changes: grown 1',
    ],
    [
      'of one alone, when all together cost little more',
      [anOrphan(1, { cost: costing(139) }), anOrphan(2, { cost: costing(100) })],
      '-',
    ],
    [
      'is none when a price goes missing',
      [anOrphan(1, { cost: UNPRICED }), anOrphan(2, { cost: costing(100) })],
      '-',
    ],
    [
      'is none in another currency',
      [anOrphan(1, { cost: costing(900, 'USD') }), anOrphan(2, { cost: costing(100) })],
      '-',
    ],
    [
      'is none when it is cheaper',
      [anOrphan(1, { cost: costing(50) }), anOrphan(2, { cost: costing(100) })],
      '-',
    ],
  ])('%s', (_name, findings, expected) => {
    const first = [1, 2].map((n) => anOrphan(n, { cost: costing(100) }));
    const nights = [
      { at: night(1), findings: first },
      { at: night(2), findings },
    ];
    expect(heard(...nights)[1]).toBe(expected);
  });

  it('is counted from what was told, not from the night before', () => {
    const creeping = [100, 110, 119, 120].map((perDay, n) => ({
      at: night(n + 1),
      findings: [anOrphan(1, { cost: costing(perDay) })],
    }));
    const steps = live(...creeping);
    expect(steps.map(said)).toEqual(['first-run: new 1', '-', '-', 'changes: grown 1']);
    expect(steps[3]?.alert?.growth).toEqual({
      count: null,
      perDay: [{ currency: 'KRW', from: 100, to: 120 }],
    });
    expect(steps[3]?.alert?.items[0]?.perDayBefore).toBe(100);
  });

  it('is none when a price is found for what had none, nor when it comes back', () => {
    const priced = anOrphan(1, { cost: costing(500) });
    const unpriced = anOrphan(1, { cost: UNPRICED });
    const steps = live(
      { at: night(1), findings: [unpriced, anOrphan(2)] },
      { at: night(2), findings: [priced, anOrphan(2)] },
      { at: night(3), findings: [unpriced, anOrphan(2)] },
      { at: night(4), findings: [priced, anOrphan(2)] },
      { at: night(5), findings: [anOrphan(1, { cost: costing(5000) }), anOrphan(2)] },
    );
    expect(steps.map(said)).toEqual(['first-run: new 2, new 1', '-', '-', '-', 'changes: grown 1']);
    expect(steps[4]?.alert?.items[0]?.perDayBefore).toBe(500);
  });

  it('is none when what was resolved outweighs it, and is told when it does not', () => {
    const later = (perDay: number) =>
      live(
        { at: night(1), findings: [1, 2, 3].map((n) => anOrphan(n, { cost: costing(100) })) },
        {
          at: night(2),
          findings: [anOrphan(1, { cost: costing(perDay) }), anOrphan(2, { cost: costing(100) })],
        },
      )[1];
    expect(later(259)).toMatchObject({ alert: { growth: null } });
    expect(later(260)).toMatchObject({
      alert: { growth: { perDay: [{ currency: 'KRW', from: 300, to: 360 }] } },
    });
  });

  it('by count stands in the message about the new ones', () => {
    const five = [1, 2, 3, 4, 5].map((n) => anOrphan(n));
    const growth = (more: number) =>
      live(
        { at: night(1), findings: five },
        { at: night(2), findings: [...five, ...[6, 7].slice(0, more).map((n) => anOrphan(n))] },
      )[1]?.alert?.growth;
    expect(growth(1)).toEqual({
      count: { from: 5, to: 6 },
      perDay: [{ currency: 'KRW', from: 21_600, to: 25_920 }],
    });
    const six = [...five, anOrphan(6)];
    const [, little] = live(
      { at: night(1), findings: six },
      { at: night(2), findings: [...six, anOrphan(7)] },
    );
    expect([little && said(little), little?.alert?.growth]).toEqual(['changes: new 7', null]);
  });
});

describe('the totals', () => {
  it('keep currencies apart, the main one first, and count what has no price', () => {
    const [step] = live({
      at: night(1),
      findings: [
        anOrphan(1, { cost: costing(0.1, 'EUR', 1) }),
        anOrphan(2, { cost: costing(0.2, 'EUR', 2) }),
        anOrphan(3, { cost: costing(100, 'KRW', 500) }),
        anOrphan(4, { cost: UNPRICED }),
      ],
    });
    expect(step?.alert?.totals).toEqual({
      count: 4,
      currency: 'KRW',
      perDay: 100,
      lingering: { min: 500, max: 500 },
      unpriced: 1,
      otherCurrencies: [{ currency: 'EUR', perDay: 0.3, lingering: { min: 3, max: 3 } }],
    });
  });

  it('are at least, where a price of the past is missing', () => {
    const cost = { currency: 'KRW', perDay: 4320, lingering: null };
    const [step] = live({ at: night(1), findings: [anOrphan(1, { cost })] });
    expect(step?.alert?.totals).toMatchObject({ perDay: 4320, lingering: { min: 0, max: 0 }, unpriced: 1 });
  });

  it('keep what it has cost so far, as it was known last, unless in another currency', () => {
    const told = (currency: string) =>
      live(
        { at: night(1), findings: [anOrphan(1)] },
        { at: night(8), findings: [anOrphan(1, { cost: { currency, perDay: 4320, lingering: null } })] },
      )[1]?.alert?.totals;
    expect(told('KRW')).toMatchObject({ lingering: { min: 4320, max: 8640 }, unpriced: 0 });
    expect(told('USD')).toMatchObject({ currency: 'USD', lingering: { min: 0, max: 0 }, unpriced: 1 });
  });

  it('keep the last price that was known', () => {
    const [, step] = live(
      { at: night(1), findings: [anOrphan(1)] },
      { at: night(2), findings: [anOrphan(1, { cost: UNPRICED }), anOrphan(2)] },
    );
    expect(step?.alert?.totals).toMatchObject({ perDay: 8640, unpriced: 0 });
  });
});

describe('reminders', () => {
  const remindedOn = (days: readonly number[], settings: Partial<AlertSettings> = {}) =>
    live(...[1, ...days].map((n) => ({ at: night(n), findings: [anOrphan(1)], settings })))
      .slice(1)
      .map((step, index) => `${days[index]}: ${said(step)}`)
      .filter((line) => !line.endsWith('-'));

  it('come each week, by the calendar', () => {
    expect(remindedOn([2, 7, 8, 9, 14, 15])).toEqual(['8: changes: reminded 1', '15: changes: reminded 1']);
  });

  it('come a week after even when the run starts a little earlier', () => {
    const steps = live(
      { at: '2026-11-30T02:00:05+09:00', findings: [anOrphan(1)] },
      { at: '2026-12-07T02:00:01+09:00', findings: [anOrphan(1)] },
    );
    expect(steps.map(said)).toEqual(['first-run: new 1', 'changes: reminded 1']);
  });

  it('come to the hour when they are not of whole days', () => {
    const settings = { remindMs: 1.5 * DAY_MS };
    const steps = live(
      { at: '2026-11-30T00:00:00Z', findings: [anOrphan(1)], settings },
      { at: '2026-12-01T11:59:59Z', findings: [anOrphan(1)], settings },
      { at: '2026-12-01T12:00:00Z', findings: [anOrphan(1)], settings },
    );
    expect(steps.map(said)).toEqual(['first-run: new 1', '-', 'changes: reminded 1']);
  });

  it('name all that is open, also what an incomplete run did not see, with the moment of its last sight', () => {
    const [, , step] = live(
      { at: night(1), findings: [anOrphan(1)] },
      { at: night(4), findings: [anOrphan(1), anOrphan(2)] },
      { at: night(8), findings: [anOrphan(2)], complete: false },
    );
    expect(step?.alert?.items.map(({ change, lastSeenAt }) => [change, lastSeenAt])).toEqual([
      ['reminded', night(4)],
      ['reminded', night(8)],
    ]);
    expect(step?.alert).toMatchObject({ complete: false, lastCompleteAt: night(4), asOf: night(8) });
  });
});

describe('a run that is merged again, with the part that came late', () => {
  it('is taken in, though it judges as of the same moment; and once', () => {
    const late = { at: night(1), findings: [anOrphan(1), anOrphan(2)] };
    const steps = live({ at: night(1), findings: [anOrphan(1)], complete: false }, late, late);
    expect(steps.map(said)).toEqual(['first-run: new 1', 'first-run: new 2', '-']);
    expect(steps.map(({ sight }) => sight.kind)).toEqual(['taken-in', 'taken-in', 'stale']);
  });
});

describe('after a run whose clock was years ahead', () => {
  const AHEAD = '2031-01-01T00:00:00Z';
  const settings = { allClear: 'daily' } as const;

  it('the next one is taken in, and what it finds is told', () => {
    const steps = live(
      { at: AHEAD, findings: [], settings },
      { at: night(2), findings: [anOrphan(1)], settings },
      { at: night(2), findings: [anOrphan(1)], settings, now: night(2, '13:00') },
    );
    expect(steps.map(({ sight }) => sight.kind)).toEqual(['taken-in', 'taken-in', 'stale']);
    expect(steps.map(said)).toEqual(['all-clear', 'changes: new 1', '-']);
  });

  it('nothing is cleared by it, day after day', () => {
    expect(heard({ at: AHEAD, findings: [], settings }, { at: night(2), findings: null, settings })).toEqual([
      'all-clear',
      '-',
    ]);
  });

  it('reminders come all the same, once', () => {
    const open = { findings: [anOrphan(1)] };
    expect(heard({ at: AHEAD, ...open }, { at: night(2), ...open }, { at: night(3), ...open })).toEqual([
      'first-run: new 1',
      'changes: reminded 1',
      '-',
    ]);
  });
});

describe('the beginning', () => {
  it('is a digest, also when it takes two runs to see everything', () => {
    expect(
      heard(
        { at: night(1), findings: [anOrphan(1)], complete: false },
        { at: night(2), findings: [anOrphan(1), anOrphan(2)], complete: false },
        { at: night(3), findings: [anOrphan(1), anOrphan(2), anOrphan(3)] },
        { at: night(4), findings: [anOrphan(1), anOrphan(2), anOrphan(3), anOrphan(4)] },
      ),
    ).toEqual(['first-run: new 1', 'changes: new 2', 'first-run: new 3', 'changes: new 4']);
  });

  it('is over after a complete run that found nothing', () => {
    expect(heard({ at: night(1), findings: [] }, { at: night(2), findings: [anOrphan(1)] })).toEqual([
      '-',
      'changes: new 1',
    ]);
  });
});

describe('the all-clear', () => {
  const settings = { allClear: 'daily' } as const;
  const clear = { findings: [], settings };
  it.each<[string, readonly Night[], string]>([
    ['comes after a complete run without anything open', [{ at: night(1), ...clear }], 'all-clear'],
    [
      'comes once a day',
      [
        { at: night(1), ...clear },
        { at: night(1, '13:00'), ...clear },
      ],
      '-',
    ],
    [
      'comes again the next day',
      [
        { at: night(1), ...clear },
        { at: night(2), ...clear },
      ],
      'all-clear',
    ],
    ['does not come unasked', [{ at: night(1), findings: [] }], '-'],
    [
      'does not come while something is open',
      [
        { at: night(1), findings: [anOrphan(1)], settings },
        { at: night(2), findings: [anOrphan(1)], settings },
      ],
      '-',
    ],
    [
      'nor while something is open below the thresholds',
      [
        {
          at: night(1),
          findings: [anOrphan(1)],
          settings: { ...settings, thresholds: { count: 2, perDay: undefined, lingering: undefined } },
        },
      ],
      '-',
    ],
    [
      'is withheld aloud after an incomplete run',
      [{ at: night(1), ...clear, complete: false }],
      'no-all-clear',
    ],
    [
      'also while something is open',
      [
        { at: night(1), findings: [anOrphan(1)], settings },
        { at: night(2), ...clear, complete: false },
      ],
      'no-all-clear',
    ],
    [
      'does not come on the day of another message',
      [
        { at: night(1), findings: [anOrphan(1)], settings },
        { at: night(1, '13:00'), ...clear },
        { at: night(1, '14:00'), ...clear },
      ],
      '-',
    ],
    [
      'is of a run of the last day',
      [
        { at: night(1), ...clear },
        { at: night(2), findings: null, settings },
      ],
      'all-clear',
    ],
    [
      'and of none before',
      [
        { at: night(1), ...clear },
        { at: night(2, '02:01'), findings: null, settings },
      ],
      '-',
    ],
    ['does not come before the first run', [{ at: night(1), findings: null, settings }], '-'],
  ])('%s', (_name, nights, expected) => {
    expect(heard(...nights).at(-1)).toBe(expected);
  });
});

function aVolume(n: number): AlertedFinding {
  return anOrphan(n, { resource: { ...anOrphan(n).resource, kind: 'volume' } });
}
