import { checkKey, checkPrefix } from '../../lib/adapters/store/keys.ts';
import type { Store } from '../../lib/ledger/store.ts';
import type { AuditFailure } from '../../lib/terms/failure.ts';

/** A store in memory, whose files a test may look at, damage, and make unreadable. */
export interface MemoryStore extends Store {
  readonly files: Map<string, Uint8Array>;
  /** While it holds a failure, every call that would touch a matching key rejects with it. */
  fault: { readonly failure: AuditFailure; readonly touches: (key: string) => boolean } | undefined;
}

export function memoryStore(files: Iterable<readonly [string, Uint8Array]> = []): MemoryStore {
  const place = 'memory';
  const store: MemoryStore = {
    place,
    files: new Map(files),
    fault: undefined,
    async list(prefix) {
      checkPrefix(place, prefix);
      failIfTold(prefix);
      return [...store.files.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    async read(key) {
      checkKey(place, key, 'store-unreadable');
      failIfTold(key);
      return store.files.get(key)?.slice();
    },
    async create(key, bytes) {
      checkKey(place, key, 'store-unwritable');
      failIfTold(key);
      if (store.files.has(key)) return 'exists';
      store.files.set(key, bytes.slice());
      return 'created';
    },
  };
  function failIfTold(key: string): void {
    if (store.fault?.touches(key)) throw store.fault.failure;
  }
  return store;
}
