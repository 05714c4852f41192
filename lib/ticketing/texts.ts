/** Everything that a ticket says in a language. What it quotes comes in as it is to be shown. */
export interface TicketTexts {
  readonly title: (cluster: string) => string;
  /** To whom it goes, and as of when it was put together. */
  readonly intro: (asOf: string) => string;
  readonly atAGlance: string;
  readonly rows: Readonly<Record<GlanceRow, string>>;
  readonly unknown: string;
  readonly notInstalled: string;
  readonly asOfReading: (value: string, at: string) => string;
  readonly states: {
    readonly alive: (phase: string) => string;
    readonly deleting: (phase: string, since: string | undefined) => string;
    readonly gone: (by: string) => string;
    readonly neverKnown: string;
    readonly unreadable: (why: string) => string;
  };
  readonly toDo: string;
  /** Two steps: what happened, and the controller's logs; `command` prints them. */
  readonly steps: (file: string, command: string) => readonly string[];
  readonly concerned: string;
  readonly nothingConcerned: string;
  readonly columns: Readonly<Record<ConcernedColumn, string>>;
  readonly kinds: Readonly<Record<'instance' | 'volume', string>>;
  readonly notRead: string;
  readonly more: (count: number, file: string) => string;
  readonly contents: string;
  readonly contentColumns: readonly [file: string, bytes: string, what: string];
  readonly files: Readonly<Record<FileName, string>>;
  readonly missing: string;
  readonly nothingMissing: string;
  readonly gaps: {
    readonly neverRecorded: (kind: string) => string;
    readonly inDamagedFile: (kind: string, names: string) => string;
    readonly damagedFile: (file: string) => string;
    readonly notReadNow: (why: string) => string;
    readonly noRecord: string;
    readonly left: (count: number, kind: string) => string;
    readonly incomplete: (problem: string) => string;
  };
  readonly takenOut: string;
  readonly nothingTakenOut: string;
  readonly wasTakenOut: (count: number, file: string) => string;
  /** A form for the person: when it happened, and what was changed. */
  readonly whatHappened: (cluster: string) => string;
}

export type GlanceRow = 'name' | 'id' | 'uid' | 'project' | 'state' | 'chart' | 'image' | 'recorded';
export type ConcernedColumn = 'kind' | 'id' | 'name' | 'node' | 'nodeClaim' | 'verdict';

export type FileName =
  | 'index.md'
  | 'what-happened.md'
  | 'cluster.yaml'
  | 'kcnodeclasses.yaml'
  | 'nodepools.yaml'
  | 'nodeclaims.yaml'
  | 'warnings.yaml'
  | 'recorded.yaml'
  | 'remaining.yaml'
  | 'redactions.txt';
