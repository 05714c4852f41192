import type { SigningKeySeen } from '../ledger/entries.ts';
import type { LedgerEntries } from '../ledger/ledger.ts';
import { keyringStatus } from '../signing/key-life.ts';
import type { BoundKeyring, ProvenClusters } from '../signing/keyring.ts';
import { unknownNames } from '../signing/project-signing.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import type { KeyringSeen } from '../verdict/judged.ts';
import {
  carriedBefore,
  doubtfulAmong,
  type KeyringsInput,
  provenBy,
  type Reading,
  readingOf,
  sightingsOf,
  signingKeysSeen,
} from './key-carriers.ts';
import type { Look } from './look.ts';

/** What one run says of the keyrings. None of it makes a run incomplete: signatures only ever add to proof. */
export interface KeyringsSeen {
  readonly keyrings: readonly KeyringSeen[];
  readonly signingKeys: readonly SigningKeySeen[];
  readonly warnings: readonly AuditFailure[];
}

/** Which keys are carried, by whom, and which may go (karpenter-on-kakaocloud, "Signing keys"). Pure. */
export function keyringsSeen(seen: KeyringsInput): KeyringsSeen {
  const input = readingOf(seen);
  const keyrings = seen.signatures.keyrings.map((bound, place) => keyringSeen(bound, place, input));
  const signingKeys = signingKeysSeen(input);
  return {
    keyrings,
    signingKeys,
    warnings: [
      ...unknownBindings(input),
      ...staleSchemes(input),
      ...vanishedScheme(input),
      ...missingKeys(signingKeys, input),
      ...vanishedKeys(signingKeys, input),
    ],
  };
}

function keyringSeen(bound: BoundKeyring, place: number, input: Reading): KeyringSeen {
  const { looked, look, entries, signatures } = input;
  const { keyring, clusters } = bound;
  const served = input.servedBy(bound);
  const its = provenBy(bound, input);
  const status = keyringStatus({
    keyring,
    sightings: sightingsOf(its, served, input),
    carried: carriedBefore(served, input),
    doubtful: doubtfulAmong(its),
    listingIsWhole: isListedWhole(clusters, look) && looked.ledger.damage === undefined,
    observedSince: observedSince(entries, looked.now),
    gracePeriodMs: looked.gracePeriodMs,
    now: looked.now,
  });
  const isStale = [...signatures.stale.keys()].some((uid) => clusters === 'all' || clusters.has(uid));
  return {
    clusters: looked.signing.keyrings[place]?.clusters ?? 'all',
    isSound: status.missingKeys.length === 0 && !isStale,
    status,
  };
}

/**
 * Every instance of these clusters was seen. A list that a GET by ID contradicts is not whole; and a cluster that was
 * made a moment ago may bear a name that the keyring is bound to, which only the list of clusters tells.
 */
function isListedWhole(clusters: ProvenClusters, look: Look): boolean {
  if (look.instances.kind === 'unreadable') return false;
  if (clusters !== 'all' && look.clusters.look.list.kind === 'unreadable') return false;
  const elsewhere = new Set(look.clusters.failures);
  if (look.volumes.kind === 'unreadable') elsewhere.add(look.volumes.failure);
  return look.failures.every((failure) => elsewhere.has(failure));
}

/** The first complete run: from then on nothing that was there can have been missed. */
function observedSince({ runs, damaged }: LedgerEntries, now: Instant): Instant | undefined {
  if (damaged.length > 0) return undefined;
  const complete = runs.filter((run) => run.complete && run.asOf < now).map(({ asOf }) => asOf);
  return complete.toSorted((a, b) => a - b)[0];
}

function unknownBindings({ looked, look }: KeyringsInput): readonly AuditFailure[] {
  return unknownNames(looked.signing.keyrings, [...look.clusters.known.values()]).map(
    (name) =>
      new AuditFailure(
        'keyring-cluster-unknown',
        `a keyring is bound to cluster ${name}, which neither the cluster list nor the ledger knows`,
        'correct the name in keyrings[].clusters; of a cluster that is gone, name it with its uid in clusters[]',
      ),
  );
}

/** More than these tell a person no more. */
const NAMED = 3;

function staleSchemes({ signatures, look }: KeyringsInput): readonly AuditFailure[] {
  return [...signatures.stale].map(([uid, { failing }]) => {
    const name = look.clusters.known.get(uid)?.names.at(-1) ?? uid;
    const more = failing.length > NAMED ? ` and ${failing.length - NAMED} more` : '';
    return new AuditFailure(
      'signature-scheme-stale',
      `signatures of cluster ${name} count for nothing in this run: ${failing.slice(0, NAMED).join(', ')}${more}, which its NodeClaims own, ${failing.length === 1 ? 'does' : 'do'} not verify`,
      'give it the keyring that this cluster signs with, then run orphan-audit keyring calibrate to find the scheme anew',
    );
  });
}

/**
 * Without a scheme a signature contradicts nothing any more: that one which was there is missing must not pass in silence.
 */
function vanishedScheme({ looked, entries }: KeyringsInput): readonly AuditFailure[] {
  const { keyrings, scheme } = looked.signing;
  if (keyrings.length === 0 || scheme !== undefined) return [];
  const wasRead = [...lastKeys(entries, looked.now).values()].some(({ carriers }) => carriers > 0);
  if (!wasRead) return [];
  return [
    new AuditFailure(
      'signature-scheme-stale',
      'the signature scheme that the last run read is there no longer: in this run no signature proves or contradicts anything',
      'put the file that signatureScheme names back, or run orphan-audit keyring calibrate to find it anew',
    ),
  ];
}

function missingKeys(
  keys: readonly SigningKeySeen[],
  { looked, entries }: KeyringsInput,
): readonly AuditFailure[] {
  if (looked.signing.keyrings.length === 0) return [];
  const before = lastKeys(entries, looked.now);
  return keys
    .filter(
      ({ keyId, isInKeyring, carriers }) => !isInKeyring && carriers > 0 && !before.get(keyId)?.isInKeyring,
    )
    .map(
      ({ keyId, carriers }) =>
        new AuditFailure(
          'signing-key-missing',
          `the keyring lacks the key ${JSON.stringify(keyId)}, which ${told(carriers)}`,
          'put the key back into the keyring from its backup; without it nothing proves whose those are',
        ),
    );
}

/** What was in the keyring at the last run, is still needed, and is there no longer. */
function vanishedKeys(
  keys: readonly SigningKeySeen[],
  { looked, entries, instances }: KeyringsInput,
): readonly AuditFailure[] {
  const now = new Map(keys.map((key) => [key.keyId, key]));
  const namesKey = looked.signing.scheme?.keyIdField !== undefined;
  const isAnyLeft = instances.some(({ judgement }) => judgement.verdict !== 'unrelated');
  return [...lastKeys(entries, looked.now).values()]
    .filter(({ keyId, isInKeyring }) => isInKeyring && !now.get(keyId)?.isInKeyring)
    .map(({ keyId, carriers }) => ({
      keyId,
      // Where no description names its key, the last run's count is all that is known.
      carriers: now.get(keyId)?.carriers ?? (!namesKey && isAnyLeft ? carriers : 0),
    }))
    .filter(({ carriers }) => carriers > 0)
    .map(
      ({ keyId, carriers }) =>
        new AuditFailure(
          'signing-key-vanished',
          `the key ${JSON.stringify(keyId)} was in the keyring at the last run and is no longer, and ${told(carriers)} it`,
          'put the key back into the keyring from its backup; a key goes only when orphan-audit keyring status calls it retirable',
        ),
    );
}

function told(carriers: number): string {
  return `${carriers} ${carriers === 1 ? 'instance' : 'instances'} still ${carriers === 1 ? 'carries' : 'carry'}`;
}

function lastKeys({ runs }: LedgerEntries, now: Instant): ReadonlyMap<string, SigningKeySeen> {
  const last = runs
    .filter((run) => run.asOf < now && run.signingKeys.length > 0)
    .reduce<(typeof runs)[number] | undefined>(
      (latest, run) => (latest === undefined || run.asOf > latest.asOf ? run : latest),
      undefined,
    );
  return new Map((last?.signingKeys ?? []).map((key) => [key.keyId, key]));
}
