export interface Matcher {
  readonly metric: string;
  readonly label: string;
  readonly value: string;
}

/** What an expression asks for. Whether it is an expression at all is promtool's to say. */
export interface Asked {
  readonly metrics: readonly string[];
  readonly matchers: readonly Matcher[];
  /** In `by`, `on`, `ignoring` and the like. */
  readonly grouped: readonly string[];
}

const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /([a-zA-Z_][\w:]*)\s*\{([^}]*)\}/g;
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g;
/** Neither a part of a number or duration, nor the name of a function. */
const NAME = /(?<![\w.:])[a-zA-Z_][\w:]*(?![\w:]|\s*\()/g;
const OPERATORS = new Set(['and', 'or', 'unless', 'offset', 'bool']);

export function askedBy(expr: string): Asked {
  const grouped = [...expr.matchAll(GROUPING)].flatMap(([, labels = '']) =>
    labels
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),
  );
  const matchers = [...expr.matchAll(SELECTOR)].flatMap(([, metric = '', inner = '']) =>
    [...inner.matchAll(MATCHER)].map(([, label = '', value = '']) => ({ metric, label, value })),
  );
  const bare = expr.replace(GROUPING, ' ').replace(/\{[^}]*\}/g, ' ');
  const names = [...bare.matchAll(NAME)].map(([name]) => name).filter((name) => !OPERATORS.has(name));
  return { metrics: [...new Set(names)], matchers, grouped };
}
