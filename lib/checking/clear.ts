import type {
  CheckResult,
  Clearance,
  ClusterState,
  RecordCoverage,
  WithheldReason,
} from '../report/clearance/clearance.ts';
import { absurd } from '../terms/words.ts';

/** What a clearance depends on. */
export interface Grounds {
  readonly state: ClusterState;
  readonly summary: CheckResult['summary'];
  readonly records: RecordCoverage;
  readonly nodeClaimsUnclear: number;
  readonly complete: boolean;
}

/** Granted when there is nothing against it; else everything that is against it is named. */
export function clearanceFor({ state, summary, records, nodeClaimsUnclear, complete }: Grounds): Clearance {
  const { instances, volumes } = summary;
  const withheld: WithheldReason[] = [
    ...againstState(state),
    ...againstRecords(records),
    ...when(nodeClaimsUnclear > 0, 'node-claims-unclear'),
    ...when(instances.remaining + volumes.remaining > 0, 'recorded-remain'),
    ...when(instances.found + volumes.found > 0, 'marked-found'),
    ...when(instances.unattributed + volumes.unattributed > 0, 'owner-unknown'),
    ...when(instances.unreadable + volumes.unreadable > 0, 'resources-unreadable'),
    ...when(!complete, 'run-incomplete'),
  ];
  return withheld.length === 0 ? { granted: true } : { granted: false, withheld };
}

function againstState(state: ClusterState): readonly WithheldReason[] {
  switch (state.kind) {
    case 'gone':
      return [];
    case 'alive':
    case 'deleting':
    case 'never-known':
    case 'unreadable':
      return [`cluster-${state.kind}`];
    default:
      return absurd(state);
  }
}

/** A record that did not read NodeClaims says nothing about what Karpenter made. */
function againstRecords({
  count,
  withNodeClaims,
  retired,
  damage,
}: RecordCoverage): readonly WithheldReason[] {
  if (damage !== null) return ['ledger-unreadable'];
  if (count === 0) return [retired === null ? 'no-record' : 'records-retired'];
  return when(withNodeClaims === 0, 'node-claims-never-recorded');
}

function when(holds: boolean, reason: WithheldReason): readonly WithheldReason[] {
  return holds ? [reason] : [];
}
