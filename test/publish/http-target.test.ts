import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpTargetOptions, openHttpTarget } from '../../lib/adapters/publishers/http-target.ts';
import { type Instant, plusMs } from '../../lib/terms/instants.ts';
import { type Answer, type HttpReceiver, startHttpReceiver } from '../builders/http-receiver.ts';
import { at } from '../builders/ledger.ts';

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const NOW = at('2026-11-30T06:00:00Z');
const PATH = '/services/T0/B0/hunter-two?key=hunter-three';

/** A target whose waits take no time, but pass on its clock. */
function aTarget(parts: Partial<HttpTargetOptions> = {}) {
  const waits: number[] = [];
  let now: Instant = NOW;
  const target = openHttpTarget({
    url: receiver.origin + PATH,
    secrets: ['hunter4'],
    retryBudgetMs: 30_000,
    clock: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      waits.push(ms);
      now = plusMs(now, ms);
    },
    ...parts,
  });
  const send = () =>
    target.send('the report', (time) => ({ method: 'POST', headers: { 'x-time': String(time) }, body: 'x' }));
  return { send, waits, target };
}

function answering(...answers: readonly Answer[]): void {
  receiver.answer = (nth) => answers[nth] ?? { status: 200 };
}

const slow = (status: number, retryAfter?: string): Answer => ({
  status,
  ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
});

describe('a message', () => {
  test.each([
    ['is taken at once', [], []],
    ['waits as long as a 429 asks', [slow(429, '12')], [12_000]],
    ['waits until the date that a 503 names', [slow(503, 'Mon, 30 Nov 2026 06:00:05 GMT')], [5000]],
    ['backs off where nothing is asked', [slow(500), slow(502)], [50, 100]],
    ['is sent again when its answer was lost, which was the first sign of life', ['lost' as const], [50]],
    ['is sent again after a 408', [slow(408)], [50]],
  ])('%s', async (_, answers, expected) => {
    answering(...answers);
    const { send, waits } = aTarget();
    await send();
    expect(waits).toEqual(expected);
    expect(receiver.received).toHaveLength(expected.length + 1);
  });

  test('is made anew for each try', async () => {
    answering(slow(429, '12'));
    await aTarget().send();
    expect(receiver.received.map(({ headers }) => headers['x-time'])).toEqual([`${NOW}`, `${NOW + 12_000}`]);
  });

  test.each([
    [
      'asks for more time than there is',
      slow(429, '31'),
      'publish-failed',
      'given up because it asks to wait 31 s',
    ],
    ['keeps failing', slow(500), 'publish-failed', 'it answered 500; tried'],
    ['refuses it', slow(404), 'publish-refused', 'it answered 404'],
    [
      'redirects it',
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      'publish-refused',
      '307, a redirect',
    ],
    [
      'says secrets back',
      { status: 400, body: `bad ${PATH} hunter4\u001b[2J` },
      'publish-refused',
      'it answered 400 ("bad … …',
    ],
  ])('fails where the receiver %s', async (_, answer, code, said) => {
    receiver.answer = () => answer;
    const { send, target } = aTarget();
    const thrown = await send().catch((one: unknown) => one);
    expect(thrown).toMatchObject({ code, message: expect.stringContaining(said) });
    expect(thrown).toMatchObject({ message: expect.stringContaining(target.place) });
    expect(JSON.stringify([thrown, String(thrown)])).not.toContain('hunter');
    expect(String(thrown)).not.toContain('\u001b');
  });

  test('that was taken is not sent again, whatever becomes of the rest of the answer', async () => {
    answering({ status: 200, headers: { 'content-length': '100' }, body: 'cut off', isBrokenOff: true });
    await aTarget().send();
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ['a part of the path', 'there is no hook hunter-two here'],
    ['a value of the query', 'the key hunter-three is revoked'],
    ['the path as some write JSON', JSON.stringify({ path: PATH }).replaceAll('/', '\\/')],
    ['the path without the query', 'no route for /services/T0/B0/hunter-two'],
  ])('fails without a secret where the receiver says back %s', async (_, body) => {
    receiver.answer = () => ({ status: 404, body });
    await expect(aTarget().send()).rejects.toThrow(/it answered 404 \("(?!.*hunter)/);
  });

  test('is not sent again after a no', async () => {
    answering(slow(403), slow(200));
    await expect(aTarget().send()).rejects.toMatchObject({ code: 'publish-refused' });
    expect(receiver.received).toHaveLength(1);
  });

  test('waits no longer than until the run must end', async () => {
    answering(slow(429, '12'));
    await expect(aTarget({ deadline: plusMs(NOW, 11_000) }).send()).rejects.toThrow('it asks to wait 12 s');
  });

  test('goes no further once the run is stopped', async () => {
    const controller = new AbortController();
    answering(slow(500));
    const stopping = aTarget({
      signal: controller.signal,
      sleep: async () => {
        controller.abort();
        throw new Error('aborted');
      },
    });
    await expect(stopping.send()).rejects.toMatchObject({ code: 'publish-failed' });
    await expect(stopping.send()).rejects.toThrow('the run was stopped');
    expect(receiver.received).toHaveLength(1);
  });

  test('to nobody fails with what the system says', async () => {
    await receiver.close();
    await expect(aTarget().send()).rejects.toThrow(/cannot be handed to 127.0.0.1:\d+: .*ECONNREFUSED/);
    receiver = await startHttpReceiver();
  });
});
