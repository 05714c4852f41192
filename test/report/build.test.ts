import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../lib/report/json.ts';
import { compareFindings } from '../../lib/report/order.ts';
import type { Finding } from '../../lib/report/report.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { plusMs } from '../../lib/terms/instants.ts';
import type { Judged } from '../../lib/verdict/judged.ts';
import { type Judgement, VERDICTS, type Verdict } from '../../lib/verdict/judgement.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';
import { aPriceBook } from '../builders/prices.ts';
import { aftermath, reportOf } from './worlds.ts';

const AS_OF = at('2026-11-30T06:00:00Z');

function judgedAs(verdict: Verdict): Judgement {
  const by = { table: 'instances', rule: 22 } as const;
  return verdict === 'orphan'
    ? { verdict, reason: 'cluster-gone', by, warnings: [], assurance: 'signed' }
    : { verdict, reason: 'young', by, warnings: [] };
}

function anInstanceOf(verdict: Verdict, n: number): Judged {
  return aJudgedInstance({ resource: { id: anId(n) }, judgement: judgedAs(verdict) });
}

function firstOf(judged: Judged): Finding {
  const [finding] = reportOf({ judged: [judged], all: true }).findings;
  if (finding === undefined) throw new TypeError('the report has no finding');
  return finding;
}

describe('the findings', () => {
  it('hold every verdict but unrelated, orphans first', () => {
    const judged = VERDICTS.toReversed().map((verdict, at) => anInstanceOf(verdict, at + 1));
    expect(reportOf({ judged }).findings.map((finding) => finding.verdict)).toEqual([
      'orphan',
      'ambiguous',
      'held',
      'retained',
      'settling',
      'in-use',
    ]);
  });

  it('hold the unrelated too when all are asked for', () => {
    const judged = [anInstanceOf('unrelated', 1)];
    expect(reportOf({ judged, all: true }).findings.map((finding) => finding.verdict)).toEqual(['unrelated']);
  });

  it('follow each other by ID, as bytes and not as a locale sorts', () => {
    const ids = [anId(0x20), anId(0xa), anId(3)];
    const judged = ids.map((id) => aJudgedInstance({ resource: { id } }));
    expect(reportOf({ judged }).findings.map(({ resource }) => resource.id)).toEqual(ids.toReversed());
  });

  it('go by cost per day within a verdict: dearest first, unpriced last', () => {
    const template = firstOf(aJudgedInstance());
    const priced = [null, 10, 2000, 0].map((perDay) => ({ ...template, cost: { ...template.cost, perDay } }));
    expect(priced.sort(compareFindings).map(({ cost }) => cost.perDay)).toEqual([2000, 10, 0, null]);
  });

  it('keep each currency together: amounts of two cannot be compared', () => {
    const template = firstOf(aJudgedInstance());
    const costs = [
      { currency: 'USD', perDay: 3 },
      { currency: 'KRW', perDay: 10 },
      { currency: null, perDay: null },
      { currency: 'USD', perDay: 20 },
      { currency: 'KRW', perDay: 2000 },
    ];
    const priced = costs.map((cost) => ({ ...template, cost: { ...template.cost, ...cost } }));
    expect(priced.sort(compareFindings).map(({ cost }) => `${cost.perDay} ${cost.currency}`)).toEqual([
      '2000 KRW',
      '10 KRW',
      '20 USD',
      '3 USD',
      'null null',
    ]);
  });

  it('put the verdict before the cost', () => {
    const orphan = firstOf(anInstanceOf('orphan', 1));
    const ambiguous = firstOf(anInstanceOf('ambiguous', 2));
    const dear = { ...ambiguous, cost: { ...ambiguous.cost, perDay: 1e6 } };
    expect([dear, orphan].sort(compareFindings)).toEqual([orphan, dear]);
  });
});

describe('the same input', () => {
  it('gives the same bytes, in whatever order the resources were judged', () => {
    const prices = aPriceBook();
    const judged = VERDICTS.flatMap((verdict, n) => [
      anInstanceOf(verdict, n + 1),
      aJudgedVolume({ resource: { id: anId(n + 1), sizeGiB: 7 * n }, judgement: judgedAs(verdict) }),
    ]);
    const expected = writeJson(reportOf({ judged, prices, all: true }));
    fc.assert(
      fc.property(fc.shuffledSubarray(judged, { minLength: judged.length }), (shuffled) => {
        expect(writeJson(reportOf({ judged: shuffled, prices, all: true }))).toBe(expected);
      }),
    );
  });

  it('gives the same bytes, in whatever order the keys of a judgement stand', () => {
    const straight = judgedAs('orphan');
    const turned = Object.fromEntries(Object.entries(straight).toReversed()) as unknown as Judgement;
    const bytes = [straight, turned].map((judgement) =>
      writeJson(reportOf({ judged: [aJudgedInstance({ judgement })] })),
    );
    expect(bytes[1]).toBe(bytes[0]);
  });
});

describe('the counts', () => {
  it('have every verdict of both kinds, zeros too', () => {
    const { summary } = reportOf({ projects: [] });
    const zeros = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
    expect(summary.instances).toEqual(zeros);
    expect(summary.volumes).toEqual(zeros);
  });

  it('count as unrelated what was listed and not judged otherwise, the same with all and without', () => {
    const judged = [anInstanceOf('orphan', 1), anInstanceOf('unrelated', 2), anInstanceOf('in-use', 3)];
    for (const all of [false, true]) {
      const { instances, volumes } = reportOf({ judged, all }).summary;
      expect(instances).toMatchObject({ orphan: 1, 'in-use': 1, unrelated: 8 });
      expect(volumes.unrelated).toBe(10);
    }
  });

  it('add up, with the ignored, to what was listed', () => {
    const { summary } = aftermath('en');
    const counted = [...Object.values(summary.instances), ...Object.values(summary.volumes)];
    expect(counted.reduce((sum, n) => sum + n, 0) + summary.ignored).toBe(84 + 125);
  });

  it('sum up the projects', () => {
    const projects = [1, 2].map((n) => someProjectVerdicts({ judged: [anInstanceOf('orphan', n)] }));
    const { summary } = reportOf({ projects });
    expect(summary.instances.orphan).toBe(2);
    expect(summary.listed).toEqual({ instances: 20, volumes: 20 });
  });
});

describe('what could not be listed', () => {
  const projects = [
    someProjectVerdicts(),
    someProjectVerdicts({ listed: { instances: undefined, volumes: 5 }, complete: false }),
  ];

  it('makes the sum unknown, never a smaller sum', () => {
    expect(reportOf({ projects }).summary.listed).toEqual({ instances: null, volumes: 15 });
  });

  it('is told of its project', () => {
    const { run } = reportOf({ projects });
    expect(run.projects.map(({ listed }) => listed.instances)).toEqual([10, null]);
    expect(run.projects.map(({ complete }) => complete)).toEqual([true, false]);
  });

  it('makes the run incomplete, although another project is whole', () => {
    expect(reportOf({ projects }).run.complete).toBe(false);
    expect(reportOf({ projects: projects.slice(0, 1) }).run.complete).toBe(true);
  });
});

describe('the problems', () => {
  it('name their project and say what to do', () => {
    const failure = new AuditFailure('timed-out', 'the instances did not come within 10 s', 'try again');
    const { problems } = reportOf({ projects: [someProjectVerdicts({ problems: [failure] })] }).run;
    expect(problems).toEqual([
      {
        code: 'timed-out',
        project: 'shop-prod',
        message: 'the instances did not come within 10 s',
        remedy: 'try again',
      },
    ]);
  });
});

describe('an ignore entry', () => {
  const entry = { id: anId(1), reason: 'kept for the migration', until: plusMs(AS_OF, 1) };
  const judged = [anInstanceOf('orphan', 1), anInstanceOf('orphan', 2)];

  it('keeps its finding in the list and out of counts and totals', () => {
    const { findings, summary } = reportOf({ judged, ignore: [entry] });
    expect(findings.map(({ ignored }) => ignored)).toEqual([
      { reason: 'kept for the migration', until: '2026-11-30T06:00:00.001Z' },
      null,
    ]);
    expect(summary.instances).toMatchObject({ orphan: 1, unrelated: 8 });
    expect(summary.ignored).toBe(1);
    expect(summary.cost.unpriced).toBe(1);
  });

  it('ends with its moment', () => {
    const { findings, summary } = reportOf({ judged, ignore: [{ ...entry, until: AS_OF }] });
    expect(findings.map(({ ignored }) => ignored)).toEqual([null, null]);
    expect(summary).toMatchObject({ ignored: 0, cost: { unpriced: 2 } });
  });

  it('that lasts longer holds, of two for one resource', () => {
    const longer = { ...entry, reason: 'longer', until: plusMs(AS_OF, 9) };
    for (const ignore of [
      [entry, longer],
      [longer, entry],
    ]) {
      expect(reportOf({ judged, ignore }).findings[0]?.ignored?.reason).toBe('longer');
    }
  });

  it('says nothing of a resource that is unrelated anyway', () => {
    const { findings, summary } = reportOf({
      judged: [anInstanceOf('unrelated', 1)],
      ignore: [entry],
      all: true,
    });
    expect(findings[0]?.ignored).toBeNull();
    expect(summary).toMatchObject({ ignored: 0, instances: { unrelated: 10 } });
  });
});

describe('a finding', () => {
  it('gives the assurance of an orphan only', () => {
    expect(firstOf(anInstanceOf('orphan', 1)).assurance).toBe('signed');
    expect(firstOf(anInstanceOf('ambiguous', 1)).assurance).toBeNull();
  });

  it('names the owner that all marks agree on', () => {
    expect(firstOf(aJudgedInstance()).owner).toEqual({
      clusterUid: aClusterUid(),
      uid8: '2c32ae2c',
      clusterName: 'shop',
      nodeClaim: 'general-7k2lq',
    });
  });

  it('names only what the marks say, where no cluster is agreed on', () => {
    const identity = {
      kind: 'conflict',
      detail: 'two',
      uid8: undefined,
      nodeClaim: 'general-7k2lq',
    } as const;
    expect(firstOf(aJudgedInstance({ evidence: { identity } })).owner).toEqual({
      clusterUid: null,
      uid8: null,
      clusterName: null,
      nodeClaim: 'general-7k2lq',
    });
    const nothing = { kind: 'none', uid8: undefined, nodeClaim: undefined } as const;
    expect(firstOf(aJudgedInstance({ evidence: { identity: nothing } })).owner).toBeNull();
  });

  it.each([
    ['billed', true],
    ['not-billed', false],
    ['unknown', null],
  ] as const)('says of a state that is %s: %s', (billing, billed) => {
    expect(firstOf(aJudgedInstance({ resource: { billing } })).resource.billed).toBe(billed);
  });

  it('of a volume names its size and the instance that it is attached to', () => {
    const judged = aJudgedVolume({ resource: { instanceId: anId(7), sizeGiB: 200 } });
    expect(firstOf(judged).resource).toMatchObject({
      kind: 'volume',
      sizeGiB: 200,
      volumeType: 'gp2',
      attachedTo: anId(7),
      flavor: null,
    });
  });

  it('leaves unknown what the cloud did not say', () => {
    const judged = aJudgedInstance({
      resource: {
        createdAt: undefined,
        flavor: undefined,
        availabilityZone: undefined,
        projectId: undefined,
      },
    });
    const { resource } = firstOf(judged);
    expect(resource).toMatchObject({ createdAt: null, flavor: null, availabilityZone: null });
    expect(resource.projectId).toBe('b1ccedbfaffd60bc89c2d60ad9893328');
  });
});
