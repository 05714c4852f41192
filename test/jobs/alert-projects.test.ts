import { describe, expect, it } from 'vitest';
import { alertProjects } from '../../lib/jobs/alert-projects.ts';
import type { AlertedReport } from '../../lib/publish/alerts/sight.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { at } from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';
import { aProcess, type Channel, type Fate } from '../publish/alert-crash-world.ts';
import { anOrphan, aReport, night, PLAIN, PROJECT } from '../publish/alert-world.ts';

const LIVES: Fate = { diesAt: undefined, isLastTouchDone: true, unreachable: [] };
const BOTH = [
  { name: PROJECT, alert: PLAIN },
  { name: 'shop-dev', alert: PLAIN },
];

/** One orphan in each of the two projects. */
function aReportOfBoth(n: number): AlertedReport {
  const { run, summary } = aReport({ at: night(n), findings: [] });
  const projects = BOTH.flatMap(({ name }) => run.projects.map((project) => ({ ...project, name })));
  const findings = BOTH.map(({ name }, index) =>
    anOrphan(index + 1, { resource: { ...anOrphan(index + 1).resource, project: name } }),
  );
  return { run: { ...run, projects }, summary, findings };
}

async function runOn(n: number, store: MemoryStore, channel: Channel, fate = LIVES) {
  const { publishers, store: touched } = aProcess(store, { chat: channel }, fate);
  const options = { report: aReportOfBoth(n), reportPlace: null, now: at(night(n)), isDryRun: false };
  return alertProjects(BOTH, touched, publishers, options);
}

describe('alerts of several projects', () => {
  it('are a message each', async () => {
    const channel: Channel = [];
    const { projects, failures } = await runOn(1, memoryStore(), channel);
    expect(projects.map(({ project, alerts, open }) => [project, alerts.length, open])).toEqual([
      [PROJECT, 1, 1],
      ['shop-dev', 1, 1],
    ]);
    expect(channel.map(({ project }) => project).sort()).toEqual(['shop-dev', PROJECT]);
    expect(failures).toEqual([]);
  });

  it.each([
    ['what it costs a day', 'perDay', { currency: null, perDay: null, lingering: null }, 1],
    ['what it costs a day', 'perDay', { currency: 'KRW', perDay: 5, lingering: null }, 0],
    ['what it has cost', 'lingering', { currency: 'KRW', perDay: 5, lingering: null }, 1],
  ] as const)(
    'say of how many %s is not known, where a threshold asks for it',
    async (_, key, cost, expected) => {
      const { run, summary } = aReport({ at: night(1), findings: [] });
      const threshold = { amount: '1000', currency: 'KRW' };
      const thresholds = { count: undefined, perDay: undefined, lingering: undefined, [key]: threshold };
      const settings = [{ name: PROJECT, alert: { ...PLAIN, thresholds } }];
      const report = { run, summary, findings: [anOrphan(1, { cost })] };
      const options = { report, reportPlace: null, now: at(night(1)), isDryRun: false };
      const { projects } = await alertProjects(settings, memoryStore(), [], options);
      expect(projects.map(({ unweighed }) => unweighed)).toEqual([expected]);
    },
  );

  it('go on where the memory of one cannot be read', async () => {
    const store = memoryStore();
    const failure = new AuditFailure('store-unreadable', 'the disk is gone', 'mount it');
    store.fault = { failure, touches: (key) => key.startsWith(`alerts/${PROJECT}/`) };
    const channel: Channel = [];
    const { projects } = await runOn(1, store, channel);
    expect(projects.map(({ report, failures }) => [report, failures])).toEqual([
      ['unread', [failure]],
      ['taken-in', []],
    ]);
    expect(channel.map(({ project }) => project)).toEqual(['shop-dev']);
  });

  it('that a place did not take are tried again in a night without news', async () => {
    const store = memoryStore();
    const channel: Channel = [];
    const { projects } = await runOn(1, store, channel, { ...LIVES, unreachable: ['chat'] });
    expect(projects.flatMap(({ failures }) => failures.map(({ code }) => code))).toContain('publish-failed');
    expect(channel).toEqual([]);

    const second = await runOn(2, store, channel);
    expect(second.projects.flatMap(({ alerts }) => alerts)).toEqual([]);
    expect(channel.map(({ id }) => id).sort()).toEqual(
      projects.flatMap(({ alerts }) => alerts.map(({ id }) => id)).sort(),
    );
    await runOn(3, store, channel);
    expect(channel).toHaveLength(2);
  });

  it('leave no trace in a dry run', async () => {
    const store = memoryStore();
    const channel: Channel = [];
    const { publishers, store: touched } = aProcess(store, { chat: channel }, LIVES);
    const options = { report: aReportOfBoth(1), reportPlace: null, now: at(night(1)), isDryRun: true };
    const { projects } = await alertProjects(BOTH, touched, publishers, options);
    expect(projects.map(({ alerts }) => alerts.length)).toEqual([1, 1]);
    expect([store.files.size, channel.length]).toEqual([0, 0]);
  });
});
