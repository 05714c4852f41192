import type { ResourceId } from '../terms/ids.ts';

/** A volume snapshot; only what a warning needs. */
export interface Snapshot {
  readonly id: ResourceId;
  readonly volumeId: ResourceId | undefined;
}
