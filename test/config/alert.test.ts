import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toAlertSettings } from '../../lib/config/alert-settings.ts';
import { loadSettings } from '../../lib/config/load.ts';
import { DAY_MS, HOUR_MS } from '../../lib/terms/instants.ts';
import { MINIMAL } from './examples.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-alert-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(yaml: string) {
  const file = join(folder, 'orphan-audit.yaml');
  await writeFile(file, yaml);
  return loadSettings(file);
}

async function alertOf(yaml: string) {
  const loaded = await load(yaml);
  if (loaded.kind === 'faulty') throw new Error(loaded.faults.map((fault) => fault.message).join('\n'));
  return loaded.settings.projects[0]?.alert;
}

const DEFAULTS = toAlertSettings(undefined, undefined, 'Asia/Seoul');
const none = { count: undefined, perDay: undefined, lingering: undefined };

describe('the block alert', () => {
  test.each([
    ['thresholds: { count: 3 }', { thresholds: { ...none, count: 3 } }],
    [
      'thresholds: { costPerDay: "50000 KRW", lingeringCost: "12.5 USD" }',
      {
        thresholds: {
          count: undefined,
          perDay: { amount: '50000', currency: 'KRW' },
          lingering: { amount: '12.5', currency: 'USD' },
        },
      },
    ],
    ['growth: 20%', { growthShare: '0.2' }],
    ['growth: 0.5%', { growthShare: '0.005' }],
    ['growth: 12.5%', { growthShare: '0.125' }],
    ['growth: 100%', { growthShare: '1' }],
    ['growth: 1000%', { growthShare: '10' }],
    ['growth: 0.3', { growthShare: '0.3' }],
    ['remind: P1D', { remindMs: DAY_MS }],
    ['remind: PT1H', { remindMs: HOUR_MS }],
    ['reopenWindow: P0D', { reopenMs: 0 }],
    ['quietHours: { from: "19:00", to: 09:00 }', { quietHours: { from: '19:00', to: '09:00' } }],
    ['businessDays: [mon, fri]', { businessDays: ['mon', 'fri'] }],
    ['holidays: [2026-12-25]', { holidays: ['2026-12-25'] }],
    ['allClear: daily', { allClear: 'daily' }],
  ])('%s', async (line, expected) => {
    expect(await alertOf(`${MINIMAL}alert: { ${line} }\n`)).toEqual({ ...DEFAULTS, ...expected });
  });

  test('holds for all projects, and a project says otherwise key by key', async () => {
    const own = '    alert: { thresholds: { costPerDay: "1 KRW" }, allClear: never }\n';
    const all = 'alert: { thresholds: { count: 5 }, growth: 50%, allClear: daily }\n';
    expect(await alertOf(`${MINIMAL}${own}${all}`)).toEqual({
      ...DEFAULTS,
      thresholds: { ...none, perDay: { amount: '1', currency: 'KRW' } },
      growthShare: '0.5',
    });
  });

  test.each([
    ['thresholds: {}', 'name at least one threshold'],
    ['thresholds: { count: 0 }', 'write a whole number, 1 or more'],
    ['thresholds: { costPerDay: 50000 }', 'write an amount and its currency'],
    ['thresholds: { costPerDay: "50,000 KRW" }', 'write an amount and its currency'],
    ['thresholds: { costPerDay: "-1 KRW" }', 'write an amount and its currency'],
    ['growth: 0%', 'write a share above nothing'],
    ['growth: 0.00%', 'write a share above nothing'],
    ['growth: 0', 'write a share above nothing'],
    ['growth: much', 'write a share above nothing'],
    ['remind: PT59M', 'write an ISO 8601 duration of an hour or more'],
    ['remind: P1M', 'write an ISO 8601 duration of an hour or more'],
    ['remind: weekly', 'write an ISO 8601 duration of an hour or more'],
    ['quietHours: { from: "19:00", to: "19:00" }', 'there must be an hour in which messages are sent'],
    ['quietHours: { from: "24:00", to: "09:00" }', 'write local times of the day'],
    ['quietHours: "19:00-09:00"', 'write a mapping with from and to'],
    ['businessDays: []', 'with at least one of them'],
    ['businessDays: [monday]', 'write a list of mon'],
    ['holidays: [2026-02-30]', 'write a list of dates'],
    ['allClear: weekly', 'write daily or never'],
    ['treshold: 3', 'thresholds'],
  ])('refuses %s', async (line, remedy) => {
    for (const yaml of [`${MINIMAL}alert: { ${line} }\n`, `${MINIMAL}    alert: { ${line} }\n`]) {
      const loaded = await load(yaml);
      const remedies = loaded.kind === 'faulty' ? loaded.faults.map((fault) => fault.remedy) : [];
      expect(remedies.join('\n')).toContain(remedy);
    }
  });
});
