import { inspect } from 'node:util';
import { serialize } from 'node:v8';

/** Everything that a value could end up as in a log, a report, a crash or a message to another thread. */
export function everythingSaidBy(value: unknown): string {
  const said = [
    String(value),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    serialized(value),
  ];
  if (value instanceof Error) said.push(value.stack ?? '', everythingSaidBy(value.cause));
  return said.join('\n');
}

function serialized(value: unknown): string {
  try {
    return serialize(value).toString('latin1');
  } catch (thrown) {
    return String(thrown);
  }
}

/** A key in every way that it may be written, and the beginnings of them. */
export function spellingsOfKey(bytes: Buffer): readonly string[] {
  const whole = [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('latin1'),
  ];
  return [
    ...whole,
    bytes.toString('hex').toUpperCase(),
    ...whole.map((text) => text.slice(0, 10)),
    bytes.join(', '),
  ];
}
