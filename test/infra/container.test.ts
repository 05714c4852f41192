import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EXIT } from '../../lib/cli/exit-status.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { VERSION } from '../../lib/cli/version.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { startSimulator } from '../../lib/simulator/server.ts';
import { formatInstant, instantFromMs } from '../../lib/terms/instants.ts';
import { copiesOf, dockerfile, stages, textsOf } from './container-image.ts';
import { buildStage, imageStage } from './container-stages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [build, image] = stages();
if (build === undefined || image === undefined) throw new Error('the Dockerfile has not two stages');

/** Where it is built, twice: no path may be left in what comes out. */
const PLACES = ['one', 'two/elsewhere'] as const;
/** Of `nonroot` in distroless images, and of the CronJobs. */
const NOBODY = 65532;
/** Only root may run something as somebody else. */
const isRoot = process.getuid?.() === 0;

describe('infra/container/Dockerfile', () => {
  it('pins a version of what it is built in, and runs in what has no shell', () => {
    expect([build.from, image.from]).toEqual([
      expect.stringMatching(/^node:22\.\d+\.\d+-\w+-slim AS build$/),
      'gcr.io/distroless/nodejs22-debian12:nonroot',
    ]);
  });

  it('ends as nobody, by number, with the program and nothing before it', () => {
    expect(textsOf(image.instructions, 'USER')).toEqual([`${NOBODY}:${NOBODY}`]);
    expect(textsOf(image.instructions, 'ENTRYPOINT')).toEqual([
      '["/nodejs/bin/node", "/app/orphan-audit.mjs"]',
    ]);
    for (const name of ['RUN', 'ADD', 'ARG', 'VOLUME', 'EXPOSE', 'SHELL'])
      expect(textsOf(image.instructions, name)).toEqual([]);
    expect(textsOf(image.instructions, 'ENV')).toEqual(['NODE_ENV=production']);
  });

  it('lets no package run a script of its own', () => {
    expect(textsOf(build.instructions, 'RUN')).toEqual([
      'npm ci --ignore-scripts --no-audit --no-fund',
      'npm run build',
    ]);
  });

  it('takes out of the build the command line and its chunks only', () => {
    const made = copiesOf(image).flatMap(({ from, sources }) => (from === 'build' ? sources : []));
    expect(made).toEqual(['/src/dist/orphan-audit.mjs', '/src/dist/chunks/']);
  });

  it('names its own version', () => {
    expect(dockerfile).toContain(`-t karpenter-orphan-audit:${VERSION} .`);
  });

  it('is given exactly what it copies, and nothing else of the repository', async () => {
    const lines = (await readFile(join(root, '.dockerignore'), 'utf8'))
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    const copied = [build, image]
      .flatMap(copiesOf)
      .flatMap(({ from, sources }) => (from === undefined ? sources : []));
    const [everything, ...but] = lines;
    expect(everything).toBe('*');
    expect(but.toSorted()).toEqual(copied.map((source) => `!${source.replace(/\/$/, '')}`).toSorted());
  });
});

describe(`what the image runs, ${isRoot ? 'as another user' : 'as this user (another one only where this is root)'}`, () => {
  let work = '';
  let app = '';

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'orphan-audit-image-'));
    await chmod(work, 0o755);
    const [first] = await Promise.all(PLACES.map((place) => buildStage(build, join(work, place))));
    app = await imageStage(image, first ?? '', join(work, 'app'));
    // Two bundles on a busy machine.
  }, 600_000);

  afterAll(async () => {
    // The read-only folders first: who is not root could not empty them.
    for (const folder of [app, join(app, 'chunks')]) await chmod(folder, 0o755);
    await rm(work, { recursive: true });
  });

  /** The entry point, with nothing of this process around it. */
  async function run(argv: readonly string[], cwd = app) {
    const child = spawn(process.execPath, [join(app, 'orphan-audit.mjs'), ...argv], {
      cwd,
      env: { NODE_ENV: 'production' },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.on('close', resolve)),
    ]);
    return { stdout, stderr, status };
  }

  it('is the same to the byte, wherever it was built', async () => {
    const [one, two] = await Promise.all(PLACES.map((place) => bytesOf(join(work, place, 'dist'))));
    expect(one?.size).toBeGreaterThan(3);
    expect(two).toEqual(one);
  });

  it('says its version', async () => {
    expect(await run(['--version'])).toEqual({ status: EXIT.done, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('has every chunk that it may load', async () => {
    const wanted = await importsIn(app);
    expect(wanted.length).toBeGreaterThan(3);
    const chunks = await readdir(join(app, 'chunks'));
    expect(wanted.filter((name) => !chunks.includes(name))).toEqual([]);
  });

  it('checks a configuration, records and audits a cloud, and writes to its state alone', async () => {
    const scenario = buildScenario('cluster-deleted', { now: instantFromMs(Date.now()) });
    const simulator = await startSimulator({
      world: scenario.before,
      clock: () => instantFromMs(Date.now()),
    });
    try {
      const folder = join(work, 'state');
      const { config } = await writeRehearsal(folder, scenario, simulator.url, 'en');
      if (isRoot) await giveTo(NOBODY, folder);
      expect(await run(['config', 'check', '--config', config])).toMatchObject({
        status: EXIT.done,
        stderr: '',
      });

      const before = formatInstant(scenario.beforeAt);
      expect(await run(['record', '--config', config, '--now', before])).toMatchObject({ status: EXIT.done });
      simulator.setWorld(scenario.after);
      const audited = await run([
        'audit',
        ...['--config', config, '--now', formatInstant(scenario.now), '--format', 'json', '--quiet'],
      ]);
      expect(audited).toMatchObject({ status: EXIT.done, stderr: '' });
      const report = reportSchema.parse(JSON.parse(audited.stdout));
      expect(report.run).toEqual({ complete: true, problems: [] });
      expect(report.summary.instances.orphan).toBeGreaterThan(0);
      expect(simulator.refusedWrites).toBe(0);
      expect(await readdir(folder)).toContain('.orphan-audit');
    } finally {
      await simulator.close();
    }
    expect((await readdir(app)).toSorted()).toEqual(['LICENSE', 'chunks', 'orphan-audit.mjs']);
  });

  it('plays its rehearsal, in a directory that is not its own', async () => {
    const folder = join(work, 'tmp');
    await mkdir(folder);
    if (isRoot) await giveTo(NOBODY, folder);
    const { status, stdout, stderr } = await run(['demo'], folder);
    expect({ status, stderr }).toMatchObject({
      status: EXIT.done,
      stderr: expect.stringContaining('0 of them'),
    });
    expect(stdout).toContain('delete in the console');
    expect(await readdir(folder)).toEqual(['orphan-audit-report']);
  });

  it.runIf(isRoot)('cannot change itself (only where this is root, who can become somebody else)', () => {
    const { stderr } = spawnSync(
      process.execPath,
      ['-e', `require('node:fs').appendFileSync(${JSON.stringify(join(app, 'orphan-audit.mjs'))}, '')`],
      { cwd: app, encoding: 'utf8', uid: NOBODY, gid: NOBODY },
    );
    expect(stderr).toContain('EACCES');
  });
});

const reportSchema = z.object({
  run: z.object({ complete: z.boolean(), problems: z.array(z.unknown()) }),
  summary: z.object({ instances: z.object({ orphan: z.number() }) }),
});

async function bytesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.[cm]js$/.test(entry.name));
  const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name);
    return [path.slice(folder.length), await readFile(path, 'latin1')];
  });
  return new Map((await Promise.all(read)).toSorted());
}

/** The chunks that any file of the program names, at its start or later. */
async function importsIn(folder: string): Promise<readonly string[]> {
  const files = [...(await bytesOf(folder)).values()];
  const names = files.flatMap((code) =>
    [...code.matchAll(/"\.\/(?:chunks\/)?([\w.-]+\.mjs)"/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

async function giveTo(user: number, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const path of ['', ...entries]) await chown(join(folder, path), user, user);
}
