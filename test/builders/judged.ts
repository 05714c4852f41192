import type { AgeEvidence, InstanceEvidence, VolumeEvidence } from '../../lib/evidence/outcomes.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import { uid8Of } from '../../lib/terms/ids.ts';
import type { Instant } from '../../lib/terms/instants.ts';
import type { GoneSince, JudgedInstance, JudgedVolume, ProjectVerdicts } from '../../lib/verdict/judged.ts';
import type { Judgement, NextStep } from '../../lib/verdict/judgement.ts';
import { aClusterUid, anId, at } from './ledger.ts';

/** What a judged resource is given; the rest has sound defaults. */
export interface JudgedParts<Resource, Evidence> {
  readonly resource?: Partial<Resource>;
  readonly evidence?: Partial<Evidence>;
  readonly judgement?: Judgement;
  readonly nextStep?: NextStep;
  readonly goneSince?: GoneSince;
}

const GONE_SINCE: GoneSince = { earliest: at('2026-11-21T09:00:00Z'), latest: at('2026-11-21T15:00:00Z') };

/** An orphan whose cluster is gone, signed and recorded, to be deleted in the console. */
export function aJudgedInstance(parts: JudgedParts<Instance, InstanceEvidence> = {}): JudgedInstance {
  const resource = { ...anInstance(), ...parts.resource };
  return {
    kind: 'instance',
    resource,
    evidence: { ...instanceEvidence(resource), ...parts.evidence },
    judgement: parts.judgement ?? {
      verdict: 'orphan',
      reason: 'cluster-gone',
      by: { table: 'instances', rule: 22 },
      warnings: [],
      assurance: 'signed-and-recorded',
    },
    nextStep: parts.nextStep ?? 'delete-in-console',
    goneSince: parts.goneSince ?? GONE_SINCE,
  };
}

/** An orphan that was recorded with an instance that is gone, of a cluster that is gone. */
export function aJudgedVolume(parts: JudgedParts<Volume, VolumeEvidence> = {}): JudgedVolume {
  const resource = { ...aVolume(), ...parts.resource };
  return {
    kind: 'volume',
    resource,
    evidence: { ...volumeEvidence(resource), ...parts.evidence },
    judgement: parts.judgement ?? {
      verdict: 'orphan',
      reason: 'cluster-gone',
      by: { table: 'volumes', rule: 15 },
      warnings: [],
      assurance: 'recorded',
    },
    nextStep: parts.nextStep ?? 'delete-in-console',
    goneSince: parts.goneSince ?? GONE_SINCE,
  };
}

/** A complete look at one project that listed ten of each kind and judged nothing. */
export function someProjectVerdicts(parts: Partial<ProjectVerdicts> = {}): ProjectVerdicts {
  return {
    project: { name: 'shop-prod', region: 'kr-central-2', id: 'b1ccedbfaffd60bc89c2d60ad9893328' },
    listed: { instances: 10, volumes: 10 },
    judged: [],
    problems: [],
    warnings: [],
    complete: true,
    lastCompleteAt: at('2026-11-30T06:00:00Z'),
    lastRecordedAt: at('2026-11-30T05:20:00Z'),
    keyrings: [],
    ...parts,
  };
}

function anInstance(): Instance {
  return {
    kind: 'instance',
    id: anId(1),
    name: 'karpenter-2c32ae2c-general-7k2lq',
    description: 'v=1;m=karpenter;c=2c32ae2c',
    status: 'active',
    state: 'present',
    billing: 'billed',
    createdAt: at('2026-11-20T17:55:00Z'),
    flavor: 'm2a.large',
    availabilityZone: 'kr-central-2-a',
    projectId: 'b1ccedbfaffd60bc89c2d60ad9893328',
    publicIps: 0,
    volumes: [],
    nameMark: { kind: 'matches', uid8: uid8Of(aClusterUid()), nodeClaim: 'general-7k2lq' },
    descriptionMark: { kind: 'marked', fields: [{ key: 'c', value: '2c32ae2c' }] },
  };
}

function aVolume(): Volume {
  return {
    kind: 'volume',
    id: anId(0x101),
    name: 'karpenter-2c32ae2c-general-7k2lq-root',
    status: 'available',
    state: 'available',
    billing: 'billed',
    createdAt: at('2026-11-20T17:55:07Z'),
    updatedAt: at('2026-11-21T09:00:00Z'),
    sizeGiB: 50,
    volumeType: 'gp2',
    availabilityZone: 'kr-central-2-a',
    projectId: 'b1ccedbfaffd60bc89c2d60ad9893328',
    instanceId: undefined,
    instanceName: undefined,
    saysAttached: false,
    bearsKarpenterName: true,
    kubernetesMark: { kind: 'none' },
  };
}

function instanceEvidence(resource: Instance): InstanceEvidence {
  const clusterUid = aClusterUid();
  return {
    name: resource.nameMark,
    description: resource.descriptionMark,
    signature: { kind: 'valid', keyId: '2026-05', key: 'active' },
    record: {
      kind: 'recorded',
      clusterUid,
      nodeClaim: 'general-7k2lq',
      changes: [],
      fieldOrder: 'same',
      recordedAt: at('2026-11-20T18:00:00Z'),
    },
    claim: { kind: 'unclaimed' },
    node: { kind: 'none' },
    cluster: { kind: 'gone', lastSeenAlive: at('2026-11-21T09:00:00Z'), createdAfterDeletion: false },
    age: ageEvidence(resource.createdAt),
    state: { kind: 'present', status: resource.status },
    identity: {
      kind: 'agreed',
      owner: { clusterUid, uid8: uid8Of(clusterUid), clusterName: 'shop', nodeClaim: 'general-7k2lq' },
    },
    twin: { kind: 'alone' },
    sightings: { kind: 'enough', count: 2, needed: 2 },
  };
}

function volumeEvidence(resource: Volume): VolumeEvidence {
  const clusterUid = aClusterUid();
  return {
    mark: { kind: 'marked', by: ['recorded', 'instance-name'] },
    persistentVolume: { kind: 'none' },
    attachment: { kind: 'unattached' },
    state: { kind: 'available', status: resource.status },
    age: ageEvidence(resource.createdAt),
    record: {
      kind: 'recorded',
      clusterUid,
      nodeClaim: 'general-7k2lq',
      instanceId: anId(1),
      createdAt: 'equal',
      onTermination: 'deleted',
      origin: 'with-instance',
      recordedAt: at('2026-11-20T18:00:00Z'),
    },
    recordedInstance: { kind: 'gone' },
    claim: { kind: 'unclaimed' },
    node: { kind: 'none' },
    cluster: { kind: 'gone', lastSeenAlive: at('2026-11-21T09:00:00Z'), createdAfterDeletion: false },
    identity: {
      kind: 'agreed',
      owner: { clusterUid, uid8: uid8Of(clusterUid), clusterName: 'shop', nodeClaim: 'general-7k2lq' },
    },
    sightings: { kind: 'enough', count: 2, needed: 2 },
  };
}

function ageEvidence(createdAt: Instant | undefined): AgeEvidence {
  return createdAt === undefined
    ? { kind: 'unknown', detail: 'the cloud gave no creation time' }
    : { kind: 'old-enough', createdAt };
}
