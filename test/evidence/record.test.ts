import { describe, expect, it } from 'vitest';
import { descriptionMark } from '../../lib/adapters/kakaocloud/marks.ts';
import { fieldOrdersOf, recordOf, volumeRecordOf } from '../../lib/evidence/record.ts';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { foldLedger } from '../../lib/ledger/ledger.ts';
import { anInstance, aVolume } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedVolume,
  aRun,
  at,
} from '../builders/ledger.ts';

const OPTIONS = { now: at('2026-11-10T00:00:00Z'), gracePeriodMs: 1, configured: [] };

function fold(
  records: readonly ClusterRecord[],
  runs = [aRun()],
  damaged: { key: string; why: string }[] = [],
) {
  return foldLedger({ records, runs, damaged }, OPTIONS);
}

function record(records: readonly ClusterRecord[], instance = anInstance()) {
  const ledger = fold(records);
  return recordOf(instance, ledger, fieldOrdersOf(ledger, descriptionMark));
}

describe('the record of an instance', () => {
  it('is there when a NodeClaim was recorded as pointing at it, and unchanged while nothing differs', () => {
    expect(record([aRecord()])).toMatchObject({
      kind: 'recorded',
      nodeClaim: 'general-7k2lq',
      changes: [],
      fieldOrder: 'too-few',
    });
  });

  it('is not there when the instance was only listed', () => {
    expect(record([aRecord({ nodeClaims: [] })])).toEqual({ kind: 'unrecorded' });
  });

  it('is there by an imported table alone', () => {
    const imported = aRecord({ source: 'import', instances: undefined, persistentVolumes: undefined });
    expect(record([imported])).toMatchObject({ kind: 'recorded', changes: [] });
  });

  it.each([
    ['another name', { name: 'karpenter-2c32ae2c-general-x' }, ['name']],
    ['another description', { description: 'v=1;m=karpenter;c=2c32ae2c;x=1' }, ['description']],
    ['created more than a second later', { createdAt: at('2026-06-02T01:00:06.001Z') }, ['created-at']],
    ['created a second later', { createdAt: at('2026-06-02T01:00:06Z') }, []],
    ['without a creation time', { createdAt: undefined }, []],
  ] as const)('tells what changed: %s', (_what, over, changes) => {
    expect(record([aRecord()], anInstance(over))).toMatchObject({ changes });
  });

  it('differs from any of its records when they differ between themselves', () => {
    const renamed = aRecord({
      recordedAt: at('2026-11-02T00:00:00Z'),
      instances: [aRecordedInstance({ name: 'was-renamed' })],
    });
    expect(record([aRecord(), renamed])).toMatchObject({ changes: ['name'] });
  });

  it.each([
    ['two NodeClaims', aRecord({ nodeClaims: [aRecordedNodeClaim({ name: 'general-other' })] })],
    ['two clusters', aRecord({ cluster: aRecordedCluster({ uid: aClusterUid('9e363260') }) })],
  ])('contradicts itself when it names %s', (_what, other) => {
    expect(record([aRecord(), other])).toMatchObject({ kind: 'contradictory' });
  });

  it('is unreadable when any file of the ledger is damaged, recorded or not', () => {
    const ledger = fold([aRecord()], [], [{ key: 'ledger/p/runs/x.json', why: 'was cut off' }]);
    expect(recordOf(anInstance(), ledger, new Map())).toEqual({
      kind: 'unreadable',
      detail: 'ledger/p/runs/x.json was cut off',
    });
  });

  describe('and the order of its description’s fields', () => {
    const cluster = (descriptions: readonly string[]) =>
      aRecord({
        nodeClaims: descriptions.map((_, i) =>
          aRecordedNodeClaim({ name: `general-${i}`, providerId: anId(i + 1) }),
        ),
        instances: descriptions.map((description, i) => aRecordedInstance({ id: anId(i + 1), description })),
      });
    const order = (own: string, others: readonly string[]) => {
      const evidence = record([cluster([own, ...others])], anInstance({ description: own }));
      return evidence.kind === 'recorded' ? evidence.fieldOrder : evidence.kind;
    };
    const usual = 'v=1;m=karpenter;c=1;n=2;s=3';
    const odd = 'v=1;m=karpenter;n=2;c=1;s=3';

    it.each([
      [usual, [usual, usual, usual], 'same'],
      [odd, [usual, usual, usual], 'different'],
      [odd, [usual, usual], 'too-few'],
      ['v=1;m=karpenter;c=1;n', [usual, usual, usual], 'same'],
      [usual, [usual, usual, odd], 'same'],
      [usual, [usual, odd, odd], 'different'],
      ['no longer', [usual, usual, usual], 'different'],
    ])('%s among %j is %s', (own, others, outcome) => {
      expect(order(own, others)).toBe(outcome);
    });
  });
});

describe('the record of a volume', () => {
  const evidence = (records: readonly ClusterRecord[], volume = aVolume(), runs = [aRun()]) =>
    volumeRecordOf(volume, fold(records, runs));
  const withVolume = (over: Parameters<typeof aRecordedVolume>[0], instance = {}) =>
    aRecord({ instances: [aRecordedInstance({ volumes: [aRecordedVolume(over)], ...instance })] });

  it('is there when it stood among the volumes of a recorded instance', () => {
    expect(evidence([aRecord()])).toMatchObject({
      kind: 'recorded',
      instanceId: anId(1),
      createdAt: 'equal',
      onTermination: 'deleted',
      origin: 'with-instance',
    });
  });

  it('is not there when its instance was only listed', () => {
    expect(evidence([aRecord({ nodeClaims: [] })])).toEqual({ kind: 'unrecorded' });
  });

  it.each([
    ['a second later', aVolume({ createdAt: at('2026-06-02T01:00:13Z') }), 'equal'],
    ['more than a second later', aVolume({ createdAt: at('2026-06-02T01:00:13.001Z') }), 'different'],
    ['never, as far as anybody knows', aVolume({ createdAt: undefined }), 'unknown'],
  ])('compares creation times: created %s', (_what, volume, createdAt) => {
    expect(evidence([aRecord()], volume)).toMatchObject({ createdAt });
  });

  it.each([
    [{ createdAt: undefined }, { createdAt: 'unknown' }],
    [{ isDeleteOnTermination: false }, { onTermination: 'kept' }],
    [{ isDeleteOnTermination: undefined }, { onTermination: 'unknown' }],
    [{ isRoot: false }, { origin: 'with-instance' }],
    [{ isRoot: false, createdAt: at('2026-06-02T01:10:05Z') }, { origin: 'with-instance' }],
    [{ isRoot: false, createdAt: at('2026-06-02T01:10:05.001Z') }, { origin: 'attached-later' }],
    [{ isRoot: undefined, createdAt: undefined }, { origin: 'attached-later' }],
  ] as readonly (readonly [Parameters<typeof aRecordedVolume>[0], object])[])(
    'reads what was recorded: %j',
    (over, outcome) => {
      const volume = over?.createdAt === undefined ? aVolume() : aVolume({ createdAt: over.createdAt });
      expect(evidence([withVolume(over)], volume)).toMatchObject(outcome);
    },
  );

  it('keeps to the safer reading when records differ', () => {
    expect(evidence([withVolume({ isDeleteOnTermination: false }), aRecord()])).toMatchObject({
      onTermination: 'kept',
    });
  });

  it('contradicts itself when it stood among the volumes of two recorded instances', () => {
    const other = aRecord({
      nodeClaims: [aRecordedNodeClaim({ name: 'general-two', providerId: anId(2) })],
      instances: [aRecordedInstance({ id: anId(2), name: 'karpenter-2c32ae2c-general-two' })],
    });
    expect(evidence([aRecord(), other])).toMatchObject({ kind: 'contradictory' });
  });

  it('was attached later when a listing had it on an instance that was not recorded', () => {
    const listedElsewhere = aRecord({ nodeClaims: [], instances: [aRecordedInstance({ id: anId(2) })] });
    expect(evidence([aRecord(), listedElsewhere])).toMatchObject({ origin: 'attached-later' });
  });

  it('was attached later when any run saw it on another instance', () => {
    const run = aRun({ volumesElsewhere: [{ volumeId: anId(0x101), instanceId: anId(2) }] });
    expect(evidence([aRecord()], aVolume(), [run])).toMatchObject({ origin: 'attached-later' });
  });
});
