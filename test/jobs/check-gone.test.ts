import { describe, expect, test } from 'vitest';
import { deliverPending } from '../../lib/alerting/deliver-pending.ts';
import { planChecks } from '../../lib/checking/gone-plan.ts';
import { UNCLEAR_MS } from '../../lib/checking/tell-check.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import {
  type CheckedProject,
  type CheckGoneOptions,
  checkGoneOf,
} from '../../lib/jobs/check-gone-project.ts';
import { appendRecord, appendRun, loadLedger } from '../../lib/ledger/files.ts';
import { failureIn } from '../../lib/publish/delivery/receipts.ts';
import type { Publisher } from '../../lib/publish/publisher.ts';
import { idOf } from '../../lib/publish/publisher.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { type FakePublisher, fakePublisher, unreached } from '../builders/fake-publisher.ts';
import { aCluster, aNodeClaim, anInstance } from '../builders/inventory.ts';
import { aClusterUid, anId, aRecord, aRecordedCluster, aRun } from '../builders/ledger.ts';
import type { MemoryStore } from '../builders/memory-store.ts';
import { aCheck } from '../builders/publications.ts';
import { audited, aWorld, type CheckedWorld, NOW, PROJECT, THRESHOLDS } from '../check/world.ts';

const SHOP = aClusterUid();
const HALF_HOUR = 30 * MINUTE_MS;
const left = anInstance({ name: 'karpenter-2c32ae2c-general-7k2lq', volumes: [] });
const FORBIDDEN = new AuditFailure('forbidden', 'the credential may not list volumes', 'give it the role');

interface Wish extends Partial<CheckGoneOptions> {
  readonly publishers?: readonly Publisher[];
  readonly deadline?: Instant;
  readonly retentionMs?: number;
}

/** One run of the job, so long after the first moment. */
async function run(world: CheckedWorld, slack: FakePublisher, afterMs: number, wish: Wish = {}) {
  const now = plusMs(NOW, afterMs);
  const { publishers = [slack], deadline, retentionMs = 180 * DAY_MS, ...over } = wish;
  const checked = await checkGoneOf(
    audited(world),
    { settings: { thresholds: THRESHOLDS, recordRetentionMs: retentionMs }, moment: { now } },
    {
      store: world.store,
      publishers,
      deadline,
      options: {
        runId: `run-${afterMs}`,
        clock: () => now,
        language: 'en',
        ignore: [],
        prices: undefined,
        isRemembered: true,
        progress: () => undefined,
        ...over,
      },
    },
  );
  return checked;
}

const tellings = ({ checks }: CheckedProject) => checks.map(({ telling }) => telling.kind);
const ids = (fake: FakePublisher) => fake.handed.map(({ publication }) => idOf(publication));
const runEntries = ({ store }: CheckedWorld) =>
  [...store.files.keys()].filter((key) => key.startsWith(`ledger/${PROJECT}/runs/`)).length;

/** Its cluster has gone, and left its instance. */
const aLeftover = (volumes: readonly Volume[] = []) => aWorld({ instances: [left], volumes });

describe('a recorded cluster that has gone', () => {
  test('is told of once, and not again while nothing changes', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    const first = await run(world, slack, 0);
    expect(tellings(first)).toEqual(['told']);
    expect(first.failures).toEqual([]);
    expect(slack.handed[0]?.publication).toMatchObject({
      kind: 'check',
      check: { cluster: { uid: SHOP, state: { kind: 'gone' } }, clearance: { granted: false } },
    });
    const files = world.store.files.size;
    for (const n of [1, 2, 3])
      expect(tellings(await run(world, slack, n * HALF_HOUR))).toEqual(['unchanged']);
    expect(ids(slack)).toHaveLength(1);
    // Half-hourly runs that find nothing new leave nothing behind.
    expect(world.store.files.size).toBe(files);
  });

  test('is told of again when something of it was deleted, when it is cleared, and then no more', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await run(world, slack, 0);
    world.cloud.world.instances = [];
    const cleared = await run(world, slack, HALF_HOUR);
    expect(tellings(cleared)).toEqual(['told']);
    expect(cleared.checks[0]?.result.clearance).toEqual({ granted: true });
    expect(cleared.checks[0]?.retirement).toMatchObject({ kind: 'waiting' });
    const calls = world.cloud.calls.length;
    const after = await run(world, slack, 2 * HALF_HOUR);
    expect(after.checks).toEqual([]);
    expect(after.skipped).toEqual([{ uid: SHOP, names: ['shop'], because: 'cleared' }]);
    // The list of clusters, and no more.
    expect(world.cloud.calls.slice(calls)).toEqual(['clusters']);
    expect(new Set(ids(slack)).size).toBe(2);
    expect(runEntries(world)).toBe(2);
  });

  test('is told of a third time, by another key, when it is as it was at first', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await run(world, slack, 0);
    world.cloud.world.instances = [
      left,
      anInstance({ ...left, id: anId(2), name: 'karpenter-2c32ae2c-general-9' }),
    ];
    await run(world, slack, HALF_HOUR);
    world.cloud.world.instances = [left];
    expect(tellings(await run(world, slack, 2 * HALF_HOUR))).toEqual(['told']);
    expect(new Set(ids(slack)).size).toBe(3);
  });

  test('is checked again once more was recorded of it', async () => {
    const [world, slack] = [await aWorld(), fakePublisher()];
    await run(world, slack, 0);
    await appendRecord(world.store, PROJECT, aRecord({ recordedAt: plusMs(NOW, MINUTE_MS) }));
    const again = await run(world, slack, HALF_HOUR);
    expect(tellings(again)).toEqual(['unchanged']);
    expect(again.skipped).toEqual([]);
  });

  test('is checked for the second proof when its records may be retired, silently, and then never again', async () => {
    const [world, slack] = [await aWorld(), fakePublisher()];
    const retentionMs = 10 * DAY_MS;
    await run(world, slack, 0, { retentionMs });
    const early = await run(world, slack, retentionMs - 1, { retentionMs });
    expect(early.checks).toEqual([]);
    const due = await run(world, slack, retentionMs, { retentionMs });
    expect(due.checks.map(({ retirement }) => retirement?.kind)).toEqual(['retired']);
    expect(tellings(due)).toEqual(['unchanged']);
    expect(ids(slack)).toHaveLength(1);
    expect((await loadLedger(world.store, PROJECT)).retired).toHaveLength(1);
    const last = await run(world, slack, retentionMs + HALF_HOUR, { retentionMs });
    expect(last).toMatchObject({ checks: [], skipped: [] });
  });

  test('is told of although another lives under its name, which is not', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    const reborn = aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2) });
    world.cloud.world.clusters = [reborn];
    await appendRecord(
      world.store,
      PROJECT,
      aRecord({
        cluster: aRecordedCluster({ uid: aClusterUid('9e363260', 7) }),
        nodeClaims: [],
        instances: [],
      }),
    );
    world.clusters = [{ name: 'shop', uid: undefined, deletedAt: undefined, witness: 'declared-none' }];
    const { checks } = await run(world, slack, 0);
    expect(checks.map(({ result }) => result.cluster.uid)).toEqual([SHOP]);
    expect(ids(slack)).toHaveLength(1);
  });

  test('is told of when it is stuck in its deletion', async () => {
    const deleting: Cluster = aCluster({ isDeleting: true, phase: 'Deleting' });
    const claim = aNodeClaim({ provider: { kind: 'instance', id: left.id }, isTerminating: true });
    const world = await aWorld({ clusters: [deleting], instances: [left] }, [aRecord()], {
      shop: { nodeClaims: [claim] },
    });
    const slack = fakePublisher();
    const seen = { uid: SHOP, name: 'shop', state: 'deleting' as const };
    const entry = aRun({ asOf: plusMs(NOW, -HOUR_MS), clusters: [seen], claimLists: [] });
    await appendRun(world.store, PROJECT, entry);
    expect(await run(world, slack, 0)).toMatchObject({ checks: [], skipped: [] });
    const stuck = await run(world, slack, HOUR_MS);
    expect(tellings(stuck)).toEqual(['told']);
    expect(stuck.checks[0]?.result.cluster.state).toMatchObject({ kind: 'deleting', period: 'past' });
    expect(tellings(await run(world, slack, HOUR_MS + HALF_HOUR))).toEqual(['unchanged']);
  });
});

describe('what cannot be read', () => {
  test('is no change, and is told when it stays so for six hours', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await run(world, slack, 0);
    world.cloud.world.volumes = FORBIDDEN;
    const begun = HALF_HOUR;
    for (const ms of [0, HALF_HOUR, UNCLEAR_MS - 1])
      expect(tellings(await run(world, slack, begun + ms))).toEqual(['unclear']);
    expect(ids(slack)).toHaveLength(1);
    expect(tellings(await run(world, slack, begun + UNCLEAR_MS))).toEqual(['told']);
    expect(tellings(await run(world, slack, begun + UNCLEAR_MS + HALF_HOUR))).toEqual(['unchanged']);
    world.cloud.world.volumes = [];
    expect(tellings(await run(world, slack, begun + UNCLEAR_MS + HOUR_MS))).toEqual(['told']);
    expect(ids(slack)).toHaveLength(3);
  });

  test('is told by the next run where the clock of the one before was years ahead', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await run(world, slack, 0);
    world.cloud.world.volumes = FORBIDDEN;
    expect(tellings(await run(world, slack, 5 * 365 * 24 * HOUR_MS))).toEqual(['unclear']);
    expect(tellings(await run(world, slack, HALF_HOUR))).toEqual(['told']);
    expect(tellings(await run(world, slack, HOUR_MS))).toEqual(['unchanged']);
  });

  test('is forgotten when it can be read again, with nothing changed', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await run(world, slack, 0);
    for (const hours of [1, 12]) {
      world.cloud.world.volumes = FORBIDDEN;
      expect(tellings(await run(world, slack, hours * HOUR_MS))).toEqual(['unclear']);
      world.cloud.world.volumes = [];
      expect(tellings(await run(world, slack, hours * HOUR_MS + HALF_HOUR))).toEqual(['unchanged']);
    }
    expect(ids(slack)).toHaveLength(1);
  });

  test('never clears', async () => {
    const [world, slack] = [await aWorld({ volumes: FORBIDDEN }), fakePublisher()];
    const { checks } = await run(world, slack, 0);
    expect(checks[0]).toMatchObject({
      result: { clearance: { granted: false } },
      telling: { kind: 'unclear' },
      retirement: undefined,
    });
    expect(runEntries(world)).toBe(0);
    expect(slack.handed).toEqual([]);
  });

  test('of the list of clusters, rejects: nothing can be decided by it', async () => {
    const world = await aLeftover();
    world.cloud.world.clusters = FORBIDDEN;
    await expect(run(world, fakePublisher(), 0)).rejects.toBe(FORBIDDEN);
  });

  test('of the ledger, rejects: no cluster would be due without a record', async () => {
    const world = await aLeftover();
    const failure = new AuditFailure('store-unreadable', 'the store is away', 'wait');
    world.store.fault = { failure, touches: (key) => key.startsWith('ledger/') };
    await expect(run(world, fakePublisher(), 0)).rejects.toBe(failure);
  });

  test('of a part of the ledger, keeps the cluster from being cleared', async () => {
    const [world, slack] = [await aWorld(), fakePublisher()];
    world.store.files.set(`ledger/${PROJECT}/records/${SHOP}/broken.json`, new Uint8Array());
    const { checks, failures } = await run(world, slack, 0);
    expect(failures.map(({ code }) => code)).toEqual(['ledger-damaged']);
    expect(checks).toMatchObject([
      { result: { clearance: { granted: false } }, telling: { kind: 'unclear' } },
    ]);
  });

  test('of the store, tells nobody: else every run would', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    const failure = new AuditFailure('store-unwritable', 'the store is full', 'make room');
    world.store.fault = { failure, touches: (key) => /^checks\/.*\/told\//.test(key) };
    const { checks, failures } = await run(world, slack, 0);
    expect(failures).toEqual([failure]);
    expect(checks.map(({ telling }) => telling.kind)).toEqual(['not-told']);
    expect(slack.handed).toEqual([]);
  });

  test('of what was told before, tells it once more', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await run(world, slack, 0);
    for (const [key, bytes] of world.store.files)
      if (key.startsWith('checks/')) world.store.files.set(key, bytes.subarray(0, 100));
    const again = await run(world, slack, HALF_HOUR);
    expect(again.failures.map(({ code }) => code)).toEqual(['ledger-damaged']);
    expect(tellings(again)).toEqual(['told']);
    const after = await run(world, slack, HOUR_MS);
    expect({ failures: after.failures, tellings: tellings(after) }).toEqual({
      failures: [],
      tellings: ['unchanged'],
    });
  });
});

describe('two runs', () => {
  test('at once tell of it once', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    const both = await Promise.all([run(world, slack, 0), run(world, slack, 0, { runId: 'other' })]);
    expect(both.flatMap(tellings).toSorted()).toEqual(['left-to-another-run', 'told']);
    expect(ids(slack)).toHaveLength(1);
  });

  /** A run that died between writing down what it tells and telling it. */
  async function died(world: CheckedWorld, runId: string) {
    const never = fakePublisher();
    const reached = new Promise<void>((resolve) => {
      never.fault = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    void run(world, never, 0, { runId });
    await reached;
  }

  test.each([
    ['a quarter of an hour later, by another run', 'next', 15 * MINUTE_MS, 1],
    ['not before, while it may still be at it', 'next', 15 * MINUTE_MS - 1, 0],
    ['at once by the same run, called once more', 'first', MINUTE_MS, 1],
  ])('one that died is made up for %s', async (_, runId, afterMs, times) => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    await died(world, 'first');
    const next = await run(world, slack, afterMs, { runId });
    expect(ids(slack)).toHaveLength(times);
    expect(next.caughtUp).toHaveLength(times);
    expect(tellings(next)).toEqual(['unchanged']);
    await run(world, slack, DAY_MS);
    expect(ids(slack)).toHaveLength(1);
  });

  test('one that died after it told is made up for by the same key, for those who have it not', async () => {
    const [world, slack, mail] = [await aLeftover(), fakePublisher(), fakePublisher({ place: 'mail' })];
    const failure = new AuditFailure('store-unwritable', 'the store is full', 'make room');
    world.store.fault = { failure, touches: (key) => /^checks\/.*\/delivered\//.test(key) };
    const { checks } = await run(world, slack, 0);
    expect(checks).toMatchObject([{ telling: { kind: 'told', delivery: { failures: [failure] } } }]);
    world.store.fault = undefined;
    await run(world, slack, HALF_HOUR, { publishers: [slack, mail] });
    expect(ids(slack)).toHaveLength(1);
    expect(ids(mail)).toEqual(ids(slack));
  });

  test('what a publisher did not take is pending, and a newer check of the cluster takes its place', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    slack.fault = () => unreached(slack.place);
    const { checks } = await run(world, slack, 0);
    const telling = checks[0]?.telling;
    expect(telling?.kind === 'told' && telling.delivery.receipts.map((one) => failureIn(one)?.code)).toEqual([
      'publish-failed',
    ]);
    slack.fault = () => undefined;
    world.cloud.world.instances = [];
    await run(world, slack, HALF_HOUR);
    expect(slack.handed.map(({ publication }) => publication)).toMatchObject([
      { check: { clearance: { granted: true } } },
    ]);
  });
});

/** A store whose process dies at its n-th write, before or after the write has come to be. */
function dyingAt(store: MemoryStore, n: number, isWritten: boolean) {
  let writes = 0;
  let die = () => {};
  const death = new Promise<'died'>((resolve) => {
    die = () => resolve('died');
  });
  const dying: MemoryStore = {
    ...store,
    async create(key, bytes) {
      writes += 1;
      if (writes < n) return store.create(key, bytes);
      if (writes === n && isWritten) await store.create(key, bytes);
      die();
      return new Promise(() => undefined);
    },
  };
  return { dying, death };
}

/** As many as a run that tells of a cluster makes, and some more: the last rows do not die. */
const WRITES = Array.from({ length: 10 }, (_, n) => n + 1);

describe.each([
  ['before', false],
  ['after', true],
])('a run that dies %s its write', (_, isWritten) => {
  test.each(WRITES)('%i is made up for: all come to be told, each by one key', async (n) => {
    const world = await aWorld();
    const [slack, mail] = [fakePublisher(), fakePublisher({ place: 'mail' })];
    mail.fault = () => unreached(mail.place);
    const publishers = [slack, mail];
    const { dying, death } = dyingAt(world.store, n, isWritten);
    await Promise.race([run({ ...world, store: dying }, slack, 0, { publishers }), death]);
    mail.fault = () => undefined;
    for (const hours of [1, 2, 3]) {
      const { failures } = await run(world, slack, hours * HOUR_MS, { publishers });
      expect(failures).toEqual([]);
      // The pending one is tried by the job, once all projects are done.
      await deliverPending(publishers, { store: world.store, now: plusMs(NOW, hours * HOUR_MS) }, 'check');
    }
    for (const fake of publishers) {
      expect(new Set(ids(fake)).size).toBe(1);
      expect(fake.handed.length).toBeLessThanOrEqual(2);
    }
    expect((await loadLedger(world.store, PROJECT)).gone).toHaveLength(1);
  });
});

describe('a run', () => {
  const others = [3, 4, 5].map((n) => aClusterUid(`0000000${n}`, n));
  const several = () =>
    aWorld(
      {},
      others.map((uid, n) =>
        aRecord({
          cluster: aRecordedCluster({ uid, name: `shop-${n}` }),
          nodeClaims: [],
          instances: [],
        }),
      ),
    );

  test('tells of each cluster by itself, and remembers the run once', async () => {
    const [world, slack] = [await several(), fakePublisher()];
    expect(tellings(await run(world, slack, 0))).toEqual(['told', 'told', 'told']);
    expect(new Set(ids(slack)).size).toBe(3);
    expect(runEntries(world)).toBe(1);
  });

  test.each([
    ['half a minute', 30_000, 3],
    ['a moment less', 29_999, 0],
  ])('with %s left checks what it can, and tells what it did not', async (_, leftMs, checked) => {
    const [world, slack] = [await several(), fakePublisher()];
    const { checks, skipped } = await run(world, slack, 0, { deadline: plusMs(NOW, leftMs) });
    expect(checks).toHaveLength(checked);
    expect(skipped.map(({ because }) => because)).toEqual(Array(3 - checked).fill('no-time'));
  });

  test('at a moment of ones choosing tells nobody, and writes nothing', async () => {
    const [world, slack] = [await aLeftover(), fakePublisher()];
    const files = world.store.files.size;
    expect(tellings(await run(world, slack, 0, { isRemembered: false }))).toEqual(['not-told']);
    expect([slack.handed.length, world.store.files.size]).toEqual([0, files]);
  });
});

describe('the order of the checks', () => {
  const lastRecordedAt = plusMs(NOW, -DAY_MS);
  const gone = (n: number, sinceHoursAgo?: number) => ({
    uid: aClusterUid(`0000000${n}`, n),
    names: [`c${n}`],
    why: 'gone' as const,
    since: sinceHoursAgo === undefined ? undefined : plusMs(NOW, -sinceHoursAgo * HOUR_MS),
  });
  const open = aCheck({ clearance: { granted: false, withheld: ['recorded-remain'] } });
  const candidates = [
    { cluster: gone(1, 9), last: open, lastRecordedAt, isProofDue: true },
    { cluster: gone(2, 1), last: open, lastRecordedAt, isProofDue: true },
    { cluster: gone(3, 900), last: aCheck(), lastRecordedAt, isProofDue: true },
    { cluster: gone(4, 5), last: undefined, lastRecordedAt, isProofDue: true },
    { cluster: gone(5), last: undefined, lastRecordedAt, isProofDue: true },
  ];

  test('is: never told, a proof due, the others; the last gone first', () => {
    const { toCheck, skipped } = planChecks(candidates);
    expect(toCheck.map(({ names }) => names[0])).toEqual(['c5', 'c4', 'c3', 'c2', 'c1']);
    expect(skipped).toEqual([]);
  });

  test('is cut, and what is cut is told', () => {
    const { toCheck, skipped } = planChecks(candidates, 4);
    expect(toCheck).toHaveLength(4);
    expect(skipped).toEqual([{ uid: gone(1).uid, names: ['c1'], because: 'too-many' }]);
  });
});
