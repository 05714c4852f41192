import type { Thresholds } from '../evidence/instances.ts';
import type { ConfiguredCluster } from '../ledger/known-clusters.ts';
import type { AlertSettings } from '../publish/alerts/settings.ts';
import type { IgnoreEntry } from '../report/build.ts';
import type { Language } from '../report/words/language.ts';
import type { PublisherSettings } from './publisher-settings.ts';
import type { BucketSettings, CredentialSources, SecretSource } from './sources.ts';

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
  /** The price book's file, which is read by what prices something; `undefined`: there is none. */
  readonly prices: string | undefined;
  readonly ignore: readonly IgnoreEntry[];
  readonly publish: readonly PublisherSettings[];
  /** Where slack, webhook and a Pushgateway may send to, beside this machine. */
  readonly publishHosts: readonly string[];
}

export type StoreSettings =
  | { readonly kind: 'directory'; readonly path: string }
  | ({ readonly kind: 's3'; readonly conditionalWrites: 'auto' | 'never' } & BucketSettings);

export interface ProjectSettings {
  readonly name: string;
  readonly region: string;
  readonly credential: CredentialSources;
  readonly endpoints: EndpointSettings;
  readonly keyrings: readonly KeyringSettings[];
  /** The file, which need not be there yet; `undefined`: signatures are not verified. */
  readonly signatureScheme: string | undefined;
  readonly clusters: readonly ClusterSettings[];
  readonly alert: AlertSettings;
}

/** Where a keyring is, and by name whose signatures it proves. */
export interface KeyringSettings {
  readonly source: SecretSource;
  readonly clusters: readonly string[] | 'all';
}

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
