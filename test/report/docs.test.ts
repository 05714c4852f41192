import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../lib/report/schema.ts';
import { EVIDENCE_OUTCOMES } from '../../lib/report/words/evidence-lines.ts';
import { ASSURANCES, NEXT_STEPS, VERDICTS, WARNINGS } from '../../lib/verdict/judgement.ts';

const format = readFileSync(new URL('../../docs/report.md', import.meta.url), 'utf8');
const words = readFileSync(new URL('../../docs/words.md', import.meta.url), 'utf8');

/** Every property that a JSON Schema names, at whatever depth. */
function propertiesOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(Object(inner)) : []),
    ...propertiesOf(inner),
  ]);
}

describe('docs/report.md', () => {
  it('shows an example that is a report', () => {
    const ajv = new Ajv2020();
    addFormats.default(ajv);
    const example: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(format)?.[1] ?? '');
    ajv.validate(reportSchema(), example);
    expect(ajv.errors).toBeNull();
  });

  it.each([...new Set(propertiesOf(reportSchema()))])('explains the field %s', (field) => {
    const prose = format.replace(/```[\s\S]*?```/g, '');
    expect(prose).toMatch(new RegExp(`\`(\\w+\\.)?${field}(\\[\\])?\``));
  });

  it.each(EVIDENCE_OUTCOMES.map(({ kind, outcomes }) => [kind, outcomes] as const))(
    'lists every outcome of %s',
    (kind, outcomes) => {
      for (const code of [kind, ...outcomes]) expect(format).toContain(`\`${code}\``);
    },
  );

  it.each([...WARNINGS, ...ASSURANCES])('names %s', (code) => {
    expect(format).toContain(`\`${code}\``);
  });
});

describe('docs/words.md', () => {
  it.each([...VERDICTS, ...NEXT_STEPS])('says what %s means', (code) => {
    expect(words).toContain(`| \`${code}\` |`);
  });
});
