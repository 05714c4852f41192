import type { DecidedBy, Judgement, Reason, Verdict, Warning } from './judgement.ts';

/**
 * One row of a rule table: holds, and says how, or does not hold (`undefined`). The first row that holds decides; so a
 * row may rely on none of those above it holding.
 */
export interface Rule<Evidence> {
  readonly number: number;
  readonly decide: (evidence: Evidence) => Ruling | undefined;
}

export type Ruling =
  | {
      readonly verdict: Exclude<Verdict, 'orphan'>;
      readonly reason: Reason;
      readonly warnings?: readonly Warning[];
    }
  | (Omit<Extract<Judgement, { verdict: 'orphan' }>, 'by' | 'warnings'> & {
      readonly warnings?: readonly Warning[];
    });

export function ruling(
  verdict: Exclude<Verdict, 'orphan'>,
  reason: Reason,
  warnings: readonly Warning[] = [],
): Ruling {
  return { verdict, reason, warnings };
}

/** The first rule of the table that holds. The last row of each table holds for everything. */
export function firstThatHolds<Evidence>(
  table: 'instances' | 'volumes',
  rules: readonly Rule<Evidence>[],
  evidence: Evidence,
): Judgement {
  for (const rule of rules) {
    const says = rule.decide(evidence);
    if (says === undefined) continue;
    const by: DecidedBy = { table, rule: rule.number };
    return { ...says, by, warnings: says.warnings ?? [] };
  }
  throw new TypeError(`no rule of the ${table} table holds, though its last row holds for everything`);
}
