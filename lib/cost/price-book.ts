import type { Big } from 'big.js';
import type { Instant } from '../terms/instants.ts';
import { MONTH_HOURS } from './decimal.ts';

/** What can have a price. `name` is as the cloud lists it: a flavor, or a volume type. */
export type PricedThing =
  | { readonly kind: 'instance-type'; readonly name: string }
  | { readonly kind: 'volume-type'; readonly name: string }
  | { readonly kind: 'public-ip' };

export const PRICE_UNITS = {
  'instance-type': 'hour',
  'volume-type': 'GB-month',
  'public-ip': 'hour',
} as const satisfies Readonly<Record<PricedThing['kind'], string>>;

/** One price as somebody wrote it down, in the unit of {@link PRICE_UNITS}. */
export interface PriceEntry {
  readonly thing: PricedThing;
  /** `undefined`: in every region that has no price of its own for the thing. */
  readonly region: string | undefined;
  readonly price: Big;
  /** ISO 4217. */
  readonly currency: string;
  readonly from: Moment;
  /** The first moment at which it no longer holds; `undefined`: until the next price of the thing begins. */
  readonly until: Moment | undefined;
}

/** The edge of a price's time, with the day that people know it by. */
export interface Moment {
  readonly at: Instant;
  /** Of `from` the first day on which it holds, of `until` the last. */
  readonly day: string;
}

/** Prices in time, in one main currency. */
export interface PriceBook {
  readonly currency: string;
  /** By {@link thingKey}; the region `undefined` is for all regions without a series of their own. */
  readonly series: ReadonlyMap<string, ReadonlyMap<string | undefined, PriceSeries>>;
}

/** All prices of one thing in one region, the earliest first; none overlaps the next. Never empty. */
export interface PriceSeries {
  readonly currency: string;
  readonly versions: readonly PriceVersion[];
}

export interface PriceVersion {
  /** Of one instance or address, or of one GB of a volume, for 730 hours; exact. */
  readonly perMonth: Big;
  readonly from: Moment;
  readonly until: Moment | undefined;
}

/**
 * Puts entries in order. A price without an end holds until the next one of its thing and region begins. Entries of one
 * thing and region must be of one currency and must not overlap: who reads a book from outside sees to that.
 */
export function priceBook(currency: string, entries: readonly PriceEntry[]): PriceBook {
  const series = new Map<string, Map<string | undefined, PriceEntry[]>>();
  for (const entry of entries) {
    const key = thingKey(entry.thing);
    const regions = series.get(key) ?? new Map<string | undefined, PriceEntry[]>();
    series.set(key, regions.set(entry.region, [...(regions.get(entry.region) ?? []), entry]));
  }
  return {
    currency,
    series: new Map(
      [...series].map(([key, regions]) => [
        key,
        new Map([...regions].map(([region, inRegion]) => [region, seriesOf(inRegion)])),
      ]),
    ),
  };
}

function seriesOf(entries: readonly PriceEntry[]): PriceSeries {
  const inOrder = entries.toSorted((a, b) => a.from.at - b.from.at);
  return {
    currency: inOrder[0]?.currency ?? '',
    versions: inOrder.map(({ thing, price, from, until }, index) => ({
      perMonth: thing.kind === 'volume-type' ? price : price.times(MONTH_HOURS),
      from,
      until: until ?? inOrder[index + 1]?.from,
    })),
  };
}

/** As it stands in the price book: `instance type m2a.large`. Two things are the same exactly when these are equal. */
export function thingKey(thing: PricedThing): string {
  switch (thing.kind) {
    case 'instance-type':
      return `instance type ${thing.name}`;
    case 'volume-type':
      return `volume type ${thing.name}`;
    case 'public-ip':
      return 'public IP';
  }
}

export type SeriesFound =
  | { readonly kind: 'found'; readonly series: PriceSeries }
  | { readonly kind: 'missing'; readonly price: string };

/** The region's own prices where the book has any of the thing, else those for all regions. The two are never mixed. */
export function seriesFor(book: PriceBook | undefined, thing: PricedThing, region: string): SeriesFound {
  const key = thingKey(thing);
  const regions = book?.series.get(key);
  const series = regions?.get(region) ?? regions?.get(undefined);
  if (series !== undefined) return { kind: 'found', series };
  return { kind: 'missing', price: regions === undefined ? key : `${key} in ${region}` };
}
