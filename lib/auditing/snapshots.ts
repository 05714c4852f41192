import type { Cloud } from '../inventory/cloud.ts';
import type { AuditFailure } from '../terms/failure.ts';
import { readable } from '../terms/readable.ts';
import type { RuledVolume } from '../verdict/judge.ts';
import type { Warning } from '../verdict/judgement.ts';

/**
 * Warns of snapshots on volumes that are orphans: they go on costing money, and may be somebody's backup. Where
 * snapshots cannot be listed that is said instead (verdicts.md, "Volumes"). Asks nothing when there is no orphan.
 */
export async function withSnapshotWarnings(
  ruled: readonly RuledVolume[],
  cloud: Cloud,
): Promise<{ readonly ruled: readonly RuledVolume[]; readonly failures: readonly AuditFailure[] }> {
  const orphans = new Set(ruled.filter(isOrphan).map(({ resource }) => resource.id));
  if (orphans.size === 0) return { ruled, failures: [] };
  const snapshots = await readable(() => cloud.listSnapshots(orphans));
  if (snapshots.kind === 'unreadable') {
    return {
      ruled: ruled.map((one) => (isOrphan(one) ? warned(one, 'snapshots-unknown') : one)),
      failures: [snapshots.failure],
    };
  }
  const withSnapshots = new Set(snapshots.value.map((snapshot) => snapshot.volumeId));
  return {
    ruled: ruled.map((one) =>
      isOrphan(one) && withSnapshots.has(one.resource.id) ? warned(one, 'has-snapshots') : one,
    ),
    failures: [],
  };
}

function isOrphan({ judgement }: RuledVolume): boolean {
  return judgement.verdict === 'orphan';
}

function warned(one: RuledVolume, warning: Warning): RuledVolume {
  return { ...one, judgement: { ...one.judgement, warnings: [...one.judgement.warnings, warning] } };
}
