import { describe, expect, it } from 'vitest';
import { type KeyLifeInput, type KeySighting, keyringStatus } from '../../lib/signing/key-life.ts';
import { MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { anId, at } from '../builders/ledger.ts';
import { aKeyring, someKeys } from '../builders/signing.ts';

const NOW = at('2026-11-30T09:00:00Z');
const GRACE_MS = 30 * MINUTE_MS;
const ago = (minutes: number) => plusMs(NOW, -minutes * MINUTE_MS);

const sighting = (n: number, over: Partial<KeySighting> = {}): KeySighting => ({
  instanceId: anId(n),
  keyId: 'k2',
  standing: 'live',
  seenAt: NOW,
  ...over,
});

function status(over: Partial<KeyLifeInput> = {}) {
  return keyringStatus({
    keyring: aKeyring(someKeys('life')),
    sightings: [],
    carried: [],
    doubtful: new Set(),
    listingIsWhole: true,
    observedSince: ago(60),
    gracePeriodMs: GRACE_MS,
    now: NOW,
    ...over,
  });
}
const retirable = (over: Partial<KeyLifeInput>) =>
  status(over).keys.find(({ keyId }) => keyId === 'k1')?.retirable;

describe('the status of a keyring', () => {
  it('counts what is there, and remembers what was', () => {
    const sightings = [
      sighting(1),
      sighting(2, { keyId: 'k1', standing: 'leftover' }),
      sighting(2, { keyId: 'k1', standing: 'leftover', seenAt: ago(90) }),
      sighting(3, { keyId: 'k1', standing: 'gone', seenAt: ago(200) }),
      sighting(4, { keyId: 'k0', standing: 'leftover' }),
      sighting(5, { keyId: undefined }),
    ];
    expect(status({ sightings })).toEqual({
      keys: [
        {
          keyId: 'k1',
          role: 'retired',
          live: 0,
          leftover: 1,
          firstSeen: ago(200),
          lastSeen: NOW,
          retirable: { kind: 'no', why: 'carried', instances: 1 },
        },
        {
          keyId: 'k2',
          role: 'active',
          live: 1,
          leftover: 0,
          firstSeen: NOW,
          lastSeen: NOW,
          retirable: { kind: 'no', why: 'active' },
        },
      ],
      missingKeys: [{ keyId: 'k0', live: 0, leftover: 1, firstSeen: NOW, lastSeen: NOW }],
      withUnknownKey: 1,
      keep: { kind: 'keep', why: 'instances-left', instances: 4 },
    });
  });
});

it('misses no key that went with its last instance', () => {
  const sightings = [sighting(3, { keyId: 'k0', standing: 'gone', seenAt: ago(200) })];
  expect(status({ sightings }).missingKeys).toEqual([]);
});

it('counts from the first look to the last, whether or not it knew the instance', () => {
  const carried = [ago(300), ago(200)].map((seenAt) => ({ keyId: 'k1', seenAt }));
  const [first] = status({ carried, sightings: [sighting(1, { keyId: 'k1' })] }).keys;
  expect(first).toMatchObject({ live: 1, firstSeen: ago(300), lastSeen: NOW });
});

describe('a retired key', () => {
  const gone = (minutes: number) => [sighting(1, { keyId: 'k1', standing: 'gone', seenAt: ago(minutes) })];
  it.each<readonly [string, Partial<KeyLifeInput>, unknown]>([
    ['may go when nobody carries it', { sightings: [sighting(1)] }, { kind: 'yes' }],
    [
      'stays while a live instance carries it',
      { sightings: [sighting(1, { keyId: 'k1' })] },
      { kind: 'no', why: 'carried', instances: 1 },
    ],
    [
      'stays while a leftover carries it',
      { sightings: [sighting(1, { keyId: 'k1', standing: 'leftover' })] },
      { kind: 'no', why: 'carried', instances: 1 },
    ],
    [
      'stays when the listing was not whole',
      { listingIsWhole: false },
      { kind: 'no', why: 'listing-incomplete' },
    ],
    [
      'stays while an instance’s key is not known',
      { sightings: [sighting(1, { keyId: undefined })] },
      { kind: 'no', why: 'keys-unknown', instances: 1 },
    ],
    [
      'stays for a grace period',
      { sightings: gone(29) },
      { kind: 'no', why: 'carried-lately', until: plusMs(NOW, MINUTE_MS) },
    ],
    ['may go at the end of it', { sightings: gone(30) }, { kind: 'yes' }],
    [
      'stays for a grace period after one that is gone and whose key nobody knew',
      { sightings: [sighting(1, { keyId: undefined, standing: 'gone', seenAt: ago(29) })] },
      { kind: 'no', why: 'carried-lately', until: plusMs(NOW, MINUTE_MS) },
    ],
    [
      'may go at the end of that',
      { sightings: [sighting(1, { keyId: undefined, standing: 'gone', seenAt: ago(30) })] },
      { kind: 'yes' },
    ],
    [
      'stays for a grace period after a look that only counted',
      { carried: [{ keyId: 'k1', seenAt: ago(29) }] },
      { kind: 'no', why: 'carried-lately', until: plusMs(NOW, MINUTE_MS) },
    ],
    ['may go at the end of that too', { carried: [{ keyId: 'k1', seenAt: ago(30) }] }, { kind: 'yes' }],
    ['may go while another is carried', { carried: [{ keyId: 'k2', seenAt: ago(1) }] }, { kind: 'yes' }],
    [
      'stays while an instance’s key is read by a scheme that does not hold',
      { sightings: [sighting(1)], doubtful: new Set([anId(1)]) },
      { kind: 'no', why: 'keys-unknown', instances: 1 },
    ],
    [
      'stays when it was not watched for so long',
      { observedSince: ago(29) },
      { kind: 'no', why: 'not-watched-long-enough' },
    ],
    ['stays at the first look', { observedSince: undefined }, { kind: 'no', why: 'not-watched-long-enough' }],
    ['may go when it was watched just so long', { observedSince: ago(30) }, { kind: 'yes' }],
  ])('%s', (_, over, expected) => {
    expect(retirable(over)).toEqual(expected);
  });
});

describe('the keyring', () => {
  it.each<readonly [string, Partial<KeyLifeInput>, unknown]>([
    ['may go when no instance is left', {}, { kind: 'no-instance-left' }],
    [
      'stays for one instance',
      { sightings: [sighting(1)] },
      { kind: 'keep', why: 'instances-left', instances: 1 },
    ],
    [
      'stays for one of an unknown key',
      { sightings: [sighting(1, { keyId: undefined })] },
      { kind: 'keep', why: 'instances-left', instances: 1 },
    ],
    [
      'stays when the listing was not whole',
      { listingIsWhole: false },
      { kind: 'keep', why: 'listing-incomplete' },
    ],
    [
      'stays for a grace period',
      { sightings: [sighting(1, { standing: 'gone', seenAt: ago(29) })] },
      { kind: 'keep', why: 'instances-lately', until: plusMs(NOW, MINUTE_MS) },
    ],
    [
      'may go at the end of it',
      { sightings: [sighting(1, { standing: 'gone', seenAt: ago(30) })] },
      { kind: 'no-instance-left' },
    ],
    [
      'stays for a grace period after a look that only counted',
      { carried: [{ keyId: 'k1', seenAt: ago(29) }] },
      { kind: 'keep', why: 'instances-lately', until: plusMs(NOW, MINUTE_MS) },
    ],
    [
      'stays at the first look',
      { observedSince: undefined },
      { kind: 'keep', why: 'not-watched-long-enough' },
    ],
  ])('%s', (_, over, expected) => {
    expect(status(over).keep).toEqual(expected);
  });
});
