import type { Found } from '../inventory/cloud.ts';
import type { Readable } from '../terms/readable.ts';
import { isUnheard, type Ruled } from './judge.ts';
import type { Judgement } from './judgement.ts';

const NOT_CONFIRMED: Judgement = {
  verdict: 'ambiguous',
  reason: 'not-confirmed',
  by: { table: 'confirmation' },
  warnings: [],
};

/**
 * Says again what the second reading of a would-be orphan says: an orphan only where both readings agree. What could
 * not be read again is ambiguous, and so is a resource that the list had and a GET by its ID does not.
 */
export function confirmed<Resource, Evidence>(
  first: Ruled<Resource, Evidence>,
  second: Readable<Found<Resource>> | undefined,
  judgeAgain: (resource: Resource) => Ruled<Resource, Evidence>,
): Ruled<Resource, Evidence> {
  if (first.judgement.verdict !== 'orphan') return first;
  if (second?.kind !== 'read' || second.value.kind !== 'found') return { ...first, judgement: NOT_CONFIRMED };
  const again = judgeAgain(second.value.value);
  return isUnheard(again) ? { ...again, judgement: NOT_CONFIRMED } : again;
}
