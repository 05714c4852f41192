import { describe, expect, it } from 'vitest';
import { clusterUid, resourceId, uid8 } from '../../lib/terms/ids.ts';
import { formatInstant, parseInstant } from '../../lib/terms/instants.ts';
import { providerRef } from '../../lib/terms/provider-id.ts';
import { word } from '../../lib/terms/words.ts';

const DASHED = '2c32ae2c-533b-4d8e-a39e-fc1880773620';
const PLAIN = '2c32ae2c533b4d8ea39efc1880773620';

describe('IDs', () => {
  it.each([
    [DASHED, DASHED],
    [DASHED.toUpperCase(), DASHED],
    [PLAIN, DASHED],
    [PLAIN.toUpperCase(), DASHED],
    [` ${DASHED} `, DASHED],
    ['Some-Name', 'some-name'],
    ['', undefined],
    ['   ', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('resourceId(%j) is %j', (text, id) => {
    expect(resourceId(text)).toBe(id);
  });

  it.each([
    [PLAIN, DASHED],
    ['shop', undefined],
    [`${DASHED}0`, undefined],
    ['', undefined],
  ])('clusterUid(%j) is %j', (text, uid) => {
    expect(clusterUid(text)).toBe(uid);
  });

  it.each([
    ['2c32ae2c', '2c32ae2c'],
    ['2C32AE2C', undefined],
    ['2c32ae2', undefined],
    ['2c32ae2cc', undefined],
  ])('uid8(%j) is %j', (text, outcome) => {
    expect(uid8(text)).toBe(outcome);
  });
});

describe('provider IDs', () => {
  it.each([
    [`kakaocloud:///kr-central-2-a/${DASHED}`, { kind: 'instance', id: DASHED }],
    [`openstack://kr-central-2/${PLAIN.toUpperCase()}`, { kind: 'instance', id: DASHED }],
    [DASHED, { kind: 'instance', id: DASHED }],
    [`x://00000000-0000-4000-8000-000000000001/${DASHED}`, { kind: 'instance', id: DASHED }],
    ['', { kind: 'none' }],
    ['<none>', { kind: 'none' }],
    [undefined, { kind: 'none' }],
    [
      'aws:///ap-northeast-2a/i-0123456789abcdef0',
      { kind: 'unclear', text: 'aws:///ap-northeast-2a/i-0123456789abcdef0' },
    ],
    [`${DASHED}0`, { kind: 'unclear', text: `${DASHED}0` }],
  ])('providerRef(%j)', (text, ref) => {
    expect(providerRef(text)).toEqual(ref);
  });
});

describe('instants', () => {
  it.each([
    ['2026-06-02T01:00:05Z', '2026-06-02T01:00:05Z'],
    ['2026-06-02T01:00:05.512803Z', '2026-06-02T01:00:05.512Z'],
    ['2026-06-02T10:00:05+09:00', '2026-06-02T01:00:05Z'],
    ['2026-06-02T10:00:05+0900', '2026-06-02T01:00:05Z'],
    ['2026-02-28T00:00:00Z', '2026-02-28T00:00:00Z'],
  ])('%s is %s', (text, outcome) => {
    const instant = parseInstant(text);
    expect(instant === undefined ? undefined : formatInstant(instant)).toBe(outcome);
  });

  it.each([
    '2026-06-02T01:00:05',
    '2026-06-02 01:00:05Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-06-02',
    '1780000000',
    '',
    null,
  ])('%j is no moment', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('words', () => {
  it.each([
    ['In-Use', 'in_use'],
    ['IN USE', 'in_use'],
    ['in__use', 'in_use'],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
  ])('word(%j) is %j', (text, outcome) => {
    expect(word(text)).toBe(outcome);
  });
});
