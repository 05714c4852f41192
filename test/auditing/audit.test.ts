import { describe, expect, it } from 'vitest';
import { auditProject } from '../../lib/audit.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { appendRecord, loadLedger } from '../../lib/ledger/files.ts';
import type { ConfiguredCluster } from '../../lib/ledger/known-clusters.ts';
import { NO_SIGNING, type ProjectSigning } from '../../lib/signing/project-signing.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import type { ProjectVerdicts } from '../../lib/verdict/judged.ts';
import { type FakeCloud, type FakeWorld, fakeCloud } from '../builders/fake-cloud.ts';
import { type FakeCluster, type FakeWitnesses, fakeWitnesses } from '../builders/fake-witnesses.ts';
import {
  aCluster,
  aNode,
  aNodeClaim,
  anAttachedRoot,
  anAttachedVolume,
  anInstance,
  aVolume,
} from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedVolume,
  at,
} from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';

const NOW = at('2026-11-10T00:00:00Z');
const THRESHOLDS = { gracePeriodMs: 30 * MINUTE_MS, deletionPeriodMs: 2 * HOUR_MS, sightings: 2 };
const broken = () => new AuditFailure('server-failed', 'bcs answered 503', 'try again');

interface Project {
  readonly cloud: FakeCloud;
  readonly witnesses: FakeWitnesses;
  readonly witnessed: Record<string, FakeCluster>;
  readonly store: MemoryStore;
  clusters: ConfiguredCluster[];
  signing: ProjectSigning;
}

/** One recorded instance with its root volume; no cluster is listed, so that its own is gone. */
async function aProject(
  held: Partial<FakeWorld> = {},
  records: readonly ClusterRecord[] = [aRecord()],
  witnessed: Record<string, FakeCluster> = {},
): Promise<Project> {
  const store = memoryStore();
  for (const record of records) await appendRecord(store, 'shop-prod', record);
  const cloud = fakeCloud({ instances: [anInstance()], volumes: [anAttachedRoot()], ...held });
  return { cloud, store, witnessed, witnesses: fakeWitnesses(witnessed), clusters: [], signing: NO_SIGNING };
}

async function audit(project: Project, now: Instant = NOW, all = false): Promise<ProjectVerdicts> {
  const { cloud, witnesses, clusters, signing } = project;
  return auditProject(
    { name: 'shop-prod', region: 'kr-central-2', cloud, witnesses, clusters, signing },
    project.store,
    THRESHOLDS,
    {
      runId: `run-${now}`,
      now,
      all,
      keep: new Set(),
      remember: true,
    },
  );
}

/** `verdict (reason)` by ID. */
function verdicts(result: ProjectVerdicts): Record<string, string> {
  return Object.fromEntries(
    result.judged.map(({ resource, judgement }) => [
      resource.id,
      `${judgement.verdict} (${judgement.reason})`,
    ]),
  );
}
const ONE = anId(1);
const ROOT = anId(0x101);
const hoursLater = (hours: number) => plusMs(NOW, hours * HOUR_MS);

describe('a cluster that is gone', () => {
  it('leaves an orphan, and its volume held with it', async () => {
    const result = await audit(await aProject());
    expect(verdicts(result)).toEqual({ [ONE]: 'orphan (cluster-gone)', [ROOT]: 'held (attached)' });
    expect(result.judged[0]).toMatchObject({ nextStep: 'delete-in-console' });
    expect(result).toMatchObject({ complete: true, problems: [], listed: { instances: 1, volumes: 1 } });
  });

  it('is asked for after the accused, and everything once more before it is published', async () => {
    const project = await aProject();
    await audit(project);
    const look = ['clusters', 'cluster shop'];
    expect(project.cloud.calls).toEqual(['instances', 'volumes', ...look, `instance ${ONE}`, ...look]);
  });

  it('leaves an unattached root volume whose instance a GET proves gone', async () => {
    const result = await audit(await aProject({ instances: [], volumes: [aVolume()] }));
    expect(verdicts(result)).toEqual({ [ROOT]: 'orphan (cluster-gone)' });
  });

  it('proves nothing when the volume’s instance is not listed and a GET finds it', async () => {
    const project = await aProject({ instances: [], volumes: [aVolume()] });
    project.cloud.answers.set(ONE, { kind: 'found', value: anInstance() as never });
    expect(verdicts(await audit(project))).toEqual({ [ROOT]: 'ambiguous (owner-unreadable)' });
  });

  it('is not gone while a GET by its name still finds it', async () => {
    const project = await aProject();
    project.cloud.answers.set('shop', { kind: 'found', value: aCluster() as never });
    const result = await audit(project);
    expect(verdicts(result)).toEqual({ [ONE]: 'ambiguous (owner-unreadable)', [ROOT]: 'held (attached)' });
    expect(result.complete).toBe(false);
  });

  it('is gone when another cluster bears its name now', async () => {
    const reborn = aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const project = await aProject({ clusters: [reborn] }, [aRecord()], { shop: {} });
    const result = await audit(project);
    expect(verdicts(result)[ONE]).toBe('orphan (cluster-gone)');
    expect(result.judged[0]).toMatchObject({ nextStep: 'confirm-with-helpdesk' });
  });

  it.each(['forbidden', 'server-failed', 'timed-out'] as const)(
    'is unreadable when a GET by its name fails: %s',
    async (code) => {
      const project = await aProject();
      project.cloud.answers.set('shop', new AuditFailure(code, 'no', 'do something'));
      const result = await audit(project);
      expect(verdicts(result)[ONE]).toBe('ambiguous (owner-unreadable)');
      expect(result).toMatchObject({ complete: false, problems: [{ code }] });
    },
  );

  describe('whose name nobody recorded', () => {
    const nameless = [aRecord({ cluster: aRecordedCluster({ name: undefined }) })];

    it('is gone after two complete lists without it', async () => {
      const project = await aProject({}, nameless);
      expect(verdicts(await audit(project))[ONE]).toBe('orphan (cluster-gone)');
      expect(project.cloud.calls.filter((call) => call === 'clusters')).toHaveLength(2);
    });

    it('is not gone when the second list has it', async () => {
      const project = await aProject({}, nameless, { shop: { nodeClaims: [aNodeClaim()] } });
      project.cloud.onCall = (call) => {
        if (call === `instance ${ONE}`) project.cloud.world.clusters = [aCluster()];
      };
      expect(verdicts(await audit(project))[ONE]).toBe('in-use (claimed)');
    });

    it('is unreadable while some listed cluster does not say its UID', async () => {
      const project = await aProject(
        { clusters: [aCluster({ name: 'new-one', uid: undefined })] },
        nameless,
        { 'new-one': {} },
      );
      expect(verdicts(await audit(project))[ONE]).toBe('ambiguous (owner-unreadable)');
    });
  });
});

describe('the confirmation', () => {
  const changes: readonly (readonly [what: string, change: (project: Project) => void, verdict: string])[] = [
    [
      'it is renamed',
      ({ cloud }) => {
        cloud.world.instances = [anInstance({ name: 'keep-me' })];
      },
      'ambiguous (renamed)',
    ],
    [
      'it is being deleted',
      ({ cloud }) => {
        cloud.world.instances = [anInstance({ state: 'deleting', status: 'deleting' })];
      },
      'settling (instance-deleting)',
    ],
    [
      'it is not there any more',
      ({ cloud }) => {
        cloud.world.instances = [];
      },
      'ambiguous (not-confirmed)',
    ],
    [
      'it cannot be read',
      ({ cloud }) => {
        cloud.answers.set(ONE, broken());
      },
      'ambiguous (not-confirmed)',
    ],
    [
      'the clusters cannot be listed',
      ({ cloud }) => {
        cloud.world.clusters = broken();
      },
      'ambiguous (not-confirmed)',
    ],
    [
      'its cluster is there again',
      ({ cloud, witnessed }) => {
        cloud.world.clusters = [aCluster()];
        witnessed.shop = { nodeClaims: [aNodeClaim({ name: 'other', provider: { kind: 'none' } })] };
      },
      'settling (first-sighting)',
    ],
    [
      'its cluster is there again and cannot be heard',
      ({ cloud }) => {
        cloud.world.clusters = [aCluster()];
      },
      'ambiguous (not-confirmed)',
    ],
    ['nothing', () => undefined, 'orphan (cluster-gone)'],
  ];

  it.each(changes)('says again what has become of an orphan: %s', async (_what, change, verdict) => {
    const project = await aProject();
    let isFirst = true;
    project.cloud.onCall = (call) => {
      if (call !== `instance ${ONE}` || !isFirst) return;
      isFirst = false;
      change(project);
    };
    expect(verdicts(await audit(project))[ONE]).toBe(verdict);
  });

  it.each([
    ['fails', (cloud: FakeCloud) => cloud.answers.set(ONE, broken()), 'server-failed'],
    ['does not find it', (cloud: FakeCloud) => cloud.answers.set(ONE, { kind: 'gone' }), 'not-confirmed'],
  ] as const)(
    'makes the run incomplete, and says why, when a GET by its ID %s',
    async (_what, change, code) => {
      const project = await aProject();
      change(project.cloud);
      const result = await audit(project);
      expect(verdicts(result)[ONE]).toBe('ambiguous (not-confirmed)');
      expect(result).toMatchObject({ complete: false, problems: [{ code }] });
    },
  );

  it('counts nothing as a sighting when it could not read everything again', async () => {
    const left = { instances: [anInstance()], volumes: [anAttachedRoot(), aVolume({ id: anId(0x109) })] };
    const volumes = [aRecordedVolume(), aRecordedVolume({ id: anId(0x109) })];
    const gone = aRecordedInstance({
      id: anId(9),
      name: 'karpenter-2c32ae2c-general-9',
      volumes: volumes.slice(1),
    });
    const claims = [aRecordedNodeClaim(), aRecordedNodeClaim({ name: 'general-9', providerId: anId(9) })];
    const record = aRecord({
      nodeClaims: claims,
      instances: [aRecordedInstance({ volumes: volumes.slice(0, 1) }), gone],
    });
    const living = { shop: { nodeClaims: [aNodeClaim({ name: 'x', provider: { kind: 'none' } })] } };
    const project = await aProject({ clusters: [aCluster()], ...left }, [record], living);
    await audit(project);
    project.cloud.answers.set(anId(0x109), broken());
    expect(verdicts(await audit(project, hoursLater(1)))).toMatchObject({
      [ONE]: 'settling (first-sighting)',
      [anId(0x109)]: 'settling (first-sighting)',
    });
    project.cloud.answers.clear();
    expect(verdicts(await audit(project, hoursLater(2)))[ONE]).toBe('orphan (claim-gone)');
  });

  it('reads volumes once more too', async () => {
    const project = await aProject({ instances: [], volumes: [aVolume()] });
    project.cloud.onCall = (call) => {
      if (call === `volume ${ROOT}`) project.cloud.world.volumes = [anAttachedRoot({ instanceId: anId(7) })];
    };
    expect(verdicts(await audit(project))[ROOT]).toMatch(/^ambiguous/);
  });
});

describe('a cluster that lives', () => {
  /** Three instances recorded; the NodeClaim of the first has gone. */
  const instances = [1, 2, 3].map((n) =>
    anInstance({ id: anId(n), name: `karpenter-2c32ae2c-general-${n}`, volumes: [] }),
  );
  const claims = [1, 2, 3].map((n) =>
    aNodeClaim({ name: `general-${n}`, provider: { kind: 'instance', id: anId(n) } }),
  );
  const record = aRecord({
    nodeClaims: [1, 2, 3].map((n) => aRecordedNodeClaim({ name: `general-${n}`, providerId: anId(n) })),
    instances: instances.map(({ id, name, description, createdAt }) =>
      aRecordedInstance({ id, name, description, createdAt, volumes: [] }),
    ),
  });
  const living = async (nodeClaims = claims.slice(1), more: FakeCluster = {}) =>
    aProject({ clusters: [aCluster()], instances, volumes: [] }, [record], { shop: { nodeClaims, ...more } });

  it('asks its witnesses last: nodes and persistent volumes before NodeClaims', async () => {
    const project = await living();
    const order: string[] = [];
    project.cloud.onCall = (call) => order.push(call);
    const ask = project.witnesses.ask;
    project.witnesses.ask = (address) => {
      order.push(`witnesses of ${address.name}`);
      return ask(address);
    };
    await audit(project);
    expect(order).toEqual(['instances', 'volumes', 'clusters', 'witnesses of shop']);
    expect(project.witnesses.calls.map(({ list }) => list)).toEqual([
      'nodes',
      'persistentVolumes',
      'nodeClaims',
    ]);
  });

  it('needs two sightings, at least a grace period apart', async () => {
    const project = await living();
    expect(verdicts(await audit(project))[ONE]).toBe('settling (first-sighting)');
    expect(verdicts(await audit(project, plusMs(NOW, 29 * MINUTE_MS)))[ONE]).toBe(
      'settling (first-sighting)',
    );
    const second = await audit(project, plusMs(NOW, 30 * MINUTE_MS));
    expect(verdicts(second)[ONE]).toBe('orphan (claim-gone)');
    expect(second.judged.find(({ resource }) => resource.id === ONE)?.nextStep).toBe('restore-controller');
  });

  it('starts again after a claim in between', async () => {
    const project = await living();
    await audit(project);
    project.witnessed.shop = { nodeClaims: claims };
    expect(verdicts(await audit(project, hoursLater(1)))[ONE]).toBe('in-use (claimed)');
    project.witnessed.shop = { nodeClaims: claims.slice(1) };
    expect(verdicts(await audit(project, hoursLater(2)))[ONE]).toBe('settling (first-sighting)');
    expect(verdicts(await audit(project, hoursLater(3)))[ONE]).toBe('orphan (claim-gone)');
  });

  it('neither counts nor forgets in an incomplete run', async () => {
    const project = await living();
    await audit(project);
    project.cloud.world.volumes = broken();
    const incomplete = await audit(project, hoursLater(1));
    expect(verdicts(incomplete)[ONE]).toBe('settling (first-sighting)');
    expect(incomplete.complete).toBe(false);
    project.cloud.world.volumes = [];
    expect(verdicts(await audit(project, hoursLater(2)))[ONE]).toBe('orphan (claim-gone)');
  });

  it('starts again after a claim that an incomplete run saw', async () => {
    const project = await living();
    await audit(project);
    project.cloud.world.volumes = broken();
    project.witnessed.shop = { nodeClaims: claims };
    await audit(project, hoursLater(1));
    project.cloud.world.volumes = [];
    project.witnessed.shop = { nodeClaims: claims.slice(1) };
    expect(verdicts(await audit(project, hoursLater(2)))[ONE]).toBe('settling (first-sighting)');
  });

  it('gives the same answer for the same moment, however often it is asked', async () => {
    const project = await living();
    const strip = (result: ProjectVerdicts) => JSON.stringify(result);
    const first = strip(await audit(project));
    expect(strip(await audit(project))).toBe(first);
    await audit(project, hoursLater(1));
    expect(strip(await audit(project))).toBe(first);
  });

  it('is unreadable while one of its lists is, and so is everything else in the project', async () => {
    for (const list of ['nodes', 'nodeClaims'] as const) {
      const project = await living(undefined, { [list]: broken() });
      const result = await audit(project);
      expect(verdicts(result)[ONE]).toBe('ambiguous (owner-unreadable)');
      expect(result.complete).toBe(false);
    }
  });

  it('makes a gone cluster’s leftovers ambiguous while it cannot be heard, unless it is declared without Karpenter', async () => {
    const other = aCluster({ name: 'batch', uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const project = await aProject({ clusters: [other] });
    expect(verdicts(await audit(project))[ONE]).toBe('ambiguous (owner-unreadable)');
    project.clusters = [{ name: 'batch', uid: undefined, deletedAt: undefined, witness: 'declared-none' }];
    const result = await audit(project, hoursLater(1));
    expect(verdicts(result)[ONE]).toBe('orphan (cluster-gone)');
    expect(result.judged[0]).toMatchObject({ nextStep: 'delete-in-console' });
    expect(project.witnesses.calls.length).toBe(3);
  });

  it('keeps what a Ready Node stands on', async () => {
    const project = await living(undefined, { nodes: [aNode()] });
    const found = (await audit(project)).judged.find(({ resource }) => resource.id === ONE);
    expect(found?.judgement).toMatchObject({
      verdict: 'in-use',
      reason: 'node-alive',
      warnings: ['unmanaged-node'],
    });
  });

  it('speaks of an instance that bears no mark and is claimed all the same', async () => {
    const bare = anInstance({
      id: anId(8),
      name: 'web-1',
      description: '',
      volumes: [anAttachedVolume({ id: anId(0x108) })],
    });
    const project = await living([
      ...claims,
      aNodeClaim({ name: 'general-8', provider: { kind: 'instance', id: anId(8) } }),
    ]);
    project.cloud.world.instances = [...instances, bare];
    project.cloud.world.volumes = [
      anAttachedRoot({ id: anId(0x108), instanceId: anId(8), instanceName: 'web-1' }),
    ];
    const result = await audit(project);
    expect(verdicts(result)).toMatchObject({
      [anId(8)]: 'in-use (claimed)',
      [anId(0x108)]: 'in-use (attached)',
    });
  });

  it('leaves the instances of managed node pools unspoken of', async () => {
    const pool = anInstance({ id: anId(8), name: 'shop-general-1', description: 'worker', volumes: [] });
    const project = await living(claims, {
      nodes: [aNode({ provider: { kind: 'instance', id: anId(8) }, isKarpenters: false })],
    });
    project.cloud.world.instances = [...instances, pool];
    expect(verdicts(await audit(project))[anId(8)]).toBeUndefined();
  });
});

describe('a NodeClaim list that has shrunk', () => {
  const instances = Array.from({ length: 12 }, (_, i) =>
    anInstance({ id: anId(i + 1), name: `karpenter-2c32ae2c-general-${i + 1}`, volumes: [] }),
  );
  const claim = (n: number) =>
    aNodeClaim({ name: `general-${n}`, provider: { kind: 'instance', id: anId(n) } });
  const record = aRecord({
    nodeClaims: instances.map(({ id }, i) =>
      aRecordedNodeClaim({ name: `general-${i + 1}`, providerId: id }),
    ),
    instances: instances.map(({ id, name, description, createdAt }) =>
      aRecordedInstance({ id, name, description, createdAt, volumes: [] }),
    ),
  });
  const shrunk = async (nodeClaims: readonly ReturnType<typeof claim>[]) =>
    aProject({ clusters: [aCluster()], instances, volumes: [] }, [record], { shop: { nodeClaims } });
  const few = [claim(8), claim(9), claim(10), claim(11), claim(12)];

  it('is as good as unread until it is read as short a grace period later, which is the first sighting', async () => {
    const project = await shrunk(few);
    const first = await audit(project);
    expect(verdicts(first)[ONE]).toBe('ambiguous (owner-list-shrunk)');
    expect(first).toMatchObject({ complete: false, problems: [{ code: 'owner-list-shrunk' }] });
    expect(verdicts(await audit(project, plusMs(NOW, 29 * MINUTE_MS)))[ONE]).toBe(
      'ambiguous (owner-list-shrunk)',
    );
    expect(verdicts(await audit(project, plusMs(NOW, 31 * MINUTE_MS)))[ONE]).toBe(
      'settling (first-sighting)',
    );
  });

  it('counts at once when it is half as long', async () => {
    const project = await shrunk([...few, claim(7)]);
    expect(verdicts(await audit(project))[ONE]).toBe('settling (first-sighting)');
  });

  it('then meets the brake: more than half of the cluster at once wait for the next complete run', async () => {
    const project = await shrunk(few);
    await audit(project);
    await audit(project, hoursLater(1));
    const would = await audit(project, hoursLater(2));
    expect(verdicts(would)[ONE]).toBe('ambiguous (brake)');
    expect(would.complete).toBe(true);
    expect(verdicts(await audit(project, hoursLater(3)))[ONE]).toBe('orphan (claim-gone)');
  });

  it('is as good as unread too when the instances may be of two clusters', async () => {
    const twin = aCluster({ name: 'twin', uid: aClusterUid('2c32ae2c', 2), id: anId(0xc2) });
    const shared = anInstance({
      id: anId(30),
      name: 'karpenter-2c32ae2c-general-30',
      description: '',
      volumes: [],
    });
    const project = await aProject({ clusters: [aCluster(), twin], instances: [shared], volumes: [] }, [], {
      shop: { nodeClaims: [] },
      twin: { nodeClaims: [claim(1)] },
    });
    expect(await audit(project)).toMatchObject({
      complete: false,
      problems: [{ code: 'owner-list-shrunk' }],
    });
  });

  it('is never taken for none when it is empty', async () => {
    const project = await shrunk([]);
    expect(verdicts(await audit(project))[ONE]).toBe('ambiguous (owner-list-shrunk)');
  });
});

describe('a cluster that is being deleted', () => {
  const deleting: Cluster = aCluster({ phase: 'Deleting', isDeleting: true });
  const dying = () =>
    aProject({ clusters: [deleting] }, [aRecord()], {
      shop: { nodeClaims: [aNodeClaim({ name: 'x', provider: { kind: 'none' } })] },
    });

  it('settles for the deletion period, counted from the first run that saw it, and is stuck after it', async () => {
    const project = await dying();
    expect(verdicts(await audit(project))[ONE]).toBe('settling (cluster-deleting)');
    expect(verdicts(await audit(project, plusMs(NOW, 2 * HOUR_MS - 1)))[ONE]).toBe(
      'settling (cluster-deleting)',
    );
    const stuck = await audit(project, hoursLater(2));
    expect(verdicts(stuck)[ONE]).toBe('orphan (cluster-stuck-deleting)');
    expect(stuck.judged[0]).toMatchObject({ nextStep: 'delete-in-console', goneSince: { latest: NOW } });
  });
});

describe('what could not be read', () => {
  it('judges no instance when the instances cannot be listed, and no volume by what is missing', async () => {
    const result = await audit(await aProject({ instances: broken(), volumes: [aVolume()] }));
    expect(verdicts(result)).toEqual({ [ROOT]: 'ambiguous (owner-unreadable)' });
    expect(result).toMatchObject({
      complete: false,
      listed: { instances: undefined, volumes: 1 },
      problems: [{ code: 'server-failed' }],
    });
  });

  it('still judges instances when the volumes cannot be listed', async () => {
    const result = await audit(await aProject({ volumes: broken() }));
    expect(verdicts(result)).toEqual({ [ONE]: 'orphan (cluster-gone)' });
    expect(result.complete).toBe(false);
  });

  it('makes everything of Karpenter ambiguous when the clusters cannot be listed', async () => {
    const result = await audit(await aProject({ clusters: broken() }));
    expect(verdicts(result)).toEqual({ [ONE]: 'ambiguous (owner-unreadable)', [ROOT]: 'held (attached)' });
  });

  it('names a damaged file of the ledger, and proves nothing by the rest of it', async () => {
    const project = await aProject();
    project.store.files.set(
      `ledger/shop-prod/records/${aClusterUid()}/20261102T000000.000Z-0000000000000000.json`,
      Buffer.from('{"half'),
    );
    const result = await audit(project);
    expect(verdicts(result)[ONE]).toBe('ambiguous (owner-unreadable)');
    expect(result.problems[0]).toMatchObject({ code: 'ledger-damaged' });
    expect(result.problems[0]?.message).toContain('20261102T000000');
  });

  it('tells an unreadable store, and proves nothing', async () => {
    const project = await aProject();
    project.store.fault = {
      failure: new AuditFailure('store-unreadable', 'memory: EACCES', 'see to it'),
      touches: () => true,
    };
    const result = await audit(project);
    expect(verdicts(result)[ONE]).toBe('ambiguous (owner-unreadable)');
    expect(result.problems.map(({ code }) => code)).toContain('store-unreadable');
  });

  it('leaves rows of another project alone, and says so', async () => {
    const foreign = anInstance({ projectId: '00000000000000000000000000000000' });
    const result = await audit(await aProject({ instances: [foreign], volumes: [] }));
    expect(verdicts(result)).toEqual({});
    expect(result.problems).toMatchObject([{ code: 'foreign-project' }]);
  });
});

describe('an orphan volume', () => {
  const left = { instances: [], volumes: [aVolume()] };

  it('warns of snapshots, and of snapshots that cannot be listed', async () => {
    const warned = async (snapshots: FakeWorld['snapshots']) =>
      (await audit(await aProject({ ...left, snapshots }))).judged[0]?.judgement.warnings;
    expect(await warned([{ id: anId(0x301), volumeId: ROOT }])).toEqual(['has-snapshots']);
    expect(await warned([])).toEqual([]);
    expect(await warned(broken())).toEqual(['snapshots-unknown']);
  });

  it('is retained when it was recorded as set to outlive its instance', async () => {
    const volumes = [aRecordedVolume({ isDeleteOnTermination: false })];
    const result = await audit(
      await aProject(left, [aRecord({ instances: [aRecordedInstance({ volumes })] })]),
    );
    expect(verdicts(result)).toEqual({ [ROOT]: 'retained (kept-on-termination)' });
  });

  it('is no orphan once any run saw it on another instance', async () => {
    const second = anInstance({
      id: anId(2),
      name: 'karpenter-2c32ae2c-general-two',
      volumes: [anAttachedVolume()],
    });
    const project = await aProject({
      instances: [second],
      volumes: [anAttachedRoot({ instanceId: anId(2) })],
    });
    await audit(project);
    project.cloud.world.instances = [];
    project.cloud.world.volumes = [aVolume()];
    expect(verdicts(await audit(project, hoursLater(1)))[ROOT]).toBe('ambiguous (attached-later)');
  });

  it('settles in a passing state for a day, and is stuck in it after that', async () => {
    const project = await aProject({
      instances: [],
      volumes: [aVolume({ state: 'in-transition', status: 'detaching' })],
    });
    expect(verdicts(await audit(project))[ROOT]).toBe('settling (in-transition)');
    expect(verdicts(await audit(project, hoursLater(23)))[ROOT]).toBe('settling (in-transition)');
    expect(verdicts(await audit(project, hoursLater(24)))[ROOT]).toBe('ambiguous (stuck-in-transition)');
  });
});

describe('a ledger that another project of the cloud wrote', () => {
  it('proves nothing, and is not written to', async () => {
    const project = await aProject();
    await audit(project);
    const files = [...project.store.files.keys()];
    const other = {
      ...project.cloud,
      project: async () => ({ id: '00000000000000000000000000000000', name: 'other' }),
    };
    const result = await audit({ ...project, cloud: other }, hoursLater(1));
    expect(verdicts(result)[ONE]).toBe('ambiguous (owner-unreadable)');
    expect(result).toMatchObject({ complete: false, problems: [{ code: 'foreign-project' }] });
    expect([...project.store.files.keys()]).toEqual(files);
  });
});

describe('the run history', () => {
  it('is written by an audit, and makes no proof', async () => {
    const project = await aProject({}, []);
    project.clusters = [
      { name: 'shop', uid: aClusterUid(), deletedAt: at('2026-11-01T00:00:00Z'), witness: 'asked' },
    ];
    expect(verdicts(await audit(project))[ONE]).toBe('ambiguous (unproven)');
    expect(verdicts(await audit(project, hoursLater(1)))[ONE]).toBe('ambiguous (unproven)');
    const ledger = await loadLedger(project.store, 'shop-prod');
    expect(ledger.runs).toHaveLength(2);
    expect(ledger.records).toEqual([]);
  });
});

describe('what may own it all the same', () => {
  const living = (
    over: Partial<FakeWorld> = {},
    nodeClaims: FakeCluster['nodeClaims'] = [aNodeClaim({ name: 'x', provider: { kind: 'none' } })],
  ) => aProject({ clusters: [aCluster()], ...over }, [aRecord()], { shop: { nodeClaims } });

  it('is a cluster that a GET by an old name finds and the list lacks', async () => {
    const project = await aProject();
    const reborn = aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    project.cloud.answers.set('shop', { kind: 'found', value: reborn as never });
    const result = await audit(project);
    expect(verdicts(result)[ONE]).toBe('ambiguous (owner-unreadable)');
    expect(result.problems).toMatchObject([{ code: 'listing-disagrees' }]);
  });

  it('is a listed cluster that does not say its UID, whatever names are known', async () => {
    const project = await aProject(
      { clusters: [aCluster({ name: 'new-one', uid: undefined })] },
      [aRecord()],
      { 'new-one': {} },
    );
    expect(verdicts(await audit(project))[ONE]).toBe('ambiguous (owner-unreadable)');
  });

  it('is behind a Karpenter Node whose provider ID names no instance', async () => {
    for (const provider of [{ kind: 'none' }, { kind: 'unclear', text: 'i-1' }] as const) {
      const project = await living();
      project.witnessed.shop = { ...project.witnessed.shop, nodes: [aNode({ provider })] };
      await audit(project);
      expect(verdicts(await audit(project, hoursLater(1)))[ONE]).toBe('ambiguous (owner-unreadable)');
    }
  });

  it('is a cluster made again under a name that was declared without Karpenter', async () => {
    const project = await aProject({
      clusters: [aCluster({ name: 'batch', uid: aClusterUid('9e363260', 7) })],
    });
    project.clusters = [
      { name: 'batch', uid: aClusterUid('77777777'), deletedAt: undefined, witness: 'declared-none' },
    ];
    expect(verdicts(await audit(project))[ONE]).toBe('ambiguous (owner-unreadable)');
  });

  it('is whoever answers in the place of a cluster: its NodeClaims bear the names of another’s instances', async () => {
    const green = aCluster({ name: 'green', uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    const greens = anInstance({
      id: anId(2),
      name: 'karpenter-9e363260-general-two',
      description: 'v=1;m=karpenter;c=9e363260',
      volumes: [],
    });
    const blues = { nodeClaims: [aNodeClaim()], nodes: [aNode()] };
    const record = aRecord({
      cluster: aRecordedCluster({ uid: aClusterUid('9e363260', 7), name: 'green' }),
      nodeClaims: [aRecordedNodeClaim({ name: 'general-two', providerId: anId(2) })],
      instances: [
        aRecordedInstance({ id: anId(2), name: greens.name, description: greens.description, volumes: [] }),
      ],
    });
    const project = await aProject(
      { clusters: [aCluster(), green], instances: [anInstance(), greens] },
      [aRecord(), record],
      { shop: blues, green: blues },
    );
    for (const hours of [0, 1, 2]) {
      const result = await audit(project, hoursLater(hours));
      expect(verdicts(result)).toMatchObject({
        [ONE]: 'in-use (claimed)',
        [anId(2)]: 'ambiguous (owner-unreadable)',
      });
      expect(result.problems).toMatchObject([{ code: 'wrong-cluster' }]);
    }
  });

  it('is a NodeClaim that a record saw between two runs', async () => {
    const project = await living();
    expect(verdicts(await audit(project))[ONE]).toBe('settling (first-sighting)');
    await appendRecord(project.store, 'shop-prod', aRecord({ recordedAt: hoursLater(1) }));
    expect(verdicts(await audit(project, hoursLater(2)))[ONE]).toBe('settling (first-sighting)');
    expect(verdicts(await audit(project, hoursLater(3)))[ONE]).toBe('orphan (claim-gone)');
  });

  it('is the cluster whose PersistentVolume it was when it was recorded', async () => {
    const record = aRecord({ persistentVolumes: [{ name: 'pv-1', volumeHandle: ROOT, volumeId: ROOT }] });
    const result = await audit(await aProject({ instances: [], volumes: [aVolume()] }, [record]));
    expect(verdicts(result)[ROOT]).toBe('ambiguous (persistent-volume)');
  });

  it('is the other instance that lists the volume, though its row does not say so', async () => {
    const second = anInstance({ id: anId(2), name: 'web-1', description: '', volumes: [anAttachedVolume()] });
    const project = await aProject({ instances: [second], volumes: [aVolume()] });
    expect(verdicts(await audit(project))[ROOT]).toBe('ambiguous (attachment-disagrees)');
    project.cloud.world.instances = [];
    expect(verdicts(await audit(project, hoursLater(1)))[ROOT]).toBe('ambiguous (attached-later)');
  });
});

describe('a list and a GET that disagree', () => {
  it('about an old instance that a NodeClaim points at make the run incomplete', async () => {
    const project = await aProject({ clusters: [aCluster()], instances: [], volumes: [] }, [], {
      shop: { nodeClaims: [aNodeClaim()] },
    });
    project.cloud.answers.set(ONE, { kind: 'found', value: anInstance() as never });
    expect(await audit(project)).toMatchObject({
      complete: false,
      problems: [{ code: 'listing-disagrees' }],
    });
  });

  it('about recorded instances make the run incomplete: an empty list is no all-clear', async () => {
    const project = await aProject({ instances: [], volumes: [] });
    project.cloud.answers.set(ONE, { kind: 'found', value: anInstance() as never });
    expect(await audit(project)).toMatchObject({
      complete: false,
      problems: [{ code: 'listing-disagrees' }],
    });
    project.cloud.answers.clear();
    expect(await audit(project, hoursLater(1))).toMatchObject({ complete: true, problems: [] });
  });

  it('about an instance that was born meanwhile do not', async () => {
    const project = await aProject({ clusters: [aCluster()], instances: [], volumes: [] }, [], {
      shop: { nodeClaims: [aNodeClaim()] },
    });
    const newborn = anInstance({ createdAt: plusMs(NOW, -MINUTE_MS) });
    project.cloud.answers.set(ONE, { kind: 'found', value: newborn as never });
    expect(await audit(project)).toMatchObject({ complete: true, problems: [] });
  });

  it('about a claimed instance that bears no mark make the run incomplete', async () => {
    const bare = anInstance({ name: 'web-1', description: '', volumes: [] });
    const project = await aProject({ clusters: [aCluster()], instances: [bare], volumes: [] }, [], {
      shop: { nodeClaims: [aNodeClaim()] },
    });
    project.cloud.answers.set(ONE, { kind: 'gone' });
    expect(await audit(project)).toMatchObject({ complete: false, problems: [{ code: 'not-confirmed' }] });
  });

  it('never speak of a row of another project, though a NodeClaim points at it', async () => {
    const foreign = anInstance({ projectId: '00000000000000000000000000000000', volumes: [] });
    const project = await aProject({ clusters: [aCluster()], instances: [foreign], volumes: [] }, [], {
      shop: { nodeClaims: [aNodeClaim()] },
    });
    const result = await audit(project);
    expect(verdicts(result)).toEqual({});
    expect(result.problems).toMatchObject([{ code: 'foreign-project' }]);
  });
});

describe('the brake', () => {
  const instances = Array.from({ length: 6 }, (_, i) =>
    anInstance({ id: anId(i + 1), name: `karpenter-2c32ae2c-general-${i + 1}`, volumes: [] }),
  );
  const record = aRecord({
    nodeClaims: instances.map(({ id }, i) =>
      aRecordedNodeClaim({ name: `general-${i + 1}`, providerId: id }),
    ),
    instances: instances.map(({ id, name, description, createdAt }) =>
      aRecordedInstance({ id, name, description, createdAt, volumes: [] }),
    ),
  });
  const stuck = aCluster({ phase: 'Deleting', isDeleting: true });
  const braked = async () => {
    const nodeClaims = [
      aNodeClaim({ name: 'x', provider: { kind: 'none' } }),
      aNodeClaim({ name: 'y', provider: { kind: 'none' } }),
      aNodeClaim({ name: 'z', provider: { kind: 'none' } }),
    ];
    const project = await aProject({ clusters: [stuck], instances, volumes: [] }, [record], {
      shop: { nodeClaims },
    });
    await audit(project);
    expect(verdicts(await audit(project, hoursLater(3)))[ONE]).toBe('ambiguous (brake)');
    return project;
  };

  it('is let go of by the next complete run that says the same', async () => {
    expect(verdicts(await audit(await braked(), hoursLater(4)))[ONE]).toBe('orphan (cluster-stuck-deleting)');
  });

  it('is not let go of by an incomplete run', async () => {
    const project = await braked();
    project.cloud.world.volumes = broken();
    expect(verdicts(await audit(project, hoursLater(4)))[ONE]).toBe('ambiguous (brake)');
  });

  it('holds again after a run that said otherwise, however soon that was', async () => {
    const project = await braked();
    const before = project.witnessed.shop;
    project.witnessed.shop = {
      nodeClaims: instances.map(({ id }, i) =>
        aNodeClaim({ name: `general-${i + 1}`, provider: { kind: 'instance', id } }),
      ),
    };
    expect(verdicts(await audit(project, plusMs(hoursLater(3), 20 * MINUTE_MS)))[ONE]).toBe(
      'in-use (claimed)',
    );
    if (before !== undefined) project.witnessed.shop = before;
    expect(verdicts(await audit(project, hoursLater(4)))[ONE]).toBe('ambiguous (brake)');
  });
});
