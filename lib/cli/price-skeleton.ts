import { needOf } from '../cost/cost.ts';
import { PRICE_UNITS, type PricedThing, thingKey } from '../cost/price-book.ts';
import type { Judged } from '../verdict/judged.ts';

/** A price that a book needs, and how many resources wait for it. */
export interface PriceNeed {
  readonly thing: PricedThing;
  readonly count: number;
}

/** What has to be priced, instance types first; what the cloud's list says no type of needs something else. */
export function priceNeeds(judged: readonly Judged[]): readonly PriceNeed[] {
  const needs = new Map<string, PriceNeed>();
  for (const { resource } of judged) {
    const need = needOf(resource);
    if (need.kind === 'unlisted') continue;
    const key = thingKey(need.thing);
    needs.set(key, { thing: need.thing, count: (needs.get(key)?.count ?? 0) + 1 });
  }
  return [...needs].sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, need]) => need);
}

/** A price book that is to be filled in: it is refused, line by line, until it is. */
export function priceSkeleton(needs: readonly PriceNeed[]): string {
  return `# A price book for orphan-audit. The prices are yours to fill in: read them off your contract or the price page,
# and say with source where you read them. Until every FILL-IN is gone this file is refused as a whole.
#
#   unit            hour: of one instance. GB-month: of one GB of a volume, in the unit in which the cloud's console and
#                   API give a volume's size, for a month of 730 hours.
#   price           a plain decimal, without VAT or with it, as long as all are alike
#   effectiveFrom   the first day on which the price held. What a leftover has cost is reckoned from the day on which its
#                   owner went: a price that begins later leaves that time without one.
#   effectiveUntil  optional: the last day; else until the next entry of the same name begins
#   region          optional: a price for one region only
#
# A price that changes gets a second entry with another effectiveFrom. JSON Schema: orphan-audit prices schema
version: 1
currency: KRW
prices:${needs.length === 0 ? ' []\n' : '\n'}${needs.map(entryText).join('')}`;
}

function entryText({ thing, count }: PriceNeed): string {
  const name = thing.kind === 'public-ip' ? '' : `    name: ${quoted(thing.name)}\n`;
  return `
  # found ${count} ${count === 1 ? 'time' : 'times'}
  - kind: ${thing.kind}
${name}    unit: ${PRICE_UNITS[thing.kind]}
    price: FILL-IN
    currency: KRW
    effectiveFrom: FILL-IN
    source: FILL-IN
`;
}

/** Raw in JSON, and yet something that YAML refuses, a terminal acts on, or a reader cannot see. */
const UNSEEN = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Cf}]/gu;

/** A text from the cloud as a YAML scalar: a double-quoted one has the escapes of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
