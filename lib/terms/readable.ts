import { type AuditFailure, asFailure } from './failure.ts';

/**
 * Something that had to be read from outside: it was read whole, or it was not and this is why. An unreadable input
 * is a value of its own, so that nobody can mistake it for an empty one (verdicts.md, "absence must be proven").
 */
export type Readable<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'unreadable'; readonly failure: AuditFailure };

export function read<T>(value: T): Readable<T> {
  return { kind: 'read', value };
}

export function unreadable(failure: AuditFailure): {
  readonly kind: 'unreadable';
  readonly failure: AuditFailure;
} {
  return { kind: 'unreadable', failure };
}

/** Awaits a reading; a failure becomes a value. */
export async function readable<T>(reading: () => Promise<T>): Promise<Readable<T>> {
  try {
    return read(await reading());
  } catch (thrown) {
    return unreadable(asFailure(thrown));
  }
}
