import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeHtml } from '../../lib/report/html/page.ts';
import type { Report } from '../../lib/report/report.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { printable } from '../../lib/report/words/printable.ts';
import { anyText } from './hostile.ts';
import { elementsOf, parsed, textsOf } from './html-document.ts';
import { pricedAftermath } from './html-worlds.ts';

const MARKUP = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</style><style>*{display:none}</style>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<svg/onload=alert(1)>',
  '</td></tr></tbody></table><h1>Nothing is left behind</h1>',
  '<!--',
  ']]>',
  '<base href="https://example.invalid/">',
  '<meta http-equiv="refresh" content="0;url=https://example.invalid">',
  'javascript:alert(1)',
  '&lt;b&gt;&#60;b&#62;',
  '{n}{all}$1$&',
];

const hostile = fc.oneof(
  anyText,
  fc.constantFrom(...MARKUP),
  fc.tuple(anyText, fc.constantFrom(...MARKUP)).map((two) => two.join('')),
);

/** Every text of the report that does not come from us, made hostile. */
const hostileReport = fc
  .record({
    texts: fc.array(hostile, { minLength: 16, maxLength: 16 }),
    language: fc.constantFrom(...LANGUAGES),
    complete: fc.boolean(),
  })
  .map(({ texts, language, complete }) => {
    const text = (n: number) => texts[n % texts.length] ?? '';
    const report = pricedAftermath(language);
    const made: Report = {
      ...report,
      run: {
        ...report.run,
        id: text(0),
        complete,
        problems: [{ code: 'internal', project: text(1), message: text(2), remedy: text(3) }],
        projects: report.run.projects.map((project) => ({
          ...project,
          name: text(1),
          region: text(4),
          id: text(5),
          complete,
          keyrings: project.keyrings.map((keyring) => ({
            ...keyring,
            clusters: [text(6)],
            advice: text(7),
            keys: keyring.keys.map((key) => ({ ...key, id: text(8), why: text(9) })),
          })),
        })),
      },
      findings: report.findings.map((finding, n) => ({
        ...finding,
        resource: {
          ...finding.resource,
          id: n % 3 === 0 ? text(10) : finding.resource.id,
          name: text(11 + n),
          project: text(1),
          region: text(4),
          status: text(12),
          availabilityZone: text(13),
          flavor: text(14),
          volumeType: text(15),
          attachedTo: finding.resource.attachedTo === null ? null : text(10),
        },
        owner: { clusterUid: text(6), uid8: text(7), clusterName: text(n), nodeClaim: text(8) },
        evidence: [{ kind: text(1), outcome: text(2), detail: text(3) }],
        nextStep: { ...finding.nextStep, text: text(5) },
        cost: { ...finding.cost, missingPrices: [text(14)] },
        ignored: finding.ignored === null ? null : { ...finding.ignored, reason: text(9) },
      })),
    };
    return { report: made, language };
  });

const ELEMENTS = new Set(
  `html head meta title style body a main header h1 h2 h3 p b nav ul li section div table caption thead tbody tr th td
  span dl dt dd figure figcaption svg desc path text rect details summary br code small time label input select option
  fieldset legend button footer script`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `lang charset http-equiv content name class href aria-label aria-labelledby id scope datetime colspan hidden role
  tabindex type placeholder autocomplete spellcheck value checked xmlns viewBox d x y width height text-anchor data-sort
  data-first data-r data-v data-k data-p data-shown`.split(/\s+/),
);

it('whatever things are called, the page has its own elements and attributes, and no others', () => {
  fc.assert(
    fc.property(hostileReport, ({ report, language }) => {
      const all = elementsOf(parsed(writeHtml(report, { language, timezone: 'Asia/Seoul' })));
      const names = new Set(all.map(({ name }) => name));
      const attributes = new Set(all.flatMap((one) => Object.keys(one.attributes)));
      expect([...names].filter((name) => !ELEMENTS.has(name))).toEqual([]);
      expect([...attributes].filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
      expect(all.filter(({ name }) => name === 'script' || name === 'style')).toHaveLength(2);
      expect(all.filter(({ name }) => name === 'h1')).toHaveLength(1);
      expect(all.filter(({ attributes: { 'data-r': ranks } }) => ranks !== undefined)).toHaveLength(
        report.findings.length,
      );
      const links = all.flatMap(({ attributes: { href } }) => href ?? []);
      expect(links.filter((href) => !href.startsWith('#'))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it('whatever things are called, no text of the page hides, stacks or reorders anything', () => {
  fc.assert(
    fc.property(hostileReport, ({ report, language }) => {
      const root = parsed(writeHtml(report, { language, timezone: 'Asia/Seoul' }));
      const shown = [
        ...textsOf(root),
        ...elementsOf(root).flatMap(({ attributes }) => Object.values(attributes)),
      ]
        .flatMap((text) => text.split('\n'))
        // Two blanks where one of our own meets another are one on a page.
        .map((text) => text.replaceAll(/ {2,}/g, ' '));
      expect(shown.filter((text) => printable(text) !== text)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
