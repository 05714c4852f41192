import type { Finding, Report } from '../report.ts';

/** The orphans that counts and costs speak of: an ignored one is none. */
export function countedOrphans({ findings }: Report): readonly Finding[] {
  return findings.filter(({ verdict, ignored }) => verdict === 'orphan' && ignored === null);
}

/** An orphan that costs something, with what the charts need of it. */
export interface PricedOrphan {
  readonly finding: Finding;
  readonly currency: string;
  readonly perMonth: number;
}

export function pricedOrphans(report: Report): readonly PricedOrphan[] {
  return countedOrphans(report).flatMap((finding) => {
    const { currency, perMonth } = finding.cost;
    return currency === null || perMonth === null || perMonth === 0 ? [] : [{ finding, currency, perMonth }];
  });
}
