import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertProjects } from '../../lib/jobs/alert-projects.ts';
import type { Alert } from '../../lib/publish/alerts/alert.ts';
import type { AlertSettings } from '../../lib/publish/alerts/settings.ts';
import type { AlertedFinding, AlertedReport } from '../../lib/publish/alerts/sight.ts';
import { HOUR_MS, instantFromMs } from '../../lib/terms/instants.ts';
import { absurd } from '../../lib/terms/words.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';
import { aProcess, type Channel, decided, type Fate, type Process } from './alert-crash-world.ts';
import { anOrphan, aReport, costing, PLAIN, PROJECT, UNPRICED } from './alert-world.ts';

const LIVES: Fate = { diesAt: undefined, isLastTouchDone: true, unreachable: [] };
const WORST: Partial<AlertSettings> = {
  quietHours: { from: '19:00', to: '09:00' },
  holidays: ['2026-12-02'],
  allClear: 'daily',
};

/** What is so in one night, and how much of it a run sees. */
interface Truth {
  readonly states: readonly ('absent' | 'orphan' | 'in-use' | 'unpriced' | 'dear' | 'deleting')[];
  /** Of an incomplete run: what it does not see. `undefined`: it is complete. */
  readonly hidden: readonly number[] | undefined;
}

const aTruth: fc.Arbitrary<Truth> = fc.record({
  states: fc.array(fc.constantFrom('absent', 'orphan', 'orphan', 'in-use', 'unpriced', 'dear', 'deleting'), {
    minLength: 4,
    maxLength: 4,
  }),
  hidden: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 3 })), { nil: undefined, freq: 2 }),
});

const aFate: fc.Arbitrary<Fate> = fc.record({
  diesAt: fc.option(fc.integer({ min: 1, max: 16 }), { nil: undefined }),
  isLastTouchDone: fc.boolean(),
  unreachable: fc.subarray(['chat', 'mail']),
});

const someSettings = fc.constantFrom<Partial<AlertSettings>>({}, WORST, {
  thresholds: { count: 2, perDay: undefined, lingering: undefined },
});

/** Nights are twelve hours apart, so that some are in the quiet hours, and none waits a week for a publisher. */
function reportOn(index: number, { states, hidden }: Truth, delayMs = 0): AlertedReport {
  const at = new Date(Date.parse('2026-11-30T00:30:00Z') + index * 12 * HOUR_MS + delayMs).toISOString();
  const findings = states.flatMap((state, n) => {
    if (hidden?.includes(n) === true) return n % 2 === 0 ? [] : [unread(n)];
    return found(state, n);
  });
  return aReport({ at: at.replace('.000Z', 'Z'), findings, complete: hidden === undefined });
}

function found(state: Truth['states'][number], n: number): readonly AlertedFinding[] {
  switch (state) {
    case 'absent':
      return [];
    case 'orphan':
      return [anOrphan(n)];
    case 'in-use':
      return [anOrphan(n, { verdict: 'in-use', reason: 'claimed' })];
    case 'unpriced':
      return [anOrphan(n, { cost: UNPRICED })];
    case 'dear':
      return [anOrphan(n, { cost: costing(99_999) })];
    case 'deleting':
      return [anOrphan(n, { verdict: 'settling', reason: 'instance-deleting' })];
    default:
      return absurd(state);
  }
}

const unread = (n: number) => anOrphan(n, { verdict: 'ambiguous', reason: 'owner-unreadable' });

async function run(process: Process, report: AlertedReport, settings: Partial<AlertSettings>): Promise<void> {
  const project = { name: PROJECT, alert: { ...PLAIN, ...settings } };
  const now = instantFromMs(Date.parse(report.run.asOf));
  const options = { report, reportPlace: null, now, isDryRun: false };
  await alertProjects([project], process.store, process.publishers, options);
}

/** Two runs in broad daylight that see everything, with every channel open. */
async function calm(
  store: MemoryStore,
  channels: Readonly<Record<string, Channel>>,
  nights: number,
  last: Truth,
) {
  const truth = { ...last, hidden: undefined };
  const even = nights + (nights % 2);
  for (const index of [even + 6, even + 8])
    await run(aProcess(store, channels, LIVES), reportOn(index, truth), {});
}

/** What must hold whatever happened. */
function check(
  store: MemoryStore,
  channels: Readonly<Record<string, Channel>>,
  reports: readonly AlertedReport[],
  last: Truth,
): void {
  const history = decided(store);
  for (const channel of Object.values(channels)) {
    const heard = new Map(channel.map((alert) => [alert.id, alert]));
    expect([...heard.keys()].sort(), 'what was decided was heard').toEqual(
      history.map(({ id }) => id).sort(),
    );
    for (const alert of channel) expect(alert, 'one ID, one content').toEqual(heard.get(alert.id));
  }
  const standing = tellTale(history, reports);
  last.states.forEach((state, n) => {
    const isOrphan = state === 'orphan' || state === 'unpriced' || state === 'dear';
    const toldLast = standing.get(n);
    if (isOrphan) expect(toldLast, `${n} is announced`).toBe('open');
    else if (state !== 'deleting') expect(toldLast ?? 'resolved', `${n} is told to its end`).toBe('resolved');
  });
}

/** Follows the messages as a reader does: nothing is announced twice, nothing is resolved by a run that did not see. */
function tellTale(
  history: readonly Alert[],
  reports: readonly AlertedReport[],
): ReadonlyMap<number, 'open' | 'resolved'> {
  const standing = new Map<number, 'open' | 'resolved'>();
  for (const alert of history) {
    for (const { change, resource, resolution } of alert.items) {
      const n = Number.parseInt(resource.id.slice(-12), 16);
      if (change === 'resolved') {
        const by = reports.find(({ run: { asOf } }) => asOf === resolution?.at);
        expect(by?.run.projects[0]?.complete, 'only a complete run resolves').toBe(true);
        expect(
          by?.findings.some(({ resource: { id }, verdict }) => id === resource.id && verdict === 'orphan'),
        ).toBe(false);
        standing.set(n, 'resolved');
      } else {
        const expected = change === 'new' ? ['resolved', undefined] : ['open'];
        expect(expected, `${n} is ${change}`).toContain(standing.get(n));
        standing.set(n, 'open');
      }
    }
    if (alert.kind === 'all-clear') expect([...standing.values()]).not.toContain('open');
  }
  return standing;
}

describe('whatever happens to the nights', () => {
  it('every orphan is announced once, nothing is resolved unseen, nothing is lost: processes die anywhere', async () => {
    const nights = fc.array(fc.tuple(aTruth, aFate), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(nights, someSettings, async (all, settings) => {
        const store = memoryStore();
        const channels = { chat: [], mail: [] };
        const reports = all.map(([truth], index) => reportOn(index, truth));
        for (const [index, [, fate]] of all.entries()) {
          const report = reports[index];
          if (report !== undefined) await run(aProcess(store, channels, fate), report, settings);
        }
        const last = all.at(-1)?.[0] ?? { states: [], hidden: undefined };
        await calm(store, channels, all.length, last);
        const even = all.length + (all.length % 2);
        const ends = [even + 6, even + 8].map((index) => reportOn(index, { ...last, hidden: undefined }));
        check(store, channels, [...reports, ...ends], last);
      }),
      { numRuns: 250 },
    );
  });

  it('so it is with two runs at once, touch by touch', async () => {
    const nights = fc.array(fc.tuple(aTruth, aTruth, aFate, aFate), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(nights, someSettings, fc.scheduler(), async (all, settings, scheduler) => {
        const store = memoryStore();
        const channels = { chat: [], mail: [] };
        const reports: AlertedReport[] = [];
        for (const [index, [first, second, ofFirst, ofSecond]] of all.entries()) {
          const turn = () => scheduler.schedule(Promise.resolve());
          const pair = [reportOn(index, first), reportOn(index, second, 1000)] as const;
          reports.push(...pair);
          await scheduler.waitFor(
            Promise.all([
              run(aProcess(store, channels, ofFirst, turn), pair[0], settings),
              run(aProcess(store, channels, ofSecond, turn), pair[1], settings),
            ]),
          );
        }
        const last = all.at(-1)?.[1] ?? { states: [], hidden: undefined };
        await calm(store, channels, all.length, last);
        const even = all.length + (all.length % 2);
        const ends = [even + 6, even + 8].map((index) => reportOn(index, { ...last, hidden: undefined }));
        check(store, channels, [...reports, ...ends], last);
      }),
      { numRuns: 200 },
    );
  });

  it('nobody hears a message twice when nobody dies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aTruth, { minLength: 1, maxLength: 8 }),
        someSettings,
        async (all, settings) => {
          const store = memoryStore();
          const channels: { readonly chat: Channel } = { chat: [] };
          for (const [index, truth] of all.entries())
            await run(aProcess(store, channels, LIVES), reportOn(index, truth), settings);
          const ids = channels.chat.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
    );
  });
});
