import type { Found, InstanceListing } from '../inventory/cloud.ts';
import type { Instance } from '../inventory/instance.ts';
import type { Volume } from '../inventory/volume.ts';
import { type ResourceId, uid8Of } from '../terms/ids.ts';
import { DAY_MS } from '../terms/instants.ts';
import type { Readable } from '../terms/readable.ts';
import { word } from '../terms/words.ts';
import { ageOf, ownerCluster, type Scene, sightingsOf } from './instances.ts';
import type {
  AttachmentEvidence,
  ClaimEvidence,
  IdentityEvidence,
  InstanceVerdict,
  VolumeEvidence,
  VolumeMark,
  VolumeMarkEvidence,
  VolumeRecordEvidence,
  VolumeStateEvidence,
} from './outcomes.ts';
import { volumeRecordOf } from './record.ts';
import { claimEvidenceOf, nodeEvidenceOf, persistentVolumeEvidenceOf } from './witnesses.ts';

/** How long a volume may be in a passing state (verdicts.md, volume rule 7). */
const TRANSITION_MS = DAY_MS;

/** What volumes are judged by beside the {@link Scene}: the instances, with their final verdicts. */
export interface VolumeScene extends Scene {
  readonly instances: Readable<InstanceListing>;
  /** Of the instances that were judged; one that was listed and not judged is unrelated. */
  readonly instanceVerdicts: ReadonlyMap<
    ResourceId,
    { readonly verdict: InstanceVerdict; readonly identity: IdentityEvidence }
  >;
  /** GETs by ID of instances that volumes name and the list lacks. */
  readonly probes: ReadonlyMap<ResourceId, Readable<Found<Instance>>>;
}

/** Gathers everything that is known about one volume. Pure. */
export function volumeEvidence(volume: Volume, scene: VolumeScene): VolumeEvidence {
  const record = volumeRecordOf(volume, scene.ledger);
  const attachment = attachmentOf(volume, scene);
  const persistentVolume = persistentVolumeEvidenceOf(
    volume.id,
    isPersistentVolume(volume, scene),
    scene.testimony,
  );
  const identity = identityOfVolume(record, attachment, scene);
  const owner = identity.kind === 'agreed' ? identity.owner.clusterUid : undefined;
  return {
    mark: markOf(volume, record, persistentVolume.kind === 'bound', scene),
    persistentVolume,
    attachment,
    state: stateOf(volume, scene),
    age: ageOf(volume.createdAt, scene),
    record,
    recordedInstance: recordedInstanceOf(record, scene),
    claim: claimOf(record, scene),
    node:
      record.kind === 'recorded'
        ? nodeEvidenceOf(record.instanceId, scene.testimony)
        : unheardNode(scene.testimony.unheardNodes),
    cluster: ownerCluster(owner, volume.createdAt, scene),
    identity,
    sightings: sightingsOf(volume.id, scene),
  };
}

/** By its CSI name or metadata, or because it was recorded as one. */
function isPersistentVolume(volume: Volume, scene: VolumeScene): boolean {
  return volume.kubernetesMark.kind === 'persistent-volume' || scene.ledger.persistentVolumes.has(volume.id);
}

/** The instances that must be asked for by ID before this volume can be judged, because the list lacks them. */
export function instancesToProbe(
  volume: Volume,
  scene: Pick<VolumeScene, 'ledger' | 'exists'>,
): readonly ResourceId[] {
  const record = volumeRecordOf(volume, scene.ledger);
  const named = record.kind === 'recorded' ? [volume.instanceId, record.instanceId] : [volume.instanceId];
  return named.filter((id) => id !== undefined).filter((id) => !scene.exists(id));
}

function unheardNode(detail: string | undefined): VolumeEvidence['node'] {
  return detail === undefined ? { kind: 'none' } : { kind: 'unreadable', detail };
}

function claimOf(record: VolumeRecordEvidence, scene: VolumeScene): ClaimEvidence {
  if (record.kind === 'recorded') {
    const wanted = { kind: 'whole', name: record.nodeClaim } as const;
    return claimEvidenceOf(record.instanceId, record.clusterUid, wanted, scene.testimony, scene.exists);
  }
  const { unheardClaims } = scene.testimony;
  return unheardClaims === undefined ? { kind: 'unclaimed' } : { kind: 'unreadable', ...unheardClaims };
}

function identityOfVolume(
  record: VolumeRecordEvidence,
  attachment: AttachmentEvidence,
  scene: VolumeScene,
): IdentityEvidence {
  if (record.kind === 'recorded') {
    const { clusterUid, nodeClaim } = record;
    const clusterName = scene.clusters.get(clusterUid)?.names.at(-1);
    return { kind: 'agreed', owner: { clusterUid, uid8: uid8Of(clusterUid), clusterName, nodeClaim } };
  }
  const ofInstance =
    attachment.kind === 'attached' ? scene.instanceVerdicts.get(attachment.instanceId) : undefined;
  return ofInstance?.identity ?? { kind: 'none', uid8: undefined, nodeClaim: undefined };
}

function markOf(
  volume: Volume,
  record: VolumeRecordEvidence,
  isBound: boolean,
  scene: VolumeScene,
): VolumeMarkEvidence {
  const by: VolumeMark[] = [];
  if (record.kind === 'recorded' || record.kind === 'contradictory') by.push('recorded');
  if (isOnMarkedInstance(volume, scene)) by.push('attached-to-marked-instance');
  if (volume.bearsKarpenterName) by.push('instance-name');
  if (isPersistentVolume(volume, scene)) by.push('kubernetes-metadata');
  if (isBound) by.push('persistent-volume');
  return by.length === 0 ? { kind: 'none' } : { kind: 'marked', by };
}

function isOnMarkedInstance(volume: Volume, scene: VolumeScene): boolean {
  const listed = scene.instances.kind === 'read' ? scene.instances.value.instancesWithVolume(volume.id) : [];
  const all = volume.instanceId === undefined ? listed : [volume.instanceId, ...listed];
  return all.some((id) => (scene.instanceVerdicts.get(id)?.verdict ?? 'unrelated') !== 'unrelated');
}

function attachmentOf(volume: Volume, scene: VolumeScene): AttachmentEvidence {
  if (scene.instances.kind === 'unreadable') {
    return { kind: 'unreadable', detail: scene.instances.failure.message };
  }
  const listing = scene.instances.value;
  const listedOn = listing.instancesWithVolume(volume.id);
  const named = volume.instanceId;
  if (named === undefined) return unattachedOr(volume, listedOn);
  const elsewhere = listedOn.find((id) => id !== named);
  if (elsewhere !== undefined) {
    return {
      kind: 'disagrees',
      detail: `its row names instance ${named}, and instance ${elsewhere} lists it`,
    };
  }
  if (!listing.has(named)) return missingOr(named, scene);
  if (listedOn.length === 0) {
    return { kind: 'disagrees', detail: `its row names instance ${named}, which does not list it` };
  }
  return {
    kind: 'attached',
    instanceId: named,
    verdict: scene.instanceVerdicts.get(named)?.verdict ?? 'unrelated',
  };
}

function unattachedOr(volume: Volume, listedOn: readonly ResourceId[]): AttachmentEvidence {
  const [holder] = listedOn;
  if (holder !== undefined) {
    return { kind: 'disagrees', detail: `its row names no instance, and instance ${holder} lists it` };
  }
  if (volume.state === 'in-use' || volume.saysAttached) {
    return { kind: 'disagrees', detail: `it says ${volume.status} and names no instance` };
  }
  return { kind: 'unattached' };
}

function missingOr(named: ResourceId, scene: VolumeScene): AttachmentEvidence {
  const probe = scene.probes.get(named);
  if (probe === undefined)
    return { kind: 'unreadable', detail: `instance ${named} was not asked for by its ID` };
  if (probe.kind === 'unreadable') return { kind: 'unreadable', detail: probe.failure.message };
  return probe.value.kind === 'gone'
    ? { kind: 'instance-missing', instanceId: named }
    : { kind: 'unreadable', detail: `the list lacks instance ${named}, and a GET by its ID finds it` };
}

function recordedInstanceOf(
  record: VolumeRecordEvidence,
  scene: VolumeScene,
): VolumeEvidence['recordedInstance'] {
  if (record.kind !== 'recorded') return { kind: 'unrecorded' };
  if (scene.instances.kind === 'unreadable') return { kind: 'unreadable' };
  if (scene.exists(record.instanceId)) return { kind: 'exists' };
  const probe = scene.probes.get(record.instanceId);
  return { kind: probe?.kind === 'read' && probe.value.kind === 'gone' ? 'gone' : 'unreadable' };
}

function stateOf(volume: Volume, scene: VolumeScene): VolumeStateEvidence {
  const { status, state } = volume;
  if (state !== 'in-transition') return { kind: state, status };
  const firstSeen = scene.ledger.inTransitionSince(volume.id, word(status) ?? '') ?? scene.now;
  const since = Math.max(firstSeen, volume.updatedAt ?? firstSeen);
  return { kind: scene.now - since < TRANSITION_MS ? 'in-transition' : 'stuck-in-transition', status };
}
