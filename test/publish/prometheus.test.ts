import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createPushgatewayPublisher,
  createTextfilePublisher,
  groupAddress,
  type PushgatewayOptions,
} from '../../lib/adapters/publishers/prometheus.ts';
import { writePrometheus } from '../../lib/report/prometheus/prometheus.ts';
import { type HttpReceiver, startHttpReceiver } from '../builders/http-receiver.ts';
import { alerted, aReport, reported } from '../builders/publications.ts';
import { publisherContract } from '../contracts/publisher.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-prometheus-'));
afterAll(() => rm(folder, { recursive: true }));
const NOWHERE = { storedAt: null };

let files = 0;
publisherContract('a textfile', async () => {
  files += 1;
  const path = join(folder, `${files}`, 'orphan-audit.prom');
  return {
    open: () => createTextfilePublisher({ path }),
    secrets: ['hunter2'],
    held: async () => {
      const text = await readFile(path, 'utf8').catch(() => undefined);
      return text === writePrometheus(aReport()) ? ['run-1'] : [];
    },
    async setBroken(isBroken) {
      if (isBroken) await writeFile(dirname(path), 'a file');
      else await rename(dirname(path), `${dirname(path)}.away`);
    },
  };
});

describe('a textfile', () => {
  test('is readable by all, whatever the umask, and alone in its folder', async () => {
    const path = join(folder, 'mode', 'orphan-audit.prom');
    const umask = process.umask(0o077);
    try {
      expect(await createTextfilePublisher({ path }).publish(reported(), NOWHERE)).toBe(path);
    } finally {
      process.umask(umask);
    }
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(await readdir(dirname(path))).toEqual(['orphan-audit.prom']);
  });

  test('that cannot be put into place leaves nothing behind', async () => {
    const path = join(folder, 'taken', 'orphan-audit.prom');
    await mkdir(path, { recursive: true });
    await expect(createTextfilePublisher({ path }).publish(reported(), NOWHERE)).rejects.toMatchObject({
      code: 'publish-failed',
    });
    expect(await readdir(dirname(path))).toEqual(['orphan-audit.prom']);
  });
});

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const aGateway = (url: string, parts: Partial<PushgatewayOptions> = {}) =>
  createPushgatewayPublisher({
    url,
    job: 'orphan-audit',
    labels: { instance: 'seoul' },
    credential: { id: 'audit', secret: 'hunter2' },
    retryBudgetMs: 30_000,
    sleep: async () => {},
    ...parts,
  });

publisherContract('a Pushgateway', async () => ({
  open: () => aGateway(receiver.origin),
  secrets: ['hunter2', Buffer.from('audit:hunter2').toString('base64')],
  held: async () => {
    const last = receiver.taken.at(-1);
    return last?.body === writePrometheus(aReport()) ? ['run-1'] : [];
  },
  setBroken: async (isBroken) => {
    receiver.answer = () => ({ status: isBroken ? 400 : 200 });
  },
}));

describe('a push', () => {
  test('replaces its group, and names itself', async () => {
    await aGateway(`${receiver.origin}/push/`).publish(reported(), NOWHERE);
    expect(receiver.received).toMatchObject([
      {
        method: 'PUT',
        path: '/push/metrics/job/orphan-audit/instance/seoul',
        headers: {
          authorization: `Basic ${Buffer.from('audit:hunter2').toString('base64')}`,
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        },
      },
    ]);
  });

  test('that says the credential back, as it was sent, does not have it told', async () => {
    const encoded = Buffer.from('audit:hunter2').toString('base64');
    receiver.answer = () => ({ status: 401, body: `Authorization: Basic ${encoded} is not known here` });
    const thrown = await aGateway(receiver.origin).publish(reported(), NOWHERE).catch(String);
    expect(thrown).toContain('it answered 401');
    expect(thrown).not.toContain(encoded);
  });

  test('takes no alert', async () => {
    await expect(aGateway(receiver.origin).publish(alerted(), NOWHERE)).rejects.toThrow(TypeError);
  });

  test.each([
    ['plain', {}, 'job/orphan-audit'],
    ['a blank', { zone: 'a b' }, 'job/orphan-audit/zone/a%20b'],
    ['a slash', { path: '/var/tmp' }, 'job/orphan-audit/path@base64/L3Zhci90bXA'],
    ['nothing', { empty: '' }, 'job/orphan-audit/empty@base64/='],
    [
      'what leads out of its folder',
      { up: '..', here: '.' },
      'job/orphan-audit/up@base64/Li4/here@base64/Lg',
    ],
  ])('with %s in a label', (_, labels, expected) => {
    expect(groupAddress('http://x', 'orphan-audit', labels)).toBe(`http://x/metrics/${expected}`);
  });
});

const BINARY = '/usr/bin/prometheus-pushgateway';
const takes = existsSync(BINARY)
  ? 'takes it, and shows it'
  : `takes it (skipped: there is no ${BINARY}; apt-get install prometheus-pushgateway)`;

describe('a real Pushgateway', () => {
  test.skipIf(!existsSync(BINARY))(takes, async () => {
    const port = await freePort();
    const child = spawn(BINARY, [`--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
    try {
      const url = `http://127.0.0.1:${port}`;
      await until(() => fetch(`${url}/-/ready`).then(({ ok }) => ok));
      const labels = { instance: '/seoul', empty: '' };
      await aGateway(url, { credential: undefined, labels }).publish(reported(), NOWHERE);
      const shown = await fetch(`${url}/metrics`).then((answer) => answer.text());
      const ours = writePrometheus(aReport())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'));
      expect(ours.length).toBeGreaterThan(10);
      for (const line of ours) {
        const [name = ''] = line.split(/[{ ]/);
        expect(shown).toContain(`${name}{`);
      }
      expect(shown).toMatch(/instance="\/seoul",job="orphan-audit"/);
      expect(shown).toMatch(/push_failure_time_seconds\{[^}]*\} 0/);
    } finally {
      child.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Asks until it is there; the test's own limit ends it. */
async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 20));
}
