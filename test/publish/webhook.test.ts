import { createHmac, timingSafeEqual } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWebhookPublisher, signatureOf } from '../../lib/adapters/publishers/webhook.ts';
import { idOf, type Publication } from '../../lib/publish/publisher.ts';
import { type HttpReceiver, type Received, startHttpReceiver } from '../builders/http-receiver.ts';
import { at } from '../builders/ledger.ts';
import { aCheck, alerted, anAlert, aReport, checked, reported } from '../builders/publications.ts';
import { publisherContract } from '../contracts/publisher.ts';

const SECRET = 'hunter2-signing-key';
const NOWHERE = { storedAt: null };

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const NOW = at('2026-11-30T06:05:00Z');
const aWebhook = () =>
  createWebhookPublisher({
    source: 'env:WEBHOOK_URL',
    url: `${receiver.origin}/hooks/hunter3`,
    secret: SECRET,
    takes: ['report', 'alert', 'check'],
    retryBudgetMs: 30_000,
    clock: () => NOW,
    sleep: async () => {},
  });

/** As docs/publishers.md shows it to receivers. */
function isSound({ headers, body }: Received, secret: string, now: number): boolean {
  const [, time = '', mac = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${headers['orphan-audit-signature']}`) ?? [];
  const own = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return (
    Math.abs(now / 1000 - Number(time)) <= 300 &&
    timingSafeEqual(own, Buffer.from(mac.padEnd(64, '0'), 'hex'))
  );
}

publisherContract('a webhook', async () => ({
  open: aWebhook,
  secrets: [SECRET, 'hunter3'],
  held: async () => [...new Set(receiver.taken.map(({ body }) => JSON.parse(body).id))],
  setBroken: async (isBroken) => {
    receiver.answer = () => ({ status: isBroken ? 410 : 202 });
  },
}));

async function sent(publication: Publication): Promise<Received> {
  await aWebhook().publish(publication, NOWHERE);
  const [first] = receiver.received;
  if (first === undefined) throw new Error('nothing came');
  return first;
}

describe('a webhook', () => {
  test('gets a report as a CloudEvent', async () => {
    const { method, path, headers, body } = await sent(reported());
    expect([method, path, headers['content-type']]).toEqual([
      'POST',
      '/hooks/hunter3',
      'application/cloudevents+json; charset=utf-8',
    ]);
    expect(headers['idempotency-key']).toBe('run-1');
    expect(JSON.parse(body)).toEqual({
      specversion: '1.0',
      id: 'run-1',
      source: expect.stringMatching(/^https:/),
      type: 'io.github.karpenter-orphan-audit.report.v1',
      time: '2026-11-30T06:00:00Z',
      datacontenttype: 'application/json',
      data: aReport(),
    });
  });

  test('gets one of a run whose ID no header can hold', async () => {
    const id = 'night 밤\r\nx-evil: 1';
    const { headers, body } = await sent(reported(id));
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(headers).not.toHaveProperty('x-evil');
    expect(JSON.parse(body).id).toBe(id);
  });

  test('gets an alert as a CloudEvent about its project', async () => {
    const { headers, body } = await sent(alerted());
    expect(headers['idempotency-key']).toBe('alert-1');
    expect(JSON.parse(body)).toMatchObject({
      id: 'alert-1',
      type: 'io.github.karpenter-orphan-audit.alert.v1',
      subject: 'shop-prod',
      time: '2026-11-30T06:05:00Z',
      data: anAlert(),
    });
  });

  test('gets a check as a CloudEvent about its cluster', async () => {
    const { headers, body } = await sent(checked());
    expect(headers['idempotency-key']).toBe(idOf(checked()));
    expect(JSON.parse(body)).toEqual({
      specversion: '1.0',
      id: idOf(checked()),
      source: expect.stringMatching(/^https:/),
      type: 'io.github.karpenter-orphan-audit.check.v1',
      subject: `shop-prod/${aCheck().cluster.uid}`,
      time: '2026-11-30T06:00:00Z',
      datacontenttype: 'application/json',
      data: aCheck(),
    });
  });

  test('can tell who sent it, that nobody changed it, and that it is new', async () => {
    const message = await sent(reported());
    expect(isSound(message, SECRET, NOW)).toBe(true);
    expect(isSound(message, 'another', NOW)).toBe(false);
    expect(isSound({ ...message, body: message.body.replace('run-1', 'run-2') }, SECRET, NOW)).toBe(false);
    expect(isSound(message, SECRET, NOW + 301_000)).toBe(false);
  });

  test('gets the same event by the same key when its answer was lost', async () => {
    receiver.answer = (nth) => (nth === 0 ? 'lost' : { status: 200 });
    await aWebhook().publish(reported(), NOWHERE);
    const [first, second] = receiver.received;
    expect(second?.headers['idempotency-key']).toBe('run-1');
    expect(second?.body).toBe(first?.body);
  });
});

test('the signature is the HMAC of time, full stop and body', () => {
  // printf '1796018700.{}' | openssl dgst -sha256 -hmac key
  expect(signatureOf('{}', 'key', at('2026-11-30T06:05:00.999Z'))).toBe(
    't=1796018700,v1=d8f66cc0d44364baef035c4e8797d13defd85e799edcf1487b9fd30d0bc0de7a',
  );
});
