import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../lib/report/report.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { type Served, serve } from './world.ts';

/** The story of the deleted cluster, recorded and over. */
function afterTheDeletion<T>(use: (served: Served) => Promise<T>): Promise<T> {
  return serve('cluster-deleted', {}, async (served) => {
    await served.type(['record'], served.scenario.beforeAt);
    served.simulator.setWorld(served.scenario.after);
    return use(served);
  });
}

describe('audit', () => {
  test.each([
    ['--fail-on orphan meets one', ['--fail-on', 'orphan'], 2],
    ['--fail-on ambiguous meets one', ['--fail-on', 'ambiguous'], 2],
    ['--fail-on both', ['--fail-on', 'orphan,ambiguous'], 2],
    ['no --fail-on', [], 0],
  ])('ends: %s', async (_name, flags, status) => {
    await afterTheDeletion(async ({ type, scenario }) => {
      expect((await type(['audit', ...flags], scenario.now)).status).toBe(status);
    });
  });

  test('ends with 2 when it met one and could not read everything', async () => {
    await afterTheDeletion(async ({ type, scenario, simulator }) => {
      simulator.faults.add(...(faultByName('forbidden-snapshots') ?? []));
      const met = await type(['audit', '--fail-on', 'orphan', '--format', 'json'], scenario.now);
      const report: Report = JSON.parse(met.stdout);
      expect([met.status, report.run.complete]).toEqual([2, false]);
      expect((await type(['audit'], scenario.now)).status).toBe(3);
    });
  });

  test('meets nothing among what is ignored', async () => {
    await afterTheDeletion(async ({ type, scenario, config }) => {
      const first: Report = JSON.parse((await type(['audit', '--format', 'json'], scenario.now)).stdout);
      const orphans = first.findings.filter(({ verdict }) => verdict === 'orphan');
      const entries = orphans.map(
        ({ resource }) => `  - { id: ${resource.id}, reason: r, until: 2026-11-30 }\n`,
      );
      await appendFile(config, `ignore:\n${entries.join('')}`);
      const { status, stdout } = await type(
        ['audit', '--fail-on', 'orphan', '--format', 'json'],
        scenario.now,
      );
      const report: Report = JSON.parse(stdout);
      expect(status).toBe(0);
      expect(report.summary).toMatchObject({
        ignored: orphans.length,
        instances: { orphan: 0 },
        volumes: { orphan: 0 },
      });
    });
  });

  test('writes the report where it is told to, and says where', async () => {
    await afterTheDeletion(async ({ type, scenario, folder, config }) => {
      await appendFile(config, 'publish:\n  - { kind: directory, path: ./published }\n');
      const out = join(folder, 'out');
      const { status, stdout, stderr } = await type(
        ['audit', '--format', 'json', '--out', out],
        scenario.now,
      );
      const name = 'orphan-audit-20261130T060000Z.json';
      expect(stderr).toBe(
        `orphan-audit: the report is in ${join(out, name)}\norphan-audit: the report is in ${join(folder, 'published', name)}\n`,
      );
      expect(status).toBe(0);
      for (const place of [out, join(folder, 'published')]) {
        expect((await readdir(place)).toSorted()).toEqual(['latest.json', name]);
        expect(await readFile(join(place, 'latest.json'), 'utf8')).toBe(stdout);
      }
    });
  });

  test('is incomplete when its report did not get where it should', async () => {
    await afterTheDeletion(async ({ type, scenario, config }) => {
      await appendFile(config, `publish: [{ kind: directory, path: ${JSON.stringify(config)} }]\n`);
      const { status, stdout, stderr } = await type(['audit', '--quiet'], scenario.now);
      expect(status).toBe(3);
      expect(stdout).toContain('ORPHAN');
      expect(stderr).toContain('(publish-failed)');
    });
  });

  test('refuses a file as the directory for the report, before anything is read', async () => {
    await afterTheDeletion(async ({ type, scenario, config, simulator }) => {
      const requests = simulator.requestCount();
      for (const out of [config, 'report.html']) {
        const { status, stderr } = await type(['audit', '--out', out], scenario.now);
        expect(status).toBe(1);
        expect(stderr).toContain(`--out ${JSON.stringify(out)} names a file`);
      }
      expect(simulator.requestCount()).toBe(requests);
    });
  });

  test('shows colours and progress to a person, and to nobody else', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      const sgr = '\u001b[';
      const onTerminal = await type(['audit'], scenario.now, { columns: 80 });
      expect(onTerminal.stdout).toContain(sgr);
      expect(onTerminal.stderr).toContain('rehearsal: reading');
      const lines = onTerminal.stdout.split('\n').map((line) => stripVTControlCharacters(line).length);
      expect(Math.max(...lines)).toBeLessThanOrEqual(80);

      const inPipe = await type(['audit'], scenario.now);
      expect(inPipe.stdout).not.toContain(sgr);
      expect(inPipe.stderr).toBe('');

      const plain = await type(['audit', '--no-color', '--quiet'], scenario.now, { columns: 80 });
      expect(plain.stdout).not.toContain(sgr);
      expect(plain.stderr).toBe('');

      const bySign = await type(['audit'], scenario.now, { columns: 80, env: { NO_COLOR: '1' } });
      expect(bySign.stdout).not.toContain(sgr);
    });
  });

  test('with --verbose tells every call to the cloud and to clusters, without the token or the secret', async () => {
    await serve('clean', {}, async ({ type, scenario, simulator }) => {
      const { stderr } = await type(['audit', '--verbose'], scenario.now);
      const told = stderr.split('\n').filter((line) => /\b(GET|POST) https?:/.test(line));
      expect(told).toHaveLength(simulator.requestCount());
      expect(told.join('\n')).toContain(`GET ${simulator.kubernetesUrl}/`);
      const [project] = scenario.after.projects;
      expect(stderr).not.toContain(project?.credential.secret);
      expect(stderr).not.toMatch(/token["']?[:=] ?["']?[\w-]{8}/i);
    });
  });

  test('speaks the language of the configuration, or the one of the flag', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      expect((await type(['audit'], scenario.now)).stdout).toContain('Karpenter orphan audit');
      expect((await type(['audit', '--lang', 'ko'], scenario.now)).stdout).toContain('고아');
    });
  });
});

describe('explain', () => {
  test('tells the evidence and the rule, and remembers nothing', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }) => {
      const report: Report = JSON.parse((await type(['audit', '--format', 'json'], scenario.now)).stdout);
      const orphan = report.findings.find(({ verdict }) => verdict === 'orphan');
      const id = orphan?.resource.id ?? '';
      const ledger = await readdir(join(folder, '.orphan-audit'), { recursive: true });

      const told = await type(['explain', id.toUpperCase()], scenario.now);
      expect(told).toMatchObject({ status: 0, stderr: '' });
      expect(told.stdout).toContain(id);
      expect(told.stdout).toContain('EVIDENCE');
      const asJson = await type(['explain', id, '--format', 'json'], scenario.now);
      expect(JSON.parse(asJson.stdout)).toEqual(orphan);

      expect(await readdir(join(folder, '.orphan-audit'), { recursive: true })).toEqual(ledger);
    });
  });

  test('speaks of what has nothing to do with Karpenter too', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      const bystander = [...scenario.truth].find(([, { what }]) => what === 'not-karpenter')?.[0] ?? '';
      const { status, stdout } = await type(['explain', bystander], scenario.now);
      expect(status).toBe(0);
      expect(stdout).toContain('unrelated');
    });
  });

  test('does not know what is not there', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      const id = '00000000-0000-4000-8000-000000000000';
      expect(await type(['explain', id], scenario.now)).toEqual({
        status: 1,
        stdout: '',
        stderr: `orphan-audit: there is no instance or volume ${id} in rehearsal\n  -> see that the ID is whole and that its project is in the configuration; what was deleted is listed no more (resource-not-found)\n`,
      });
    });
  });

  test('does not say that something is gone when it could not look', async () => {
    await afterTheDeletion(async ({ type, scenario, simulator }) => {
      simulator.faults.add(...(faultByName('forbidden-volumes') ?? []));
      const { status, stdout, stderr } = await type(
        ['explain', '00000000-0000-4000-8000-000000000000'],
        scenario.now,
      );
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
      expect(stderr).toContain('(forbidden)');
    });
  });
});
