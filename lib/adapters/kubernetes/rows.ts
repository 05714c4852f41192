import * as z from 'zod';
import type { ClusterNode, NodeClaim, PersistentVolume } from '../../ledger/witnesses.ts';
import type { ResourceId } from '../../terms/ids.ts';
import { providerRef } from '../../terms/provider-id.ts';

/** Karpenter puts it on the Nodes and NodeClaims that it makes; its value is the NodePool's name. */
const NODE_POOL_LABEL = 'karpenter.sh/nodepool';

const METADATA = z.object({
  name: z.string().min(1),
  uid: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  deletionTimestamp: z.string().nullish(),
});

/** `status` is not there while the NodeClaim is launching. */
export const NODE_CLAIM = z
  .object({
    metadata: METADATA,
    status: z.object({ providerID: z.string().nullish() }).nullish(),
  })
  .transform(
    ({ metadata, status }): NodeClaim => ({
      name: metadata.name,
      uid: metadata.uid ?? undefined,
      nodePool: metadata.labels?.[NODE_POOL_LABEL],
      providerId: status?.providerID ?? '',
      provider: providerRef(status?.providerID),
      isTerminating: Boolean(metadata.deletionTimestamp),
    }),
  );

/** Ready is what the condition of that type says outright: `Unknown`, or no such condition, is not Ready. */
export const NODE = z
  .object({
    metadata: METADATA,
    spec: z.object({ providerID: z.string().nullish() }).nullish(),
    status: z
      .object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish() })
      .nullish(),
  })
  .transform(
    ({ metadata, spec, status }): ClusterNode => ({
      name: metadata.name,
      provider: providerRef(spec?.providerID),
      isReady: status?.conditions?.some((it) => it.type === 'Ready' && it.status === 'True') ?? false,
      isKarpenters: metadata.labels?.[NODE_POOL_LABEL] !== undefined,
    }),
  );

/** `spec.cinder` is how a volume was named before CSI; clusters still hold some. */
export const PERSISTENT_VOLUME = z
  .object({
    metadata: METADATA,
    spec: z
      .object({
        csi: z.object({ volumeHandle: z.string().nullish() }).nullish(),
        cinder: z.object({ volumeID: z.string().nullish() }).nullish(),
      })
      .nullish(),
  })
  .transform(({ metadata, spec }): PersistentVolume => {
    const volumeHandle = spec?.csi?.volumeHandle ?? spec?.cinder?.volumeID ?? undefined;
    return { name: metadata.name, volumeHandle, volumeId: volumeBehind(volumeHandle) };
  });

/**
 * Drivers are free in what they put around the volume's ID, as provider IDs are: it is the last UUID in the handle. A
 * handle without one (a share of a file server, say) is no block volume of the cloud.
 */
function volumeBehind(handle: string | undefined): ResourceId | undefined {
  const ref = providerRef(handle);
  return ref.kind === 'instance' ? ref.id : undefined;
}
