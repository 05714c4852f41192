import type { Instance } from '../inventory/instance.ts';
import type { KnownCluster, Ledger } from '../ledger/ledger.ts';
import type { NodeClaim } from '../ledger/witnesses.ts';
import type { BoundKeyring } from '../signing/keyring.ts';
import { bindKeyrings, type ProjectSigning } from '../signing/project-signing.ts';
import { type KnownOfInstance, type SignedInstance, signedInstance } from '../signing/signed-instance.ts';
import { type ClaimedInstance, schemeStanding } from '../signing/standing.ts';
import { type SignatureOutcome, signedFor, verifierOf } from '../signing/verify.ts';
import { type ClusterUid, type ResourceId, uid8Of } from '../terms/ids.ts';
import type { SignatureEvidence } from './outcomes.ts';
import { type FieldOrders, recordOf } from './record.ts';
import type { Testimony } from './witnesses.ts';

/** What the signatures of a project's instances say, each worked out once, when it is first asked for. */
export interface Signatures {
  readonly of: (instance: Instance) => Signature;
  readonly keyrings: readonly BoundKeyring[];
  /** Clusters whose own live instances do not verify: nothing is concluded from signatures there. */
  readonly stale: ReadonlyMap<ClusterUid, StaleScheme>;
  /** An instance with all that is known of it that a signature may cover. */
  readonly signed: (instance: Instance) => SignedInstance;
}

export interface Signature {
  readonly evidence: SignatureEvidence;
  /** The clusters that it allows as the owner; `undefined`: it rules none out. */
  readonly signedFor: ReadonlySet<ClusterUid> | undefined;
}

export interface StaleScheme {
  /** Live, claimed instances that do not verify, though nobody is known to have altered them. */
  readonly failing: readonly ResourceId[];
}

export interface SignaturesInput {
  readonly signing: ProjectSigning;
  /** The cloud's ID of the project; `undefined`: it could not be read. */
  readonly projectId: string | undefined;
  readonly clusters: ReadonlyMap<ClusterUid, KnownCluster>;
  readonly ledger: Ledger;
  readonly fieldOrders: FieldOrders;
  readonly testimony: Testimony;
  readonly instances: readonly Instance[];
  /** The longest description that the cloud keeps; `undefined`: not known. */
  readonly descriptionLimit: number | undefined;
}

/** Verifies by keyrings and scheme, and holds both against the instances that live NodeClaims own. */
export function signaturesOf(input: SignaturesInput): Signatures {
  const { signing, clusters } = input;
  const keyrings = bindKeyrings(signing.keyrings, [...clusters.values()]);
  const verify = verifierOf(keyrings, signing.scheme);
  const signed = (instance: Instance) => signedInstance(instance, knownOf(instance, input));
  const stale = staleClusters(input, keyrings, signed);
  const known = new WeakMap<Instance, Signature>();
  const of = (instance: Instance): Signature => {
    const before = known.get(instance);
    if (before !== undefined) return before;
    const signature = mayBeOf(instance, stale, input) ? STALE : signatureOf(verify(signed(instance)));
    known.set(instance, signature);
    return signature;
  };
  return { of, keyrings, stale, signed };
}

const STALE: Signature = { evidence: { kind: 'unverified', why: 'stale-scheme' }, signedFor: undefined };

function signatureOf(outcome: SignatureOutcome): Signature {
  if (outcome.kind !== 'valid') return { evidence: outcome, signedFor: undefined };
  const { keyId, key } = outcome;
  return { evidence: { kind: 'valid', keyId, key }, signedFor: signedFor(outcome) };
}

/** From the live NodeClaim that points at it, or else from its records. */
function knownOf(
  instance: Instance,
  { clusters, projectId, ledger, testimony }: SignaturesInput,
): KnownOfInstance {
  const pointing = testimony.claimsOn.get(instance.id) ?? [];
  const records = ledger.instances.get(instance.id)?.claims ?? [];
  const [live, otherLive] = pointing;
  const [record, otherRecord] = records;
  const recorded =
    record === undefined || otherRecord !== undefined
      ? undefined
      : { name: record.nodeClaim, uid: record.uid, nodePool: record.nodePool };
  return {
    clusters: [...clusters.keys()],
    projectId,
    nodeClaim: live !== undefined && otherLive === undefined ? live.by : recorded,
  };
}

function staleClusters(
  input: SignaturesInput,
  keyrings: readonly BoundKeyring[],
  signed: (instance: Instance) => SignedInstance,
): Map<ClusterUid, StaleScheme> {
  const { scheme } = input.signing;
  const stale = new Map<ClusterUid, StaleScheme>();
  if (scheme === undefined || keyrings.length === 0) return stale;
  for (const [uid, claims] of input.testimony.claimsOf) {
    const claimed = claimedBy(claims, input)
      .filter((instance) => !isAltered(instance, uid, input) && !isCutOff(instance, input))
      .map((instance): ClaimedInstance => ({ instanceId: instance.id, instance: signed(instance) }));
    const standing = schemeStanding(claimed, keyrings, scheme);
    if (standing.kind === 'stale') stale.set(uid, { failing: standing.failing });
  }
  return stale;
}

/** The instances that these NodeClaims own: each is pointed at by one of them, and by no other. */
export function claimedBy(
  claims: readonly NodeClaim[],
  { testimony, instances }: Pick<SignaturesInput, 'testimony' | 'instances'>,
): readonly Instance[] {
  const owned = new Set(
    claims.flatMap(({ provider, isTerminating }) => {
      if (provider.kind !== 'instance' || isTerminating) return [];
      return testimony.claimsOn.get(provider.id)?.length === 1 ? [provider.id] : [];
    }),
  );
  return instances.filter(({ id }) => owned.has(id));
}

/** Nothing tells whether the cloud left its signature whole. */
function isCutOff({ description }: Instance, { descriptionLimit }: SignaturesInput): boolean {
  return descriptionLimit !== undefined && description.length === descriptionLimit;
}

/** A person renamed or described it anew: that its signature fails says nothing of the scheme. */
function isAltered(
  instance: Instance,
  uid: ClusterUid,
  { ledger, fieldOrders, testimony }: Pick<SignaturesInput, 'ledger' | 'fieldOrders' | 'testimony'>,
): boolean {
  const { nameMark, descriptionMark } = instance;
  if (nameMark.kind === 'other' || descriptionMark.kind !== 'marked') return true;
  const [claim] = testimony.claimsOn.get(instance.id) ?? [];
  if (nameMark.uid8 !== uid8Of(uid) || !isNamedAfter(claim?.by.name, nameMark)) return true;
  const record = recordOf(instance, ledger, fieldOrders);
  return (
    record.kind === 'recorded' && (record.changes.includes('name') || record.changes.includes('description'))
  );
}

function isNamedAfter(
  claim: string | undefined,
  mark: Exclude<Instance['nameMark'], { readonly kind: 'other' }>,
): boolean {
  if (claim === undefined) return true;
  return mark.kind === 'matches' ? claim === mark.nodeClaim : claim.startsWith(mark.nodeClaimStart);
}

/** In doubt an instance is of a cluster whose signatures say nothing. */
function mayBeOf(
  { id, nameMark }: Instance,
  stale: ReadonlyMap<ClusterUid, StaleScheme>,
  { ledger }: Pick<SignaturesInput, 'ledger'>,
): boolean {
  if (stale.size === 0) return false;
  const recordedFor = ledger.instances.get(id)?.claims.map(({ clusterUid }) => clusterUid) ?? [];
  if (recordedFor.some((uid) => stale.has(uid))) return true;
  return [...stale.keys()].some((uid) => nameMark.kind === 'other' || uid8Of(uid) === nameMark.uid8);
}
