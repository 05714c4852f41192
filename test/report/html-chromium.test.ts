import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHtml } from '../../lib/report/html/page.ts';
import type { Report } from '../../lib/report/report.ts';
import { LANGUAGES, type Language } from '../../lib/report/words/language.ts';
import { findChromium, openTab, type Tab } from './html-browser.ts';
import { crowd, pricedAftermath } from './html-worlds.ts';
import { brokenNight } from './worlds.ts';

const chromium = findChromium();
const skipped = chromium === undefined ? ' (skipped: no Chromium on the path, and no $CHROMIUM)' : '';

describe.skipIf(chromium === undefined)(`the HTML report in Chromium${skipped}`, () => {
  let folder = '';
  let tab: Tab;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orphan-audit-html-'));
    tab = await openTab(chromium ?? '');
  });
  afterAll(async () => {
    await tab.close();
    await rm(folder, { recursive: true });
  });

  async function show(report: Report, language: Language = 'en', width = 1440): Promise<string> {
    count += 1;
    const file = join(folder, `${count}.html`);
    await writeFile(file, writeHtml(report, { language, timezone: 'Asia/Seoul' }));
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 900,
      deviceScaleFactor: 1,
      mobile: width < 600,
    });
    const url = pathToFileURL(file).href;
    await tab.open(url);
    return url;
  }

  const shownNames = `[...document.querySelectorAll('#findings tbody')].filter((row) => !row.hidden)
    .map((row) => row.querySelector('th b').textContent)`;
  const clickHeading = (name: string) =>
    tab.evaluate(`[...document.querySelectorAll('#findings thead button')]
      .find((button) => button.textContent === ${JSON.stringify(name)}).click()`);
  const sortedBy = `[...document.querySelectorAll('[aria-sort]')].map((th) => [th.textContent, th.getAttribute('aria-sort')])`;

  it.each(LANGUAGES)(
    'in %s asks for nothing but itself, and breaks no rule of its policy',
    async (language) => {
      const before = tab.requests.length;
      const url = await show(pricedAftermath(language), language);
      expect(tab.requests.slice(before)).toEqual([url]);
      expect(tab.complaints).toEqual([]);
    },
  );

  it('has a policy that stops what is not its own', async () => {
    const report = pricedAftermath('en');
    const url = await show(report);
    const file = join(folder, 'tampered.html');
    const text = writeHtml(report, { language: 'en', timezone: 'UTC' });
    await writeFile(file, text.replace('</main>', '<script>document.title = "owned"</script></main>'));
    await tab.open(pathToFileURL(file).href);
    expect(await tab.evaluate('document.title')).toContain('Karpenter orphan audit');
    expect(tab.complaints.join('\n')).toContain('ContentSecurityPolicyIssue');
    expect(tab.requests).toContain(url);
    tab.forget();
  });

  it.each(LANGUAGES.flatMap((language) => [360, 700, 1100, 1440].map((width) => [language, width] as const)))(
    'in %s at %d pixels is not wider than its window, whatever is unfolded',
    async (language, width) => {
      for (const report of [pricedAftermath(language), brokenNight(language)]) {
        await show(report, language, width);
        await tab.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    },
  );

  it('sorts by a column, the other way round, and back', async () => {
    const report = pricedAftermath('en');
    await show(report);
    const asReported = await tab.evaluate(shownNames);
    await clickHeading('Cost a day');
    const [dearest] = (await tab.evaluate(shownNames)) as string[];
    expect(dearest).toBe(report.findings.find(({ cost }) => cost.currency === 'KRW')?.resource.name);
    expect(await tab.evaluate(sortedBy)).toEqual([['Cost a day', 'descending']]);
    await clickHeading('Cost a day');
    const [cheapest] = (await tab.evaluate(shownNames)) as string[];
    expect(cheapest).toBe(report.findings.find(({ cost }) => cost.currency === 'USD')?.resource.name);
    expect(await tab.evaluate(sortedBy)).toEqual([['Cost a day', 'ascending']]);
    await clickHeading('Cost a day');
    expect(await tab.evaluate(shownNames)).toEqual(asReported);
    expect(await tab.evaluate(sortedBy)).toEqual([]);
  });

  it('filters by words, verdict and kind, says how many are left, and takes it back', async () => {
    await show(pricedAftermath('en'));
    const shown = () => tab.evaluate(`document.getElementById('shown').textContent`);
    expect(await shown()).toBe('13 of 13 shown');
    await tab.evaluate(`document.querySelector('#controls input[value=in-use]').click()`);
    expect(await shown()).toBe('9 of 13 shown');
    await tab.evaluate(`(() => {
      const kind = document.getElementById('kind');
      kind.value = 'volume';
      kind.dispatchEvent(new Event('change'));
    })()`);
    expect(await shown()).toBe('3 of 13 shown');
    await tab.evaluate(`new Promise((done) => {
      new MutationObserver(done).observe(document.getElementById('shown'), { childList: true });
      const text = document.getElementById('text');
      text.value = 'CHECKOUT outlive';
      text.dispatchEvent(new Event('input'));
    })`);
    expect(await tab.evaluate(shownNames)).toEqual(['checkout-data']);
    await tab.evaluate(`document.getElementById('reset').click()`);
    expect(await shown()).toBe('13 of 13 shown');
  });

  it('unfolds what is shown, and folds it again', async () => {
    await show(pricedAftermath('en'));
    const open = `document.querySelectorAll('#findings details[open]').length`;
    await tab.evaluate(`document.querySelector('#controls input[value=in-use]').click()`);
    await tab.evaluate(`document.getElementById('open').click()`);
    expect(await tab.evaluate(open)).toBe(9);
    await tab.evaluate(`document.getElementById('close').click()`);
    expect(await tab.evaluate(open)).toBe(0);
  });

  it.each([360, 1440])('at %d pixels is a table for who cannot see it', async (width) => {
    await show(brokenNight('en'), 'en', width);
    await tab.send('Accessibility.enable');
    await tab.evaluate(`document.getElementById('findings').scrollIntoView()`);
    const { nodes } = await tab.send('Accessibility.getFullAXTree');
    const named = (nodes as { ignored: boolean; role?: { value: string }; name?: { value: string } }[])
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => `${role?.value} ${name?.value}`);
    expect(named).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^table 1 resource, ordered by verdict/),
        expect.stringMatching(/^rowheader karpenter-2c32ae2c-general-7k2lq/),
        expect.stringMatching(/^cell orphan/),
        expect.stringMatching(/^button Owner/),
      ]),
    );
  });

  it('sorts and filters 5,000 findings as it does thirteen', async () => {
    const report = crowd('en', 5000);
    await show(report);
    await clickHeading('Resource');
    await tab.evaluate(`document.querySelector('#controls input[value=in-use]').click()`);
    const names = (await tab.evaluate(shownNames)) as string[];
    const kept = report.findings.filter(({ verdict, ignored }) => verdict !== 'in-use' || ignored !== null);
    expect(names).toHaveLength(kept.length);
    expect(names).toEqual(
      kept
        .map(({ resource: { name } }) => name)
        .sort()
        .map((name) => (/^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$/u.test(name) ? name : `"${name}"`)),
    );
    expect(tab.complaints).toEqual([]);
  });

  it('can be read whole without its script', async () => {
    const report = pricedAftermath('en');
    await tab.send('Emulation.setScriptExecutionDisabled', { value: true });
    await show(report);
    const { root } = await tab.send('DOM.getDocument', { depth: 0 });
    const { outerHTML } = await tab.send('DOM.getOuterHTML', { nodeId: (root as { nodeId: number }).nodeId });
    const { data } = await tab.send('Page.printToPDF', { preferCSSPageSize: true });
    await tab.send('Emulation.setScriptExecutionDisabled', { value: false });
    expect(String(outerHTML)).toContain('id="controls" role="search"');
    expect(String(outerHTML)).toContain('hidden="hidden"');
    expect(String(outerHTML)).not.toContain('<th scope="col" data-sort="0" data-first="ascending"><button');
    expect(String(outerHTML).match(/<tbody data-r=/g)).toHaveLength(report.findings.length);
    expect(Buffer.from(String(data), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });
});
