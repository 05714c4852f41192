import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../lib/report/clearance/schema.ts';
import { writeJson } from '../../lib/report/json.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import {
  alive,
  cleared,
  clearedButReborn,
  leftovers,
  retired,
  stuck,
  unreadable,
  unrecorded,
} from './clearance-worlds.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(checkSchema());

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
    const here = [...path, key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsIn(inner, here)];
  });
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => Object(inner)[step], value);
}

function changed(result: unknown, path: Path, change: (holder: Record<string, unknown>) => void): unknown {
  const copy: unknown = structuredClone(result);
  change(Object(at(copy, path)));
  return copy;
}

const WORLDS = [cleared, clearedButReborn, leftovers, stuck, alive, unrecorded, retired, unreadable];

describe('the schema of a check', () => {
  it.each(LANGUAGES.flatMap((language) => WORLDS.map((world) => [world.name, language, world] as const)))(
    'holds for %s in %s',
    async (_, language, world) => {
      expect(errorsOf(JSON.parse(writeJson(await world(language))))).toEqual([]);
    },
  );

  it.each([stuck, leftovers, cleared])(
    'misses every field that is taken away, and refuses one that it does not know',
    async (world) => {
      const result = await world('en');
      for (const path of pathsIn(result)) {
        const without = changed(result, path.slice(0, -1), (holder) => delete holder[String(path.at(-1))]);
        expect(validate(without), path.join('.')).toBe(false);
      }
      for (const path of [[], ...pathsIn(result)]) {
        const holder = at(result, path);
        if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) continue;
        const more = changed(result, path, (object) => Object.assign(object, { surprise: 0 }));
        expect(validate(more), path.join('.')).toBe(false);
      }
    },
  );

  it.each([
    ['a clearance that is granted and withheld', ['clearance'], 'withheld', ['no-record']],
    ['a reason that is none', ['clearance'], 'withheld', ['because']],
    ['no reason at all', ['clearance'], 'withheld', []],
    ['a fate that is none', ['resources', 0], 'fate', 'lost'],
    ['what is gone with a finding', ['resources', 0], 'fate', 'gone'],
    ['a tie that is none', ['resources', 0], 'tie', 'rumour'],
    ['a time without a zone', ['run'], 'asOf', '2026-11-30T06:00:00'],
    ['a count below zero', ['summary', 'instances'], 'gone', -1],
    ['a state that is none', ['cluster', 'state'], 'kind', 'asleep'],
    ['another version', [], 'schemaVersion', '2'],
  ] as const)('refuses %s', async (what, path, key, value) => {
    const result = await (what === 'a clearance that is granted and withheld' ? cleared : leftovers)('en');
    expect(validate(changed(result, path, (holder) => Object.assign(holder, { [key]: value })))).toBe(false);
  });

  it('is JSON itself, and names its draft', () => {
    const schema = checkSchema();
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });
});
