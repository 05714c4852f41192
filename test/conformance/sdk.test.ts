import { type ExecFileException, execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eachRow } from '../../lib/simulator/rows.ts';
import { SCENARIO_NAMES } from '../../lib/simulator/scenario.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import type { Project, World } from '../../lib/simulator/world.ts';
import { closeAll, NOW, simulate, theProject } from '../simulator/ask.ts';

const run = promisify(execFile);

const SDK = 'github.com/kakaoenterprise/kc-sdk-go';
/** Behind some firewalls no answer ever comes. */
const PROXY_TIMEOUT_MS = 30_000;
/** To compile with an empty cache on a busy machine, and to ask for every row of a scenario. */
const WORK_TIMEOUT_MS = 600_000;

/** A copy, because go writes a go.sum beside a go.mod. */
const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-sdk-'));
cpSync(join(import.meta.dirname, 'sdk'), folder, { recursive: true });
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
afterAll(removeFolder);
afterEach(closeAll);

function go(timeout: number, ...args: string[]) {
  return run('go', args, { cwd: folder, env: { ...process.env, GOWORK: 'off' }, timeout });
}

/** That go, its module proxy or its settings do not give the SDK. A checksum that is wrong is not among these. */
const NOT_TO_BE_HAD = [
  `go: ${SDK}@`,
  'go: module lookup disabled by GOPROXY=off',
  'go: go.mod requires go >= ',
  'go: download go',
];

/** Why the SDK cannot be had here, in the words of who refuses it; empty when it can. */
async function whyNot(): Promise<string> {
  try {
    await go(PROXY_TIMEOUT_MS, 'mod', 'download', SDK);
    return '';
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const { code, killed, stderr = '' }: ExecFileException = thrown;
    if (code === 'ENOENT') return 'there is no go here';
    if (killed === true) return `the module proxy did not deliver in ${PROXY_TIMEOUT_MS / 1000} s`;
    const words = stderr
      .replaceAll(/^go: downloading .*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const isRefusal = NOT_TO_BE_HAD.some((start) => words.startsWith(start));
    if (!isRefusal || words.includes('SECURITY ERROR')) throw thrown;
    return words;
  }
}

const reason = await whyNot();
const isSkipped = reason !== '';
// No hook runs where every test is skipped.
if (isSkipped) removeFolder();

interface Outcome {
  readonly exitCode: ExecFileException['code'];
  readonly lines: readonly string[];
  readonly complaints: string;
}

/** What the Go program says of a world that is simulated for it. */
async function askBySdk(world: World): Promise<Outcome> {
  const { simulator, project } = await simulate(world);
  const { id, secret } = project.credential;
  const args = ['-url', simulator.url, '-id', id, '-secret', secret, '-project', project.id];
  return new Promise((resolve) => {
    execFile(join(folder, 'sdk'), args, { timeout: WORK_TIMEOUT_MS }, (failure, stdout, stderr) =>
      resolve({
        exitCode: failure === null ? 0 : failure.code,
        lines: stdout.trimEnd().split('\n'),
        complaints: stderr,
      }),
    );
  });
}

/** The lines in which the program says that it had every row of the project. */
function wholeListings({ instances, volumes, snapshots, clusters }: Project): string[] {
  const nodes = clusters.reduce((sum, cluster) => sum + cluster.nodes.length, 0);
  return [
    ...paged('instances', instances.length),
    `get instance: ${instances.length} calls`,
    ...paged('volumes', volumes.length),
    `get volume: ${volumes.length} calls`,
    ...paged('snapshots', snapshots.length),
    `list clusters: 1 calls, ${clusters.length} rows`,
    ...(clusters.length === 0
      ? []
      : [`list nodes: ${clusters.length} calls, ${nodes} rows`, `get kubeconfig: ${clusters.length} calls`]),
  ];
}

function paged(what: string, rows: number): string[] {
  return [20, 1000].map(
    (limit) => `list ${what} by ${limit}: ${Math.max(1, Math.ceil(rows / limit))} calls, ${rows} rows`,
  );
}

describe.skipIf(isSkipped)(`the official Go SDK${isSkipped ? ` (skipped: ${reason})` : ''}`, () => {
  beforeAll(() => go(WORK_TIMEOUT_MS, 'build', '-mod=mod', '-o', join(folder, 'sdk'), '.'), WORK_TIMEOUT_MS);

  it.each(SCENARIO_NAMES.flatMap((name) => [[name, 'before'] as const, [name, 'after'] as const]))(
    'decodes every answer of %s, %s',
    async (name, moment) => {
      const world = buildScenario(name, { now: NOW, instances: 1_500 })[moment];
      const { exitCode, lines, complaints } = await askBySdk(world);
      expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' });
      expect(lines).toEqual(expect.arrayContaining(wholeListings(theProject(world))));
      expect(lines.at(-1)).toMatch(/^\d+ calls, 0 decoding failures$/);
    },
    WORK_TIMEOUT_MS,
  );

  it('objects to what it does not know', async () => {
    const world = buildScenario('clean', { now: NOW }).after;
    const project = theProject(world);
    const instances = [...eachRow(project.instances)].map((row) =>
      Object.assign({}, row, { availability_zone: 'kr-central-1-a' }),
    );
    const volumes = [...eachRow(project.volumes)].map((row) => Object.assign({}, row, { tags: [] }));
    const { exitCode, lines, complaints } = await askBySdk({
      ...world,
      projects: [{ ...project, instances, volumes }],
    });
    expect(exitCode).toBe(1);
    expect(complaints).toContain('list instances by 20: kr-central-1-a is not a valid AvailabilityZone');
    expect(complaints).toContain('get volume: keys without a field in the model: [answer.Volume.tags]');
    expect(lines).toContain('list instances by 1000: 1 calls, 0 rows, 1 decoding failures');
    expect(lines.at(-1)).toMatch(/^\d+ calls, [1-9]\d* decoding failures$/);
  });
});
