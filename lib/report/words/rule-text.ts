import { AuditFailure } from '../../terms/failure.ts';
import { absurd } from '../../terms/words.ts';
import type { DecidedBy } from '../../verdict/judgement.ts';
import { type Language, textsIn } from './language.ts';
import { INSTANCE_RULES, type RuleTexts, VOLUME_RULES } from './texts.ts';

/**
 * The rule that decided, in words: `rule 20 of the instances' table: …`.
 *
 * @throws AuditFailure `internal` for a number that the table does not have.
 */
export function ruleText(by: DecidedBy, language: Language): string {
  const { rules } = textsIn(language);
  switch (by.table) {
    case 'brake':
      return rules.brake;
    case 'confirmation':
      return rules.confirmation;
    case 'instances':
    case 'volumes':
      return rules.numbered(by.table, by.rule, wordsOf(rules, by.table, by.rule));
    default:
      return absurd(by);
  }
}

function wordsOf(rules: RuleTexts, table: 'instances' | 'volumes', number: number): string {
  const instanceRule = INSTANCE_RULES.find((rule) => rule === number);
  const volumeRule = VOLUME_RULES.find((rule) => rule === number);
  if (table === 'instances' && instanceRule !== undefined) return rules.instances[instanceRule];
  if (table === 'volumes' && volumeRule !== undefined) return rules.volumes[volumeRule];
  throw new AuditFailure(
    'internal',
    `the report names rule ${number} of the ${table}' table, which has no such rule`,
    'please report it with the output of --verbose',
  );
}
