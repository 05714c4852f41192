/** The words of the Markdown that no other page of the report has. */
export interface MarkdownTexts {
  readonly columns: {
    readonly name: string;
    readonly id: string;
    readonly what: string;
    readonly owner: string;
    readonly why: string;
    readonly next: string;
    readonly perDay: string;
    readonly lingering: string;
  };
  readonly unpriced: string;
  readonly more: (n: number) => string;
  /** Sums by day and by month, and what has been paid. */
  readonly cost: (perDay: string, perMonth: string, lingering: string) => string;
  readonly withoutPrice: (n: number) => string;
  /** Counted as billed, though nobody knows whether their states are. */
  readonly unsure: (n: number) => string;
  readonly missingPrices: (prices: string) => string;
  readonly missingPrice: (price: string, n: number) => string;
  readonly remedy: string;
  readonly notListed: (counts: string) => string;
  /** What the limit of size left no room for. */
  readonly cut: (n: number, counts: string) => string;
  readonly keyringUnsound: (projects: string) => string;
}
