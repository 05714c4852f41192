import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../lib/report/json.ts';
import { LANGUAGES } from '../../lib/report/language.ts';
import type { Report } from '../../lib/report/report.ts';
import { reportSchema } from '../../lib/report/schema.ts';
import { aftermath, brokenNight, cleanNight, reportOf } from './worlds.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(reportSchema());

function errorsOf(json: unknown): readonly string[] {
  return validate(json)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

type Path = readonly (string | number)[];

/** The path to every key of every object. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsIn(inner, here)];
  });
}

/** A copy in which the object at the path was changed. */
function changed(report: Report, path: Path, change: (holder: Record<string, unknown>) => void): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(report));
  let holder = copy as Record<string, unknown>;
  for (const step of path) holder = holder[String(step)] as Record<string, unknown>;
  change(holder);
  return copy;
}

describe('the schema', () => {
  it.each(
    LANGUAGES.flatMap((language) =>
      [aftermath, brokenNight, cleanNight].map((world) => [world.name, language, world(language)] as const),
    ),
  )('holds for %s in %s', (_, __, report) => {
    expect(errorsOf(JSON.parse(writeJson(report)))).toEqual([]);
  });

  it('holds for a report on nothing', () => {
    expect(errorsOf(reportOf({ projects: [] }))).toEqual([]);
  });

  it('misses every field that is taken away', () => {
    const report = aftermath('en');
    const paths = [
      ...pathsIn(report),
      ...pathsIn(brokenNight('en').run.problems[0]).map((path) => ['problem', ...path]),
    ];
    expect(paths.length).toBeGreaterThan(500);
    for (const path of pathsIn(report)) {
      const without = changed(report, path.slice(0, -1), (holder) => delete holder[String(path.at(-1))]);
      expect(validate(without), path.join('.')).toBe(false);
    }
  });

  it('misses every field of a problem and of an evidence line that is taken away', () => {
    const report = brokenNight('ko');
    for (const key of ['code', 'project', 'message', 'remedy']) {
      expect(validate(changed(report, ['run', 'problems', 0], (problem) => delete problem[key])), key).toBe(
        false,
      );
    }
  });

  it('refuses a field that it does not know, in every object', () => {
    const report = aftermath('en');
    for (const path of [[], ...pathsIn(report)]) {
      const holder = path.reduce<unknown>(
        (inner, step) => (inner as Record<string, unknown>)[String(step)],
        report,
      );
      if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) continue;
      const more = changed(report, path, (object) => {
        object['surprise'] = 0;
      });
      expect(validate(more), path.join('.')).toBe(false);
    }
  });

  it.each([
    ['a verdict that is none', ['findings', 0], 'verdict', 'lost'],
    ['a reason that is none', ['findings', 0], 'reason', 'because'],
    ['an orphan without assurance', ['findings', 0], 'assurance', null],
    ['assurance of what is no orphan', ['findings', 3], 'assurance', 'signed'],
    ['a rule that the table does not have', ['findings', 0, 'decidedBy'], 'rule', 23],
    ['an outcome of another kind of evidence', ['findings', 0, 'evidence', 0], 'outcome', 'valid'],
    ['a time without a zone', ['run'], 'asOf', '2026-11-30T06:00:00'],
    ['a time in another zone', ['run'], 'asOf', '2026-11-30T15:00:00+09:00'],
    ['a count below zero', ['summary', 'instances'], 'orphan', -1],
    ['a failure code that is none', ['run', 'problems'], 'code', 'oops'],
    ['another version', [], 'schemaVersion', '2'],
  ] as const)('refuses %s', (_, path, key, value) => {
    const wrong = changed(aftermath('en'), path, (holder) => {
      holder[key] = value;
    });
    const isListed = path.at(-1) === 'problems';
    expect(
      validate(
        isListed
          ? changed(brokenNight('en'), ['run', 'problems', 0], (one) => {
              one[key] = value;
            })
          : wrong,
      ),
    ).toBe(false);
  });

  it('is JSON itself, and names its draft', () => {
    const schema = reportSchema();
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });
});
