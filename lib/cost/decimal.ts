import { Big } from 'big.js';
import { HOUR_MS } from '../terms/instants.ts';

/** What a month is in every price and every sum here: 365 days in twelve parts. */
export const MONTH_HOURS = 730;
export const MONTH_MS = MONTH_HOURS * HOUR_MS;

/** Digits behind the point of every amount that is told. */
export const AMOUNT_PLACES = 6;

export const ZERO = new Big(0);

/** Only {@link rounded} divides: sums and products of decimals are exact, quotients are not. */
const Rounding = Big();
Rounding.DP = AMOUNT_PLACES;
Rounding.RM = Big.roundHalfUp;

/** A quotient, rounded half up to {@link AMOUNT_PLACES}: the one place where an amount stops being exact. */
export function rounded(exact: Big, divisor: number): number {
  return new Rounding(exact).div(divisor).toNumber();
}
