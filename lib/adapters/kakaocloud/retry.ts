import type { AuditFailure } from '../../terms/failure.ts';
import type { Instant } from '../../terms/instants.ts';

/** What one try came to. `again`: it may go better next time; `failure` is made when it is given up. */
export type Attempt<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'again';
      /** What the server asked for; `undefined`: it asked for nothing, or nothing sane. */
      readonly retryAfterMs: number | undefined;
      readonly failure: (tried: string) => AuditFailure;
    };

export interface Patience {
  /** Time for one call with all its repetitions. */
  readonly budgetMs: number;
  readonly clock: () => Instant;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Rejects at once when the run is stopped. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly onWait: (waitMs: number, failure: AuditFailure) => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
/** Full jitter may draw nearly nothing; a server in need is not hammered all the same. */
const SHORTEST_WAIT_MS = 50;

/**
 * Repeats a call until it is done or its time is used up; the number of tries does not matter. Between tries it waits
 * for as long as the server asks, else with exponential backoff and full jitter. A server that asks for more time than
 * is left is given up at once.
 */
export async function withPatience<T>(patience: Patience, attempt: () => Promise<Attempt<T>>): Promise<T> {
  const startedAt = patience.clock();
  let waitedMs = 0;
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (outcome.kind === 'done') return outcome.value;
    // A clock that was set back must not make the call last for ever.
    const usedMs = Math.max(patience.clock() - startedAt, waitedMs);
    const leftMs = patience.budgetMs - usedMs;
    const tried = `; tried ${tries === 1 ? 'once' : `${tries} times`} in ${inSeconds(usedMs)}`;
    const { retryAfterMs } = outcome;
    if (retryAfterMs !== undefined && retryAfterMs > leftMs) {
      const asked = `${inSeconds(retryAfterMs)} (Retry-After)`;
      throw outcome.failure(
        `${tried}, given up because it asks to wait ${asked} and ${inSeconds(leftMs)} are left`,
      );
    }
    if (leftMs < SHORTEST_WAIT_MS) throw outcome.failure(tried);
    const waitMs = Math.min(
      Math.max(retryAfterMs ?? backoffMs(tries, patience.random()), SHORTEST_WAIT_MS),
      leftMs,
    );
    patience.onWait(waitMs, outcome.failure(tried));
    await patience.sleep(waitMs);
    waitedMs += waitMs;
  }
}

function backoffMs(tries: number, random: number): number {
  return random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

function inSeconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 100) / 10)} s`;
}
