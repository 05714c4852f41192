import { describe, expect, it } from 'vitest';
import { identityOf } from '../../lib/evidence/identity.ts';
import type { RecordEvidence } from '../../lib/evidence/outcomes.ts';
import { NO_CLAIM_LIST } from '../../lib/ledger/claim-list.ts';
import type { KnownCluster } from '../../lib/ledger/ledger.ts';
import type { ClusterUid } from '../../lib/terms/ids.ts';
import { aRecord } from '../builders/evidence.ts';
import { anInstance } from '../builders/inventory.ts';
import { aClusterUid } from '../builders/ledger.ts';

const SHOP = aClusterUid();
const SHOP_TWIN = aClusterUid('2c32ae2c', 2);
const LAB = aClusterUid('9e363260', 3);

function known(...uids: ClusterUid[]): Map<ClusterUid, KnownCluster> {
  const blank = {
    lastSeenAlive: undefined,
    deletingSince: undefined,
    goneSince: undefined,
    deletedAt: undefined,
  };
  return new Map(
    uids.map((uid) => [uid, { uid, names: [`c-${uid.slice(0, 8)}`], ...blank, claimList: NO_CLAIM_LIST }]),
  );
}

const unrecorded: RecordEvidence = { kind: 'unrecorded' };
const recorded = aRecord();
const LONG = `karpenter-2c32ae2c-${'a'.repeat(44)}`;
const undashed = SHOP.replaceAll('-', '');

const ROWS: readonly (readonly [
  what: string,
  instance: { readonly name?: string; readonly description?: string },
  record: RecordEvidence,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
  signedFor: readonly ClusterUid[] | undefined,
  outcome: string,
])[] = [
  ['record and name agree', {}, recorded, known(SHOP, LAB), undefined, `agreed ${SHOP}`],
  ['only the name says it', { description: '' }, unrecorded, known(SHOP, LAB), undefined, `agreed ${SHOP}`],
  [
    'only the record says it',
    { name: 'web-1', description: '' },
    recorded,
    known(SHOP, LAB),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'only the description says it, with dashes',
    { name: 'web-1', description: `v=1;m=karpenter;c=${SHOP}` },
    unrecorded,
    known(SHOP, LAB),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'only the description says it, without dashes and in capitals',
    { name: 'web-1', description: `v=1;m=karpenter;c=${undashed.toUpperCase()}` },
    unrecorded,
    known(SHOP),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'only the description says it, by uid8',
    { name: 'web-1', description: 'v=1;m=karpenter;c=2c32ae2c' },
    unrecorded,
    known(SHOP),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'the description names a UID that nobody knows',
    { description: `v=1;m=karpenter;c=${aClusterUid('11111111')}` },
    unrecorded,
    known(SHOP),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'a cut-off name says it',
    { name: LONG, description: '' },
    unrecorded,
    known(SHOP),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'a uid8 that nobody knows',
    { name: 'karpenter-11111111-general-7k2lq', description: '' },
    unrecorded,
    known(SHOP),
    undefined,
    'none',
  ],
  ['nothing says it', { name: 'web-1', description: '' }, unrecorded, known(SHOP), undefined, 'none'],
  [
    'name and record differ',
    { name: 'karpenter-9e363260-general-7k2lq', description: '' },
    recorded,
    known(SHOP, LAB),
    undefined,
    'conflict',
  ],
  [
    'name has an unknown uid8 and the record another',
    { name: 'karpenter-11111111-general-7k2lq', description: '' },
    recorded,
    known(SHOP),
    undefined,
    'conflict',
  ],
  [
    'name and description differ',
    { description: `v=1;m=karpenter;c=${LAB}` },
    unrecorded,
    known(SHOP, LAB),
    undefined,
    'conflict',
  ],
  [
    'two fields of the description differ',
    { name: 'web-1', description: `v=1;m=karpenter;c=${LAB};u=${SHOP}` },
    unrecorded,
    known(SHOP, LAB),
    undefined,
    'conflict',
  ],
  [
    'the recorded NodeClaim is not the name’s',
    {},
    aRecord({ nodeClaim: 'general-other' }),
    known(SHOP),
    undefined,
    'conflict',
  ],
  [
    'the recorded NodeClaim does not begin as the cut-off name',
    { name: LONG, description: '' },
    aRecord({ nodeClaim: 'bbb' }),
    known(SHOP),
    undefined,
    'conflict',
  ],
  ['a signature for another cluster', {}, unrecorded, known(SHOP, LAB), [LAB], 'conflict'],
  [
    'a signature for this and another cluster',
    {},
    unrecorded,
    known(SHOP, LAB),
    [LAB, SHOP],
    `agreed ${SHOP}`,
  ],
  [
    'a signature for one cluster only, and nothing else',
    { name: 'web-1', description: '' },
    unrecorded,
    known(SHOP, LAB),
    [LAB],
    `agreed ${LAB}`,
  ],
  [
    'a signature for two clusters, and nothing else',
    { name: 'web-1', description: '' },
    unrecorded,
    known(SHOP, LAB),
    [SHOP, LAB],
    'collision',
  ],
  ['a uid8 of two clusters', { description: '' }, unrecorded, known(SHOP, SHOP_TWIN), undefined, 'collision'],
  [
    'a uid8 of two clusters, and a record',
    { description: '' },
    recorded,
    known(SHOP, SHOP_TWIN),
    undefined,
    `agreed ${SHOP}`,
  ],
  [
    'a uid8 of two clusters, and the UID in the description',
    { description: `v=1;m=karpenter;c=${SHOP_TWIN}` },
    unrecorded,
    known(SHOP, SHOP_TWIN),
    undefined,
    `agreed ${SHOP_TWIN}`,
  ],
];

describe('the owner', () => {
  it.each(ROWS)('%s', (_what, over, record, clusters, signedFor, outcome) => {
    const identity = identityOf(anInstance(over), record, clusters, signedFor && new Set(signedFor));
    const says = identity.kind === 'agreed' ? `agreed ${identity.owner.clusterUid}` : identity.kind;
    expect(says).toBe(outcome);
  });

  it('goes by the name it was last known by, and by the recorded NodeClaim', () => {
    const identity = identityOf(anInstance({ name: 'web-1' }), recorded, known(SHOP), undefined);
    expect(identity).toMatchObject({
      owner: { clusterName: 'c-2c32ae2c', uid8: '2c32ae2c', nodeClaim: 'general-7k2lq' },
    });
  });
});
