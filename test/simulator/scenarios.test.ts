import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../lib/simulator/kubernetes-objects.ts';
import { eachRow, findRow } from '../../lib/simulator/rows.ts';
import { SCENARIO_NAMES, type Scenario } from '../../lib/simulator/scenario.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { parseInstant, plusMs } from '../../lib/terms/instants.ts';
import { providerRef } from '../../lib/terms/provider-id.ts';
import { NOW, theProject } from './ask.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function build(
  name: (typeof SCENARIO_NAMES)[number],
  more: { seed?: string; instances?: number } = {},
): Scenario {
  return buildScenario(name, { now: NOW, instances: 1_000, ...more });
}

function providerIdOf(object: KubernetesObject): string | undefined {
  const { spec, status } = object;
  for (const part of [status, spec]) {
    if (typeof part === 'object' && part !== null && 'providerID' in part) return String(part.providerID);
  }
  return undefined;
}

/** The instances that these objects point at. */
function pointedAt(objects: readonly KubernetesObject[]): Set<string> {
  const refs = objects.map((object) => providerRef(providerIdOf(object)));
  return new Set(refs.flatMap((ref) => (ref.kind === 'instance' ? [ref.id] : [])));
}

describe.each(SCENARIO_NAMES)('scenario %s', (name) => {
  const scenario = build(name);
  const worlds = [scenario.before, scenario.after];
  const projects = worlds.map(theProject);

  it('is the same to the byte for the same seed and now', () => {
    expect(JSON.stringify(build(name))).toBe(JSON.stringify(scenario));
    expect(build(name).truth).toEqual(scenario.truth);
  });

  it('is another for another seed', () => {
    expect(build(name, { seed: 'other' }).keyring).not.toBe(scenario.keyring);
    expect(theProject(build(name, { seed: 'other' }).after).id).not.toBe(projects[1]?.id);
  });

  it('keeps to the lengths that the cloud allows', () => {
    for (const project of projects) {
      for (const { name: text, description } of [
        ...eachRow(project.instances),
        ...eachRow(project.volumes),
      ]) {
        expect(text?.length).toBeLessThanOrEqual(63);
        expect(description?.length ?? 0).toBeLessThanOrEqual(100);
      }
      for (const { row } of project.clusters) expect(row.name).toMatch(/^[a-z][a-z0-9-]{2,18}[a-z0-9]$/);
    }
  });

  it('has UUIDs of its own for every instance and volume', () => {
    for (const project of projects) {
      const ids = [...eachRow(project.instances), ...eachRow(project.volumes)].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(UUID);
    }
  });

  it('says the same of every attachment on both sides', () => {
    for (const project of projects) {
      const byInstances = [...eachRow(project.instances)].flatMap(({ id, attached_volumes }) =>
        (attached_volumes ?? []).map((volume) => `${id} ${volume.id} ${volume.created_at} ${volume.size}`),
      );
      const byVolumes = [...eachRow(project.volumes)]
        .filter(({ instance_id }) => instance_id !== null)
        .map(({ id, instance_id, created_at, size }) => `${instance_id} ${id} ${created_at} ${size}`);
      expect(byInstances.sort()).toEqual(byVolumes.sort());
    }
  });

  it('has nothing that was made after the moment it is shown', () => {
    for (const world of worlds) {
      for (const row of [...eachRow(theProject(world).instances), ...eachRow(theProject(world).volumes)]) {
        expect(Date.parse(row.created_at ?? '')).toBeLessThanOrEqual(world.at);
      }
    }
  });

  it('has two keys of 32 bytes in its keyring', () => {
    const keyring = JSON.parse(scenario.keyring);
    expect(Object.keys(keyring.keys)).toContain(keyring.activeKeyID);
    for (const key of Object.values<string>(keyring.keys))
      expect(Buffer.from(key, 'base64')).toHaveLength(32);
  });

  it('prints the NodeClaims that there were', () => {
    const subject = theProject(scenario.before).clusters.find(({ kubernetes }) =>
      kubernetes.nodeClaims.some((claim) => scenario.kubectlTable.includes(providerIdOf(claim) ?? '-')),
    );
    const lines = scenario.kubectlTable.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^NODECLAIM {3,}PROVIDER_ID$/);
    expect(lines.slice(1).map((line) => line.split(/ {3,}/))).toEqual(
      subject?.kubernetes.nodeClaims.map((claim) => [claim.metadata.name, providerIdOf(claim) ?? '<none>']),
    );
  });

  it('has claims only of instances that are there', () => {
    for (const { clusters, instances } of projects) {
      for (const { kubernetes } of clusters) {
        for (const id of pointedAt([...kubernetes.nodeClaims, ...kubernetes.nodes])) {
          expect(findRow(instances, id)?.id).toBe(id);
        }
      }
    }
  });

  describe('truth', () => {
    const after = theProject(scenario.after);
    const before = theProject(scenario.before);
    const claimed = pointedAt(after.clusters.flatMap(({ kubernetes }) => kubernetes.nodeClaims));
    const onNodes = pointedAt(after.clusters.flatMap(({ kubernetes }) => kubernetes.nodes));

    it('is told of every instance and volume', () => {
      const all = [...eachRow(after.instances), ...eachRow(after.volumes)].map(({ id }) => id);
      if (name === 'large') expect(scenario.truth.size).toBeGreaterThanOrEqual(all.length / 100);
      else expect([...scenario.truth.keys()].sort()).toEqual(all.sort());
      for (const id of scenario.truth.keys()) expect(all).toContain(id);
    });

    it('never calls a claimed instance a leftover, and none alive that nothing points at', () => {
      for (const [id, { what }] of scenario.truth) {
        if (findRow(after.instances, id) === undefined) continue;
        if (what === 'leftover') expect([claimed.has(id), onNodes.has(id)]).toEqual([false, false]);
        if (what === 'alive') expect(claimed.has(id) || onNodes.has(id)).toBe(true);
      }
    });

    it('calls provable only what was recorded, claimed and never touched', () => {
      const claimedBefore = pointedAt(before.clusters.flatMap(({ kubernetes }) => kubernetes.nodeClaims));
      for (const [id, truth] of scenario.truth) {
        if (truth.what !== 'leftover' || !truth.provable) continue;
        const instance = findRow(after.instances, id);
        if (instance !== undefined) {
          const { name: text, description, created_at } = instance;
          expect(claimedBefore).toContain(id);
          expect(findRow(before.instances, id)).toMatchObject({ name: text, description, created_at });
          continue;
        }
        const volume = findRow(after.volumes, id);
        const recorded = findRow(before.volumes, id);
        expect(volume).toMatchObject({
          created_at: recorded?.created_at,
          status: 'available',
          instance_id: null,
        });
        expect(claimedBefore).toContain(recorded?.instance_id);
        expect(findRow(after.instances, recorded?.instance_id ?? '')).toBeUndefined();
        const flags = findRow(before.instances, recorded?.instance_id ?? '')?.attached_volumes;
        expect(flags?.find((one) => one.id === id)?.is_delete_on_termination).toBe(true);
      }
    });
  });
});

describe('a moment that is no whole second', () => {
  it.each(SCENARIO_NAMES)('leaves every time of %s readable', (name) => {
    const now = plusMs(NOW, 123);
    const scenario = buildScenario(name, { now, instances: 500 });
    expect(scenario.now).toBe(now);
    const { instances, volumes } = theProject(scenario.after);
    for (const { created_at, updated_at } of [...eachRow(instances), ...eachRow(volumes)]) {
      expect([created_at, parseInstant(created_at)]).not.toEqual([created_at, undefined]);
      expect([updated_at, parseInstant(updated_at)]).not.toEqual([updated_at, undefined]);
    }
  });
});

describe('what the stories promise', () => {
  it.each([
    ['cluster-deleted', 9],
    ['controller-removed-first', 4],
    ['renamed', 1],
    ['two-clusters', 4],
    ['stuck-deleting', 2],
    ['clean', 0],
  ] as const)('%s has %i leftovers that can be proven', (name, count) => {
    const provable = [...build(name).truth.values()].filter(
      (truth) => truth.what === 'leftover' && truth.provable,
    );
    expect(provable).toHaveLength(count);
  });

  it('cluster-deleted leaves no cluster, a shelved one, one in error and a kept volume', () => {
    const { after, before } = build('cluster-deleted');
    const { clusters, instances, volumes } = theProject(after);
    expect(clusters).toEqual([]);
    const ours = [...eachRow(instances)].filter(({ name }) => name?.startsWith('karpenter-'));
    expect(ours.map(({ status }) => status)).toEqual(expect.arrayContaining(['shelved_offloaded', 'error']));
    const loose = [...eachRow(volumes)].filter(({ instance_id }) => instance_id === null).map(({ id }) => id);
    const flags = [...eachRow(theProject(before).instances)].flatMap(
      ({ attached_volumes }) => attached_volumes ?? [],
    );
    const kept = flags.filter((flag) => loose.includes(flag.id) && flag.is_delete_on_termination === false);
    expect(kept.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^karpenter-/), expect.stringMatching(/^pvc-/)]),
    );
  });

  it('two-clusters shares NodeClaim names between the clusters', () => {
    const names = theProject(build('two-clusters').before).clusters.map(({ kubernetes }) =>
      kubernetes.nodeClaims.map(({ metadata }) => metadata.name),
    );
    expect(names[0]?.filter((name) => names[1]?.includes(name))).not.toEqual([]);
  });

  it('large has as many rows as asked for, a hundredth of them marked, found by ID', () => {
    const { after, truth } = build('large', { instances: 20_000 });
    const { instances, volumes } = theProject(after);
    expect([instances.length, volumes.length]).toEqual([20_000, 20_000]);
    expect(truth.size).toBeGreaterThan(300);
    expect(truth.size).toBeLessThan(500);
    for (const position of [0, 50, 9_999, 19_999]) {
      const instance = instances.at(position);
      const volume = volumes.at(position);
      expect(findRow(instances, instance?.id ?? '')).toEqual(instance);
      expect(findRow(volumes, volume?.id ?? '')).toEqual(volume);
    }
    expect(findRow(instances, volumes.at(3)?.id ?? '')).toBeUndefined();
  });
});
