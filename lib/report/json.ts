/** Raw in JSON, and yet something that a terminal acts on or a reader cannot see. */
const UNSEEN = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Cf}]/gu;

/**
 * A report, a part of it, or another result, as JSON, two blanks deep, with a final newline. Keys stand in the order in
 * which it was built. Characters that would act on a terminal are escaped, which changes nothing of what a parser reads.
 */
export function writeJson(result: object): string {
  return `${JSON.stringify(result, undefined, 2).replace(UNSEEN, escaped)}\n`;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => {
    return `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`;
  }).join('');
}
