import type { InstanceEvidence, VolumeEvidence } from '../evidence/outcomes.ts';
import type { KnownCluster, Ledger } from '../ledger/ledger.ts';
import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { GoneSince } from './judged.ts';

const UNKNOWN: GoneSince = { earliest: undefined, latest: undefined };

/**
 * Between which moments the owner went, by what the ledger saw: after the last time it was seen, and before the first
 * time it was missed (now, when this run is the first). A date in the configuration is exact.
 */
export function goneSince(
  id: ResourceId,
  evidence: InstanceEvidence | VolumeEvidence,
  ledger: Ledger,
  clusters: ReadonlyMap<ClusterUid, KnownCluster>,
  now: Instant,
): GoneSince {
  if (evidence.identity.kind !== 'agreed') return UNKNOWN;
  switch (evidence.cluster.kind) {
    case 'gone': {
      const known = clusters.get(evidence.identity.owner.clusterUid);
      if (known?.deletedAt !== undefined) return { earliest: known.deletedAt, latest: known.deletedAt };
      return { earliest: evidence.cluster.lastSeenAlive, latest: known?.goneSince ?? now };
    }
    case 'deleting':
      return isUnowned(evidence) ? { earliest: undefined, latest: evidence.cluster.since ?? now } : UNKNOWN;
    case 'alive': {
      if (!isUnowned(evidence)) return UNKNOWN;
      const recordedAt = evidence.record.kind === 'recorded' ? evidence.record.recordedAt : undefined;
      return { earliest: recordedAt, latest: ledger.sightings.get(id)?.firstAt ?? now };
    }
    case 'never-seen':
    case 'unreadable':
      return UNKNOWN;
    default:
      return absurd(evidence.cluster);
  }
}

/** While its cluster is there, an owner has gone only when its witnesses were read and name the resource no more. */
function isUnowned({ claim, node }: InstanceEvidence | VolumeEvidence): boolean {
  return (claim.kind === 'unclaimed' || claim.kind === 'claim-elsewhere') && node.kind === 'none';
}
