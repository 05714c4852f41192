import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadPriceBook, priceBookOf } from '../../lib/config/price-book.ts';
import { priceBookJsonSchema } from '../../lib/config/price-schema.ts';
import { type PriceBook, type PricedThing, seriesFor } from '../../lib/cost/price-book.ts';
import { inventedPrices } from '../../lib/simulator/invented-prices.ts';
import { formatInstant } from '../../lib/terms/instants.ts';
import { GP2, M2A_LARGE } from '../builders/prices.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-prices-'));
  file = join(folder, 'prices.yaml');
});
afterAll(() => rm(folder, { recursive: true }));

const HEAD = 'version: 1\ncurrency: KRW\nprices:\n';
const ENTRY = {
  kind: 'instance-type',
  name: 'm2a.large',
  unit: 'hour',
  price: '100',
  currency: 'KRW',
  effectiveFrom: '2026-01-01',
};

/** One line of a book; `undefined` takes a key out. */
function line(over: Readonly<Record<string, string | undefined>> = {}): string {
  const keys = Object.entries({ ...ENTRY, ...over }).filter(([, value]) => value !== undefined);
  return `  - { ${keys.map(([key, value]) => `${key}: ${value}`).join(', ')} }\n`;
}

async function load(yaml: string, zone = 'Asia/Seoul') {
  await writeFile(file, yaml);
  return loadPriceBook(file, zone);
}

async function bookOf(yaml: string, zone?: string): Promise<PriceBook> {
  const loaded = await load(yaml, zone);
  if (loaded.kind === 'faulty') throw new Error(loaded.faults.map((fault) => fault.message).join('\n'));
  return loaded.book;
}

/** Every fault as `line 4: found → remedy`, without the folder. */
async function faultsOf(yaml: string): Promise<readonly string[]> {
  const loaded = await load(yaml);
  if (loaded.kind === 'sound') return [];
  return loaded.faults.map(({ code, message, remedy }) => {
    expect(code).toBe('config-invalid');
    return `${message.replace(file, '').trim()} → ${remedy}`;
  });
}

function versionsOf(book: PriceBook, thing: PricedThing = M2A_LARGE, region = 'kr-central-2') {
  const found = seriesFor(book, thing, region);
  if (found.kind === 'missing') return `missing: ${found.price}`;
  const { currency, versions } = found.series;
  return versions.map(
    ({ perMonth, from, until }) =>
      `${perMonth.toFixed()} ${currency} from ${formatInstant(from.at)}${until === undefined ? '' : ` until ${formatInstant(until.at)}`}`,
  );
}

describe('a sound price book', () => {
  it.each([
    ['a number', '100', '73000'],
    ['a number with a point', '117.30', '85629'],
    ['a text', '"0.0875"', '63.875'],
    ['more digits than a binary fraction has', '0.100000000001', '73.00000000073'],
    ['digits that a binary fraction would round', '123456789012.345678', '90123455979012.34494'],
    ['what bears an anchor', '&same 100', '73000'],
    ['nothing at all', '0', '0'],
  ])('reads %s digit by digit', async (_, price, perMonth) => {
    expect(versionsOf(await bookOf(HEAD + line({ price })))).toEqual([
      `${perMonth} KRW from 2025-12-31T15:00:00Z`,
    ]);
  });

  it('takes days in the zone of the configuration, the last one whole', async () => {
    const yaml = HEAD + line({ effectiveUntil: '2026-01-31' });
    expect(versionsOf(await bookOf(yaml))).toEqual([
      '73000 KRW from 2025-12-31T15:00:00Z until 2026-01-31T15:00:00Z',
    ]);
    expect(versionsOf(await bookOf(yaml, 'UTC'))).toEqual([
      '73000 KRW from 2026-01-01T00:00:00Z until 2026-02-01T00:00:00Z',
    ]);
  });

  it('lets one price end the day before the next, also on the day on which summer time begins at midnight', async () => {
    const yaml =
      HEAD +
      line({ effectiveUntil: '2024-04-26', effectiveFrom: '2024-01-01' }) +
      line({ price: '2', effectiveFrom: '2024-04-27' });
    expect(versionsOf(await bookOf(yaml, 'Africa/Cairo'))).toEqual([
      '73000 KRW from 2023-12-31T22:00:00Z until 2024-04-26T21:00:00Z',
      '1460 KRW from 2024-04-26T21:00:00Z',
    ]);
  });

  it('takes a name letter by letter', async () => {
    const book = await bookOf(HEAD + line({ name: '"m2a.large "' }));
    expect(seriesFor(book, M2A_LARGE, 'kr-central-2').kind).toBe('missing');
    expect(seriesFor(book, { kind: 'instance-type', name: 'm2a.large ' }, 'kr-central-2').kind).toBe('found');
  });

  it('ends a price where the next one begins, in whatever order they stand', async () => {
    const lines = [line({ price: '2', effectiveFrom: '2026-03-01' }), line({ price: '1' })];
    for (const order of [lines, lines.toReversed()]) {
      expect(versionsOf(await bookOf(HEAD + order.join(''), 'UTC'))).toEqual([
        '730 KRW from 2026-01-01T00:00:00Z until 2026-03-01T00:00:00Z',
        '1460 KRW from 2026-03-01T00:00:00Z',
      ]);
    }
  });

  it('may end one price the day before the next begins', async () => {
    const yaml =
      HEAD + line({ effectiveUntil: '2026-02-28' }) + line({ price: '2', effectiveFrom: '2026-03-01' });
    expect(versionsOf(await bookOf(yaml, 'UTC'))).toHaveLength(2);
  });

  it('prices a volume by the month as it stands', async () => {
    const yaml = HEAD + line({ kind: 'volume-type', name: 'gp2', unit: 'GB-month', price: '146' });
    expect(versionsOf(await bookOf(yaml, 'UTC'), GP2)).toEqual(['146 KRW from 2026-01-01T00:00:00Z']);
  });

  it('has prices for single regions, also in other currencies', async () => {
    const book = await bookOf(
      HEAD + line() + line({ region: 'kr-central-3', currency: 'USD', price: '1' }),
      'UTC',
    );
    expect(versionsOf(book, M2A_LARGE, 'kr-central-3')).toEqual(['730 USD from 2026-01-01T00:00:00Z']);
    expect(versionsOf(book)).toEqual(['73000 KRW from 2026-01-01T00:00:00Z']);
  });

  it('may hold no price yet, and prices of public IPs', async () => {
    expect(versionsOf(await bookOf('version: "1"\ncurrency: USD\nprices: []\n'))).toBe(
      'missing: instance type m2a.large',
    );
    expect(await faultsOf(HEAD + line({ kind: 'public-ip', name: undefined }))).toEqual([]);
  });

  it('is the example of docs/prices.md', async () => {
    const page = await readFile(new URL('../../docs/prices.md', import.meta.url), 'utf8');
    const book = await bookOf(/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    expect(versionsOf(book)).toHaveLength(2);
    expect(versionsOf(book, M2A_LARGE, 'kr-central-3')).toHaveLength(1);
    expect(versionsOf(book, GP2)).toHaveLength(1);
  });

  it('is what a rehearsal is given', async () => {
    expect(versionsOf(await bookOf(inventedPrices()), GP2)).toHaveLength(1);
  });
});

const PRICE_REMEDY =
  'write a plain decimal such as 117.3 or "117.30": digits and at most one point, no sign, no commas, no exponent';

describe('a faulty price book', () => {
  it.each([
    ['1,000'],
    ['-1'],
    ['1e3'],
    ['0x10'],
    ['.5'],
    ['1.'],
    ['1_000'],
    ['1234567890123'],
    ['FILL-IN'],
    ['.inf'],
  ])('does not take %s for a price', async (price) => {
    expect(await faultsOf(HEAD + line({ price: `"${price}"` }))).toEqual([
      `line 4: prices[0].price is "${price}" → ${PRICE_REMEDY}`,
    ]);
  });

  const KIND = 'write a mapping with kind: instance-type, volume-type or public-ip';
  const rows: readonly [string, string, readonly string[]][] = [
    ['an empty file', '# nothing yet\n', [': the price book is empty → write version, currency and prices']],
    [
      'no YAML',
      'version: [1\n',
      [
        'line 2: not sound YAML: Flow sequence in block collection must be sufficiently indented and end with a ] → correct the YAML',
      ],
    ],
    [
      'a key twice',
      'version: 1\nversion: 1\ncurrency: KRW\nprices: []\n',
      ['line 2: not sound YAML: Map keys must be unique → correct the YAML'],
    ],
    [
      'nothing under prices',
      HEAD,
      ['line 3: prices is "" → write a list of prices, or [] while there is none'],
    ],
    ['another version', HEAD.replace('1', '2') + line(), ['line 1: version is "2" → write version: 1']],
    [
      'no main currency',
      `version: 1\nprices:\n${line()}`,
      ['line 1: currency is missing → write an ISO 4217 code such as KRW'],
    ],
    [
      'a currency in words',
      HEAD + line({ currency: 'won' }),
      ['line 4: prices[0].currency is "won" → write an ISO 4217 code such as KRW'],
    ],
    ['an unknown kind', HEAD + line({ kind: 'gpu' }), [`line 4: prices[0].kind is "gpu" → ${KIND}`]],
    [
      "another kind's unit",
      HEAD + line({ unit: 'GB-month' }),
      ['line 4: prices[0].unit is "GB-month" → write unit: hour'],
    ],
    [
      'no unit',
      HEAD + line({ kind: 'volume-type', unit: undefined }),
      ['line 4: prices[0].unit is missing → write unit: GB-month'],
    ],
    [
      'a misspelt key',
      HEAD + line({ effectiveUntill: '2026-02-01' }),
      ['line 4: prices[0].effectiveUntill is not a known key → did you mean effectiveUntil?'],
    ],
    [
      'a day that no calendar has',
      HEAD + line({ effectiveFrom: '2026-02-30' }),
      [
        'line 4: prices[0].effectiveFrom is "2026-02-30" → write the first day on which it holds, a day such as 2026-01-01',
      ],
    ],
    [
      'an end before the beginning',
      HEAD + line({ effectiveUntil: '2025-12-31' }),
      [
        'line 4: prices[0].effectiveUntil 2025-12-31 is before its effectiveFrom 2026-01-01 → write the last day on which it holds',
      ],
    ],
    [
      'two prices from one day on',
      HEAD + line() + line({ price: '2' }),
      [
        'line 5: prices[1].effectiveFrom 2026-01-01 is that of prices[0], also of instance type m2a.large → keep one of the two, or give them different days',
      ],
    ],
    [
      'a price that begins on the last day of another',
      HEAD + line({ effectiveUntil: '2026-03-01' }) + line({ effectiveFrom: '2026-03-01' }),
      [
        'line 5: prices[1].effectiveFrom 2026-03-01 is within the time of prices[0], also of instance type m2a.large, which holds until 2026-03-01 → end the earlier one the day before, or take its effectiveUntil out',
      ],
    ],
    [
      'two currencies for one thing',
      HEAD + line({ region: 'r-1' }) + line({ region: 'r-1', currency: 'USD', effectiveFrom: '2026-02-01' }),
      [
        'line 5: prices[1].currency USD is not the KRW of prices[0], also of instance type m2a.large in r-1 → keep all prices of one thing and region in one currency: currencies are never added together',
      ],
    ],
    [
      'several faults at once, in the order of the file',
      HEAD + line({ price: 'x' }) + line({ currency: 'y' }),
      [
        `line 4: prices[0].price is "x" → ${PRICE_REMEDY}`,
        'line 5: prices[1].currency is "y" → write an ISO 4217 code such as KRW',
      ],
    ],
  ];
  it.each(rows)('%s', async (_, yaml, faults) => {
    expect(await faultsOf(yaml)).toEqual(faults);
  });

  it('that is not there says how one is made', async () => {
    const loaded = await loadPriceBook(join(folder, 'none.yaml'), 'UTC');
    if (loaded.kind === 'sound') throw new TypeError('there is a book');
    expect(loaded.faults.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      `config-invalid: there is no price book ${join(folder, 'none.yaml')}, which the configuration names as prices`,
    ]);
    expect(loaded.faults[0]?.remedy).toContain('orphan-audit prices init');
  });

  it('that is no file is told by its code', async () => {
    const loaded = await loadPriceBook(folder, 'UTC');
    if (loaded.kind === 'sound') throw new TypeError('there is a book');
    expect(loaded.faults[0]?.message).toBe(`the price book ${folder} cannot be read (EISDIR)`);
  });

  it('is thrown with all its faults; without a book nothing is', async () => {
    await writeFile(file, HEAD + line({ price: 'x' }) + line({ price: 'y' }));
    const thrown: unknown = await priceBookOf({ prices: file, timezone: 'UTC' }).catch((error) => error);
    expect(thrown).toBeInstanceOf(AggregateError);
    expect(thrown instanceof AggregateError && thrown.errors).toHaveLength(2);
    expect(await priceBookOf({ prices: undefined, timezone: 'UTC' })).toBeUndefined();
  });
});

describe('the JSON Schema of a price book', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const accepts = ajv.compile(priceBookJsonSchema());

  it.each([
    ['prices as texts and as numbers', HEAD + line() + line({ price: '"117.30"', region: 'r-1' })],
    ['what a rehearsal is given', inventedPrices()],
    ['no price yet', 'version: 1\ncurrency: KRW\nprices: []\n'],
  ])('takes %s', (_, yaml) => {
    expect(accepts(parse(yaml)), JSON.stringify(accepts.errors)).toBe(true);
  });

  it.each([
    ['another version', HEAD.replace('1', '2') + line()],
    ['a price below zero', HEAD + line({ price: '-1' })],
    ['a price with commas', HEAD + line({ price: '"1,000"' })],
    ['a price that is to be filled in', HEAD + line({ price: 'FILL-IN' })],
    ['an unknown key', HEAD + line({ owner: 'me' })],
    ['no currency', HEAD + line({ currency: undefined })],
    ['an unknown kind', HEAD + line({ kind: 'gpu' })],
  ])('refuses %s', (_, yaml) => {
    expect(accepts(parse(yaml))).toBe(false);
  });
});
