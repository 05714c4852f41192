import { idCell, textCell } from '../csv/cell.ts';
import { type Columns, csvText, isOfCompleteProject } from '../csv/csv.ts';
import { wellFormed } from '../formats-unicode.ts';
import type { Finding, Report } from '../report.ts';
import type { Language } from '../words/language.ts';
import { type Charge, chargesOf } from './charges.ts';
import { focusWordsIn } from './words.ts';

export interface FocusOptions {
  /** Of `ChargeDescription`; nothing else depends on it. */
  readonly language: Language;
  /** IANA zone whose calendar months are the billing periods. */
  readonly timezone: string;
  readonly byteOrderMark?: boolean;
}

interface Row extends Charge {
  readonly finding: Finding;
  readonly currency: string;
  readonly report: Report;
  readonly language: Language;
}

const CLOUD = 'KakaoCloud';

/** In alphabetical order, as the specification suggests, our own behind the standard's. */
const COLUMNS: Columns<Row> = {
  AvailabilityZone: ({ finding }) => textOrNull(finding.resource.availabilityZone),
  BilledCost: ({ cost }) => cost,
  BillingAccountId: ({ finding }) => textCell(projectOf(finding)),
  BillingAccountName: ({ finding }) => textCell(finding.resource.project),
  BillingCurrency: ({ currency }) => textCell(currency),
  BillingPeriodEnd: ({ billingPeriod }) => billingPeriod.end,
  BillingPeriodStart: ({ billingPeriod }) => billingPeriod.start,
  ChargeCategory: () => 'Usage',
  ChargeClass: () => null,
  ChargeDescription: ({ finding, language }) => textCell(described(finding, language)),
  ChargeFrequency: () => 'Usage-Based',
  ChargePeriodEnd: ({ chargePeriod }) => chargePeriod.end,
  ChargePeriodStart: ({ chargePeriod }) => chargePeriod.start,
  ConsumedQuantity: ({ consumed }) => consumed.quantity,
  ConsumedUnit: ({ consumed }) => consumed.unit,
  ContractedCost: ({ cost }) => cost,
  EffectiveCost: ({ cost }) => cost,
  InvoiceIssuerName: () => CLOUD,
  ListCost: ({ cost }) => cost,
  PricingCategory: () => 'Standard',
  PricingQuantity: ({ priced }) => priced.quantity,
  PricingUnit: ({ priced }) => priced.unit,
  ProviderName: () => CLOUD,
  PublisherName: () => CLOUD,
  RegionId: ({ finding }) => textCell(finding.resource.region),
  RegionName: ({ finding }) => textCell(finding.resource.region),
  ResourceId: ({ finding }) => idCell(finding.resource.id),
  ResourceName: ({ finding }) => displayName(finding),
  ResourceType: ({ finding }) => (finding.resource.kind === 'instance' ? 'Instance' : 'Volume'),
  ServiceCategory: ({ finding }) => (finding.resource.kind === 'instance' ? 'Compute' : 'Storage'),
  ServiceName: ({ finding }) => (finding.resource.kind === 'instance' ? 'Virtual Machine' : 'Block Storage'),
  ServiceSubcategory: ({ finding }) =>
    finding.resource.kind === 'instance' ? 'Virtual Machines' : 'Block Storage',
  SubAccountId: ({ finding }) => textCell(projectOf(finding)),
  SubAccountName: ({ finding }) => textCell(finding.resource.project),
  Tags: ({ finding, report }) => tagsOf(finding, report),
  x_BillingKnown: ({ finding }) => String(finding.resource.billed !== null),
  x_OwnerGoneEarliest: ({ finding }) => finding.cost.since.earliest,
  x_OwnerGoneLatest: ({ finding }) => finding.cost.since.latest,
  x_ProjectComplete: ({ finding, report }) => String(isOfCompleteProject(finding, report)),
};

/**
 * What the orphans have cost since their owners went, as FOCUS 1.2: one row a resource and billing period. Only the
 * certain part, and only orphans with a price that are not ignored (docs/formats.md, "focus").
 */
export function writeFocus(report: Report, options: FocusOptions): string {
  const { language, timezone, byteOrderMark = false } = options;
  const rows = report.findings.flatMap((finding) => {
    const { currency } = finding.cost;
    if (finding.verdict !== 'orphan' || finding.ignored !== null || currency === null) return [];
    return chargesOf(finding, report.run.asOf, timezone).map(
      (charge): Row => ({ ...charge, finding, currency, report, language }),
    );
  });
  return csvText(COLUMNS, rows, byteOrderMark);
}

function textOrNull(value: string | null): string | null {
  return value === null ? null : textCell(value);
}

/** The cloud's ID of the project; its configured name where the cloud gave none, since these columns may not be empty. */
function projectOf({ resource }: Finding): string {
  return resource.projectId ?? resource.project;
}

/** A name that says no more than the ID is none, and so is a blank one. */
function displayName({ resource: { id, name } }: Finding): string | null {
  return name.trim() === '' || name === id ? null : textCell(name);
}

function described({ resource, reason }: Finding, language: Language): string {
  const { instance, volume } = focusWordsIn(language);
  if (resource.kind === 'instance') return instance(resource.flavor ?? '?', reason);
  return volume(resource.volumeType ?? '?', resource.sizeGiB ?? 0, reason);
}

/** The specification wants a prefix of the provider's own before tags that no user set. Tags without a value are left out. */
function tagsOf({ verdict, reason, assurance, owner, nextStep }: Finding, { run }: Report): string {
  const tags = {
    verdict,
    reason,
    assurance,
    'next-step': nextStep.code,
    'cluster-uid': owner?.clusterUid ?? null,
    'cluster-name': owner?.clusterName ?? null,
    'node-claim': owner?.nodeClaim ?? null,
    'run-id': run.id,
  };
  const set = Object.entries(tags).flatMap(([key, value]) =>
    value === null ? [] : [[`orphan-audit/${key}`, wellFormed(value)] as const],
  );
  return JSON.stringify(Object.fromEntries(set));
}
