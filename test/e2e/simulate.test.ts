import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SCENARIO_NAMES } from '../../lib/simulator/scenario.ts';
import { NOW, type } from '../cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-simulate-'));
afterAll(() => rm(folder, { recursive: true }));

/** Runs `simulate` until it is up, types what it says to type, and interrupts it. */
async function rehearse(argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const interruption = new AbortController();
  let heard = '';
  let tellUp = () => {};
  const isUp = new Promise<void>((resolve) => {
    tellUp = resolve;
  });
  const simulating = type(['simulate', '--port', '0', ...argv], {
    signal: interruption.signal,
    onStdout: (text) => {
      heard += text;
      if (heard.includes('Ctrl-C')) tellUp();
    },
  });
  await Promise.race([isUp, simulating]);
  const commands = [...heard.matchAll(/^ {2}orphan-audit (.+)$/gm)].map(([, line = '']) => line.split(' '));
  const ran = [];
  for (const command of commands) ran.push(await type(command, { env }));
  interruption.abort();
  return { ran, simulated: await simulating };
}

test.each(SCENARIO_NAMES)('%s: what it says to type works as it stands', async (name) => {
  const out = join(folder, name);
  const { ran, simulated } = await rehearse([
    '--scenario',
    name,
    ...(name === 'large' ? ['--instances', '200'] : []),
    '--out',
    out,
    '--now',
    NOW,
  ]);
  expect(simulated).toMatchObject({ status: 0, stderr: '' });
  expect(ran.length).toBeGreaterThanOrEqual(2);
  expect(ran.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
    ran.map(() => ({ status: 0, stderr: '' })),
  );
  expect((await readdir(out)).toSorted()).toEqual([
    '.orphan-audit',
    'credential-id',
    'credential-secret',
    'karpenter-before-cluster-delete.txt',
    'keyring.json',
    'orphan-audit.yaml',
    'prices.yaml',
  ]);
});

test('without --out it writes nothing, and says where it is', async () => {
  const { simulated } = await rehearse(['--stage', 'before']);
  expect(simulated.status).toBe(0);
  expect(simulated.stdout).toMatch(
    /^serving the scenario cluster-deleted \(before\) at http:\/\/127\.0\.0\.1:\d+\nit runs until it is interrupted \(Ctrl-C\)\n$/,
  );
});

test('a fault can be rehearsed', async () => {
  const out = join(folder, 'fault');
  const { ran } = await rehearse(['--fault', 'forbidden-volumes', '--out', out, '--now', NOW]);
  expect(ran.map(({ status }) => status)).toEqual([0, 3]);
});

// 'large' has no NodeClaims that own what it lists.
test.each(SCENARIO_NAMES.filter((name) => name !== 'large'))(
  '%s: what it says to type while the cluster lives works too',
  async (name) => {
    const { ran } = await rehearse([
      '--scenario',
      name,
      '--stage',
      'before',
      '--out',
      join(folder, name),
      '--now',
      NOW,
    ]);
    // The last one is for later, when the story is over.
    const [recorded, calibrated] = ran;
    expect([recorded?.status, calibrated?.status]).toEqual([0, 0]);
    expect(calibrated?.stdout).toContain('written: ');
  },
);

test('--instances is of the scenario large only', async () => {
  const refused = await type(['simulate', '--port', '0', '--instances', '5']);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('--instances is of the scenario large only');
});
