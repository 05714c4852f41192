import * as z from 'zod';
import { WEEKDAYS } from '../publish/alerts/settings.ts';
import { durationMs } from './readings.ts';

// The block `alert`, of all projects and of one. Every message is a remedy, as in schema.ts.

const COUNT_REMEDY = 'write a whole number, 1 or more';
const MONEY_REMEDY = 'write an amount and its currency in quotes, such as "50000 KRW"';
const GROWTH_REMEDY = 'write a share above nothing, such as 20%, or 0.2';
const REMIND_REMEDY = 'write an ISO 8601 duration of an hour or more, such as P7D';
const REOPEN_REMEDY = 'write an ISO 8601 duration, such as P14D';
const TIME_REMEDY = 'write local times of the day in quotes, such as "19:00"';
const QUIET_REMEDY = 'write a mapping with from and to, such as {from: "19:00", to: "09:00"}';
const DAYS_REMEDY = `write a list of ${WEEKDAYS.join(', ')}, with at least one of them`;
const HOLIDAY_REMEDY = 'write a list of dates, such as [2026-12-25]';

const MONEY = /^(?<amount>\d{1,15}(?:\.\d{1,6})?) (?<currency>[A-Z]{3})$/;
const money = z
  .string({ error: MONEY_REMEDY })
  .regex(MONEY, { error: MONEY_REMEDY })
  .transform((text) => {
    const [amount = '', currency = ''] = text.split(' ');
    return { amount, currency };
  });

const thresholdsSchema = z
  .strictObject(
    {
      count: z
        .int({ error: COUNT_REMEDY })
        .min(1, { error: COUNT_REMEDY })
        .optional()
        .meta({ description: 'So many orphans.' }),
      costPerDay: money.optional().meta({ description: 'What all of them cost a day together.' }),
      lingeringCost: money
        .optional()
        .meta({ description: 'What all of them have cost together since their owners went, at least.' }),
    },
    { error: 'write a mapping of count, costPerDay and lingeringCost, of which one is enough' },
  )
  .superRefine((thresholds, context) => {
    if (Object.values(thresholds).every((one) => one === undefined))
      context.addIssue({ code: 'custom', input: thresholds, message: 'name at least one threshold' });
  })
  .meta({ description: 'The project alerts while one of these is reached; the edge counts.' });

const duration = (remedy: string, minimumMs: number) =>
  z.string({ error: remedy }).transform((text, context) => {
    const ms = /^P[\dTWDHMS]+$/.test(text) && !/^P\d+M/.test(text) ? durationMs(text) : undefined;
    if (ms !== undefined && ms >= minimumMs) return ms;
    context.addIssue({ code: 'custom', input: text, message: remedy });
    return z.NEVER;
  });

const growth = z
  .union(
    [
      z.string().regex(/^(?!0+(\.0+)?%)\d{1,6}(\.\d{1,4})?%$/, { error: GROWTH_REMEDY }),
      z.number().positive({ error: GROWTH_REMEDY }).max(1000, { error: GROWTH_REMEDY }),
    ],
    { error: GROWTH_REMEDY },
  )
  .transform(shareOf);

/** `20%` as `0.2`. */
function shareOf(growth: string | number): string {
  if (typeof growth === 'number') return String(growth);
  const [whole = '', fraction = ''] = growth.slice(0, -1).split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`
    .replace(/^0+(?=\d)/, '')
    .replace(/\.?0+$/, '');
}

const time = z.string({ error: TIME_REMEDY }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME_REMEDY });

const quietHoursSchema = z
  .strictObject({ from: time, to: time }, { error: QUIET_REMEDY })
  .superRefine(({ from, to }, context) => {
    if (from === to)
      context.addIssue({
        code: 'custom',
        input: to,
        path: ['to'],
        message: 'write another time than from: there must be an hour in which messages are sent',
      });
  })
  .meta({ description: 'Local times in which no message is sent; to may be of the next day.' });

export const alertSchema = z.strictObject(
  {
    thresholds: thresholdsSchema.optional(),
    growth: growth.optional().meta({ description: 'How much more is told as growth; 20% when left out.' }),
    remind: duration(REMIND_REMEDY, 3_600_000)
      .optional()
      .meta({ description: 'How often what is open is told again; P7D when left out.' }),
    reopenWindow: duration(REOPEN_REMEDY, 0)
      .optional()
      .meta({ description: 'How long one that was resolved is remembered; P14D when left out.' }),
    quietHours: quietHoursSchema.optional(),
    businessDays: z
      .array(z.enum(WEEKDAYS, { error: DAYS_REMEDY }), { error: DAYS_REMEDY })
      .min(1, { error: DAYS_REMEDY })
      .optional()
      .meta({ description: 'On other days no message is sent; every day when left out.' }),
    holidays: z
      .array(z.iso.date({ error: HOLIDAY_REMEDY }), { error: HOLIDAY_REMEDY })
      .optional()
      .meta({ description: 'Local dates on which no message is sent.' }),
    allClear: z
      .enum(['daily', 'never'], { error: 'write daily or never' })
      .optional()
      .meta({ description: 'daily: a day without anything to tell is told as such; never when left out.' }),
  },
  { error: 'write a mapping of thresholds, growth, remind, quietHours, businessDays, holidays and allClear' },
);

export type ParsedAlert = z.output<typeof alertSchema>;
