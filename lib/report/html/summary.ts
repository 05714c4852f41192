import { VERDICTS, type Verdict } from '../../verdict/judgement.ts';
import type { Listed } from '../report.ts';
import { grouped, named } from '../words/printable.ts';
import type { PageTexts } from '../words/texts.ts';
import { type Html, html } from './markup.ts';
import { type Sheet, time } from './sheet.ts';

/** When, where, and by which run. */
export function masthead(sheet: Sheet): Html {
  const { report, texts, words, timezone } = sheet;
  const { run } = report;
  const projects = run.projects.map(({ name, region }) => `${named(name)} (${named(region)})`).join(', ');
  return html`<header><h1>${texts.page.title}</h1>
<p>${words.asOf} <b>${time(sheet, run.asOf)}</b> (${timezone})</p>
<p class="faint">${texts.page.projects}${projects}. ${words.run}: <code>${named(run.id)}</code></p>
${contents(sheet)}</header>
`;
}

/** Where to find what: who is woken at night looks for the findings, who pays for the sums. */
function contents({ words, report }: Sheet): Html {
  const parts = [
    ['found', words.found],
    ['cost', words.cost.heading],
    ['all', words.findings.heading],
    ['projects', words.projects.heading],
    ['keyrings', words.keyrings.heading],
  ] as const;
  const shown = parts.filter(([id]) => id !== 'all' || report.findings.length > 0);
  return html`<nav aria-label="${words.onThisPage}"><ul>${shown.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
`;
}

/** How many of what, and whether that is all. */
export function counts(sheet: Sheet): Html {
  const { report, words, texts } = sheet;
  const { instances, volumes, ignored, listed } = report.summary;
  const said = VERDICTS.filter(
    (verdict) => instances[verdict] + volumes[verdict] > 0 || verdict === 'orphan' || verdict === 'ambiguous',
  );
  const lines = [
    texts.page.listed(...looked(texts.page, listed)),
    ...(ignored > 0 ? [`${texts.page.ignoredCount(ignored)}: ${texts.page.ignoredMeans}`] : []),
  ];
  return html`<section aria-labelledby="found"><h2 id="found">${words.found}</h2>
${nothingFound(sheet)}<div class="wide"><table class="counts"><caption>${words.verdicts.caption}</caption>
<thead><tr><th scope="col">${words.verdicts.verdict}</th><th scope="col" class="n">${words.verdicts.instances}</th><th scope="col" class="n">${words.verdicts.volumes}</th><th scope="col">${words.verdicts.meaning}</th></tr></thead>
<tbody>${said.map((verdict) => row(sheet, verdict))}</tbody></table></div>
${lines.map((line) => html`<p>${line}</p>`)}
</section>
`;
}

function row({ report, texts }: Sheet, verdict: Verdict): Html {
  const { instances, volumes } = report.summary;
  const { label, meaning } = texts.verdicts[verdict];
  return html`<tr><th scope="row"><span class="v ${verdict}">${label}</span></th><td class="n">${grouped(instances[verdict])}</td><td class="n">${grouped(volumes[verdict])}</td><td>${meaning}</td></tr>
`;
}

/** Says that nothing is left only after a run that could have seen it. */
function nothingFound({ report, texts }: Sheet): Html | undefined {
  const { run, summary, findings } = report;
  const left: readonly Verdict[] = ['orphan', 'ambiguous', 'held', 'retained'];
  if (findings.some(({ verdict }) => left.includes(verdict))) return undefined;
  const { listed, instances, volumes } = summary;
  if (!run.complete || listed.instances === null || listed.volumes === null) {
    return html`<p class="alarm box">${texts.page.nothingFoundIncomplete}</p>
`;
  }
  const where = looked(texts.page, listed).join(', ');
  const settling = instances.settling + volumes.settling;
  const text =
    settling === 0
      ? texts.page.nothingLeft(where)
      : texts.page.nothingProven(where, texts.verdicts.settling.count(settling));
  return html`<p class="calm box">${text}</p>
`;
}

function looked(words: PageTexts, { instances, volumes }: Listed): [string, string] {
  return [
    instances === null ? words.instancesNotListed : words.instances(instances),
    volumes === null ? words.volumesNotListed : words.volumes(volumes),
  ];
}
