import { VERDICTS } from '../verdict/judgement.ts';
import type { Finding } from './report.ts';

/**
 * The order of the findings (contract.md): verdict, orphan first; cost per day, dearest first and unpriced last; ID. What
 * follows makes it one order, whatever order the findings came in.
 */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    compareCost(a.cost.perDay, b.cost.perDay) ||
    compareText(a.resource.id, b.resource.id) ||
    compareText(a.resource.kind, b.resource.kind) ||
    compareText(a.resource.project, b.resource.project) ||
    compareText(a.resource.region, b.resource.region)
  );
}

function compareCost(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b - a;
}

/** By code unit, the same on every machine; a locale's order is not. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
