import type {
  AgeEvidence,
  AttachmentEvidence,
  ClaimEvidence,
  ClusterEvidence,
  IdentityEvidence,
  NodeEvidence,
  PersistentVolumeEvidence,
  RecordEvidence,
  SightingsEvidence,
  SignatureEvidence,
  StateEvidence,
  TwinEvidence,
  VolumeEvidence,
  VolumeMarkEvidence,
  VolumeRecordEvidence,
  VolumeStateEvidence,
} from '../../evidence/outcomes.ts';
import type { Billing } from '../../inventory/billing.ts';
import type { DescriptionMark, NameMark } from '../../inventory/instance.ts';
import { absurd } from '../../terms/words.ts';
import type { Assurance, NextStep, Reason, Verdict, Warning } from '../../verdict/judgement.ts';

/** Everything that a report says in a language. A language that lacks one of it does not compile. */
export interface Texts {
  readonly verdicts: Readonly<Record<Verdict, VerdictText>>;
  readonly reasons: Readonly<Record<ReasonKey, ReasonText>>;
  readonly changes: Readonly<Record<ReasonThatPasses, string>>;
  readonly warnings: Readonly<Record<Warning, string>>;
  readonly assurances: Readonly<Record<Assurance, string>>;
  readonly nextSteps: Readonly<Record<NextStepKey, NextStepText>>;
  /** What holds whatever the next step is (verdicts.md, "nextStep"). */
  readonly standingAdvice: readonly [string, string, string];
  readonly rules: RuleTexts;
  readonly evidence: EvidenceTexts;
  readonly page: PageTexts;
}

export interface VerdictText {
  readonly label: string;
  /** What it says, and whether one may act on it, in one line. */
  readonly meaning: string;
  readonly count: (n: number) => string;
}

export interface ReasonText {
  /** Fits a cell of a table. */
  readonly clause: string;
  readonly sentence: string;
}

export interface NextStepText {
  readonly short: string;
  readonly text: string;
}

/** Two reasons are given with verdicts that are far apart, and read differently with each. */
export type ReasonKey =
  | Exclude<Reason, 'persistent-volume' | 'attached'>
  | 'persistent-volume in use'
  | 'persistent-volume unknown'
  | 'attached held'
  | 'attached alike';

export function reasonKey(reason: Reason, verdict: Verdict): ReasonKey {
  if (reason === 'persistent-volume') {
    return verdict === 'in-use' ? 'persistent-volume in use' : 'persistent-volume unknown';
  }
  if (reason === 'attached') return verdict === 'held' ? 'attached held' : 'attached alike';
  return reason;
}

/** The reasons of which it is plain what would change the verdict. */
export const REASONS_THAT_PASS = [
  'claim-terminating',
  'instance-deleting',
  'young',
  'owner-unreadable',
  'owner-list-shrunk',
  'claim-launching',
  'cluster-deleting',
  'unknown-cluster',
  'signing-key-missing',
  'unproven',
  'first-sighting',
  'brake',
  'not-confirmed',
  'volume-deleting',
  'in-transition',
  'attached',
] as const satisfies readonly Reason[];
export type ReasonThatPasses = (typeof REASONS_THAT_PASS)[number];

export function passes(reason: Reason): reason is ReasonThatPasses {
  return REASONS_THAT_PASS.some((one) => one === reason);
}

/** A next step in as many wordings as it has meanings. */
export type NextStepKey =
  | Exclude<NextStep, 'delete-in-console' | 'investigate'>
  | 'delete instance'
  | 'delete volume'
  | 'investigate ambiguous'
  | 'investigate held'
  | 'investigate retained';

export function nextStepKey(step: NextStep, kind: 'instance' | 'volume', verdict: Verdict): NextStepKey {
  switch (step) {
    case 'none':
    case 'restore-controller':
    case 'confirm-with-helpdesk':
    case 'restore-keyring':
      return step;
    case 'delete-in-console':
      return kind === 'instance' ? 'delete instance' : 'delete volume';
    case 'investigate':
      return verdict === 'held' || verdict === 'retained'
        ? `investigate ${verdict}`
        : 'investigate ambiguous';
    default:
      return absurd(step);
  }
}

export const INSTANCE_RULES = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
] as const;
export const VOLUME_RULES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;

/** The rows of the rule tables in words, by their numbers in verdicts.md. */
export interface RuleTexts {
  readonly instances: Readonly<Record<(typeof INSTANCE_RULES)[number], string>>;
  readonly volumes: Readonly<Record<(typeof VOLUME_RULES)[number], string>>;
  readonly brake: string;
  readonly confirmation: string;
  readonly numbered: (table: 'instances' | 'volumes', rule: number, words: string) => string;
}

/** One plain sentence on each piece of evidence, which names the facts. */
export interface EvidenceTexts {
  readonly name: (evidence: NameMark, name: string) => string;
  readonly description: (evidence: DescriptionMark) => string;
  readonly signature: (evidence: SignatureEvidence) => string;
  readonly record: (evidence: RecordEvidence) => string;
  /** Of a volume: the NodeClaim and Node of the instance that it was recorded with. */
  readonly claim: (evidence: ClaimEvidence, of: 'instance' | 'volume') => string;
  readonly node: (evidence: NodeEvidence, of: 'instance' | 'volume') => string;
  readonly cluster: (evidence: ClusterEvidence) => string;
  readonly age: (evidence: AgeEvidence) => string;
  readonly state: (evidence: StateEvidence | VolumeStateEvidence, billing: Billing) => string;
  readonly identity: (evidence: IdentityEvidence) => string;
  readonly twin: (evidence: TwinEvidence) => string;
  readonly sightings: (evidence: SightingsEvidence) => string;
  readonly mark: (evidence: VolumeMarkEvidence) => string;
  readonly persistentVolume: (evidence: PersistentVolumeEvidence) => string;
  readonly attachment: (evidence: AttachmentEvidence) => string;
  readonly volumeRecord: (evidence: VolumeRecordEvidence) => string;
  readonly recordedInstance: (evidence: VolumeEvidence['recordedInstance']) => string;
}

/** The words around the findings: of the table and of the explanation. */
export interface PageTexts {
  readonly title: string;
  /** Leads of the two lines that name them. */
  readonly projects: string;
  readonly run: string;
  readonly ignoredCount: (n: number) => string;
  readonly listed: (instances: string, volumes: string) => string;
  readonly instances: (n: number) => string;
  readonly volumes: (n: number) => string;
  readonly instancesNotListed: string;
  readonly volumesNotListed: string;
  readonly orphansAre: (parts: string) => string;
  /** Of several volumes together; at least, where one has no size. */
  readonly size: (gib: number, isAtLeast: boolean) => string;
  readonly billedOf: (billed: number, all: number) => string;
  readonly billingUnknownOf: (n: number) => string;
  /** In one currency. With orphans that lack a price the sums are "at least", and `lingering` is the least. */
  readonly cost: (perDay: string, perMonth: string, lingering: string, isAtLeast: boolean) => string;
  readonly range: (from: string, to: string) => string;
  /** The book has no price for any of them. */
  readonly unpriced: (n: number) => string;
  readonly noPriceBook: string;
  readonly costsNothing: string;
  readonly missingPrices: string;
  readonly missingPrice: (price: string, n: number) => string;
  readonly moreMissing: (n: number) => string;
  readonly unsure: (n: number) => string;
  readonly perDay: (amount: string, isUnsure: boolean) => string;
  readonly noPrice: string;
  readonly incomplete: (projects: string) => string;
  readonly incompleteMeans: string;
  /** For an incomplete run without a problem of its own: rule 9 held. */
  readonly incompleteUnnamed: string;
  readonly problems: string;
  readonly nothingLeft: (looked: string) => string;
  /** Clean, but for what is too early to judge. */
  readonly nothingProven: (looked: string, pending: string) => string;
  readonly nothingFoundIncomplete: string;
  readonly columnResource: string;
  readonly columnWhat: string;
  /** Where costs are told too. */
  readonly columnWhatAndCost: string;
  readonly columnOwner: string;
  readonly columnWhy: string;
  readonly columnNext: string;
  readonly columnWhyAndNext: string;
  readonly kinds: Readonly<Record<'instance' | 'volume', string>>;
  readonly noName: string;
  readonly unknown: string;
  readonly age: (amount: number, unit: 'minutes' | 'hours' | 'days') => string;
  readonly ageUnknown: string;
  readonly ageInFuture: string;
  readonly attachedTo: (instance: string) => string;
  readonly inProject: (name: string) => string;
  readonly notShown: (counts: string) => string;
  readonly ignored: string;
  readonly ignoredMeans: string;
  readonly ignoredUntil: (reason: string, until: string) => string;
  readonly whatNext: string;
  readonly always: string;
  readonly explanation: ExplanationTexts;
}

export interface ExplanationTexts {
  readonly project: string;
  readonly zone: string;
  readonly status: string;
  readonly billed: string;
  readonly notBilled: string;
  readonly billingUnknown: string;
  readonly created: string;
  readonly flavor: string;
  readonly size: string;
  readonly attachedTo: string;
  readonly notAttached: string;
  readonly owner: string;
  readonly noOwner: string;
  readonly cost: string;
  readonly costs: (perDay: string, perMonth: string) => string;
  readonly pricedAsBilled: string;
  readonly missingPrices: (prices: string) => string;
  readonly unownedSince: string;
  readonly between: (earliest: string, latest: string) => string;
  readonly lingering: string;
  readonly verdict: string;
  readonly reason: string;
  readonly rule: string;
  readonly proof: string;
  readonly evidence: string;
  readonly change: string;
  readonly nextStep: string;
}
