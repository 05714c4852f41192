import { describe, expect, it } from 'vitest';
import { descriptionMark } from '../../lib/adapters/kakaocloud/marks.ts';
import { identityOf } from '../../lib/evidence/identity.ts';
import type { SignatureEvidence } from '../../lib/evidence/outcomes.ts';
import { fieldOrdersOf, recordOf } from '../../lib/evidence/record.ts';
import { type Signatures, type SignaturesInput, signaturesOf } from '../../lib/evidence/signatures.ts';
import { hear } from '../../lib/evidence/witnesses.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import { NO_CLAIM_LIST } from '../../lib/ledger/claim-list.ts';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { foldLedger, type KnownCluster } from '../../lib/ledger/ledger.ts';
import type { NodeClaim } from '../../lib/ledger/witnesses.ts';
import type { NamedKeyring } from '../../lib/signing/project-signing.ts';
import type { ClusterUid } from '../../lib/terms/ids.ts';
import { MINUTE_MS } from '../../lib/terms/instants.ts';
import { read } from '../../lib/terms/readable.ts';
import { judgeInstance } from '../../lib/verdict/instance-rules.ts';
import { anInstanceEvidence } from '../builders/evidence.ts';
import { aCluster, aNodeClaim, anInstance, PROJECT_ID } from '../builders/inventory.ts';
import {
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  at,
} from '../builders/ledger.ts';
import {
  aKeyring,
  aTestCluster,
  aTestInstance,
  describe as describedBy,
  type Recipe,
  START,
  schemeOfRecipe,
  someKeys,
  type TestInstance,
  type TestKey,
} from '../builders/signing.ts';

const KEYS = someKeys('evidence');
const [OLD, NEW] = both(KEYS);
const STRANGE: TestKey = { id: 'k9', bytes: Buffer.alloc(32, 9) };
const SHOP = aTestCluster('shop');
const BATCH = aTestCluster('batch');
const RING: NamedKeyring = { keyring: aKeyring(KEYS), clusters: 'all' };

const RECIPE: Recipe = {
  fields: [
    ['c', { fact: 'cluster-uid-plain' }],
    ['n', { fact: 'nodeclaim-name' }],
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [START, { fact: 'instance-name' }],
  separator: '',
  algorithm: 'sha256',
  encoding: 'base64url',
  cut: { unit: 'characters', length: 22 },
};

/** What only the NodeClaim knows is signed too. */
const BY_UID: Recipe = {
  ...RECIPE,
  fields: [
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [{ fact: 'instance-name' }, { fact: 'nodeclaim-uid' }],
  separator: '|',
};

function both(keys: readonly TestKey[]): readonly [TestKey, TestKey] {
  const [one, other] = keys;
  if (one === undefined || other === undefined) throw new TypeError('two keys are needed');
  return [one, other];
}

const one = aTestInstance('evidence', 1, SHOP);
const two = aTestInstance('evidence', 2, SHOP);
const three = aTestInstance('evidence', 3, SHOP);
const ofBatch = aTestInstance('evidence', 4, BATCH);

/** As it is listed; signed with the active key unless told otherwise. */
function listed(
  made: TestInstance,
  over: { readonly description?: string; readonly name?: string; readonly key?: TestKey } = {},
): Instance {
  return anInstance({
    id: anId(made.n),
    name: over.name ?? made.name,
    description: over.description ?? describedBy(made, over.key ?? NEW, RECIPE),
    volumes: [],
  });
}

function claimOf(made: TestInstance, over: Partial<NodeClaim> = {}): NodeClaim {
  return aNodeClaim({
    name: made.facts['nodeclaim-name'],
    uid: made.facts['nodeclaim-uid'],
    nodePool: made.facts.nodepool,
    provider: { kind: 'instance', id: anId(made.n) },
    ...over,
  });
}

/** A record of the cluster while it had this NodeClaim and this listing. */
function recordWith(
  made: TestInstance,
  instance: Instance,
  over: { readonly claimUid?: string | undefined } = {},
): ClusterRecord {
  const { id, name, description, createdAt } = instance;
  return aRecord({
    cluster: aRecordedCluster({ uid: made.clusterUid, name: nameOf(made.clusterUid) }),
    nodeClaims: [
      aRecordedNodeClaim({
        name: made.facts['nodeclaim-name'],
        uid: 'claimUid' in over ? over.claimUid : made.facts['nodeclaim-uid'],
        providerId: `kakaocloud:///kr-central-2-a/${anId(made.n)}`,
      }),
    ],
    instances: [aRecordedInstance({ id, name, description, createdAt, volumes: [] })],
  });
}

function nameOf(uid: ClusterUid): string {
  return uid === SHOP ? 'shop' : 'batch';
}

interface World {
  readonly instances: readonly Instance[];
  readonly keyrings?: readonly NamedKeyring[];
  readonly scheme?: SignaturesInput['signing']['scheme'];
  /** By cluster; a cluster without any is not alive. */
  readonly claims?: ReadonlyMap<ClusterUid, readonly NodeClaim[]>;
  readonly records?: readonly ClusterRecord[];
  readonly descriptionLimit?: number;
}

interface Seen extends Signatures {
  readonly ledger: SignaturesInput['ledger'];
  readonly clusters: SignaturesInput['clusters'];
}

function see(world: World): Seen {
  const { instances, keyrings = [RING], claims = new Map(), records = [] } = world;
  const ledger = foldLedger(
    { records, runs: [], damaged: [] },
    { now: at('2026-11-30T00:00:00Z'), gracePeriodMs: 30 * MINUTE_MS, configured: [] },
  );
  const clusters = new Map([known(SHOP), known(BATCH)].map((cluster) => [cluster.uid, cluster]));
  const testimony = hear(
    [...claims].map(([uid, nodeClaims]) => ({
      cluster: aCluster({ uid, name: nameOf(uid) }),
      witness: { nodes: read([]), persistentVolumes: read([]), nodeClaims: read(nodeClaims) },
    })),
  );
  const signatures = signaturesOf({
    signing: { keyrings, scheme: 'scheme' in world ? world.scheme : schemeOfRecipe(RECIPE) },
    projectId: PROJECT_ID,
    clusters,
    ledger,
    fieldOrders: fieldOrdersOf(ledger, descriptionMark),
    testimony,
    instances,
    descriptionLimit: world.descriptionLimit,
  });
  return { ...signatures, ledger, clusters };
}

function known(uid: ClusterUid): KnownCluster {
  return {
    uid,
    names: [nameOf(uid)],
    lastSeenAlive: undefined,
    deletingSince: undefined,
    goneSince: undefined,
    deletedAt: undefined,
    claimList: NO_CLAIM_LIST,
  };
}

function evidence(instance: Instance, world: Omit<World, 'instances'> = {}): SignatureEvidence {
  return see({ instances: [instance], ...world }).of(instance).evidence;
}

describe('the signature of a leftover', () => {
  it.each<readonly [string, Instance, Omit<World, 'instances'>, SignatureEvidence]>([
    ['is valid', listed(one), {}, { kind: 'valid', keyId: 'k2', key: 'active' }],
    [
      'is valid by a retired key',
      listed(one, { key: OLD }),
      {},
      { kind: 'valid', keyId: 'k1', key: 'retired' },
    ],
    [
      'is invalid when its description was copied from another instance',
      listed(one, { description: describedBy(two, NEW, RECIPE) }),
      {},
      { kind: 'invalid' },
    ],
    ['is invalid when it was given another name', listed(one, { name: two.name }), {}, { kind: 'invalid' }],
    ['is of an unknown key', listed(one, { key: STRANGE }), {}, { kind: 'unknown-key', keyId: 'k9' }],
    ['is absent', listed(one, { description: 'v=1;m=karpenter;c=1' }), {}, { kind: 'absent' }],
    [
      'is not covered whole with a remark behind it',
      listed(one, { description: `${describedBy(one, NEW, RECIPE)};keep` }),
      {},
      { kind: 'uncovered' },
    ],
    [
      'is unverified without a scheme',
      listed(one),
      { scheme: undefined },
      { kind: 'unverified', why: 'no-scheme' },
    ],
    [
      'is unverified without a keyring',
      listed(one),
      { keyrings: [] },
      { kind: 'unverified', why: 'no-keyring' },
    ],
    [
      'is unverified with the keyring of another cluster only',
      listed(one),
      { keyrings: [{ keyring: aKeyring([STRANGE]), clusters: ['batch'] }] },
      { kind: 'unverified', why: 'no-keyring' },
    ],
    [
      'is unverified with a keyring that is bound to no known cluster',
      listed(one, { key: STRANGE }),
      { keyrings: [{ ...RING, clusters: ['shop-new'] }] },
      { kind: 'unverified', why: 'no-keyring' },
    ],
    [
      'by a keyring bound to its cluster by name is valid',
      listed(one),
      { keyrings: [{ ...RING, clusters: ['shop'] }] },
      { kind: 'valid', keyId: 'k2', key: 'active' },
    ],
  ])('%s', (_, instance, world, expected) => {
    expect(evidence(instance, world)).toEqual(expected);
  });
});

describe('a scheme that signs the UID of the NodeClaim', () => {
  const scheme = schemeOfRecipe(BY_UID);
  const instance = listed(one, { description: describedBy(one, NEW, BY_UID) });
  const valid = { kind: 'valid', keyId: 'k2', key: 'active' };
  const missing = { kind: 'unverified', why: 'facts-missing', facts: ['nodeclaim-uid'] };
  const twice = recordWith({ ...one, facts: { ...one.facts, 'nodeclaim-name': 'gpu-other' } }, instance);

  it.each<readonly [string, Omit<World, 'instances'>, object]>([
    ['says nothing where no record has it', {}, missing],
    [
      'says nothing where the record lacks it',
      { records: [recordWith(one, instance, { claimUid: undefined })] },
      missing,
    ],
    ['is verified with the recorded one', { records: [recordWith(one, instance)] }, valid],
    [
      'is verified with the live one',
      {
        claims: new Map([[SHOP, [claimOf(one)]]]),
        records: [recordWith(one, instance, { claimUid: undefined })],
      },
      valid,
    ],
    [
      'is invalid with another one',
      { records: [recordWith(one, instance, { claimUid: two.facts['nodeclaim-uid'] })] },
      { kind: 'invalid' },
    ],
    [
      'says nothing where records name two NodeClaims',
      { records: [recordWith(one, instance), twice] },
      missing,
    ],
  ])('%s', (_, world, expected) => {
    expect(evidence(instance, { scheme, ...world })).toEqual(expected);
  });
});

describe('a live, claimed instance that does not verify', () => {
  const STALE = { kind: 'unverified', why: 'stale-scheme' };
  const VALID = { kind: 'valid', keyId: 'k2', key: 'active' };
  /** Signed in another way, and whole by its looks. */
  const odd = (made: TestInstance) =>
    listed(made, { description: `${describedBy(made, NEW, RECIPE).slice(0, -22)}${'A'.repeat(22)}` });
  const leftover = listed(one);
  const failing = odd(two);

  function staleWith(
    instance: Instance,
    claims: readonly NodeClaim[],
    over: Omit<Partial<World>, 'instances' | 'claims'> = {},
  ): Seen {
    return see({ instances: [leftover, instance], claims: new Map([[SHOP, claims]]), ...over });
  }

  it('makes every signature of its cluster unverified, and is named', () => {
    const seen = staleWith(failing, [claimOf(two)]);
    expect(seen.of(leftover).evidence).toEqual(STALE);
    expect(seen.of(failing).evidence).toEqual(STALE);
    expect(seen.stale).toEqual(new Map([[SHOP, { failing: [failing.id] }]]));
  });

  it.each<readonly [string, () => Seen]>([
    ['when it verifies', () => staleWith(listed(two), [claimOf(two)])],
    ['when no NodeClaim points at it', () => staleWith(failing, [])],
    [
      'when its NodeClaim is being deleted',
      () => staleWith(failing, [claimOf(two, { isTerminating: true })]),
    ],
    [
      'when two NodeClaims point at it',
      () => staleWith(failing, [claimOf(two), claimOf(two, { name: 'gpu-zzzzz' })]),
    ],
    ['when it was renamed', () => staleWith(listed(two, { name: 'db' }), [claimOf(two)])],
    [
      'when it bears the name of another NodeClaim',
      () => staleWith(listed(two, { name: three.name }), [claimOf(two)]),
    ],
    [
      'when it bears the name of another cluster',
      () =>
        staleWith(listed(two, { name: two.name.replace(SHOP.slice(0, 8), BATCH.slice(0, 8)) }), [
          claimOf(two),
        ]),
    ],
    [
      'when its name is cut off from another NodeClaim’s',
      () =>
        staleWith(odd({ ...two, name: `karpenter-${SHOP.slice(0, 8)}-${'x'.repeat(44)}` }), [claimOf(two)]),
    ],
    ['when its marker is gone', () => staleWith(listed(two, { description: 'ours' }), [claimOf(two)])],
    [
      'when its records say that its description was changed',
      () => staleWith(failing, [claimOf(two)], { records: [recordWith(two, listed(two))] }),
    ],
    [
      'when its records say that its name was changed',
      () =>
        staleWith(failing, [claimOf(two)], {
          records: [recordWith(two, { ...failing, name: three.name })],
        }),
    ],
    [
      'when the cloud may have cut it off',
      () => staleWith(failing, [claimOf(two)], { descriptionLimit: failing.description.length }),
    ],
    [
      'when its key is one that the keyring lacks',
      () => staleWith(listed(two, { key: STRANGE }), [claimOf(two)]),
    ],
    [
      'when no keyring is for its cluster',
      () =>
        see({
          instances: [leftover, failing],
          claims: new Map([[SHOP, [claimOf(two)]]]),
          keyrings: [{ ...RING, clusters: ['batch'] }],
        }),
    ],
  ])('says nothing of the scheme %s', (_, seen) => {
    expect(seen().stale).toEqual(new Map());
  });

  it('counts though one beside it was altered', () => {
    const renamed = listed(three, { name: 'db' });
    const seen = see({
      instances: [leftover, failing, renamed],
      claims: new Map([[SHOP, [claimOf(two), claimOf(three)]]]),
    });
    expect(seen.stale.get(SHOP)).toEqual({ failing: [failing.id] });
  });

  it('counts when its records say that nobody changed it', () => {
    expect(staleWith(failing, [claimOf(two)], { records: [recordWith(two, failing)] }).stale.size).toBe(1);
  });

  it('counts when its description is longer, or shorter, than the longest that the cloud keeps', () => {
    for (const by of [-1, 1]) {
      const descriptionLimit = failing.description.length + by;
      expect(staleWith(failing, [claimOf(two)], { descriptionLimit }).stale.size).toBe(1);
    }
  });

  it('does not touch another cluster', () => {
    const other = listed(ofBatch);
    const seen = see({
      instances: [leftover, failing, other],
      claims: new Map([
        [SHOP, [claimOf(two)]],
        [BATCH, [claimOf(ofBatch)]],
      ]),
    });
    expect(seen.of(other).evidence).toEqual(VALID);
    expect(seen.of(leftover).evidence).toEqual(STALE);
  });

  it('touches what may be of its cluster: recorded there, or of no name that says', () => {
    const renamed = listed(three, { name: 'db' });
    const recorded = { ...listed(ofBatch), name: ofBatch.name };
    const record = recordWith({ ...ofBatch, clusterUid: SHOP }, recorded);
    const seen = see({
      instances: [failing, renamed, recorded],
      claims: new Map([[SHOP, [claimOf(two)]]]),
      records: [record],
    });
    expect(seen.of(renamed).evidence).toEqual(STALE);
    expect(seen.of(recorded).evidence).toEqual(STALE);
  });
});

describe('the clusters that a signature allows', () => {
  const bound = (clusters: readonly string[]): NamedKeyring => ({ ...RING, clusters });

  function identity(instance: Instance, world: Omit<World, 'instances'>) {
    const { of, ledger, clusters } = see({ instances: [instance], ...world });
    const record = recordOf(instance, ledger, new Map());
    const signature = of(instance);
    return {
      signature: signature.evidence,
      identity: identityOf(instance, record, clusters, signature.signedFor),
    };
  }

  it('agree with the name', () => {
    const found = identity(listed(one), { keyrings: [bound(['shop', 'batch'])] });
    expect(found.identity).toMatchObject({ kind: 'agreed', owner: { clusterUid: SHOP } });
  });

  it('contradict it where the keyring is bound to another cluster: nobody can tell', () => {
    const found = identity(listed(one), { keyrings: [bound(['batch'])] });
    expect(found.signature.kind).toBe('valid');
    expect(found.identity.kind).toBe('conflict');
    expect(judgeInstance(anInstanceEvidence(found))).toMatchObject({
      verdict: 'ambiguous',
      reason: 'identity-conflict',
    });
  });

  it('are those of the keyring whose key signed, where two share a key ID', () => {
    const batchKey: TestKey = { id: 'k2', bytes: Buffer.alloc(32, 7) };
    const keyrings = [{ keyring: aKeyring([batchKey]), clusters: ['batch'] }, bound(['shop'])];
    const [mine, theirs] = [listed(one), listed(ofBatch, { key: batchKey })];
    expect(identity(mine, { keyrings })).toMatchObject({
      signature: { kind: 'valid', keyId: 'k2' },
      identity: { kind: 'agreed', owner: { clusterUid: SHOP } },
    });
    expect(identity(theirs, { keyrings })).toMatchObject({
      signature: { kind: 'valid', keyId: 'k2' },
      identity: { kind: 'agreed', owner: { clusterUid: BATCH } },
    });
    // The other cluster's key of this ID signed it: each proves its own only.
    expect(identity(listed(one, { key: batchKey }), { keyrings }).identity.kind).toBe('conflict');
  });
});
