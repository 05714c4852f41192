import { FLAVORS, VOLUME_TYPES } from './flavor-row.ts';

/** Round numbers, so that nobody takes them for a price list. */
const HOURLY_PER_VCPU = 50;
const MONTHLY_PER_GB = 100;

/** A price book (docs/prices.md) for everything that the simulator's stories have, with prices that no cloud asks. */
export function inventedPrices(): string {
  const lines = [
    ...FLAVORS.map(
      ({ name, vcpus }) =>
        `kind: instance-type, name: ${name}, unit: hour, price: ${Number(vcpus) * HOURLY_PER_VCPU}`,
    ),
    ...VOLUME_TYPES.map(
      ({ name }) => `kind: volume-type, name: ${name}, unit: GB-month, price: ${MONTHLY_PER_GB}`,
    ),
  ];
  return `# INVENTED PRICES, for a rehearsal: no cloud asks these, and no sum made of them means anything.
version: 1
currency: KRW
prices:
${lines.map((line) => `  - { ${line}, currency: KRW, effectiveFrom: 2000-01-01 }\n`).join('')}`;
}
