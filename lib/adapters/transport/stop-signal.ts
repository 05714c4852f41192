import { setMaxListeners } from 'node:events';
import type { Instant } from '../../terms/instants.ts';

/** The longest that a timer of Node can be set to; more would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends everything that is under way: by the caller, or because the run's time is up. */
export function stopSignal({
  signal,
  deadline,
  clock,
}: {
  readonly signal: AbortSignal | undefined;
  /** When the whole run must end. */
  readonly deadline: Instant | undefined;
  readonly clock: () => Instant;
}): AbortSignal {
  const signals = signal === undefined ? [] : [signal];
  if (deadline !== undefined) {
    signals.push(AbortSignal.timeout(Math.min(Math.max(0, deadline - clock()), LONGEST_TIMER_MS)));
  }
  const any = AbortSignal.any(signals);
  // Every request under way listens to it, and every wait.
  setMaxListeners(0, any);
  return any;
}

/**
 * Ends what a signal cannot: undici hears an abort of a request only once its connection is made, and a host that does
 * not answer would be waited for until then. What is returned lets go of the signal.
 */
export function endWith(
  signal: AbortSignal | undefined,
  dispatcher: { readonly destroy: () => Promise<void> },
): () => void {
  const end = () => {
    // It has nothing to tell: whoever waits for an answer is told that the run was stopped.
    dispatcher.destroy().catch(() => undefined);
  };
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  return () => signal?.removeEventListener('abort', end);
}
