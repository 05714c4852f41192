import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';

/** A Kubernetes cluster, as the cloud's list shows it. */
export interface Cluster {
  /** The console's cluster ID; not the UID. */
  readonly id: ResourceId;
  readonly name: string;
  /** From the API server's host. `undefined` while the cluster has no endpoint, or one in a form we do not know. */
  readonly uid: ClusterUid | undefined;
  /** As it came, for people. */
  readonly phase: string;
  readonly isDeleting: boolean;
  readonly createdAt: Instant | undefined;
  readonly endpoint: { readonly host: string; readonly port: number } | undefined;
}
