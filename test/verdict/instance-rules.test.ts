import { describe, expect, it } from 'vitest';
import type { InstanceEvidence } from '../../lib/evidence/outcomes.ts';
import { INSTANCE_RULES, judgeInstance } from '../../lib/verdict/instance-rules.ts';
import { anInstanceEvidence, aRecord, OWNER } from '../builders/evidence.ts';
import { anId, at } from '../builders/ledger.ts';

const alive = { kind: 'alive', phase: 'Provisioned', witness: 'asked' } as const;
const deletingPast = {
  kind: 'deleting',
  since: at('2026-06-01T00:00:00Z'),
  period: 'past',
  witness: 'asked',
} as const;
const readyNode = { kind: 'ready', node: 'host-1', cluster: 'shop', isKarpenters: true } as const;
const noMark = {
  name: { kind: 'other' },
  description: { kind: 'other' },
  record: { kind: 'unrecorded' },
} as const satisfies Partial<InstanceEvidence>;
const signed = { kind: 'valid', keyId: 'k1', key: 'active' } as const;

/** The plain orphan, but for what it states. */
type Row = readonly [
  rule: number,
  verdict: string,
  reason: string,
  but: string,
  over: Partial<InstanceEvidence>,
  warnings?: readonly string[],
];
const ROWS: readonly Row[] = [
  [22, 'orphan', 'cluster-gone', 'nothing', {}],
  [1, 'unrelated', 'no-karpenter-mark', 'no mark at all', noMark],
  [
    1,
    'unrelated',
    'no-karpenter-mark',
    'no mark, on the Node of a managed pool',
    { ...noMark, node: { ...readyNode, isKarpenters: false } },
  ],
  [
    2,
    'settling',
    'claim-terminating',
    'its NodeClaim is being deleted',
    { claim: { kind: 'claim-terminating', nodeClaim: 'general-7k2lq', cluster: 'shop' } },
  ],
  [
    3,
    'in-use',
    'claimed',
    'a NodeClaim points at it',
    { claim: { kind: 'claimed', nodeClaim: 'general-7k2lq', cluster: 'shop' } },
  ],
  [
    3,
    'in-use',
    'claimed',
    'claimed without any other mark',
    { ...noMark, claim: { kind: 'claimed', nodeClaim: 'general-7k2lq', cluster: 'shop' } },
    ['renamed', 'description-changed'],
  ],
  [
    3,
    'in-use',
    'claimed',
    'claimed and renamed since it was recorded',
    {
      record: aRecord({ changes: ['name'] }),
      claim: { kind: 'claimed', nodeClaim: 'general-7k2lq', cluster: 'shop' },
    },
    ['renamed'],
  ],
  [4, 'in-use', 'node-alive', 'a Ready Node points at it', { node: readyNode }, ['unmanaged-node']],
  [
    4,
    'in-use',
    'node-alive',
    'a Ready Node of Karpenter is its only mark',
    { ...noMark, node: readyNode },
    ['unmanaged-node'],
  ],
  [
    5,
    'settling',
    'instance-deleting',
    'it is being deleted',
    { state: { kind: 'deleting', status: 'deleting' } },
  ],
  [6, 'ambiguous', 'age-unknown', 'its age is unknown', { age: { kind: 'unknown', detail: '' } }],
  [7, 'settling', 'young', 'it is young', { age: { kind: 'young', createdAt: at('2026-06-11T00:00:00Z') } }],
  [
    8,
    'ambiguous',
    'identity-conflict',
    'its identity contradicts itself',
    { identity: { kind: 'conflict', detail: '', uid8: OWNER.uid8, nodeClaim: undefined } },
  ],
  [
    8,
    'ambiguous',
    'uid8-collision',
    'two clusters fit its uid8',
    { identity: { kind: 'collision', detail: '', uid8: OWNER.uid8, nodeClaim: undefined } },
  ],
  [
    8,
    'ambiguous',
    'record-conflict',
    'its records contradict each other',
    { record: { kind: 'contradictory', detail: '' } },
  ],
  [
    8,
    'ambiguous',
    'record-conflict',
    'it was created at another time than the recorded one',
    { record: aRecord({ changes: ['created-at'] }) },
  ],
  [
    8,
    'ambiguous',
    'created-after-deletion',
    'it is younger than the deletion of its cluster',
    { cluster: { kind: 'gone', lastSeenAlive: undefined, createdAfterDeletion: true } },
  ],
  [
    9,
    'ambiguous',
    'owner-unreadable',
    'the cluster list is unreadable',
    { cluster: { kind: 'unreadable', detail: '' } },
  ],
  [
    9,
    'ambiguous',
    'owner-unreadable',
    'the ledger is unreadable',
    { record: { kind: 'unreadable', detail: '' } },
  ],
  [
    9,
    'ambiguous',
    'owner-unreadable',
    'the Nodes of some cluster are unreadable',
    { node: { kind: 'unreadable', detail: '' } },
  ],
  [
    9,
    'ambiguous',
    'owner-unreadable',
    'the NodeClaims of some cluster are unreadable',
    { claim: { kind: 'unreadable', reason: 'owner-unreadable', detail: '' } },
  ],
  [
    9,
    'ambiguous',
    'owner-list-shrunk',
    'the NodeClaims of some cluster are implausibly few',
    { claim: { kind: 'unreadable', reason: 'owner-list-shrunk', detail: '' } },
  ],
  [
    9,
    'ambiguous',
    'owner-unreadable',
    'its owner lives and is never asked',
    { cluster: { ...alive, witness: 'declared-none' } },
  ],
  [
    9,
    'ambiguous',
    'owner-unreadable',
    'its owner is stuck deleting and never asked',
    { cluster: { ...deletingPast, witness: 'declared-none' } },
  ],
  [
    10,
    'ambiguous',
    'node-not-ready',
    'a Node that is not Ready points at it',
    { node: { ...readyNode, kind: 'not-ready' } },
  ],
  [
    11,
    'settling',
    'claim-launching',
    'a NodeClaim of its name is launching',
    { cluster: alive, claim: { kind: 'claim-launching', nodeClaim: 'general-7k2lq' } },
  ],
  [
    11,
    'settling',
    'claim-launching',
    'the same in a cluster that is being deleted',
    { cluster: deletingPast, claim: { kind: 'claim-launching', nodeClaim: 'general-7k2lq' } },
  ],
  [
    12,
    'ambiguous',
    'claim-duplicated',
    'NodeClaims share a provider ID',
    { cluster: alive, claim: { kind: 'claim-duplicated', nodeClaim: 'general-7k2lq', other: 'general-9z' } },
  ],
  [
    12,
    'ambiguous',
    'claim-unclear',
    'the NodeClaim of its name is unclear',
    { cluster: alive, claim: { kind: 'claim-unclear', nodeClaim: 'general-7k2lq', detail: '' } },
  ],
  [
    13,
    'settling',
    'cluster-deleting',
    'its cluster has been deleting for less than the period',
    { cluster: { ...deletingPast, period: 'within' } },
  ],
  [
    13,
    'settling',
    'cluster-deleting',
    'its cluster has been deleting for an unknown time',
    { cluster: { ...deletingPast, since: undefined, period: 'unknown' } },
  ],
  [
    14,
    'ambiguous',
    'unknown-cluster',
    'no known cluster fits',
    {
      cluster: { kind: 'never-seen' },
      record: { kind: 'unrecorded' },
      identity: { kind: 'none', uid8: OWNER.uid8, nodeClaim: 'general-7k2lq' },
    },
  ],
  [
    14,
    'ambiguous',
    'unknown-cluster',
    'no known cluster fits, though it is signed',
    {
      cluster: { kind: 'never-seen' },
      signature: signed,
      record: { kind: 'unrecorded' },
      identity: { kind: 'none', uid8: OWNER.uid8, nodeClaim: 'general-7k2lq' },
    },
  ],
  [
    15,
    'ambiguous',
    'state-unknown',
    'its state is a word that nobody knows',
    { state: { kind: 'other', status: 'parked' } },
  ],
  [
    16,
    'ambiguous',
    'unsupported-description-version',
    'its description is of another version',
    { description: { kind: 'other-version', version: '2' } },
  ],
  [17, 'ambiguous', 'signature-invalid', 'its signature is invalid', { signature: { kind: 'invalid' } }],
  [17, 'ambiguous', 'signature-absent', 'its signature is absent', { signature: { kind: 'absent' } }],
  [
    17,
    'ambiguous',
    'description-changed',
    'its description is longer than what was signed',
    { signature: { kind: 'uncovered' } },
  ],
  [
    18,
    'ambiguous',
    'signing-key-missing',
    'its signing key is not in the keyring',
    { signature: { kind: 'unknown-key', keyId: 'k9' } },
  ],
  [
    19,
    'ambiguous',
    'renamed',
    'its name differs from the recorded one',
    { record: aRecord({ changes: ['name'] }) },
  ],
  [
    19,
    'ambiguous',
    'renamed',
    'it is recorded and its name is none of Karpenter',
    { name: { kind: 'other' } },
  ],
  [
    19,
    'ambiguous',
    'description-changed',
    'its description differs from the recorded one',
    { record: aRecord({ changes: ['description'] }) },
  ],
  [
    19,
    'ambiguous',
    'description-changed',
    'it is recorded and its description is none of Karpenter',
    { description: { kind: 'other' } },
  ],
  [
    19,
    'ambiguous',
    'renamed',
    'it is renamed, though its signature is valid',
    { signature: signed, record: aRecord({ changes: ['name'] }) },
  ],
  [20, 'ambiguous', 'unproven', 'it is not recorded', { record: { kind: 'unrecorded' } }],
  [
    20,
    'ambiguous',
    'twin',
    'it is not recorded and another bears its name',
    { record: { kind: 'unrecorded' }, twin: { kind: 'twin', other: anId(2) } },
  ],
  [
    20,
    'ambiguous',
    'twin',
    'a copy with a valid signature',
    { signature: signed, record: { kind: 'unrecorded' }, twin: { kind: 'twin', other: anId(2) } },
  ],
  [
    20,
    'ambiguous',
    'unproven',
    'it is signed, and its description is not the provider’s',
    { signature: signed, record: { kind: 'unrecorded' }, description: { kind: 'other' } },
  ],
  [
    20,
    'ambiguous',
    'unproven',
    'it is recorded and its name is cut off',
    { name: { kind: 'cut-off', uid8: OWNER.uid8, nodeClaimStart: 'general' } },
  ],
  [
    20,
    'ambiguous',
    'unproven',
    'its description has its fields in another order',
    { record: aRecord({ fieldOrder: 'different' }) },
  ],
  [
    21,
    'settling',
    'first-sighting',
    'its owner lives and it was seen once',
    { cluster: alive, sightings: { kind: 'too-few', count: 1, needed: 2 } },
  ],
  [22, 'orphan', 'claim-gone', 'its owner lives and it was seen twice', { cluster: alive }],
  [
    22,
    'orphan',
    'duplicate-launch',
    'its owner lives and the NodeClaim of its name points elsewhere',
    { cluster: alive, claim: { kind: 'claim-elsewhere', nodeClaim: 'general-7k2lq', instanceId: anId(9) } },
  ],
  [22, 'orphan', 'cluster-stuck-deleting', 'its cluster is stuck deleting', { cluster: deletingPast }],
  [
    22,
    'orphan',
    'cluster-stuck-deleting',
    'the same, seen once',
    { cluster: deletingPast, sightings: { kind: 'too-few', count: 1, needed: 2 } },
  ],
  [
    22,
    'orphan',
    'cluster-gone',
    'it is recorded and another bears its name',
    { twin: { kind: 'twin', other: anId(2) } },
  ],
  [
    22,
    'orphan',
    'cluster-gone',
    'it is signed and not recorded',
    { signature: signed, record: { kind: 'unrecorded' } },
  ],
  [
    22,
    'orphan',
    'cluster-gone',
    'it is signed, not recorded, and its name is cut off',
    {
      signature: signed,
      record: { kind: 'unrecorded' },
      name: { kind: 'cut-off', uid8: OWNER.uid8, nodeClaimStart: 'general' },
    },
  ],
  [22, 'orphan', 'cluster-gone', 'it is in an error state', { state: { kind: 'error', status: 'error' } }],
];

describe('the instances’ table', () => {
  for (const [rule, verdict, reason, but, over, warnings = []] of ROWS) {
    it(`rule ${rule}: ${verdict} (${reason}) — the plain orphan, but ${but}`, () => {
      const judgement = judgeInstance(anInstanceEvidence(over));
      expect(judgement).toMatchObject({ verdict, reason, by: { table: 'instances', rule }, warnings });
    });
  }

  it('has the rows of the contract, in their order', () => {
    expect(INSTANCE_RULES.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1));
  });

  it('has a row above for every rule', () => {
    expect(new Set(ROWS.map(([rule]) => rule)).size).toBe(INSTANCE_RULES.length);
  });

  /** Evidence that makes one rule hold, laid over evidence for a later one: the earlier must decide. */
  const first = [
    ...new Map(ROWS.filter(([rule]) => rule < 22).map((row): [number, Row] => [row[0], row])).values(),
  ];
  // Nothing without a mark is claimed or on a Karpenter Node: rule 1 cannot hold together with rules 2 to 4.
  const apart = (one: number, other: number) => one === 1 && other <= 4;
  const pairs = first.flatMap((one) =>
    first
      .filter((other) => other[0] > one[0] && !apart(one[0], other[0]))
      .map((other) => [one, other] as const),
  );
  it.each(pairs.map(([one, other]) => [one[0], other[0], one, other] as const))(
    'lets rule %i decide before rule %i',
    (_a, _b, one, other) => {
      const both = anInstanceEvidence({ ...other[4], ...one[4] });
      const holding = INSTANCE_RULES.slice(0, -1)
        .filter(({ decide }) => decide(both) !== undefined)
        .map(({ number }) => number);
      expect(holding).toContain(one[0]);
      expect(judgeInstance(both).by).toEqual({ table: 'instances', rule: Math.min(...holding) });
    },
  );

  it('gives an orphan the assurance of what proves it', () => {
    const by = (over: Partial<InstanceEvidence>) => judgeInstance(anInstanceEvidence(over));
    expect(by({})).toMatchObject({ assurance: 'recorded' });
    expect(by({ signature: signed })).toMatchObject({ assurance: 'signed-and-recorded' });
    expect(by({ signature: signed, record: { kind: 'unrecorded' } })).toMatchObject({ assurance: 'signed' });
    expect(by({ signature: signed, twin: { kind: 'twin', other: anId(2) } })).toMatchObject({
      assurance: 'recorded',
    });
  });
});
