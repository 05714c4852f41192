export type JsonText =
  | { readonly kind: 'json'; readonly value: unknown; readonly repeatedKeys: readonly string[] }
  | { readonly kind: 'not-json' };

/**
 * Reads JSON without ever quoting it: what JSON.parse throws holds a piece of its input, which may be a secret. Names
 * that stand twice in one object are told, because JSON.parse keeps the last and says nothing.
 */
export function readJson(text: string): JsonText {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: 'not-json' };
  }
  return { kind: 'json', value, repeatedKeys: repeatedKeysIn(json) };
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Of a text that is known to be JSON. */
function repeatedKeysIn(json: string): readonly string[] {
  const open: Set<string>[] = [];
  const repeated: string[] = [];
  let lastText = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') lastText = token;
    else {
      const key = String(JSON.parse(lastText));
      const seen = open.at(-1);
      if (seen?.has(key)) repeated.push(key);
      seen?.add(key);
    }
  }
  return repeated;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
