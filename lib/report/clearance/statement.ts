import { paragraph, wrap } from '../terminal/layout.ts';
import { ink, type Page } from '../terminal/page.ts';
import type { CheckResult } from './clearance.ts';
import { type CheckWording, clearanceText, coverageLines, keyringText } from './lines.ts';

/** A page with the words of a check beside those of a report. */
export type CheckPage = Page & CheckWording;

/** What a check comes to: whether the cluster is cleared, what that rests on, and what becomes of the keyring. */
export function statement(page: CheckPage, result: CheckResult): readonly (readonly string[])[] {
  return [clearance(page, result), coverage(page, result), keyring(page, result)];
}

function clearance(page: CheckPage, result: CheckResult): readonly string[] {
  const { columns, words } = page;
  if (!result.clearance.granted) {
    return [
      ...ink(page, 'alarm', wrap(words.clearance.withheldHeading, columns)),
      ...result.clearance.withheld.flatMap((reason) =>
        ink(page, 'plain', paragraph('- ', words.clearance.withheld[reason], columns)),
      ),
    ];
  }
  const text = clearanceText(page, result);
  return [...ink(page, 'calm', [words.clearance.heading]), ...ink(page, 'calm', wrap(text, columns))];
}

function coverage(page: CheckPage, result: CheckResult): readonly string[] {
  const { columns, words } = page;
  return [
    ...ink(page, 'strong', [words.coverage.heading]),
    ...coverageLines(page, result).flatMap((line) => ink(page, 'plain', paragraph('- ', line, columns))),
  ];
}

function keyring(page: CheckPage, result: CheckResult): readonly string[] {
  const { columns, words } = page;
  return ink(page, 'strong', paragraph(words.keyring.heading, keyringText(page, result), columns));
}
