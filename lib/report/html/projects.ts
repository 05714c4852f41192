import type { ReportedKey, ReportedKeyring, ReportedProject } from '../report.ts';
import { grouped, named } from '../words/printable.ts';
import { type Html, html } from './markup.ts';
import { type Sheet, timeOr } from './sheet.ts';

/** What was looked at, project by project. */
export function projects(sheet: Sheet): Html {
  const { report, words } = sheet;
  const { heading, caption, ...columns } = words.projects;
  const { project, region, read, instances, volumes, lastComplete, lastRecord } = columns;
  return html`<section aria-labelledby="projects"><h2 id="projects">${heading}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr><th scope="col">${project}</th><th scope="col">${region}</th><th scope="col">${read}</th><th scope="col" class="n">${instances}</th><th scope="col" class="n">${volumes}</th><th scope="col">${lastComplete}</th><th scope="col">${lastRecord}</th></tr></thead>
<tbody>${report.run.projects.map((one) => projectRow(sheet, one))}</tbody></table></div></section>
`;
}

function projectRow(sheet: Sheet, project: ReportedProject): Html {
  const words = sheet.words.projects;
  const listed = (n: number | null) =>
    n === null ? html`<b class="alarm">${words.unreadable}</b>` : grouped(n);
  return html`<tr><th scope="row">${named(project.name)}${project.id === null ? undefined : html`<br/><code class="id">${project.id}</code>`}</th><td>${named(project.region)}</td><td>${project.complete ? words.whole : html`<b class="alarm">${words.notWhole}</b>`}</td><td class="n">${listed(project.listed.instances)}</td><td class="n">${listed(project.listed.volumes)}</td><td>${timeOr(sheet, project.lastCompleteAt, words.never)}</td><td>${timeOr(sheet, project.lastRecordAt, words.never)}</td></tr>
`;
}

/** Which signing keys are still needed, and by what. */
export function keyrings(sheet: Sheet): Html {
  const { report, words } = sheet;
  const all = report.run.projects.flatMap((project) =>
    project.keyrings.map((keyring) => keyringTable(sheet, project, keyring)),
  );
  return html`<section aria-labelledby="keyrings"><h2 id="keyrings">${words.keyrings.heading}</h2>
${all.length === 0 ? html`<p>${words.keyrings.none}</p>` : [html`<p>${words.keyrings.needed}</p>`, ...all]}</section>
`;
}

function keyringTable(
  sheet: Sheet,
  project: ReportedProject,
  { clusters, sound, keep, advice, keys }: ReportedKeyring,
): Html {
  const words = sheet.words.keyrings;
  const whose = clusters === null ? words.allClusters : clusters.map(named).join(', ');
  const caption = words.caption(named(project.name), whose);
  const soundness = sound ? html`<p>${words.sound}</p>` : html`<p class="alarm box">${words.notSound}</p>`;
  const state = html`${soundness}<p${keep ? html` class="caution box"` : undefined}><b>${keep ? words.keep : words.keepNoMore}</b> ${advice}</p>`;
  if (keys.length === 0)
    return html`<h3>${caption}</h3>${state}<p>${words.empty}</p>
`;
  return html`<h3>${caption}</h3>${state}
<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption class="vh">${caption}</caption>
<thead><tr><th scope="col">${words.key}</th><th scope="col">${words.role}</th><th scope="col" class="n">${words.live}</th><th scope="col" class="n">${words.leftover}</th><th scope="col">${words.seen}</th><th scope="col">${words.mayRetire}</th><th scope="col">${words.why}</th></tr></thead>
<tbody>${keys.map((key) => keyRow(sheet, key))}</tbody></table></div>
`;
}

function keyRow(sheet: Sheet, key: ReportedKey): Html {
  const words = sheet.words.keyrings;
  const count = (n: number | null) => (n === null ? words.unknown : grouped(n));
  const seen =
    key.firstSeenAt === null && key.lastSeenAt === null
      ? words.never
      : html`${timeOr(sheet, key.firstSeenAt, words.unknown)} – ${timeOr(sheet, key.lastSeenAt, words.unknown)}`;
  return html`<tr><th scope="row"><code>${named(key.id)}</code></th><td>${key.role === 'missing' ? html`<b class="alarm">${words.roles.missing}</b>` : words.roles[key.role]}</td><td class="n">${count(key.live)}</td><td class="n">${count(key.leftover)}</td><td>${seen}</td><td>${key.retirable ? words.yes : words.no}</td><td>${key.why}</td></tr>
`;
}
