import type { Instance, InstanceState } from '../inventory/instance.ts';
import { type KnownCluster, type Ledger, nextSighting } from '../ledger/ledger.ts';
import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import { formatInstant, type Instant, MINUTE_MS } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import { type ClusterLook, clusterEvidenceOf } from './clusters.ts';
import { identityOf } from './identity.ts';
import type {
  AgeEvidence,
  IdentityEvidence,
  InstanceEvidence,
  RecordEvidence,
  SightingsEvidence,
  StateEvidence,
  TwinEvidence,
} from './outcomes.ts';
import { type FieldOrders, recordOf } from './record.ts';
import type { Signatures } from './signatures.ts';
import { type ClaimName, claimEvidenceOf, nodeEvidenceOf, type Testimony } from './witnesses.ts';

/** How far a creation time may lie in the future before it is no creation time at all. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** The thresholds of the rules (contract.md: gracePeriod, deletionPeriod, sightings). */
export interface Thresholds {
  readonly gracePeriodMs: number;
  readonly deletionPeriodMs: number;
  readonly sightings: number;
}

/** What the evidence of every resource of a project is gathered from. */
export interface Scene {
  readonly now: Instant;
  readonly thresholds: Thresholds;
  readonly ledger: Ledger;
  readonly clusters: ReadonlyMap<ClusterUid, KnownCluster>;
  readonly clusterLook: ClusterLook;
  readonly testimony: Testimony;
  readonly fieldOrders: FieldOrders;
  readonly signatures: Signatures;
  /** Of all listed instances, kept or not. */
  readonly exists: (instanceId: ResourceId) => boolean;
  readonly instancesByName: ReadonlyMap<string, readonly ResourceId[]>;
  /** Nothing that had to be read is missing: only such a run counts as a sighting. */
  readonly isComplete: boolean;
}

/** Gathers everything that is known about one instance. Pure. */
export function instanceEvidence(instance: Instance, scene: Scene): InstanceEvidence {
  const record = recordOf(instance, scene.ledger, scene.fieldOrders);
  const signature = scene.signatures.of(instance);
  const identity = identityOf(instance, record, scene.clusters, signature.signedFor);
  const owner = identity.kind === 'agreed' ? identity.owner.clusterUid : undefined;
  return {
    name: instance.nameMark,
    description: instance.descriptionMark,
    signature: signature.evidence,
    record,
    claim: claimEvidenceOf(instance.id, owner, claimName(instance, identity), scene.testimony, scene.exists),
    node: nodeEvidenceOf(instance.id, scene.testimony),
    cluster: ownerCluster(owner, instance.createdAt, scene),
    age: ageOf(instance.createdAt, scene),
    state: stateOf(instance),
    identity,
    twin: twinOf(instance, scene),
    sightings: sightingsOf(instance.id, scene),
  };
}

/**
 * Identity by what the listing and the ledger say alone: whose an instance is, before any witness is heard. Signatures
 * only rule clusters out, and a cluster that was not asked could not be ruled out.
 */
export function ownerOf(
  instance: Instance,
  scene: Pick<Scene, 'ledger' | 'fieldOrders' | 'clusters'>,
): { readonly record: RecordEvidence; readonly identity: IdentityEvidence } {
  const record = recordOf(instance, scene.ledger, scene.fieldOrders);
  return { record, identity: identityOf(instance, record, scene.clusters, undefined) };
}

export function ownerCluster(owner: ClusterUid | undefined, createdAt: Instant | undefined, scene: Scene) {
  return clusterEvidenceOf(owner, createdAt, scene.clusterLook, scene.clusters, {
    now: scene.now,
    deletionPeriodMs: scene.thresholds.deletionPeriodMs,
  });
}

function claimName(instance: Instance, identity: IdentityEvidence): ClaimName | undefined {
  if (instance.nameMark.kind === 'cut-off') return { kind: 'start', start: instance.nameMark.nodeClaimStart };
  const nodeClaim = identity.kind === 'agreed' ? identity.owner.nodeClaim : identity.nodeClaim;
  return nodeClaim === undefined ? undefined : { kind: 'whole', name: nodeClaim };
}

/** Only the cloud's creation time counts, never one that is written in a description. */
export function ageOf(createdAt: Instant | undefined, scene: Pick<Scene, 'now' | 'thresholds'>): AgeEvidence {
  if (createdAt === undefined)
    return { kind: 'unknown', detail: 'the cloud gave no creation time that can be read' };
  if (createdAt - scene.now > CLOCK_SKEW_MS) {
    return { kind: 'unknown', detail: `its creation time ${formatInstant(createdAt)} lies in the future` };
  }
  const kind = scene.now - createdAt < scene.thresholds.gracePeriodMs ? 'young' : 'old-enough';
  return { kind, createdAt };
}

function stateOf(instance: Instance): StateEvidence {
  return { kind: stateKind(instance.state), status: instance.status };
}

function stateKind(state: InstanceState): StateEvidence['kind'] {
  switch (state) {
    case 'present':
    case 'transition':
      return 'present';
    case 'deleting':
    case 'error':
    case 'other':
      return state;
    default:
      return absurd(state);
  }
}

/** Only Karpenter names are looked for everywhere: unrelated instances are not kept, so their names are not known. */
function twinOf(instance: Instance, scene: Scene): TwinEvidence {
  if (instance.nameMark.kind === 'other') return { kind: 'unknown' };
  const listed = scene.instancesByName.get(instance.name) ?? [];
  const recorded = scene.ledger.instancesByName.get(instance.name) ?? new Set();
  const other = [...listed, ...recorded].find((id) => id !== instance.id);
  return other === undefined ? { kind: 'alone' } : { kind: 'twin', other };
}

export function sightingsOf(id: ResourceId, scene: Scene): SightingsEvidence {
  const before = scene.ledger.sightings.get(id);
  const { count } = scene.isComplete
    ? nextSighting(before, scene.now, scene.thresholds.gracePeriodMs)
    : (before ?? { count: 0 });
  const needed = scene.thresholds.sightings;
  return { kind: count >= needed ? 'enough' : 'too-few', count, needed };
}
