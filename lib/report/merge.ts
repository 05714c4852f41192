import { Big } from 'big.js';
import type { AuditFailure } from '../terms/failure.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { VERDICTS, type Verdict } from '../verdict/judgement.ts';
import { compareFindings } from './order.ts';
import type { CostSummary, CurrencyCost, Listed, MissingPrice, Report, ReportedProject } from './report.ts';

export interface MergeInput {
  readonly run: { readonly id: string; readonly startedAt: Instant; readonly finishedAt: Instant };
  /** Reports of one run, each about projects of its own; in the order in which the merged report names them. */
  readonly parts: readonly Report[];
  /** Projects of which no part came. */
  readonly missing: readonly MissingPart[];
}

export interface MissingPart {
  readonly project: string;
  readonly region: string;
  readonly failure: AuditFailure;
}

/**
 * One report from the parts of a run that was spread over several processes. What is missing makes it incomplete.
 * Amounts are added as the parts tell them, so that a total may differ from that of one run in the last decimal.
 */
export function mergeReports({ run, parts, missing }: MergeInput): Report {
  const [first, ...others] = parts.map((part) => part.summary);
  const summary = first === undefined ? EMPTY : others.reduce(addSummaries, first);
  return {
    schemaVersion: '1',
    run: {
      id: run.id,
      startedAt: formatInstant(run.startedAt),
      finishedAt: formatInstant(run.finishedAt),
      // Every part was judged as of this moment or later.
      asOf: parts.map((part) => part.run.asOf).toSorted()[0] ?? formatInstant(run.startedAt),
      complete: missing.length === 0 && parts.every((part) => part.run.complete),
      projects: [...parts.flatMap((part) => part.run.projects), ...missing.map(unseenProject)],
      problems: [
        ...parts.flatMap((part) => part.run.problems),
        ...missing.map(({ project, failure: { code, message, remedy } }) => ({
          code,
          project,
          message,
          remedy,
        })),
      ],
    },
    summary: missing.length === 0 ? summary : { ...summary, listed: NOT_LISTED },
    findings: parts.flatMap((part) => part.findings).toSorted(compareFindings),
  };
}

const NOT_LISTED: Listed = { instances: null, volumes: null };

function unseenProject({ project, region }: MissingPart): ReportedProject {
  return {
    name: project,
    region,
    id: null,
    complete: false,
    listed: NOT_LISTED,
    lastCompleteAt: null,
    lastRecordAt: null,
    keyrings: [],
  };
}

type Summary = Report['summary'];

const NONE = {
  orphan: 0,
  ambiguous: 0,
  held: 0,
  retained: 0,
  settling: 0,
  'in-use': 0,
  unrelated: 0,
} satisfies Record<Verdict, number>;

const EMPTY: Summary = {
  instances: NONE,
  volumes: NONE,
  ignored: 0,
  listed: { instances: 0, volumes: 0 },
  keyrings: { total: 0, unsound: 0, keep: 0 },
  cost: {
    currency: null,
    perHour: 0,
    perDay: 0,
    perMonth: 0,
    lingering: { min: 0, max: 0 },
    unpriced: 0,
    unsure: 0,
    otherCurrencies: [],
    missingPrices: [],
  },
};

function addSummaries(a: Summary, b: Summary): Summary {
  return {
    instances: addCounts(a.instances, b.instances),
    volumes: addCounts(a.volumes, b.volumes),
    ignored: a.ignored + b.ignored,
    listed: {
      instances: addOrNull(a.listed.instances, b.listed.instances),
      volumes: addOrNull(a.listed.volumes, b.listed.volumes),
    },
    cost: addCosts(a.cost, b.cost),
    keyrings: {
      total: a.keyrings.total + b.keyrings.total,
      unsound: a.keyrings.unsound + b.keyrings.unsound,
      keep: a.keyrings.keep + b.keyrings.keep,
    },
  };
}

function addCounts(
  a: Readonly<Record<Verdict, number>>,
  b: Readonly<Record<Verdict, number>>,
): Readonly<Record<Verdict, number>> {
  const sum = { ...NONE };
  for (const verdict of VERDICTS) sum[verdict] = a[verdict] + b[verdict];
  return sum;
}

/** A sum that lacks a part is not the sum. */
function addOrNull(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

/** All parts of a run are priced by one book, so that their main currency is one. */
function addCosts(a: CostSummary, b: CostSummary): CostSummary {
  const currency = a.currency ?? b.currency;
  const amounts = [...amountsOf(a), ...amountsOf(b)];
  const totals = new Map<string, CurrencyCost>();
  for (const amount of amounts) {
    const before = totals.get(amount.currency);
    totals.set(amount.currency, before === undefined ? amount : addAmounts(before, amount));
  }
  const main = (currency === null ? undefined : totals.get(currency)) ?? EMPTY.cost;
  const { perHour, perDay, perMonth, lingering } = main;
  return {
    currency,
    perHour,
    perDay,
    perMonth,
    lingering,
    unpriced: a.unpriced + b.unpriced,
    unsure: a.unsure + b.unsure,
    otherCurrencies: [...totals.values()]
      .filter((other) => other.currency !== currency)
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
    missingPrices: addMissing([...a.missingPrices, ...b.missingPrices]),
  };
}

function amountsOf({ currency, perHour, perDay, perMonth, lingering, otherCurrencies }: CostSummary) {
  const main = currency === null ? [] : [{ currency, perHour, perDay, perMonth, lingering }];
  return [...main, ...otherCurrencies];
}

function addAmounts(a: CurrencyCost, b: CurrencyCost): CurrencyCost {
  return {
    currency: a.currency,
    perHour: plus(a.perHour, b.perHour),
    perDay: plus(a.perDay, b.perDay),
    perMonth: plus(a.perMonth, b.perMonth),
    lingering: {
      min: plus(a.lingering.min, b.lingering.min),
      max: plus(a.lingering.max, b.lingering.max),
    },
  };
}

/** As decimals: what is written with six of them is added with six of them. */
function plus(a: number, b: number): number {
  return new Big(a).plus(b).toNumber();
}

function addMissing(missing: readonly MissingPrice[]): readonly MissingPrice[] {
  const counts = new Map<string, number>();
  for (const { price, count } of missing) counts.set(price, (counts.get(price) ?? 0) + count);
  return [...counts]
    .map(([price, count]) => ({ price, count }))
    .toSorted((a, b) => (a.price < b.price ? -1 : 1));
}
