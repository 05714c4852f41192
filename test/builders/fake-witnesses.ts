import type {
  ClusterAddress,
  ClusterNode,
  ClusterWitness,
  NodeClaim,
  PersistentVolume,
  Witnesses,
} from '../../lib/ledger/witnesses.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { type Readable, read, unreadable } from '../../lib/terms/readable.ts';

/** What a cluster holds. A list that is left out is empty; a failure in its place makes it unreadable. */
export interface FakeCluster {
  nodes?: readonly ClusterNode[] | AuditFailure;
  persistentVolumes?: readonly PersistentVolume[] | AuditFailure;
  nodeClaims?: readonly NodeClaim[] | AuditFailure;
}

export interface FakeWitnesses extends Witnesses {
  /** Every list that was asked for, in this order. */
  readonly calls: readonly { readonly cluster: string; readonly list: keyof ClusterWitness }[];
}

/**
 * Witnesses from memory. They look at `clusters` when they are asked, so that a test can change the world between two
 * questions; a cluster that is not in it cannot be reached.
 */
export function fakeWitnesses(clusters: Readonly<Record<string, FakeCluster>>): FakeWitnesses {
  const calls: FakeWitnesses['calls'][number][] = [];

  function list<Row>(
    address: ClusterAddress,
    name: keyof ClusterWitness,
    rows: (cluster: FakeCluster) => readonly Row[] | AuditFailure | undefined,
  ): Readable<readonly Row[]> {
    calls.push({ cluster: address.name, list: name });
    const cluster = clusters[address.name];
    if (cluster === undefined) return unreadable(unreachable(address));
    const found = rows(cluster) ?? [];
    return found instanceof AuditFailure ? unreadable(found) : read(found);
  }

  return {
    calls,
    async ask(address) {
      const nodes = list(address, 'nodes', (it) => it.nodes);
      const persistentVolumes = list(address, 'persistentVolumes', (it) => it.persistentVolumes);
      const nodeClaims = list(address, 'nodeClaims', (it) => it.nodeClaims);
      return { nodes, persistentVolumes, nodeClaims };
    },
  };
}

function unreachable(address: ClusterAddress): AuditFailure {
  return new AuditFailure(
    'connection-failed',
    `the connection to the cluster "${address.name}" failed`,
    'see whether this machine may reach the API server',
  );
}
