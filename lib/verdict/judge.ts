import { instanceEvidence, type Scene } from '../evidence/instances.ts';
import type {
  ClusterEvidence,
  IdentityEvidence,
  InstanceEvidence,
  InstanceVerdict,
  VolumeEvidence,
} from '../evidence/outcomes.ts';
import { type VolumeScene, volumeEvidence } from '../evidence/volumes.ts';
import type { Instance } from '../inventory/instance.ts';
import type { Volume } from '../inventory/volume.ts';
import type { ResourceId } from '../terms/ids.ts';
import { BRAKED, type BrakeCandidate, braked } from './brake.ts';
import { judgeInstance } from './instance-rules.ts';
import type { Judgement } from './judgement.ts';
import { judgeVolume } from './volume-rules.ts';

/** One resource with what was found out about it and the rule that decided. */
export interface Ruled<Resource, Evidence> {
  readonly resource: Resource;
  readonly evidence: Evidence;
  readonly judgement: Judgement;
}
export type RuledInstance = Ruled<Instance, InstanceEvidence>;
export type RuledVolume = Ruled<Volume, VolumeEvidence>;

/** Judges all instances of a project by the table, without the brake. */
export function ruleInstances(instances: readonly Instance[], scene: Scene): readonly RuledInstance[] {
  return instances.map((resource) => ruleInstance(resource, scene));
}

export function ruleInstance(resource: Instance, scene: Scene): RuledInstance {
  const evidence = instanceEvidence(resource, scene);
  return { resource, evidence, judgement: judgeInstance(evidence) };
}

export function ruleVolumes(volumes: readonly Volume[], scene: VolumeScene): readonly RuledVolume[] {
  return volumes.map((resource) => ruleVolume(resource, scene));
}

export function ruleVolume(resource: Volume, scene: VolumeScene): RuledVolume {
  const evidence = volumeEvidence(resource, scene);
  return { resource, evidence, judgement: judgeVolume(evidence) };
}

/** Holds back what would become an orphan in a surprising number at once (verdicts.md, "Brake"). */
export function withBrake(
  ruled: readonly RuledInstance[],
  condemnedBefore: ReadonlySet<ResourceId>,
): readonly RuledInstance[] {
  const held = braked(ruled.flatMap(brakeCandidate), condemnedBefore);
  return ruled.map((one) => (held.has(one.resource.id) ? { ...one, judgement: BRAKED } : one));
}

function brakeCandidate({ resource, evidence, judgement }: RuledInstance): readonly BrakeCandidate[] {
  if (judgement.verdict === 'unrelated' || evidence.identity.kind !== 'agreed' || !isLiving(evidence.cluster))
    return [];
  return [{ id: resource.id, cluster: evidence.identity.owner.clusterUid, judgement }];
}

export function isLiving(cluster: ClusterEvidence): boolean {
  return cluster.kind === 'alive' || cluster.kind === 'deleting';
}

/** Whether a witness that could not be heard decided: such a run is not complete (verdicts.md, rule 9). */
export function isUnheard({ judgement }: { readonly judgement: Judgement }): boolean {
  return judgement.reason === 'owner-unreadable' || judgement.reason === 'owner-list-shrunk';
}

/** The verdicts that attached volumes follow. */
export function verdictsById(
  ruled: readonly RuledInstance[],
): ReadonlyMap<ResourceId, { readonly verdict: InstanceVerdict; readonly identity: IdentityEvidence }> {
  return new Map(
    ruled.map(({ resource, evidence, judgement }) => [
      resource.id,
      { verdict: instanceVerdict(judgement), identity: evidence.identity },
    ]),
  );
}

function instanceVerdict({ verdict }: Judgement): InstanceVerdict {
  if (verdict === 'held' || verdict === 'retained') throw new TypeError(`an instance is never ${verdict}`);
  return verdict;
}
