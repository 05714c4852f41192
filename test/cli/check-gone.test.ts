import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../lib/report/clearance/clearance.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import type { Row, Rows } from '../../lib/simulator/rows.ts';
import type { Scenario, ScenarioName } from '../../lib/simulator/scenario.ts';
import type { World } from '../../lib/simulator/world.ts';
import { formatInstant, HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { type Served, serve } from '../e2e/world.ts';

interface GoneJson {
  readonly schemaVersion: string;
  readonly checks: readonly CheckResult[];
  readonly skipped: readonly { readonly because: string }[];
  readonly problems: readonly { readonly code: string; readonly project: string | null }[];
}

/** Recorded while it lived, and deleted since; checks are published into the folder `reports`. */
async function served<T>(name: ScenarioName, use: (world: Served) => Promise<T>): Promise<T> {
  return serve(name, {}, async (world) => {
    await appendFile(world.config, 'retryBudget: PT0S\npublish: [{ kind: directory, path: ./reports }]\n');
    await world.type(['record'], world.scenario.beforeAt);
    world.simulator.setWorld(world.scenario.after);
    return use(world);
  });
}

/** Hours after the deletion, by the clock too. */
async function typed(world: Served, argv: readonly string[], hours: number) {
  const at = plusMs(world.scenario.now, hours * HOUR_MS);
  return world.type(['check', ...argv], at, { now: formatInstant(at) });
}

async function gone(world: Served, hours: number, argv: readonly string[] = []) {
  const ran = await typed(world, ['--gone', '--format', 'json', ...argv], hours);
  const json: GoneJson = JSON.parse(ran.stdout);
  return { ...ran, json };
}

const published = ({ folder }: Served) => readdir(join(folder, 'reports')).catch(() => []);

function without<T extends Row>(rows: Rows<T>, ids: ReadonlySet<string>): readonly T[] {
  const all = Array.from({ length: rows.length }, (_, index) => rows.at(index));
  return all.filter((row) => row !== undefined).filter(({ id }) => !ids.has(id));
}

function cleanedUp({ after }: Scenario, { resources }: CheckResult): World {
  const ids = new Set(resources.filter(({ fate }) => fate !== 'gone').map(({ id }) => id));
  return {
    ...after,
    projects: after.projects.map((project) => ({
      ...project,
      instances: without(project.instances, ids),
      volumes: without(project.volumes, ids),
    })),
  };
}

describe('check --gone, over HTTP', () => {
  test('finds the cluster that was deleted, publishes it once, and once more when it is cleared', async () => {
    await served('cluster-deleted', async (world) => {
      const first = await gone(world, 0);
      expect(first.status).toBe(0);
      expect(first.json).toMatchObject({ schemaVersion: '1', skipped: [], problems: [] });
      expect(first.json.checks.map(({ cluster }) => cluster.uid)).toEqual([world.cluster?.uid]);
      const [file = '', ...others] = await published(world);
      expect(file).toMatch(/^orphan-audit-check-shop-[0-9a-f]{8}-\d{8}T\d{6}Z\.json$/);
      expect(others).toEqual([]);
      expect(first.stderr).toContain(
        `the check of cluster shop is in ${join(world.folder, 'reports', file)}`,
      );
      const [found] = first.json.checks;
      expect(JSON.parse(await readFile(join(world.folder, 'reports', file), 'utf8'))).toEqual(found);

      const second = await gone(world, 1);
      expect(second.stderr).toContain('nothing has changed since it was published');
      expect(await published(world)).toHaveLength(1);

      if (found === undefined) throw new Error('nothing was checked');
      world.simulator.setWorld(cleanedUp(world.scenario, found));
      const third = await gone(world, 2);
      expect(third.json.checks[0]?.clearance).toEqual({ granted: true });
      expect(await published(world)).toHaveLength(2);

      const fourth = await gone(world, 3);
      expect(fourth.json).toMatchObject({
        checks: [],
        skipped: [{ project: 'rehearsal', because: 'cleared' }],
      });
      expect(fourth.status).toBe(0);
      expect(world.simulator.refusedWrites).toBe(0);
    });
  });

  test('prints one block a cluster, and says so when there is none', async () => {
    await served('cluster-deleted', async (world) => {
      const ran = await typed(world, ['--gone', '--lang', 'en'], 0);
      expect(ran.stdout.match(/^Karpenter cluster check/gm)).toHaveLength(1);
    });
    await served('clean', async (world) => {
      const ran = await typed(world, ['--gone'], 0);
      expect({ ...ran, stderr: ran.stderr.trim() }).toEqual({
        status: 0,
        stdout: '',
        stderr: 'orphan-audit: no recorded cluster has gone, and none is stuck in its deletion',
      });
    });
  });

  test('ends with 2 when it met what --fail-on names', async () => {
    await served('cluster-deleted', async (world) => {
      expect((await gone(world, 0, ['--fail-on', 'orphan'])).status).toBe(2);
    });
  });

  test('tells what it could not read, and publishes nothing of it', async () => {
    await served('cluster-deleted', async (world) => {
      world.simulator.faults.add(...(faultByName('forbidden-volumes') ?? []));
      const { status, stderr, json } = await gone(world, 0);
      expect(status).toBe(3);
      expect(json.checks[0]?.run.complete).toBe(false);
      expect(stderr).toContain('not all can be read since');
      expect(await published(world)).toEqual([]);
    });
  });

  test.each(['credential-refused', 'forbidden-clusters'])(
    'ends with 4 when nothing can be found out: %s',
    async (fault) => {
      await served('cluster-deleted', async (world) => {
        world.simulator.faults.add(...(faultByName(fault) ?? []));
        const { status, json, stderr } = await gone(world, 0);
        expect(status).toBe(4);
        expect(json.checks).toEqual([]);
        expect(json.problems[0]?.project).toBe('rehearsal');
        expect(stderr).toContain(json.problems[0]?.code);
      });
    },
  );
});

describe('check --cluster', () => {
  const asked = ['--cluster', 'shop', '--format', 'json'];

  test('publishes nothing unless it is told to, and then what is new', async () => {
    await served('cluster-deleted', async (world) => {
      await typed(world, asked, 0);
      expect(await published(world)).toEqual([]);
      const first = await typed(world, [...asked, '--publish'], 0);
      expect(first.status).toBe(0);
      expect(first.stderr).toContain('the check of cluster shop is in ');
      const second = await typed(world, [...asked, '--publish'], 1);
      expect(second.stderr).toContain('nothing has changed since it was published');
      // What a person published, the schedule does not publish again.
      await gone(world, 2);
      expect(await published(world)).toHaveLength(1);
    });
  });

  test('publishes what could not be read whole as well, since somebody asks', async () => {
    await served('cluster-deleted', async (world) => {
      world.simulator.faults.add(...(faultByName('forbidden-volumes') ?? []));
      expect((await typed(world, [...asked, '--publish'], 0)).status).toBe(3);
      expect(await published(world)).toHaveLength(1);
    });
  });
});

test.each([
  ['neither', [], 'nothing says which cluster'],
  ['both', ['--gone', '--cluster', 'shop'], '--gone finds the clusters by itself'],
  ['--gone --remember', ['--gone', '--remember'], '--remember is for --cluster'],
  ['--gone --publish', ['--gone', '--publish'], '--publish is for --cluster'],
])('check with %s is bad usage', async (_, argv, message) => {
  await served('clean', async (world) => {
    const requests = world.simulator.requestCount();
    const ran = await typed(world, argv, 0);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain('--cluster NAME, or --gone');
    expect(world.simulator.requestCount()).toBe(requests);
  });
});
