import { describe, expect, it } from 'vitest';
import { width } from '../../lib/report/terminal/layout.ts';
import { LANGUAGES, textsIn } from '../../lib/report/words/language.ts';
import { printable } from '../../lib/report/words/printable.ts';
import { ruleText } from '../../lib/report/words/rule-text.ts';
import * as texts from '../../lib/report/words/texts.ts';
import * as instances from '../../lib/verdict/instance-rules.ts';
import { NEXT_STEPS, REASONS, VERDICTS } from '../../lib/verdict/judgement.ts';
import * as volumes from '../../lib/verdict/volume-rules.ts';

/** Every text of a language that is not a function, by its path. */
function textsOf(value: unknown, path: string): readonly [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const all = textsOf(textsIn(language), language);

  it('are there, and harmless on a terminal', () => {
    for (const [path, text] of all) {
      expect(text.trim(), path).not.toBe('');
      expect(printable(text), path).toBe(text);
    }
  });

  it('are written in that language', () => {
    const hangul = all.filter(([, text]) => /\p{Script=Hangul}/u.test(text)).length;
    expect(hangul).toBe(language === 'ko' ? all.length : 0);
  });

  it('have clauses that fit two lines of a cell', () => {
    for (const [reason, { clause }] of Object.entries(textsIn(language).reasons)) {
      expect(width(clause), reason).toBeLessThanOrEqual(48);
    }
  });

  it('tell nobody to delete what is not an orphan', () => {
    const { nextSteps } = textsIn(language);
    const tellsToDelete = language === 'ko' ? /삭제하십시오/ : /\bdelete (the|it)\b/;
    const telling = Object.entries(nextSteps).filter(([, { text }]) =>
      tellsToDelete.test(text.replace('Do not delete it', '')),
    );
    expect(telling.map(([key]) => key)).toEqual(['restore-controller', 'delete instance', 'delete volume']);
  });

  it('have words for every verdict, reason and next step that can meet', () => {
    const { reasons, nextSteps } = textsIn(language);
    for (const verdict of VERDICTS) {
      for (const reason of REASONS)
        expect(reasons[texts.reasonKey(reason, verdict)].clause).toBeTypeOf('string');
      for (const step of NEXT_STEPS) {
        for (const kind of ['instance', 'volume'] as const) {
          expect(nextSteps[texts.nextStepKey(step, kind, verdict)].text).toBeTypeOf('string');
        }
      }
    }
  });

  it('name every rule by its table and number', () => {
    const said = [
      ...texts.INSTANCE_RULES.map((rule) => ruleText({ table: 'instances', rule }, language)),
      ...texts.VOLUME_RULES.map((rule) => ruleText({ table: 'volumes', rule }, language)),
      ruleText({ table: 'brake' }, language),
      ruleText({ table: 'confirmation' }, language),
    ];
    expect(new Set(said).size).toBe(22 + 16 + 2);
    expect(said[19]).toMatch(
      language === 'ko' ? /^인스턴스 규칙표의 20번 규칙: / : /^rule 20 of the instances' table: /,
    );
  });

  it('refuse a rule that no table has', () => {
    expect(() => ruleText({ table: 'volumes', rule: 17 }, language)).toThrow("rule 17 of the volumes' table");
  });
});

it('the rules in words are the rules that judge', () => {
  expect(texts.INSTANCE_RULES).toEqual(instances.INSTANCE_RULES.map((rule) => rule.number));
  expect(texts.VOLUME_RULES).toEqual(volumes.VOLUME_RULES.map((rule) => rule.number));
});
