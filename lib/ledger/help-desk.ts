import type { Readable } from '../terms/readable.ts';
import type { ClusterAddress } from './witnesses.ts';

/** A Kubernetes object as it came, but for `managedFields`, which nobody reads, and in kubectl's order. */
export interface RawObject {
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface WarningEvent {
  readonly name: string;
  /** `NodeClaim default-x7k2p`. */
  readonly about: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number | undefined;
  /** As it came, RFC 3339. */
  readonly lastSeenAt: string | undefined;
}

/** What is installed as the Karpenter provider. */
export type ProviderInstallation =
  | { readonly kind: 'installed'; readonly chart: string | undefined; readonly images: readonly string[] }
  | { readonly kind: 'not-installed' };

/**
 * What the help desk asks for, besides what the ledger knows (karpenter-on-kakaocloud, "help desk"). It is as it came:
 * nothing of it is to be stored or shown before {@link withoutSecrets} has seen it.
 */
export interface HelpDeskFacts {
  readonly nodeClaims: Readable<readonly RawObject[]>;
  readonly nodePools: Readable<readonly RawObject[]>;
  readonly nodeClasses: Readable<readonly RawObject[]>;
  readonly warnings: Readable<readonly WarningEvent[]>;
  readonly provider: Readable<ProviderInstallation>;
}

/** The port to what a cluster says for the help desk. */
export interface HelpDesk {
  /** Never rejects: what cannot be read is `unreadable` in its place. No Secret is read. */
  gather(cluster: ClusterAddress): Promise<HelpDeskFacts>;
}
