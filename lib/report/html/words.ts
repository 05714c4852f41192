/** What the HTML report says beside the texts that every format shares. */
export interface HtmlWords {
  readonly skip: string;
  readonly onThisPage: string;
  readonly asOf: string;
  readonly run: string;
  readonly readOnly: string;
  readonly remedy: string;
  readonly found: string;
  readonly verdicts: VerdictTableWords;
  readonly cost: CostWords;
  readonly next: string;
  readonly always: string;
  readonly charts: ChartWords;
  readonly findings: FindingWords;
  readonly projects: ProjectWords;
  readonly keyrings: KeyringWords;
}

export interface VerdictTableWords {
  readonly caption: string;
  readonly verdict: string;
  readonly instances: string;
  readonly volumes: string;
  readonly meaning: string;
}

export interface CostWords {
  readonly heading: string;
  readonly perDay: string;
  readonly perMonth: string;
  readonly lingering: string;
  readonly lingeringMeans: string;
  readonly lingeringAtLeast: string;
  readonly atLeast: (sum: string) => string;
  readonly severalCurrencies: string;
  readonly unpriced: (n: number) => string;
  readonly sinceUnknown: (n: number) => string;
}

export interface ChartWords {
  readonly heading: string;
  readonly nothingPriced: (orphans: number) => string;
  readonly leftOut: (unpriced: number) => string;
  readonly figures: string;
  readonly byCluster: (currency: string) => string;
  readonly byClusterSays: (clusters: number, dearest: string, sum: string) => string;
  readonly cluster: string;
  readonly unknownCluster: string;
  readonly others: (clusters: number) => string;
  readonly orphans: string;
  readonly perMonth: string;
  readonly overTime: (currency: string) => string;
  readonly overTimeSays: (from: string, to: string, range: string) => string;
  readonly notOverTime: string;
  readonly date: string;
  readonly atLeast: string;
  readonly atMost: string;
}

export interface FindingWords {
  readonly heading: string;
  readonly none: string;
  readonly caption: (n: number) => string;
  readonly verdict: string;
  readonly resource: string;
  readonly what: string;
  readonly owner: string;
  readonly why: string;
  readonly perDay: string;
  readonly lingering: string;
  readonly next: string;
  readonly aDay: (sum: string) => string;
  readonly lingered: (sum: string) => string;
  readonly more: string;
  readonly evidence: string;
  readonly change: string;
  readonly controls: ControlWords;
}

export interface ControlWords {
  readonly label: string;
  readonly search: string;
  readonly searchHint: string;
  readonly kind: string;
  readonly project: string;
  readonly all: string;
  readonly openAll: string;
  readonly closeAll: string;
  readonly reset: string;
  /** With `{n}` and `{all}` where the script puts its counts. */
  readonly shown: string;
}

export interface ProjectWords {
  readonly heading: string;
  readonly caption: string;
  readonly project: string;
  readonly region: string;
  readonly read: string;
  readonly whole: string;
  readonly notWhole: string;
  readonly instances: string;
  readonly volumes: string;
  readonly unreadable: string;
  readonly lastComplete: string;
  readonly lastRecord: string;
  readonly never: string;
}

export interface KeyringWords {
  readonly heading: string;
  readonly needed: string;
  readonly keep: string;
  readonly keepNoMore: string;
  readonly none: string;
  readonly caption: (project: string, clusters: string) => string;
  readonly allClusters: string;
  readonly sound: string;
  readonly notSound: string;
  readonly empty: string;
  readonly key: string;
  readonly role: string;
  readonly roles: Readonly<Record<'active' | 'retired' | 'missing', string>>;
  readonly live: string;
  readonly leftover: string;
  readonly seen: string;
  readonly never: string;
  readonly unknown: string;
  readonly mayRetire: string;
  readonly yes: string;
  readonly no: string;
  readonly why: string;
}
