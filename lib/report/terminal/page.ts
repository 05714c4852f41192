import { DateTime } from 'luxon';
import { AuditFailure } from '../../terms/failure.ts';
import type { Verdict } from '../../verdict/judgement.ts';
import type { Texts } from '../words/texts.ts';
import { paint, type Style, styled } from './layout.ts';

/** Where and how a page is written. */
export interface Page {
  readonly texts: Texts;
  readonly columns: number;
  readonly colour: boolean;
}

/** Loud where somebody has to act or to look. */
export const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  orphan: 'alarm',
  ambiguous: 'caution',
  held: 'caution',
  retained: 'caution',
  settling: 'strong',
  'in-use': 'calm',
  unrelated: 'faint',
};

/** Lines in one style. */
export function ink(page: Page, style: Style, lines: readonly string[]): readonly string[] {
  return styled(style, lines).map((line) => paint(line, page.colour));
}

/** A moment of the report as people read it: `2026-11-30 15:00 +09:00`. */
export function localTime(iso: string, timezone: string): string {
  const at = DateTime.fromISO(iso, { zone: timezone });
  if (!at.isValid) {
    throw new AuditFailure(
      'config-invalid',
      `the time ${iso} cannot be shown in the time zone ${timezone}`,
      'give an IANA name such as Asia/Seoul as timezone',
    );
  }
  return at.toFormat('yyyy-MM-dd HH:mm ZZ');
}
