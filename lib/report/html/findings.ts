import { VERDICTS } from '../../verdict/judgement.ts';
import { surroundingsOf } from '../terminal/rows.ts';
import { named } from '../words/printable.ts';
import { findingRows, type Group, groupOf, type RowSheet } from './finding.ts';
import { type Html, html } from './markup.ts';
import { ranksOf, SORTABLE, type Sortable } from './ranks.ts';
import type { Sheet } from './sheet.ts';

/** From here on a browser takes noticeably long to lay all rows out. */
const MANY = 300;

/** Every finding as one row, with what stands behind it folded under the row. */
export function findings(sheet: Sheet): Html {
  const { report, words } = sheet;
  const { heading, none, caption } = words.findings;
  const all = report.findings;
  if (all.length === 0) {
    return html`<section aria-labelledby="all"><h2 id="all">${heading}</h2><p>${none}</p></section>
`;
  }
  const ranks = ranksOf(report);
  const around = surroundingsOf(report, sheet.timezone);
  const projects = new Map(report.run.projects.map(({ name }, at) => [name, at]));
  const hasPrices = all.some(({ cost }) => cost.perDay !== null && cost.perDay > 0);
  const classes = [...(hasPrices ? ['priced'] : []), ...(all.length > MANY ? ['many'] : [])].join(' ');
  const rowSheet: RowSheet = { ...sheet, around, hasPrices };
  return html`<section aria-labelledby="all"><h2 id="all">${heading}</h2>
${controls(sheet)}<table id="findings"${classes === '' ? undefined : html` class="${classes}"`}><caption>${caption(all.length)}</caption>
<thead><tr>${columnsOf(sheet, hasPrices).map(columnHeading)}</tr></thead>
${all.map((finding, at) =>
  findingRows(rowSheet, finding, at, {
    ranks: (ranks[at] ?? []).join(' '),
    project: projects.get(finding.resource.project) ?? 0,
  }),
)}</table></section>
`;
}

interface Column {
  readonly name: string;
  readonly sort?: Sortable;
  /** What a reader looks for first in such a column. */
  readonly first?: 'descending';
}

function columnsOf({ words }: Sheet, hasPrices: boolean): readonly Column[] {
  const { verdict, resource, what, owner, why, perDay, lingering, next } = words.findings;
  const sums: readonly Column[] = [
    { name: perDay, sort: 'perDay', first: 'descending' },
    { name: lingering, sort: 'lingering', first: 'descending' },
  ];
  return [
    { name: verdict, sort: 'verdict' },
    { name: resource, sort: 'resource' },
    { name: what, sort: 'age', first: 'descending' },
    { name: owner, sort: 'owner' },
    { name: why },
    ...(hasPrices ? sums : []),
    { name: next },
  ];
}

function columnHeading({ name, sort, first }: Column): Html {
  if (sort === undefined) return html`<th scope="col">${name}</th>`;
  return html`<th scope="col" data-sort="${SORTABLE.indexOf(sort)}" data-first="${first ?? 'ascending'}">${name}</th>`;
}

/** Hidden until the script that works them shows them. */
function controls(sheet: Sheet): Html {
  const { report, words, texts } = sheet;
  const { label, search, searchHint, kind, project, all, openAll, closeAll, reset, shown } =
    words.findings.controls;
  const { kinds } = texts.page;
  const projects = report.run.projects;
  return html`<div id="controls" role="search" aria-label="${label}" hidden="hidden">
<p><label>${search} <input id="text" type="search" placeholder="${searchHint}" autocomplete="off" spellcheck="false"/></label>
<label>${kind} <select id="kind"><option value="">${all}</option><option value="instance">${kinds.instance}</option><option value="volume">${kinds.volume}</option></select></label>
${
  projects.length < 2
    ? undefined
    : html`<label>${project} <select id="project"><option value="">${all}</option>${projects.map(
        ({ name }, at) => html`<option value="${at}">${named(name)}</option>`,
      )}</select></label>`
}</p>
<fieldset><legend>${words.findings.verdict}</legend>${groupsIn(sheet).map(
    ({ group, count }) =>
      html`<label><input type="checkbox" value="${group}" checked="checked"/> ${count}</label> `,
  )}</fieldset>
<p><button type="button" id="open">${openAll}</button> <button type="button" id="close">${closeAll}</button> <button type="button" id="reset">${reset}</button>
<span id="shown" role="status" data-shown="${shown}"></span></p>
</div>
`;
}

/** The verdicts that there are, and last what is ignored, which counts as none. */
function groupsIn({ report, texts }: Sheet): readonly { readonly group: Group; readonly count: string }[] {
  const numbers = new Map<Group, number>();
  for (const finding of report.findings) {
    const group = groupOf(finding);
    numbers.set(group, (numbers.get(group) ?? 0) + 1);
  }
  return [...VERDICTS, 'ignored' as const].flatMap((group) => {
    const n = numbers.get(group);
    if (n === undefined) return [];
    return [
      { group, count: group === 'ignored' ? texts.page.ignoredCount(n) : texts.verdicts[group].count(n) },
    ];
  });
}
