import { describe, expect, it } from 'vitest';
import { type IssuedToken, keepToken } from '../../../lib/adapters/kakaocloud/token.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { formatInstant, type Instant, MINUTE_MS, plusMs, SECOND_MS } from '../../../lib/terms/instants.ts';
import { failureOf, NOW } from './small-cloud.ts';

const PROJECT = { id: 'b1ccedbfaffd60bc89c2d60ad9893328', name: 'shop-prod' };

function answer(text: string | undefined, token: object = {}): IssuedToken {
  return {
    header: text,
    body: { token: { expires_at: '2026-06-11T16:30:05.000000Z', project: PROJECT, ...token } },
  };
}

/** A token life over answers, the last of which repeats. */
function life(...answers: (IssuedToken | AuditFailure)[]) {
  const state = { now: NOW, issued: 0 };
  const tokens = keepToken(
    async () => {
      const next = answers[Math.min(state.issued, answers.length - 1)];
      state.issued += 1;
      if (next === undefined || next instanceof AuditFailure) throw next;
      return next;
    },
    () => state.now,
  );
  return { state, tokens };
}

const until = (end: Instant) => ({ expires_at: formatInstant(end) });

describe('a token', () => {
  it('is issued when it is first needed, and used again', async () => {
    const { state, tokens } = life(answer('one'), answer('two'));
    expect(state.issued).toBe(0);
    expect(await tokens.current()).toBe('one');
    expect(await tokens.current()).toBe('one');
    expect(state.issued).toBe(1);
  });

  it.each([
    ['more than 5 minutes before its end', 5 * MINUTE_MS + SECOND_MS, 'one'],
    ['5 minutes before its end', 5 * MINUTE_MS, 'two'],
    ['at its end', 0, 'two'],
  ])('%s', async (_, leftMs, text) => {
    const end = plusMs(NOW, 60 * MINUTE_MS);
    const { state, tokens } = life(answer('one', until(end)), answer('two'));
    await tokens.current();
    state.now = plusMs(end, -leftMs);
    expect(await tokens.current()).toBe(text);
  });

  it('that seems to be over at once, by a clock that is off, is used for a minute', async () => {
    const { state, tokens } = life(answer('one', until(plusMs(NOW, -MINUTE_MS))), answer('two'));
    expect(await tokens.current()).toBe('one');
    state.now = plusMs(NOW, MINUTE_MS - 1);
    expect(await tokens.current()).toBe('one');
    state.now = plusMs(NOW, MINUTE_MS);
    expect(await tokens.current()).toBe('two');
  });

  it('is issued once for all who ask at the same time', async () => {
    const { state, tokens } = life(answer('one'));
    const texts = await Promise.all([
      tokens.current(),
      tokens.current(),
      tokens.project().then(({ id }) => id),
    ]);
    expect(texts).toEqual(['one', 'one', PROJECT.id]);
    expect(state.issued).toBe(1);
  });

  it('is replaced once for all who were refused with it', async () => {
    const { state, tokens } = life(answer('one'), answer('two'), answer('three'));
    const refused = await tokens.current();
    const texts = await Promise.all([tokens.replacementFor(refused), tokens.replacementFor(refused)]);
    expect(texts).toEqual(['two', 'two']);
    expect(await tokens.replacementFor(refused)).toBe('two');
    expect(await tokens.replacementFor('two')).toBe('three');
    expect(state.issued).toBe(3);
  });

  it('is asked for again after a failure that may pass', async () => {
    const { tokens } = life(new AuditFailure('server-failed', 'down', 'wait'), answer('one'));
    expect((await failureOf(tokens.current())).code).toBe('server-failed');
    expect(await tokens.current()).toBe('one');
  });

  it('is not asked for again with a refused key', async () => {
    const { state, tokens } = life(new AuditFailure('token-refused', 'no', 'new key'), answer('one'));
    expect((await failureOf(tokens.current())).code).toBe('token-refused');
    expect((await failureOf(tokens.current())).code).toBe('token-refused');
    expect(state.issued).toBe(1);
  });

  it.each([
    ['with microseconds', '2026-06-11T16:30:05.000000Z'],
    ['without fractions', '2026-06-11T16:30:05Z'],
    ['with an offset', '2026-06-12T01:30:05+09:00'],
  ])('may end at a time %s', async (_, expires_at) => {
    expect(await life(answer('one', { expires_at })).tokens.current()).toBe('one');
  });

  it.each([
    ['without a zone', '2026-06-11T16:30:05', 'token.expires_at = "2026-06-11T16:30:05"'],
    ['without an end', null, 'token.expires_at = null'],
    ['without the field', undefined, 'token.expires_at = nothing'],
    ['with a number', 12, '"token.expires_at" is not of the documented type'],
  ])('%s is refused', async (_, expires_at, message) => {
    const failure = await failureOf(life(answer('one', { expires_at })).tokens.current());
    expect(failure.code).toBe('answer-unexpected');
    expect(failure.message).toContain(message);
  });

  it.each([[undefined], [''], ['  ']])('is none where the header is %j', async (header) => {
    const failure = await failureOf(life(answer(header)).tokens.current());
    expect(failure.code).toBe('token-refused');
    expect(failure.message).toContain('X-Subject-Token');
  });

  it('that stands in the body instead is not shown', async () => {
    const failure = await failureOf(
      life({ header: 'one', body: { token: 'gAAAAA-invented' } }).tokens.current(),
    );
    expect(failure.code).toBe('answer-unexpected');
    expect(`${failure.message} ${failure.remedy}`).not.toContain('gAAAAA');
  });
});

describe("a token's project", () => {
  it('is what the answer says', async () => {
    expect(await life(answer('one')).tokens.project()).toEqual(PROJECT);
  });

  it('may have no name', async () => {
    expect(await life(answer('one', { project: { id: '7' } })).tokens.project()).toEqual({
      id: '7',
      name: undefined,
    });
  });

  it.each([[null], [undefined], [{ id: '' }], [{ id: null, name: 'x' }]])(
    'is no project: %j',
    async (project) => {
      const failure = await failureOf(life(answer('one', { project })).tokens.project());
      expect(failure.code).toBe('answer-unexpected');
      expect(failure.message).toContain('project.id');
    },
  );
});
