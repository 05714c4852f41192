import { VERDICTS } from '../verdict/judgement.ts';
import type { Finding } from './report.ts';

/**
 * The order of the findings (contract.md): verdict, orphan first; cost per day, dearest first within each currency and
 * unpriced last; ID. What follows makes it one order, whatever order the findings came in.
 */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    compareCost(a.cost, b.cost) ||
    compareText(a.resource.id, b.resource.id) ||
    compareText(a.resource.kind, b.resource.kind) ||
    compareText(a.resource.project, b.resource.project) ||
    compareText(a.resource.region, b.resource.region)
  );
}

function compareCost(a: Finding['cost'], b: Finding['cost']): number {
  if (a.perDay === null || b.perDay === null) return Number(a.perDay === null) - Number(b.perDay === null);
  return compareText(a.currency ?? '', b.currency ?? '') || b.perDay - a.perDay;
}

/** By code unit, the same on every machine; a locale's order is not. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
