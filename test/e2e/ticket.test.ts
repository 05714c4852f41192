import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Served, serve } from './world.ts';

/** The story of the deleted cluster, recorded with what the help desk asks for, and over. */
function afterTheDeletion<T>(use: (served: Served, cluster: string) => Promise<T>): Promise<T> {
  return serve('cluster-deleted', {}, async (served) => {
    const recorded = await served.type(['record', '--format', 'json'], served.scenario.beforeAt);
    const [{ cluster }] = JSON.parse(recorded.stdout).projects[0].records;
    served.simulator.setWorld(served.scenario.after);
    return use(served, cluster.name);
  });
}

async function filesIn(archive: string): Promise<ReadonlyMap<string, string>> {
  const entries = await unpackTar(gunzipSync(await readFile(archive)));
  return new Map(
    entries.map(({ header, data }) => [header.name.replace(/^[^/]+\//, ''), new TextDecoder().decode(data)]),
  );
}

describe('ticket', () => {
  test('collects, after a deletion, what the help desk asks for', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }, cluster) => {
      const out = join(folder, 'tickets');
      const made = await type(['ticket', '--cluster', cluster, '--out', out], scenario.now);
      expect(made).toMatchObject({ status: 0, stderr: '' });
      const [name = ''] = await readdir(out);
      expect(name).toMatch(new RegExp(`^ticket-${cluster}-\\d{8}T\\d{6}Z\\.tar\\.gz$`));
      expect(made.stdout).toContain(`written: ${join(out, name)}\n`);
      expect((await stat(join(out, name))).mode & 0o777).toBe(0o600);

      const files = await filesIn(join(out, name));
      expect(parseAllDocuments(files.get('nodepools.yaml') ?? '').length).toBeGreaterThan(0);
      expect(parseAllDocuments(files.get('nodeclaims.yaml') ?? '').length).toBeGreaterThan(0);
      expect(files.get('kcnodeclasses.yaml')).toContain('kind: KCNodeClass');
      expect(parse(files.get('cluster.yaml') ?? '')).toMatchObject({
        name: cluster,
        provider: { chart: 'karpenter-provider-kakaocloud-1.2.0' },
      });
      const { resources } = parse(files.get('remaining.yaml') ?? '');
      const verdicts = resources.map((one: { finding?: { verdict: string } }) => one.finding?.verdict);
      expect(verdicts).toContain('orphan');
      expect(files.get('index.md')).toContain('## What is missing\n\nNothing that');
    });
  });

  test('shows what would be in it with --list, and writes nothing', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }, cluster) => {
      const out = join(folder, 'tickets');
      const argv = ['ticket', '--cluster', cluster, '--list', '--out', out];
      const { status, stdout } = await type(argv, scenario.now);
      expect(status).toBe(0);
      expect(stdout).toContain('.tar.gz would hold (nothing was written):\n');
      expect(stdout).toMatch(/ {2}recorded\.yaml +recorded NodeClaims with provider IDs/);
      const listed = JSON.parse((await type([...argv, '--format', 'json'], scenario.now)).stdout);
      expect(listed).toMatchObject({ file: null, gaps: [], files: expect.arrayContaining([]) });
      expect((await type([...argv, '--lang', 'ko'], scenario.now)).stdout).toContain(
        '아무것도 저장하지 않음',
      );
      await expect(readdir(out)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  test('asks a cluster that is still there, and records nothing by it', async () => {
    await serve('clean', {}, async ({ type, scenario, folder }) => {
      const [cluster] = scenario.before.projects[0]?.clusters ?? [];
      const out = join(folder, 'tickets');
      const name = cluster?.row.name ?? '';
      const { stdout } = await type(
        ['ticket', '--cluster', name, '--list', '--out', out, '--format', 'json'],
        scenario.now,
      );
      expect(JSON.parse(stdout).gaps).toEqual([expect.stringContaining('There is no record')]);
    });
  });

  test('does not overwrite one that is there', async () => {
    await afterTheDeletion(async ({ type, scenario, folder }, cluster) => {
      const out = join(folder, 'tickets');
      await mkdir(out);
      const argv = ['ticket', '--cluster', cluster, '--out', out];
      await type(argv, scenario.now);
      const again = await type(argv, scenario.now);
      expect(again.status).toBe(4);
      expect(again.stderr).toContain('cannot be written (EEXIST)');
      expect(await readdir(out)).toHaveLength(1);
    });
  });

  test('of a cluster that nobody knows is refused', async () => {
    await afterTheDeletion(async ({ type, scenario }) => {
      const { status, stderr } = await type(['ticket', '--cluster', 'nobody'], scenario.now);
      expect(status).toBe(1);
      expect(stderr).toContain('no cluster "nobody" is known');
    });
  });
});
