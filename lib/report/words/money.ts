/** As people read amounts; the JSON has more digits. */
const SMALL = 100;
const SMALL_PLACES = 2;

/** An amount with its currency behind it: `12,345 KRW`, `0.07 USD`. */
export function money(amount: number, currency: string): string {
  return `${digits(amount, currency)} ${currency}`;
}

/** Two amounts of one currency, told as one where people would read the same twice. */
export function moneyRange(
  { min, max }: { readonly min: number; readonly max: number },
  currency: string,
): { readonly from: string | undefined; readonly to: string } {
  const from = digits(min, currency);
  return { from: from === digits(max, currency) ? undefined : from, to: money(max, currency) };
}

/** With the currency's own digits behind the point; a small amount with two, so that it does not pass for nothing. */
export function digits(amount: number, currency: string): string {
  const own = ownPlaces(currency);
  const isSmall = amount > 0 && amount < SMALL && !Number.isInteger(amount);
  const places = isSmall ? Math.max(own, SMALL_PLACES) : own;
  const least = 10 ** -places;
  if (amount > 0 && amount < least) return `<${least.toFixed(places)}`;
  return amount.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : places,
    maximumFractionDigits: places,
  });
}

/** Of every amount of ten thousand findings it is asked for, and takes longer than all the rest. */
const PLACES = new Map<string, number>();

/** A report that was read from a file may call a currency anything; only a code of ISO 4217 has digits of its own. */
function ownPlaces(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return SMALL_PLACES;
  const known = PLACES.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits: own = SMALL_PLACES } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  PLACES.set(currency, own);
  return own;
}
