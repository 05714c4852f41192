import type { Instant } from '../terms/instants.ts';
import type { ClusterRow, ManagedNodeRow } from './cluster-row.ts';
import type { InstanceRow } from './instance-row.ts';
import type { KubernetesObjects } from './kubernetes-objects.ts';
import type { Rows } from './rows.ts';
import type { SnapshotRow, VolumeRow } from './volume-row.ts';

/**
 * A KakaoCloud at one moment: plain data, so that a test can change whatever it likes by spreading. The rows are as
 * the API writes them.
 */
export interface World {
  readonly at: Instant;
  readonly projects: readonly Project[];
}

export interface Project {
  /** 32 hex digits. */
  readonly id: string;
  readonly name: string;
  /** An access key belongs to one project, and the tokens that it gets see nothing else (kakaocloud-api 1.3). */
  readonly credential: Credential;
  readonly user: { readonly id: string; readonly name: string };
  readonly instances: Rows<InstanceRow>;
  readonly volumes: Rows<VolumeRow>;
  readonly snapshots: Rows<SnapshotRow>;
  readonly clusters: readonly SimulatedCluster[];
}

/** Works on a simulator only. */
export interface Credential {
  readonly id: string;
  readonly secret: string;
}

export interface SimulatedCluster {
  /** In the host of the row's endpoint; another UUID than the row's `id`. */
  readonly uid: string;
  readonly row: ClusterRow;
  readonly nodes: readonly ManagedNodeRow[];
  readonly nodePools: readonly ManagedNodeRow[];
  readonly kubernetes: KubernetesObjects;
}

export function projectOf(world: World, id: string): Project | undefined {
  return world.projects.find((project) => project.id === id);
}
