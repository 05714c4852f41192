import type { Scene, Thresholds } from '../evidence/instances.ts';
import { fieldOrdersOf } from '../evidence/record.ts';
import { signaturesOf } from '../evidence/signatures.ts';
import type { VolumeScene } from '../evidence/volumes.ts';
import type { Instance } from '../inventory/instance.ts';
import type { ResourceId } from '../terms/ids.ts';
import type { ClustersSeen, Looked } from './clusters.ts';
import type { Look } from './look.ts';

/** What the evidence is gathered from: a look at the inventory with a look at the clusters, which may be a second one. */
export function sceneOf(
  { ledger, now, cloud, signing, projectId }: Looked,
  look: Look,
  clusters: ClustersSeen,
  thresholds: Thresholds,
  isComplete: boolean,
): Scene {
  const { instances } = look;
  const { known, testimony } = clusters;
  const fieldOrders = fieldOrdersOf(ledger, cloud.readDescription);
  return {
    now,
    thresholds,
    ledger,
    clusters: known,
    clusterLook: clusters.look,
    testimony,
    fieldOrders,
    signatures: signaturesOf({
      signing,
      projectId,
      clusters: known,
      ledger,
      fieldOrders,
      testimony,
      instances: look.keptInstances,
      descriptionLimit: cloud.descriptionLimit,
    }),
    exists: instances.kind === 'read' ? instances.value.has : () => false,
    instancesByName: byName(look.keptInstances),
    isComplete,
  };
}

export function volumeSceneOf(
  scene: Scene,
  look: Look,
  probes: VolumeScene['probes'],
  instanceVerdicts: VolumeScene['instanceVerdicts'],
): VolumeScene {
  return { ...scene, instances: look.instances, probes, instanceVerdicts };
}

function byName(instances: readonly Instance[]): ReadonlyMap<string, readonly ResourceId[]> {
  const ids = new Map<string, ResourceId[]>();
  for (const { id, name } of instances) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}
