import { afterEach, describe, expect, it } from 'vitest';
import { type StrictS3, type StrictS3Options, startStrictS3 } from '../../builders/strict-s3.ts';
import { aStoreIn, befall, bytesOf, countOf } from './s3-stores.ts';

const servers: StrictS3[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function aServer(conditions: StrictS3Options['conditions'] = 'kept'): Promise<StrictS3> {
  const server = await startStrictS3({ conditions });
  servers.push(server);
  return server;
}

const OURS = bytesOf('ours');
const THEIRS = bytesOf('theirs');
const KEY = 'ledger/shop/a.json';

describe.each(['kept', 'ignored', 'refused'] as const)(
  'an S3 store whose conditions are %s',
  (conditions) => {
    it.each([
      ['is cut off before it took effect', { kind: 'reset', effect: false }],
      ['is cut off after it took effect', { kind: 'reset', effect: true }],
      ['is put off', { kind: 'refuse', status: 503, code: 'SlowDown' }],
      [
        'took effect and is answered with 503',
        { kind: 'refuse', status: 503, code: 'SlowDown', effect: true },
      ],
      [
        'took effect and is answered with 500',
        { kind: 'refuse', status: 500, code: 'InternalError', effect: true },
      ],
      ['meets another', { kind: 'refuse', status: 409, code: 'ConditionalRequestConflict' }],
      ['came too slowly', { kind: 'refuse', status: 400, code: 'RequestTimeout' }],
    ] as const)('has created what it wrote when the PUT %s', async (_, fault) => {
      const s3 = await aServer(conditions);
      const store = aStoreIn(s3);
      befall(s3, 'PUT', fault, 0, 1);
      expect(await store.create(KEY, OURS)).toBe('created');
      expect(s3.objects.get(KEY)).toEqual(Buffer.from(OURS));
      expect(s3.overwritten).toEqual([]);
    });

    it.each([
      ['never took effect', { kind: 'reset', effect: false }],
      ['was refused for now', { kind: 'refuse', status: 503, code: 'SlowDown' }],
    ] as const)('leaves what another wrote after its own PUT %s', async (_, fault) => {
      const s3 = await aServer(conditions);
      const store = aStoreIn(s3, {
        sleep: async () => {
          s3.objects.set(KEY, THEIRS);
        },
      });
      befall(s3, 'PUT', fault, 0);
      expect(await store.create(KEY, OURS)).toBe('exists');
      expect(s3.objects.get(KEY)).toEqual(THEIRS);
      expect(countOf(s3, 'PUT')).toBe(1);
    });

    it('does not write where a key is', async () => {
      const s3 = await aServer(conditions);
      s3.objects.set(KEY, THEIRS);
      expect(await aStoreIn(s3).create(KEY, OURS)).toBe('exists');
      expect(countOf(s3, 'PUT')).toBe(0);
    });

    it('lets writers of one store object take turns, so that none overwrites another', async () => {
      const s3 = await aServer(conditions);
      const store = aStoreIn(s3);
      const outcomes = await Promise.all([0, 1, 2, 3, 4].map((n) => store.create(KEY, Uint8Array.of(n))));
      expect(outcomes).toEqual(['created', 'exists', 'exists', 'exists', 'exists']);
      expect(s3.objects.get(KEY)).toEqual(Buffer.of(0));
      expect(s3.overwritten).toEqual([]);
    });

    it('tells who writes the same once more that it is there', async () => {
      const s3 = await aServer(conditions);
      await aStoreIn(s3).create(KEY, OURS);
      expect(await aStoreIn(s3).create(KEY, OURS)).toBe('exists');
    });

    it('has not written when it cannot see whether the key is there', async () => {
      const s3 = await aServer(conditions);
      befall(s3, 'GET', { kind: 'refuse', status: 403, code: 'AccessDenied', message: 'Access Denied' });
      await expect(aStoreIn(s3).create(KEY, OURS)).rejects.toMatchObject({
        code: 'store-unwritable',
        message: `${s3.endpoint}/ledger-bucket/${KEY} cannot be written: the server answered 403 AccessDenied (Access Denied)`,
      });
      expect(countOf(s3, 'PUT')).toBe(0);
    });

    it('writes again what a server took and lost', async () => {
      const s3 = await aServer(conditions);
      s3.beforeAnswer = ({ method, nth }) => {
        if (method === 'PUT' && nth === 0) s3.objects.delete(KEY);
        return undefined;
      };
      expect(await aStoreIn(s3).create(KEY, OURS)).toBe('created');
      expect(s3.objects.get(KEY)).toEqual(Buffer.from(OURS));
    });

    it('does not call written what a server takes and loses every time', async () => {
      const s3 = await aServer(conditions);
      s3.beforeAnswer = () => {
        s3.objects.clear();
        return undefined;
      };
      await expect(aStoreIn(s3).create(KEY, OURS)).rejects.toMatchObject({
        code: 'store-unwritable',
        message: expect.stringContaining(
          'answered that it wrote the key, and then that there is none; tried',
        ),
      });
    });

    it('gives up after its time, and says how often it tried', async () => {
      const s3 = await aServer(conditions);
      befall(s3, 'PUT', {
        kind: 'refuse',
        status: 503,
        code: 'SlowDown',
        message: 'Please reduce your request rate.',
      });
      await expect(aStoreIn(s3, { random: () => 0.5 }).create(KEY, OURS)).rejects.toMatchObject({
        code: 'store-unwritable',
        message: expect.stringMatching(
          /the server answered 503 SlowDown \(Please reduce your request rate\.\); tried 17 times in 28\.2 s$/,
        ),
        remedy: expect.stringContaining('run again later'),
      });
      expect(countOf(s3, 'PUT')).toBe(17);
    });
  },
);

describe('two writers of one key in the same moment', () => {
  /** The other one writes after ours has looked, and before its PUT comes. */
  function otherWritesBeforeOurPut(s3: StrictS3): void {
    s3.interfere = ({ method }) => {
      if (method === 'PUT') s3.objects.set(KEY, THEIRS);
      return undefined;
    };
  }

  it('cannot overwrite each other where the server has conditional writes', async () => {
    const s3 = await aServer('kept');
    otherWritesBeforeOurPut(s3);
    expect(await aStoreIn(s3).create(KEY, OURS)).toBe('exists');
    expect(s3.objects.get(KEY)).toEqual(THEIRS);
  });

  it('are told apart by what stayed where it has none', async () => {
    const s3 = await aServer('ignored');
    s3.beforeAnswer = ({ method }) => {
      if (method === 'PUT') s3.objects.set(KEY, THEIRS);
      return undefined;
    };
    expect(await aStoreIn(s3).create(KEY, OURS)).toBe('exists');
  });

  it('overwrite each other where it has none: what the store does not promise', async () => {
    const s3 = await aServer('ignored');
    otherWritesBeforeOurPut(s3);
    expect(await aStoreIn(s3).create(KEY, OURS)).toBe('created');
    expect(s3.overwritten).toEqual([KEY]);
  });

  it('lose nothing anywhere when they write the same', async () => {
    const s3 = await aServer('ignored');
    s3.interfere = ({ method }) => {
      if (method === 'PUT') s3.objects.set(KEY, OURS);
      return undefined;
    };
    await aStoreIn(s3).create(KEY, OURS);
    expect(s3.objects.get(KEY)).toEqual(Buffer.from(OURS));
    expect(s3.overwritten).toEqual([]);
  });
});

describe('conditional writes', () => {
  const conditionsOf = (s3: StrictS3) =>
    s3.requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-none-match']);

  it('are asked for with every PUT', async () => {
    const s3 = await aServer('kept');
    const store = aStoreIn(s3);
    await store.create('ledger/a', OURS);
    await store.create('ledger/b', OURS);
    expect(conditionsOf(s3)).toEqual(['*', '*']);
  });

  it('are not asked for again once the server said that it has none', async () => {
    const s3 = await aServer('refused');
    const store = aStoreIn(s3);
    await store.create('ledger/a', OURS);
    await store.create('ledger/b', OURS);
    expect(conditionsOf(s3)).toEqual(['*', undefined, undefined]);
  });

  it('are never asked for where the configuration says so', async () => {
    const s3 = await aServer('kept');
    await aStoreIn(s3, { conditionalWrites: 'never' }).create('ledger/a', OURS);
    expect(conditionsOf(s3)).toEqual([undefined]);
  });

  it('whose server says that it has none though it was not asked is a failure', async () => {
    const s3 = await aServer('kept');
    befall(s3, 'PUT', { kind: 'refuse', status: 501, code: 'NotImplemented' });
    await expect(aStoreIn(s3).create('ledger/a', OURS)).rejects.toThrow('answered 501 NotImplemented');
    expect(countOf(s3, 'PUT')).toBe(2);
  });
});

describe('a key in a bucket', () => {
  it('may be 432 bytes long with its prefix, which is what KakaoCloud takes', async () => {
    const s3 = await aServer();
    const store = aStoreIn(s3, { prefix: 'orphan-audit' });
    const longest = 'k'.repeat(432 - 'orphan-audit/'.length);
    expect(await store.create(longest, OURS)).toBe('created');
    await expect(store.create(`${longest}k`, OURS)).rejects.toMatchObject({
      code: 'store-unwritable',
      message: expect.stringContaining('would be 433 bytes long'),
    });
    expect([...s3.objects.keys()]).toEqual([`orphan-audit/${longest}`]);
  });
});
