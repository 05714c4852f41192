import type { Scene, Thresholds } from '../evidence/instances.ts';
import { AuditFailure } from '../terms/failure.ts';
import { confirmed } from '../verdict/confirm.ts';
import {
  isUnheard,
  type RuledInstance,
  type RuledVolume,
  ruleInstance,
  ruleInstances,
  ruleVolume,
  ruleVolumes,
  verdictsById,
  withBrake,
} from '../verdict/judge.ts';
import type { Looked } from './clusters.ts';
import type { Look, SecondLook } from './look.ts';
import { sceneOf, volumeSceneOf } from './scene.ts';
import { withSnapshotWarnings } from './snapshots.ts';

/** What the tables and the brake say of a first look. */
export interface FirstJudgement {
  readonly look: Look;
  readonly scene: Scene;
  /** Before the brake. */
  readonly tableInstances: readonly RuledInstance[];
  readonly instances: readonly RuledInstance[];
  readonly volumes: readonly RuledVolume[];
  readonly isComplete: boolean;
}

/** What is left of it after the second. */
export interface FinalJudgement extends FirstJudgement {
  readonly failures: readonly AuditFailure[];
}

/**
 * Judges instances, then the volumes that follow them. A witness that could not be heard makes the run incomplete,
 * and an incomplete run is no sighting: then everything is judged once more as such.
 */
export function judge(
  looked: Looked,
  look: Look,
  thresholds: Thresholds,
  isComplete: boolean,
): FirstJudgement {
  const scene = sceneOf(looked, look, look.clusters, thresholds, isComplete);
  const tableInstances = ruleInstances(look.keptInstances, scene);
  const { once, twice } = looked.ledger.condemned;
  // Only the next complete run lets go of what the brake holds.
  const instances = withBrake(tableInstances, isComplete ? once : twice);
  const volumeScene = volumeSceneOf(scene, look, look.probes, verdictsById(instances));
  const volumes = ruleVolumes(look.keptVolumes, volumeScene);
  if (isComplete && [...instances, ...volumes].some(isUnheard)) return judge(looked, look, thresholds, false);
  return { look, scene, tableInstances, instances, volumes, isComplete };
}

export function orphansOf({ instances, volumes }: FirstJudgement) {
  return { instances: orphansAmong(instances), volumes: orphansAmong(volumes) };
}

function orphansAmong<Resource>(
  ruled: readonly { readonly resource: Resource; readonly judgement: { readonly verdict: string } }[],
): readonly Resource[] {
  return ruled.filter(({ judgement }) => judgement.verdict === 'orphan').map(({ resource }) => resource);
}

/**
 * Lets only those orphans stand that the second look says again. What it could not read makes the whole run
 * incomplete, and then nothing in it was a sighting.
 */
export function confirm(first: FirstJudgement, second: SecondLook, looked: Looked): FinalJudgement {
  const { look, scene } = first;
  if (first.isComplete && second.failures.length > 0) {
    return confirm(judge(looked, look, scene.thresholds, false), second, looked);
  }
  const again = sceneOf(looked, look, second.clusters, scene.thresholds, first.isComplete);
  const instances = first.instances.map((one) =>
    confirmed(one, second.instances.get(one.resource.id), (resource) => ruleInstance(resource, again)),
  );
  const verdicts = verdictsById(instances);
  // Attached volumes follow what their instances have become.
  const followed = ruleVolumes(look.keptVolumes, volumeSceneOf(scene, look, look.probes, verdicts));
  const volumesAgain = volumeSceneOf(again, look, second.probes, verdicts);
  const volumes = followed.map((one) =>
    confirmed(one, second.volumes.get(one.resource.id), (resource) => ruleVolume(resource, volumesAgain)),
  );
  const doubted = stillDoubted([...instances, ...volumes]);
  if (first.isComplete && doubted.length > 0) {
    return confirm(judge(looked, look, scene.thresholds, false), { ...second, failures: doubted }, looked);
  }
  return {
    ...first,
    instances,
    volumes: withSnapshotWarnings(volumes, second.snapshots),
    failures: second.failures,
  };
}

/** Every single call was answered, and still the answers do not say again what the first ones said. */
function stillDoubted(ruled: readonly (RuledInstance | RuledVolume)[]): readonly AuditFailure[] {
  return ruled
    .filter(({ judgement }) => judgement.reason === 'not-confirmed')
    .map(
      ({ resource }) =>
        new AuditFailure(
          'not-confirmed',
          `whether ${resource.id} (${resource.name}) has an owner could not be told at the second look`,
          'run again in some minutes; orphan-audit explain tells what could not be read',
        ),
    );
}

/** An incomplete run names what it lacked, even where every single call was answered. */
export function unheard({ instances, volumes }: FirstJudgement): readonly AuditFailure[] {
  const [one] = [...instances, ...volumes].filter(isUnheard);
  if (one === undefined) return [];
  const { cluster } = one.evidence;
  const isNeverAsked =
    (cluster.kind === 'alive' || cluster.kind === 'deleting') && cluster.witness === 'declared-none';
  return [
    new AuditFailure(
      'owner-unreadable',
      `the owner of ${one.resource.id} (${one.resource.name}) could not be heard`,
      isNeverAsked
        ? 'its cluster is declared "witness: none": take that out of the configuration, for it has Karpenter'
        : 'orphan-audit explain tells what could not be read; run again once it can be',
    ),
  ];
}
