import { setTimeout as timer } from 'node:timers/promises';
import type { AuditFailure } from '../../terms/failure.ts';
import { type Instant, instantFromMs } from '../../terms/instants.ts';
import { done, inTrouble, stopped, type Tried, type Trouble } from './trouble.ts';

export interface Patience {
  /** Time for one call with all its repetitions. */
  readonly budgetMs: number;
  readonly deadline: Instant | undefined;
  readonly clock: () => Instant;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Waits; what stops the wait is told as a trouble. */
  readonly sleep: (ms: number) => Promise<Tried<void>>;
}

/** What a caller may say of it; time and chance are this machine's unless said. */
export interface PatienceOptions {
  /** A call that keeps failing is given up after this. */
  readonly retryBudgetMs: number;
  /** The true time, with which requests are signed; not the moment as of which a run judges. */
  readonly clock?: (() => Instant) | undefined;
  /** Rejects when the signal aborts. */
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
  readonly random?: (() => number) | undefined;
  /** Ends everything that is under way, waits included. */
  readonly signal?: AbortSignal | undefined;
  /** When the whole run must end: nobody waits beyond it. */
  readonly deadline?: Instant | undefined;
}

export function patienceOf(options: PatienceOptions): Patience {
  const { retryBudgetMs, random, signal } = options;
  const sleep = options.sleep ?? ((ms) => timer(ms, undefined, signal === undefined ? {} : { signal }));
  return {
    budgetMs: retryBudgetMs,
    deadline: options.deadline,
    clock: options.clock ?? (() => instantFromMs(Date.now())),
    random: random ?? Math.random,
    sleep: async (ms) => {
      try {
        await sleep(ms, signal);
        return done(undefined);
      } catch (thrown) {
        if (signal?.aborted) return inTrouble(stopped(signal));
        throw thrown;
      }
    },
  };
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
/** Full jitter may draw nearly nothing; a server in need is not hammered all the same. */
const SHORTEST_WAIT_MS = 20;

/**
 * Repeats a call until it is done, its trouble will not pass, or its time is used up. Between tries it waits for as long
 * as the server asks, else with exponential backoff and full jitter; a server that asks for more time than is left is
 * given up at once.
 */
export async function persist<T>(
  patience: Patience,
  attempt: () => Promise<Tried<T>>,
  failure: (trouble: Trouble) => AuditFailure,
): Promise<T> {
  const startedAt = patience.clock();
  let waitedMs = 0;
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (outcome.kind === 'done') return outcome.value;
    const { trouble } = outcome;
    // A clock that was set back must not make the call last for ever.
    const usedMs = Math.max(patience.clock() - startedAt, waitedMs);
    const untilEndMs = (patience.deadline ?? Number.POSITIVE_INFINITY) - patience.clock();
    const leftMs = Math.min(patience.budgetMs - usedMs, untilEndMs);
    const tried = `tried ${tries === 1 ? 'once' : `${tries} times`} in ${inSeconds(usedMs)}`;
    if (!trouble.mayPass)
      throw failure(tries === 1 ? trouble : { ...trouble, what: `${trouble.what}; ${tried}` });
    const waitMs = Math.max(trouble.retryAfterMs ?? backoffMs(tries, patience.random()), SHORTEST_WAIT_MS);
    if (waitMs > leftMs)
      throw failure({ ...trouble, what: `${trouble.what}; ${tried}${askedToWait(trouble)}` });
    const slept = await patience.sleep(waitMs);
    if (slept.kind === 'trouble') throw failure(slept.trouble);
    waitedMs += waitMs;
  }
}

function askedToWait({ retryAfterMs }: Trouble): string {
  return retryAfterMs === undefined ? '' : `, given up because it asks to wait ${inSeconds(retryAfterMs)}`;
}

function backoffMs(tries: number, random: number): number {
  return random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

function inSeconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 100) / 10)} s`;
}
