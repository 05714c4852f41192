import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../lib/report/json.ts';
import { reportSchema } from '../../lib/report/schema.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { anId, at as instant } from '../builders/ledger.ts';
import { aftermath, brokenNight, cleanNight, pricedNight, reportOf } from './worlds.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(reportSchema());

function errorsOf(json: unknown): readonly string[] {
  return validate(json)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

type Path = readonly (string | number)[];

/** One of everything that a report can hold. */
const SMALL = reportOf({
  ignore: [{ id: anId(0x101), reason: 'kept', until: instant('2027-01-01T00:00:00Z') }],
  projects: [
    someProjectVerdicts({
      judged: [
        aJudgedInstance(),
        aJudgedVolume({
          judgement: {
            verdict: 'retained',
            reason: 'kept-on-termination',
            by: { table: 'volumes', rule: 13 },
            warnings: [],
          },
        }),
      ],
      problems: [new AuditFailure('timed-out', 'it did not come', 'try again')],
    }),
  ],
});

/** The path to every key of every object. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsIn(inner, here)];
  });
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => Object(inner)[step], value);
}

/** A copy of the small report in which the object at the path was changed. */
function changed(path: Path, change: (holder: Record<string, unknown>) => void): unknown {
  const copy: unknown = structuredClone(SMALL);
  change(Object(at(copy, path)));
  return copy;
}

describe('the schema', () => {
  it.each(
    LANGUAGES.flatMap((language) =>
      [aftermath, brokenNight, cleanNight, pricedNight].map(
        (world) => [world.name, language, world(language)] as const,
      ),
    ),
  )('holds for %s in %s', (_, __, report) => {
    expect(errorsOf(JSON.parse(writeJson(report)))).toEqual([]);
  });

  it('holds for a report on nothing', () => {
    expect(errorsOf(reportOf({ projects: [] }))).toEqual([]);
  });

  it('misses every field that is taken away', () => {
    for (const path of pathsIn(SMALL)) {
      const without = changed(path.slice(0, -1), (holder) => delete holder[String(path.at(-1))]);
      expect(validate(without), path.join('.')).toBe(false);
    }
  });

  it('refuses a field that it does not know, in every object', () => {
    for (const path of [[], ...pathsIn(SMALL)]) {
      const holder = at(SMALL, path);
      if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) continue;
      expect(
        validate(changed(path, (object) => Object.assign(object, { surprise: 0 }))),
        path.join('.'),
      ).toBe(false);
    }
  });

  it.each([
    ['a verdict that is none', ['findings', 0], 'verdict', 'lost'],
    ['a reason that is none', ['findings', 0], 'reason', 'because'],
    ['an orphan without assurance', ['findings', 0], 'assurance', null],
    ['assurance of what is no orphan', ['findings', 1], 'assurance', 'signed'],
    ['a rule that the table does not have', ['findings', 0, 'decidedBy'], 'rule', 23],
    ['an outcome of another kind of evidence', ['findings', 0, 'evidence', 0], 'outcome', 'valid'],
    ['a time without a zone', ['run'], 'asOf', '2026-11-30T06:00:00'],
    ['a time in another zone', ['run'], 'asOf', '2026-11-30T15:00:00+09:00'],
    ['a count below zero', ['summary', 'instances'], 'orphan', -1],
    ['a failure code that is none', ['run', 'problems', 0], 'code', 'oops'],
    ['another version', [], 'schemaVersion', '2'],
  ] as const)('refuses %s', (_, path, key, value) => {
    expect(validate(changed(path, (holder) => Object.assign(holder, { [key]: value })))).toBe(false);
  });

  it('is JSON itself, and names its draft', () => {
    const schema = reportSchema();
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });
});
