import type {
  ClusterRecord,
  RecordedCluster,
  RecordedInstance,
  RecordedNodeClaim,
  RecordedPersistentVolume,
  RecordedVolume,
  RunEntry,
} from '../../lib/ledger/entries.ts';
import { type ClusterUid, clusterUid, type ResourceId, resourceId } from '../../lib/terms/ids.ts';
import { type Instant, parseInstant } from '../../lib/terms/instants.ts';
import { providerRef } from '../../lib/terms/provider-id.ts';

/** A moment from its text; a text that is none is a mistake in the test. */
export function at(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === undefined) throw new TypeError(`not a moment: ${text}`);
  return instant;
}

/** The n-th invented resource ID: `00000000-0000-4000-8000-00000000000n`. */
export function anId(n: number): ResourceId {
  const id = resourceId(inventedUuid('00000000', n));
  if (id === undefined) throw new TypeError(`not an ID: ${n}`);
  return id;
}

/** An invented cluster UID that begins with the given uid8. */
export function aClusterUid(uid8 = '2c32ae2c', n = 1): ClusterUid {
  const uid = clusterUid(inventedUuid(uid8, n));
  if (uid === undefined) throw new TypeError(`not a cluster UID: ${uid8}, ${n}`);
  return uid;
}

function inventedUuid(start: string, n: number): string {
  return `${start}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function aRecordedCluster(over: Partial<RecordedCluster> = {}): RecordedCluster {
  return {
    uid: aClusterUid(),
    id: anId(0xc1),
    name: 'shop',
    phase: 'Provisioned',
    createdAt: at('2026-05-30T08:12:44Z'),
    ...over,
  };
}

/** Points at {@link aRecordedInstance} unless told otherwise; `providerId: ''` is one that is launching. */
export function aRecordedNodeClaim(
  over: Partial<Omit<RecordedNodeClaim, 'provider'>> = {},
): RecordedNodeClaim {
  const claim = {
    name: 'general-7k2lq',
    uid: '5f1f3a0c-0000-4000-8000-000000000001',
    nodePool: 'general',
    providerId: `kakaocloud:///kr-central-2-a/${anId(1)}`,
    ...over,
  };
  return { ...claim, provider: providerRef(claim.providerId) };
}

/** A root volume that goes with its instance. */
export function aRecordedVolume(over: Partial<RecordedVolume> = {}): RecordedVolume {
  return {
    id: anId(0x101),
    createdAt: at('2026-06-02T01:00:12Z'),
    sizeGiB: 50,
    isRoot: true,
    isDeleteOnTermination: true,
    ...over,
  };
}

export function aRecordedInstance(over: Partial<RecordedInstance> = {}): RecordedInstance {
  return {
    id: anId(1),
    name: 'karpenter-2c32ae2c-general-7k2lq',
    description: 'v=1;m=karpenter;c=2c32ae2c',
    createdAt: at('2026-06-02T01:00:05Z'),
    volumes: [aRecordedVolume()],
    ...over,
  };
}

export function aRecordedPersistentVolume(
  over: Partial<RecordedPersistentVolume> = {},
): RecordedPersistentVolume {
  return { name: `pvc-${anId(0x201)}`, volumeHandle: anId(0x201), volumeId: anId(0x201), ...over };
}

/** A live cluster with one NodeClaim, its instance and its root volume, read whole. */
export function aRecord(over: Partial<ClusterRecord> = {}): ClusterRecord {
  return {
    kind: 'record',
    recordedAt: at('2026-11-01T00:00:00Z'),
    source: 'live',
    cluster: aRecordedCluster(),
    nodeClaims: [aRecordedNodeClaim()],
    persistentVolumes: [],
    instances: [aRecordedInstance()],
    altered: [],
    ...over,
  };
}

/** A complete run that saw the cluster of {@link aRecord} alive and nothing to remember. */
export function aRun(over: Partial<RunEntry> = {}): RunEntry {
  return {
    kind: 'run',
    runId: 'run-1',
    asOf: at('2026-11-01T02:00:00Z'),
    complete: true,
    clusters: [{ uid: aClusterUid(), name: 'shop', state: 'alive' }],
    claimLists: [{ cluster: aClusterUid(), length: 1, counted: true }],
    sighted: [],
    restarted: [],
    condemned: [],
    volumesInTransition: [],
    volumesElsewhere: [],
    signingKeys: [],
    ...over,
  };
}
