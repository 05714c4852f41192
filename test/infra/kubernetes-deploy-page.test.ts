import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../lib/cli/exit-status.ts';
import { writeRehearsal } from '../../lib/cli/rehearsal.ts';
import { VERSION } from '../../lib/cli/version.ts';
import { loadSettings } from '../../lib/config/load.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { startSimulator } from '../../lib/simulator/server.ts';
import { formatInstant, type Instant, instantFromMs } from '../../lib/terms/instants.ts';
import { type } from '../cli/terminal.ts';
import { built, containerOf, cronJobsOf, kubectl } from './kubernetes-manifests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = await readFile(join(root, 'docs/deploy.md'), 'utf8');

/** The files that the page has somebody write: a block whose first line names one. */
const files = [...page.matchAll(/^```yaml\n# (deploy\/\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', text = '']) => ({
    name,
    text,
  }),
);

describe('docs/deploy.md', () => {
  it('has somebody write two files', () => {
    expect(files.map(({ name }) => name)).toEqual(['deploy/kustomization.yaml', 'deploy/orphan-audit.yaml']);
  });

  it.skipIf(!kubectl.isThere)(
    `builds from what it has somebody write${kubectl.isThere ? '' : kubectl.why}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-deploy-'));
      try {
        await symlink(root, join(folder, 'karpenter-orphan-audit'));
        for (const { name, text } of files) {
          await mkdir(dirname(join(folder, name)), { recursive: true });
          await writeFile(join(folder, name), text);
        }
        const manifests = built('deploy', folder);
        const jobs = cronJobsOf(manifests);
        expect(jobs).toHaveLength(4);
        for (const job of jobs)
          expect(containerOf(job).image).toBe(
            `registry.example.com/platform/karpenter-orphan-audit:${VERSION}`,
          );
        const [configMap, ...others] = manifests.filter(({ kind }) => kind === 'ConfigMap');
        expect(others).toEqual([]);
        expect(configMap).toMatchObject({ data: { 'orphan-audit.yaml': files[1]?.text } });
        expect(await loadSettings(join(folder, 'deploy/orphan-audit.yaml'))).toMatchObject({ kind: 'sound' });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it('creates the Secret with a file for each secret of the configuration', () => {
    const named = [...(files[1]?.text ?? '').matchAll(/file:\/etc\/orphan-audit\/credentials\/(\S+)/g)].map(
      ([, name]) => name,
    );
    const created = [...page.matchAll(/--from-file=(\S+)/g)].map(([, name]) => name);
    expect(created.toSorted()).toEqual([...new Set(named)].toSorted());
    expect(created).toHaveLength(4);
  });

  it('names folders of infra/kubernetes that are there', async () => {
    const folders = [...page.matchAll(/apply -k (infra\/\S+)/g)].map(([, folder = '']) => folder);
    expect(folders.length).toBeGreaterThan(1);
    for (const folder of folders)
      expect(await readFile(join(root, folder, 'kustomization.yaml'), 'utf8')).toContain(
        'kind: Kustomization',
      );
  });

  it('counts the requests of a record and of an audit right', async () => {
    const now = instantFromMs(Date.parse('2026-11-30T18:00:00Z'));
    const scenario = buildScenario('large', { now, instances: 1000 });
    const simulator = await startSimulator({ world: scenario.before, clock: () => now });
    const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-requests-'));
    try {
      const { config } = await writeRehearsal(folder, scenario, simulator.url, 'en');
      const requestsOf = async (command: string, at: Instant) => {
        const before = simulator.requestCount();
        const ran = await type([command, '--config', config, '--now', formatInstant(at)], {
          now: formatInstant(at),
        });
        expect(ran).toMatchObject({ status: EXIT.done });
        return simulator.requestCount() - before;
      };
      const record = await requestsOf('record', scenario.beforeAt);
      simulator.setWorld(scenario.after);
      const audit = await requestsOf('audit', scenario.now);
      const told = [...page.matchAll(/^\| (record|audit) \| .* \| (\d+) \|$/gm)].map(([, run, count]) => [
        run,
        count,
      ]);
      expect(told).toEqual([
        ['record', String(record)],
        ['audit', String(audit)],
      ]);
    } finally {
      await simulator.close();
      await rm(folder, { recursive: true });
    }
  });
});
