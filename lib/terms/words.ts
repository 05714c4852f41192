/**
 * A word of the API (a state, phase or zone) in the form in which words are compared: lower case, and `-`, `_` and
 * blank are one (verdicts.md). `In-Use`, `in_use` and `IN USE` are the same word. Absent or empty is `undefined`.
 */
export function word(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, '_');
  return folded === '' ? undefined : folded;
}

/** For the `default` of a switch over a closed union: does not compile while a case is missing. */
export function absurd(value: never): never {
  throw new TypeError(`a case is missing for ${JSON.stringify(value)}`);
}
