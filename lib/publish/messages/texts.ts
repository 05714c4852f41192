import type { Alert, AlertItem, ResolvedHow } from '../alerts/alert.ts';

/** What messages say beside what reports say. */
export interface MessageTexts {
  readonly incompleteTitle: string;
  readonly found: string;
  readonly projects: string;
  readonly asOf: string;
  readonly perDay: string;
  readonly perMonth: string;
  readonly lingering: string;
  readonly unpriced: string;
  readonly open: string;
  readonly grown: string;
  readonly lastComplete: string;
  readonly never: string;
  readonly waited: string;
  readonly atLeast: (amount: string) => string;
  readonly range: (min: string, max: string) => string;
  readonly costsPerDay: (amount: string) => string;
  readonly costsSoFar: (range: string) => string;
  readonly noPrice: string;
  readonly before: (amount: string) => string;
  readonly openSince: (time: string) => string;
  readonly cameBack: (time: string) => string;
  readonly count: (n: number) => string;
  readonly fromTo: (from: string, to: string) => string;
  readonly alertTitle: Readonly<
    Record<Alert['kind'], (project: string, changes: string, open: number) => string>
  >;
  readonly alertLead: Readonly<Record<Alert['kind'], string | undefined>>;
  readonly alertIncomplete: string;
  readonly changes: Readonly<Record<AlertItem['change'], (n: number) => string>>;
  readonly resolvedHow: Readonly<Record<ResolvedHow, string>>;
  readonly check: CheckMessageTexts;
  /** So many are not shown; the rest is behind the link, which stands beside it. */
  readonly more: (n: number) => string;
  readonly wholeReport: string;
  readonly run: (id: string) => string;
  readonly alert: (id: string) => string;
  readonly checkId: (id: string) => string;
  readonly neverDeletes: string;
}

/** What the title of a check's message says of the cluster. */
export type CheckTelling = 'cleared' | 'left' | 'stuck' | 'deleting' | 'alive' | 'uncleared';

/** Beside what the page of a check says. */
export interface CheckMessageTexts {
  /** `cluster`: its name and uid8. `left`: how many resources of it are still there. */
  readonly title: Readonly<Record<CheckTelling, (cluster: string, left: number) => string>>;
  readonly incomplete: string;
  readonly project: string;
  readonly cluster: string;
  readonly gone: string;
  readonly left: string;
  readonly ofUnknownOwner: string;
  readonly unreadable: string;
  readonly keyring: string;
  /** Why a cluster is not cleared, in one line. */
  readonly withheld: (heading: string, reasons: readonly string[]) => string;
}
