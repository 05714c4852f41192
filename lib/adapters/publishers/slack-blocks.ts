import type { Message, MessageItem, MessageSection } from '../../publish/messages/message.ts';
import type { MessageTexts } from '../../publish/messages/texts.ts';
import { escapedForSlack, slackLink, slackText } from './slack-text.ts';

// Slack's limits ("Block Kit", reference of blocks and of the text object). A message beyond one is refused whole.
const BLOCKS = 50;
const HEADER_LENGTH = 150;
const TEXT_LENGTH = 3000;
const FIELDS = 10;
const FIELD_LENGTH = 2000;
/** Of what a notification shows. Slack cuts at 40,000 and advises 4,000. */
const FALLBACK_LENGTH = 4000;

/** More than anybody reads in a channel. */
const ITEMS = 30;
/** Of one item, so that a long name leaves room for the others. */
const ITEM_LENGTH = 1000;

type PlainText = { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
type Markup = { readonly type: 'mrkdwn'; readonly text: string; readonly verbatim: true };

export type Block =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly text: PlainText | Markup }
  | { readonly type: 'section'; readonly fields: readonly PlainText[] }
  | { readonly type: 'context'; readonly elements: readonly (PlainText | Markup)[] }
  | { readonly type: 'divider' };

export interface SlackMessage {
  /** For notifications, and for clients that show no blocks. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

/**
 * A message within Slack's limits. Whatever has a name from outside in it is plain text, in which nothing is a mention or
 * markup. What does not fit is counted, and stands behind the link.
 */
export function slackMessage(message: Message, words: MessageTexts): SlackMessage {
  const head: readonly Block[] = [
    { type: 'header', text: plain(`${SIGNS[message.tone]} ${message.title}`, HEADER_LENGTH) },
    ...(message.lead.length === 0 ? [] : [section(message.lead.join('\n'))]),
    ...(message.facts.length === 0 ? [] : [fieldsOf(message)]),
  ];
  const tail = tailOf(message, words);
  const { blocks, left } = itemBlocks(message.sections, BLOCKS - head.length - tail.length - 1);
  const cut: readonly Block[] = left === 0 ? [] : [section(words.more(left))];
  return {
    text: slackText([message.title, ...message.lead].join('\n'), FALLBACK_LENGTH),
    blocks: [...head, ...blocks, ...cut, ...tail],
    unfurl_links: false,
    unfurl_media: false,
  };
}

const SIGNS: Readonly<Record<Message['tone'], string>> = { calm: '✓', caution: '⚠', alarm: '●' };

function plain(text: string, limit: number): PlainText {
  return { type: 'plain_text', text: slackText(text, limit), emoji: false };
}

function section(text: string): Block {
  return { type: 'section', text: plain(text, TEXT_LENGTH) };
}

/** Beyond ten, the last field has the rest. */
function fieldsOf({ facts }: Message): Block {
  const texts = facts.map(({ label, value }) => `${label}\n${value}`);
  const shown =
    texts.length <= FIELDS ? texts : [...texts.slice(0, FIELDS - 1), texts.slice(FIELDS - 1).join('\n')];
  return { type: 'section', fields: shown.map((text) => plain(text, FIELD_LENGTH)) };
}

function tailOf({ link, footer }: Message, words: MessageTexts): readonly Block[] {
  const address = link === null ? undefined : slackLink(link, words.wholeReport);
  const where: readonly Block[] =
    address !== undefined && address.length <= TEXT_LENGTH
      ? [{ type: 'section', text: { type: 'mrkdwn', text: address, verbatim: true } }]
      : link === null
        ? []
        : [section(`${words.wholeReport}: ${link}`)];
  return [...where, { type: 'context', elements: [plain(footer, TEXT_LENGTH)] }];
}

/** As many items as fit, packed into as few blocks as they fit into. */
function itemBlocks(
  sections: readonly MessageSection[],
  room: number,
): { readonly blocks: readonly Block[]; readonly left: number } {
  const blocks: Block[] = [];
  let shown = 0;
  for (const { heading, items } of sections) {
    const some = items.slice(0, Math.max(0, ITEMS - shown));
    const packed = packedInto(heading, some.map(itemText));
    // A heading without an item would say what is not there.
    if (some.length === 0 || blocks.length + packed.length + 1 > room) continue;
    blocks.push({ type: 'divider' }, ...packed);
    shown += some.length;
  }
  const all = sections.reduce((sum, { items }) => sum + items.length, 0);
  return { blocks, left: all - shown };
}

function packedInto(heading: string, texts: readonly string[]): readonly Block[] {
  const packs: string[] = [];
  let pack = heading;
  for (const text of texts) {
    const longer = `${pack}\n\n${text}`;
    if (escapedForSlack(longer).length <= TEXT_LENGTH) pack = longer;
    else {
      packs.push(pack);
      pack = text;
    }
  }
  return [...packs, pack].map(section);
}

function itemText({ name, lines }: MessageItem): string {
  const text = [`• ${name}`, ...lines.map((line) => `   ${line.replace(/^-> /, '→ ')}`)].join('\n');
  // Escaping may make one character into five, and all of it has to fit into one text.
  return text.length <= ITEM_LENGTH / 2 ? text : `${[...text].slice(0, ITEM_LENGTH / 2 - 1).join('')}…`;
}
