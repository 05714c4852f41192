import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EXIT } from '../../lib/cli/exit-status.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { durationMs } from '../../lib/config/readings.ts';
import { shardOf } from '../../lib/jobs/shard.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { type } from '../cli/terminal.ts';
import { containerOf, environmentOf, kubectl, namedJob } from './kubernetes-manifests.ts';

describe.skipIf(!kubectl.isThere)(`a night in shards${kubectl.isThere ? '' : kubectl.why}`, () => {
  const job = (name: 'audit' | 'publish') => namedJob('overlays/sharded', `orphan-audit-${name}`);
  const innerOf = (name: 'audit' | 'publish') => job(name).spec.jobTemplate.spec;
  const argsOf = (name: 'audit' | 'publish') => containerOf(job(name)).args;

  it('has as many completions as the shards believe, all at once, and none ends the others', () => {
    const { count } = shardOf([], { ...environmentOf(job('audit')), JOB_COMPLETION_INDEX: '0' });
    expect(innerOf('audit')).toMatchObject({
      completionMode: 'Indexed',
      completions: count,
      parallelism: count,
    });
    expect(innerOf('audit')).not.toHaveProperty('maxFailedIndexes');
  });

  it('begins together with its merging job, which outlives every shard and then its own patience', () => {
    const startOf = ({ spec }: ReturnType<typeof job>) => [spec.schedule, spec.startingDeadlineSeconds];
    expect(startOf(job('audit'))).toEqual(startOf(job('publish')));
    const wait = argsOf('publish')[argsOf('publish').indexOf('--wait') + 1] ?? '';
    const waitSeconds = (durationMs(wait) ?? 0) / 1000;
    expect(innerOf('audit').activeDeadlineSeconds).toBeLessThan(waitSeconds);
    expect(waitSeconds).toBeLessThan(innerOf('publish').activeDeadlineSeconds);
  });

  it('gives shards and merging job one run ID', () => {
    for (const name of ['audit', 'publish'] as const)
      expect(argsOf(name)[argsOf(name).indexOf('--run-id-from-date') + 1]).toBe('nightly');
  });

  describe('typed as the manifests have it', () => {
    const PROJECTS = ['east', 'north', 'south', 'west', 'centre'];
    // 03:00 in Seoul, which is another day than in UTC.
    const NIGHT = '2026-11-30T18:00:00Z';
    let simulator: Simulator;
    let folder = '';
    let config = '';

    beforeEach(async () => {
      const now = instantFromMs(Date.parse(NIGHT));
      const scenario = buildScenario('cluster-deleted', { now });
      simulator = await startSimulator({ world: scenario.after, clock: () => now });
      folder = await mkdtemp(join(tmpdir(), 'orphan-audit-night-'));
      ({ config } = await writeRehearsal(folder, scenario, simulator.url, 'en'));
      const [head = '', one = '', tail = ''] = (await readFile(config, 'utf8')).split(
        /(?<=^projects:\n)|(?=^prices:)/m,
      );
      const all = PROJECTS.map((name) => one.replace('name: rehearsal', `name: ${name}`));
      await writeFile(config, [head, ...all, tail].join(''));
    });

    afterEach(async () => {
      await simulator.close();
      await rm(folder, { recursive: true });
    });

    const typed = (argv: readonly string[], env: NodeJS.ProcessEnv) =>
      type(argv, { env: { ...env, ORPHAN_AUDIT_CONFIG: config }, now: NIGHT });
    const shard = (index: number) =>
      typed(argsOf('audit'), { ...environmentOf(job('audit')), JOB_COMPLETION_INDEX: String(index) });
    /** The merging job, without its patience: nobody comes while this waits. */
    const merge = () =>
      typed([...argsOf('publish').map((arg) => (arg === 'PT90M' ? 'PT0S' : arg)), '--format', 'json'], {});
    const told = (text: string) => {
      const { run } = reportSchema.parse(JSON.parse(text));
      return {
        ...run,
        projects: run.projects.map(({ name }) => name).toSorted(),
        problems: run.problems
          .filter(({ code }) => code === 'project-not-audited')
          .map(({ project }) => project),
      };
    };

    it('tells of every project, in one report whose ID is the day in Seoul', async () => {
      for (const index of [0, 1, 2, 3]) expect(await shard(index)).toMatchObject({ status: EXIT.done });
      const { status, stdout } = await merge();
      expect(status).toBe(EXIT.done);
      expect(told(stdout)).toEqual({
        id: 'nightly-2026-12-01',
        complete: true,
        projects: PROJECTS.toSorted(),
        problems: [],
      });
    });

    it('is incomplete, and no failure, when a shard never came', async () => {
      for (const index of [0, 1, 3]) expect(await shard(index)).toMatchObject({ status: EXIT.done });
      const { status, stdout } = await merge();
      expect(status).toBe(EXIT.incomplete);
      const missing = shardOf(PROJECTS, { ...environmentOf(job('audit')), JOB_COMPLETION_INDEX: '2' }).names;
      expect(missing).toHaveLength(1);
      expect(told(stdout)).toMatchObject({
        complete: false,
        projects: PROJECTS.toSorted(),
        problems: missing,
      });
    });
  });
});

const reportSchema = z.object({
  run: z.object({
    id: z.string(),
    complete: z.boolean(),
    projects: z.array(z.object({ name: z.string() })),
    problems: z.array(z.object({ code: z.string(), project: z.string() })),
  }),
});
