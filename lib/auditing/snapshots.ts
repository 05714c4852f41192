import type { Snapshot } from '../inventory/snapshot.ts';
import type { Readable } from '../terms/readable.ts';
import type { RuledVolume } from '../verdict/judge.ts';
import type { Warning } from '../verdict/judgement.ts';

/**
 * Warns of snapshots on volumes that are orphans: they go on costing money, and may be somebody's backup. Where
 * snapshots could not be listed that is said instead (verdicts.md, "Volumes").
 */
export function withSnapshotWarnings(
  ruled: readonly RuledVolume[],
  snapshots: Readable<readonly Snapshot[]>,
): readonly RuledVolume[] {
  const withSnapshots = new Set(
    snapshots.kind === 'read' ? snapshots.value.map(({ volumeId }) => volumeId) : [],
  );
  return ruled.map((one) => {
    if (one.judgement.verdict !== 'orphan') return one;
    if (snapshots.kind === 'unreadable') return warned(one, 'snapshots-unknown');
    return withSnapshots.has(one.resource.id) ? warned(one, 'has-snapshots') : one;
  });
}

function warned(one: RuledVolume, warning: Warning): RuledVolume {
  return { ...one, judgement: { ...one.judgement, warnings: [...one.judgement.warnings, warning] } };
}
