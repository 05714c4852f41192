import { printable } from '../report/words/printable.ts';
import { type AuditFailure, asFailure } from '../terms/failure.ts';
import type { Io } from './io.ts';

/** What was thrown: one failure, or several that were found at once. */
export function failuresOf(thrown: unknown): readonly AuditFailure[] {
  return thrown instanceof AggregateError ? thrown.errors.map(asFailure) : [asFailure(thrown)];
}

/** Tells each failure and its remedy; a stack only to those who asked for everything. */
export function tellFailures(
  io: Io,
  failures: readonly AuditFailure[],
  options: { readonly verbose: boolean },
): void {
  for (const failure of failures) {
    io.stderr.write(`orphan-audit: ${printable(failure.message)}\n`);
    io.stderr.write(`  -> ${printable(failure.remedy)} (${failure.code})\n`);
    const cause = failure.cause instanceof Error ? failure.cause : failure;
    if (options.verbose && failure.code === 'internal') io.stderr.write(`${cause.stack ?? cause.message}\n`);
  }
}
