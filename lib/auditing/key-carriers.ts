import type { Signatures } from '../evidence/signatures.ts';
import type { SigningKeySeen } from '../ledger/entries.ts';
import type { LedgerEntries } from '../ledger/ledger.ts';
import { fieldOf, readDescription } from '../signing/description.ts';
import type { KeyCarried, KeySighting } from '../signing/key-life.ts';
import type { BoundKeyring, ProvenClusters } from '../signing/keyring.ts';
import { mayServe } from '../signing/project-signing.ts';
import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { RuledInstance } from '../verdict/judge.ts';
import type { Looked } from './clusters.ts';
import type { Look } from './look.ts';

export interface KeyringsInput {
  readonly looked: Looked;
  readonly look: Look;
  readonly entries: LedgerEntries;
  readonly signatures: Signatures;
  readonly instances: readonly RuledInstance[];
}

export interface Reading extends KeyringsInput {
  /** Clusters that a keyring may be for: those that it is bound to, and those of which that cannot be ruled out. */
  readonly servedBy: (bound: BoundKeyring) => ProvenClusters;
  /** The key that a description names; `undefined`: it names none. */
  readonly keyIn: (description: string) => string | undefined;
}

export function readingOf(input: KeyringsInput): Reading {
  const { known } = input.look.clusters;
  const served = new Map(
    input.signatures.keyrings.map((bound) => [bound, mayServe(bound.clusters, known.values())]),
  );
  return {
    ...input,
    keyIn: writtenKeys(input.looked),
    servedBy: (bound) => served.get(bound) ?? bound.clusters,
  };
}

/** Records say the same of an instance hour after hour: each description is read once. */
function writtenKeys({ signing }: Looked): Reading['keyIn'] {
  const field = signing.scheme?.keyIdField;
  if (field === undefined) return () => undefined;
  const read = new Map<string, string | undefined>();
  return (description) => {
    if (!read.has(description)) read.set(description, fieldOf(readDescription(description), field)?.value);
    return read.get(description);
  };
}

/** The instances that a keyring may have to prove: in doubt an instance is one of them. */
export function provenBy(bound: BoundKeyring, input: Reading): readonly RuledInstance[] {
  const others = input.signatures.keyrings.filter((other) => other !== bound);
  return input.instances.filter((one) => {
    if (one.judgement.verdict === 'unrelated') return false;
    return isOfItsClusters(one, input.servedBy(bound)) && !hasItsKeyElsewhere(one, bound, others, input);
  });
}

/** Where nothing says whose it is, it may be of any cluster: also of one whose name nobody knows yet. */
function isOfItsClusters({ evidence: { identity } }: RuledInstance, clusters: ProvenClusters): boolean {
  return clusters === 'all' || identity.kind !== 'agreed' || clusters.has(identity.owner.clusterUid);
}

/** Its key is not in this keyring, and in another one that may have to prove it and that it is not known to be missing from. */
function hasItsKeyElsewhere(
  one: RuledInstance,
  { keyring }: BoundKeyring,
  others: readonly BoundKeyring[],
  input: Reading,
): boolean {
  const keyId = keyIdOf(one, input);
  if (keyId === undefined || keyring.roleOf(keyId) !== undefined) return false;
  if (one.evidence.signature.kind === 'unknown-key' || isDoubtful(one)) return false;
  return others.some(
    (other) => other.keyring.roleOf(keyId) !== undefined && isOfItsClusters(one, input.servedBy(other)),
  );
}

/** The first and the last time that each instance was seen with each key, in records and now. */
export function sightingsOf(
  its: readonly RuledInstance[],
  clusters: ProvenClusters,
  input: Reading,
): readonly KeySighting[] {
  const { looked, entries, keyIn } = input;
  const there = new Map(
    its.map((one): [ResourceId, KeySighting] => {
      const { id: instanceId } = one.resource;
      return [
        instanceId,
        { instanceId, keyId: keyIdOf(one, input), standing: standingOf(one), seenAt: looked.now },
      ];
    }),
  );
  const recorded = new Map<string, { readonly first: KeySighting; last: KeySighting }>();
  for (const { cluster, recordedAt, instances } of entries.records) {
    if (clusters !== 'all' && !clusters.has(cluster.uid)) continue;
    if (recordedAt > looked.now) continue;
    for (const { id, description } of instances ?? []) {
      const now = there.get(id);
      const keyId = keyIn(description) ?? now?.keyId;
      const sighting: KeySighting = {
        instanceId: id,
        keyId,
        standing: now?.standing ?? 'gone',
        seenAt: recordedAt,
      };
      const known = recorded.get(`${id} ${keyId ?? ''}`);
      if (known === undefined) recorded.set(`${id} ${keyId ?? ''}`, { first: sighting, last: sighting });
      else known.last = sighting;
    }
  }
  return [...[...recorded.values()].flatMap(({ first, last }) => [first, last]), ...there.values()];
}

function standingOf({ judgement }: RuledInstance): 'live' | 'leftover' {
  return judgement.verdict === 'in-use' || judgement.verdict === 'settling' ? 'live' : 'leftover';
}

/** The key that signed it, or else the one that its description names; `undefined`: nobody knows. */
function keyIdOf({ resource, evidence }: RuledInstance, { keyIn }: Reading): string | undefined {
  const { signature } = evidence;
  if (signature.kind === 'valid' || signature.kind === 'unknown-key') return signature.keyId;
  return keyIn(resource.description);
}

/** Those that a scheme which does not hold for them reads: the key that it reads may be another one. */
export function doubtfulAmong(its: readonly RuledInstance[]): ReadonlySet<ResourceId> {
  return new Set(its.filter(isDoubtful).map(({ resource }) => resource.id));
}

function isDoubtful({ evidence: { signature } }: RuledInstance): boolean {
  return signature.kind === 'unverified' && signature.why === 'stale-scheme';
}

/** What earlier runs saw of keys: an instance that was never recorded left no other trace. */
export function carriedBefore(
  clusters: ProvenClusters,
  { entries, looked }: KeyringsInput,
): readonly KeyCarried[] {
  return entries.runs
    .filter(({ asOf }) => asOf < looked.now)
    .flatMap(({ asOf, signingKeys }) =>
      signingKeys
        .filter((key) => key.carriers > 0 && mayBeIn(clusters, key.clusters))
        .map(({ keyId }) => ({ keyId, seenAt: asOf })),
    );
}

function mayBeIn(clusters: ProvenClusters, carriedIn: readonly ClusterUid[]): boolean {
  return clusters === 'all' || carriedIn.length === 0 || carriedIn.some((uid) => clusters.has(uid));
}

/** Which keys are held, and which are carried, for the memory of later runs. */
export function signingKeysSeen(input: Reading): readonly SigningKeySeen[] {
  const held = new Set(input.signatures.keyrings.flatMap(({ keyring }) => keyring.keyIds));
  const carriers = new Map<string, RuledInstance[]>();
  for (const one of input.instances) {
    const keyId = one.judgement.verdict === 'unrelated' ? undefined : keyIdOf(one, input);
    if (keyId === undefined) continue;
    const known = carriers.get(keyId);
    if (known === undefined) carriers.set(keyId, [one]);
    else known.push(one);
  }
  return [...new Set([...held, ...carriers.keys()])].sort().map((keyId) => {
    const its = carriers.get(keyId) ?? [];
    // Another keyring may have a key of this ID: what counts is the one that proves the instance.
    const isMissed = its.some(({ evidence }) => evidence.signature.kind === 'unknown-key');
    return {
      keyId,
      isInKeyring: held.has(keyId) && !isMissed,
      carriers: its.length,
      clusters: ownersOf(its),
    };
  });
}

function ownersOf(its: readonly RuledInstance[]): readonly ClusterUid[] {
  const owners = new Set<ClusterUid>();
  for (const { evidence } of its) {
    if (evidence.identity.kind !== 'agreed') return [];
    owners.add(evidence.identity.owner.clusterUid);
  }
  return [...owners].sort();
}
