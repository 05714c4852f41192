import type { Finding, Problem } from '../report.ts';

/**
 * What `check` says of one cluster after its deletion, as it is written to JSON. Plain data, as {@link Report} is:
 * times are ISO 8601 in UTC, and every writer is a pure function of it.
 */
export interface CheckResult {
  readonly schemaVersion: '1';
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    /** The moment that was judged as of. */
    readonly asOf: string;
    /** Everything that had to be read was read and judged, and nothing contradicted itself. */
    readonly complete: boolean;
    readonly project: { readonly name: string; readonly region: string; readonly id: string | null };
    readonly problems: readonly Problem[];
  };
  readonly cluster: CheckedCluster;
  readonly summary: {
    readonly instances: FateCounts;
    readonly volumes: FateCounts;
  };
  readonly resources: readonly CheckedResource[];
  readonly coverage: Coverage;
  readonly clearance: Clearance;
  readonly keyring: KeyringAdvice;
}

export interface CheckedCluster {
  readonly uid: string;
  /** Every name it was known by, the last one last; empty when nobody recorded one. */
  readonly names: readonly string[];
  /** The console's cluster IDs that were recorded or listed with this UID. */
  readonly consoleIds: readonly string[];
  readonly state: ClusterState;
  /** Listed clusters that bear one of its names and are not it. */
  readonly namesakes: readonly Namesake[];
}

export interface Namesake {
  /** `null`: it does not say its UID. */
  readonly uid: string | null;
  readonly name: string;
  readonly phase: string;
}

export type ClusterState =
  | { readonly kind: 'alive'; readonly phase: string }
  | {
      readonly kind: 'deleting';
      readonly phase: string;
      /** The first run or record that saw it deleting; `null`: none did. */
      readonly since: string | null;
      /** Against the deletion period; `unknown` when nobody knows since when. */
      readonly period: 'within' | 'past' | 'unknown';
      readonly heldBy: Holders;
    }
  | {
      readonly kind: 'gone';
      readonly lastSeenAlive: string | null;
      /** The configuration's date, else the first run that missed it, else this one. */
      readonly goneBy: string;
      /** Beside two complete lists without its UID. Empty when nobody recorded a name to ask by. */
      readonly byName: readonly NameAnswer[];
    }
  /** No list, record, run or configuration has this UID. */
  | { readonly kind: 'never-known' }
  | { readonly kind: 'unreadable'; readonly why: string };

export interface NameAnswer {
  readonly name: string;
  readonly answer: 'not-found' | 'another-cluster';
}

/** What its witnesses still hold, beside the resources; `null`: that could not be read. */
export interface Holders {
  readonly nodeClaims: readonly { readonly name: string; readonly isTerminating: boolean }[] | null;
  /** Names of the Nodes that bear Karpenter's label and stand on an instance. */
  readonly nodes: readonly string[] | null;
}

/** `recorded` is the sum of the three behind it. */
export interface FateCounts {
  readonly recorded: number;
  /** Each proven by a list without it and a 404. */
  readonly gone: number;
  readonly remaining: number;
  readonly unreadable: number;
  /** Not recorded, and marked as this cluster's. */
  readonly found: number;
  /** Karpenter's, and nothing says which cluster's. */
  readonly unattributed: number;
}

export const ORIGINS = ['recorded', 'found', 'unattributed'] as const;
export type Origin = (typeof ORIGINS)[number];

/** What ties a resource to the cluster. */
export const TIES = [
  // a record
  'recorded-node-claim',
  'recorded-listing',
  'recorded-volume',
  'recorded-persistent-volume',
  // what there is now
  'owner',
  'name',
  'description',
  'node-claim',
  'node',
  'persistent-volume',
  'attached',
  // nothing does, and nothing ties it to another cluster either
  'unknown-owner',
] as const;
export type Tie = (typeof TIES)[number];

export const FATES = ['remaining', 'unreadable', 'gone'] as const;

interface Checked {
  readonly kind: 'instance' | 'volume';
  readonly id: string;
  /** As it was listed or recorded last; `null`: nobody knows. */
  readonly name: string | null;
  readonly origin: Origin;
  readonly tie: Tie;
  /** That was recorded with it. */
  readonly nodeClaim: string | null;
  /** The last record that had it; `null`: none had. */
  readonly recordedAt: string | null;
}

export type CheckedResource =
  | (Checked & { readonly fate: 'gone' })
  | (Checked & { readonly fate: 'unreadable'; readonly why: string })
  | (Checked & { readonly fate: 'remaining'; readonly finding: Finding });

/** What the result rests on. */
export interface Coverage {
  readonly records: RecordCoverage;
  readonly recorded: {
    readonly nodeClaims: number;
    /** NodeClaims without a provider ID in every record: theirs are looked for by their marks only. */
    readonly nodeClaimsWithoutInstance: number;
    /** NodeClaims that pointed at something in which no record shows an instance's ID: it cannot be asked for. */
    readonly nodeClaimsUnclear: number;
    /** PersistentVolumes with a volume handle in which no record shows a volume's ID: it is no block volume, or cannot be asked for. */
    readonly persistentVolumesUnclear: number;
    /** Recorded instances that no record listed: which volumes they had is not known. */
    readonly instancesWithoutVolumes: number;
  };
  /** How many were listed, of whatever cluster; `null`: they could not be listed. */
  readonly listed: {
    readonly instances: number | null;
    readonly volumes: number | null;
    readonly clusters: number | null;
  };
  /** Volumes that were some cluster's PersistentVolumes, and nothing says which one's. */
  readonly unattributedPersistentVolumes: number;
  readonly notLookedAt: readonly NotLookedAt[];
}

export interface RecordCoverage {
  readonly count: number;
  readonly live: number;
  readonly imported: number;
  readonly withNodeClaims: number;
  readonly withInstances: number;
  readonly withPersistentVolumes: number;
  readonly first: string | null;
  readonly last: string | null;
  /** What Karpenter made after it is looked for by its marks only. */
  readonly nodeClaimsLastRead: string | null;
  /** Its records are no longer read, since all that they had was proven gone; `null`: they are. */
  readonly retired: { readonly at: string; readonly provenAt: string } | null;
  /** Which part of the ledger could not be read; `null`: none. */
  readonly damage: string | null;
}

export const NOT_LOOKED_AT = [
  'public-ips',
  'network-interfaces',
  'load-balancers',
  'security-groups',
  'snapshots',
  'object-storage',
  'other-projects-and-regions',
] as const;
export type NotLookedAt = (typeof NOT_LOOKED_AT)[number];

export const WITHHELD_REASONS = [
  'cluster-alive',
  'cluster-deleting',
  'cluster-never-known',
  'cluster-unreadable',
  'ledger-unreadable',
  'no-record',
  'records-retired',
  'node-claims-never-recorded',
  'node-claims-unclear',
  'recorded-remain',
  'marked-found',
  'owner-unknown',
  'resources-unreadable',
  'run-incomplete',
] as const;
export type WithheldReason = (typeof WITHHELD_REASONS)[number];

/**
 * That nothing of the cluster is left, as far as {@link Coverage} says. Granted only when the cluster is proven gone, its
 * NodeClaims were recorded, each recorded resource is proven gone, nothing else bears its marks, and all was readable.
 */
export type Clearance =
  | { readonly granted: true }
  | { readonly granted: false; readonly withheld: readonly WithheldReason[] };

export type KeyringAdvice =
  | { readonly mayBeRetired: true }
  | { readonly mayBeRetired: false; readonly why: 'no-clearance' | 'serves-other-clusters' };
