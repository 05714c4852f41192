import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../lib/report/clearance/clearance.ts';
import { writeCheck } from '../../lib/report/clearance/text.ts';
import { width } from '../../lib/report/terminal/layout.ts';
import type { TableOptions } from '../../lib/report/terminal/table.ts';
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
import { anyText } from './hostile.ts';

const OPTIONS: TableOptions = { columns: 80, colour: false, language: 'en', timezone: 'Asia/Seoul' };
const text = (result: CheckResult, over: Partial<TableOptions> = {}) =>
  writeCheck(result, { ...OPTIONS, ...over });
const linesOf = (page: string) => page.split('\n').slice(0, -1);

const WORLDS = {
  cleared,
  'cleared-but-reborn': clearedButReborn,
  leftovers,
  stuck,
  alive,
  unrecorded,
  retired,
  unreadable,
};

describe('a check in words', () => {
  it.each(
    Object.entries(WORLDS).flatMap(([name, world]) =>
      LANGUAGES.map((language) => [name, language, world] as const),
    ),
  )('of %s in %s is this', async (name, language, world) => {
    await expect(text(await world(language), { language })).toMatchFileSnapshot(
      `clearance-${name}-${language}.golden.txt`,
    );
  });

  it('speaks of a clearance only where one was granted', async () => {
    for (const [name, world] of Object.entries(WORLDS)) {
      const result = await world('en');
      expect(text(result).includes('\nCLEARANCE\n'), name).toBe(result.clearance.granted);
      expect(text(result).includes('\nNO CLEARANCE\n'), name).toBe(!result.clearance.granted);
      expect(text(result).includes('may be retired'), name).toBe(result.keyring.mayBeRetired);
    }
  });

  it('lists what is proven gone only when all is asked for', async () => {
    const result = await cleared('en');
    expect(text(result)).not.toContain('volume 00000000-0000-4000-8000-000000000101');
    expect(text(result, { all: true })).toContain('- volume 00000000-0000-4000-8000-000000000101');
  });

  it('lists what a living cluster uses only when all is asked for, or when something is wrong with it', async () => {
    const result = await alive('en');
    expect(text(result)).toContain('renamed-by-hand');
    expect(text(result)).toContain('Not shown: 2 in use');
    expect(text(result, { all: true })).toContain('karpenter-2c32ae2c-general-1');
  });

  it('writes no colour unless asked', async () => {
    const result = await leftovers('en');
    expect(text(result)).not.toContain('\u001b');
    const coloured = text(result, { colour: true });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(text(result));
  });

  it.each(LANGUAGES)('fits every width in %s', async (language) => {
    for (const world of Object.values(WORLDS)) {
      const result = await world(language);
      for (const columns of [20, 37, 50, 71, 72, 80, 111, 112, 200]) {
        const tooWide = linesOf(text(result, { columns, language, all: true })).filter(
          (line) => width(line) > columns,
        );
        expect(tooWide).toEqual([]);
      }
    }
  });
});

describe('a name that somebody chose with care', () => {
  /** A check in which every text from outside is the same crafted one. */
  async function crafted(): Promise<readonly ((name: string) => CheckResult)[]> {
    const results = await Promise.all(
      [leftovers, stuck, clearedButReborn, unreadable].map((world) => world('en')),
    );
    return results.map((result) => (name: string): CheckResult => {
      const { cluster, run } = result;
      const { state } = cluster;
      return {
        ...result,
        run: {
          ...run,
          problems: run.problems.map((problem) => ({ ...problem, message: name, remedy: name })),
        },
        cluster: {
          ...cluster,
          names: [name],
          namesakes: [{ uid: null, name, phase: name }],
          state:
            state.kind === 'deleting'
              ? {
                  ...state,
                  phase: name,
                  heldBy: { nodeClaims: [{ name, isTerminating: true }], nodes: [name] },
                }
              : state.kind === 'gone'
                ? { ...state, byName: [{ name, answer: 'another-cluster' }] }
                : { kind: 'unreadable', why: name },
        },
        resources: result.resources.map((one) =>
          one.fate === 'remaining'
            ? { ...one, name, finding: { ...one.finding, resource: { ...one.finding.resource, name } } }
            : one.fate === 'unreadable'
              ? { ...one, name, why: name }
              : { ...one, name },
        ),
      };
    });
  }

  it('cannot act on the terminal, outgrow its line, or claim a clearance', async () => {
    const results = await crafted();
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(40, 80, 120),
        (name, language, columns) => {
          for (const result of results) {
            const page = text(result(name), { columns, language, all: true });
            // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
            expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
            expect(linesOf(page).filter((line) => width(line) > columns)).toEqual([]);
          }
        },
      ),
    );
    const forged = 'x\nCLEARANCE\nNothing is left\nKEYRING: may be retired';
    for (const result of results.slice(0, 2)) {
      expect(linesOf(text(result(forged)))).not.toContain('CLEARANCE');
    }
  });
});
