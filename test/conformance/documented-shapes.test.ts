import { afterEach, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { SCENARIO_NAMES } from '../../lib/simulator/scenario.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Asked, closeAll, type Json, NOW, simulate } from '../simulator/ask.ts';
import { answers, instance, volume } from './documented-shapes.ts';

afterEach(closeAll);

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Holds one answer against its shape; the message says where it does not fit. */
async function fits(
  sim: Asked,
  path: string,
  shape: z.ZodType,
  status = 200,
  headers?: Record<string, string>,
): Promise<void> {
  const answer = await sim.get(path, headers);
  expect([path, answer.status]).toEqual([path, status]);
  expect(answer.headers.get('content-type')).toBe('application/json');
  const { error } = shape.safeParse(answer.body);
  expect([path, error?.issues]).toEqual([path, undefined]);
}

async function everyPage(sim: Asked, path: string, shape: z.ZodType, total: number): Promise<void> {
  for (let offset = 0; offset === 0 || offset < total; offset += 7) {
    await fits(sim, `${path}?limit=7&offset=${offset}`, shape);
  }
}

describe.each(SCENARIO_NAMES.flatMap((name) => [[name, 'before'] as const, [name, 'after'] as const]))(
  'every answer of %s, %s, has its documented shape',
  (name, moment) => {
    it('lists, rows and refusals', async () => {
      const sim = await simulate(buildScenario(name, { now: NOW, instances: 120 })[moment]);
      const { instances, volumes, clusters } = sim.project;
      await everyPage(sim, '/api/v1/instances', answers.instances, instances.length);
      await everyPage(sim, '/api/v1/volumes', answers.volumes, volumes.length);
      await fits(sim, '/api/v1/snapshots', answers.snapshots);
      await fits(sim, '/api/v1/flavors', answers.flavors);
      await fits(sim, '/api/v1/volumes/types', answers.volumeTypes);
      await fits(sim, '/api/v1/clusters', answers.clusters);
      for (const { row } of clusters) {
        await fits(sim, `/api/v1/clusters/${row.name}`, answers.cluster);
        await fits(sim, `/api/v1/clusters/${row.name}/nodes`, answers.nodes);
        await fits(sim, `/api/v1/clusters/${row.name}/node-pools`, answers.nodePools);
      }
      for (const position of [0, instances.length - 1]) {
        await fits(sim, `/api/v1/instances/${instances.at(position)?.id}`, answers.instance);
        await fits(sim, `/api/v1/volumes/${volumes.at(position)?.id}`, answers.volume);
      }
    });
  },
);

describe('other answers', () => {
  it('tokens, issued and validated', async () => {
    const sim = await simulate('clean');
    const issued = await sim.issue(sim.project.credential);
    expect(answers.token.safeParse(issued.body).error?.issues).toBeUndefined();
    const token = await sim.token();
    const headers = { 'x-auth-token': token, 'x-subject-token': token };
    await fits(sim, '/identity/v3/auth/tokens', answers.token, 200, headers);
  });

  it.each([
    `/api/v1/instances/${NOBODY}`,
    `/api/v1/volumes/${NOBODY}`,
    '/api/v1/clusters/no-such',
    '/api/v1/clusters/no-such/nodes',
    '/api/v1/clusters/no-such/node-pools',
    '/api/v1/clusters/no-such/kubeconfig',
  ])('404 and 401 of %s', async (path) => {
    const sim = await simulate('clean');
    await fits(sim, path, answers.error, 404);
    await fits(sim, path, answers.error, 401, { 'x-auth-token': 'gAAAAAwrong' });
  });

  it('401 and 404 of the identity service', async () => {
    const sim = await simulate('clean');
    const path = '/identity/v3/auth/tokens';
    const refused = await sim.issue({ id: 'nobody', secret: 'nothing' });
    expect(answers.keystoneError.safeParse(refused.body).error?.issues).toBeUndefined();
    await fits(sim, path, answers.keystoneError, 401, {
      'x-auth-token': 'wrong',
      'x-subject-token': 'wrong',
    });
    const headers = { 'x-auth-token': await sim.token(), 'x-subject-token': 'wrong' };
    await fits(sim, path, answers.keystoneError, 404, headers);
  });
});

describe('the shapes object to what the official client fails on', () => {
  const rowOf = async (path: string, key: string): Promise<Json> => {
    const sim = await simulate('clean');
    const rows: Json | undefined = (await sim.get(path)).body[key];
    if (!Array.isArray(rows)) throw new Error('no rows');
    return rows[0];
  };

  it.each([
    ['an unknown zone', { availability_zone: 'kr-central-1-a' }],
    ['a power state in lower case', { power_state: 'running' }],
    ['a time without a zone', { created_at: '2026-06-02T01:00:05' }],
    ['a time with a blank', { created_at: '2026-06-02 01:00:05Z' }],
    ['an unknown key', { tags: [] }],
    ['a missing key', { id: undefined }],
    ['an attached volume without a size', { attached_volumes: [{ id: NOBODY }] }],
  ])('instances with %s', async (_, wrong) => {
    const good = await rowOf('/api/v1/instances', 'instances');
    expect(instance.safeParse(good).success).toBe(true);
    expect(instance.safeParse({ ...good, ...wrong }).success).toBe(false);
  });

  it.each([
    ['a number in its metadata', { metadata: { min_disk: 10 } }],
    ['a size that is text', { size: '20' }],
    ['a size that is a fraction', { size: 20.5 }],
  ])('volumes with %s', async (_, wrong) => {
    const good = await rowOf('/api/v1/volumes', 'volumes');
    expect(volume.safeParse(good).success).toBe(true);
    expect(volume.safeParse({ ...good, ...wrong }).success).toBe(false);
  });
});
