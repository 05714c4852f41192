import type { Scene } from '../evidence/instances.ts';
import { confirmed } from '../verdict/confirm.ts';
import {
  type RuledInstance,
  type RuledVolume,
  ruleInstance,
  ruleVolume,
  ruleVolumes,
  verdictsById,
} from '../verdict/judge.ts';
import { type Look, type Looked, lookAgain } from './look.ts';
import { sceneOf, volumeSceneOf } from './scene.ts';

/** What the tables and the brake say of a first look. */
export interface FirstJudgement {
  readonly look: Look;
  readonly scene: Scene;
  readonly tableInstances: readonly RuledInstance[];
  readonly instances: readonly RuledInstance[];
  readonly volumes: readonly RuledVolume[];
  readonly isComplete: boolean;
}

export interface ConfirmedRun {
  readonly instances: readonly RuledInstance[];
  readonly volumes: readonly RuledVolume[];
}

/** Reads every would-be orphan once more, with its cluster and witnesses, and lets only those stand that hold twice. */
export async function confirmedRun(first: FirstJudgement, looked: Looked, look: Look): Promise<ConfirmedRun> {
  const orphans = { instances: orphansAmong(first.instances), volumes: orphansAmong(first.volumes) };
  if (orphans.instances.length + orphans.volumes.length === 0) return first;

  const second = await lookAgain(looked, look, orphans);
  const scene = sceneOf(looked, look, second.clusters, first.scene.thresholds, first.isComplete);
  const instances = first.instances.map((one) =>
    confirmed(one, second.instances.get(one.resource.id), (resource) => ruleInstance(resource, scene)),
  );

  const verdicts = verdictsById(instances);
  const secondVolumes = volumeSceneOf(scene, look, second.probes, verdicts);
  // Attached volumes follow what their instances have become.
  const followed = ruleVolumes(look.keptVolumes, volumeSceneOf(first.scene, look, look.probes, verdicts));
  const volumes = followed.map((one) =>
    confirmed(one, second.volumes.get(one.resource.id), (resource) => ruleVolume(resource, secondVolumes)),
  );
  return { instances, volumes };
}

function orphansAmong<Resource>(
  ruled: readonly { readonly resource: Resource; readonly judgement: { readonly verdict: string } }[],
): readonly Resource[] {
  return ruled.filter(({ judgement }) => judgement.verdict === 'orphan').map(({ resource }) => resource);
}
