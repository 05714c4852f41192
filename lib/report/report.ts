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
    /** Of all projects; each is in its project, with its keys. */
    readonly keyrings: KeyringCounts;
  };
  readonly findings: readonly Finding[];
}

export interface KeyringCounts {
  readonly total: number;
  /** A needed key is missing, or live instances do not verify. */
  readonly unsound: number;
  /** To be kept, with their backups. */
  readonly keep: number;
}

export interface ReportedProject {
  readonly name: string;
  readonly region: string;
  readonly id: string | null;
  readonly complete: boolean;
  readonly listed: Listed;
  /** When its last complete run was, this one counted; `null`: never, or nobody remembers. */
  readonly lastCompleteAt: string | null;
  /** When something was last recorded in its ledger; `null`: never, or the ledger could not be read. */
  readonly lastRecordAt: string | null;
  readonly keyrings: readonly ReportedKeyring[];
}

/** One keyring of a project, and who still needs its keys. Key IDs only: no report ever holds a key. */
export interface ReportedKeyring {
  /** The clusters whose signatures it proves; `null`: all of the project's. */
  readonly clusters: readonly string[] | null;
  /** Every needed key is in it, and live instances do not contradict it. */
  readonly sound: boolean;
  /** Keep it, and its backup: an instance of its clusters is left, or may be. */
  readonly keep: boolean;
  /** Why it is kept, or why it is needed no longer; for people. */
  readonly advice: string;
  readonly keys: readonly ReportedKey[];
}

export interface ReportedKey {
  readonly id: string;
  /** `missing`: instances carry it, and the keyring lacks it. */
  readonly role: 'active' | 'retired' | 'missing';
  /** Instances with an owner that carry it; `null`: the instances could not be listed. */
  readonly live: number | null;
  /** Instances without one. */
  readonly leftover: number | null;
  readonly firstSeenAt: string | null;
  readonly lastSeenAt: string | null;
  readonly retirable: boolean;
  /** Why it may be retired, or why not; for people. */
  readonly why: string;
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

/** Of the orphans that are not ignored. Amounts are rounded half up to 6 places, once, from exact sums. */
export interface CostSummary {
  /** The price book's main currency; `null`: there is no price book. */
  readonly currency: string | null;
  readonly perHour: number;
  readonly perDay: number;
  /** Of 730 hours. */
  readonly perMonth: number;
  readonly lingering: { readonly min: number; readonly max: number };
  /** Orphans that lack a price, now or for a part of the time: with any, the totals say "at least". */
  readonly unpriced: number;
  /** Priced orphans of whose state nobody knows whether it is billed: the totals hold them as billed. */
  readonly unsure: number;
  /** What is priced in other currencies: currencies are never added together. */
  readonly otherCurrencies: readonly CurrencyCost[];
  /** Prices that the book lacks, and how many orphans wait for each. */
  readonly missingPrices: readonly MissingPrice[];
}

export interface CurrencyCost {
  readonly currency: string;
  readonly perHour: number;
  readonly perDay: number;
  readonly perMonth: number;
  readonly lingering: { readonly min: number; readonly max: number };
}

export interface MissingPrice {
  /** As it would stand in the price book: `instance type m2a.large`. */
  readonly price: string;
  readonly count: number;
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

/**
 * Of one resource, in its present state, flavor and size. A state that is not billed costs 0; one of which nobody knows
 * (`resource.billed` is `null`) is priced as billed.
 */
export interface FindingCost {
  readonly currency: string | null;
  /** `null`: unpriced. */
  readonly perHour: number | null;
  readonly perDay: number | null;
  /** Of 730 hours. */
  readonly perMonth: number | null;
  /**
   * When the owner can have gone, at the earliest and at the latest: never before the resource was created, never after
   * `asOf`. `null` where it has not, or nobody knows.
   */
  readonly since: { readonly earliest: string | null; readonly latest: string | null };
  /**
   * What it has cost since its owner went, at least and at most; `null`: nobody knows since when, or a price is missing
   * for now or for a part of that time.
   */
  readonly lingering: { readonly min: number; readonly max: number } | null;
  /** The prices that the book lacks for it, as in {@link MissingPrice}; empty: it is priced. */
  readonly missingPrices: readonly string[];
}
