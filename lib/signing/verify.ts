import { type ClusterUid, uid8Of } from '../terms/ids.ts';
import { absurd } from '../terms/words.ts';
import { fieldOf, readDescription, type WrittenDescription, type WrittenField } from './description.ts';
import type { BoundKeyring, KeyRole, Keyring, ProvenClusters } from './keyring.ts';
import { fitLayout } from './layout.ts';
import { payloadText } from './payload.ts';
import { type Coverage, coverageOf, type Fact, isSigned, type SignatureScheme } from './scheme.ts';
import { isSameText, signatureTexts } from './signature-text.ts';
import { type ClusterView, clusterViews, factText, type SignedInstance } from './signed-instance.ts';

/** What a signature says of an instance (verdicts.md, evidence `signature`). */
export type SignatureOutcome =
  | ValidSignature
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unknown-key'; readonly keyId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'uncovered' }
  | { readonly kind: 'unverified'; readonly why: 'no-keyring' | 'no-scheme' }
  /** What was signed is no longer known of this instance: its NodeClaim is gone and was not recorded, say. */
  | { readonly kind: 'unverified'; readonly why: 'facts-missing'; readonly facts: readonly Fact[] };

export interface ValidSignature {
  readonly kind: 'valid';
  readonly keyId: string;
  readonly key: KeyRole;
  /** Of every keyring that has this key: whose signatures it proves. */
  readonly keyringClusters: ProvenClusters;
  /** The clusters whose UID, or its first 8 characters, is signed; `undefined`: the scheme signs none, or none is known. */
  readonly coveredClusters: ReadonlySet<ClusterUid> | undefined;
}

/**
 * Verifies the signature in an instance's description.
 *
 * A key proves only the clusters that its keyring is bound to: a key ID in the keyring of other clusters is no
 * `unknown-key` there, and a signature that fails with such a key only is none that this keyring could have proven
 * (`no-keyring`). One that verifies is `valid` all the same, with those clusters, so that the contradiction shows.
 */
export function verifySignature(
  instance: SignedInstance,
  keyrings: readonly BoundKeyring[],
  scheme: SignatureScheme | undefined,
): SignatureOutcome {
  return verifierOf(keyrings, scheme)(instance);
}

export type Verifier = (instance: SignedInstance) => SignatureOutcome;

/** The same for many instances: what follows from the scheme alone is worked out once. */
export function verifierOf(keyrings: readonly BoundKeyring[], scheme: SignatureScheme | undefined): Verifier {
  if (keyrings.length === 0) return () => ({ kind: 'unverified', why: 'no-keyring' });
  if (scheme === undefined) return () => ({ kind: 'unverified', why: 'no-scheme' });
  const coverage = coverageOf(scheme);
  const checks = scheme.layout.flatMap(({ field, check }) =>
    check.kind === 'fact' ? [{ field, fact: check.fact, isSigned: isSigned(field, scheme) }] : [],
  );
  const prepared: Prepared = { keyrings, scheme, coverage, checks, namesNodeClaim: namesNodeClaim(scheme) };
  return (instance) => verify(instance, prepared);
}

/** A scheme, and what follows from it. */
interface Prepared {
  readonly keyrings: readonly BoundKeyring[];
  readonly scheme: SignatureScheme;
  readonly coverage: Coverage;
  /** The fields that must say a fact. */
  readonly checks: readonly FactCheck[];
  /** What is signed, or checked, is the name of a NodeClaim. */
  readonly namesNodeClaim: boolean;
}

interface FactCheck {
  readonly field: string;
  readonly fact: Fact;
  readonly isSigned: boolean;
}

function verify(instance: SignedInstance, prepared: Prepared): SignatureOutcome {
  const { keyrings, scheme, coverage } = prepared;
  const description = readDescription(instance.description);
  const fit = fitLayout(description, scheme);
  const answering = keyrings.filter((bound) => provesFor(bound, instance));
  if (fit.kind !== 'fits') return answering.length === 0 ? { kind: 'unverified', why: 'no-keyring' } : fit;
  if (coverage.unsignedFields.length > 0) return { kind: 'uncovered' };

  const signed: Signed = { instance, description, signature: fit.signature };
  const readings = clusterViews(instance).map((view) => readAs(signed, view, prepared));
  const payloads = readings.filter((reading) => reading.kind === 'payload');
  const written = fit.signature.value ?? '';
  const [first, ...more] = keyrings.flatMap((bound) =>
    keysToTry(bound, fit.keyId).flatMap((keyId) =>
      payloads
        .filter(({ text }) => isSignedBy(text, written, bound.keyring, keyId, scheme))
        .map(({ view }) => ({ bound, keyId, view })),
    ),
  );
  if (first !== undefined) return validSignature([first, ...more], coverage.bindsCluster);

  if (answering.length === 0) return { kind: 'unverified', why: 'no-keyring' };
  const { keyId } = fit;
  if (keyId !== undefined && answering.every(({ keyring }) => keyring.roleOf(keyId) === undefined)) {
    return { kind: 'unknown-key', keyId };
  }
  const facts = readings.flatMap((reading) => (reading.kind === 'missing' ? reading.facts : []));
  return facts.length > 0
    ? { kind: 'unverified', why: 'facts-missing', facts: [...new Set(facts)] }
    : { kind: 'invalid' };
}

/** The clusters that a valid signature allows as the owner; `undefined`: it rules none out. */
export function signedFor({
  keyringClusters,
  coveredClusters,
}: ValidSignature): ReadonlySet<ClusterUid> | undefined {
  if (keyringClusters === 'all') return coveredClusters;
  if (coveredClusters === undefined) return keyringClusters;
  return new Set([...keyringClusters].filter((uid) => coveredClusters.has(uid)));
}

/** The key that made a signature, as far as that is known: what `keyring status` counts. */
export function keyIdOf(outcome: SignatureOutcome): string | undefined {
  return outcome.kind === 'valid' || outcome.kind === 'unknown-key' ? outcome.keyId : undefined;
}

/** An instance's description, taken apart. */
interface Signed {
  readonly instance: SignedInstance;
  readonly description: WrittenDescription;
  readonly signature: WrittenField;
}

type Reading =
  | { readonly kind: 'payload'; readonly text: string; readonly view: ClusterView }
  /** A field says something else than it must of this instance. */
  | { readonly kind: 'contradicted' }
  | { readonly kind: 'missing'; readonly facts: readonly Fact[] };

/** What was signed, if that cluster made the instance. */
function readAs(signed: Signed, view: ClusterView, { scheme, checks, namesNodeClaim }: Prepared): Reading {
  const { instance, description, signature } = signed;
  if (instance.nodeClaim.kind === 'none' && namesNodeClaim) return { kind: 'contradicted' };
  const missing: Fact[] = [];
  for (const check of checks) {
    const agrees = agreement(check, signed, view);
    if (agrees === 'no') return { kind: 'contradicted' };
    if (agrees === 'unknown') missing.push(check.fact);
  }
  const payload = payloadText(scheme.payload, description, signature, (fact) =>
    factText(fact, instance, view),
  );
  switch (payload.kind) {
    case 'not-there':
      return { kind: 'contradicted' };
    case 'missing':
      return { kind: 'missing', facts: [...missing, ...payload.facts] };
    case 'text':
      return missing.length > 0
        ? { kind: 'missing', facts: missing }
        : { kind: 'payload', text: payload.text, view };
    default:
      return absurd(payload);
  }
}

function namesNodeClaim({ payload, layout }: SignatureScheme): boolean {
  const facts = [
    ...payload.parts.flatMap((part) => (part.kind === 'fact' ? [part.fact] : [])),
    ...layout.flatMap(({ check }) => (check.kind === 'fact' ? [check.fact] : [])),
  ];
  return facts.includes('nodeclaim-name');
}

/** Whether a field says what it must of this instance. */
function agreement(
  { field, fact, isSigned }: FactCheck,
  { instance, description }: Signed,
  view: ClusterView,
): 'yes' | 'no' | 'unknown' {
  const value = fieldOf(description, field)?.value ?? '';
  const { nodeClaim } = instance;
  if (fact === 'nodeclaim-name' && nodeClaim.kind === 'start') {
    if (!value.startsWith(nodeClaim.start)) return 'no';
    // Nobody but the signature vouches for what the name no longer shows.
    return isSigned ? 'yes' : 'unknown';
  }
  const known = factText(fact, instance, view);
  if (known === undefined) return 'unknown';
  return known === value ? 'yes' : 'no';
}

function keysToTry({ keyring }: BoundKeyring, keyId: string | undefined): readonly string[] {
  if (keyId === undefined) return keyring.keyIds;
  return keyring.roleOf(keyId) === undefined ? [] : [keyId];
}

function isSignedBy(
  text: string,
  written: string,
  keyring: Keyring,
  keyId: string,
  scheme: SignatureScheme,
): boolean {
  const sign = keyring.signer(keyId, scheme.algorithm);
  if (sign === undefined) return false;
  return signatureTexts(sign(text), scheme.signature).some((expected) => isSameText(expected, written));
}

/** A name that says no cluster may be any cluster's. */
function provesFor({ clusters }: BoundKeyring, { uid8 }: SignedInstance): boolean {
  return clusters === 'all' || uid8 === undefined || [...clusters].some((uid) => uid8Of(uid) === uid8);
}

interface Verifying {
  readonly bound: BoundKeyring;
  readonly keyId: string;
  readonly view: ClusterView;
}

function validSignature(
  verifying: readonly [Verifying, ...Verifying[]],
  bindsCluster: boolean,
): ValidSignature {
  const [{ keyId }] = verifying;
  const rings = verifying.map(({ bound }) => bound);
  const covered = verifying.flatMap(({ view }) => view.uid ?? []);
  return {
    kind: 'valid',
    keyId,
    key: rings.some(({ keyring }) => keyring.roleOf(keyId) === 'active') ? 'active' : 'retired',
    keyringClusters: together(rings.map(({ clusters }) => clusters)),
    coveredClusters: bindsCluster && covered.length > 0 ? new Set(covered) : undefined,
  };
}

function together(all: readonly ProvenClusters[]): ProvenClusters {
  const named = all.filter((clusters) => clusters !== 'all');
  return named.length < all.length ? 'all' : new Set(named.flatMap((clusters) => [...clusters]));
}
