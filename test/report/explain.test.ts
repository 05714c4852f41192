import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Finding, Report } from '../../lib/report/report.ts';
import { writeExplanation } from '../../lib/report/terminal/explain.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import type { ResourceId } from '../../lib/terms/ids.ts';
import type { Judged } from '../../lib/verdict/judged.ts';
import { aJudgedInstance, aJudgedVolume } from '../builders/judged.ts';
import { anId } from '../builders/ledger.ts';
import { anyText } from './hostile.ts';
import { aftermath, reportOf } from './worlds.ts';

function explain(finding: Finding, columns = 80): string {
  return writeExplanation(finding, { columns, colour: false, language: 'en' });
}

function findingIn(report: Report, id: ResourceId): Finding {
  const finding = report.findings.find(({ resource }) => resource.id === id);
  if (finding === undefined) throw new TypeError(`the report has no finding on ${id}`);
  return finding;
}

function findingOf(judged: Judged): Finding {
  return findingIn(reportOf({ judged: [judged], all: true }), judged.resource.id);
}

describe('the explanation', () => {
  const cases = {
    'orphan-instance': anId(1),
    'orphan-volume': anId(0x101),
    'ambiguous-instance': anId(3),
    'held-volume': anId(0x102),
    'settling-instance': anId(5),
  };
  it.each(
    Object.entries(cases).flatMap(([name, id]) => LANGUAGES.map((language) => [name, language, id] as const)),
  )('of %s in %s is this', async (name, language, id) => {
    const text = writeExplanation(findingIn(aftermath(language), id), {
      columns: 80,
      colour: false,
      language,
    });
    await expect(text).toMatchFileSnapshot(`explain-${name}-${language}.golden.txt`);
  });

  it('tells every piece of evidence with its outcome', () => {
    const finding = findingOf(aJudgedInstance());
    const text = explain(finding, 120);
    const words = text.replaceAll(/\s+/g, ' ');
    expect(finding.evidence).toHaveLength(12);
    for (const { kind, outcome, detail } of finding.evidence) {
      expect(text).toMatch(new RegExp(`^  ${kind} +${outcome} `, 'm'));
      expect(words).toContain(detail);
    }
  });

  it('says what would change a verdict that waits', () => {
    const finding = findingOf(
      aJudgedInstance({
        evidence: { sightings: { kind: 'too-few', count: 1, needed: 2 } },
        judgement: {
          verdict: 'settling',
          reason: 'first-sighting',
          by: { table: 'instances', rule: 21 },
          warnings: [],
        },
        nextStep: 'none',
      }),
    );
    expect(explain(finding)).toContain(
      'WHAT WOULD CHANGE IT\n  A complete run at least a grace period after',
    );
  });

  it('says nothing of what would change a verdict where that is not plain', () => {
    expect(explain(findingOf(aJudgedInstance()))).not.toContain('WHAT WOULD CHANGE IT');
  });

  it.each([
    ['an instance', aJudgedInstance],
    ['a volume', aJudgedVolume],
  ])('works for %s that is unrelated', (_, judgedLike) => {
    const judged = judgedLike({
      evidence: { identity: { kind: 'none', uid8: undefined, nodeClaim: undefined } },
      judgement: {
        verdict: 'unrelated',
        reason: 'no-karpenter-mark',
        by: { table: judgedLike === aJudgedInstance ? 'instances' : 'volumes', rule: 1 },
        warnings: [],
      },
      nextStep: 'none',
    });
    const text = explain(findingOf(judged));
    expect(text).toContain('VERDICT: unrelated');
    expect(text).toContain('owner');
    expect(text).toContain('NEXT STEP: nothing to do');
    expect(text).not.toContain('keyring and its backup');
  });

  it('tells the warnings, and why it is ignored', () => {
    const finding = findingIn(aftermath('en'), anId(0x101));
    const ignored = { ...finding, ignored: { reason: 'kept', until: '2027-01-31T15:00:00Z' } };
    const text = explain(ignored);
    expect(text).toContain('! has snapshots');
    expect(text).toContain('ignored until 2027-01-31T15:00:00Z: kept');
  });

  it('fits the terminal and acts on nothing, whatever a resource is called', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 20, max: 200 }),
        fc.constantFrom(...LANGUAGES),
        ([name = '', status = '', flavor = '', phase = '', detail = ''], columns, language) => {
          const judged = aJudgedInstance({
            resource: { name, status, flavor },
            evidence: {
              name: { kind: 'other' },
              cluster: { kind: 'alive', phase, witness: 'asked' },
              age: { kind: 'unknown', detail },
            },
          });
          const text = writeExplanation(findingOf(judged), { columns, colour: false, language });
          for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
          expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });
});
