import type { ResourceId } from '../../terms/ids.ts';
import { IdSet } from './id-set.ts';

/**
 * Which instances name which volume in their own list: about 28 bytes for each volume, because unrelated instances
 * count here too (verdicts.md, volume rule 3).
 */
export class Attachments {
  readonly #instances: IdSet;
  readonly #volumes = new IdSet();
  /** By the volume's ordinal: the ordinal of the first instance that named it. */
  #firstInstance = new Uint32Array(64);
  /** The others. One volume on two instances is rare, and must not be lost. */
  readonly #furtherInstances = new Map<number, Set<number>>();

  /** @param instances every instance that is noted here, by whose ordinals they are told apart */
  constructor(instances: IdSet) {
    this.#instances = instances;
  }

  note(volume: string, instanceOrdinal: number): void {
    const before = this.#volumes.size;
    const ordinal = this.#volumes.add(volume);
    if (this.#volumes.size === before) {
      this.#noteFurther(ordinal, instanceOrdinal);
      return;
    }
    if (ordinal >= this.#firstInstance.length) {
      const wider = new Uint32Array(2 * this.#firstInstance.length);
      wider.set(this.#firstInstance);
      this.#firstInstance = wider;
    }
    this.#firstInstance[ordinal] = instanceOrdinal;
  }

  /** Each once, sorted. */
  instancesWith(volume: ResourceId): readonly ResourceId[] {
    const ordinal = this.#volumes.ordinalOf(volume);
    if (ordinal === undefined) return [];
    const first = this.#firstInstance[ordinal] ?? 0;
    const further = this.#furtherInstances.get(ordinal) ?? [];
    return [first, ...further].map((instance) => this.#instances.at(instance)).sort();
  }

  #noteFurther(volumeOrdinal: number, instanceOrdinal: number): void {
    if (this.#firstInstance[volumeOrdinal] === instanceOrdinal) return;
    const further = this.#furtherInstances.get(volumeOrdinal);
    if (further === undefined) this.#furtherInstances.set(volumeOrdinal, new Set([instanceOrdinal]));
    else further.add(instanceOrdinal);
  }
}
