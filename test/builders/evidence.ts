import type { InstanceEvidence, Owner, VolumeEvidence } from '../../lib/evidence/outcomes.ts';
import { uid8Of } from '../../lib/terms/ids.ts';
import { aClusterUid, anId, at } from './ledger.ts';

export const OWNER: Owner = {
  clusterUid: aClusterUid(),
  uid8: uid8Of(aClusterUid()),
  clusterName: 'shop',
  nodeClaim: 'general-7k2lq',
};

/** The plainest orphan there is: recorded and unchanged, its cluster gone. */
export function anInstanceEvidence(over: Partial<InstanceEvidence> = {}): InstanceEvidence {
  return {
    name: { kind: 'matches', uid8: OWNER.uid8, nodeClaim: 'general-7k2lq' },
    description: { kind: 'marked', fields: [] },
    signature: { kind: 'unverified', why: 'no-keyring' },
    record: aRecord(),
    claim: { kind: 'unclaimed' },
    node: { kind: 'none' },
    cluster: { kind: 'gone', lastSeenAlive: at('2026-06-01T00:00:00Z'), createdAfterDeletion: false },
    age: { kind: 'old-enough', createdAt: at('2026-05-30T09:00:00Z') },
    state: { kind: 'present', status: 'active' },
    identity: { kind: 'agreed', owner: OWNER },
    twin: { kind: 'alone' },
    sightings: { kind: 'enough', count: 2, needed: 2 },
    ...over,
  };
}

type Recorded = Extract<InstanceEvidence['record'], { kind: 'recorded' }>;

export function aRecord(over: Partial<Recorded> = {}): Recorded {
  return {
    kind: 'recorded',
    clusterUid: OWNER.clusterUid,
    nodeClaim: 'general-7k2lq',
    changes: [],
    fieldOrder: 'too-few',
    recordedAt: at('2026-06-01T00:00:00Z'),
    ...over,
  };
}

/** The plainest orphan volume there is: the recorded root of an instance that is gone, its cluster gone. */
export function aVolumeEvidence(over: Partial<VolumeEvidence> = {}): VolumeEvidence {
  return {
    mark: { kind: 'marked', by: ['recorded'] },
    persistentVolume: { kind: 'none' },
    attachment: { kind: 'unattached' },
    state: { kind: 'available', status: 'available' },
    age: { kind: 'old-enough', createdAt: at('2026-05-30T09:00:00Z') },
    record: aVolumeRecord(),
    recordedInstance: { kind: 'gone' },
    claim: { kind: 'unclaimed' },
    node: { kind: 'none' },
    cluster: { kind: 'gone', lastSeenAlive: at('2026-06-01T00:00:00Z'), createdAfterDeletion: false },
    identity: { kind: 'agreed', owner: OWNER },
    sightings: { kind: 'enough', count: 2, needed: 2 },
    ...over,
  };
}

type VolumeRecorded = Extract<VolumeEvidence['record'], { kind: 'recorded' }>;

export function aVolumeRecord(over: Partial<VolumeRecorded> = {}): VolumeRecorded {
  return {
    kind: 'recorded',
    clusterUid: OWNER.clusterUid,
    nodeClaim: 'general-7k2lq',
    instanceId: anId(1),
    createdAt: 'equal',
    onTermination: 'deleted',
    origin: 'with-instance',
    recordedAt: at('2026-06-01T00:00:00Z'),
    ...over,
  };
}
