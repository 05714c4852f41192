import type { Thresholds } from '../evidence/instances.ts';
import type { ConfiguredCluster } from '../ledger/known-clusters.ts';
import type { IgnoreEntry } from '../report/build.ts';
import type { Language } from '../report/language.ts';

/** A configuration file, read and found sound. Paths are absolute; no secret is in it, only where each one is. */
export interface Settings {
  /** The configuration file. */
  readonly file: string;
  /** IANA zone for day boundaries and for times shown to people. */
  readonly timezone: string;
  readonly language: Language;
  readonly store: StoreSettings;
  readonly thresholds: Thresholds;
  readonly retryBudgetMs: number;
  /** How long a cluster's records are read after all that they speak of was proven gone. */
  readonly recordRetentionMs: number;
  readonly projects: readonly ProjectSettings[];
  readonly ignore: readonly IgnoreEntry[];
  readonly publish: readonly PublisherSettings[];
  /** What the file asks for and this version does not do, one sentence each. */
  readonly notices: readonly string[];
}

export type StoreSettings =
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string | undefined;
      readonly addressing: 'path' | 'host';
      readonly conditionalWrites: 'auto' | 'never';
      readonly credential: CredentialSources;
    };

export interface CredentialSources {
  readonly id: SecretSource;
  readonly secret: SecretSource;
}

export interface ProjectSettings {
  readonly name: string;
  readonly region: string;
  readonly credential: CredentialSources;
  readonly endpoints: EndpointSettings;
  readonly clusters: readonly ClusterSettings[];
}

/** Where a secret is. The secret itself is read when it is needed, and kept nowhere. */
export type SecretSource =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** Only what the file says; the adapter's defaults follow from the region. */
export interface EndpointSettings {
  readonly iam: string | undefined;
  readonly bcs: string | undefined;
  readonly volume: string | undefined;
  readonly kubernetesEngine: string | undefined;
}

export interface ClusterSettings extends ConfiguredCluster {
  /** How its witnesses are reached: by this kubeconfig, or by what the cloud gives out. */
  readonly kubeconfig: string | undefined;
  /** Asked with the service account of the pod that this program runs in. */
  readonly isInCluster: boolean;
  /** Why no witness is asked; of a `declared-none` cluster. */
  readonly reason: string | undefined;
}

export interface PublisherSettings {
  readonly kind: 'directory';
  readonly path: string;
}
