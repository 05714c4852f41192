import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINIMAL } from '../config/examples.ts';

// The command line as a process of its own: bundled by the script that `npm run orphan-audit` runs.

const RUN = fileURLToPath(new URL('../../infra/build/run.mjs', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../dist/orphan-audit.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-bundle-'));
afterAll(() => rm(folder, { recursive: true }));

function start(script: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [script, ...argv], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
}

async function ended(child: ChildProcess) {
  const [stdout, stderr, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, stdout, stderr };
}

beforeAll(async () => {
  const [first, second] = await Promise.all([
    ended(start(RUN, ['--version'])),
    ended(start(RUN, ['--version'])),
  ]);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(second).toEqual(first);
  expect(existsSync(BUNDLE)).toBe(true);
});

describe('the bundle', () => {
  test('starts by itself, as a program', async () => {
    expect((await readFile(BUNDLE, 'utf8')).split('\n', 1)).toEqual(['#!/usr/bin/env node']);
    expect(await ended(spawn(BUNDLE, ['--version'], { env: { PATH: process.env.PATH } }))).toMatchObject({
      status: 0,
    });
  });

  test('plays the demo through', async () => {
    const { status, stdout, stderr } = await ended(start(BUNDLE, ['demo']));
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('ORPHAN');
    expect(stderr).toContain('Nine days ago');
    const report = JSON.parse(await readFile(join(folder, 'orphan-audit-report', 'latest.json'), 'utf8'));
    expect(report.summary.instances.orphan).toBeGreaterThan(0);
  });

  test('ends with the exit status, and tells why on standard error', async () => {
    await writeFile(join(folder, 'orphan-audit.yaml'), MINIMAL);
    expect(await ended(start(BUNDLE, ['audit']))).toEqual({
      status: 1,
      stdout: '',
      stderr: `orphan-audit: the environment variable KEY_ID, which is the credential.id of project shop-prod, is not set
  -> set KEY_ID, for example from your secret manager (credential-missing)
orphan-audit: the environment variable KEY_SECRET, which is the credential.secret of project shop-prod, is not set
  -> set KEY_SECRET, for example from your secret manager (credential-missing)
`,
    });
  });

  test('loads its log and its Kubernetes client when they are wanted', async () => {
    const { stdout, stderr, status } = await ended(start(BUNDLE, ['demo', '--verbose', '--lang', 'ko']));
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('고아');
    expect(stderr).toContain('/apis/karpenter.sh/v1/nodeclaims');
  });

  test('goes on quietly when nobody reads any more', async () => {
    const child = start(BUNDLE, ['config', 'schema']);
    child.stdout?.destroy();
    const { status, stderr } = await ended(Object.assign(child, { stdout: null }));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends the simulator in order at %s', async (signal) => {
    const child = start(BUNDLE, ['simulate', '--port', '0']);
    child.stdout?.once('data', () => child.kill(signal));
    const { status, stdout, stderr } = await ended(child);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('serving the scenario cluster-deleted');
  });
});
