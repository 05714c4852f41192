import { describe, expect, it } from 'vitest';
import { auditProject } from '../../lib/audit.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { ClusterRecord, RunEntry } from '../../lib/ledger/entries.ts';
import { appendRecord, appendRun, loadLedger } from '../../lib/ledger/files.ts';
import type { NodeClaim } from '../../lib/ledger/witnesses.ts';
import type { KeyStatus } from '../../lib/signing/key-life.ts';
import type { NamedKeyring, ProjectSigning } from '../../lib/signing/project-signing.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import type { ProjectVerdicts } from '../../lib/verdict/judged.ts';
import { type FakeCloud, type FakeWorld, fakeCloud } from '../builders/fake-cloud.ts';
import { type FakeCluster, fakeWitnesses } from '../builders/fake-witnesses.ts';
import { aCluster, aNodeClaim, anInstance } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRun,
  at,
} from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';
import {
  aKeyring,
  aTestInstance,
  describe as describedBy,
  type Recipe,
  START,
  schemeOfRecipe,
  someKeys,
  type TestInstance,
  type TestKey,
} from '../builders/signing.ts';

const NOW = at('2026-11-10T00:00:00Z');
const GRACE_MS = 30 * MINUTE_MS;
const THRESHOLDS = { gracePeriodMs: GRACE_MS, deletionPeriodMs: 2 * HOUR_MS, sightings: 2 };
const minutesAfter = (minutes: number) => plusMs(NOW, minutes * MINUTE_MS);

const KEYS = someKeys('auditing');
const [OLD, NEW] = both(KEYS);
const STRANGE: TestKey = { id: 'k9', bytes: Buffer.alloc(32, 9) };
const SHOP = aClusterUid();
const BATCH = aClusterUid('9e363260', 7);
const NOBODYS = aClusterUid('0badc0de', 9);

const RECIPE: Recipe = {
  fields: [
    ['k', 'key-id'],
    ['s', 'signature'],
  ],
  parts: [START, { fact: 'instance-name' }],
  separator: '',
  algorithm: 'sha256',
  encoding: 'base64url',
  cut: { unit: 'characters', length: 22 },
};
const SCHEME = schemeOfRecipe(RECIPE);
const ALL: NamedKeyring = { keyring: aKeyring(KEYS), clusters: 'all' };
const SIGNING: ProjectSigning = { keyrings: [ALL], scheme: SCHEME };
const WITHOUT_OLD: ProjectSigning = { keyrings: [{ ...ALL, keyring: aKeyring([NEW]) }], scheme: SCHEME };

function both(keys: readonly TestKey[]): readonly [TestKey, TestKey] {
  const [one, other] = keys;
  if (one === undefined || other === undefined) throw new TypeError('two keys are needed');
  return [one, other];
}

const made = (n: number, uid = SHOP) => aTestInstance('auditing', n, uid);

function listed(one: TestInstance, key: TestKey = NEW, over: Partial<Instance> = {}): Instance {
  const { id, name, description } = {
    id: anId(one.n),
    name: one.name,
    description: describedBy(one, key, RECIPE),
    ...over,
  };
  return anInstance({ id, name, description, volumes: [] });
}

function claimOf(one: TestInstance): NodeClaim {
  return aNodeClaim({ name: one.facts['nodeclaim-name'], provider: { kind: 'instance', id: anId(one.n) } });
}

function recorded(at: Instant, ...all: readonly (readonly [TestInstance, Instance])[]): ClusterRecord {
  const [[first] = [made(1)]] = all;
  return aRecord({
    recordedAt: at,
    cluster: aRecordedCluster({ uid: first.clusterUid, name: first.clusterUid === SHOP ? 'shop' : 'batch' }),
    nodeClaims: all.map(([one]) =>
      aRecordedNodeClaim({
        name: one.facts['nodeclaim-name'],
        uid: one.facts['nodeclaim-uid'],
        providerId: `kakaocloud:///kr-central-2-a/${anId(one.n)}`,
      }),
    ),
    instances: all.map(([, { id, name, description, createdAt }]) =>
      aRecordedInstance({ id, name, description, createdAt, volumes: [] }),
    ),
  });
}

interface Project {
  readonly cloud: FakeCloud;
  readonly witnessed: Record<string, FakeCluster>;
  readonly store: MemoryStore;
  signing: ProjectSigning;
}

interface Held extends Partial<FakeWorld> {
  readonly records?: readonly ClusterRecord[];
  readonly runs?: readonly RunEntry[];
  readonly witnessed?: Record<string, FakeCluster>;
  readonly signing?: ProjectSigning;
}

/** The cluster `shop` is recorded and gone, unless told otherwise. */
async function aProject(held: Held = {}): Promise<Project> {
  const {
    records = [recorded(at('2026-11-01T00:00:00Z'))],
    runs = [],
    witnessed = {},
    signing,
    ...world
  } = held;
  const store = memoryStore();
  for (const record of records) await appendRecord(store, 'shop-prod', record);
  for (const run of runs) await appendRun(store, 'shop-prod', run);
  return { cloud: fakeCloud(world), store, witnessed, signing: signing ?? SIGNING };
}

async function audit({ cloud, store, witnessed, signing }: Project, now = NOW): Promise<ProjectVerdicts> {
  return auditProject(
    {
      name: 'shop-prod',
      region: 'kr-central-2',
      cloud,
      witnesses: fakeWitnesses(witnessed),
      clusters: [],
      signing,
    },
    store,
    THRESHOLDS,
    { runId: `run-${now}`, now, all: false, keep: new Set(), remember: true },
  );
}

function keyOf(result: ProjectVerdicts, keyId: string, place = 0): KeyStatus | undefined {
  return result.keyrings[place]?.status.keys.find((key) => key.keyId === keyId);
}

const warningsOf = ({ warnings }: ProjectVerdicts) =>
  warnings.map(({ code, message }) => `${code}: ${message}`);

const alive = (...claims: readonly NodeClaim[]) => ({
  clusters: [aCluster()],
  witnessed: { shop: { nodeClaims: claims } },
});

describe('who carries which key', () => {
  it('is counted: live and left over, from the first sight to the last', async () => {
    const [a, b, c] = [made(1), made(2), made(3)];
    const long = at('2026-10-01T00:00:00Z');
    const project = await aProject({
      ...alive(claimOf(a)),
      runs: [-60, -120].map((minutes) =>
        aRun({
          runId: `run${minutes}`,
          asOf: minutesAfter(minutes),
          sighted: [b, c].map(({ n }) => anId(n)),
        }),
      ),
      instances: [listed(a), listed(b, OLD), listed(c, OLD)],
      records: [recorded(long, [b, listed(b, OLD)]), recorded(at('2026-11-01T00:00:00Z'), [a, listed(a)])],
    });
    const result = await audit(project);
    expect(result.keyrings[0]).toMatchObject({ clusters: 'all', isSound: true });
    expect(keyOf(result, 'k1')).toMatchObject({
      role: 'retired',
      live: 0,
      leftover: 2,
      firstSeen: long,
      lastSeen: NOW,
    });
    expect(keyOf(result, 'k2')).toMatchObject({ role: 'active', live: 1, leftover: 0, lastSeen: NOW });
    expect(keyOf(result, 'k1')?.retirable).toEqual({ kind: 'no', why: 'carried', instances: 2 });
    expect(result.keyrings[0]?.status.keep).toEqual({ kind: 'keep', why: 'instances-left', instances: 3 });
    expect(result).toMatchObject({ complete: true, problems: [], warnings: [] });
  });

  it('is remembered by the run, with IDs only', async () => {
    const project = await aProject({ instances: [listed(made(1), OLD), listed(made(2), STRANGE)] });
    await audit(project);
    const { runs } = await loadLedger(project.store, 'shop-prod');
    expect(runs.at(-1)?.signingKeys).toEqual([
      { keyId: 'k1', isInKeyring: true, carriers: 1, clusters: [SHOP] },
      { keyId: 'k2', isInKeyring: true, carriers: 0, clusters: [] },
      { keyId: 'k9', isInKeyring: false, carriers: 1, clusters: [SHOP] },
    ]);
  });

  it('is remembered as anybody’s when one of its carriers is of a cluster that nobody knows', async () => {
    const project = await aProject({ instances: [listed(made(1)), listed(made(2, NOBODYS))] });
    await audit(project);
    const { runs } = await loadLedger(project.store, 'shop-prod');
    expect(runs.at(-1)?.signingKeys[1]).toEqual({
      keyId: 'k2',
      isInKeyring: true,
      carriers: 2,
      clusters: [],
    });
  });

  it('leaves out what is another project’s, and what bears no mark', async () => {
    const foreign = { ...listed(made(2), OLD), projectId: 'another' };
    const unmarked = listed(made(3), OLD, { name: 'db', description: 'k=k1;s=ours' });
    const result = await audit(await aProject({ instances: [foreign, unmarked] }));
    expect(keyOf(result, 'k1')).toMatchObject({ live: 0, leftover: 0 });
  });
});

describe('an orphan', () => {
  const [one, copy] = [made(1), made(2)];
  const found = (result: ProjectVerdicts, n = 1) => {
    const judged = result.judged.find(({ resource }) => resource.id === anId(n));
    return judged && `${judged.judgement.verdict} (${judged.judgement.reason})`;
  };
  const assurance = ({ judged: [first] }: ProjectVerdicts) =>
    first?.judgement.verdict === 'orphan' ? first.judgement.assurance : undefined;

  it('that nobody recorded is proven by its signature, of either key', async () => {
    for (const key of KEYS) {
      const result = await audit(await aProject({ instances: [listed(one, key)] }));
      expect(found(result)).toBe('orphan (cluster-gone)');
      expect(assurance(result)).toBe('signed');
    }
  });

  it('that was recorded is proven twice', async () => {
    const record = recorded(at('2026-11-01T00:00:00Z'), [one, listed(one)]);
    const result = await audit(await aProject({ instances: [listed(one)], records: [record] }));
    expect(assurance(result)).toBe('signed-and-recorded');
  });

  it.each<readonly [string, Instance, string]>([
    [
      'copied its description',
      listed(one, NEW, { description: describedBy(copy, NEW, RECIPE) }),
      'ambiguous (signature-invalid)',
    ],
    ['is signed by a key that is not there', listed(one, STRANGE), 'ambiguous (signing-key-missing)'],
    [
      'is not signed',
      listed(one, NEW, { description: 'v=1;m=karpenter;x=1' }),
      'ambiguous (signature-absent)',
    ],
  ])('is none when it %s', async (_, instance, verdict) => {
    expect(found(await audit(await aProject({ instances: [instance] })))).toBe(verdict);
  });

  it('is none when another instance bears its name', async () => {
    const twin = { ...listed(one), id: anId(2) };
    const result = await audit(await aProject({ instances: [listed(one), twin] }));
    expect([found(result), found(result, 2)]).toEqual(['ambiguous (twin)', 'ambiguous (twin)']);
  });

  it('is none when nobody knows its cluster, however well it is signed', async () => {
    const result = await audit(await aProject({ instances: [listed(made(1, NOBODYS))] }));
    expect(found(result)).toBe('ambiguous (unknown-cluster)');
  });

  it('is none by a signature while its living cluster’s own instances do not verify', async () => {
    const b = made(2);
    const odd = listed(b, NEW, { description: `v=1;m=karpenter;k=k2;s=${'A'.repeat(22)}` });
    const runs = [
      aRun({ asOf: minutesAfter(-60), sighted: [anId(1)] }),
      aRun({ runId: 'b', asOf: minutesAfter(-120), sighted: [anId(1)] }),
    ];
    const live = { ...alive(claimOf(b)), runs };
    expect(found(await audit(await aProject({ ...live, instances: [listed(one), listed(b)] })))).toBe(
      'orphan (claim-gone)',
    );
    expect(found(await audit(await aProject({ ...live, instances: [listed(one), odd] })))).toBe(
      'ambiguous (unproven)',
    );
  });
});

describe('a retired key', () => {
  const one = made(1);

  it('may go only after a grace period of complete looks without it', async () => {
    const project = await aProject();
    expect(keyOf(await audit(project), 'k1')?.retirable).toEqual({
      kind: 'no',
      why: 'not-watched-long-enough',
    });
    expect(keyOf(await audit(project, minutesAfter(29)), 'k1')?.retirable).toEqual({
      kind: 'no',
      why: 'not-watched-long-enough',
    });
    expect(keyOf(await audit(project, minutesAfter(30)), 'k1')?.retirable).toEqual({ kind: 'yes' });
  });

  it('stays for a grace period after a run saw it, also when nobody ever recorded its instance', async () => {
    const project = await aProject({ instances: [listed(one, OLD)] });
    await audit(project, minutesAfter(-600));
    await audit(project);
    project.cloud.world.instances = [];
    const lately = { kind: 'no', why: 'carried-lately', until: minutesAfter(30) };
    const soon = await audit(project, minutesAfter(29));
    expect(keyOf(soon, 'k1')?.retirable).toEqual(lately);
    expect(keyOf(soon, 'k1')).toMatchObject({ firstSeen: minutesAfter(-600), lastSeen: NOW });
    expect(soon.keyrings[0]?.status.keep).toEqual({ ...lately, kind: 'keep', why: 'instances-lately' });
    const later = await audit(project, minutesAfter(30));
    expect(keyOf(later, 'k1')?.retirable).toEqual({ kind: 'yes' });
    expect(later.keyrings[0]?.status.keep).toEqual({ kind: 'no-instance-left' });
  });

  const long = [aRun({ asOf: minutesAfter(-600) })];
  it.each<readonly [string, (project: Project) => void, string]>([
    [
      'the instances cannot be listed',
      ({ cloud }) => {
        cloud.world.instances = broken();
      },
      'listing-incomplete',
    ],
    [
      'the list lacks a recorded instance that a GET finds',
      ({ cloud }) => {
        cloud.answers.set(anId(1), { kind: 'found', value: listed(one, OLD) as never });
      },
      'listing-incomplete',
    ],
    [
      'nobody can tell whether a recorded instance that the list lacks is gone',
      ({ cloud }) => {
        cloud.answers.set(anId(1), broken());
      },
      'listing-incomplete',
    ],
    [
      'a file of the ledger is damaged',
      ({ store }) => {
        const [key = ''] = store.files.keys();
        store.files.set(key, Buffer.from('{'));
      },
      'listing-incomplete',
    ],
    [
      'an instance does not say its key',
      ({ cloud }) => {
        cloud.world.instances = [listed(made(2), NEW, { description: 'by hand' })];
      },
      'keys-unknown',
    ],
    [
      'there is no scheme to read the key by',
      (project) => {
        project.cloud.world.instances = [listed(made(2))];
        project.signing = { keyrings: [ALL], scheme: undefined };
      },
      'keys-unknown',
    ],
    [
      'the scheme that reads the key does not hold',
      ({ cloud, witnessed }) => {
        cloud.world.clusters = [aCluster()];
        witnessed.shop = { nodeClaims: [claimOf(made(2))] };
        cloud.world.instances = [
          listed(made(2), NEW, { description: `v=1;m=karpenter;k=k2;s=${'A'.repeat(22)}` }),
        ];
      },
      'keys-unknown',
    ],
  ])('stays when %s', async (_, change, why) => {
    const record = recorded(at('2026-11-01T00:00:00Z'), [one, listed(one, OLD)]);
    const project = await aProject({ runs: long, records: [record] });
    change(project);
    const result = await audit(project);
    expect(keyOf(result, 'k1')?.retirable).toMatchObject({ kind: 'no', why });
    expect(result.keyrings[0]?.status.keep.kind).toBe('keep');
  });

  it('is not held up by volumes or witnesses that cannot be read', async () => {
    const project = await aProject({ runs: long, clusters: [aCluster()], volumes: broken() });
    const result = await audit(project);
    expect(result.complete).toBe(false);
    expect(keyOf(result, 'k1')?.retirable).toEqual({ kind: 'yes' });
  });
});

describe('a keyring that is bound to clusters', () => {
  const bound = (...clusters: readonly string[]): NamedKeyring => ({ ...ALL, clusters });
  const long = [aRun({ asOf: minutesAfter(-600) })];
  const signedBy = (...keyrings: readonly NamedKeyring[]): ProjectSigning => ({ keyrings, scheme: SCHEME });
  const batchToo = [
    recorded(at('2026-11-01T00:00:00Z'), [made(1), listed(made(1))]),
    recorded(at('2026-11-01T00:00:00Z'), [made(4, BATCH), listed(made(4, BATCH))]),
  ];

  it('is kept for its own clusters only', async () => {
    const project = await aProject({
      runs: long,
      records: batchToo,
      instances: [listed(made(4, BATCH), OLD)],
      signing: signedBy(bound('shop'), { keyring: aKeyring(KEYS), clusters: ['batch'] }),
    });
    const result = await audit(project);
    expect(result.keyrings.map(({ status }) => status.keep.kind)).toEqual(['no-instance-left', 'keep']);
    expect(keyOf(result, 'k1')?.retirable).toEqual({ kind: 'yes' });
    expect(keyOf(result, 'k1', 1)?.retirable).toEqual({ kind: 'no', why: 'carried', instances: 1 });
  });

  it('is kept while an instance of a cluster that nobody knows is left: that may have borne the name', async () => {
    const project = await aProject({
      runs: long,
      instances: [listed(made(1, NOBODYS), OLD)],
      signing: signedBy(bound('shop-old')),
    });
    const result = await audit(project);
    expect(warningsOf(result)).toEqual([
      'keyring-cluster-unknown: a keyring is bound to cluster shop-old, which neither the cluster list nor the ledger knows',
    ]);
    expect(result.keyrings[0]?.status.keep).toEqual({ kind: 'keep', why: 'instances-left', instances: 1 });
    expect(keyOf(result, 'k1')?.retirable).toEqual({ kind: 'no', why: 'carried', instances: 1 });
  });

  it('is kept while the clusters cannot be listed: a new one may bear the name', async () => {
    const project = await aProject({
      runs: long,
      clusters: broken(),
      instances: [],
      signing: signedBy(bound('shop')),
    });
    expect((await audit(project)).keyrings[0]?.status.keep).toEqual({
      kind: 'keep',
      why: 'listing-incomplete',
    });
  });

  it('is kept for a reborn cluster of the name too', async () => {
    const reborn = made(4, BATCH);
    const project = await aProject({
      runs: long,
      clusters: [aCluster({ uid: BATCH, id: anId(0xc2) })],
      witnessed: { shop: { nodeClaims: [claimOf(reborn)] } },
      instances: [listed(reborn, OLD)],
      signing: signedBy(bound('shop')),
    });
    const result = await audit(project);
    expect(keyOf(result, 'k1')).toMatchObject({ live: 1, retirable: { kind: 'no', why: 'carried' } });
    expect(result.judged[0]?.judgement.verdict).toBe('in-use');
  });

  it('is kept for a cluster whose name nobody recorded: it may have borne this one', async () => {
    const nameless = aRecordedCluster({ uid: BATCH, id: undefined, name: undefined });
    const left = made(4, BATCH);
    const imported = { ...recorded(minutesAfter(-500), [left, listed(left)]), cluster: nameless };
    const project = await aProject({
      runs: long,
      records: [recorded(at('2026-11-01T00:00:00Z')), imported],
      instances: [listed(left, OLD)],
      signing: { keyrings: [bound('shop')], scheme: undefined },
    });
    const [keyring] = (await audit(project)).keyrings;
    expect(keyring?.status.keep).toEqual({ kind: 'keep', why: 'instances-left', instances: 1 });
    expect(keyring?.status.keys[0]?.retirable).toMatchObject({ kind: 'no', why: 'keys-unknown' });
  });

  it('is kept for what a cluster without a name had until lately', async () => {
    const nameless = aRecordedCluster({ uid: BATCH, id: undefined, name: undefined });
    const lately = {
      ...recorded(minutesAfter(-5), [made(4, BATCH), listed(made(4, BATCH))]),
      cluster: nameless,
    };
    const project = await aProject({
      runs: long,
      records: [recorded(at('2026-11-01T00:00:00Z')), lately],
      signing: signedBy(bound('shop')),
    });
    expect((await audit(project)).keyrings[0]?.status.keep).toMatchObject({ why: 'instances-lately' });
  });

  it('is kept for an altered instance of its cluster that names the key of another cluster’s keyring', async () => {
    const [theirs = STRANGE] = someKeys('another', ['x1']);
    const description = `v=1;m=karpenter;k=x1;s=${'A'.repeat(22)};by=hand`;
    const project = await aProject({
      runs: long,
      records: batchToo,
      instances: [listed(made(1), NEW, { description })],
      signing: signedBy(bound('shop'), { keyring: aKeyring([theirs]), clusters: ['batch'] }),
    });
    const result = await audit(project);
    expect(result.keyrings[0]?.status.keep).toEqual({ kind: 'keep', why: 'instances-left', instances: 1 });
    expect(result.keyrings[1]?.status.keep).toEqual({ kind: 'no-instance-left' });
  });

  it('remembers for a cluster what runs saw of a key whose ID another keyring has too', async () => {
    const seenInBatch = { keyId: 'k1', isInKeyring: true, carriers: 1, clusters: [BATCH] };
    const project = await aProject({
      runs: [...long, aRun({ runId: 'b', asOf: minutesAfter(-5), signingKeys: [seenInBatch] })],
      records: batchToo,
      signing: signedBy(bound('shop'), bound('batch')),
    });
    const result = await audit(project);
    expect(keyOf(result, 'k1')?.retirable).toEqual({ kind: 'yes' });
    expect(keyOf(result, 'k1', 1)?.retirable).toMatchObject({ kind: 'no', why: 'carried-lately' });
  });
});

it.each<readonly [string, number, object]>([
  [
    'counts for every keyring when nobody knew whose its carriers were',
    -5,
    { kind: 'no', why: 'carried-lately' },
  ],
  ['does not count when it is of a later moment', 5, { kind: 'yes' }],
])('what a run saw of a key %s', async (_, minutes, retirable) => {
  const seen = { keyId: 'k1', isInKeyring: true, carriers: 1, clusters: [] };
  const project = await aProject({
    runs: [
      aRun({ asOf: minutesAfter(-600) }),
      aRun({ runId: 'b', asOf: minutesAfter(minutes), signingKeys: [seen] }),
    ],
    signing: { keyrings: [{ ...ALL, clusters: ['shop'] }], scheme: SCHEME },
  });
  expect(keyOf(await audit(project), 'k1')?.retirable).toMatchObject(retirable);
});

describe('several keyrings', () => {
  it('do not miss each other’s keys', async () => {
    const other = someKeys('another', ['x1']);
    const keyrings: readonly NamedKeyring[] = [ALL, { keyring: aKeyring(other), clusters: 'all' }];
    const [theirs = STRANGE] = other;
    const project = await aProject({
      instances: [listed(made(1)), listed(made(2), theirs)],
      signing: { keyrings, scheme: SCHEME },
    });
    const result = await audit(project);
    expect(result.keyrings.map(({ isSound }) => isSound)).toEqual([true, true]);
    expect(result.keyrings.map(({ status }) => status.keep)).toMatchObject([
      { instances: 1 },
      { instances: 1 },
    ]);
    expect(result.warnings).toEqual([]);
  });

  it('each keep an instance whose key is read by a scheme that does not hold: it may be any', async () => {
    const keyrings: readonly NamedKeyring[] = [
      ALL,
      { keyring: aKeyring(someKeys('another', ['x1'])), clusters: 'all' },
    ];
    const description = `v=1;m=karpenter;k=x1;s=${'A'.repeat(22)}`;
    const project = await aProject({
      ...alive(claimOf(made(2))),
      runs: [aRun({ asOf: minutesAfter(-600) })],
      instances: [listed(made(2), NEW, { description })],
      signing: { keyrings, scheme: SCHEME },
    });
    const result = await audit(project);
    expect(keyOf(result, 'k1')?.retirable).toMatchObject({ kind: 'no', why: 'keys-unknown' });
    expect(result.keyrings.map(({ status }) => status.keep.kind)).toEqual(['keep', 'keep']);
  });

  it('miss a key whose ID only the keyring of another cluster has', async () => {
    const batchKey: TestKey = { id: 'k1', bytes: Buffer.alloc(32, 3) };
    const keyrings: readonly NamedKeyring[] = [
      { keyring: aKeyring([NEW]), clusters: ['shop'] },
      { keyring: aKeyring([batchKey]), clusters: ['batch'] },
    ];
    const project = await aProject({
      instances: [listed(made(1), OLD)],
      records: [recorded(NOW), recorded(NOW, [made(4, BATCH), listed(made(4, BATCH))])],
      signing: { keyrings, scheme: SCHEME },
    });
    const result = await audit(project);
    expect(result.keyrings.map(({ isSound }) => isSound)).toEqual([false, true]);
    expect(warningsOf(result)).toEqual([
      'signing-key-missing: the keyring lacks the key "k1", which 1 instance still carries',
    ]);
  });
});

describe('a key that is needed and not there', () => {
  const one = made(1);

  it('is told, and the run is complete all the same', async () => {
    const result = await audit(
      await aProject({ instances: [listed(one, STRANGE), listed(made(2), STRANGE)] }),
    );
    expect(warningsOf(result)).toEqual([
      'signing-key-missing: the keyring lacks the key "k9", which 2 instances still carry',
    ]);
    expect(result).toMatchObject({ complete: true, problems: [], keyrings: [{ isSound: false }] });
  });

  it('is told as vanished by the run that misses it first, and as missing from then on', async () => {
    const project = await aProject({ instances: [listed(one, OLD)] });
    await audit(project);
    project.signing = WITHOUT_OLD;
    const first = await audit(project, minutesAfter(60));
    expect(warningsOf(first)).toEqual([
      'signing-key-vanished: the key "k1" was in the keyring at the last run and is no longer, and 1 instance still carries it',
    ]);
    expect(first.complete).toBe(true);
    const second = await audit(project, minutesAfter(120));
    expect(warningsOf(second)).toEqual([
      'signing-key-missing: the keyring lacks the key "k1", which 1 instance still carries',
    ]);
  });

  it('is told as vanished when the whole keyring is gone from the configuration', async () => {
    const project = await aProject({ instances: [listed(one, OLD)] });
    await audit(project);
    project.signing = { keyrings: [], scheme: undefined };
    const [warning, ...others] = warningsOf(await audit(project, minutesAfter(60)));
    expect(warning).toContain('signing-key-vanished: the key "k1"');
    expect(others).toEqual([]);
  });

  it('is told when the scheme is gone that the last run read: no signature contradicts anything any more', async () => {
    const project = await aProject({ instances: [listed(one, OLD)] });
    const { signing } = project;
    await audit(project);
    project.signing = { ...signing, scheme: undefined };
    const result = await audit(project, minutesAfter(60));
    expect(warningsOf(result)).toEqual([
      'signature-scheme-stale: the signature scheme that the last run read is there no longer: in this run no signature proves or contradicts anything',
    ]);
    expect(result.complete).toBe(true);
  });

  it('is not told before a scheme was ever there', async () => {
    const project = await aProject({ instances: [listed(one, OLD)] });
    project.signing = { ...project.signing, scheme: undefined };
    await audit(project);
    expect(warningsOf(await audit(project, minutesAfter(60)))).toEqual([]);
  });

  it('is not told when its last instance is gone: it was retired', async () => {
    const record = recorded(at('2026-11-01T00:00:00Z'), [one, listed(one, OLD)]);
    const project = await aProject({ instances: [listed(one, OLD)], records: [record] });
    await audit(project);
    project.signing = WITHOUT_OLD;
    project.cloud.world.instances = [];
    const result = await audit(project, minutesAfter(60));
    expect(result).toMatchObject({
      warnings: [],
      keyrings: [{ isSound: true, status: { missingKeys: [] } }],
    });
  });

  it('is held against the last run before this moment only', async () => {
    const signingKeys = [{ keyId: 'k1', isInKeyring: true, carriers: 1, clusters: [] }];
    const project = await aProject({
      instances: [listed(one, OLD)],
      runs: [aRun({ asOf: minutesAfter(1), signingKeys })],
      signing: WITHOUT_OLD,
    });
    expect(warningsOf(await audit(project))[0]).toContain('signing-key-missing');
  });
});

it('a scheme that its live instances contradict is told per cluster, with the instances, and nothing is incomplete', async () => {
  const all = [1, 2, 3, 4].map((n) => made(n));
  const odd = `v=1;m=karpenter;k=k2;s=${'A'.repeat(22)}`;
  const project = await aProject({
    ...alive(...all.map(claimOf)),
    instances: all.map((one) => listed(one, NEW, { description: odd })),
  });
  const result = await audit(project);
  expect(warningsOf(result)).toEqual([
    `signature-scheme-stale: signatures of cluster shop count for nothing in this run: ${anId(1)}, ${anId(2)}, ${anId(3)} and 1 more, which its NodeClaims own, do not verify`,
  ]);
  expect(result).toMatchObject({ complete: true, problems: [], keyrings: [{ isSound: false }] });
});

function broken(): AuditFailure {
  return new AuditFailure('server-failed', 'bcs answered 503', 'try again');
}
