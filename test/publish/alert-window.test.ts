import { describe, expect, it } from 'vitest';
import type { AlertSettings } from '../../lib/publish/alerts/settings.ts';
import { isHearingTime, nextHearingTime } from '../../lib/publish/alerts/window.ts';
import { formatInstant } from '../../lib/terms/instants.ts';
import { at } from '../builders/ledger.ts';
import { anOrphan, live, type Night, PLAIN, said } from './alert-world.ts';

const OFFICE: Partial<AlertSettings> = {
  quietHours: { from: '19:00', to: '09:00' },
  businessDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: ['2026-12-25'],
};

describe('the hours in which messages are sent', () => {
  // 30 November 2026 is a Monday.
  it.each<[string, string, Partial<AlertSettings>, string]>([
    ['without settings: always', '2026-11-29T03:00:00+09:00', {}, '2026-11-29T03:00:00+09:00'],
    ['in the office hours', '2026-11-30T12:00:00+09:00', OFFICE, '2026-11-30T12:00:00+09:00'],
    ['at night, until the morning', '2026-11-30T02:00:00+09:00', OFFICE, '2026-11-30T09:00:00+09:00'],
    ['a minute before the end', '2026-11-30T08:59:59+09:00', OFFICE, '2026-11-30T09:00:00+09:00'],
    ['at the end', '2026-11-30T09:00:00+09:00', OFFICE, '2026-11-30T09:00:00+09:00'],
    ['a minute before the beginning', '2026-11-30T18:59:59+09:00', OFFICE, '2026-11-30T18:59:59+09:00'],
    ['at the beginning', '2026-11-30T19:00:00+09:00', OFFICE, '2026-12-01T09:00:00+09:00'],
    ['on Friday evening, until Monday', '2026-12-04T19:00:00+09:00', OFFICE, '2026-12-07T09:00:00+09:00'],
    ['before a holiday and a weekend', '2026-12-24T20:00:00+09:00', OFFICE, '2026-12-28T09:00:00+09:00'],
    ['on a holiday', '2026-12-25T12:00:00+09:00', OFFICE, '2026-12-28T09:00:00+09:00'],
    [
      'quiet at noon',
      '2026-11-30T12:30:00+09:00',
      { quietHours: { from: '12:00', to: '13:00' } },
      '2026-11-30T13:00:00+09:00',
    ],
    [
      'a day without quiet hours begins at midnight',
      '2026-11-29T12:00:00+09:00',
      { businessDays: ['mon'] },
      '2026-11-30T00:00:00+09:00',
    ],
    [
      'in another zone it is still Sunday',
      '2026-11-30T12:00:00+09:00',
      { ...OFFICE, timezone: 'America/New_York' },
      '2026-11-30T09:00:00-05:00',
    ],
    [
      'over the hour that summer time takes away, at the latest',
      '2027-03-28T01:30:00+01:00',
      { timezone: 'Europe/Berlin', quietHours: { from: '00:00', to: '02:30' } },
      '2027-03-28T03:30:00+02:00',
    ],
  ])('%s', (_name, now, settings, next) => {
    const all = { ...PLAIN, ...settings };
    const found = nextHearingTime(at(now), all);
    expect(found && formatInstant(found)).toBe(formatInstant(at(next)));
    expect(isHearingTime(at(now), all)).toBe(now === next);
  });

  it('never come when every day is a holiday', () => {
    const holidays = Array.from({ length: 500 }, (_, day) =>
      new Date(Date.UTC(2026, 10, 30 + day)).toISOString().slice(0, 10),
    );
    expect(nextHearingTime(at('2026-11-30T03:00:00Z'), { ...PLAIN, holidays })).toBeUndefined();
  });
});

describe('what waits', () => {
  const NIGHTS = ['2026-11-30', '2026-12-01', '2026-12-02'].map((day) => `${day}T02:00:00+09:00`);
  const [MONDAY = '', TUESDAY = '', WEDNESDAY = ''] = NIGHTS;
  const morning = (nightly: string): Night => ({
    at: nightly,
    now: nightly.replace('02:00', '09:05'),
    findings: null,
    settings: OFFICE,
  });
  const nightly = (when: string, ...ns: readonly number[]): Night => ({
    at: when,
    findings: ns.map((n) => anOrphan(n)),
    settings: OFFICE,
  });

  it('is told in the morning, and once', () => {
    const steps = live(nightly(MONDAY, 1, 2), morning(MONDAY), morning(MONDAY), nightly(TUESDAY, 1, 2));
    expect(steps.map(said)).toEqual(['-', 'first-run: new 1, new 2', '-', '-']);
    expect(steps[0]?.waiting).toEqual({
      items: 2,
      since: formatInstant(at(MONDAY)),
      until: '2026-11-30T00:00:00Z',
    });
    expect(steps[1]?.alert).toMatchObject({ waitedSince: null, asOf: MONDAY });
  });

  it('says since when, once it waited through another run', () => {
    const steps = live(nightly(MONDAY, 1), nightly(TUESDAY, 1), morning(TUESDAY));
    expect(steps[2]?.alert?.waitedSince).toBe(formatInstant(at(MONDAY)));
  });

  it.each<[string, readonly Night[], string]>([
    [
      'new ones of two nights are one message',
      [nightly(TUESDAY, 1, 2), nightly(WEDNESDAY, 1, 2, 3)],
      'changes: new 2, new 3',
    ],
    [
      'one that came and went is told with its end',
      [nightly(TUESDAY, 1, 2), nightly(WEDNESDAY, 1)],
      'changes: resolved 2 gone',
    ],
    ['one that went and came back is no news', [nightly(TUESDAY), nightly(WEDNESDAY, 1)], '-'],
    [
      'one that came, went and came back is new',
      [nightly('2026-12-01T01:00:00+09:00', 1, 2), nightly(TUESDAY, 1), nightly(WEDNESDAY, 1, 2)],
      'changes: new 2',
    ],
  ])('merges: %s', (_name, waiting, expected) => {
    const steps = live(nightly(MONDAY, 1), morning(MONDAY), ...waiting, morning(WEDNESDAY));
    expect(steps.map(said).slice(0, 2)).toEqual(['-', 'first-run: new 1']);
    expect(steps.slice(2, -1).map(said)).toEqual(waiting.map(() => '-'));
    expect(steps.map(said).at(-1)).toBe(expected);
  });

  it('waits also while too many messages are on their way, and merges', () => {
    const blocked = { mayTell: false, settings: {} };
    const steps = live(
      { ...nightly(MONDAY, 1), ...blocked },
      { ...nightly(TUESDAY, 1, 2), ...blocked },
      { ...nightly(WEDNESDAY, 1, 2, 3), settings: {} },
    );
    expect(steps.map(said)).toEqual(['-', '-', 'first-run: new 1, new 2, new 3']);
  });
});
