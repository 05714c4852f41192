import { readFile } from 'node:fs/promises';
import { DateTime } from 'luxon';
import {
  type Moment,
  type PriceBook,
  type PricedThing,
  type PriceEntry,
  priceBook,
  thingKey,
} from '../cost/price-book.ts';
import { AuditFailure } from '../terms/failure.ts';
import { instantFromMs } from '../terms/instants.ts';
import { configFault, schemaFaults } from './faults.ts';
import { type ParsedPriceBook, priceBookSchema } from './price-schema.ts';
import { endOfDay } from './readings.ts';
import type { Settings } from './settings.ts';
import { parseYaml, type YamlSource } from './yaml-source.ts';

export type LoadedPriceBook =
  | { readonly kind: 'sound'; readonly book: PriceBook }
  /** Every fault there is, in the order of the file. */
  | { readonly kind: 'faulty'; readonly faults: readonly AuditFailure[] };

/**
 * The configuration's price book; `undefined` where it names none.
 *
 * @throws AggregateError of AuditFailures `config-invalid`: every fault of the book
 */
export async function priceBookOf({
  prices,
  timezone,
}: Pick<Settings, 'prices' | 'timezone'>): Promise<PriceBook | undefined> {
  if (prices === undefined) return undefined;
  const loaded = await loadPriceBook(prices, timezone);
  if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults);
  return loaded.book;
}

/** Reads a price book. Its days begin and end in the zone. */
export async function loadPriceBook(file: string, zone: string): Promise<LoadedPriceBook> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    return faulty([unreadableBook(file, thrown)]);
  }
  const yaml = parseYaml(text, 'failsafe');
  if (yaml.kind === 'broken') {
    return faulty(
      yaml.faults.map(({ line, message }) =>
        configFault(file, line, `not sound YAML: ${message}`, 'correct the YAML'),
      ),
    );
  }
  const { source } = yaml;
  if (source.value === null || source.value === undefined) {
    return faulty([
      configFault(file, undefined, 'the price book is empty', 'write version, currency and prices'),
    ]);
  }
  const parsed = priceBookSchema.safeParse(source.value);
  if (!parsed.success) return faulty(schemaFaults(file, source, priceBookSchema, parsed.error.issues));
  const entries = parsed.data.prices.map((price) => entryOf(price, zone));
  const faults = clashes(file, source, entries);
  return faults.length > 0
    ? faulty(faults)
    : { kind: 'sound', book: priceBook(parsed.data.currency, entries) };
}

function faulty(faults: readonly AuditFailure[]): LoadedPriceBook {
  return { kind: 'faulty', faults };
}

function unreadableBook(file: string, thrown: unknown): AuditFailure {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  return code === 'ENOENT'
    ? new AuditFailure(
        'config-invalid',
        `there is no price book ${file}, which the configuration names as prices`,
        'write one to begin with by `orphan-audit prices init --out FILE`, or take prices out of the configuration',
      )
    : new AuditFailure(
        'config-invalid',
        `the price book ${file} cannot be read (${code})`,
        'make it a file that this user can read',
      );
}

type ParsedPrice = ParsedPriceBook['prices'][number];

function entryOf(parsed: ParsedPrice, zone: string): PriceEntry {
  const { price, currency, region, effectiveFrom, effectiveUntil } = parsed;
  return {
    thing: thingOf(parsed),
    region,
    price,
    currency,
    from: startOf(effectiveFrom, zone),
    until:
      effectiveUntil === undefined ? undefined : { at: endOfDay(effectiveUntil, zone), day: effectiveUntil },
  };
}

function thingOf(parsed: ParsedPrice): PricedThing {
  return parsed.kind === 'public-ip' ? { kind: 'public-ip' } : { kind: parsed.kind, name: parsed.name };
}

function startOf(day: string, zone: string): Moment {
  return { at: instantFromMs(DateTime.fromISO(day, { zone }).toMillis()), day };
}

/** What each entry may be by itself and no two may be together: one thing at one moment has one price. */
function clashes(file: string, source: YamlSource, entries: readonly PriceEntry[]): readonly AuditFailure[] {
  const alike = byThingAndRegion(entries);
  return entries.flatMap((entry, index) => {
    const { thing, from, until } = entry;
    const what = `${thingKey(thing)}${entry.region === undefined ? '' : ` in ${entry.region}`}`;
    const fault = (key: 'effectiveFrom' | 'effectiveUntil' | 'currency', found: string, remedy: string) =>
      configFault(file, source.lineOf(['prices', index, key]), `prices[${index}].${key} ${found}`, remedy);
    if (until !== undefined && until.at <= from.at) {
      return [
        fault(
          'effectiveUntil',
          `${until.day} is before its effectiveFrom ${from.day}`,
          'write the last day on which it holds',
        ),
      ];
    }
    const others = (alike.get(seriesKey(entry)) ?? []).filter(({ at }) => at !== index);
    const sameDay = others.find(({ other, at }) => at < index && other.from.day === from.day);
    if (sameDay !== undefined) {
      return [
        fault(
          'effectiveFrom',
          `${from.day} is that of prices[${sameDay.at}], also of ${what}`,
          'keep one of the two, or give them different days',
        ),
      ];
    }
    const over = others.find(
      ({ other }) => other.from.at < from.at && other.until !== undefined && other.until.at > from.at,
    );
    const foreign = others.find(({ other, at }) => at < index && other.currency !== entry.currency);
    return [
      ...(over === undefined
        ? []
        : [
            fault(
              'effectiveFrom',
              `${from.day} is within the time of prices[${over.at}], also of ${what}, which holds until ${over.other.until?.day}`,
              'end the earlier one the day before, or take its effectiveUntil out',
            ),
          ]),
      ...(foreign === undefined
        ? []
        : [
            fault(
              'currency',
              `${entry.currency} is not the ${foreign.other.currency} of prices[${foreign.at}], also of ${what}`,
              'keep all prices of one thing and region in one currency: currencies are never added together',
            ),
          ]),
    ];
  });
}

type Alike = ReadonlyMap<string, readonly { readonly other: PriceEntry; readonly at: number }[]>;

/** A book of all types may be long, and each of its entries has a few others to be held against. */
function byThingAndRegion(entries: readonly PriceEntry[]): Alike {
  const alike = new Map<string, { readonly other: PriceEntry; readonly at: number }[]>();
  for (const [at, other] of entries.entries()) {
    const key = seriesKey(other);
    const before = alike.get(key);
    if (before === undefined) alike.set(key, [{ other, at }]);
    else before.push({ other, at });
  }
  return alike;
}

function seriesKey({ thing, region }: PriceEntry): string {
  return JSON.stringify([thingKey(thing), region]);
}
