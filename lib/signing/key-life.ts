import type { ResourceId } from '../terms/ids.ts';
import { type Instant, plusMs } from '../terms/instants.ts';
import type { KeyRole, Keyring } from './keyring.ts';

/** One time that an instance was seen, now or in a record, and the key that its description names. */
export interface KeySighting {
  readonly instanceId: ResourceId;
  /** `undefined`: its description no longer says, or never did. It may be any key of the keyring. */
  readonly keyId: string | undefined;
  /** `live` and `leftover` are there now; `gone` was recorded and is no longer there. */
  readonly standing: 'live' | 'leftover' | 'gone';
  readonly seenAt: Instant;
}

/** A time that some instance carried a key; which one, nobody remembers. */
export interface KeyCarried {
  readonly keyId: string;
  readonly seenAt: Instant;
}

export interface KeyLifeInput {
  readonly keyring: Pick<Keyring, 'keyIds' | 'roleOf'>;
  readonly sightings: readonly KeySighting[];
  /** What earlier looks saw. */
  readonly carried: readonly KeyCarried[];
  /** Instances whose descriptions are read by a scheme that is not to be trusted: each may carry any key. */
  readonly doubtful: ReadonlySet<ResourceId>;
  /** All instances of every cluster that the keyring is for were listed. */
  readonly listingIsWhole: boolean;
  /** The first whole look from which nothing is missing here; `undefined`: this is the first. */
  readonly observedSince: Instant | undefined;
  readonly gracePeriodMs: number;
  readonly now: Instant;
}

export interface KeyringStatus {
  /** In the order of the keyring. */
  readonly keys: readonly KeyStatus[];
  /** Keys that instances name and the keyring lacks: without them nothing proves those (`restore-keyring`). */
  readonly missingKeys: readonly KeyCount[];
  /** Instances that are there and whose key nobody knows. */
  readonly withUnknownKey: number;
  readonly keep: KeepKeyring;
}

export interface KeyCount {
  readonly keyId: string;
  readonly live: number;
  readonly leftover: number;
  readonly firstSeen: Instant | undefined;
  readonly lastSeen: Instant | undefined;
}

export interface KeyStatus extends KeyCount {
  readonly role: KeyRole;
  readonly retirable: Retirable;
}

/** Whether a key may be taken out of the keyring (karpenter-on-kakaocloud, "Signing keys"). The first reason against it. */
export type Retirable =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly why: 'active' | 'listing-incomplete' | 'not-watched-long-enough' }
  | { readonly kind: 'no'; readonly why: 'carried' | 'keys-unknown'; readonly instances: number }
  | { readonly kind: 'no'; readonly why: 'carried-lately'; readonly until: Instant };

/** The keyring and its backup stay until no instance of the cluster is left (verdicts.md, "nextStep"). */
export type KeepKeyring =
  | { readonly kind: 'keep'; readonly why: 'instances-left'; readonly instances: number }
  | { readonly kind: 'keep'; readonly why: 'listing-incomplete' | 'not-watched-long-enough' }
  | { readonly kind: 'keep'; readonly why: 'instances-lately'; readonly until: Instant }
  | { readonly kind: 'no-instance-left' };

/** Which key signed what, and which keys nothing needs any more. Pure. */
export function keyringStatus(input: KeyLifeInput): KeyringStatus {
  const { keyring, sightings } = input;
  const there = new Map(
    sightings
      .filter(({ standing }) => standing !== 'gone')
      .map((sighting) => [sighting.instanceId, sighting]),
  );
  const withUnknownKey = [...there.values()].filter(
    ({ keyId, instanceId }) => keyId === undefined || input.doubtful.has(instanceId),
  ).length;
  const named = new Set([...there.values()].flatMap(({ keyId }) => keyId ?? []));
  return {
    keys: keyring.keyIds.map((keyId) => {
      const role = keyring.roleOf(keyId) ?? 'retired';
      const count = countOf(keyId, input);
      return { ...count, role, retirable: retirable(role, count, withUnknownKey, input) };
    }),
    missingKeys: [...named]
      .filter((keyId) => keyring.roleOf(keyId) === undefined)
      .sort()
      .map((keyId) => countOf(keyId, input)),
    withUnknownKey,
    keep: keepKeyring(there.size, input),
  };
}

function countOf(keyId: string, { sightings, carried }: KeyLifeInput): KeyCount {
  const its = sightings.filter((sighting) => sighting.keyId === keyId);
  const earlier = carried.filter((one) => one.keyId === keyId);
  const times = [...its, ...earlier].map(({ seenAt }) => seenAt).sort((a, b) => a - b);
  const count = (standing: KeySighting['standing']) =>
    new Set(its.filter((sighting) => sighting.standing === standing).map(({ instanceId }) => instanceId))
      .size;
  return {
    keyId,
    live: count('live'),
    leftover: count('leftover'),
    firstSeen: times[0],
    lastSeen: times.at(-1),
  };
}

function retirable(role: KeyRole, count: KeyCount, withUnknownKey: number, input: KeyLifeInput): Retirable {
  if (role === 'active') return { kind: 'no', why: 'active' };
  const carried = count.live + count.leftover;
  if (carried > 0) return { kind: 'no', why: 'carried', instances: carried };
  if (!input.listingIsWhole) return { kind: 'no', why: 'listing-incomplete' };
  if (withUnknownKey > 0) return { kind: 'no', why: 'keys-unknown', instances: withUnknownKey };
  const until = graceEnd(lastOf([count.lastSeen, ...timesOfUnknownKeys(input)]), input);
  if (until !== undefined) return { kind: 'no', why: 'carried-lately', until };
  return isWatchedLongEnough(input) ? { kind: 'yes' } : { kind: 'no', why: 'not-watched-long-enough' };
}

function keepKeyring(instances: number, input: KeyLifeInput): KeepKeyring {
  if (instances > 0) return { kind: 'keep', why: 'instances-left', instances };
  if (!input.listingIsWhole) return { kind: 'keep', why: 'listing-incomplete' };
  const until = graceEnd(lastOf([...input.sightings, ...input.carried].map(({ seenAt }) => seenAt)), input);
  if (until !== undefined) return { kind: 'keep', why: 'instances-lately', until };
  return isWatchedLongEnough(input)
    ? { kind: 'no-instance-left' }
    : { kind: 'keep', why: 'not-watched-long-enough' };
}

/** An instance of which nobody knew the key may have carried any. */
function timesOfUnknownKeys({ sightings }: KeyLifeInput): readonly Instant[] {
  return sightings.filter(({ keyId }) => keyId === undefined).map(({ seenAt }) => seenAt);
}

function lastOf(moments: readonly (Instant | undefined)[]): Instant | undefined {
  return moments.reduce<Instant | undefined>(
    (last, at) => (at !== undefined && (last === undefined || at > last) ? at : last),
    undefined,
  );
}

/** When the grace period after the last sighting ends; `undefined` when it is over, or there was none. */
function graceEnd(lastSeen: Instant | undefined, { now, gracePeriodMs }: KeyLifeInput): Instant | undefined {
  if (lastSeen === undefined) return undefined;
  const end = plusMs(lastSeen, gracePeriodMs);
  return end > now ? end : undefined;
}

/** A key that was never seen at all was looked for through a whole grace period. */
function isWatchedLongEnough({ observedSince, now, gracePeriodMs }: KeyLifeInput): boolean {
  return observedSince !== undefined && now - observedSince >= gracePeriodMs;
}
