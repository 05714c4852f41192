import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../lib/report/clearance/clearance.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import type { Row, Rows } from '../../lib/simulator/rows.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { type Served, serve } from '../e2e/world.ts';

async function checked(served: Served, argv: readonly string[] = [], hours = 0) {
  const { status, stdout, stderr } = await served.type(
    ['check', '--cluster', served.cluster?.name ?? '', '--format', 'json', ...argv],
    plusMs(served.scenario.now, hours * HOUR_MS),
  );
  const result: CheckResult = JSON.parse(stdout);
  return { status, stderr, result };
}

const orphansIn = ({ resources }: CheckResult) =>
  resources.filter((one) => one.fate === 'remaining' && one.finding.verdict === 'orphan');

function without<T extends Row>(rows: Rows<T>, ids: ReadonlySet<string>): readonly T[] {
  const all = Array.from({ length: rows.length }, (_, index) => rows.at(index));
  return all.filter((row) => row !== undefined).filter(({ id }) => !ids.has(id));
}

describe('check, over HTTP', () => {
  test('tells what a deleted cluster has left, as the audit does, and accuses nobody wrongly', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      const { scenario, simulator } = served;
      await served.type(['record'], scenario.beforeAt);
      simulator.setWorld(scenario.after);
      const { status, stderr, result } = await checked(served);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(result.cluster.state).toMatchObject({ kind: 'gone' });
      const orphans = orphansIn(result);
      expect(orphans.length).toBeGreaterThan(0);
      expect(orphans.filter(({ id }) => scenario.truth.get(id)?.what !== 'leftover')).toEqual([]);
      // Made after the last record, and found by its marks alone.
      expect(result.summary.instances.found).toBe(1);
      expect(result.summary.instances.gone).toBeGreaterThan(0);
      expect(result.clearance).toEqual({ granted: false, withheld: ['recorded-remain', 'marked-found'] });

      const audited = await served.type(['audit', '--format', 'json'], scenario.now);
      const inAudit = JSON.parse(audited.stdout).findings.filter(
        (finding: { readonly verdict: string }) => finding.verdict === 'orphan',
      );
      expect(orphans.map(({ id }) => id).toSorted()).toEqual(
        inAudit
          .map((finding: { readonly resource: { readonly id: string } }) => finding.resource.id)
          .toSorted(),
      );
      expect(simulator.refusedWrites).toBe(0);
    });
  });

  test('clears it once its leftovers are deleted, in words that say what for', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      const { scenario, simulator } = served;
      await served.type(['record'], scenario.beforeAt);
      const { result } = await (async () => {
        simulator.setWorld(scenario.after);
        return checked(served);
      })();
      const left = new Set(result.resources.filter(({ fate }) => fate !== 'gone').map(({ id }) => id));
      simulator.setWorld({
        ...scenario.after,
        projects: scenario.after.projects.map((project) => ({
          ...project,
          instances: without(project.instances, left),
          volumes: without(project.volumes, left),
        })),
      });
      const again = await checked(served, ['--fail-on', 'orphan,ambiguous'], 1);
      expect(again.result.clearance).toEqual({ granted: true });
      expect(again.result.keyring).toEqual({ mayBeRetired: true });
      expect(again.status).toBe(0);
      const { stdout } = await served.type(
        ['check', '--cluster', served.cluster?.uid ?? '', '--lang', 'en'],
        scenario.now,
      );
      expect(stdout).toContain('\nCLEARANCE\n');
      expect(stdout).toContain('Not looked at: public IPs');
    });
  });

  test('ends with 2 when it met what --fail-on names, and with 0 when it did not', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      await served.type(['record'], served.scenario.beforeAt);
      served.simulator.setWorld(served.scenario.after);
      expect((await checked(served, ['--fail-on', 'orphan'])).status).toBe(2);
    });
    await serve('clean', {}, async (served) => {
      await served.type(['record'], served.scenario.beforeAt);
      served.simulator.setWorld(served.scenario.after);
      const { status, result } = await checked(served, ['--fail-on', 'orphan,ambiguous']);
      expect(result.cluster.state).toMatchObject({ kind: 'alive' });
      expect(status).toBe(0);
    });
  });

  test('is told by the table that kubectl printed, and remembers nothing unless told to', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      const { scenario, simulator, table, cluster } = served;
      simulator.setWorld(scenario.after);
      const argv = [
        'record',
        '--import',
        table,
        '--cluster-uid',
        cluster?.uid ?? '',
        '--cluster-name',
        'shop',
      ];
      await served.type(argv, scenario.beforeAt);
      const first = await checked(served, []);
      const second = await checked(served, ['--remember'], 1);
      const third = await checked(served, [], 2);
      const goneBy = ({ result }: typeof first) =>
        result.cluster.state.kind === 'gone' ? result.cluster.state.goneBy : undefined;
      expect(first.result.coverage.records).toMatchObject({ count: 1, imported: 1, withInstances: 0 });
      expect(goneBy(first)).toBe(first.result.run.asOf);
      expect(goneBy(second)).toBe(second.result.run.asOf);
      expect(goneBy(third)).toBe(second.result.run.asOf);
    });
  });

  test('says what holds a cluster that is stuck in its deletion', async () => {
    await serve('stuck-deleting', {}, async (served) => {
      const { scenario, simulator } = served;
      await served.type(['record'], scenario.beforeAt);
      simulator.setWorld(scenario.after);
      await served.type(['audit'], scenario.now);
      const { result } = await checked(served, [], 3);
      expect(result.cluster.state).toMatchObject({ kind: 'deleting', period: 'past' });
      expect(result.summary.instances.remaining).toBeGreaterThan(0);
      expect(result.clearance).toMatchObject({ granted: false });
    });
  });

  test('finds what it can without a record, and proves nothing of it', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      served.simulator.setWorld(served.scenario.after);
      const { status, stdout } = await served.type(
        ['check', '--cluster', served.cluster?.uid ?? '', '--format', 'json'],
        served.scenario.now,
      );
      const result: CheckResult = JSON.parse(stdout);
      expect(status).toBe(0);
      expect(result.summary.instances.found).toBeGreaterThan(0);
      expect(orphansIn(result)).toEqual([]);
      expect(result.clearance).toMatchObject({ granted: false });
    });
  });

  test.each([
    ['forbidden-volumes', 3],
    ['credential-refused', 4],
  ])('ends as it should when something fails: %s', async (fault, status) => {
    await serve('cluster-deleted', {}, async (served) => {
      await served.type(['record'], served.scenario.beforeAt);
      served.simulator.setWorld(served.scenario.after);
      served.simulator.faults.add(...(faultByName(fault) ?? []));
      const ran = await served.type(['check', '--cluster', 'shop'], served.scenario.now);
      expect(ran.status).toBe(status);
      expect(ran.stdout + ran.stderr).toContain(status === 3 ? 'INCOMPLETE CHECK' : 'token-refused');
      expect(ran.stdout).not.toContain('\nCLEARANCE\n');
    });
  });

  test.each([
    ['a cluster that nobody knows', ['--cluster', 'shopp'], /no cluster "shopp" is known[\s\S]*shop \(/],
    ['no cluster', [], /--cluster/],
    ['a blank', ['--cluster', ' '], /no cluster/],
  ])('is bad usage with %s', async (_, argv, message) => {
    await serve('clean', {}, async (served) => {
      await served.type(['record'], served.scenario.beforeAt);
      const ran = await served.type(['check', ...argv], served.scenario.now);
      expect(ran.status).toBe(1);
      expect(ran.stdout).toBe('');
      expect(ran.stderr).toMatch(message);
    });
  });
});
