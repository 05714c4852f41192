import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idCell, textCell } from '../../lib/report/csv/cell.ts';
import { writeCsv } from '../../lib/report/csv/csv.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { parseCsv, recordsOf, unguarded } from './csv-parser.ts';
import { hostile, LINGERING, orphans } from './formats-worlds.ts';
import { anyText } from './hostile.ts';
import { aftermath, brokenNight, cleanNight, pricedNight } from './worlds.ts';

describe('the CSV', () => {
  const worlds = { aftermath, 'priced-night': pricedNight };
  it.each(
    Object.entries(worlds).flatMap(([name, world]) =>
      LANGUAGES.map((language) => [name, language, world] as const),
    ),
  )('of %s in %s is this', async (name, language, world) => {
    await expect(writeCsv(world(language), { language })).toMatchFileSnapshot(
      `csv-${name}-${language}.golden.txt`,
    );
  });

  it('has its column names even where nothing was found', () => {
    const rows = parseCsv(writeCsv(cleanNight('en'), { language: 'en' }));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(0, 5).map((cell) => cell?.text)).toEqual([
      'verdict',
      'reason',
      'kind',
      'id',
      'name',
    ]);
  });

  it('has one row a finding, in their order', () => {
    const report = aftermath('en');
    const records = recordsOf(writeCsv(report, { language: 'en' }));
    expect(records.map(({ id }) => id)).toEqual(report.findings.map(({ resource }) => resource.id));
  });

  it('begins with a byte order mark only when asked', () => {
    const report = cleanNight('en');
    const plain = writeCsv(report, { language: 'en' });
    expect(plain.startsWith('"verdict"')).toBe(true);
    expect(writeCsv(report, { language: 'en', byteOrderMark: true })).toBe(`\ufeff${plain}`);
  });

  it('is the same in both languages but for the columns of text', () => {
    const [ko, en] = LANGUAGES.map((language) => recordsOf(writeCsv(aftermath(language), { language })));
    const withoutText = (record: Readonly<Record<string, string | null>>) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !name.endsWith('Text')));
    expect(ko?.map(withoutText)).toEqual(en?.map(withoutText));
    expect(ko?.[0]?.reasonText).toMatch(/\p{Script=Hangul}/u);
    expect(ko?.[0]?.nextStepText).toMatch(/\p{Script=Hangul}/u);
  });

  it('leaves numbers as numbers, written out, and unknown as nothing', () => {
    const report = orphans({ cost: { ...LINGERING, perHour: 0.000_000_1, perDay: 1e21, perMonth: null } });
    const [head = [], row = []] = parseCsv(writeCsv(report, { language: 'en' }));
    const cell = (name: string) => row[head.findIndex((one) => one?.text === name)];
    expect(cell('costPerHour')).toEqual({ text: '0.0000001', isQuoted: false });
    expect(cell('costPerDay')).toEqual({ text: '1000000000000000000000', isQuoted: false });
    expect(cell('costPerMonth')).toBeNull();
    expect(cell('currency')).toEqual({ text: 'KRW', isQuoted: true });
  });

  it('tells an empty name from no zone', () => {
    const [, row] = parseCsv(
      writeCsv(orphans({ resource: { name: '', availabilityZone: null } }), { language: 'en' }),
    );
    expect(row?.[4]).toEqual({ text: '', isQuoted: true });
    expect(row?.[8]).toBeNull();
  });

  it('says of each finding whether its project was read whole', () => {
    const records = recordsOf(writeCsv(brokenNight('en'), { language: 'en' }));
    expect(records.map((record) => record.projectComplete)).toEqual(['true']);
  });
});

describe('a cell', () => {
  it.each([
    '=1+1',
    '+49 30',
    '-cmd',
    '@SUM(A1)',
    ' =1+1',
    '\u00a0=1+1',
    '\u200b=1+1',
    '\u3000＝1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '\u2212 5',
    '\ttab',
    '\rreturn',
    '\nline',
    '73928e05',
    '12345678',
    '007',
    '1,000',
    '１２３',
    '٣',
    '3 1/2',
    '50%',
    '₩500',
    '2026-11-30',
    '1/2',
    'may-12',
    'Dec 24',
    '12:30pm',
    '오전 10:30',
    '1월 5일',
    'TRUE',
    ' false',
    '참',
    '#N/A',
    "'quoted",
  ])('with %j stands behind an apostrophe', (text) => {
    expect(textCell(text)).toBe(`'${text}`);
  });

  it.each([
    '',
    'karpenter-2c32ae2c-general-7k2lq',
    'karpenter-73928e05-1',
    'spot-1',
    'm2a.large',
    '웹서버-01',
    'b1ccedbfaffd60bc89c2d60ad9893328',
    'kr-central-2-a',
    '00000000-0000-4000-8000-000000000001',
    '12345678-1234-4123-8123-123456789012',
  ])('with %j stands as it is', (text) => {
    expect(textCell(text)).toBe(text);
  });

  it('of an ID that is no UUID always stands behind an apostrophe', () => {
    expect(idCell('12345678-1234-4123-8123-123456789012')).toBe('12345678-1234-4123-8123-123456789012');
    expect(['12345678', '73928e05', 'vol-1', '=1', "'1"].map(idCell)).toEqual([
      "'12345678",
      "'73928e05",
      "'vol-1",
      "'=1",
      "''1",
    ]);
  });

  it('gives its text back, whatever that is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = text.replace(/\p{Cs}/gu, '\ufffd');
        expect(unguarded(textCell(text))).toBe(whole);
        expect(unguarded(idCell(text))).toBe(whole);
      }),
    );
  });
});

describe('whatever resources are called', () => {
  /** As OWASP lists them, with their full-width forms, behind whatever a spreadsheet skips. */
  const FORMULA = /^[\s\p{Z}\p{C}]*[=+\-@＝＋－＠﹢﹣﹫]|^[\t\r\n]/u;
  const nasty = fc.oneof(
    anyText,
    fc
      .tuple(
        fc.constantFrom('', ' ', '\t', '\u00a0', '\ufeff', '"'),
        fc.constantFrom(...'=+-@＝＋－＠'),
        anyText,
      )
      .map((parts) => parts.join('')),
    fc.stringMatching(/^[0-9]{1,8}e[0-9]{1,2}$/),
    fc.stringMatching(/^[0-9]{1,12}$/),
  );

  it('no cell begins a formula, and each gives its text back', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const records = recordsOf(writeCsv(hostile(text), { language: 'en' }));
        expect(records).toHaveLength(2);
        const whole = text.replace(/\p{Cs}/gu, '\ufffd');
        for (const record of records) {
          for (const [name, cell] of Object.entries(record)) {
            if (cell !== null) expect(cell, name).not.toMatch(FORMULA);
          }
          for (const name of [
            'id',
            'name',
            'project',
            'status',
            'flavor',
            'attachedTo',
            'nodeClaim',
            'runId',
          ]) {
            expect(unguarded(record[name] ?? ''), name).toBe(whole);
          }
        }
      }),
    );
  });
});
