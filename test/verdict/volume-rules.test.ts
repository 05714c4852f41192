import { describe, expect, it } from 'vitest';
import type { VolumeEvidence } from '../../lib/evidence/outcomes.ts';
import { judgeVolume, VOLUME_RULES } from '../../lib/verdict/volume-rules.ts';
import { aVolumeEvidence, aVolumeRecord } from '../builders/evidence.ts';
import { anId, at } from '../builders/ledger.ts';

const alive = { kind: 'alive', phase: 'Provisioned', witness: 'asked' } as const;
const deletingPast = {
  kind: 'deleting',
  since: at('2026-06-01T00:00:00Z'),
  period: 'past',
  witness: 'asked',
} as const;
const attached = (verdict: 'unrelated' | 'in-use' | 'settling' | 'ambiguous' | 'orphan') => ({
  attachment: { kind: 'attached', instanceId: anId(1), verdict } as const,
});
const node = { node: 'host-1', cluster: 'shop', isKarpenters: true } as const;

/** Each row is the plain orphan, but for what it states. */
const ROWS: readonly (readonly [
  rule: number,
  verdict: string,
  reason: string,
  but: string,
  over: Partial<VolumeEvidence>,
])[] = [
  [15, 'orphan', 'cluster-gone', 'nothing', {}],
  [
    1,
    'unrelated',
    'no-karpenter-mark',
    'no mark at all',
    { mark: { kind: 'none' }, record: { kind: 'unrecorded' } },
  ],
  [
    2,
    'in-use',
    'persistent-volume',
    'a live PersistentVolume points at it',
    { persistentVolume: { kind: 'bound', name: 'pvc-1', cluster: 'shop' } },
  ],
  [
    3,
    'ambiguous',
    'attachment-disagrees',
    'its row and the instances disagree',
    { attachment: { kind: 'disagrees', detail: '' } },
  ],
  [4, 'unrelated', 'attached', 'it is attached to an unrelated instance', attached('unrelated')],
  [4, 'in-use', 'attached', 'it is attached to an instance in use', attached('in-use')],
  [4, 'settling', 'attached', 'it is attached to a settling instance', attached('settling')],
  [4, 'held', 'attached', 'it is attached to an ambiguous instance', attached('ambiguous')],
  [4, 'held', 'attached', 'it is attached to an orphan', attached('orphan')],
  [
    5,
    'ambiguous',
    'attached-to-missing-instance',
    'its instance is not there',
    { attachment: { kind: 'instance-missing', instanceId: anId(1) } },
  ],
  [
    6,
    'settling',
    'volume-deleting',
    'it is being deleted',
    { state: { kind: 'deleting', status: 'deleting' } },
  ],
  [
    7,
    'settling',
    'in-transition',
    'it is in a passing state',
    { state: { kind: 'in-transition', status: 'detaching' } },
  ],
  [
    7,
    'ambiguous',
    'stuck-in-transition',
    'it is stuck in a passing state',
    { state: { kind: 'stuck-in-transition', status: 'detaching' } },
  ],
  [
    7,
    'ambiguous',
    'state-unknown',
    'its state is a word that nobody knows',
    { state: { kind: 'other', status: 'parked' } },
  ],
  [8, 'ambiguous', 'age-unknown', 'its age is unknown', { age: { kind: 'unknown', detail: '' } }],
  [8, 'settling', 'young', 'it is young', { age: { kind: 'young', createdAt: at('2026-06-11T00:00:00Z') } }],
  [
    9,
    'ambiguous',
    'persistent-volume',
    'it was a PersistentVolume and no live one is known',
    { persistentVolume: { kind: 'csi-leftover' } },
  ],
  [
    10,
    'ambiguous',
    'creation-time-mismatch',
    'its creation time is not the recorded one',
    { record: aVolumeRecord({ createdAt: 'different' }) },
  ],
  [11, 'ambiguous', 'detached', 'its instance still exists', { recordedInstance: { kind: 'exists' } }],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'NodeClaims are unreadable',
    { claim: { kind: 'unreadable', reason: 'owner-unreadable', detail: '' } },
  ],
  [
    12,
    'ambiguous',
    'owner-list-shrunk',
    'NodeClaims are implausibly few',
    { claim: { kind: 'unreadable', reason: 'owner-list-shrunk', detail: '' } },
  ],
  [12, 'ambiguous', 'owner-unreadable', 'Nodes are unreadable', { node: { kind: 'unreadable', detail: '' } }],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'PersistentVolumes are unreadable',
    { persistentVolume: { kind: 'unreadable', detail: '' } },
  ],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'the instances are unreadable',
    { attachment: { kind: 'unreadable', detail: '' } },
  ],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'the ledger is unreadable',
    { record: { kind: 'unreadable', detail: '' } },
  ],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'its instance could not be asked for',
    { recordedInstance: { kind: 'unreadable' } },
  ],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'the clusters are unreadable',
    { cluster: { kind: 'unreadable', detail: '' } },
  ],
  [
    12,
    'ambiguous',
    'owner-unreadable',
    'its owner lives and is never asked',
    { cluster: { ...alive, witness: 'declared-none' } },
  ],
  [12, 'in-use', 'node-alive', 'a Ready Node still names its instance', { node: { kind: 'ready', ...node } }],
  [
    12,
    'ambiguous',
    'node-not-ready',
    'a Node that is not Ready still names its instance',
    { node: { kind: 'not-ready', ...node } },
  ],
  [
    12,
    'settling',
    'cluster-deleting',
    'its owner is being deleted',
    { cluster: { ...deletingPast, period: 'within' } },
  ],
  [
    12,
    'settling',
    'cluster-deleting',
    'its owner is being deleted since nobody knows when',
    { cluster: { ...deletingPast, since: undefined, period: 'unknown' } },
  ],
  [
    12,
    'in-use',
    'claimed',
    'a NodeClaim points at its instance',
    { claim: { kind: 'claimed', nodeClaim: 'general-7k2lq', cluster: 'shop' } },
  ],
  [
    12,
    'in-use',
    'claimed',
    'its NodeClaim points at another instance',
    { claim: { kind: 'claim-elsewhere', nodeClaim: 'general-7k2lq', instanceId: anId(9) } },
  ],
  [
    12,
    'settling',
    'claim-terminating',
    'its NodeClaim is being deleted',
    { claim: { kind: 'claim-terminating', nodeClaim: 'general-7k2lq', cluster: 'shop' } },
  ],
  [
    12,
    'settling',
    'claim-launching',
    'its NodeClaim is launching',
    { claim: { kind: 'claim-launching', nodeClaim: 'general-7k2lq' } },
  ],
  [
    12,
    'ambiguous',
    'claim-unclear',
    'its NodeClaim is unclear',
    { claim: { kind: 'claim-unclear', nodeClaim: 'general-7k2lq', detail: '' } },
  ],
  [
    12,
    'ambiguous',
    'claim-duplicated',
    'its NodeClaim shares a provider ID',
    { claim: { kind: 'claim-duplicated', nodeClaim: 'general-7k2lq', other: 'x' } },
  ],
  [
    13,
    'retained',
    'kept-on-termination',
    'it was set to outlive its instance',
    { record: aVolumeRecord({ onTermination: 'kept' }) },
  ],
  [
    14,
    'ambiguous',
    'attached-later',
    'it came to its instance later',
    { record: aVolumeRecord({ origin: 'attached-later' }) },
  ],
  [
    15,
    'settling',
    'first-sighting',
    'its owner lives and it was seen once',
    { cluster: alive, sightings: { kind: 'too-few', count: 1, needed: 2 } },
  ],
  [15, 'orphan', 'claim-gone', 'its owner lives and it was seen twice', { cluster: alive }],
  [15, 'orphan', 'cluster-stuck-deleting', 'its owner is stuck deleting', { cluster: deletingPast }],
  [15, 'orphan', 'cluster-gone', 'it is in an error state', { state: { kind: 'error', status: 'error' } }],
  [
    16,
    'ambiguous',
    'unproven',
    'it is not recorded',
    { record: { kind: 'unrecorded' }, recordedInstance: { kind: 'unrecorded' } },
  ],
  [
    16,
    'ambiguous',
    'unproven',
    'its records contradict each other',
    { record: { kind: 'contradictory', detail: '' }, recordedInstance: { kind: 'unrecorded' } },
  ],
  [
    16,
    'ambiguous',
    'unproven',
    'no creation time was recorded',
    { record: aVolumeRecord({ createdAt: 'unknown' }) },
  ],
  [
    16,
    'ambiguous',
    'unproven',
    'nobody recorded whether it was to outlive its instance',
    { record: aVolumeRecord({ onTermination: 'unknown' }) },
  ],
  [16, 'ambiguous', 'unproven', 'no known cluster fits', { cluster: { kind: 'never-seen' } }],
  [
    16,
    'ambiguous',
    'unproven',
    'it is younger than the deletion of its cluster',
    { cluster: { kind: 'gone', lastSeenAlive: undefined, createdAfterDeletion: true } },
  ],
  [
    16,
    'ambiguous',
    'unproven',
    'it says in use and nothing else does',
    { state: { kind: 'in-use', status: 'in_use' } },
  ],
];

describe('the volumes’ table', () => {
  it.each(ROWS)('rule %i: %s (%s) — the plain orphan, but %s', (rule, verdict, reason, _but, over) => {
    expect(judgeVolume(aVolumeEvidence(over))).toMatchObject({
      verdict,
      reason,
      by: { table: 'volumes', rule },
    });
  });

  it('has the rows of the contract, in their order', () => {
    expect(VOLUME_RULES.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
  });

  it('has a row above for every rule', () => {
    expect(new Set(ROWS.map(([rule]) => rule)).size).toBe(VOLUME_RULES.length);
  });

  const first = [...new Map(ROWS.filter(([rule]) => rule < 15).map((row) => [row[0], row])).values()];
  const pairs = first.flatMap((one) =>
    first.filter((other) => other[0] > one[0]).map((other) => [one, other] as const),
  );
  it.each(pairs.map(([one, other]) => [one[0], other[0], one, other] as const))(
    'lets rule %i decide before rule %i',
    (_a, _b, one, other) => {
      const both = aVolumeEvidence({ ...other[4], ...one[4] });
      const holding = VOLUME_RULES.filter(({ decide }) => decide(both) !== undefined).map(
        ({ number }) => number,
      );
      expect(holding).toContain(one[0]);
      expect(judgeVolume(both).by).toEqual({ table: 'volumes', rule: Math.min(...holding) });
    },
  );
});
