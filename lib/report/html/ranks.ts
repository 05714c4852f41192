import { VERDICTS } from '../../verdict/judgement.ts';
import type { Finding, Report } from '../report.ts';

/** The columns that a reader may sort by. */
export const SORTABLE = ['verdict', 'resource', 'age', 'owner', 'perDay', 'lingering'] as const;
export type Sortable = (typeof SORTABLE)[number];

/** Of what has no value to sort by: last, whichever way the column is sorted. */
export const UNKNOWN = -1;

/**
 * For each finding its place in each column of {@link SORTABLE}: equal values share a place. The page's script compares
 * these numbers and nothing else, so that no locale and no currency is left for a browser to guess at.
 */
export function ranksOf(report: Report): readonly (readonly number[])[] {
  const { findings } = report;
  const main = report.summary.cost.currency;
  const columns: Readonly<Record<Sortable, readonly number[]>> = {
    verdict: findings.map(({ verdict }) => VERDICTS.indexOf(verdict)),
    resource: placesOf(findings.map(({ resource }) => resource.name)),
    // The older comes later: sorted up, the newest stands first.
    age: placesOf(findings.map(({ resource }) => ageKey(resource.createdAt))),
    owner: placesOf(findings.map(ownerKey)),
    perDay: placesOf(findings.map(({ cost }) => sumKey(cost.perDay, cost.currency, main))),
    lingering: placesOf(findings.map(({ cost }) => sumKey(cost.lingering?.max, cost.currency, main))),
  };
  return findings.map((_, at) => SORTABLE.map((column) => columns[column][at] ?? UNKNOWN));
}

type Key = string | readonly [string, number];

function placesOf(keys: readonly (Key | undefined)[]): readonly number[] {
  const known = [
    ...new Map(keys.filter((key) => key !== undefined).map((key) => [String(key), key])).values(),
  ];
  const places = new Map(known.sort(compareKeys).map((key, place) => [String(key), place]));
  return keys.map((key) => (key === undefined ? UNKNOWN : (places.get(String(key)) ?? UNKNOWN)));
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'string' || typeof b === 'string') return compareText(String(a), String(b));
  return compareText(a[0], b[0]) || a[1] - b[1];
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function ageKey(createdAt: string | null): Key | undefined {
  return createdAt === null ? undefined : ['', -Date.parse(createdAt)];
}

function ownerKey({ owner }: Finding): Key | undefined {
  if (owner === null) return undefined;
  return [owner.clusterName ?? owner.uid8 ?? owner.clusterUid ?? '', owner.nodeClaim ?? ''].join('\n');
}

/** Sums of one currency stand together, the main currency's as if they were the largest. */
function sumKey(
  sum: number | null | undefined,
  currency: string | null,
  main: string | null,
): Key | undefined {
  if (sum === null || sum === undefined || currency === null) return undefined;
  return [currency === main ? '1' : `0${currency}`, sum];
}
