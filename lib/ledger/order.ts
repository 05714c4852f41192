/** Compares by a text, character code by character code: the same on every machine. */
export function by<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)));
}
