import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { type Served, serve } from '../e2e/world.ts';

/** The story of the deleted cluster, recorded and over; reports and alerts go into a folder. */
function afterTheDeletion<T>(use: (served: Served) => Promise<T>, config = ''): Promise<T> {
  return serve('cluster-deleted', {}, async (served) => {
    await served.type(['record'], served.scenario.beforeAt);
    served.simulator.setWorld(served.scenario.after);
    await appendFile(
      served.config,
      `publish: [{ kind: directory, path: ./reports, takes: [report, alert] }]\n${config}`,
    );
    return use(served);
  });
}

const alertsIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.includes('alert-')).sort();

const statesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => /states.\d{10}\.json$/.test(name)).sort();

describe('the command alert', () => {
  test('tells what is there, once, into the places that take alerts, and stores the report that it points to', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }) => {
      const first = await type(['alert'], scenario.now);
      expect([first.status, first.stderr]).toEqual([0, '']);
      expect(first.stdout).toMatch(/^rehearsal: \d+ orphans when alerting began\n/);
      expect(first.stdout).toMatch(/The whole report: .*reports.orphan-audit-\S+\.json\n/);
      expect(await alertsIn(join(folder, 'reports'))).toHaveLength(1);

      const again = await type(['alert'], plusMs(scenario.now, HOUR_MS));
      expect(again.status).toBe(0);
      expect(again.stdout).toMatch(/^rehearsal: nothing to tell \(\d+ orphans are open\)\n/);
      expect(await alertsIn(join(folder, 'reports'))).toHaveLength(1);
    });
  });

  test('--dry-run says the same and leaves no trace', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }) => {
      const before = (await readdir(folder, { recursive: true })).sort();
      const dry = await type(['alert', '--dry-run', '--format', 'json'], scenario.now);
      expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
      const wet = await type(['alert', '--format', 'json'], scenario.now);
      const itemsOf = (stdout: string) => JSON.parse(stdout).projects[0].alerts[0].items;
      expect(itemsOf(dry.stdout)).toEqual(itemsOf(wet.stdout));
      expect([JSON.parse(dry.stdout).dryRun, JSON.parse(wet.stdout).dryRun]).toEqual([true, false]);
    });
  });

  test('--report tells of a report that was written, and asks no cloud', async () => {
    await afterTheDeletion(async ({ type, scenario, folder, simulator }) => {
      await type(['audit'], scenario.now);
      const file = join(folder, 'reports', 'latest.json');
      await simulator.close();
      const told = await type(['alert', '--report', file, '--lang', 'ko'], scenario.now);
      expect([told.status, told.stderr]).toEqual([0, '']);
      expect(told.stdout).toMatch(/^rehearsal: 알림 시작 시점의 고아 \d+건\n/);
      expect(told.stdout).toContain(`전체 보고서: ${file}`);
      const stale = await type(['alert', '--report', file], scenario.now);
      expect([stale.status, stale.stdout]).toEqual([
        0,
        'rehearsal: the report is not newer than what was taken in already; it changes nothing\n',
      ]);
    });
  });

  test('ends with 3 when the run was incomplete, and when a place did not take it', async () => {
    await afterTheDeletion(async ({ type, scenario, simulator }) => {
      simulator.faults.add(...(faultByName('forbidden-snapshots') ?? []));
      const { status, stdout } = await type(['alert'], scenario.now);
      expect(status).toBe(3);
      expect(stdout).toContain('The run was incomplete');
    });
    await afterTheDeletion(async ({ type, scenario, folder }) => {
      await writeFile(join(folder, 'reports'), 'a file where the folder should be');
      const { status, stderr } = await type(['alert'], scenario.now);
      expect([status, stderr.includes('publish-failed')]).toEqual([3, true]);
    });
  });

  test.each([
    ['a report that is not there', ['alert', '--report', './none.json'], /cannot be read \(ENOENT\)/],
    ['a report that is none', ['alert', '--report', 'FOLDER/orphan-audit.yaml'], /is no JSON/],
    ['two sources at once', ['alert', '--report', './none.json', '--waiting'], /cannot be used with/],
    [
      'a project that nobody knows',
      ['alert', '--waiting', '--project', 'nobody'],
      /there is no project "nobody"/,
    ],
  ])('refuses %s', async (_name, argv, message) => {
    await afterTheDeletion(async ({ type, folder }) => {
      const { status, stdout, stderr } = await type(argv.map((word) => word.replace('FOLDER', folder)));
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(message);
    });
  });

  test('waits for the end of the quiet hours, and --waiting sends it then, without the cloud', async () => {
    const quiet = 'alert: { quietHours: { from: "14:00", to: "17:00" } }\n';
    await afterTheDeletion(async ({ type, scenario, simulator }) => {
      const waiting = await type(['alert'], scenario.now);
      expect(waiting.status).toBe(0);
      expect(waiting.stdout).toMatch(
        /^rehearsal: \d+ changes wait since \S+ \S+ \+09:00, until \S+ 17:00 \+09:00\n/,
      );
      await simulator.close();
      const sent = await type(['alert', '--waiting'], plusMs(scenario.now, 3 * HOUR_MS));
      expect([sent.status, sent.stderr]).toEqual([0, '']);
      expect(sent.stdout).toMatch(/orphans when alerting began\n/);
    }, quiet);
  });

  test('says that it sends nothing where no place takes alerts', async () => {
    await serve('cluster-deleted', {}, async ({ type, scenario }) => {
      const { stderr } = await type(['alert'], scenario.now);
      expect(stderr).toContain('no publisher takes alerts');
      expect((await type(['alert', '--quiet'], plusMs(scenario.now, HOUR_MS))).stderr).toBe('');
    });
  });

  test('goes on from the step before when the newest was written in part, and says so', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }) => {
      await type(['alert'], scenario.now);
      await type(['alert'], plusMs(scenario.now, HOUR_MS));
      const states = await statesIn(folder);
      const newest = join(folder, states.at(-1) ?? '');
      expect(states).toHaveLength(2);
      await writeFile(newest, (await readFile(newest, 'utf8')).slice(0, -10));
      const after = await type(['alert'], plusMs(scenario.now, 2 * HOUR_MS));
      expect([after.status, after.stdout.includes('nothing to tell')]).toEqual([3, true]);
      expect(after.stderr).toContain('ledger-damaged');
      expect(await statesIn(folder)).toHaveLength(3);
      for (const state of await statesIn(folder)) await writeFile(join(folder, state), '');
      const lost = await type(['alert', '--waiting'], plusMs(scenario.now, 3 * HOUR_MS));
      expect(lost.status).toBe(4);
    });
  });
});
