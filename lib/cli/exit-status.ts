import type { AuditFailure, FailureCode } from '../terms/failure.ts';

/** What the process ends with (docs/errors.md, "Exit status"). */
export const EXIT = {
  done: 0,
  badInput: 1,
  /** Done, and `--fail-on` met one. It goes before {@link EXIT.incomplete}: what was proven is proven all the same. */
  failOnMet: 2,
  incomplete: 3,
  nothingDone: 4,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

const BAD_INPUT: ReadonlySet<FailureCode> = new Set([
  'bad-usage',
  'config-not-found',
  'config-invalid',
  'credential-missing',
  'import-invalid',
  'resource-not-found',
]);

/** When nothing came of it but these failures. */
export function exitStatusOf(failures: readonly AuditFailure[]): ExitStatus {
  return failures.every((failure) => BAD_INPUT.has(failure.code)) ? EXIT.badInput : EXIT.nothingDone;
}
