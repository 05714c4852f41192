import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Attachments } from '../../../lib/adapters/kakaocloud/attachments.ts';
import { IdSet } from '../../../lib/adapters/kakaocloud/id-set.ts';
import { type ResourceId, resourceId } from '../../../lib/terms/ids.ts';
import { anId } from '../../builders/ledger.ts';

/** UUIDs, some of which differ in one digit only, and IDs that are none. */
const anyId = fc
  .oneof(
    fc.uuid(),
    fc.integer({ min: 0, max: 40 }).map((n) => String(anId(n))),
    fc.integer({ min: 0, max: 5 }).map((n) => `legacy-${n}`),
    fc.integer({ min: 0, max: 5 }).map((n) => `zzzzzzzz-0000-4000-8000-00000000000${n}`),
  )
  .map((text) => idOf(text));

function idOf(text: string): ResourceId {
  const id = resourceId(text);
  if (id === undefined) throw new TypeError(`no ID: ${text}`);
  return id;
}

function setOf(ids: Iterable<string>): IdSet {
  const set = new IdSet();
  for (const id of ids) set.add(id);
  return set;
}

describe('a set of IDs', () => {
  it('holds what a plain set holds, in the order in which it came', () => {
    fc.assert(
      fc.property(fc.array(anyId, { maxLength: 300 }), fc.array(anyId), (ids, others) => {
        const plain = new Set(ids);
        const set = setOf(ids);
        expect([...set]).toEqual([...plain]);
        expect(set.size).toBe(plain.size);
        for (const id of others) expect(set.has(id)).toBe(plain.has(id));
      }),
    );
  });

  it('gives each ID its ordinal, and the same again', () => {
    fc.assert(
      fc.property(fc.array(anyId, { maxLength: 300 }), (ids) => {
        const set = new IdSet();
        const ordinals = ids.map((id) => set.add(id));
        expect(ordinals.map((ordinal) => set.at(ordinal))).toEqual(ids);
        expect(ids.map((id) => set.ordinalOf(id))).toEqual(ordinals);
      }),
    );
  });

  it('equals a set of the same IDs in another order, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyId, { minLength: 1 }), anyId, (ids, another) => {
        const set = setOf(ids);
        expect(set.equals(setOf(ids.toReversed()))).toBe(true);
        expect(set.equals(setOf(ids.slice(1)))).toBe(false);
        expect(set.equals(setOf([...ids.slice(1), another]))).toBe(another === ids[0]);
      }),
    );
  });

  it.each([
    ['capitals', '38421BE7-EADA-4989-A90F-74CF3BDCD2F0'],
    ['no dashes', '38421be7eada4989a90f74cf3bdcd2f0'],
    ['blanks around', ' 38421be7-eada-4989-a90f-74cf3bdcd2f0 '],
  ])('knows an ID written with %s', (_, text) => {
    const set = setOf(['38421be7-eada-4989-a90f-74cf3bdcd2f0']);
    expect(set.has(text)).toBe(true);
    expect(set.add(text)).toBe(0);
    expect(set.size).toBe(1);
  });

  it('tells apart IDs that differ in one digit, at whatever place', () => {
    const digits = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    const ids = [...digits].flatMap((digit, place) =>
      digit === '-' ? [] : [`${digits.slice(0, place)}0${digits.slice(place + 1)}`],
    );
    expect([...setOf(ids)]).toEqual(ids);
  });

  it('grows to a hundred thousand that count upwards', () => {
    const ids = Array.from({ length: 100_000 }, (_, n) => anId(n));
    const set = setOf(ids);
    expect(set.size).toBe(100_000);
    expect(ids.every((id, n) => set.ordinalOf(id) === n)).toBe(true);
    expect(set.has(anId(100_000))).toBe(false);
  });
});

describe('attachments', () => {
  it('say which instances name a volume, as a plain map would', () => {
    const notes = fc.array(fc.tuple(anyId, anyId), { maxLength: 200 });
    fc.assert(
      fc.property(notes, anyId, (pairs, another) => {
        const instances = new IdSet();
        const attachments = new Attachments(instances);
        const plain = new Map<ResourceId, Set<ResourceId>>();
        for (const [volume, instance] of pairs) {
          attachments.note(volume, instances.add(instance));
          plain.set(volume, (plain.get(volume) ?? new Set()).add(instance));
        }
        for (const volume of [...plain.keys(), another]) {
          expect(attachments.instancesWith(volume)).toEqual([...(plain.get(volume) ?? [])].sort());
        }
      }),
    );
  });
});
