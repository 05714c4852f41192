import { describe, expect, test } from 'vitest';
import { deliver } from '../../lib/publish/delivery/deliver.ts';
import type { Memory } from '../../lib/publish/delivery/pending.ts';
import { type Delivery, toldReceipt } from '../../lib/publish/delivery/receipts.ts';
import { GIVE_UP_AFTER_MS } from '../../lib/publish/delivery/redeliver.ts';
import { idOf, type Publication } from '../../lib/publish/publisher.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { type FakePublisher, fakePublisher, refused, unreached } from '../builders/fake-publisher.ts';
import { aClusterUid, at } from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';
import { aCheck, alerted, aReport, checked, reported } from '../builders/publications.ts';
import { publisherContract } from '../contracts/publisher.ts';

publisherContract('a fake', async () => {
  const fake = fakePublisher();
  return {
    open: () => fake,
    secrets: ['hunter2'],
    held: async () => [...new Set(fake.handed.map(({ publication }) => idOf(publication)))],
    setBroken: async (isBroken) => {
      fake.fault = () => (isBroken ? unreached(fake.place) : undefined);
    },
  };
});

const NIGHT = at('2026-11-30T06:00:00Z');
const memoryOf = (store: MemoryStore, afterMs = 0): Memory => ({ store, now: plusMs(NIGHT, afterMs) });

const outcomesOf = ({ receipts }: Delivery) =>
  receipts.map(({ publisher, outcome }) => `${publisher}: ${outcome.kind}`);
const idsAt = (fake: FakePublisher) => fake.handed.map(({ publication }) => idOf(publication));

const failing = (place = 'fake.example') => {
  const fake = fakePublisher({ place });
  fake.fault = () => unreached(place);
  return fake;
};
const mend = (fake: FakePublisher) => {
  fake.fault = () => undefined;
};

describe('a publication', () => {
  test('goes to everyone who takes its kind, and one that fails keeps it from no other', async () => {
    const [reports, alerts] = [
      fakePublisher({ place: 'reports', takes: ['report'] }),
      fakePublisher({ place: 'alerts', takes: ['alert'] }),
    ];
    const delivery = await deliver(alerted(), [failing('broken'), reports, alerts], undefined);
    expect(outcomesOf(delivery)).toEqual(['broken: failed', 'alerts: delivered']);
    expect(delivery.places).toEqual(['alerts/alert-1']);
    expect(delivery.failures.map(({ code }) => code)).toEqual(['publish-failed']);
    expect([reports, alerts].map(idsAt)).toEqual([[], ['alert-1']]);
  });

  test('goes to the archives first, and messengers are told where it is', async () => {
    const order: string[] = [];
    const noted = (place: string, role: 'archive' | 'messenger') => {
      const fake = fakePublisher({ place, role });
      fake.fault = () => {
        order.push(place);
        return undefined;
      };
      return fake;
    };
    const [slack, bucket] = [noted('slack', 'messenger'), noted('bucket', 'archive')];
    const delivery = await deliver(reported(), [slack, bucket], undefined);
    expect(order).toEqual(['bucket', 'slack']);
    expect(delivery.storedAt).toBe('bucket/run-1');
    expect(slack.handed[0]?.circumstances).toEqual({ storedAt: 'bucket/run-1' });
  });

  test.each([
    ['no archive is configured', []],
    ['the only archive fails', [Object.assign(failing('bucket'), { role: 'archive' as const })]],
  ])('a report is kept where the ledger is when %s', async (_, archives) => {
    const store = memoryStore();
    const slack = fakePublisher();
    const delivery = await deliver(reported(), [...archives, slack], memoryOf(store));
    const key = /^memory\/(publish\/publications\/20261130T060000Z-report-run-1-[0-9a-f]{12}\.json)$/;
    expect(delivery.storedAt).toMatch(key);
    expect(slack.handed[0]?.circumstances.storedAt).toBe(delivery.storedAt);
    expect([...store.files.keys()]).toContain(key.exec(delivery.storedAt ?? '')?.[1]);
  });

  test('is kept nowhere by a run that is not remembered', async () => {
    const slack = failing();
    const delivery = await deliver(reported(), [slack], undefined);
    expect(outcomesOf(delivery)).toEqual(['fake.example: failed']);
    expect(delivery.storedAt).toBeNull();
  });

  test('that the store does not take is published all the same, and that is told', async () => {
    const store = memoryStore();
    const failure = new AuditFailure('store-unwritable', 'the store is full', 'make room');
    store.fault = { failure, touches: () => true };
    const slack = fakePublisher();
    const delivery = await deliver(reported(), [slack, failing('broken')], memoryOf(store));
    expect(idsAt(slack)).toEqual(['run-1']);
    expect(new Set(delivery.failures.map(({ code }) => code))).toEqual(
      new Set(['store-unwritable', 'publish-failed']),
    );
  });

  test('is answered as plain data', async () => {
    const delivery = await deliver(alerted(), [fakePublisher(), failing('broken')], undefined);
    expect(JSON.parse(JSON.stringify(delivery.receipts.map(toldReceipt)))).toEqual([
      {
        publisher: 'fake.example',
        outcome: 'delivered',
        place: 'fake.example/alert-1',
        since: null,
        failure: null,
      },
      {
        publisher: 'broken',
        outcome: 'failed',
        place: null,
        since: null,
        failure: { code: 'publish-failed', message: 'the report cannot be handed to broken', remedy: 'wait' },
      },
    ]);
  });
});

/** The check of the n-th cluster as of a moment, which is also its place in the cluster's history. */
function checkedAt(asOf: string, n = 1): Publication {
  const { run, cluster } = aCheck();
  const uid = aClusterUid('2c32ae2c', n);
  return checked({ run: { ...run, asOf }, cluster: { ...cluster, uid } }, Number(asOf.slice(11, 13)));
}

/** What a publisher lacks after these publications failed, and what a later run does about it. */
async function nextRun(
  before: readonly Publication[],
  next: Publication,
  afterMs = DAY_MS,
  prepare: (fake: FakePublisher) => void = mend,
) {
  const store = memoryStore();
  const fake = failing();
  for (const [n, publication] of before.entries())
    await deliver(publication, [fake], memoryOf(store, n * MINUTE_MS));
  prepare(fake);
  const delivery = await deliver(next, [fake], memoryOf(store, afterMs));
  return { store, fake, delivery };
}

describe('what could not be delivered', () => {
  test('is delivered at the next run, before what is new', async () => {
    const { store, fake, delivery } = await nextRun([alerted()], alerted({ id: 'alert-2' }));
    expect(idsAt(fake)).toEqual(['alert-1', 'alert-2']);
    expect(outcomesOf(delivery)).toEqual(['fake.example: delivered', 'fake.example: delivered']);
    expect(delivery.places).toEqual(['fake.example/alert-2']);
    await deliver(alerted({ id: 'alert-3' }), [fake], memoryOf(store, 2 * DAY_MS));
    expect(idsAt(fake)).toEqual(['alert-1', 'alert-2', 'alert-3']);
  });

  test('is the same, word for word', async () => {
    const { fake } = await nextRun([alerted()], alerted({ id: 'alert-2' }));
    expect(fake.handed[0]?.publication).toEqual(alerted());
  });

  test('is told with where it was stored then', async () => {
    const store = memoryStore();
    const [slack, bucket] = [
      failing(),
      fakePublisher({ place: 'bucket', role: 'archive', takes: ['report'] }),
    ];
    await deliver(reported(), [slack, bucket], memoryOf(store));
    mend(slack);
    await deliver(alerted(), [slack, bucket], memoryOf(store, HOUR_MS));
    expect(slack.handed[0]?.circumstances).toEqual({ storedAt: 'bucket/run-1' });
  });

  const SUPERSEDED: readonly (readonly [string, readonly Publication[], Publication, readonly string[]])[] = [
    [
      'a report is superseded by a newer one',
      [reported('run-1')],
      reported('run-2', '2026-12-01T06:00:00Z'),
      ['run-2'],
    ],
    ['the same, but both are as of one moment', [reported('run-2')], reported('run-1'), ['run-1']],
    [
      'the same, but both are pending',
      [reported('run-2'), reported('run-1')],
      alerted(),
      ['run-1', 'alert-1'],
    ],
    [
      'the same, but both are pending, and of different projects',
      [reported('run-2'), reported('run-1', '2026-12-01T06:00:00Z', 'shop-dev')],
      alerted(),
      ['run-2', 'run-1', 'alert-1'],
    ],
    [
      'an older report supersedes nothing',
      [reported('run-1')],
      reported('run-0', '2026-11-29T06:00:00Z'),
      ['run-1', 'run-0'],
    ],
    [
      'a newer report supersedes none of another project',
      [reported('run-1')],
      reported('run-2', '2026-12-01T06:00:00Z', 'shop-dev'),
      ['run-1', 'run-2'],
    ],
    [
      'the same, but the newer one is of that project too',
      [reported('run-1')],
      reported('run-2', '2026-12-01T06:00:00Z', 'shop-dev', 'shop-prod'),
      ['run-2'],
    ],
    [
      'the same, but what comes next is an alert',
      [reported('run-1'), reported('run-2', '2026-12-01T06:00:00Z')],
      alerted(),
      ['run-2', 'alert-1'],
    ],
    [
      'alerts are delivered each',
      [alerted({ id: 'a' }), alerted({ id: 'b', at: '2026-11-30T07:00:00Z' })],
      reported('run-9', '2026-12-01T06:00:00Z'),
      ['a', 'b', 'run-9'],
    ],
    ['one that is handed over anew is delivered once', [alerted()], alerted(), ['alert-1']],
    [
      'a check is superseded by a newer one of the same cluster',
      [checkedAt('2026-11-30T06:00:00Z')],
      checkedAt('2026-11-30T07:00:00Z'),
      [idOf(checkedAt('2026-11-30T07:00:00Z'))],
    ],
    [
      'the same, but both are pending',
      [checkedAt('2026-11-30T06:00:00Z'), checkedAt('2026-11-30T07:00:00Z')],
      alerted(),
      [idOf(checkedAt('2026-11-30T07:00:00Z')), 'alert-1'],
    ],
    [
      'a check of another cluster supersedes none',
      [checkedAt('2026-11-30T06:00:00Z')],
      checkedAt('2026-11-30T07:00:00Z', 7),
      [idOf(checkedAt('2026-11-30T06:00:00Z')), idOf(checkedAt('2026-11-30T07:00:00Z', 7))],
    ],
    [
      'a report supersedes no check',
      [checkedAt('2026-11-30T06:00:00Z')],
      reported('run-9', '2026-12-01T06:00:00Z'),
      [idOf(checkedAt('2026-11-30T06:00:00Z')), 'run-9'],
    ],
  ];
  test.each(SUPERSEDED)('%s', async (_, before, next, ids) => {
    const { fake, store } = await nextRun(before, next);
    expect(idsAt(fake)).toEqual(ids);
    await deliver(alerted({ id: 'last' }), [fake], memoryOf(store, 3 * DAY_MS));
    expect(idsAt(fake)).toEqual([...ids, 'last']);
  });

  test('still failing is told with since when, and keeps the new one from nobody', async () => {
    const { delivery } = await nextRun([alerted()], alerted({ id: 'alert-2' }), DAY_MS, () => undefined);
    expect(outcomesOf(delivery)).toEqual(['fake.example: still-failing', 'fake.example: failed']);
    expect(delivery.receipts[0]?.outcome).toMatchObject({ since: NIGHT });
    expect(delivery.failures).toHaveLength(2);
  });

  test.each([
    [
      'a minute before a week is over',
      'still-failing',
      GIVE_UP_AFTER_MS - MINUTE_MS,
      ['alert-1', 'alert-2', 'z'],
    ],
    ['when a week is over', 'given-up', GIVE_UP_AFTER_MS, ['alert-2', 'z']],
  ])('%s, one that fails again is %s', async (_, outcome, afterMs, ids) => {
    const { store, fake, delivery } = await nextRun(
      [alerted()],
      alerted({ id: 'alert-2' }),
      afterMs,
      () => undefined,
    );
    expect(delivery.receipts[0]?.outcome.kind).toBe(outcome);
    mend(fake);
    await deliver(alerted({ id: 'z' }), [fake], memoryOf(store, afterMs + HOUR_MS));
    expect(idsAt(fake)).toEqual(ids);
  });

  test('one that is not reached is not asked for the rest; one that refuses is', async () => {
    const before = ['a', 'b', 'c'].map((id, n) => alerted({ id, at: `2026-11-30T0${n}:00:00Z` }));
    const unreachedTries: string[] = [];
    await nextRun(before, alerted({ id: 'new' }), DAY_MS, (fake) => {
      fake.fault = (publication) => {
        unreachedTries.push(idOf(publication));
        return unreached(fake.place);
      };
    });
    expect(unreachedTries).toEqual(['a', 'new']);

    const { fake } = await nextRun(before, alerted({ id: 'new' }), DAY_MS, (one) => {
      one.fault = (publication) => (idOf(publication) === 'a' ? refused(one.place) : undefined);
    });
    expect(idsAt(fake)).toEqual(['b', 'c', 'new']);
  });

  test('is left alone while its publisher is not configured', async () => {
    const store = memoryStore();
    const gone = failing('gone');
    await deliver(alerted(), [gone], memoryOf(store));
    mend(gone);
    await deliver(alerted({ id: 'alert-2' }), [fakePublisher()], memoryOf(store, HOUR_MS));
    await deliver(alerted({ id: 'alert-3' }), [gone], memoryOf(store, DAY_MS));
    expect(idsAt(gone)).toEqual(['alert-1', 'alert-3']);
  });

  /** A run that is held at what is pending, and how to let it go on. */
  async function aRunHeldAt(store: MemoryStore, fake: FakePublisher, id: string) {
    let release = () => {};
    const gate = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const isThere = new Promise<void>((resolve) => {
      fake.fault = (publication) => {
        if (idOf(publication) !== 'alert-1') return undefined;
        resolve();
        return gate;
      };
    });
    const run = deliver(alerted({ id }), [fake], memoryOf(store, HOUR_MS));
    await isThere;
    return { run, release };
  }

  test.each([0, 14 * MINUTE_MS])(
    'a run that begins %i ms after another leaves it to that one',
    async (ms) => {
      const store = memoryStore();
      const fake = failing();
      await deliver(alerted(), [fake], memoryOf(store));
      const { run, release } = await aRunHeldAt(store, fake, 'one');
      const second = await deliver(alerted({ id: 'two' }), [fake], memoryOf(store, HOUR_MS + ms));
      expect(second.failures).toEqual([]);
      release();
      await run;
      expect(idsAt(fake)).toEqual(['two', 'alert-1', 'one']);
    },
  );

  test('of two runs at one moment, one delivers it', async () => {
    const store = memoryStore();
    const fake = failing();
    await deliver(alerted(), [fake], memoryOf(store));
    mend(fake);
    await Promise.all(['one', 'two'].map((id) => deliver(alerted({ id }), [fake], memoryOf(store, HOUR_MS))));
    expect(idsAt(fake).toSorted()).toEqual(['alert-1', 'one', 'two']);
  });

  test('a run that died over it keeps it from the others for a quarter of an hour', async () => {
    const store = memoryStore();
    const fake = failing();
    await deliver(alerted(), [fake], memoryOf(store));
    await aRunHeldAt(store, fake, 'died');
    mend(fake);
    await deliver(alerted({ id: 'later' }), [fake], memoryOf(store, HOUR_MS + 15 * MINUTE_MS));
    expect(idsAt(fake)).toEqual(['alert-1', 'later']);
  });

  test('a damaged publication is told, and given up in the end', async () => {
    const store = memoryStore();
    const fake = failing();
    await deliver(alerted(), [fake], memoryOf(store));
    mend(fake);
    for (const [key, bytes] of store.files)
      if (key.startsWith('publish/publications/')) store.files.set(key, bytes.subarray(0, 200));
    const told = await deliver(alerted({ id: 'b' }), [fake], memoryOf(store, DAY_MS));
    expect(told.failures.map(({ code, message }) => [code, message.split(',')[0]])).toEqual([
      ['store-unreadable', 'memory/publish/publications/20261130T060500Z-alert-alert-1.json'],
    ]);
    const last = await deliver(alerted({ id: 'c' }), [fake], memoryOf(store, GIVE_UP_AFTER_MS));
    expect(last.receipts[0]?.outcome.kind).toBe('given-up');
    const after = await deliver(alerted({ id: 'd' }), [fake], memoryOf(store, GIVE_UP_AFTER_MS + DAY_MS));
    expect(after.failures).toEqual([]);
  });

  test('overwrites nothing in the store', async () => {
    const { store } = await nextRun([alerted()], alerted({ id: 'alert-2' }));
    expect([...store.files.keys()].map((key) => key.split('/')[1]).toSorted()).toEqual([
      'delivered',
      'delivered',
      'pending',
      'publications',
      'settled',
      'tries',
      'tries',
    ]);
  });
});

describe('what is handed over twice', () => {
  const inRun = (finishedAt: string, complete = true): Publication => {
    const report = aReport();
    return { kind: 'report', report: { ...report, run: { ...report.run, finishedAt, complete } } };
  };
  const TWICE: readonly (readonly [string, Publication, Publication, number])[] = [
    ['an alert', alerted(), alerted(), 1],
    ['a check', checked(), checked(), 1],
    ['a report', reported(), reported(), 1],
    [
      'a report that was merged twice, of the same parts',
      inRun('2026-11-30T06:01:00Z'),
      inRun('2026-11-30T06:09:00Z'),
      1,
    ],
    [
      'the same, but a part came late',
      inRun('2026-11-30T06:01:00Z', false),
      inRun('2026-11-30T06:09:00Z'),
      2,
    ],
    ['another alert', alerted(), alerted({ id: 'alert-2' }), 2],
  ];
  test.each(TWICE)('%s: a messenger is told of what it has not', async (_, first, second, times) => {
    const store = memoryStore();
    const slack = fakePublisher();
    await deliver(first, [slack], memoryOf(store));
    const again = await deliver(second, [slack], memoryOf(store, MINUTE_MS));
    expect(slack.handed).toHaveLength(times);
    expect(outcomesOf(again).at(-1)).toBe(
      times === 1 ? 'fake.example: already-delivered' : 'fake.example: delivered',
    );
    expect(again.failures).toEqual([]);
  });

  test('is written again by an archive, and told to a messenger that is new', async () => {
    const store = memoryStore();
    const bucket = fakePublisher({ place: 'bucket', role: 'archive' });
    const [slack, mail] = [fakePublisher({ place: 'slack' }), fakePublisher({ place: 'mail' })];
    await deliver(reported(), [bucket, slack], memoryOf(store));
    const again = await deliver(reported(), [bucket, slack, mail], memoryOf(store, MINUTE_MS));
    expect(outcomesOf(again)).toEqual(['bucket: delivered', 'slack: already-delivered', 'mail: delivered']);
    expect([bucket, slack, mail].map(idsAt)).toEqual([['run-1', 'run-1'], ['run-1'], ['run-1']]);
  });

  test('at once comes twice at most, by the same key', async () => {
    const store = memoryStore();
    const slack = fakePublisher();
    await Promise.all([1, 2].map(() => deliver(alerted(), [slack], memoryOf(store))));
    expect(new Set(idsAt(slack))).toEqual(new Set(['alert-1']));
    expect(idsAt(slack).length).toBeLessThanOrEqual(2);
    await deliver(alerted(), [slack], memoryOf(store));
    expect(idsAt(slack).length).toBeLessThanOrEqual(2);
  });

  test('and failed at first is sent until it is there, and no more', async () => {
    const store = memoryStore();
    const slack = failing();
    await deliver(alerted(), [slack], memoryOf(store));
    mend(slack);
    for (const n of [1, 2, 3]) await deliver(alerted(), [slack], memoryOf(store, n * HOUR_MS));
    expect(idsAt(slack)).toEqual(['alert-1']);
  });

  test('and delivered as pending is not sent once more by a run that comes to it anew', async () => {
    const store = memoryStore();
    const slack = failing();
    await deliver(alerted(), [slack], memoryOf(store));
    mend(slack);
    await deliver(alerted({ id: 'alert-2' }), [slack], memoryOf(store, HOUR_MS));
    await deliver(alerted(), [slack], memoryOf(store, 2 * HOUR_MS));
    expect(idsAt(slack)).toEqual(['alert-1', 'alert-2']);
  });

  test('is sent when the store cannot say whether it was, and that is told', async () => {
    const store = memoryStore();
    const failure = new AuditFailure('store-unreadable', 'the store is away', 'wait');
    store.fault = { failure, touches: (key) => key.startsWith('publish/delivered/') };
    const slack = fakePublisher();
    const delivery = await deliver(alerted(), [slack], memoryOf(store));
    expect(idsAt(slack)).toEqual(['alert-1']);
    expect(new Set(delivery.failures)).toEqual(new Set([failure]));
  });

  test('is told twice by runs that are not remembered', async () => {
    const slack = fakePublisher();
    for (const _ of [1, 2]) await deliver(alerted(), [slack], undefined);
    expect(idsAt(slack)).toEqual(['alert-1', 'alert-1']);
  });
});
