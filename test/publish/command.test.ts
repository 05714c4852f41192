import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpReceiver, startHttpReceiver } from '../builders/http-receiver.ts';
import { type Served, serve } from '../e2e/world.ts';

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

/** The story of the deleted cluster, over, with a webhook that is told of it. */
function withWebhook<T>(use: (served: Served) => Promise<T>): Promise<T> {
  return serve('cluster-deleted', {}, async (served) => {
    await served.type(['record'], served.scenario.beforeAt);
    served.simulator.setWorld(served.scenario.after);
    await writeFile(join(served.folder, 'secret'), 'hunter2\n');
    await writeFile(join(served.folder, 'url'), `${receiver.origin}/hooks/hunter3\n`);
    await appendFile(
      served.config,
      'retryBudget: PT0S\npublish:\n  - { kind: webhook, url: "file:./url", secret: "file:./secret", takes: [report] }\n',
    );
    return use(served);
  });
}

describe('audit, with a webhook', () => {
  test('tells that it failed and ends with 3; the next run delivers the newest report', async () => {
    await withWebhook(async ({ type, scenario }) => {
      const place = receiver.origin.replace('http://', '');
      receiver.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
      const failed = await type(['audit', '--format', 'json'], scenario.now);
      expect(failed.status).toBe(3);
      expect(failed.stderr).toContain(`the report cannot be handed to ${place}: it answered 503; tried once`);
      expect(failed.stderr).toContain(`${place} does not have the report; the next run tries again`);
      expect(failed.stderr).not.toContain('hunter');
      expect(receiver.taken).toEqual([]);

      receiver.answer = () => ({ status: 200 });
      const done = await type(['audit', '--format', 'json'], scenario.now);
      expect(done.status).toBe(0);
      expect(done.stderr).toBe(`orphan-audit: the report is in ${place}\n`);
      const [delivered, ...others] = receiver.taken.map(({ body }) => JSON.parse(body).data);
      expect(delivered).toEqual(JSON.parse(done.stdout));
      expect(others).toEqual([]);
    });
  });

  test('hands it to nobody with --no-publish, but into the directory that was asked for', async () => {
    await withWebhook(async ({ type, scenario, folder }) => {
      const out = join(folder, 'look');
      const quiet = await type(['audit', '--no-publish', '--format', 'json'], scenario.now);
      expect(quiet).toMatchObject({ status: 0, stderr: '' });
      const { status } = await type(['audit', '--no-publish', '--out', out], scenario.now);
      expect(status).toBe(0);
      expect(await readdir(out)).toContain('latest.json');
      expect(receiver.received).toEqual([]);
    });
  });

  test('does not begin while its secret is missing', async () => {
    await withWebhook(async ({ type, scenario, folder, simulator }) => {
      await writeFile(join(folder, 'secret'), '');
      for (const argv of [['audit'], ['config', 'check']]) {
        const asked = simulator.requests.length;
        const { status, stderr } = await type(argv, argv[0] === 'audit' ? scenario.now : undefined);
        expect(status).toBe(1);
        expect(stderr).toContain('which is the secret of publish[0] (webhook), is empty');
        expect(simulator.requests.length).toBe(asked);
      }
    });
  });
});

describe('publish, with a webhook', () => {
  test('tells with --verbose that it was asked, and not where its secret address is', async () => {
    await withWebhook(async ({ type, scenario }) => {
      receiver.answer = (nth) => ({ status: nth === 0 ? 503 : 200, headers: { 'retry-after': '3600' } });
      await type(['audit', '--run-id', 'night-1'], scenario.now);
      for (const status of [3, 0]) {
        const ran = await type(['publish', '--run-id', 'night-1', '--verbose']);
        expect(ran.status).toBe(status);
        expect(ran.stderr).toContain(`POST ${receiver.origin}/...`);
        expect(ran.stdout + ran.stderr).not.toContain('hunter');
      }
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks/hunter3', '/hooks/hunter3']);
    });
  });
});
