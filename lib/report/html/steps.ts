import { type NextStepKey, nextStepKey } from '../words/texts.ts';
import { type Html, html, sentence } from './markup.ts';
import type { Sheet } from './sheet.ts';

/** Each next step once, with how many it is for, and what holds whatever the step is. */
export function steps(sheet: Sheet): Html | undefined {
  const { report, texts, words } = sheet;
  const counts = new Map<NextStepKey, { instance: number; volume: number }>();
  for (const { nextStep, resource, verdict, ignored } of report.findings) {
    if (nextStep.code === 'none' || ignored !== null) continue;
    const key = nextStepKey(nextStep.code, resource.kind, verdict);
    const count = counts.get(key) ?? { instance: 0, volume: 0 };
    count[resource.kind] += 1;
    counts.set(key, count);
  }
  if (counts.size === 0) return undefined;
  const { instances, volumes } = texts.page;
  const items = [...counts].map(([key, { instance, volume }]) => {
    const { short, text } = texts.nextSteps[key];
    const howMany = [
      ...(instance > 0 ? [instances(instance)] : []),
      ...(volume > 0 ? [volumes(volume)] : []),
    ];
    return html`<li><p><b>${short}</b>: ${howMany.join(', ')}</p><p>${sentence(text)}</p></li>
`;
  });
  return html`<section aria-labelledby="next"><h2 id="next">${words.next}</h2>
<ul class="steps">${items}</ul>
<div class="caution box"><h3>${words.always}</h3>${advice(sheet)}</div></section>
`;
}

/** What holds whatever the next step is. */
export function advice({ texts }: Sheet): Html {
  return html`<ul>${texts.standingAdvice.map((one) => html`<li>${one}</li>`)}</ul>`;
}
