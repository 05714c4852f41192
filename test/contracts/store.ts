import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../lib/ledger/store.ts';

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const bytesOf = (content: string) => new TextEncoder().encode(content);

/** What everyone who holds a {@link Store} relies on. `makeStore` gives an empty one. */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} is a store`, () => {
    it('reads what was created, and lists it', async () => {
      const store = await makeStore();
      expect(await store.create('ledger/shop/a.json', bytesOf('한글'))).toBe('created');
      expect(text(await store.read('ledger/shop/a.json'))).toBe('한글');
      expect(await store.list('ledger/')).toEqual(['ledger/shop/a.json']);
    });

    it('is empty before the first key', async () => {
      const store = await makeStore();
      expect(await store.list('ledger/')).toEqual([]);
      expect(await store.read('ledger/shop/a.json')).toBeUndefined();
    });

    it('answers undefined for a key that is not there beside one that is', async () => {
      const store = await makeStore();
      await store.create('ledger/shop/a.json', bytesOf('a'));
      expect(await store.read('ledger/shop/b.json')).toBeUndefined();
      expect(await store.read('ledger/other/a.json')).toBeUndefined();
    });

    it('never overwrites', async () => {
      const store = await makeStore();
      await store.create('ledger/a', bytesOf('first'));
      expect(await store.create('ledger/a', bytesOf('second'))).toBe('exists');
      expect(text(await store.read('ledger/a'))).toBe('first');
      expect(await store.list('ledger/')).toEqual(['ledger/a']);
    });

    it('lets one of many writers of one key win, whole', async () => {
      const store = await makeStore();
      const contents = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(5000));
      const outcomes = await Promise.all(
        contents.map((content) => store.create('ledger/a', bytesOf(content))),
      );
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(text(await store.read('ledger/a'))).toBe(contents[outcomes.indexOf('created')]);
    });

    it('shows a reader a key whole or not at all while it is written', async () => {
      const store = await makeStore();
      const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
      let isWritten = false;
      const writing = store.create('ledger/a', bytes).finally(() => {
        isWritten = true;
      });
      const lengths = new Set<number | undefined>();
      while (!isWritten) {
        lengths.add((await store.read('ledger/a'))?.length);
        // A turn of the event loop, which a store in memory would not give.
        await new Promise(setImmediate);
      }
      await writing;
      lengths.add((await store.read('ledger/a'))?.length);
      lengths.delete(undefined);
      expect([...lengths]).toEqual([bytes.length]);
    });

    it.each([
      ['no bytes', new Uint8Array()],
      ['every byte', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ])('keeps %s as they are', async (_, bytes) => {
      const store = await makeStore();
      await store.create('ledger/a', bytes);
      expect(Uint8Array.from((await store.read('ledger/a')) ?? [1, 2, 3])).toEqual(bytes);
    });

    it('lists keys sorted as text, at any depth', async () => {
      const store = await makeStore();
      const keys = ['l/b', 'l/a/z', 'l/a.json', 'l/a-1', 'l/a/B', 'l/Z', 'l/a/a/a', 'l/_', 'l/10', 'l/9'];
      for (const key of keys) await store.create(key, bytesOf(key));
      expect(await store.list('l/')).toEqual([
        'l/10',
        'l/9',
        'l/Z',
        'l/_',
        'l/a-1',
        'l/a.json',
        'l/a/B',
        'l/a/a/a',
        'l/a/z',
        'l/b',
      ]);
    });

    it('lists what is under a prefix only', async () => {
      const store = await makeStore();
      for (const key of ['l/shop/1', 'l/shop-2/1', 'l/sho/1', 'shop/1'])
        await store.create(key, bytesOf(key));
      expect(await store.list('l/shop/')).toEqual(['l/shop/1']);
    });

    it('lists all of more keys than one page of any cloud holds', async () => {
      const store = await makeStore();
      const keys = Array.from({ length: 1201 }, (_, n) => `l/${String(n).padStart(5, '0')}`);
      await pLimit(50).map(keys, (key) => store.create(key, bytesOf(key)));
      expect(await store.list('l/')).toEqual(keys);
    });

    const WEIRD_KEYS = [
      ...['', '/', '/etc/passwd', 'l/', '/l', 'l//a', '.', '..', '../a', 'l/../a', 'l/..', './a', 'l/./a'],
      ...[
        '.tmp/a',
        'l/.tmp/a',
        '.hidden',
        'l/.hidden',
        'l/a b',
        'l/a\n',
        'l/a\0',
        'l\\a',
        'l/ä',
        'l/가',
        'C:/a',
        'l/a?b',
      ],
    ];

    it.each(WEIRD_KEYS)('refuses the key %j', async (key) => {
      const store = await makeStore();
      await expect(store.create(key, bytesOf('x'))).rejects.toMatchObject({ code: 'store-unwritable' });
      await expect(store.read(key)).rejects.toMatchObject({ code: 'store-unreadable' });
      await expect(store.read(key)).rejects.toThrow(JSON.stringify(key));
    });

    it.each(['', 'l', '/', '../', 'l/../', '.tmp/', 'l//'])('refuses the prefix %j', async (prefix) => {
      const store = await makeStore();
      await expect(store.list(prefix)).rejects.toMatchObject({ code: 'store-unreadable' });
    });
  });
}
