import type { ClusterWitness, Witnesses } from '../../ledger/witnesses.ts';
import { asFailure } from '../../terms/failure.ts';
import { readable, unreadable } from '../../terms/readable.ts';
import { NODE_CLAIMS, NODES, PERSISTENT_VOLUMES } from './calls.ts';
import type { Connection } from './connection.ts';
import { listWhole } from './listing.ts';
import type { KubernetesOptions } from './options.ts';
import { NODE, NODE_CLAIM, PERSISTENT_VOLUME } from './rows.ts';

/** The witnesses of clusters, by the Kubernetes API. Reads and never writes: see calls.ts. */
export function createWitnesses(options: KubernetesOptions): Witnesses {
  return {
    async ask(cluster) {
      try {
        // client-node is slow to load, and a run that reads no cluster must not pay for it.
        const { withCluster } = await import('./reach.ts');
        return await withCluster(cluster, options, readWitness);
      } catch (thrown) {
        const unread = unreadable(asFailure(thrown));
        return { nodes: unread, persistentVolumes: unread, nodeClaims: unread };
      }
    },
  };
}

/**
 * NodeClaims come last: whatever was launched while the other two were read has its NodeClaim by then, so that a Node
 * or volume without one is never just a question of when we looked.
 */
async function readWitness(connection: Connection): Promise<ClusterWitness> {
  const [nodes, persistentVolumes] = await Promise.all([
    readable(() => listWhole(connection, NODES, NODE)),
    readable(() => listWhole(connection, PERSISTENT_VOLUMES, PERSISTENT_VOLUME)),
  ]);
  const nodeClaims = await readable(() => listWhole(connection, NODE_CLAIMS, NODE_CLAIM));
  return { nodes, persistentVolumes, nodeClaims };
}
