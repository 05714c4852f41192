import { describe, expect, it } from 'vitest';
import { type Attempt, withPatience } from '../../../lib/adapters/kakaocloud/retry.ts';
import { parseRetryAfter } from '../../../lib/adapters/transport/retry-after.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { failureOf, fakeTime, NOW } from './small-cloud.ts';

describe('Retry-After', () => {
  it.each([
    ['seconds', '7', 7000],
    ['seconds with blanks', ' 7 ', 7000],
    ['very many seconds', '86400', 86_400_000],
    ['an HTTP date', 'Thu, 11 Jun 2026 04:30:35 GMT', 30_000],
    ['a date that has passed', 'Thu, 11 Jun 2026 04:30:00 GMT', undefined],
    ['no seconds', '0', undefined],
    ['fewer than none', '-5', undefined],
    ['a part of a second', '1.5', undefined],
    ['a word', 'soon', undefined],
    ['a date of another form', '2026-06-11T04:30:35Z', undefined],
    ['nothing', '', undefined],
    ['no header', undefined, undefined],
  ])('%s', (_, header, ms) => {
    expect(parseRetryAfter(header, NOW)).toBe(ms);
  });
});

function again(retryAfterMs?: number): Attempt<string> {
  const failure = (tried: string) => new AuditFailure('server-failed', `it failed${tried}`, 'wait');
  return { kind: 'again', retryAfterMs, failure };
}
const done: Attempt<string> = { kind: 'done', value: 'yes' };

function patient(attempts: readonly Attempt<string>[], random = 0.5, budgetMs = 30_000) {
  const time = fakeTime();
  const waits: number[] = [];
  let tries = 0;
  const outcome = withPatience(
    {
      budgetMs,
      clock: time.clock,
      random: () => random,
      sleep: (ms) => time.sleep(ms, new AbortController().signal),
      onWait: (ms) => waits.push(ms),
    },
    async () => {
      tries += 1;
      return attempts[Math.min(tries, attempts.length) - 1] ?? done;
    },
  );
  return { outcome, time, waits, tries: () => tries };
}

describe('patience', () => {
  it('asks once where that is enough', async () => {
    const { outcome, time } = patient([done]);
    expect(await outcome).toBe('yes');
    expect(time.slept).toEqual([]);
  });

  it.each([
    ['half of a wait that doubles', 0.5, [125, 250, 500, 1000]],
    ['nearly all of it', 0.999, [249.75, 499.5, 999, 1998]],
    ['never less than a little', 0, [50, 50, 50, 50]],
  ])('waits for what chance draws: %s', async (_, random, slept) => {
    const { outcome, time, waits } = patient([again(), again(), again(), again(), done], random);
    expect(await outcome).toBe('yes');
    expect(time.slept).toEqual(slept);
    expect(waits).toEqual(slept);
  });

  it('waits for as long as the server asks', async () => {
    const { outcome, time } = patient([again(7000), again(), done]);
    expect(await outcome).toBe('yes');
    expect(time.slept).toEqual([7000, 250]);
  });

  it('gives up when its time is used up, however many tries that takes', async () => {
    const { outcome, time, tries } = patient([again()]);
    const { code, message } = await failureOf(outcome);
    expect(code).toBe('server-failed');
    expect(message).toBe(`it failed; tried ${tries()} times in 30 s`);
    expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBe(30_000);
  });

  it('gives up at once when the server asks for more time than is left', async () => {
    const { outcome, time } = patient([again(20_000), again(11_000)]);
    const { message } = await failureOf(outcome);
    expect(message).toBe(
      'it failed; tried 2 times in 20 s, given up because it asks to wait 11 s (Retry-After) and 10 s are left',
    );
    expect(time.slept).toEqual([20_000]);
  });

  it('takes a wait that just fits', async () => {
    const { outcome } = patient([again(30_000), done]);
    expect(await outcome).toBe('yes');
  });

  it('says that it tried once where no time was given', async () => {
    expect((await failureOf(patient([again()], 0.5, 0).outcome)).message).toBe(
      'it failed; tried once in 0 s',
    );
  });

  it('ends although the clock stands still', async () => {
    const { time } = patient([done]);
    const outcome = withPatience(
      { budgetMs: 30_000, clock: () => NOW, random: () => 1, sleep: async () => {}, onWait: () => {} },
      async () => again(),
    );
    expect((await failureOf(outcome)).message).toContain('in 30 s');
    expect(time.slept).toEqual([]);
  });

  it('does not wait for what failed for good', async () => {
    const time = fakeTime();
    const outcome = withPatience(
      {
        budgetMs: 30_000,
        clock: time.clock,
        random: () => 0.5,
        sleep: (ms) => time.sleep(ms, new AbortController().signal),
        onWait: () => {},
      },
      () => Promise.reject(new AuditFailure('forbidden', 'no', 'ask')),
    );
    expect((await failureOf(outcome)).code).toBe('forbidden');
    expect(time.slept).toEqual([]);
  });
});
