import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code } from '../../lib/report/markdown/escape.ts';
import { MARKDOWN_LENGTH, writeMarkdown } from '../../lib/report/markdown/markdown.ts';
import type { Report } from '../../lib/report/report.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { anId } from '../builders/ledger.ts';
import { aKeyring, hostile, orphans, TIMEZONE } from './formats-worlds.ts';
import { anyText } from './hostile.ts';
import { aftermath, brokenNight, cleanNight, pricedNight } from './worlds.ts';

const markdown = (report: Report) => writeMarkdown(report, { language: 'en', timezone: TIMEZONE });

describe('the Markdown', () => {
  const worlds = {
    aftermath,
    'broken-night': brokenNight,
    'clean-night': cleanNight,
    'priced-night': pricedNight,
  };
  it.each(
    Object.entries(worlds).flatMap(([name, world]) =>
      LANGUAGES.map((language) => [name, language, world] as const),
    ),
  )('of %s in %s is this', async (name, language, world) => {
    await expect(writeMarkdown(world(language), { language, timezone: TIMEZONE })).toMatchFileSnapshot(
      `markdown-${name}-${language}.golden.txt`,
    );
  });

  it('says first that the run is incomplete', () => {
    const text = markdown(brokenNight('en'));
    expect(text.indexOf('> **INCOMPLETE RUN: `shop-dev`**')).toBeGreaterThan(0);
    expect(text.indexOf('INCOMPLETE RUN')).toBeLessThan(text.indexOf('1 orphan'));
    expect(text).toContain('(rate-limited)');
  });

  it('does not say that nothing is left after an incomplete run', () => {
    const report = brokenNight('en');
    const text = markdown({ ...report, findings: [] });
    expect(text).toContain('Nothing was found, but the run is incomplete');
    expect(text).not.toContain('Nothing is left');
    expect(markdown(cleanNight('en'))).toContain('Nothing is left behind.');
  });

  it('tells of a keyring that is not sound', () => {
    const report = cleanNight('en');
    const keyrings = [aKeyring(null, false)];
    const run = { ...report.run, projects: report.run.projects.map((project) => ({ ...project, keyrings })) };
    expect(markdown({ ...report, run })).toContain('**Unsound keyring** in `shop-prod`');
    expect(markdown(report)).not.toContain('keyring**');
  });

  it('refuses a zone that is none', () => {
    expect(() => writeMarkdown(cleanNight('en'), { language: 'en', timezone: 'Mars/Olympus' })).toThrow(
      AuditFailure,
    );
  });
});

describe('what has no room', () => {
  const many = (n: number) =>
    orphans(
      ...Array.from({ length: n }, (_, at) => ({ resource: { id: anId(at + 1), name: `node-${at}` } })),
    );

  it('is counted, and the rest stays within what GitHub takes', () => {
    const text = markdown(many(2000));
    expect(text.length).toBeLessThanOrEqual(MARKDOWN_LENGTH);
    expect(text.length).toBeGreaterThan(MARKDOWN_LENGTH * 0.9);
    const rows = text.split('\n').filter((line) => line.startsWith('| `node-')).length;
    const cut = /there was no room for ([\d,]+) more \(([\d,]+) orphans\)/.exec(text);
    expect(Number(cut?.[1]?.replace(',', ''))).toBe(2000 - rows);
    expect(cut?.[2]).toBe(cut?.[1]);
    expect(text).toContain('### WHAT TO DO NEXT');
  });

  it('is nothing in a small report', () => {
    expect(markdown(many(20))).not.toContain('**Cut:**');
  });

  it('is the least urgent', () => {
    const report = many(2000);
    const findings = report.findings.map((finding, at) =>
      at < 1000 ? finding : { ...finding, verdict: 'retained' as const, assurance: null },
    );
    const text = markdown({ ...report, findings });
    expect(text).toContain('### orphan: 1,000');
    expect(text).toMatch(/\*\*Cut:\*\* there was no room for [\d,]+ more \([\d,]+ orphans, 1,000 retained\)/);
  });

  it('is bounded whatever things are called and however many problems there are', () => {
    const report = hostile('\u0001'.repeat(5000));
    const [problem] = report.run.problems;
    const [project] = report.run.projects;
    const [finding] = report.findings;
    if (problem === undefined || project === undefined || finding === undefined) throw new TypeError('empty');
    const run = {
      ...report.run,
      problems: Array.from({ length: 500 }, () => problem),
      projects: Array.from({ length: 500 }, () => project),
    };
    const cost = {
      ...report.summary.cost,
      missingPrices: Array.from({ length: 500 }, () => ({ price: 'x'.repeat(5000), count: 1 })),
    };
    const text = markdown({
      ...report,
      run,
      summary: { ...report.summary, cost, instances: { ...report.summary.instances, orphan: 500 } },
      findings: Array.from({ length: 500 }, () => finding),
    });
    expect(text.length).toBeLessThanOrEqual(MARKDOWN_LENGTH);
    expect(text).toContain('and 480 more');
  });
});

describe('a text from outside', () => {
  it.each([
    ['a`b', '`a\\u{60}b`'],
    ['a|b', '`a\\u{7c}b`'],
    ['<!channel>', '`\\u{3c}!channel\\u{3e}`'],
    ['@here', '`\\u{40}here`'],
    ['&lt;', '`\\u{26}lt;`'],
    ['https://example.invalid', '`https\\u{3a}//example.invalid`'],
    ['ends with \\', '`ends with \\u{5c}`'],
    ['two\nlines', '`two\\u{a}lines`'],
    ['', '`""`'],
    [' ', '`" "`'],
    ['plain-name.1', '`plain-name.1`'],
    ['웹서버', '`웹서버`'],
    ['x'.repeat(500), `\`${'x'.repeat(299)}…\``],
  ])('%j becomes the code span %s', (text, span) => {
    expect(code(text)).toBe(span);
  });

  it('is one code span, whatever it holds, and nothing in it acts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const span = code(text);
        expect(span).toMatch(/^`[^`\n\r|<>&@]+`$/u);
        expect(span).not.toMatch(/:\/\/|\\`$/);
        expect(span).not.toMatch(/(?! )[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  /** A report without its code spans: whatever is left is the writer's own. */
  const ownWords = (text: string) => text.replace(/`[^`\n]*`/g, '`…`');

  it('leaves the page as it is: not a line, cell, heading, mention, link or tag more', () => {
    const plain = ownWords(markdown(hostile('plain')));
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.constantFrom(
            '@here',
            '<@U024BE7LH>',
            '<!channel>',
            '![](@U024BE7LH)',
            '| a | b |\n| --- | --- |',
            '[click](https://example.invalid)',
            '<script>alert(1)</script>',
            '# heading',
            '`` ` ``',
            '\\`@here',
            '**bold**',
            'org/repo#1',
            '&#64;here',
          ),
        ),
        (text) => {
          const page = markdown(hostile(text));
          const own = ownWords(page);
          // A name that is empty is told in our words.
          expect(text === '' ? own.replaceAll('(no name)', '`…`') : own).toBe(plain);
          expect(own).not.toMatch(/[<@&]|\]\(|:\/\//);
        },
      ),
    );
  });

  it('leaves every table with as many cells in a row as in its heading', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tables = markdown(hostile(text))
          .split('\n')
          .filter((line) => line.startsWith('|'));
        expect(tables.length).toBeGreaterThanOrEqual(6);
        for (const line of tables) expect(line.split(/(?<!\\)\|/)).toHaveLength(10);
      }),
    );
  });
});
