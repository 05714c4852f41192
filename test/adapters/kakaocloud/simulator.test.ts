import { afterEach, describe, expect, it } from 'vitest';
import { type FaultName, faultByName } from '../../../lib/simulator/named-faults.ts';
import { eachRow, type Row, type Rows } from '../../../lib/simulator/rows.ts';
import { buildScenario } from '../../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../../lib/simulator/server.ts';
import { AuditFailure, type FailureCode } from '../../../lib/terms/failure.ts';
import type { ResourceId } from '../../../lib/terms/ids.ts';
import { anId } from '../../builders/ledger.ts';
import { cloudAt, type FakeTime, fakeTime, NOW } from './small-cloud.ts';

// The simulator was written from the same documents by other hands: where the two disagree, one has misread them.

let simulator: Simulator | undefined;
afterEach(async () => {
  await simulator?.close();
  simulator = undefined;
});

async function simulate(fault?: FaultName, instances = 130) {
  const { after: world } = buildScenario('large', { now: NOW, instances });
  const [project] = world.projects;
  if (project === undefined) throw new TypeError('the scenario has no project');
  const time: FakeTime = fakeTime();
  simulator = await startSimulator({
    world,
    clock: time.clock,
    paging: { maximumLimit: 40 },
    faults: fault === undefined ? [] : (faultByName(fault) ?? []),
  });
  const cloud = cloudAt(simulator.url, time, { credential: project.credential });
  return { cloud, project, time, simulator };
}

const ALL = { ids: new Set<ResourceId>(), attachedTo: new Set<ResourceId>(), all: true };
const idsOf = (rows: Rows<Row>) => [...eachRow(rows)].map(({ id }) => id).sort();

/** The rows of a list, or the code of the failure. */
async function outcome<T>(
  reading: Promise<{ readonly kept: readonly { readonly id: T }[] }>,
): Promise<T[] | FailureCode> {
  try {
    return (await reading).kept.map(({ id }) => id);
  } catch (thrown) {
    if (thrown instanceof AuditFailure) return thrown.code;
    throw thrown;
  }
}

describe('the simulated project', () => {
  it('is read whole', async () => {
    const { cloud, project } = await simulate();
    expect(await outcome(cloud.listInstances(ALL))).toEqual(idsOf(project.instances));
    expect(await outcome(cloud.listVolumes(ALL))).toEqual(idsOf(project.volumes));
    expect((await cloud.listClusters()).map(({ uid }) => uid)).toEqual(
      project.clusters.map(({ uid }) => uid),
    );
    expect(await cloud.project()).toEqual({ id: project.id, name: project.name });
    await cloud.close();
  });

  it('gives by ID what its list gives', async () => {
    const { cloud } = await simulate(undefined, 20);
    const { kept } = await cloud.listInstances(ALL);
    for (const instance of kept) {
      expect(await cloud.getInstance(instance.id)).toEqual({ kind: 'found', value: instance });
    }
    expect(await cloud.getInstance(anId(1))).toEqual({ kind: 'gone' });
    await cloud.close();
  });

  it('is asked for nothing that would change it', async () => {
    const { cloud, simulator } = await simulate();
    await cloud.listInstances(ALL);
    await cloud.listSnapshots(new Set([anId(1)]));
    expect(simulator.refusedWrites).toBe(0);
    expect(simulator.requests.filter(({ call }) => call === 'unknown')).toEqual([]);
    await cloud.close();
  });
});

type Expected = 'whole' | FailureCode;

describe('a fault of the simulator', () => {
  it.each<[FaultName, Expected, Expected]>([
    ['rate-limited', 'whole', 'whole'],
    ['rate-limited-until-a-date', 'whole', 'whole'],
    ['rate-limited-without-a-word', 'whole', 'whole'],
    ['rate-limited-absurdly', 'whole', 'whole'],
    ['rate-limited-for-a-day', 'whole', 'rate-limited'],
    ['internal-error', 'server-failed', 'server-failed'],
    ['bad-gateway', 'whole', 'whole'],
    ['unavailable', 'whole', 'whole'],
    ['gateway-timeout', 'whole', 'whole'],
    ['volumes-down', 'whole', 'server-failed'],
    ['connection-reset', 'whole', 'whole'],
    ['connection-reset-in-the-body', 'whole', 'whole'],
    ['empty-answer', 'whole', 'answer-empty'],
    ['html-answer', 'whole', 'answer-not-json'],
    ['null-array', 'whole', 'answer-unexpected'],
    ['missing-array', 'whole', 'answer-unexpected'],
    ['missing-pagination', 'whole', 'answer-unexpected'],
    ['moving-total', 'listing-unstable', 'listing-unstable'],
    ['short-page', 'listing-unstable', 'listing-unstable'],
    ['repeated-row', 'whole', 'whole'],
    ['clamped-limit', 'whole', 'whole'],
    ['clamped-limit-untold', 'whole', 'whole'],
    ['expired-token', 'whole', 'whole'],
    ['unauthorized', 'unauthorized', 'unauthorized'],
    ['credential-refused', 'token-refused', 'token-refused'],
    ['forbidden-instances', 'forbidden', 'whole'],
    ['forbidden-volumes', 'whole', 'forbidden'],
  ])('%s: instances %s, volumes %s', async (fault, instances, volumes) => {
    const { cloud, project } = await simulate(fault);
    const seen = [await outcome(cloud.listInstances(ALL)), await outcome(cloud.listVolumes(ALL))];
    expect(seen).toEqual([
      instances === 'whole' ? idsOf(project.instances) : instances,
      volumes === 'whole' ? idsOf(project.volumes) : volumes,
    ]);
    await cloud.close();
  });

  it.each<[FaultName, number]>([
    ['moved-row', 130],
    ['inserted-row', 131],
    ['deleted-row', 129],
  ])('%s once, between two pages: the list is read again, and is whole', async (fault, total) => {
    const { cloud, simulator } = await simulate(fault);
    expect((await cloud.listInstances(ALL)).total).toBe(total);
    expect(simulator.faults.fired).toBe(1);
    await cloud.close();
  });

  it('null-clusters: they cannot be read', async () => {
    const { cloud } = await simulate('null-clusters');
    await expect(cloud.listClusters()).rejects.toMatchObject({ code: 'answer-unexpected' });
    await cloud.close();
  });

  it('forbidden-kubeconfig: it is refused', async () => {
    const { cloud, project } = await simulate('forbidden-kubeconfig');
    const name = project.clusters[0]?.row.name ?? '';
    await expect(cloud.getKubeconfig(name)).rejects.toMatchObject({ code: 'forbidden' });
    await cloud.close();
  });

  it('forbidden-snapshots: they are refused', async () => {
    const { cloud } = await simulate('forbidden-snapshots');
    await expect(cloud.listSnapshots(new Set([anId(1)]))).rejects.toMatchObject({ code: 'forbidden' });
    await cloud.close();
  });
});
