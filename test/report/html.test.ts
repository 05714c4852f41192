import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeHtml } from '../../lib/report/html/page.ts';
import type { Report } from '../../lib/report/report.ts';
import { LANGUAGES, type Language } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { aJudgedInstance, someProjectVerdicts } from '../builders/judged.ts';
import { at } from '../builders/ledger.ts';
import { elementsOf, parsed, textsOf, withoutCode } from './html-document.ts';
import { cost, pricedAftermath, smallWorld, withCosts } from './html-worlds.ts';
import { aftermath, brokenNight, cleanNight, reportOf } from './worlds.ts';

function page(report: Report, language: Language = 'en'): string {
  return writeHtml(report, { language, timezone: 'Asia/Seoul' });
}

function wordsOf(report: Report, language: Language = 'en'): string {
  return textsOf(parsed(page(report, language)))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

const WORLDS = { aftermath, brokenNight, cleanNight, pricedAftermath, smallWorld };
const PAGES = LANGUAGES.flatMap((language) =>
  Object.entries(WORLDS).map(([name, world]) => [name, language, world(language)] as const),
);

describe('the HTML report', () => {
  it.each(LANGUAGES)('of a small world in %s is this', async (language) => {
    await expect(withoutCode(page(smallWorld(language), language))).toMatchFileSnapshot(
      `html-small-${language}.golden.html`,
    );
  });

  it('is the same, byte for byte, for the same report', () => {
    expect(page(pricedAftermath('ko'), 'ko')).toBe(page(pricedAftermath('ko'), 'ko'));
  });

  it('shows times in the zone that was asked for', () => {
    const text = writeHtml(cleanNight('en'), { language: 'en', timezone: 'UTC' });
    expect(text).toContain('<time datetime="2026-11-30T06:00:00Z">2026-11-30 06:00 +00:00</time></b> (UTC)');
  });

  it('refuses a zone that is none', () => {
    expect(() => writeHtml(cleanNight('en'), { language: 'en', timezone: 'Mars/Olympus' })).toThrow(
      AuditFailure,
    );
  });

  it('names nobody on the network but what its own vector graphics are', () => {
    for (const [, language, report] of PAGES) {
      const addresses = page(report, language).match(/[a-z]+:\/\/[^\s"'<]*/g) ?? [];
      expect(addresses.filter((address) => address !== 'http://www.w3.org/2000/svg')).toEqual([]);
    }
  });

  it('allows its one script and its one style, by their hashes, and nothing else', () => {
    const text = page(pricedAftermath('en'));
    const hashes = ['script', 'style'].map((name) => {
      const [content = '', ...others] = [
        ...text.matchAll(new RegExp(`<${name}[^>]*>([\\s\\S]*?)</${name}>`, 'g')),
      ].map(([, inside = '']) => inside);
      expect(others).toEqual([]);
      return `sha256-${createHash('sha256').update(content).digest('base64')}`;
    });
    const policy = elementsOf(parsed(text)).find(
      (one) => one.attributes['http-equiv'] === 'Content-Security-Policy',
    );
    expect(text).toContain(
      `default-src &#39;none&#39;; script-src &#39;${hashes[0]}&#39;; style-src &#39;${hashes[1]}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    expect(policy).toBeDefined();
    expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<style'));
  });

  it('never shows how to delete something in a shell', () => {
    for (const [, language, report] of PAGES) {
      expect(page(report, language)).not.toMatch(
        /kubectl|curl|\brm\b|-X DELETE|orphan-audit delete|--force|patch /,
      );
    }
  });
});

describe('what a page is made of', () => {
  it.each(PAGES)('%s in %s has its headings in order, and its language', (_, language, report) => {
    const root = parsed(page(report, language));
    expect(root.attributes.lang).toBe(language);
    const levels = elementsOf(root).flatMap(({ name }) =>
      /^h[1-6]$/.test(name) ? [Number(name.slice(1))] : [],
    );
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [place, level] of levels.entries()) {
      expect(level - (levels[place - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  it.each(PAGES)('%s in %s has tables with captions, and headings with scopes', (_, language, report) => {
    const all = elementsOf(parsed(page(report, language)));
    const tables = all.filter(({ name }) => name === 'table');
    expect(tables.length).toBeGreaterThan(1);
    for (const table of tables) {
      expect(elementsOf(table)[1]?.name).toBe('caption');
    }
    for (const heading of all.filter(({ name }) => name === 'th')) {
      expect(heading.attributes.scope).toMatch(/^(row|col)$/);
    }
  });

  it.each(PAGES)('%s in %s refers only to parts that it has, and names each once', (_, language, report) => {
    const all = elementsOf(parsed(page(report, language)));
    const ids = all.flatMap(({ attributes }) => attributes.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const references = all.flatMap(({ attributes }) => [
      ...(attributes['aria-labelledby']?.split(' ') ?? []),
      ...(attributes.href === undefined ? [] : [attributes.href.replace(/^#/, '')]),
    ]);
    expect(references.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(PAGES)('%s in %s shows its controls only where its script runs', (_, language, report) => {
    const all = elementsOf(parsed(page(report, language)));
    const controls = all.filter(({ attributes }) => attributes.id === 'controls');
    expect(controls.map(({ attributes }) => attributes.hidden)).toEqual(
      report.findings.length === 0 ? [] : ['hidden'],
    );
    const worked = controls.flatMap(elementsOf);
    const elsewhere = all.filter(({ name }) => /^(button|input|select)$/.test(name));
    expect(elsewhere.filter((one) => !worked.includes(one))).toEqual([]);
  });

  it('describes each chart in words and in figures', () => {
    const all = elementsOf(parsed(page(pricedAftermath('en'))));
    const figures = all.filter(({ name }) => name === 'figure');
    expect(figures).toHaveLength(4);
    for (const figure of figures) {
      const parts = elementsOf(figure).map(({ name }) => name);
      expect(parts).toEqual(expect.arrayContaining(['svg', 'title', 'desc', 'table']));
    }
  });
});

describe('an incomplete run', () => {
  it('is told before anything is counted, with each problem and its remedy', () => {
    const words = wordsOf(brokenNight('en'));
    expect(words.indexOf('INCOMPLETE RUN: shop-dev')).toBeGreaterThan(0);
    expect(words.indexOf('INCOMPLETE RUN: shop-dev')).toBeLessThan(words.indexOf('How many resources'));
    expect(words).toContain('What to do: run the audit again later, or raise retryBudget');
    expect(words).toContain('Listed: instances UNREADABLE');
  });

  it('is not what a complete run with problems is', () => {
    const problems = [
      new AuditFailure('foreign-project', 'a row of another project came', 'look at the key'),
    ];
    const words = wordsOf(reportOf({ projects: [someProjectVerdicts({ problems })] }));
    expect(words).toContain('a row of another project came');
    expect(words).not.toContain('INCOMPLETE');
  });
});

describe('a run that found nothing', () => {
  it('says that nothing is left', () => {
    expect(wordsOf(cleanNight('en'))).toContain(
      'Nothing is left behind. Looked at 84 instances, 125 volumes',
    );
  });

  it.each([
    ['incomplete', { complete: false }],
    ['without a list', { listed: { instances: undefined, volumes: 3 } }],
  ])('does not say so when it was %s', (_, project) => {
    const words = wordsOf(reportOf({ projects: [someProjectVerdicts(project)] }));
    expect(words).toContain('Nothing was found, but the run is incomplete');
    expect(words).not.toContain('Nothing is left');
  });

  it('says that it is too early while something is settling', () => {
    const settling = aJudgedInstance({
      judgement: { verdict: 'settling', reason: 'young', by: { table: 'instances', rule: 7 }, warnings: [] },
      nextStep: 'none',
    });
    expect(wordsOf(reportOf({ judged: [settling] }))).toContain('of 1 settling it is too early to say');
  });
});

describe('the cost', () => {
  const asOf = '2026-11-30T06:00:00Z';
  const since = { earliest: '2026-11-29T06:00:00Z', latest: '2026-11-29T18:00:00Z' };
  const one = reportOf({ judged: [aJudgedInstance()] });

  it('is a sum by day and month, and a range so far', () => {
    const words = wordsOf(withCosts(one, new Map([[0, cost(100, 'KRW', since, asOf)]])));
    expect(words).toContain('A day 2,400 KRW');
    expect(words).toContain('A month (730 hours) 73,000 KRW');
    expect(words).toContain('So far 1,200 to 2,400 KRW');
    expect(words).not.toContain('at least 2,400');
  });

  it('is at least that much when a price is missing, which is named', () => {
    const words = wordsOf(pricedAftermath('en'));
    expect(words).toContain('A day at least 2,316 KRW');
    expect(words).toContain('1 orphan has no price and would add to these sums.');
    expect(words).toContain('instance type p2a.16xlarge (1)');
  });

  it('is told for each currency by itself', () => {
    const words = wordsOf(pricedAftermath('en'));
    expect(words).toContain('A day at least 0.30 USD');
    expect(words).toContain('never added together');
    expect(words).not.toContain('2,316.30');
  });

  it('so far is at least the lower end when nobody knows since when an orphan lingers', () => {
    const undated = { ...cost(100, 'KRW', { earliest: null, latest: null }, asOf), lingering: null };
    const report = reportOf({ judged: [aJudgedInstance(), aJudgedInstance({ resource: { name: 'b' } })] });
    const words = wordsOf(
      withCosts(
        report,
        new Map([
          [0, undated],
          [1, cost(100, 'KRW', since, asOf)],
        ]),
      ),
    );
    expect(words).toContain('A day 4,800 KRW');
    expect(words).toContain('So far at least 1,200 KRW');
    expect(words).toContain('Of 1 orphan nobody knows since when it lingers');
  });

  it('has no charts when nothing has a price, and the page says why', () => {
    const text = page(one);
    expect(text).not.toContain('<svg');
    expect(text).toContain('There are no charts: the one orphan has no price.');
  });

  it('has no chart over time when nobody knows since when anything lingers', () => {
    const undated = { ...cost(100, 'KRW', { earliest: null, latest: null }, asOf), lingering: null };
    const words = wordsOf(withCosts(one, new Map([[0, undated]])));
    expect(words).toContain('There is no chart over time');
  });

  it('leaves ignored orphans out', () => {
    const ignore = [{ id: aJudgedInstance().resource.id, reason: 'kept', until: at('2027-01-01T00:00:00Z') }];
    const words = wordsOf(reportOf({ judged: [aJudgedInstance()], ignore }));
    expect(words).toContain('1 ignored');
    expect(words).not.toContain('There are no charts');
  });
});

describe('behind a finding', () => {
  const words = wordsOf(smallWorld('en'));
  it.each([
    ['the rule in words', "rule 22 of the instances' table: none of the rules before it holds"],
    ['the evidence', 'signature valid The signature is valid, made with the active key 2026-05.'],
    ['the next step', 'Compare ID and name, then delete the instance in the console'],
    ['what always holds', "Never remove a NodeClaim's finalizer by hand."],
    ['since when it lingers', 'between 2026-11-21 18:00 +09:00 and 2026-11-22 00:00 +09:00'],
    ['what would change it', 'The verdict of its instance, or its detachment.'],
  ])('stands %s', (_, said) => {
    expect(words).toContain(said);
  });
});

describe('the keyrings', () => {
  const words = wordsOf(smallWorld('en'));
  it.each([
    ['what speaks for keeping one', 'Keep it, and its backup: 3 instances of its clusters are left'],
    ['that one is not sound', 'NOT sound'],
    ['that a key is missing', '2025-11 MISSING unknown 1'],
    ['what keeps a key needed', '1 instance carries its signature'],
    ['that a key may be retired', 'never yes no instance has carried it for 30 days'],
  ])('tell %s', (_, said) => {
    expect(words).toContain(said);
  });
});
