import { describe, expect, test } from 'vitest';
import { emailText } from '../../lib/adapters/publishers/email-body.ts';
import { slackMessage } from '../../lib/adapters/publishers/slack-blocks.ts';
import { checkPublication, saidBy } from '../../lib/publish/check-publication.ts';
import { messageTextsIn } from '../../lib/publish/messages/language.ts';
import { writeMessage } from '../../lib/publish/messages/write.ts';
import type { CheckResult } from '../../lib/report/clearance/clearance.ts';
import { LANGUAGES, type Language } from '../../lib/report/words/language.ts';
import { aCheck } from '../builders/publications.ts';
import { alive, cleared, leftovers, stuck, unreadable, unrecorded } from '../report/clearance-worlds.ts';

const LINK = 'https://reports.example.com/orphan-audit/';
const STORED = { storedAt: '/reports/orphan-audit-check-shop-2c32ae2c-20261110T000000Z.json' };

function messageOf(check: CheckResult, language: Language = 'en') {
  const options = { language, timezone: 'Asia/Seoul', link: LINK };
  return writeMessage(checkPublication(check, 1), options, STORED);
}

describe.each(LANGUAGES)('a check in %s', (language) => {
  test.each([
    ['cleared', cleared],
    ['leftovers', leftovers],
    ['stuck', stuck],
  ])('as a mail: %s', async (name, world) => {
    const text = emailText(messageOf(await world(language), language), messageTextsIn(language));
    await expect(text).toMatchFileSnapshot(`./email-check-${name}-${language}.golden.txt`);
  });

  test('in a Slack channel', async () => {
    const message = slackMessage(messageOf(await leftovers(language), language), messageTextsIn(language));
    const text = `${JSON.stringify(message, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`./slack-check-${language}.golden.txt`);
  });
});

describe('the title of a check', () => {
  test.each([
    ['cleared', cleared, 'cleared, nothing of it is left', 'calm'],
    ['with leftovers, and unreadable', leftovers, 'gone, with 4 resources left (incomplete check)', 'alarm'],
    ['stuck', stuck, 'stuck in its deletion, with 2 resources left', 'alarm'],
    ['alive', alive, 'alive', 'calm'],
    ['without a record', unrecorded, 'not cleared, with 1 resource left', 'caution'],
    ['unreadable', unreadable, 'not cleared (incomplete check)', 'caution'],
  ])('%s', async (_, world, title, tone) => {
    const message = messageOf(await world('en'));
    expect(message.title.replace(/^shop-prod \/ .+ \(2c32ae2c\): /, '')).toBe(title);
    expect(message.tone).toBe(tone);
    expect(message.link).toBe(`${LINK}orphan-audit-check-shop-2c32ae2c-20261110T000000Z.json`);
  });
});

describe('what a check says', () => {
  const base = aCheck();
  const time = '2026-12-24T06:00:00Z';
  const NO_NEWS: readonly (readonly [string, Partial<CheckResult>])[] = [
    ['another run', { run: { ...base.run, id: 'check-2', startedAt: time, finishedAt: time, asOf: time } }],
    [
      'another count of what is listed',
      { coverage: { ...base.coverage, listed: { instances: 9, volumes: 9, clusters: 9 } } },
    ],
    ['its resources in another order', { resources: base.resources.toReversed() }],
    [
      'a later last sight',
      {
        cluster: { ...base.cluster, state: { kind: 'gone', lastSeenAlive: time, goneBy: time, byName: [] } },
      },
    ],
  ];
  test.each(NO_NEWS)('is the same with %s', (_, parts) => {
    expect(saidBy(aCheck(parts))).toBe(saidBy(base));
    expect(checkPublication(aCheck(parts), 1)).toMatchObject({ id: checkPublication(base, 1).id });
  });

  const NEWS: readonly (readonly [string, Partial<CheckResult>])[] = [
    ['an incomplete run', { run: { ...base.run, complete: false } }],
    ['another state', { cluster: { ...base.cluster, state: { kind: 'alive', phase: 'Provisioned' } } }],
    ['no clearance', { clearance: { granted: false, withheld: ['no-record'] } }],
    ['a resource less', { resources: [] }],
    [
      'another fate',
      { resources: base.resources.map((one) => ({ ...one, fate: 'unreadable' as const, why: '503' })) },
    ],
    ['another keyring advice', { keyring: { mayBeRetired: false, why: 'serves-other-clusters' } }],
  ];
  test.each(NEWS)('is another with %s', (_, parts) => {
    expect(saidBy(aCheck(parts))).not.toBe(saidBy(base));
  });

  test.each([
    ['another project', { run: { ...base.run, project: { ...base.run.project, name: 'shop-dev' } } }, 1],
    ['another cluster', { cluster: { ...base.cluster, uid: '9e363260-0000-4000-8000-000000000007' } }, 1],
    ['another place in the history of the cluster', {}, 2],
  ])('has another key for %s', (_, parts, sequence) => {
    expect(checkPublication(aCheck(parts), sequence).id).not.toBe(checkPublication(base, 1).id);
  });

  test.each([
    ['verdict', { verdict: 'ambiguous' as const }],
    ['reason', { reason: 'cluster-stuck-deleting' as const }],
    ['next step', { nextStep: { code: 'investigate' as const, text: '' } }],
  ])('is another with another %s', async (_, over) => {
    const result = await leftovers('en');
    const resources = result.resources.map((one) =>
      one.fate === 'remaining' ? { ...one, finding: { ...one.finding, ...over } } : one,
    );
    expect(saidBy({ ...result, resources })).not.toBe(saidBy(result));
  });

  test('is the same in both languages', async () => {
    expect(saidBy(await leftovers('ko'))).toBe(saidBy(await leftovers('en')));
  });
});
