/** Half of a surrogate pair is in JavaScript's strings and in no file: what a writer would put there, put there now. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\u{fffd}');
}
