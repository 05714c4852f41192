import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSlackPublisher } from '../../lib/adapters/publishers/slack.ts';
import { type Block, type SlackMessage, slackMessage } from '../../lib/adapters/publishers/slack-blocks.ts';
import { escapedForSlack, slackLink, slackText } from '../../lib/adapters/publishers/slack-text.ts';
import { messageTextsIn } from '../../lib/publish/messages/language.ts';
import type { Message } from '../../lib/publish/messages/message.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { type HttpReceiver, startHttpReceiver } from '../builders/http-receiver.ts';
import { alerted, anAlertItem } from '../builders/publications.ts';
import { publisherContract } from '../contracts/publisher.ts';
import { aftermath } from '../report/worlds.ts';

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const aChannel = () =>
  createSlackPublisher({
    source: 'env:SLACK_WEBHOOK_URL',
    url: `${receiver.origin}/services/T0/B0/hunter2`,
    takes: ['report', 'alert', 'check'],
    language: 'en',
    timezone: 'Asia/Seoul',
    link: undefined,
    retryBudgetMs: 30_000,
    sleep: async () => {},
  });

publisherContract('a Slack channel', async () => ({
  open: aChannel,
  secrets: ['hunter2', '/services/'],
  held: async () => [...new Set(receiver.taken.map(({ headers }) => `${headers['idempotency-key']}`))],
  setBroken: async (isBroken) => {
    receiver.answer = () => (isBroken ? { status: 404, body: 'no_service' } : { status: 200, body: 'ok' });
  },
}));

const words = messageTextsIn('en');
const PLAIN: Message = {
  title: 'Karpenter orphan audit: 1 orphan',
  tone: 'alarm',
  lead: [],
  facts: [{ label: 'Found', value: '1 orphan' }],
  sections: [{ heading: '1 orphan', items: [{ name: 'web-1', lines: ['its cluster is gone'] }] }],
  link: 'https://reports.example.com/latest.html',
  footer: 'run run-1',
};

const items = (n: number, name: (at: number) => string) =>
  Array.from({ length: n }, (_, at) => ({ name: name(at), lines: ['its cluster is gone', '-> delete it'] }));

/** Every text of a message with the limit that Slack has for it (Block Kit reference). */
function textsWithLimits({ blocks, text }: SlackMessage): readonly (readonly [string, number])[] {
  const of = (block: Block): readonly (readonly [string, number])[] => {
    switch (block.type) {
      case 'header':
        return [[block.text.text, 150]];
      case 'context':
        return block.elements.map((element) => [element.text, 3000]);
      case 'divider':
        return [];
      case 'section':
        return 'fields' in block
          ? block.fields.map((field) => [field.text, 2000])
          : [[block.text.text, 3000]];
    }
  };
  return [[text, 40_000], ...blocks.flatMap(of)];
}

describe("Slack's limits", () => {
  const long = '<&>'.repeat(5000);
  const CASES: readonly (readonly [string, Partial<Message>])[] = [
    ['a plain message', {}],
    ['a long title', { title: long }],
    ['a long lead', { lead: [long, long] }],
    ['many facts', { facts: items(40, String).map(({ name }) => ({ label: name, value: long })) }],
    ['a long link', { link: `https://reports.example.com/${'x'.repeat(4000)}` }],
    ['a long place', { link: long }],
    ['a long footer', { footer: long }],
    ['many items', { sections: [{ heading: 'many', items: items(5000, String) }] }],
    ['items of long names', { sections: [{ heading: 'long', items: items(60, () => long) }] }],
    [
      'many sections',
      { sections: items(90, String).map(({ name }) => ({ heading: name, items: items(3, String) })) },
    ],
    [
      'a section for each item',
      { sections: items(90, String).map(({ name }) => ({ heading: name, items: items(1, String) })) },
    ],
    ['no items', { sections: [] }],
  ];
  test.each(CASES)('hold for %s', (_, parts) => {
    const message = slackMessage({ ...PLAIN, ...parts }, words);
    expect(message.blocks.length).toBeLessThanOrEqual(50);
    for (const block of message.blocks)
      if (block.type === 'section' && 'fields' in block) expect(block.fields.length).toBeLessThanOrEqual(10);
    for (const [text, limit] of textsWithLimits(message)) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(limit);
      // Nothing is left of an entity that was cut in two.
      expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
    }
  });

  test.each([
    [30, undefined],
    [31, '1 more are not shown here.'],
    [5000, '4,970 more are not shown here.'],
  ])('of %i items, what is cut is told', (n, told) => {
    const { blocks } = slackMessage(
      { ...PLAIN, sections: [{ heading: 'many', items: items(n, String) }] },
      words,
    );
    const said = blocks.flatMap((block) =>
      block.type === 'section' && 'text' in block && block.text.text.includes('not shown')
        ? [block.text.text]
        : [],
    );
    expect(said).toEqual(told === undefined ? [] : [told]);
    expect(JSON.stringify(blocks)).toContain('<https://reports.example.com/latest.html|The whole report>');
  });
});

describe('a name from outside', () => {
  const HOSTILE = '<!channel> <@U123> <https://evil.example|click> *bold* &amp;';
  const shown = JSON.stringify(
    slackMessage(
      { ...PLAIN, sections: [{ heading: 'x', items: [{ name: HOSTILE, lines: [HOSTILE] }] }] },
      words,
    ),
  );
  test('is no mention, no link and no markup', () => {
    expect(shown).not.toMatch(/<[!@#]|<https:..evil/);
    expect(shown).toContain('&lt;!channel&gt;');
    const { blocks } = slackMessage(
      { ...PLAIN, title: HOSTILE, sections: [{ heading: 'x', items: [{ name: HOSTILE, lines: [] }] }] },
      words,
    );
    const markup = blocks.filter((block) => JSON.stringify(block).includes('mrkdwn'));
    expect(JSON.stringify(markup)).not.toContain('channel');
  });

  test.each([
    ['as it is', 'a', 10, 'a'],
    ['escaped', '<a&b>', 30, '&lt;a&amp;b&gt;'],
    ['escaped twice where it was escaped before', '&lt;', 30, '&amp;lt;'],
    ['cut at the limit', 'abcdef', 5, 'abcd…'],
    ['whole at the limit', 'abcde', 5, 'abcde'],
    ['cut before an entity that does not fit', 'ab<cd', 6, 'ab…'],
    ['cut before a character of two halves', 'ab😀cd', 4, 'ab…'],
  ])('is shown %s', (_, text, limit, expected) => {
    expect(slackText(text, limit)).toBe(expected);
  });

  test.each([
    ['https://reports.example.com/a|b>c', '<https://reports.example.com/a%7Cb%3Ec|here>'],
    ['/var/reports/latest.html', undefined],
    ['javascript:alert(1)', undefined],
    ['s3://bucket/key', undefined],
  ])('%s as a link', (place, expected) => {
    expect(slackLink(place, 'here')).toBe(expected);
  });

  test('is known by what was escaped', () => {
    expect(escapedForSlack('a & b')).toBe('a &amp; b');
  });
});

describe.each(LANGUAGES)('a message in %s', (language) => {
  test.each([
    ['report', { kind: 'report', report: aftermath(language) } as const],
    [
      'alert',
      alerted({
        items: [
          anAlertItem(),
          anAlertItem({ change: 'resolved', resolution: { how: 'gone', at: '2026-11-30T06:00:00Z' } }),
        ],
      }),
    ],
  ])('of a %s', async (kind, publication) => {
    const channel = createSlackPublisher({
      source: 's',
      url: `${receiver.origin}/x`,
      takes: ['report', 'alert', 'check'],
      language,
      timezone: 'Asia/Seoul',
      link: 'https://reports.example.com/orphan-audit/',
      retryBudgetMs: 0,
    });
    await channel.publish(publication, { storedAt: '/reports/orphan-audit-20261130T060000Z.html' });
    const [got] = receiver.received;
    const text = `${JSON.stringify(JSON.parse(got?.body ?? ''), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`./slack-${kind}-${language}.golden.txt`);
  });
});
