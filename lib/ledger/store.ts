/**
 * The port to where the ledger, reports and alert state live. It only grows: `create` never overwrites, and nothing
 * deletes. Keys are slash-separated, of the characters `A-Z a-z 0-9 . _ -`, and sort as text.
 *
 * Every call rejects with an AuditFailure (`store-unreadable`, `store-unwritable`) that names the key.
 */
export interface Store {
  /** Where it is, for messages: a path or an address, without secrets. */
  readonly place: string;
  /** All keys under a prefix that ends in a slash, sorted as text. Whole or it rejects. */
  list(prefix: string): Promise<readonly string[]>;
  /** The bytes under a key; `undefined` when there is no such key. */
  read(key: string): Promise<Uint8Array | undefined>;
  /**
   * Writes a new key, whole or not at all: a reader never sees a part of it, and a crash loses at most this write.
   * Of two writers of one key at once exactly one gets `created`; the other's bytes are not stored.
   */
  create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'>;
}
