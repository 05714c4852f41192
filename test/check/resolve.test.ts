import { describe, expect, it } from 'vitest';
import { findCluster } from '../../lib/check.ts';
import { chooseCluster } from '../../lib/checking/choose.ts';
import type { Resolution } from '../../lib/checking/resolve.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import { appendRun } from '../../lib/ledger/files.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { aCluster } from '../builders/inventory.ts';
import { aClusterUid, anId, aRecord, aRecordedCluster, aRun, at } from '../builders/ledger.ts';
import { audited, aWorld, type CheckedWorld, NOW, PROJECT, THRESHOLDS } from './world.ts';

const OLD = aClusterUid();
const OLDER = aClusterUid('1a1a1a1a', 3);
const NEW = aClusterUid('9e363260', 7);

const oldRecord = aRecord();
const olderRecord = aRecord({
  recordedAt: at('2026-05-01T00:00:00Z'),
  cluster: aRecordedCluster({ uid: OLDER, id: anId(0xc0) }),
  nodeClaims: [],
  instances: [],
});
const reborn = aCluster({ uid: NEW, id: anId(0xc2) });
const oldDeleting = aCluster({ isDeleting: true, phase: 'Deleting' });

async function find(wanted: string, world: CheckedWorld): Promise<Resolution> {
  return findCluster(wanted, audited(world), world.store, THRESHOLDS, NOW);
}

describe('a cluster is found', () => {
  const dashless = OLD.replaceAll('-', '').toUpperCase();
  const cases: readonly (readonly [
    how: string,
    wanted: string,
    clusters: readonly Cluster[],
    records: readonly (typeof oldRecord)[],
    uid: string,
  ])[] = [
    ['by its name', 'shop', [], [oldRecord], OLD],
    ['by its name with blanks about it', ' shop ', [], [oldRecord], OLD],
    ['by its UID', OLD, [], [oldRecord], OLD],
    ['by its UID without dashes', dashless, [], [oldRecord], OLD],
    ['by the console’s ID that was recorded', anId(0xc1), [], [oldRecord], OLD],
    ['by the console’s ID that is listed', anId(0xc2), [reborn], [oldRecord], NEW],
    ['by its name, gone, though another bears it now', 'shop', [reborn], [oldRecord], OLD],
    ['by its name, deleting, though another bears it now', 'shop', [oldDeleting, reborn], [oldRecord], OLD],
    ['by its UID, alive, though older ones bore its name', NEW, [reborn], [oldRecord, olderRecord], NEW],
    ['by its name, alive, when no other bore it', 'shop', [aCluster()], [oldRecord], OLD],
    ['by its name, alive and never recorded', 'shop', [reborn], [], NEW],
  ];

  it.each(cases)('%s', async (_, wanted, clusters, records, uid) => {
    expect(await find(wanted, await aWorld({ clusters }, records))).toEqual({ kind: 'cluster', uid });
  });

  it('by the name that the configuration gives it', async () => {
    const world = await aWorld({}, []);
    world.clusters = [{ name: 'old', uid: OLD, deletedAt: undefined, witness: 'asked' }];
    expect(await find('old', world)).toEqual({ kind: 'cluster', uid: OLD });
  });

  it('by a name that only a run saw', async () => {
    const world = await aWorld({}, []);
    await appendRun(world.store, PROJECT, aRun());
    expect(await find('shop', world)).toEqual({ kind: 'cluster', uid: OLD });
  });

  it('by its name when the list cannot be read and one cluster bore it', async () => {
    const failure = new AuditFailure('server-failed', '503', 'again');
    expect(await find('shop', await aWorld({ clusters: failure }))).toEqual({ kind: 'cluster', uid: OLD });
  });
});

describe('a cluster is not found', () => {
  it('when several that are gone bore the name', async () => {
    const resolution = await find('shop', await aWorld({ clusters: [reborn] }, [oldRecord, olderRecord]));
    expect(resolution).toMatchObject({
      kind: 'several',
      candidates: [
        { uid: OLDER, now: 'not-listed', lastSeen: at('2026-05-01T00:00:00Z') },
        { uid: OLD, now: 'not-listed', lastSeen: at('2026-11-01T00:00:00Z') },
      ],
    });
  });

  it('when one is gone and one is being deleted', async () => {
    const resolution = await find(
      'shop',
      await aWorld({ clusters: [oldDeleting] }, [oldRecord, olderRecord]),
    );
    expect(resolution).toMatchObject({
      kind: 'several',
      candidates: [{ now: 'not-listed' }, { now: 'deleting' }],
    });
  });

  it('when nobody knows the name', async () => {
    expect(await find('shopp', await aWorld())).toMatchObject({ kind: 'unknown', known: [{ uid: OLD }] });
  });

  it('when nobody knows the UID, which may be looked for all the same', async () => {
    expect(await find(NEW, await aWorld())).toEqual({ kind: 'unrecorded', uid: NEW });
  });

  it.each([
    [
      'the list cannot be read',
      { clusters: new AuditFailure('server-failed', '503', 'again') },
      'server-failed',
    ],
    [
      'the one of that name does not say its UID',
      { clusters: [aCluster({ uid: undefined, name: 'new' })] },
      'cluster-uid-unknown',
    ],
  ])('when %s', async (_, held, code) => {
    expect(await find('new', await aWorld(held))).toMatchObject({ kind: 'unreadable', failure: { code } });
  });

  it('when the one with that console’s ID does not say its UID', async () => {
    const world = await aWorld({ clusters: [aCluster({ uid: undefined, id: anId(0xc7) })] });
    expect(await find(anId(0xc7), world)).toMatchObject({
      kind: 'unreadable',
      failure: { code: 'cluster-uid-unknown' },
    });
  });

  it('when the ledger is damaged, which may have it', async () => {
    const world = await aWorld();
    world.store.files.set(`ledger/${PROJECT}/strange.json`, new TextEncoder().encode('{}'));
    expect(await find('other', world)).toMatchObject({
      kind: 'unreadable',
      failure: { code: 'ledger-damaged' },
    });
  });
});

describe('of several projects', () => {
  const unknown: Resolution = { kind: 'unknown', known: [] };
  const unreadable: Resolution = {
    kind: 'unreadable',
    failure: new AuditFailure('server-failed', 'it answered 503', 'again'),
  };
  const found: Resolution = { kind: 'cluster', uid: OLD };
  const unrecorded: Resolution = { kind: 'unrecorded', uid: NEW };
  const several: Resolution = {
    kind: 'several',
    candidates: [
      {
        uid: OLDER,
        names: ['shop'],
        consoleIds: [],
        now: 'not-listed',
        lastSeen: at('2026-05-01T00:00:00Z'),
      },
      { uid: OLD, names: ['shop'], consoleIds: [], now: 'deleting', lastSeen: undefined },
    ],
  };
  const choose = (...resolutions: readonly Resolution[]) =>
    chooseCluster(
      'shop',
      resolutions.map((resolution, at) => ({ project: `project-${at}`, resolution })),
    );

  it.each([
    ['is the one that has the cluster', [unknown, found], { project: 'project-1', uid: OLD }],
    [
      'is the one that has it, whatever the others answer',
      [unreadable, found],
      { project: 'project-1', uid: OLD },
    ],
    [
      'is the one that has it, though it has no record in another',
      [found, unrecorded],
      { project: 'project-0', uid: OLD },
    ],
    ['is the only one, where nobody knows the UID', [unrecorded], { project: 'project-0', uid: NEW }],
  ])('the one that is chosen %s', (_, resolutions, target) => {
    expect(choose(...resolutions)).toEqual(target);
  });

  it.each([
    ['both have one of that name', [found, found], 'bad-usage', /project-0.*project-1/],
    [
      'several fit',
      [several],
      'bad-usage',
      /not listed any more, last seen 2026-05-01T00:00:00Z.*being deleted, never seen/,
    ],
    ['several fit in one, and another knows none', [unknown, several], 'bad-usage', /fits 2 clusters/],
    ['nobody knows the UID', [unrecorded, unrecorded], 'bad-usage', /no project has a record/],
    ['one could not answer', [unknown, unreadable], 'server-failed', /503/],
    ['nobody knows the name', [unknown, unknown], 'bad-usage', /no cluster "shop" is known/],
  ])('none is chosen when %s', (_, resolutions, code, message) => {
    expect(() => choose(...resolutions)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it('tells what is known to one who asks for what is not', () => {
    const known = Array.from({ length: 14 }, (_, n) => ({
      uid: aClusterUid('2c32ae2c', n),
      names: n === 0 ? [] : [`shop-${n}`],
      consoleIds: [],
      now: 'alive' as const,
      lastSeen: undefined,
    }));
    expect(() => choose({ kind: 'unknown', known })).toThrow(
      expect.objectContaining({ remedy: expect.stringMatching(/without a name \(.*shop-11 .*and 2 more/) }),
    );
  });
});
