import { printable } from '../../report/words/printable.ts';
import { messageTextsIn } from '../messages/language.ts';
import type { MessageItem, MessageOptions } from '../messages/message.ts';
import { writeMessage } from '../messages/write.ts';
import type { Alert } from './alert.ts';

export interface AlertTextOptions extends MessageOptions {
  /** So many findings of each change are named, and the rest is counted; `undefined`: all of them. */
  readonly most: number | undefined;
}

/** An alert as plain text, in the words of every other message: what it is about, what changed, how things stand. */
export function alertText(alert: Alert, options: AlertTextOptions): string {
  const message = writeMessage({ kind: 'alert', alert }, options, { storedAt: null });
  const words = messageTextsIn(options.language);
  const { title, lead, facts, sections, link, footer } = message;
  return [
    title,
    ...lead,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...sections.flatMap(({ heading, items }) => ['', heading, ...shown(items, options.most, words.more)]),
    '',
    ...(link === null ? [] : [`${words.wholeReport}: ${printable(link)}`]),
    footer,
    '',
  ].join('\n');
}

function shown(
  items: readonly MessageItem[],
  most: number = items.length,
  more: (n: number) => string,
): readonly string[] {
  const rest = items.length - most;
  return [
    ...items
      .slice(0, most)
      .flatMap(({ name, lines }) => [`- ${name}`, ...lines.map((line) => `    ${line}`)]),
    ...(rest > 0 ? [`- ${more(rest)}`] : []),
  ];
}
