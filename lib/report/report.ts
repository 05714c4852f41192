import type { FailureCode } from '../terms/failure.ts';
import type { Assurance, DecidedBy, NextStep, Reason, Verdict, Warning } from '../verdict/judgement.ts';

/**
 * The report, as it is written to JSON (contract.md, "Report"). Times are ISO 8601 in UTC, sizes in GiB, money in the
 * currency named beside it. Plain data: every writer is a pure function of it.
 */
export interface Report {
  readonly schemaVersion: '1';
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    /** The moment that was judged as of. */
    readonly asOf: string;
    /** Everything that had to be read was read, in every project. */
    readonly complete: boolean;
    /** Every project that was looked at, those without a finding too. */
    readonly projects: readonly ReportedProject[];
    readonly problems: readonly Problem[];
  };
  readonly summary: {
    readonly instances: Readonly<Record<Verdict, number>>;
    readonly volumes: Readonly<Record<Verdict, number>>;
    /** Findings kept out of the counts above by an ignore entry. */
    readonly ignored: number;
    /** Of all projects together. */
    readonly listed: Listed;
    readonly cost: CostSummary;
  };
  readonly findings: readonly Finding[];
}

export interface ReportedProject {
  readonly name: string;
  readonly region: string;
  readonly id: string | null;
  readonly complete: boolean;
  readonly listed: Listed;
}

/** How many were listed, unrelated ones included; `null`: they could not be listed (in one project or more). */
export interface Listed {
  readonly instances: number | null;
  readonly volumes: number | null;
}

export interface Problem {
  readonly code: FailureCode;
  readonly project: string;
  readonly message: string;
  readonly remedy: string;
}

export interface CostSummary {
  /** `null` while nothing has a price. */
  readonly currency: string | null;
  readonly perDay: number;
  readonly perMonth: number;
  readonly lingering: { readonly min: number; readonly max: number };
  /** Orphans without a price: with any, the totals say "at least". */
  readonly unpriced: number;
}

export interface Finding {
  readonly resource: ReportedResource;
  readonly verdict: Verdict;
  readonly reason: Reason;
  readonly decidedBy: DecidedBy;
  readonly warnings: readonly Warning[];
  /** Of an orphan; `null` otherwise. */
  readonly assurance: Assurance | null;
  readonly owner: ReportedOwner | null;
  readonly evidence: readonly EvidenceLine[];
  readonly nextStep: { readonly code: NextStep; readonly text: string };
  readonly cost: FindingCost;
  /** The ignore entry that keeps it out of counts and alerts; `null` otherwise. */
  readonly ignored: { readonly reason: string; readonly until: string } | null;
}

export interface ReportedResource {
  readonly kind: 'instance' | 'volume';
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly projectId: string | null;
  readonly region: string;
  readonly availabilityZone: string | null;
  readonly status: string;
  /** `null` where no public page says whether this state is billed. */
  readonly billed: boolean | null;
  readonly createdAt: string | null;
  /** Of an instance. */
  readonly flavor: string | null;
  /** Of a volume. */
  readonly sizeGiB: number | null;
  readonly volumeType: string | null;
  readonly attachedTo: string | null;
}

export interface ReportedOwner {
  readonly clusterUid: string | null;
  readonly uid8: string | null;
  readonly clusterName: string | null;
  readonly nodeClaim: string | null;
}

export interface EvidenceLine {
  readonly kind: string;
  readonly outcome: string;
  /** One line for people, in the report's language. */
  readonly detail: string;
}

export interface FindingCost {
  readonly currency: string | null;
  /** `null`: unpriced. */
  readonly perDay: number | null;
  readonly perMonth: number | null;
  /** When the owner can have gone, at the earliest and at the latest; `null` where it has not, or nobody knows. */
  readonly since: { readonly earliest: string | null; readonly latest: string | null };
  readonly lingering: { readonly min: number; readonly max: number } | null;
}
