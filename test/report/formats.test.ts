import { describe, expect, it } from 'vitest';
import { writeFocus } from '../../lib/report/focus/focus.ts';
import { FORMAT_FACTS, FORMATS, writeReport } from '../../lib/report/formats.ts';
import { writeHtml } from '../../lib/report/html/page.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { TIMEZONE } from './formats-worlds.ts';
import { aftermath, cleanNight, pricedNight } from './worlds.ts';

const BEGINNINGS: Readonly<Record<(typeof FORMATS)[number], string>> = {
  table: 'Karpenter',
  json: '{\n  "schemaVersion": "1"',
  csv: '"verdict","reason",',
  markdown: '## Karpenter',
  html: '<!DOCTYPE html>',
  prometheus: '# HELP karpenter_orphan_audit_findings ',
  focus: '"AvailabilityZone","BilledCost",',
};

describe.each(FORMATS)('the format %s', (format) => {
  it.each(LANGUAGES)('is written in %s, the same each time, and ends its last line', (language) => {
    for (const world of [aftermath, cleanNight, pricedNight]) {
      const text = writeReport(world(language), format, { language, timezone: TIMEZONE });
      expect(text.startsWith(BEGINNINGS[format])).toBe(true);
      expect(text.endsWith('\n')).toBe(true);
      expect(writeReport(world(language), format, { language, timezone: TIMEZONE })).toBe(text);
    }
  });

  it('has a media type and an extension of its own', () => {
    expect(FORMAT_FACTS[format].mediaType).toMatch(/^(text|application)\/[a-z-]+(; [a-z]+=[A-Za-z0-9.-]+)*$/);
    expect(FORMATS.filter((one) => FORMAT_FACTS[one].extension === FORMAT_FACTS[format].extension)).toEqual([
      format,
    ]);
  });

  it('begins with a byte order mark only if it is a CSV and that was asked for', () => {
    const text = writeReport(pricedNight('en'), format, {
      language: 'en',
      timezone: TIMEZONE,
      byteOrderMark: true,
    });
    expect(text.startsWith('\ufeff')).toBe(format === 'csv' || format === 'focus');
  });
});

it('writes what the writers write', () => {
  const options = { language: 'ko', timezone: TIMEZONE } as const;
  expect(writeReport(pricedNight('ko'), 'focus', options)).toBe(writeFocus(pricedNight('ko'), options));
  expect(writeReport(pricedNight('ko'), 'html', options)).toBe(writeHtml(pricedNight('ko'), options));
});
