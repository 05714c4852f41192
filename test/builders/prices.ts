import { Big } from 'big.js';
import {
  type Moment,
  type PriceBook,
  type PricedThing,
  type PriceEntry,
  priceBook,
} from '../../lib/cost/price-book.ts';
import { plusMs } from '../../lib/terms/instants.ts';
import { at } from './ledger.ts';

// Every price here is invented.

export const M2A_LARGE: PricedThing = { kind: 'instance-type', name: 'm2a.large' };
export const GP2: PricedThing = { kind: 'volume-type', name: 'gp2' };

/** The first moment of a day in UTC, as the first day on which a price holds. */
export function fromDay(day: string): Moment {
  return { at: at(`${day}T00:00:00Z`), day };
}

/** The first moment after a day in UTC, as the last day on which a price holds. */
export function untilDay(day: string): Moment {
  return { at: plusMs(at(`${day}T00:00:00Z`), 86_400_000), day };
}

/** 100 KRW an hour for an m2a.large, everywhere and since long ago. */
export function aPrice(
  over: Partial<Omit<PriceEntry, 'price'>> & { readonly price?: string } = {},
): PriceEntry {
  const { price = '100', ...parts } = over;
  return {
    thing: M2A_LARGE,
    region: undefined,
    currency: 'KRW',
    from: fromDay('2020-01-01'),
    until: undefined,
    ...parts,
    price: new Big(price),
  };
}

/** The price of a m2a.large, and 146 KRW for a GB-month of gp2, which is 4.8 KRW a day. */
export function aPriceBook(
  entries: readonly PriceEntry[] = [aPrice(), aPrice({ thing: GP2, price: '146' })],
): PriceBook {
  return priceBook('KRW', entries);
}
