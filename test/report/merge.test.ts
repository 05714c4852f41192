import { describe, expect, test } from 'vitest';
import { buildReport } from '../../lib/report/build.ts';
import { mergeReports } from '../../lib/report/merge.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import type { ProjectVerdicts } from '../../lib/verdict/judged.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { anId, at } from '../builders/ledger.ts';
import { aPriceBook } from '../builders/prices.ts';

const RUN = {
  id: 'night-1',
  startedAt: at('2026-11-30T06:00:00Z'),
  finishedAt: at('2026-11-30T06:00:10Z'),
};
const AS_OF = at('2026-11-30T06:00:01Z');

const named = (name: string, over: Partial<ProjectVerdicts> = {}): ProjectVerdicts =>
  someProjectVerdicts({ project: { name, region: 'kr-central-2', id: undefined }, ...over });
const reportOn = (...projects: readonly ProjectVerdicts[]) =>
  buildReport({
    run: { ...RUN, asOf: AS_OF },
    projects,
    ignore: [],
    prices: aPriceBook(),
    language: 'en',
    all: false,
  });

const shop = named('shop', { judged: [aJudgedInstance(), aJudgedVolume({ resource: { id: anId(0x101) } })] });
const batch = named('batch', {
  judged: [
    aJudgedInstance({ resource: { id: anId(7), flavor: 'x9.unheard-of' } }),
    aJudgedInstance({ resource: { id: anId(8) } }),
  ],
  listed: { instances: 3, volumes: 4 },
});
const broken = named('broken', {
  listed: { instances: undefined, volumes: 2 },
  complete: false,
  problems: [new AuditFailure('forbidden', 'the list of instances answered 403', 'give it Project Reader')],
});

describe('parts of one run', () => {
  test.each([
    ['one project', [shop]],
    ['two', [shop, batch]],
    ['two of which one is incomplete', [shop, broken]],
    ['three', [shop, batch, broken]],
  ])('of %s make the report that one process would have made', (_, projects) => {
    const parts = projects.map((project) => reportOn(project));
    const alone = reportOn(...projects);
    const { min, max } = alone.summary.cost.lingering;
    // What each part has rounded already may be one off in the sixth decimal of the sum.
    const lingering = { min: expect.closeTo(min, 5), max: expect.closeTo(max, 5) };
    expect(mergeReports({ run: RUN, parts, missing: [] })).toEqual({
      ...alone,
      summary: { ...alone.summary, cost: { ...alone.summary.cost, lingering } },
    });
  });

  test('leave room for a project that nobody audited, and are incomplete without it', () => {
    const failure = new AuditFailure(
      'project-not-audited',
      'project batch was not audited',
      'look into its log',
    );
    const merged = mergeReports({
      run: RUN,
      parts: [reportOn(shop)],
      missing: [{ project: 'batch', region: 'kr-central-2', failure }],
    });
    expect(merged.run).toMatchObject({
      complete: false,
      projects: [
        { name: 'shop', complete: true },
        { name: 'batch', complete: false, listed: { instances: null, volumes: null } },
      ],
      problems: [{ code: 'project-not-audited', project: 'batch' }],
    });
    expect(merged.summary.listed).toEqual({ instances: null, volumes: null });
    expect(merged.findings).toEqual(reportOn(shop).findings);
  });

  test('are judged as of the first of their moments', () => {
    const later = { ...reportOn(batch), run: { ...reportOn(batch).run, asOf: '2026-11-30T06:00:09Z' } };
    const merged = mergeReports({ run: RUN, parts: [later, reportOn(shop)], missing: [] });
    expect(merged.run.asOf).toBe('2026-11-30T06:00:01Z');
  });

  test('that never came make a report as well', () => {
    const failure = new AuditFailure(
      'project-not-audited',
      'project shop was not audited',
      'look into its log',
    );
    const merged = mergeReports({
      run: RUN,
      parts: [],
      missing: [{ project: 'shop', region: 'kr-central-2', failure }],
    });
    expect(merged).toMatchObject({ run: { asOf: '2026-11-30T06:00:00Z', complete: false }, findings: [] });
  });
});
