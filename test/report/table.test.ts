import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../lib/report/report.ts';
import { width } from '../../lib/report/terminal/layout.ts';
import { type TableOptions, writeTable } from '../../lib/report/terminal/table.ts';
import { LANGUAGES, type Language } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { resourceId } from '../../lib/terms/ids.ts';
import { plusMs } from '../../lib/terms/instants.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';
import { aPriceBook } from '../builders/prices.ts';
import { anyText } from './hostile.ts';
import { aftermath, brokenNight, cleanNight, pricedNight, reportOf } from './worlds.ts';

function table(report: Report, over: Partial<TableOptions> = {}): string {
  return writeTable(report, { columns: 80, colour: false, language: 'en', timezone: 'Asia/Seoul', ...over });
}

const inUse = (n: number) =>
  aJudgedInstance({
    resource: { id: anId(n), name: `karpenter-2c32ae2c-used-${n}` },
    judgement: { verdict: 'in-use', reason: 'claimed', by: { table: 'instances', rule: 3 }, warnings: [] },
    nextStep: 'none',
  });

const settling = aJudgedInstance({
  judgement: {
    verdict: 'settling',
    reason: 'first-sighting',
    by: { table: 'instances', rule: 21 },
    warnings: [],
  },
  nextStep: 'none',
});

describe('the table', () => {
  const worlds = {
    aftermath,
    'broken-night': brokenNight,
    'clean-night': cleanNight,
    'priced-night': pricedNight,
  };
  it.each(
    Object.entries(worlds).flatMap(([name, world]) =>
      LANGUAGES.flatMap((language) =>
        [50, 80, 120].map((columns) => [name, language, columns, world] as const),
      ),
    ),
  )('of %s in %s at %d columns is this', async (name, language, columns, world) => {
    await expect(table(world(language), { columns, language })).toMatchFileSnapshot(
      `table-${name}-${language}-${columns}.golden.txt`,
    );
  });

  it('shows times in the zone that was asked for', () => {
    expect(table(cleanNight('en'), { timezone: 'UTC' })).toContain('2026-11-30 06:00 +00:00 (UTC)');
  });

  it('refuses a zone that is none', () => {
    expect(() => table(cleanNight('en'), { timezone: 'Mars/Olympus' })).toThrow(AuditFailure);
  });

  it('writes no colour unless asked, and takes none of the width for it', () => {
    const plain = table(aftermath('en'));
    const coloured = table(aftermath('en'), { colour: true });
    expect(plain).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[1;31mORPHAN 3');
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });
});

describe('what is in use or settling', () => {
  it('is listed while it is little', () => {
    expect(table(reportOf({ judged: [inUse(1), inUse(2), inUse(3)] }))).toContain('used-3');
  });

  it('is only counted when it is more', () => {
    const text = table(reportOf({ judged: [inUse(1), inUse(2), inUse(3), inUse(4)] }));
    expect(text).not.toContain('used-');
    expect(text).toContain('Not shown: 4 in use (--all shows them)');
  });

  it('is listed when all is asked for', () => {
    expect(table(reportOf({ judged: [1, 2, 3, 4].map(inUse) }), { all: true })).toContain('used-4');
  });
});

describe('a run that found nothing', () => {
  it('says that nothing is left, and what was looked at', () => {
    const text = table(cleanNight('en'));
    expect(text).toContain('Nothing is left behind. Looked at 84 instances, 125 volumes');
    expect(text).not.toContain('WHAT TO DO NEXT');
  });

  it('does not say so while something is settling', () => {
    const text = table(reportOf({ judged: [settling] }));
    expect(text).toContain('of 1 settling it is too early to say');
    expect(text).not.toContain('Nothing is left');
  });

  it.each([
    ['incomplete', { complete: false }],
    ['without a list', { listed: { instances: undefined, volumes: 3 } }],
  ])('does not say so when it was %s', (_, project) => {
    const text = table(reportOf({ projects: [someProjectVerdicts(project)] }));
    expect(text).toContain('Nothing was found, but the run is incomplete');
    expect(text).not.toContain('Nothing is left');
  });

  it('does not say so when the only orphan is ignored', () => {
    const ignore = [{ id: anId(1), reason: 'kept', until: at('2027-01-01T00:00:00Z') }];
    const text = table(reportOf({ judged: [aJudgedInstance()], ignore }));
    expect(text).not.toContain('Nothing is');
    expect(text).toContain('IGNORED 1');
  });
});

describe('an incomplete run', () => {
  it('is told before anything is counted, with each problem and its remedy', () => {
    const text = table(brokenNight('en'));
    expect(text.indexOf('!! INCOMPLETE RUN: shop-dev')).toBeLessThan(text.indexOf('1 orphan'));
    expect(text).toContain('(rate-limited)');
    expect(text).toContain('-> run the audit again later');
    expect(text).toContain('instances UNREADABLE');
  });

  it('is told when no call failed by itself', () => {
    const text = table(reportOf({ projects: [someProjectVerdicts({ complete: false })] }));
    expect(text).toContain('!! INCOMPLETE RUN: shop-prod');
    expect(text).toContain('No call failed by itself');
  });

  it('is not what a complete run with problems is', () => {
    const problems = [
      new AuditFailure('foreign-project', 'a row of another project came', 'look at the key'),
    ];
    const text = table(reportOf({ projects: [someProjectVerdicts({ problems })] }));
    expect(text).toContain('PROBLEMS');
    expect(text).not.toContain('INCOMPLETE');
  });
});

describe('the age', () => {
  const created = (ms: number) => plusMs(at('2026-11-30T06:00:00Z'), -ms);
  const MINUTE = 60_000;
  it.each([
    ['just now', 0, '0 min'],
    ['just under an hour', 60 * MINUTE - 1, '59 min'],
    ['an hour', 60 * MINUTE, '1 h'],
    ['just under two days', 48 * 60 * MINUTE - 1, '47 h'],
    ['two days', 48 * 60 * MINUTE, '2 d'],
    ['in the future', -1, 'future'],
  ])('of %s', (_, ms, shown) => {
    const text = table(reportOf({ judged: [aJudgedInstance({ resource: { createdAt: created(ms) } })] }), {
      columns: 60,
    });
    expect(text).toContain(`instance, m2a.large, ${shown}\n`);
  });
});

/** A report in which every text that comes from outside is hostile. */
const hostileReport = fc
  .record({
    texts: fc.array(anyText, { minLength: 12, maxLength: 12 }),
    language: fc.constantFrom<Language>('ko', 'en'),
    isSigned: fc.boolean(),
  })
  .map(({ texts, language, isSigned }) => {
    const text = (n: number) => texts[n % texts.length] ?? '';
    const identity = {
      kind: 'agreed',
      owner: {
        clusterUid: aClusterUid(),
        uid8: '2c32ae2c' as never,
        clusterName: text(1),
        nodeClaim: text(2),
      },
    } as const;
    const judged = [
      aJudgedInstance({
        resource: { name: text(0), flavor: text(3), status: text(4) },
        evidence: { identity, cluster: { kind: 'alive', phase: text(5), witness: 'asked' } },
      }),
      aJudgedVolume({
        resource: { name: text(5), instanceId: isSigned ? anId(1) : resourceId(text(6)) },
        evidence: { identity },
      }),
    ];
    const report = reportOf({
      language,
      prices: isSigned ? aPriceBook([]) : undefined,
      ignore: isSigned ? [{ id: anId(0x101), reason: text(7), until: at('2027-01-01T00:00:00Z') }] : [],
      projects: [
        someProjectVerdicts({ judged, project: { name: text(8), region: text(9), id: text(10) } }),
        someProjectVerdicts({
          complete: isSigned,
          problems: [new AuditFailure('server-failed', text(10), text(11))],
        }),
      ],
    });
    return { report, language, isSigned };
  });

describe('whatever a resource is called', () => {
  it('no line is longer than the terminal, and nothing acts on it', () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 20, max: 200 }), ({ report, language }, columns) => {
        const text = table(report, { columns, language });
        for (const line of text.split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(columns);
          expect(width(line)).toBeLessThanOrEqual(columns);
        }
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('no line of ours is forged', () => {
    fc.assert(
      fc.property(
        hostileReport,
        fc.integer({ min: 60, max: 200 }),
        ({ report, language, isSigned }, columns) => {
          const lines = table(report, { columns, language }).split('\n');
          const begin = (mark: RegExp) => lines.filter((line) => mark.test(line)).length;
          expect(begin(/^(ORPHAN|고아\(ORPHAN\)) \d/)).toBe(1);
          expect(begin(/^(IGNORED|제외\(IGNORED\)) \d/)).toBe(isSigned ? 1 : 0);
          expect(begin(/^!! /)).toBe(isSigned ? 0 : 1);
          expect(begin(/^-> /)).toBe(isSigned ? 1 : 2);
        },
      ),
    );
  });

  it('colour changes nothing but colour', () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 20, max: 200 }), ({ report, language }, columns) => {
        const coloured = table(report, { columns, language, colour: true });
        expect(stripVTControlCharacters(coloured)).toBe(table(report, { columns, language }));
      }),
    );
  });
});
