import { AuditFailure } from '../terms/failure.ts';

/** One share of a run that several processes do together, each for itself. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
  /** The projects that are this one's to do, in the order given. None, where there are more shards than projects. */
  readonly names: readonly string[];
}

/** Kubernetes sets it in every pod of an Indexed Job. */
export const SHARD_INDEX = 'JOB_COMPLETION_INDEX';
export const SHARD_COUNT = 'ORPHAN_AUDIT_SHARDS';

/** As many as an Indexed Job may reasonably have; a higher number is rather a slip of the hand. */
const MOST_SHARDS = 1000;

/**
 * The share of the process whose environment this is. Each project is in exactly one shard, and no two shards differ by
 * more than one project. Whose share a project is follows from the names alone, not from their order in a file.
 *
 * @throws AggregateError of AuditFailures `bad-usage`: all that is wrong with the environment is told at once
 */
export function shardOf(names: readonly string[], env: NodeJS.ProcessEnv): Shard {
  const count = wholeNumber(
    env,
    SHARD_COUNT,
    [1, MOST_SHARDS],
    'set it to the number of shards, which is the number of completions of the Indexed Job',
  );
  const index = wholeNumber(
    env,
    SHARD_INDEX,
    [0, (typeof count === 'number' ? count : MOST_SHARDS) - 1],
    `run this in an Indexed Job, which sets it, or set it to the number of this shard: from 0, and less than ${SHARD_COUNT}`,
  );
  if (typeof count === 'number' && typeof index === 'number') {
    const mine = new Set(names.toSorted(byCodeUnits).filter((_, place) => place % count === index));
    return { index, count, names: names.filter((name) => mine.has(name)) };
  }
  throw new AggregateError([count, index].filter((part) => part instanceof AuditFailure));
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  [least, most]: readonly [number, number],
  remedy: string,
): number | AuditFailure {
  const text = env[name];
  if (text === undefined || text === '') {
    const state = text === undefined ? 'is not set' : 'is empty';
    return new AuditFailure('bad-usage', `the environment variable ${name} ${state}`, remedy);
  }
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  return new AuditFailure(
    'bad-usage',
    `the environment variable ${name} is ${JSON.stringify(text)}, which is no whole number from ${least} to ${most}`,
    remedy,
  );
}

/** The same on every machine, whatever its language. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
