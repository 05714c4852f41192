import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodedEntry, decodeEntry, encodeEntry } from '../../lib/ledger/codec.ts';
import type { DeltaEntry } from '../../lib/ledger/delta.ts';
import type {
  ClusterRecord,
  FactsEntry,
  GoneEntry,
  RetiredEntry,
  RunEntry,
} from '../../lib/ledger/entries.ts';
import type { StoredEntry, UnchangedEntry } from '../../lib/ledger/schemas.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { aClusterUid, anId, aRecord, aRecordedNodeClaim, aRun, at } from '../builders/ledger.ts';

const textOf = (entry: StoredEntry) => new TextDecoder().decode(encodeEntry(entry));
const decodeText = (text: string) => decodeEntry(new TextEncoder().encode(text));
const whyOf = (decoded: DecodedEntry) => (decoded.kind === 'damaged' ? decoded.why : decoded.kind);

const UNCHANGED: UnchangedEntry = {
  kind: 'unchanged',
  cluster: aClusterUid(),
  recordedAt: at('2026-11-01T01:00:00Z'),
  of: '20261101T000000.000Z-0123456789abcdef',
  claims: 100,
};

/** Closes a text as the format says: the last line is the SHA-256 of everything else. */
function sealed(body: Record<string, unknown>): string {
  const text = `${JSON.stringify(body, null, 2)}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, -'\n}\n'.length)},\n  "sha256": "${sha256}"\n}\n`;
}

/** A file whose checksum fits, with something else in it than this program would have written. */
function forged(entry: StoredEntry, change: (body: Record<string, unknown>) => void): string {
  const { sha256: _, ...body } = JSON.parse(textOf(entry));
  change(body);
  return sealed(body);
}

const id = fc.nat().map(anId);
const uid = fc.nat().map((n) => aClusterUid('2c32ae2c', n));
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    'v=1;m=karpenter;c=2c32ae2c;s="==";',
    '쇼핑 클러스터; 이름=값',
    '\ud800',
    '}\n',
    '\n  "sha256": "',
  ),
);
const instant = fc
  .date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => instantFromMs(date.getTime()));
const size = fc
  .oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }))
  .map((n) => n + 0);
const orUnknown = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Plain objects, as the codec makes them. */
const recordOf = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(shape, { noNullPrototype: true });
const several = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 4 });

const nodeClaim = fc
  .record({
    name: text,
    uid: orUnknown(text),
    nodePool: orUnknown(text),
    providerId: fc.oneof(
      text,
      id.map(String),
      id.map((id) => `kakaocloud:///kr-central-2-a/${id}`),
    ),
  })
  .map(aRecordedNodeClaim);

const instance = recordOf({
  id,
  name: text,
  description: text,
  createdAt: orUnknown(instant),
  volumes: several(
    recordOf({
      id,
      createdAt: orUnknown(instant),
      sizeGiB: orUnknown(size),
      isRoot: orUnknown(fc.boolean()),
      isDeleteOnTermination: orUnknown(fc.boolean()),
    }),
  ),
});

const persistentVolume = recordOf({
  name: text,
  volumeHandle: orUnknown(text),
  volumeId: orUnknown(id),
});

const cluster = recordOf({
  uid,
  id: orUnknown(id),
  name: orUnknown(text),
  phase: orUnknown(text),
  createdAt: orUnknown(instant),
});

const altered = several(recordOf({ id, name: text, description: text }));

const record: fc.Arbitrary<ClusterRecord> = recordOf({
  kind: fc.constant('record'),
  recordedAt: instant,
  source: fc.constantFrom('live', 'import'),
  cluster,
  nodeClaims: orUnknown(several(nodeClaim)),
  persistentVolumes: orUnknown(several(persistentVolume)),
  instances: orUnknown(several(instance)),
  altered,
});

const changeOf = <T>(arbitrary: fc.Arbitrary<T>) =>
  orUnknown(recordOf({ set: several(arbitrary), removed: several(text) }));

const delta: fc.Arbitrary<DeltaEntry> = recordOf({
  kind: fc.constant('delta'),
  recordedAt: instant,
  of: text,
  cluster,
  nodeClaims: changeOf(nodeClaim),
  persistentVolumes: changeOf(persistentVolume),
  instances: changeOf(instance),
  altered,
});

const unchanged: fc.Arbitrary<UnchangedEntry> = recordOf({
  kind: fc.constant('unchanged'),
  cluster: uid,
  recordedAt: instant,
  of: text,
  claims: orUnknown(fc.nat()),
});

const run: fc.Arbitrary<RunEntry> = recordOf({
  kind: fc.constant('run'),
  runId: text,
  asOf: instant,
  complete: fc.boolean(),
  clusters: several(
    recordOf({ uid, name: orUnknown(text), state: fc.constantFrom('alive', 'deleting', 'gone') }),
  ),
  claimLists: several(recordOf({ cluster: uid, length: fc.nat(), counted: fc.boolean() })),
  sighted: several(id),
  restarted: several(id),
  condemned: several(id),
  volumesInTransition: several(recordOf({ id, status: text })),
  volumesElsewhere: several(recordOf({ volumeId: id, instanceId: id })),
  signingKeys: several(
    recordOf({ keyId: text, isInKeyring: fc.boolean(), carriers: fc.nat(), clusters: several(uid) }),
  ),
});

const json = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__'),
  fc.jsonValue(),
  {
    maxKeys: 4,
    noNullPrototype: true,
  },
);
const objects = orUnknown(
  recordOf({
    readAt: instant,
    there: fc.dictionary(fc.stringMatching(/^[a-z0-9.-]+$/), text, { maxKeys: 4, noNullPrototype: true }),
    news: several(recordOf({ name: text, object: json })),
  }),
);

const facts: fc.Arbitrary<FactsEntry> = recordOf({
  kind: fc.constant('facts'),
  recordedAt: instant,
  cluster: uid,
  provider: orUnknown(
    recordOf({
      readAt: instant,
      installation: fc.oneof(
        recordOf({ kind: fc.constant('installed' as const), chart: orUnknown(text), images: several(text) }),
        fc.constant({ kind: 'not-installed' as const }),
      ),
    }),
  ),
  nodeClaims: objects,
  nodePools: objects,
  nodeClasses: objects,
  warnings: orUnknown(
    several(
      recordOf({
        name: text,
        about: text,
        reason: text,
        message: text,
        count: orUnknown(fc.nat()),
        lastSeenAt: orUnknown(text),
      }),
    ),
  ),
  redactions: several(text),
});

const gone: fc.Arbitrary<GoneEntry> = recordOf({
  kind: fc.constant('gone'),
  cluster: uid,
  provenAt: instant,
  lastRecordedAt: instant,
});

const retired: fc.Arbitrary<RetiredEntry> = recordOf({
  kind: fc.constant('retired'),
  cluster: uid,
  retiredAt: instant,
  provenAt: instant,
  lastRecordedAt: instant,
  names: several(text),
  instances: several(recordOf({ id, name: text })),
});

const entry: fc.Arbitrary<StoredEntry> = fc.oneof(record, delta, unchanged, run, facts, gone, retired);

describe('an entry', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(entry, (entry) => {
        expect(decodeEntry(encodeEntry(entry))).toStrictEqual({ kind: 'entry', entry });
      }),
      { numRuns: 500 },
    );
  });

  it('is text to be read by hand, with a checksum of everything but its own line', () => {
    expect(textOf(UNCHANGED)).toBe(
      sealed({
        format: 'karpenter-orphan-audit/ledger',
        version: 1,
        kind: 'unchanged',
        cluster: aClusterUid(),
        recordedAt: '2026-11-01T01:00:00Z',
        of: '20261101T000000.000Z-0123456789abcdef',
        claims: 100,
      }),
    );
    expect(textOf(aRecord())).toContain('\n  "recordedAt": "2026-11-01T00:00:00Z",\n');
  });

  it('says null for what was not known', () => {
    const text = textOf(aRecord({ nodeClaims: undefined, instances: undefined }));
    expect(text).toContain('\n  "nodeClaims": null,\n');
    expect(text).toContain('\n  "instances": null,\n');
  });

  it('takes less than 500 bytes when nothing has changed', () => {
    expect(encodeEntry({ ...UNCHANGED, claims: Number.MAX_SAFE_INTEGER }).length).toBeLessThan(500);
  });

  it('is not written when it could not be read again', () => {
    const year10000 = instantFromMs(Date.UTC(10_000, 0));
    expect(() => encodeEntry(aRecord({ recordedAt: year10000 }))).toThrow('cannot be written');
  });
});

describe('a damaged file', () => {
  const bytes = encodeEntry(aRecord());

  it('is recognised wherever it was cut off', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(decodeEntry(bytes.subarray(0, length)), `the first ${length} bytes`).toMatchObject({
        kind: 'damaged',
      });
    }
  });

  it('is recognised by any one bit', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeEntry(flipped), `bit ${bit}`).toMatchObject({ kind: 'damaged' });
    }
  });

  it.each([
    ['nothing', '', 'is not whole JSON: it was written in part, or changed since'],
    [
      'half of itself',
      textOf(aRun()).slice(0, 200),
      'is not whole JSON: it was written in part, or changed since',
    ],
    ['null', 'null', 'is no entry of this ledger: its format or version is missing'],
    [
      'other JSON',
      '{"format":"something-else","version":1}',
      'is no entry of this ledger: its format or version is missing',
    ],
    [
      'Windows line ends',
      textOf(aRun()).replaceAll('\n', '\r\n'),
      'does not fit its checksum: it was written in part, or changed since',
    ],
    [
      'a byte order mark',
      `\ufeff${textOf(aRun())}`,
      'is not whole JSON: it was written in part, or changed since',
    ],
    [
      'more behind it',
      `${textOf(aRun())}\n`,
      'does not fit its checksum: it was written in part, or changed since',
    ],
    [
      'an edited value',
      textOf(aRun()).replace('"complete": true', '"complete": false'),
      'does not fit its checksum: it was written in part, or changed since',
    ],
    [
      'no checksum',
      textOf(aRun()).replace(/,\n {2}"sha256": "\w+"/, ''),
      'does not fit its checksum: it was written in part, or changed since',
    ],
  ])('holds %s', (_, text, why) => {
    expect(whyOf(decodeText(text))).toBe(why);
  });

  it('is not text at all', () => {
    expect(whyOf(decodeEntry(Uint8Array.of(0x7b, 0xff)))).toMatch(/^is not UTF-8 text/);
  });

  it('was written by a newer version, whatever that changed', () => {
    const newer = forged(aRecord(), (body) => {
      body.version = 2;
      body.kind = 'record-with-more';
    });
    const why = 'was written by a newer version of this program (format 2)';
    expect(whyOf(decodeText(newer))).toBe(why);
    expect(whyOf(decodeText('{"format":"karpenter-orphan-audit/ledger","version":2}'))).toBe(why);
  });

  it.each<[string, (body: Record<string, unknown>) => void, RegExp]>([
    ['an unknown kind', (body) => Object.assign(body, { kind: 'note' }), /kind/],
    ['a field too many', (body) => Object.assign(body, { extra: 1 }), /extra/],
    ['a field too few', (body) => delete body.nodeClaims, /nodeClaims/],
    [
      'no time',
      (body) => Object.assign(body, { recordedAt: '2026-11-31T00:00:00Z' }),
      /recordedAt: "2026-11-31T00:00:00Z" is no time/,
    ],
    [
      'a cluster without a UID',
      (body) => Object.assign(body, { cluster: { ...Object(body.cluster), uid: 'shop' } }),
      /cluster\.uid: "shop" is no cluster UID/,
    ],
    [
      'a blank ID',
      (body) =>
        Object.assign(body, { persistentVolumes: [{ name: 'a', volumeHandle: null, volumeId: ' ' }] }),
      /" " is no ID/,
    ],
    ['version 0', (body) => Object.assign(body, { version: 0 }), /format or version/],
  ])('holds %s under a checksum that fits', (_, change, why) => {
    expect(whyOf(decodeText(forged(aRecord(), change)))).toMatch(why);
  });
});
