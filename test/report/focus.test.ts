import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeFocus } from '../../lib/report/focus/focus.ts';
import type { Report } from '../../lib/report/report.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { anId, at } from '../builders/ledger.ts';
import { parseCsv, recordsOf, unguarded } from './csv-parser.ts';
import { hostile, LINGERING, orphans, TIMEZONE } from './formats-worlds.ts';
import { anyText } from './hostile.ts';
import { pricedNight } from './worlds.ts';

const focus = (report: Report, timezone = TIMEZONE) => writeFocus(report, { language: 'en', timezone });

/** FOCUS 1.2, specification/columns: those whose feature level is Mandatory, and whether they may be null. */
const MANDATORY: Readonly<Record<string, 'nullable' | 'never null'>> = {
  BilledCost: 'never null',
  BillingAccountId: 'never null',
  BillingAccountName: 'nullable',
  BillingCurrency: 'never null',
  BillingPeriodEnd: 'never null',
  BillingPeriodStart: 'never null',
  ChargeCategory: 'never null',
  ChargeClass: 'nullable',
  ChargeDescription: 'nullable',
  ChargePeriodEnd: 'never null',
  ChargePeriodStart: 'never null',
  ContractedCost: 'never null',
  EffectiveCost: 'never null',
  InvoiceIssuerName: 'never null',
  ListCost: 'never null',
  // Of a row of the category Usage.
  PricingQuantity: 'never null',
  PricingUnit: 'never null',
  ProviderName: 'never null',
  PublisherName: 'never null',
  ServiceCategory: 'never null',
  ServiceName: 'never null',
};

/** Every other column of FOCUS 1.2 that is written, and what may be null of it in a row of a resource's use. */
const OTHERS: Readonly<Record<string, 'nullable' | 'never null'>> = {
  AvailabilityZone: 'nullable',
  ChargeFrequency: 'never null',
  ConsumedQuantity: 'never null',
  ConsumedUnit: 'never null',
  PricingCategory: 'never null',
  RegionId: 'never null',
  RegionName: 'never null',
  ResourceId: 'never null',
  ResourceName: 'nullable',
  ResourceType: 'never null',
  ServiceSubcategory: 'never null',
  SubAccountId: 'never null',
  SubAccountName: 'never null',
  Tags: 'nullable',
};

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ChargeCategory: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
  ChargeFrequency: ['One-Time', 'Recurring', 'Usage-Based'],
  PricingCategory: ['Standard', 'Dynamic', 'Committed', 'Other'],
  ServiceCategory: ['Compute', 'Storage'],
  ServiceSubcategory: ['Virtual Machines', 'Block Storage'],
  PricingUnit: ['Hours', 'GB-Months'],
  ConsumedUnit: ['Hours', 'GB-Hours'],
};

describe('the FOCUS rows', () => {
  it.each(LANGUAGES)('of a priced night in %s are these', async (language) => {
    await expect(writeFocus(pricedNight(language), { language, timezone: TIMEZONE })).toMatchFileSnapshot(
      `focus-priced-night-${language}.golden.txt`,
    );
  });

  it('have every mandatory column by its exact name, and no column that the specification does not know', () => {
    const [head = []] = parseCsv(focus(pricedNight('en')));
    const names = head.map((cell) => cell?.text ?? '');
    expect(names).toEqual(expect.arrayContaining(Object.keys(MANDATORY)));
    expect(
      names.filter((name) => !(name in MANDATORY) && !(name in OTHERS) && !name.startsWith('x_')),
    ).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.findIndex((name) => name.startsWith('x_'))).toBe(
      Object.keys({ ...MANDATORY, ...OTHERS }).length,
    );
  });

  it('obey nullability, the allowed values and the forms of times and numbers', () => {
    const records = recordsOf(focus(pricedNight('en')));
    expect(records.length).toBeGreaterThan(3);
    for (const record of records) {
      for (const [name, rule] of Object.entries({ ...MANDATORY, ...OTHERS })) {
        if (rule === 'never null') expect(record[name], name).toMatch(/./);
        expect(record[name], name).not.toBe('');
      }
      for (const [name, values] of Object.entries(ALLOWED)) expect(values, name).toContain(record[name]);
      for (const [name, value] of Object.entries(record)) {
        if (/Period(Start|End)$/.test(name)) expect(value, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        if (/Cost$|Quantity$/.test(name)) expect(value, name).toMatch(/^\d+(\.\d{1,6})?$/);
      }
      expect(record.BillingCurrency).toMatch(/^[A-Z]{3}$/);
      expect(record.ChargeClass).toBeNull();
      const [start, end] = [at(record.ChargePeriodStart ?? ''), at(record.ChargePeriodEnd ?? '')];
      expect(start).toBeLessThan(end);
      expect(at(record.BillingPeriodStart ?? '')).toBeLessThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(at(record.BillingPeriodEnd ?? ''));
    }
  });

  it('carry verdict, reason and cluster as a flat JSON object of tags', () => {
    const [record] = recordsOf(focus(orphans({ cost: LINGERING })));
    expect(JSON.parse(record?.Tags ?? '')).toEqual({
      'orphan-audit/verdict': 'orphan',
      'orphan-audit/reason': 'cluster-gone',
      'orphan-audit/assurance': 'signed-and-recorded',
      'orphan-audit/next-step': 'delete-in-console',
      'orphan-audit/cluster-uid': '2c32ae2c-0000-4000-8000-000000000001',
      'orphan-audit/cluster-name': 'shop',
      'orphan-audit/node-claim': 'general-7k2lq',
      'orphan-audit/run-id': 'run-20261130-0600',
    });
  });
});

describe('the charge', () => {
  const AUGUST = { createdAt: '2026-08-01T00:00:00Z' };
  const periods = (report: Report, timezone?: string) =>
    recordsOf(focus(report, timezone)).map((record) => [
      record.BillingPeriodStart,
      record.ChargePeriodStart,
      record.ChargePeriodEnd,
      record.BilledCost,
      record.PricingQuantity,
    ]);

  it('begins when the owner had gone at the latest, and is cut at the months of the zone', () => {
    expect(periods(orphans({ resource: AUGUST, cost: LINGERING }))).toEqual([
      ['2026-08-31T15:00:00Z', '2026-09-15T12:00:00Z', '2026-09-30T15:00:00Z', '36300', '363'],
      ['2026-09-30T15:00:00Z', '2026-09-30T15:00:00Z', '2026-10-31T15:00:00Z', '74400', '744'],
      ['2026-10-31T15:00:00Z', '2026-10-31T15:00:00Z', '2026-11-30T06:00:00Z', '71100', '711'],
    ]);
  });

  it('is cut elsewhere in another zone', () => {
    expect(periods(orphans({ resource: AUGUST, cost: LINGERING }), 'UTC').map(([month]) => month)).toEqual([
      '2026-09-01T00:00:00Z',
      '2026-10-01T00:00:00Z',
      '2026-11-01T00:00:00Z',
    ]);
  });

  it('is the lower bound of the report, whole, in all four costs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }).map((millionths) => millionths / 1e6),
        fc.integer({ min: 1, max: 400 * 86_400 }),
        (min, seconds) => {
          const latest = new Date(Date.parse('2026-11-30T06:00:00Z') - seconds * 1000).toISOString();
          const report = orphans({
            resource: { createdAt: null },
            cost: { ...LINGERING, since: { earliest: null, latest }, lingering: { min, max: min } },
          });
          const records = recordsOf(focus(report));
          for (const cost of ['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost']) {
            const sum = records.reduce((total, record) => total.plus(record[cost] ?? 'none'), new Big(0));
            expect(sum.toNumber(), cost).toBe(min);
          }
        },
      ),
    );
  });

  it('of a volume is counted in GB, by hours and by months of 730 hours', () => {
    const volume = { kind: 'volume', flavor: null, volumeType: 'gp2', sizeGiB: 50 } as const;
    const since = { earliest: null, latest: '2026-11-29T06:00:00Z' };
    const [record] = recordsOf(focus(orphans({ resource: volume, cost: { ...LINGERING, since } })));
    expect(record).toMatchObject({
      ConsumedQuantity: '1200',
      ConsumedUnit: 'GB-Hours',
      PricingQuantity: '1.643836',
      PricingUnit: 'GB-Months',
      ServiceCategory: 'Storage',
      ResourceType: 'Volume',
    });
  });

  it('does not begin before its resource was there', () => {
    const [record] = recordsOf(
      focus(orphans({ resource: { createdAt: '2026-11-20T00:00:00.500Z' }, cost: LINGERING })),
    );
    expect(record?.ChargePeriodStart).toBe('2026-11-20T00:00:00Z');
  });

  it('is refused for a zone that is none', () => {
    expect(() => focus(orphans({ cost: LINGERING }), 'Mars/Olympus')).toThrow(AuditFailure);
  });
});

describe('no row has', () => {
  const unpriced = { currency: null, perHour: null, perDay: null, perMonth: null, lingering: null };
  it.each([
    [
      'an orphan without a price',
      orphans({ cost: { ...LINGERING, ...unpriced, missingPrices: ['instance type x'] } }),
    ],
    ['an orphan of which nobody knows since when', orphans({ cost: { ...LINGERING, lingering: null } })],
    [
      'an orphan that lost its owner this moment',
      orphans({ cost: { ...LINGERING, since: { earliest: null, latest: '2026-11-30T06:00:00Z' } } }),
    ],
    [
      'an ignored orphan',
      orphans({ cost: LINGERING, finding: { ignored: { reason: 'kept', until: '2027-01-31T15:00:00Z' } } }),
    ],
    [
      'what is ambiguous',
      orphans({ cost: LINGERING, finding: { verdict: 'ambiguous', reason: 'unproven', assurance: null } }),
    ],
  ])('%s', (_, report) => {
    expect(recordsOf(focus(report))).toEqual([]);
  });
});

it('whatever a resource is called, no cell begins a formula and the name comes back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const report = hostile(text);
      const findings = report.findings.map((finding) => ({
        ...finding,
        resource: { ...finding.resource, id: anId(1) },
        verdict: 'orphan' as const,
      }));
      for (const record of recordsOf(focus({ ...report, findings }))) {
        for (const cell of Object.values(record)) {
          if (cell !== null) expect(cell).not.toMatch(/^[\s\p{Z}\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u);
        }
        const whole = text.replace(/\p{Cs}/gu, '\ufffd');
        expect(record.ResourceName === null ? '' : unguarded(record.ResourceName ?? '')).toBe(
          text.trim() === '' ? '' : whole,
        );
        expect(JSON.parse(record.Tags ?? '')).toMatchObject({ 'orphan-audit/cluster-name': whole });
      }
    }),
  );
});
