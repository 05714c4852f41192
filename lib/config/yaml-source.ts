import { isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';

/** A YAML text as plain values, which still knows where in the text each of them stood. */
export interface YamlSource {
  readonly value: unknown;
  /** The line of the value at this path, or of the nearest thing above it that is there. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
  /** The line of a key of the mapping at this path. */
  lineOfKey(path: readonly PropertyKey[], key: string): number | undefined;
}

export interface YamlFault {
  readonly line: number | undefined;
  /** What is wrong; nothing of the text itself, which may hold a secret in the wrong place. */
  readonly message: string;
}

export type ParsedYaml =
  | { readonly kind: 'parsed'; readonly source: YamlSource }
  | { readonly kind: 'broken'; readonly faults: readonly YamlFault[] };

/** With `failsafe` every scalar is the text that stands there, numbers too. */
export function parseYaml(text: string, schema: 'core' | 'failsafe' = 'core'): ParsedYaml {
  const lines = new LineCounter();
  // Pretty errors quote the lines around the fault.
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines, schema });
  const faults = [...document.errors, ...document.warnings].map((error) => ({
    line: lines.linePos(error.pos[0]).line,
    message: withoutSource(error.message),
  }));
  if (faults.length > 0) return { kind: 'broken', faults };

  let value: unknown;
  try {
    value = document.toJS();
  } catch (thrown) {
    // An alias without its anchor, or a bomb of aliases; neither says where.
    const message = thrown instanceof Error ? withoutSource(thrown.message) : 'cannot be read';
    return { kind: 'broken', faults: [{ line: undefined, message }] };
  }

  const lineOfNode = (node: Node | null | undefined): number | undefined =>
    node?.range ? lines.linePos(node.range[0]).line : undefined;
  const nodeAt = (path: readonly PropertyKey[]): Node | undefined => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    return isNode(node) ? node : undefined;
  };
  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    for (let length = path.length; length >= 0; length--) {
      const line = lineOfNode(nodeAt(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return undefined;
  };
  const lineOfKey = (path: readonly PropertyKey[], key: string): number | undefined => {
    const map = nodeAt(path);
    if (!isMap(map)) return undefined;
    const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    return isScalar(pair?.key) ? lineOfNode(pair.key) : undefined;
  };
  return { kind: 'parsed', source: { value, lineOf, lineOfKey } };
}

/** The parser's messages put what they quote from the text behind a colon or a backslash. */
function withoutSource(message: string): string {
  const said = message.split(/[:\\;]/, 1)[0] ?? message;
  return said.trim();
}
