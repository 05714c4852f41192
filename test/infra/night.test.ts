import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as audit } from '../../functions/audit.ts';
import { handler as publish } from '../../functions/publish.ts';
import { handler as record } from '../../functions/record.ts';
import { handler as targets } from '../../functions/targets.ts';
import type { Report } from '../../lib/report/report.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import type { Project, World } from '../../lib/simulator/world.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { type Execution, execute, type Json } from './state-machine.ts';

const PROJECTS = 50;
const clock = () => instantFromMs(Date.now());
const CONTEXT = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 };

// One has no secret to read, one has a wrong secret, and one is ended by the runtime at every attempt.
const WITHOUT_SECRET = 'p-07';
const WRONG_SECRET = 'p-19';
const TIMES_OUT = 'p-33';

const names = Array.from({ length: PROJECTS }, (_, n) => `p-${String(n).padStart(2, '0')}`);
const stories = names.map((seed) => buildScenario('cluster-deleted', { now: clock(), seed }));
const [story] = stories;
if (story === undefined) throw new TypeError('a story is needed');
const together = (stage: 'before' | 'after'): World => ({
  at: story[stage].at,
  projects: stories.flatMap((one) => one[stage].projects),
});

let simulator: Simulator;
let folder: string;
let night: Execution;
const ended: string[] = [];

beforeAll(async () => {
  simulator = await startSimulator({ world: together('before'), clock });
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-night-'));
  await writeConfiguration();
  vi.stubEnv('ORPHAN_AUDIT_CONFIG', join(folder, 'orphan-audit.yaml'));
  vi.stubEnv('LOG_LEVEL', 'silent');
  const whole = names.filter((name) => name !== WITHOUT_SECRET && name !== WRONG_SECRET);
  await record({ projects: whole }, CONTEXT);
  simulator.setWorld(together('after'));
  night = await run('night-1');
}, 120_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  await simulator.close();
  await rm(folder, { recursive: true });
});

async function run(executionName: string): Promise<Execution> {
  const definition: Json = JSON.parse(
    await readFile(new URL('../../infra/stepfunctions/nightly.asl.json', import.meta.url), 'utf8'),
  );
  return execute(
    definition,
    {},
    {
      executionName,
      tasks: {
        '${TargetsArn}': async (event) => json(await targets(event, CONTEXT)),
        '${AuditArn}': async (event) => {
          if (JSON.stringify(event).includes(TIMES_OUT)) {
            ended.push(TIMES_OUT);
            throw Object.assign(new Error('Task timed out after 900.00 seconds'), { name: 'States.Timeout' });
          }
          return json(await audit(event, CONTEXT));
        },
        '${PublishArn}': async (event) => json(await publish(event, CONTEXT)),
      },
    },
  );
}

const json = (value: object): Json => JSON.parse(JSON.stringify(value));
const latest = async (): Promise<Report> =>
  JSON.parse(await readFile(join(folder, 'reports', 'latest.json'), 'utf8'));

async function writeConfiguration(): Promise<void> {
  const projects = stories.flatMap(({ before }, n) =>
    before.projects.map((one) => ({ one, name: names[n] ?? '' })),
  );
  await mkdir(folder, { recursive: true });
  await Promise.all(projects.map(({ one, name }) => writeSecrets(one, name)));
  const entries = projects.map(
    ({ name }) => `  - name: ${name}
    region: kr-central-2
    credential: { id: file:./${name}.id, secret: file:./${name}.secret }
    endpoints: { iam: ${simulator.url}, bcs: ${simulator.url}, volume: ${simulator.url}, kubernetes-engine: ${simulator.url} }
`,
  );
  await writeFile(
    join(folder, 'orphan-audit.yaml'),
    `version: 1
language: en
retryBudget: PT0S
publish: [{ kind: directory, path: ./reports }]
projects:
${entries.join('')}`,
  );
}

async function writeSecrets({ credential }: Project, name: string): Promise<void> {
  await writeFile(join(folder, `${name}.id`), credential.id);
  if (name === WITHOUT_SECRET) return;
  const secret = name === WRONG_SECRET ? 'not-the-secret' : credential.secret;
  await writeFile(join(folder, `${name}.secret`), secret);
}

describe(`a night over ${PROJECTS} projects, 3 of them failing`, () => {
  test('ends with one report on all of them, incomplete for those three', async () => {
    const report = await latest();
    expect(report.run.projects.map(({ name }) => name).toSorted()).toEqual(names);
    expect(report.run.complete).toBe(false);
    const incomplete = report.run.projects.filter(({ complete }) => !complete).map(({ name }) => name);
    expect(incomplete.toSorted()).toEqual([WITHOUT_SECRET, WRONG_SECRET, TIMES_OUT]);
    const told = report.run.problems.map(({ project, code, message }) => [project, code, message]);
    expect(told).toContainEqual([
      TIMES_OUT,
      'project-not-audited',
      `project ${TIMES_OUT} was not audited in run night-1: States.Timeout`,
    ]);
    expect(told).toContainEqual([
      WITHOUT_SECRET,
      'project-not-audited',
      `project ${WITHOUT_SECRET} was not audited in run night-1: AggregateError`,
    ]);
    expect(told.filter(([project]) => project === WRONG_SECRET).map(([, code]) => code)).toContain(
      'token-refused',
    );
  });

  test('tells of the other 47 what an audit of each alone tells', async () => {
    const report = await latest();
    const orphans = report.findings.filter(({ verdict }) => verdict === 'orphan');
    const perProject = new Map<string, number>();
    for (const { resource } of orphans)
      perProject.set(resource.project, (perProject.get(resource.project) ?? 0) + 1);
    expect(perProject.size).toBe(PROJECTS - 3);
    expect(report.summary.instances.orphan + report.summary.volumes.orphan).toBe(orphans.length);
    // Of a project that nobody listed nobody knows how many it has.
    expect(report.summary.listed).toEqual({ instances: null, volumes: null });
    expect(simulator.refusedWrites).toBe(0);
  });

  test('keeps within its bound, and tries what fails three times', () => {
    expect(night.mostAtOnce).toBe(5);
    expect(ended).toHaveLength(3);
    // The one that times out, and the one without a secret; a wrong secret is an answer, and nothing to try again.
    expect(night.waits.toSorted((a, b) => a - b)).toEqual([30, 30, 60, 60]);
    expect(night.output).toMatchObject({ runId: 'night-1', complete: false });
  });

  test('called again under the same run ID, makes no part again and replaces its report by itself', async () => {
    const asked = simulator.requests.length;
    const before = await readdir(join(folder, 'reports'));
    const findings = (await latest()).findings;
    await run('night-1');
    expect(await readdir(join(folder, 'reports'))).toEqual(before);
    expect((await latest()).findings).toEqual(findings);
    // Only what could read nothing is tried once more.
    const again = simulator.requests.slice(asked);
    expect(again.map(({ call }) => call)).toEqual(again.map(() => 'issue-token'));
    expect(again.length).toBeLessThanOrEqual(2);
  });
});
