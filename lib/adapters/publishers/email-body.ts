import type { Message } from '../../publish/messages/message.ts';
import type { MessageTexts } from '../../publish/messages/texts.ts';
import { html } from '../../report/html/markup.ts';
import type { Language } from '../../report/words/language.ts';

/** More than anybody reads in a mail; the attachments and the link have them all. */
const ITEMS = 200;

interface Shown {
  readonly sections: Message['sections'];
  readonly left: number;
}

function shownOf({ sections }: Message): Shown {
  let room = ITEMS;
  const shown = sections.map(({ heading, items }) => {
    const some = items.slice(0, room);
    room -= some.length;
    return { heading, items: some };
  });
  const all = sections.reduce((sum, { items }) => sum + items.length, 0);
  return { sections: shown.filter(({ items }) => items.length > 0), left: all - (ITEMS - room) };
}

/** The message as plain text. */
export function emailText(message: Message, words: MessageTexts): string {
  const { sections, left } = shownOf(message);
  const blocks = [
    [message.title],
    message.lead,
    message.facts.map(({ label, value }) => `${label}: ${value}`),
    ...sections.map(({ heading, items }) => [
      heading,
      ...items.flatMap(({ name, lines }) => ['', `* ${name}`, ...lines.map((line) => `  ${line}`)]),
    ]),
    left > 0 ? [words.more(left)] : [],
    message.link === null ? [] : [`${words.wholeReport}: ${message.link}`],
    // By this line mail programs know a signature.
    ['-- ', message.footer],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** The same as HTML: no script, no picture, nothing to load. */
export function emailHtml(message: Message, words: MessageTexts, language: Language): string {
  const { sections, left } = shownOf(message);
  const { title, lead, facts, link, footer } = message;
  return html`<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"/><title>${title}</title></head>
<body style="font-family:sans-serif;line-height:1.5">
<h1 style="font-size:1.2em">${title}</h1>
${lead.map((line) => html`<p>${line}</p>`)}
<table>${facts.map(({ label, value }) => html`<tr><th style="text-align:left;padding-right:1em">${label}</th><td>${value}</td></tr>`)}</table>
${sections.map(
  ({ heading, items }) => html`<h2 style="font-size:1.1em">${heading}</h2>
<ul>${items.map(({ name, lines }) => html`<li><b>${name}</b>${lines.map((line) => html`<br/>${line}`)}</li>`)}</ul>
`,
)}${left > 0 ? html`<p>${words.more(left)}</p>` : undefined}
${link === null ? undefined : html`<p>${words.wholeReport}: ${isWeb(link) ? html`<a href="${link}">${link}</a>` : link}</p>`}
<hr/><p style="color:#666">${footer}</p>
</body>
</html>
`.toString();
}

/** Only such an address becomes a link: no other scheme can come in by a setting or a place. */
function isWeb(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}
