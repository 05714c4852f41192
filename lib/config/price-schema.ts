import { Big } from 'big.js';
import * as z from 'zod';

// Every message here is a remedy, as in schema.ts. Scalars come as the text that stands in the file, so that a price is
// read digit by digit and never through a binary fraction.

const DECIMAL = /^\d{1,12}(\.\d{1,12})?$/;
const PRICE_REMEDY =
  'write a plain decimal such as 117.3 or "117.30": digits and at most one point, no sign, no commas, no exponent';
const CURRENCY_REMEDY = 'write an ISO 4217 code such as KRW';
const DAY = 'a day such as 2026-01-01';
const REGION_REMEDY = 'write a region such as kr-central-2, or leave the key out for all regions';
const VERSION_REMEDY = 'write version: 1';

const currency = z.string({ error: CURRENCY_REMEDY }).regex(/^[A-Z]{3}$/, { error: CURRENCY_REMEDY });

const day = (remedy: string) => z.iso.date({ error: remedy });

const price = z
  .string({ error: PRICE_REMEDY })
  .regex(DECIMAL, { error: PRICE_REMEDY })
  .transform((text) => new Big(text));

const name = (remedy: string) => z.string({ error: remedy }).regex(/\S/, { error: remedy });

/** What every price says of itself, but for its unit. */
const ofEveryPrice = {
  price: price.meta({ description: 'Of one unit: a plain decimal, exact to the last digit written here.' }),
  currency: currency.meta({ description: 'ISO 4217.' }),
  region: z
    .string({ error: REGION_REMEDY })
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: REGION_REMEDY })
    .optional()
    .meta({
      description: 'Only in this region; left out: in every region without a price of its own for it.',
    }),
  effectiveFrom: day(`write the first day on which it holds, ${DAY}`).meta({
    description: "The first day on which it holds, in the configuration's timezone.",
  }),
  effectiveUntil: day(`write the last day on which it holds, ${DAY}, or leave the key out`)
    .optional()
    .meta({ description: 'The last day on which it holds; left out: until the next price of it begins.' }),
  source: name('write where the price was read, or leave the key out')
    .optional()
    .meta({ description: 'Where it was read, for whoever checks it.' }),
};

const unit = (word: string) =>
  z
    .literal(word, { error: `write unit: ${word}` })
    .meta({ description: 'Said so that nobody has to guess.' });

const entry = z.discriminatedUnion(
  'kind',
  [
    z.strictObject(
      {
        kind: z.literal('instance-type'),
        name: name("write the flavor's name as the cloud lists it, such as m2a.large"),
        unit: unit('hour'),
        ...ofEveryPrice,
      },
      { error: 'write a mapping' },
    ),
    z.strictObject(
      {
        kind: z.literal('volume-type'),
        name: name("write the volume type's name as the cloud lists it, such as gp2"),
        unit: unit('GB-month'),
        ...ofEveryPrice,
      },
      { error: 'write a mapping' },
    ),
    z
      .strictObject(
        { kind: z.literal('public-ip'), unit: unit('hour'), ...ofEveryPrice },
        { error: 'write a mapping' },
      )
      .meta({
        description:
          'Optional. Each public address of an instance is charged with it; without this price they are left out.',
      }),
  ],
  { error: 'write a mapping with kind: instance-type, volume-type or public-ip' },
);

/** A price book (docs/prices.md). */
export const priceBookSchema = z.strictObject(
  {
    version: z.literal('1', { error: VERSION_REMEDY }).meta({ description: 'The version of this format.' }),
    currency: currency.meta({
      description: 'The main currency: its sums are told first. Currencies are never added together.',
    }),
    prices: z.array(entry, { error: 'write a list of prices, or [] while there is none' }),
  },
  { error: 'write a mapping with version, currency and prices' },
);

export type ParsedPriceBook = z.output<typeof priceBookSchema>;

/** The JSON Schema (draft 2020-12) of a price book, for an editor: there numbers may stand without quotes. */
export function priceBookJsonSchema(): object {
  const schema = z.toJSONSchema(priceBookSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === priceBookSchema.shape.version) {
        delete jsonSchema.type;
        delete jsonSchema.const;
        jsonSchema.enum = [1, '1'];
      }
      if (jsonSchema.pattern === DECIMAL.source) {
        delete jsonSchema.type;
        delete jsonSchema.pattern;
        jsonSchema.anyOf = [
          { type: 'string', pattern: DECIMAL.source },
          { type: 'number', minimum: 0 },
        ];
      }
    },
  });
  return { title: 'orphan-audit price book', ...schema };
}
