import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { SCENARIO_NAMES } from '../../lib/simulator/scenario.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Asked, closeAll, NOW, simulate } from '../simulator/ask.ts';

const run = promisify(execFile);

const hasKubectl = (() => {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const why = hasKubectl ? '' : ' (skipped: there is no kubectl here)';

/** kubectl keeps what it discovered and reads a kubeconfig: both stay out of the user's home. */
const home = mkdtempSync(join(tmpdir(), 'orphan-audit-kubectl-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(closeAll);

async function kubectl(sim: Asked, ...args: string[]): Promise<string> {
  const [cluster] = sim.project.clusters;
  const authority = join(home, `${cluster?.uid}.pem`);
  writeFileSync(authority, sim.simulator.caCertificatePem);
  const connection = [
    `--server=${sim.simulator.kubernetesUrl}/clusters/${cluster?.uid}`,
    `--certificate-authority=${authority}`,
    `--token=${await sim.token()}`,
    `--cache-dir=${join(home, 'cache')}`,
  ];
  const env = { ...process.env, HOME: home, KUBECONFIG: join(home, 'none') };
  const { stdout } = await run('kubectl', [...connection, ...args], { env });
  return stdout;
}

describe(`the real kubectl${why}`, () => {
  const TABLE = [
    'get',
    'nodeclaims',
    '-o',
    'custom-columns=NODECLAIM:.metadata.name,PROVIDER_ID:.status.providerID',
  ];

  it.skipIf(!hasKubectl).each(SCENARIO_NAMES)(
    `prints the table that %s says it printed before the deletion${why}`,
    async (name) => {
      const scenario = buildScenario(name, { now: NOW, instances: 1_500 });
      const sim = await simulate(scenario.before);
      expect(await kubectl(sim, ...TABLE)).toBe(scenario.kubectlTable);
    },
  );

  it.skipIf(!hasKubectl)(`lists every kind that is served, in pages too${why}`, async () => {
    const sim = await simulate('clean');
    const names = async (...args: string[]) =>
      (await kubectl(sim, 'get', ...args, '-o', 'name')).trim().split('\n');
    expect(await names('nodes', '--chunk-size=3')).toHaveLength(10);
    expect(await names('nodeclaims', '--chunk-size=3')).toHaveLength(8);
    expect(await names('nodeclaims', '-l', 'karpenter.sh/nodepool=burst')).toHaveLength(4);
    expect(await names('pv')).toEqual([expect.stringMatching(/^persistentvolume\/pvc-/)]);
    expect(await names('nodepools,kcnodeclasses')).toEqual([
      'nodepool.karpenter.sh/burst',
      'nodepool.karpenter.sh/general',
      'kcnodeclass.karpenter.kakaocloud.com/default',
    ]);
    expect(await names('deploy', '-n', 'karpenter-kakaocloud')).toEqual([
      'deployment.apps/karpenter-provider-kakaocloud',
    ]);
  });

  it.skipIf(!hasKubectl)(`is refused whatever would change something${why}`, async () => {
    const sim = await simulate('clean');
    await expect(kubectl(sim, 'delete', 'nodeclaim', 'general-5tqbx', '--wait=false')).rejects.toThrow(
      'this simulator only reads',
    );
    expect(sim.simulator.refusedWrites).toBeGreaterThan(0);
  });
});
