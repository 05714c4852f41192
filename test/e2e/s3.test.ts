import { appendFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../lib/report/report.ts';
import { type StrictS3, startStrictS3 } from '../builders/strict-s3.ts';
import { type Served, serve } from './world.ts';

/** A story whose ledger is kept in a bucket. */
async function inBucket(
  use: (served: Served, s3: StrictS3, env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const s3 = await startStrictS3({ conditions: 'kept' });
  try {
    await serve('cluster-deleted', {}, async (served) => {
      const store = [
        `store: { kind: s3, endpoint: "${s3.endpoint}", region: ${s3.region}, bucket: ${s3.bucket}, prefix: audit/,`,
        '  credential: { id: env:S3_ID, secret: env:S3_SECRET } }',
      ];
      await replaceStore(served.config, store.join('\n'));
      await use(served, s3, { S3_ID: s3.accessKeyId, S3_SECRET: s3.secretAccessKey });
    });
  } finally {
    await s3.close();
  }
}

async function replaceStore(file: string, store: string): Promise<void> {
  const { readFile, writeFile } = await import('node:fs/promises');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^store:\n(?: .*\n)*/m, ''));
  await appendFile(file, `${store}\n`);
}

describe('a ledger in a bucket', () => {
  test('proves what a ledger in a directory proves', async () => {
    await inBucket(async (served, s3, env) => {
      const { scenario, simulator } = served;
      const recorded = await served.type(['record'], scenario.beforeAt, { env });
      expect(recorded).toMatchObject({ status: 0, stderr: '' });
      simulator.setWorld(scenario.after);
      const audited = await served.type(['audit', '--format', 'json'], scenario.now, { env });
      expect(audited).toMatchObject({ status: 0, stderr: '' });
      const { summary } = JSON.parse(audited.stdout) as Report;
      const provable = [...scenario.truth.values()].filter((one) => one.what === 'leftover' && one.provable);
      expect(summary.instances.orphan + summary.volumes.orphan).toBe(provable.length);
      expect(
        [...s3.objects.keys()].every((key) =>
          /^audit\/((ledger|cloud-projects)\/rehearsal|publish)\//.test(key),
        ),
      ).toBe(true);
    });
  });

  test('is never taken for an empty one when the bucket refuses', async () => {
    await inBucket(async (served, _s3, env) => {
      const { scenario, simulator } = served;
      await served.type(['record'], scenario.beforeAt, { env });
      simulator.setWorld(scenario.after);
      const wrong = { ...env, S3_SECRET: 'aWrongKey0xyz' };
      const audited = await served.type(['audit', '--format', 'json'], scenario.now, { env: wrong });
      expect(audited.status).toBe(3);
      const { summary, run } = JSON.parse(audited.stdout) as Report;
      expect(summary.instances.orphan + summary.volumes.orphan).toBe(0);
      expect(run.problems.map(({ code }) => code)).toContain('store-unreadable');
      expect(audited.stdout + audited.stderr).not.toContain('aWrongKey0xyz');
    });
  });

  test('wants its credential before anybody is asked', async () => {
    await inBucket(async (served) => {
      const checked = await served.type(['config', 'check']);
      expect(checked.status).toBe(1);
      expect(checked.stderr).toContain('S3_ID');
      const audited = await served.type(['audit'], served.scenario.now);
      expect(audited.status).toBe(1);
      expect(audited.stderr).toContain('S3_SECRET');
      expect(served.simulator.requests).toEqual([]);
    });
  });
});
