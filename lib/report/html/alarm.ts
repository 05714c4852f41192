import type { Problem } from '../report.ts';
import { named } from '../words/printable.ts';
import { type Html, html, sentence } from './markup.ts';
import type { Sheet } from './sheet.ts';

/** What could not be read, before anything is counted: an incomplete run looks like a clean one otherwise. */
export function alarm(sheet: Sheet): Html | undefined {
  const { run } = sheet.report;
  const words = sheet.texts.page;
  if (run.complete) {
    if (run.problems.length === 0) return undefined;
    return html`<section class="caution box" aria-labelledby="problems"><h2 id="problems">${words.problems}</h2>${problems(sheet)}</section>
`;
  }
  const projects = run.projects.filter((project) => !project.complete).map(({ name }) => named(name));
  return html`<section class="alarm box" aria-labelledby="incomplete"><h2 id="incomplete">${words.incomplete(projects.join(', '))}</h2><p>${words.incompleteMeans}</p>${
    run.problems.length === 0 ? html`<p>${words.incompleteUnnamed}</p>` : problems(sheet)
  }</section>
`;
}

function problems(sheet: Sheet): Html {
  return html`<ul>${sheet.report.run.problems.map((one) => problem(sheet, one))}</ul>`;
}

function problem({ words }: Sheet, { project, message, code, remedy }: Problem): Html {
  return html`<li><p><b>${named(project)}</b>: ${message} <code>${code}</code></p><p><b>${words.remedy}</b> ${sentence(remedy)}</p></li>`;
}
