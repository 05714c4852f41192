/** A number as two whole ones: how a sum is checked without the arithmetic that made it. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export function fraction(over: bigint | number, under: bigint | number = 1): Fraction {
  return { over: BigInt(over), under: BigInt(under) };
}

/** Reads a plain decimal: `12.50`. */
export function decimal(text: string): Fraction {
  const [whole = '', behind = ''] = text.split('.');
  return { over: BigInt(whole + behind), under: 10n ** BigInt(behind.length) };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under };
}

/** Half up, to six places; of a number that is not below zero. */
export function sixPlaces({ over, under }: Fraction): number {
  const millionths = (2n * over * 1_000_000n + under) / (2n * under);
  const digits = millionths.toString().padStart(7, '0');
  return Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}
