import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../lib/cli/failures.ts';
import { shardOf } from '../../lib/jobs/shard.ts';

const PROJECTS = ['shop-prod', 'batch', 'lab', 'shop-dev', 'data'];

function env(index: number | string, count: number | string): NodeJS.ProcessEnv {
  return { JOB_COMPLETION_INDEX: String(index), ORPHAN_AUDIT_SHARDS: String(count) };
}

function told(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    return [`taken: ${shardOf(PROJECTS, environment).names.join(', ')}`];
  } catch (thrown) {
    return failuresOf(thrown).map(({ code, message }) => `${code}: ${message}`);
  }
}

describe('the share of a shard', () => {
  it.each([
    [0, 1, PROJECTS],
    [0, 2, ['shop-prod', 'batch', 'lab']],
    [1, 2, ['shop-dev', 'data']],
    [0, 3, ['batch', 'shop-dev']],
    [1, 3, ['shop-prod', 'data']],
    [2, 3, ['lab']],
    [5, 7, []],
  ])('of index %i of %i, in the order of the configuration', (index, count, names) => {
    expect(shardOf(PROJECTS, env(index, count))).toEqual({ index, count, names });
  });

  const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,8}$/), { maxLength: 40 });
  const counts = fc.integer({ min: 1, max: 50 });
  const sharesOf = (list: readonly string[], count: number) =>
    Array.from({ length: count }, (_, index) => shardOf(list, env(index, count)).names);

  it('is nobody else’s: every project is in exactly one, and none is much larger than another', () => {
    fc.assert(
      fc.property(names, counts, (list, count) => {
        const shares = sharesOf(list, count);
        expect(shares.flat().toSorted()).toEqual([...list].toSorted());
        const sizes = shares.map((share) => share.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not change with the order of the file', () => {
    fc.assert(
      fc.property(names, counts, (list, count) => {
        const sorted = (shares: readonly (readonly string[])[]) => shares.map((share) => share.toSorted());
        expect(sorted(sharesOf(list.toReversed(), count))).toEqual(sorted(sharesOf(list, count)));
      }),
    );
  });
});

describe('an environment that names no share is bad usage', () => {
  const noIndex = 'bad-usage: the environment variable JOB_COMPLETION_INDEX is not set';
  const noCount = 'bad-usage: the environment variable ORPHAN_AUDIT_SHARDS is not set';
  const isNot = (name: string, value: string, least: number, most: number) =>
    `bad-usage: the environment variable ${name} is "${value}", which is no whole number from ${least} to ${most}`;

  it.each<[string, NodeJS.ProcessEnv, string[]]>([
    ['nothing at all: both are told', {}, [noCount, noIndex]],
    ['no index', { ORPHAN_AUDIT_SHARDS: '4' }, [noIndex]],
    ['no count', { JOB_COMPLETION_INDEX: '0' }, [noCount]],
    ['an empty index', env('', 4), ['bad-usage: the environment variable JOB_COMPLETION_INDEX is empty']],
    ['no shards', env(0, 0), [isNot('ORPHAN_AUDIT_SHARDS', '0', 1, 1000)]],
    ['too many', env(0, 1001), [isNot('ORPHAN_AUDIT_SHARDS', '1001', 1, 1000)]],
    ['an index past the last', env(4, 4), [isNot('JOB_COMPLETION_INDEX', '4', 0, 3)]],
    ['a negative index', env(-1, 4), [isNot('JOB_COMPLETION_INDEX', '-1', 0, 3)]],
    ['a fraction', env('1.5', 4), [isNot('JOB_COMPLETION_INDEX', '1.5', 0, 3)]],
    ['a number in another spelling', env('0x1', 4), [isNot('JOB_COMPLETION_INDEX', '0x1', 0, 3)]],
    ['a blank', env(' 1', 4), [isNot('JOB_COMPLETION_INDEX', ' 1', 0, 3)]],
    [
      'two faults',
      env('x', 'y'),
      [isNot('ORPHAN_AUDIT_SHARDS', 'y', 1, 1000), isNot('JOB_COMPLETION_INDEX', 'x', 0, 999)],
    ],
  ])('%s', (_, environment, expected) => {
    expect(told(environment)).toEqual(expected);
  });

  it('but the last index is not', () => {
    expect(told(env(3, 4))).toEqual(['taken: shop-dev']);
  });
});
