/** Slack reads these three as markup; nothing else can begin a mention, a link or an entity ("Formatting text"). */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/**
 * A text as Slack takes it, no longer than its limit once it is escaped. A text that is cut ends in `…`; neither a
 * character nor an entity is cut in two.
 */
export function slackText(text: string, limit: number): string {
  const escaped = escapedForSlack(text);
  if (escaped.length <= limit) return escaped;
  let kept = '';
  for (const character of text) {
    const next = escapedForSlack(character);
    if (kept.length + next.length > limit - 1) break;
    kept += next;
  }
  return `${kept}…`;
}

export function escapedForSlack(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES.get(character) ?? character);
}

/** A link with our own label; `undefined` for a place that is no address on the web. */
export function slackLink(place: string, label: string): string | undefined {
  if (!URL.canParse(place) || !/^https?:$/.test(new URL(place).protocol)) return undefined;
  const address = escapedForSlack(new URL(place).href).replaceAll('|', '%7C');
  return `<${address}|${escapedForSlack(label)}>`;
}
