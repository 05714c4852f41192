import { describe, expect, it } from 'vitest';
import type { FactsEntry } from '../../lib/ledger/entries.ts';
import { appendFacts, nextFacts } from '../../lib/ledger/facts.ts';
import { foldFacts, loadFacts } from '../../lib/ledger/facts-history.ts';
import { appendRecord, loadLedger } from '../../lib/ledger/files.ts';
import type { HelpDeskFacts, RawObject } from '../../lib/ledger/help-desk.ts';
import { listLedger } from '../../lib/ledger/listing.ts';
import { REDACTED } from '../../lib/ledger/redaction.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { read } from '../../lib/terms/readable.ts';
import {
  aRawNodeClaim,
  aRawNodeClass,
  aRawNodePool,
  aWarning,
  someFacts,
  UNREADABLE_FACT,
} from '../builders/help-desk.ts';
import { aClusterUid, aRecord, at } from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';

const UID = aClusterUid();
const hour = (n: number) => plusMs(at('2026-11-01T00:00:00Z'), n * HOUR_MS);

const first = (facts: Partial<HelpDeskFacts> = {}): FactsEntry => {
  const entry = nextFacts(undefined, someFacts(facts), UID, hour(0));
  if (entry === undefined) throw new TypeError('the first facts are always new');
  return entry;
};
const later = (before: FactsEntry, facts: Partial<HelpDeskFacts>) =>
  nextFacts(before, someFacts(facts), UID, hour(1));

describe('the first facts of a cluster', () => {
  it('hold everything', () => {
    expect(first({ warnings: read([aWarning()]) })).toEqual({
      kind: 'facts',
      recordedAt: hour(0),
      cluster: UID,
      provider: {
        readAt: hour(0),
        installation: {
          kind: 'installed',
          chart: 'karpenter-provider-kakaocloud-1.2.0',
          images: ['registry.example/karpenter-provider-kakaocloud:1.2.0'],
        },
      },
      nodeClaims: {
        readAt: hour(0),
        there: { 'general-7k2lq': expect.stringMatching(/^[0-9a-f]{16}$/) },
        news: [aRawNodeClaim()],
      },
      nodePools: { readAt: hour(0), there: { general: expect.any(String) }, news: [aRawNodePool()] },
      nodeClasses: { readAt: hour(0), there: { default: expect.any(String) }, news: [aRawNodeClass()] },
      warnings: [aWarning()],
      redactions: [],
    });
  });

  it('are none where nothing could be read', () => {
    const unread = Object.fromEntries(Object.keys(someFacts()).map((fact) => [fact, UNREADABLE_FACT]));
    expect(nextFacts(undefined, someFacts(unread), UID, hour(0))).toBeUndefined();
  });

  it('say of what could not be read that it is not known', () => {
    expect(first({ nodeClasses: UNREADABLE_FACT, warnings: UNREADABLE_FACT })).toMatchObject({
      nodeClasses: undefined,
      warnings: undefined,
    });
  });

  it('hold no secret, and tell where there was one', () => {
    const entry = first({
      nodeClasses: read([aRawNodeClass({ userData: '#!/bin/sh\nTOKEN=abc', zones: ['a'] })]),
      warnings: read([aWarning({ message: 'refused with token=abc' })]),
      provider: read({ kind: 'installed', chart: 'x', images: ['https://me:abc@registry.example/x'] }),
    });
    expect(entry.nodeClasses?.news[0]?.object).toMatchObject({ spec: { userData: REDACTED, zones: ['a'] } });
    expect(entry.redactions).toEqual([
      'KCNodeClass default: spec.userData',
      'provider: images[0]',
      'Event general-7k2lq.17a: message',
    ]);
    expect(JSON.stringify(entry)).not.toContain('abc');
  });
});

describe('facts are written again', () => {
  const changedStatus = (status: Readonly<Record<string, unknown>>) => ({
    nodeClaims: read([aRawNodeClaim('general-7k2lq', { status })]),
  });
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: '2026-06-02T01:02:00Z' };

  it.each<[string, Partial<HelpDeskFacts>]>([
    ['nothing has', {}],
    [
      'only restless fields have',
      changedStatus({ lastPodEventTime: 'x', conditions: [{ ...ready, lastTransitionTime: 'x' }] }),
    ],
    [
      'a condition that follows pods has',
      changedStatus({ conditions: [ready, { type: 'Consolidatable', status: 'True' }] }),
    ],
    [
      'sums over nodes have',
      {
        nodePools: read([
          { ...aRawNodePool(), object: { ...aRawNodePool().object, status: { resources: { cpu: '8' } } } },
        ]),
      },
    ],
    ['a list could not be read', { nodeClaims: UNREADABLE_FACT }],
    ['the provider could not be read', { provider: UNREADABLE_FACT }],
    ['warnings could not be read', { warnings: UNREADABLE_FACT }],
    [
      'a warning came again',
      { warnings: read([aWarning({ name: 'other.17b', count: 9, lastSeenAt: 'later', message: 'other' })]) },
    ],
    ['warnings were forgotten', { warnings: read([]) }],
  ])('not when %s changed', (_, facts) => {
    expect(
      later(first({ warnings: read([aWarning()]) }), { warnings: read([aWarning()]), ...facts }),
    ).toBeUndefined();
  });

  it.each<[string, Partial<HelpDeskFacts>]>([
    ['a spec', { nodePools: read([aRawNodePool({ limits: { cpu: '0' } })]) }],
    ['a condition', changedStatus({ conditions: [{ ...ready, status: 'False' }] })],
    ['another NodeClaim', { nodeClaims: read([aRawNodeClaim(), aRawNodeClaim('general-x')]) }],
    ['one NodeClaim fewer', { nodeClaims: read([]) }],
    ['another chart', { provider: read({ kind: 'not-installed' }) }],
    ['another warning', { warnings: read([aWarning({ reason: 'Other' })]) }],
  ])('when there is %s', (_, facts) => {
    expect(later(first(), facts)).toMatchObject({ recordedAt: hour(1) });
  });

  it('with what is new alone, and the fingerprints of the rest', () => {
    const before = first({ nodeClaims: read([aRawNodeClaim('a'), aRawNodeClaim('b')]) });
    const entry = later(before, { nodeClaims: read([aRawNodeClaim('b'), aRawNodeClaim('c')]) });
    expect(entry?.nodeClaims?.news.map(({ name }) => name)).toEqual(['c']);
    expect(Object.keys(entry?.nodeClaims?.there ?? {})).toEqual(['b', 'c']);
    expect(entry?.nodeClaims?.there.b).toBe(before.nodeClaims?.there.b);
    expect(entry?.nodePools?.news).toEqual([]);
  });

  it('with what could not be read as it was, and since when', () => {
    const before = first();
    const entry = later(before, { nodeClaims: UNREADABLE_FACT, nodePools: read([]) });
    expect(entry?.nodeClaims).toEqual({ ...before.nodeClaims, news: [] });
    expect(entry?.nodePools?.readAt).toBe(hour(1));
  });

  it('with at most a hundred warnings, the newest, and no endless message', () => {
    const warnings = Array.from({ length: 150 }, (_, n) =>
      aWarning({
        name: `event-${n}`,
        about: `NodeClaim ${n}`,
        lastSeenAt: `2026-11-01T00:${String(n % 60).padStart(2, '0')}:00Z`,
        message: 'x y '.repeat(1000),
      }),
    );
    const kept = first({ warnings: read(warnings) }).warnings ?? [];
    expect(kept).toHaveLength(100);
    expect(kept.at(-1)?.lastSeenAt).toBe('2026-11-01T00:59:00Z');
    expect(kept[0]?.lastSeenAt).toBe('2026-11-01T00:16:00Z');
    expect(kept.every(({ message }) => message.length === 1000)).toBe(true);
  });
});

describe('the facts in a ledger', () => {
  const append = async (store: MemoryStore, facts: HelpDeskFacts, n: number) =>
    appendFacts(store, 'shop', UID, facts, (await listLedger(store, 'shop')).facts.get(UID) ?? [], hour(n));

  it('cost nothing while nothing changes', async () => {
    const store = memoryStore();
    const { key } = await append(store, someFacts(), 0);
    expect(key).toMatch(`ledger/shop/facts/${UID}/20261101T000000.000Z-`);
    for (const n of [1, 2, 3]) expect((await append(store, someFacts(), n)).key).toBeUndefined();
    expect(store.files.size).toBe(1);
  });

  it('prove nothing, and are not read for proof: damaged or strange, they harm none', async () => {
    const store = memoryStore();
    await appendRecord(store, 'shop', aRecord());
    const { key = '' } = await append(store, someFacts(), 0);
    store.files.set(key, new Uint8Array());
    store.files.set(`ledger/shop/facts/${UID}/notes.txt`, new Uint8Array());
    expect(await loadLedger(store, 'shop')).toMatchObject({ records: [aRecord()], damaged: [] });
  });

  it('are told by name when the newest are damaged, and written whole again', async () => {
    const store = memoryStore();
    const { key = '' } = await append(store, someFacts(), 0);
    store.files.set(key, new Uint8Array());
    const again = await append(store, someFacts(), 1);
    expect(again.damaged).toEqual([{ key, why: expect.stringContaining('JSON') }]);
    expect(again.key).toBeDefined();
  });

  it('grow by what is new, not by another copy', async () => {
    const store = memoryStore();
    const claims = (from: number): RawObject[] =>
      Array.from({ length: 100 }, (_, n) => aRawNodeClaim(`general-${1000 + from + n}`));
    const sizeOf = (key = '') => store.files.get(key)?.length ?? 0;
    const whole = await append(store, someFacts({ nodeClaims: read(claims(0)) }), 0);
    const changed = await append(store, someFacts({ nodeClaims: read(claims(5)) }), 1);
    expect(sizeOf(changed.key)).toBeLessThan(sizeOf(whole.key) / 5);
  });
});

describe('all facts of a cluster together', () => {
  const history = (...all: readonly Partial<HelpDeskFacts>[]) => {
    const entries: FactsEntry[] = [];
    for (const [n, facts] of all.entries()) {
      const entry = nextFacts(entries.at(-1), someFacts(facts), UID, hour(n));
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  };
  const claims = (...names: string[]) => ({ nodeClaims: read(names.map((name) => aRawNodeClaim(name))) });

  it('have each object as it was last seen, also when it was gone before', () => {
    const spec = { limits: { cpu: '0' } };
    const known = foldFacts(
      history(claims('a', 'b'), { ...claims('b'), nodePools: read([aRawNodePool(spec)]) }, claims('b')),
    );
    expect(known.nodeClaims).toEqual({
      readAt: hour(2),
      objects: [
        { ...aRawNodeClaim('a'), lastSeenAt: hour(0), isThere: false },
        { ...aRawNodeClaim('b'), lastSeenAt: hour(2), isThere: true },
      ],
      missing: [],
    });
    expect(known.nodePools.objects).toMatchObject([{ object: { spec: { limits: { cpu: '200' } } } }]);
  });

  it('say as of when, where the last reading failed', () => {
    const { nodeClaims, nodePools } = foldFacts(
      history(claims('a'), { nodeClaims: UNREADABLE_FACT, nodePools: read([]) }),
    );
    expect(nodeClaims).toMatchObject({ readAt: hour(0), objects: [{ name: 'a', isThere: true }] });
    expect(nodePools).toMatchObject({ readAt: hour(1), objects: [{ isThere: false }] });
  });

  it('are not known where nothing was ever read', () => {
    expect(foldFacts([])).toEqual({
      provider: undefined,
      nodeClaims: { readAt: undefined, objects: [], missing: [] },
      nodePools: { readAt: undefined, objects: [], missing: [] },
      nodeClasses: { readAt: undefined, objects: [], missing: [] },
      warnings: [],
    });
  });

  it('have every warning once, as it came last, in order', () => {
    const one = aWarning({ name: '1', lastSeenAt: '2026-11-01T00:00:00Z' });
    const again = aWarning({ name: '1', lastSeenAt: '2026-11-01T02:00:00Z', count: 9 });
    const other = aWarning({ name: '2', reason: 'Other', lastSeenAt: '2026-11-01T01:00:00Z' });
    const known = foldFacts(
      history({ warnings: read([one]) }, { warnings: read([again, other]) }, { warnings: UNREADABLE_FACT }),
    );
    expect(known.warnings).toEqual([other, again]);
  });

  it('name what is missing because its file is damaged, and the file', async () => {
    const store = memoryStore();
    const listed = async () => (await listLedger(store, 'shop')).facts.get(UID) ?? [];
    for (const [n, facts] of [claims('a'), claims('a', 'b'), claims('a', 'b', 'c')].entries())
      await appendFacts(store, 'shop', UID, someFacts(facts), await listed(), hour(n));
    const [, second = ''] = store.files.keys();
    store.files.set(second, new Uint8Array());
    const strange = `ledger/shop/facts/${UID}/notes.txt`;
    store.files.set(strange, new Uint8Array());
    const { nodeClaims, damaged } = await loadFacts(store, 'shop', UID);
    expect(nodeClaims.objects.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(nodeClaims.missing).toEqual(['b']);
    expect(damaged.map(({ key }) => key)).toEqual([second, strange]);
    expect(await loadFacts(store, 'shop', aClusterUid('9e363260'))).toMatchObject({ damaged: [] });
  });
});
