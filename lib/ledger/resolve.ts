import type { Instant } from '../terms/instants.ts';
import { encodeEntry } from './codec.ts';
import { appliedTo } from './delta.ts';
import type { ClusterRecord } from './entries.ts';
import { keyOf, type RecordKey } from './keys.ts';
import type { DamagedFile } from './listing.ts';
import type { ReadFile } from './reading.ts';
import type { UnchangedEntry } from './schemas.ts';

/** A record, whether it was written whole, as what changed, or as unchanged. */
export interface ResolvedRecord {
  readonly key: string;
  readonly at: Instant;
  readonly record: ClusterRecord;
}

/**
 * Puts together what `record` wrote in parts. What refers to a record that is damaged or not there is damaged itself.
 *
 * @param written Full records and deltas.
 * @param unchanged Which need not be read: name and content say the same, and the name is checked.
 */
export function resolveRecords(
  project: string,
  written: readonly ReadFile<RecordKey<'record' | 'delta'>>[],
  unchanged: readonly RecordKey<'unchanged'>[],
): { readonly records: readonly ResolvedRecord[]; readonly damaged: readonly DamagedFile[] } {
  const full = new Map<string, ResolvedRecord>();
  const deltas = new Map<string, ResolvedRecord>();
  const damaged: DamagedFile[] = [];
  for (const file of written) {
    if (file.kind === 'damaged') damaged.push({ key: file.key, why: file.why });
    else if (file.entry.kind === 'record') full.set(placeOf(file.key), resolved(file.key, file.entry));
  }
  for (const file of written) {
    if (file.kind === 'damaged' || file.entry.kind !== 'delta') continue;
    const { key, entry } = file;
    const base = full.get(placeOf(key, entry.of));
    if (base === undefined) damaged.push(refersToNothing(key.key, entry.of));
    else deltas.set(placeOf(key), resolved(key, appliedTo(base.record, entry)));
  }
  const repeated = unchanged.flatMap((key) => {
    const { of = '' } = key;
    const meant = full.get(placeOf(key, of)) ?? deltas.get(placeOf(key, of));
    if (meant === undefined || !isNameOf(key, project, meant.record)) {
      damaged.push(refersToNothing(key.key, of));
      return [];
    }
    return [resolved(key, { ...meant.record, recordedAt: key.at })];
  });
  return { records: [...full.values(), ...deltas.values(), ...repeated], damaged };
}

/** What is written instead of a record that repeats another. */
export function unchangedSince(mark: string, record: ClusterRecord): UnchangedEntry {
  const { cluster, recordedAt, nodeClaims } = record;
  return { kind: 'unchanged', cluster: cluster.uid, recordedAt, of: mark, claims: nodeClaims?.length };
}

/** Its bytes follow from its name and the record that it repeats, and their fingerprint is in the name. */
function isNameOf(key: RecordKey<'unchanged'>, project: string, meant: ClusterRecord): boolean {
  const entry = unchangedSince(key.of ?? '', { ...meant, recordedAt: key.at });
  return keyOf(project, entry, encodeEntry(entry)) === key.key;
}

function placeOf({ cluster, mark }: RecordKey, of = mark): string {
  return `${cluster}/${of}`;
}

function resolved({ key, at }: RecordKey, record: ClusterRecord): ResolvedRecord {
  return { key, at, record };
}

function refersToNothing(key: string, of: string): DamagedFile {
  return { key, why: `refers to ${of}, which is not there or is not the record that it means` };
}
