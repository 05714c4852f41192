import type {
  ClusterState,
  Coverage,
  FateCounts,
  KeyringAdvice,
  NameAnswer,
  NotLookedAt,
  RecordCoverage,
  WithheldReason,
} from './clearance.ts';

/** The words of a check, beside those of every report. Times come as people read them, names made harmless. */
export interface ClearanceTexts {
  readonly title: string;
  readonly cluster: string;
  readonly project: string;
  readonly run: string;
  readonly noName: string;
  readonly consoleId: (id: string) => string;
  readonly incomplete: string;
  readonly incompleteMeans: string;
  readonly state: StateTexts;
  readonly namesake: (name: string, uid: string | undefined, phase: string) => string;
  readonly noRecord: string;
  readonly retired: (at: string, provenAt: string) => string;
  readonly ledgerDamaged: string;
  readonly counts: Readonly<Record<'instance' | 'volume', (counts: FateCounts) => string>>;
  readonly groups: Readonly<Record<GroupName, { readonly heading: string; readonly meaning: string }>>;
  readonly clearance: {
    readonly heading: string;
    readonly granted: (facts: ClearedFacts) => string;
    readonly withheldHeading: string;
    readonly withheld: Readonly<Record<WithheldReason, string>>;
  };
  readonly coverage: CoverageTexts;
  readonly keyring: {
    readonly heading: string;
    readonly mayBeRetired: string;
    readonly keep: Readonly<Record<Extract<KeyringAdvice, { readonly mayBeRetired: false }>['why'], string>>;
  };
}

export type GroupName = 'recorded' | 'found' | 'unattributed' | 'unreadable' | 'gone';

export interface StateTexts {
  readonly alive: (phase: string) => string;
  /** `since`: `undefined` exactly when the period is unknown. */
  readonly deleting: (
    phase: string,
    since: string | undefined,
    period: Extract<ClusterState, { readonly kind: 'deleting' }>['period'],
  ) => string;
  readonly heldBy: string;
  readonly heldByResources: (instances: string, volumes: string) => string;
  readonly heldByNoResources: string;
  readonly nodeClaims: (names: string | undefined) => string;
  readonly nodes: (names: string | undefined) => string;
  readonly none: string;
  readonly beingDeleted: (name: string) => string;
  readonly whenStuck: string;
  readonly gone: (
    answers: readonly NameAnswer[],
    lastSeenAlive: string | undefined,
    goneBy: string,
  ) => string;
  readonly neverKnown: string;
  readonly unreadable: (why: string) => string;
}

export interface ClearedFacts {
  readonly cluster: string;
  readonly uid: string;
  readonly project: string;
  readonly asOf: string;
  readonly instances: number;
  readonly volumes: number;
}

export interface CoverageTexts {
  readonly heading: string;
  readonly listed: (listed: Coverage['listed'], project: string, asOf: string) => string;
  readonly records: (records: RecordCoverage, first: string, last: string) => string;
  readonly noRecords: string;
  readonly read: (records: RecordCoverage) => string;
  /** `undefined`: NodeClaims were never recorded. */
  readonly unseenSince: (nodeClaimsLastRead: string | undefined) => string;
  readonly nodeClaimsWithoutInstance: (n: number) => string;
  readonly nodeClaimsUnclear: (n: number) => string;
  readonly persistentVolumesUnclear: (n: number) => string;
  readonly instancesWithoutVolumes: (n: number) => string;
  readonly unattributedPersistentVolumes: (n: number) => string;
  readonly notLookedAt: (what: readonly string[]) => string;
  readonly unlooked: Readonly<Record<NotLookedAt, string>>;
}
