import { type ResourceId, resourceId } from '../../terms/ids.ts';

/**
 * A set of resource IDs that takes about 24 bytes for each: a project may have a million rows, of which nothing but
 * the ID is kept. UUIDs are held as their 128 bits, in the order in which they came, and found by open addressing; the
 * few IDs that are no UUIDs stand in a plain map beside them. IDs may be given as the cloud wrote them: they are equal as
 * {@link resourceId} says.
 */
export class IdSet {
  #size = 0;
  /** Four words for each ID, by its ordinal. Those of an ID that is no UUID stay 0. */
  #words = new Uint32Array(4 * 64);
  /** Ordinal + 1; 0 is a free slot. Its length is a power of two. */
  #slots = new Uint32Array(128);
  readonly #others = new Map<ResourceId, number>();
  readonly #othersByOrdinal = new Map<number, ResourceId>();

  get size(): number {
    return this.#size;
  }

  has(id: string): boolean {
    return this.ordinalOf(id) !== undefined;
  }

  /** The place of an ID in the order in which the IDs came, from 0. */
  ordinalOf(id: string): number | undefined {
    if (this.#size === 0) return undefined;
    if (!parseUuid(id)) {
      const canonical = canonicalOf(id);
      if (!parseUuid(canonical)) return this.#others.get(canonical);
    }
    const taken = this.#slots[this.#slotOf(parsed)] ?? 0;
    return taken === 0 ? undefined : taken - 1;
  }

  /** The ID's ordinal. It was new when the set has grown. */
  add(id: string): number {
    if (!parseUuid(id)) {
      const canonical = canonicalOf(id);
      if (!parseUuid(canonical)) return this.#addOther(canonical);
    }
    const slot = this.#slotOf(parsed);
    const taken = this.#slots[slot] ?? 0;
    if (taken !== 0) return taken - 1;
    const ordinal = this.#takeOrdinal();
    for (let word = 0; word < 4; word += 1) this.#words[4 * ordinal + word] = parsed[word] ?? 0;
    this.#slots[slot] = ordinal + 1;
    if (2 * this.#size > this.#slots.length) this.#spread();
    return ordinal;
  }

  at(ordinal: number): ResourceId {
    const other = this.#othersByOrdinal.get(ordinal);
    if (other !== undefined) return other;
    return formatUuid(this.#words.subarray(4 * ordinal, 4 * ordinal + 4));
  }

  *[Symbol.iterator](): Generator<ResourceId> {
    for (let ordinal = 0; ordinal < this.#size; ordinal += 1) yield this.at(ordinal);
  }

  /** Whether both hold the same IDs, in whatever order they came. */
  equals(that: IdSet): boolean {
    if (this.#size !== that.#size) return false;
    for (const id of this) if (!that.has(id)) return false;
    return true;
  }

  #addOther(id: ResourceId): number {
    const known = this.#others.get(id);
    if (known !== undefined) return known;
    const ordinal = this.#takeOrdinal();
    this.#others.set(id, ordinal);
    this.#othersByOrdinal.set(ordinal, id);
    return ordinal;
  }

  #takeOrdinal(): number {
    const ordinal = this.#size;
    this.#size += 1;
    if (4 * this.#size > this.#words.length) {
      const wider = new Uint32Array(2 * this.#words.length);
      wider.set(this.#words);
      this.#words = wider;
    }
    return ordinal;
  }

  /** The slot that holds these words, or the free one where they belong. */
  #slotOf(words: Uint32Array, offset = 0): number {
    const mask = this.#slots.length - 1;
    const known = this.#words;
    for (let slot = hashOf(words, offset) & mask; ; slot = (slot + 1) & mask) {
      const taken = this.#slots[slot] ?? 0;
      if (taken === 0) return slot;
      const at = 4 * (taken - 1);
      if (
        known[at] === words[offset] &&
        known[at + 1] === words[offset + 1] &&
        known[at + 2] === words[offset + 2] &&
        known[at + 3] === words[offset + 3]
      ) {
        return slot;
      }
    }
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let ordinal = 0; ordinal < this.#size; ordinal += 1) {
      if (this.#othersByOrdinal.has(ordinal)) continue;
      this.#slots[this.#slotOf(this.#words, 4 * ordinal)] = ordinal + 1;
    }
  }
}

function canonicalOf(text: string): ResourceId {
  const id = resourceId(text);
  if (id === undefined) throw new TypeError('a blank text is no ID: the wire schemas refuse it');
  return id;
}

/** Random UUIDs need no mixing; made-up ones that count upwards do. */
function hashOf(words: Uint32Array, offset: number): number {
  let hash = 0;
  for (let at = offset; at < offset + 4; at += 1) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** The words of the UUID that was parsed last: one ID in a million rows must not cost an allocation. */
const parsed = new Uint32Array(4);

const DASH = 45;
const NO_DIGIT = 16;
const HEX_VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return value === -1 ? NO_DIGIT : value;
});

/** Reads a UUID with dashes into {@link parsed}; `false` for anything else. */
function parseUuid(id: string): boolean {
  if (id.length !== 36) return false;
  let digits = 0;
  let word = 0;
  for (let at = 0; at < 36; at += 1) {
    const code = id.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== DASH) return false;
      continue;
    }
    const value = HEX_VALUES[code] ?? NO_DIGIT;
    if (value === NO_DIGIT) return false;
    word = (word << 4) | value;
    digits += 1;
    if ((digits & 7) === 0) {
      parsed[(digits >>> 3) - 1] = word;
      word = 0;
    }
  }
  return true;
}

/** The words came from a ResourceId, so that what they spell is one. */
function formatUuid(words: Uint32Array): ResourceId {
  const hex = Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return parts.join('-') as ResourceId;
}
