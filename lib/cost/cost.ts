import type { Big } from 'big.js';
import type { Instance } from '../inventory/instance.ts';
import type { Volume } from '../inventory/volume.ts';
import type { Instant } from '../terms/instants.ts';
import { ZERO } from './decimal.ts';
import { type PriceBook, type PricedThing, type PriceSeries, seriesFor, thingKey } from './price-book.ts';
import type { Since } from './since.ts';
import { rateAt, spentBetween } from './spent.ts';

/** What one resource costs, exact. */
export type Cost =
  /** Its state is not billed: it costs nothing, whether or not the book has a price for it. */
  | { readonly kind: 'free'; readonly lingering: Span | undefined }
  | {
      readonly kind: 'priced';
      readonly currency: string;
      readonly perMonth: Big;
      /** `undefined`: nobody knows since when, or a price is missing for a part of that time. */
      readonly lingering: Span | undefined;
      /** Prices of the past that the book lacks. */
      readonly missing: readonly string[];
    }
  | { readonly kind: 'unpriced'; readonly missing: readonly string[] };

/** What has been paid since the owner went, at least and at most: price per month times milliseconds. */
export interface Span {
  readonly min: Big;
  readonly max: Big;
}

export interface CostQuestion {
  readonly resource: Instance | Volume;
  readonly region: string;
  readonly since: Since;
  readonly now: Instant;
  /** `undefined`: nobody wrote down any price. */
  readonly book: PriceBook | undefined;
}

/**
 * Prices one resource as it is now: in its present state, flavor and size for the whole time that it lingers, since
 * nobody recorded earlier ones. A state of which nobody knows whether it is billed is priced as billed. An instance's
 * volumes are resources of their own; its public IPs are charged with it, whatever its state, where the book has a price
 * for them.
 */
export function costOf(question: CostQuestion): Cost {
  return withPublicIps(costAlone(question), question);
}

function costAlone({ resource, region, since, now, book }: CostQuestion): Cost {
  if (resource.billing === 'not-billed') {
    return { kind: 'free', lingering: isKnown(since) ? { min: ZERO, max: ZERO } : undefined };
  }
  const need = needOf(resource);
  if (need.kind === 'unlisted') return { kind: 'unpriced', missing: need.missing };
  const found = seriesFor(book, need.thing, region);
  return found.kind === 'missing'
    ? { kind: 'unpriced', missing: [found.price] }
    : charge(need, found.series, since, now);
}

/** A book without a price for public IPs leaves them out: that price is optional, and nothing is missing. */
function withPublicIps(cost: Cost, { resource, region, since, now, book }: CostQuestion): Cost {
  if (resource.kind !== 'instance' || resource.publicIps === 0 || cost.kind === 'unpriced') return cost;
  const need = { thing: { kind: 'public-ip' }, units: resource.publicIps } as const;
  const found = seriesFor(book, need.thing, region);
  if (found.kind === 'missing') return cost;
  const ofIps = charge(need, found.series, since, now);
  if (ofIps.kind !== 'priced' || cost.kind === 'free') return ofIps;
  if (ofIps.currency !== cost.currency) {
    return { kind: 'unpriced', missing: [`${thingKey(need.thing)} in ${cost.currency}`] };
  }
  return {
    kind: 'priced',
    currency: cost.currency,
    perMonth: cost.perMonth.plus(ofIps.perMonth),
    lingering: together(cost.lingering, ofIps.lingering),
    missing: [...cost.missing, ...ofIps.missing],
  };
}

function together(a: Span | undefined, b: Span | undefined): Span | undefined {
  return a && b && { min: a.min.plus(b.min), max: a.max.plus(b.max) };
}

function charge(
  { thing, units }: { readonly thing: PricedThing; readonly units: number },
  series: PriceSeries,
  since: Since,
  now: Instant,
): Exclude<Cost, { readonly kind: 'free' }> {
  const missing = (when: string) => `${thingKey(thing)} ${when}`;
  const rate = rateAt(series, now);
  if (rate.kind === 'gap') return { kind: 'unpriced', missing: [missing(rate.when)] };
  const { currency } = series;
  const priced = { kind: 'priced', currency, perMonth: rate.perMonth.times(units) } as const;
  if (!isKnown(since)) return { ...priced, lingering: undefined, missing: [] };
  const max = spentBetween(series, since.earliest, now);
  const min = spentBetween(series, since.latest, now);
  if (max.kind === 'gap') return { ...priced, lingering: undefined, missing: [missing(max.when)] };
  if (min.kind === 'gap') return { ...priced, lingering: undefined, missing: [missing(min.when)] };
  const lingering = { min: min.monthMs.times(units), max: max.monthMs.times(units) };
  return { ...priced, lingering, missing: [] };
}

function isKnown(since: Since): since is { readonly earliest: Instant; readonly latest: Instant } {
  return since.earliest !== undefined && since.latest !== undefined;
}

/** What a resource is charged for, and how many units of it. */
export type Need =
  | { readonly kind: 'listed'; readonly thing: PricedThing; readonly units: number }
  /** The cloud's list does not say what no price can be found without. */
  | { readonly kind: 'unlisted'; readonly missing: readonly string[] };

export function needOf(resource: Instance | Volume): Need {
  if (resource.kind === 'instance') {
    const { flavor } = resource;
    return flavor === undefined
      ? { kind: 'unlisted', missing: ['instance type (not listed)'] }
      : { kind: 'listed', thing: { kind: 'instance-type', name: flavor }, units: 1 };
  }
  const { volumeType, sizeGiB } = resource;
  if (volumeType !== undefined && sizeGiB !== undefined) {
    return { kind: 'listed', thing: { kind: 'volume-type', name: volumeType }, units: sizeGiB };
  }
  return {
    kind: 'unlisted',
    missing: [
      ...(volumeType === undefined ? ['volume type (not listed)'] : []),
      ...(sizeGiB === undefined ? ['volume size (not listed)'] : []),
    ],
  };
}
