import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FORMAT_FACTS, FORMATS, writeReport } from '../../lib/report/formats.ts';
import { MARKDOWN_LENGTH } from '../../lib/report/markdown/markdown.ts';
import { parseCsv } from './csv-parser.ts';
import { TIMEZONE } from './formats-worlds.ts';
import { brokenNight, pricedNight } from './worlds.ts';

const page = await readFile(new URL('../../docs/formats.md', import.meta.url), 'utf8');
const options = { language: 'en', timezone: TIMEZONE } as const;

/** The section of a format, up to the next. */
function section(format: string): string {
  const [, text = ''] = page.split(`\n## ${format}\n`);
  return text.split('\n## ')[0] ?? '';
}

/** What stands in backticks in the first column of a section's table. */
function firstColumn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    );
}

it('docs/formats.md has every format, with its file', () => {
  const rows = [...page.matchAll(/^\| `([a-z]+)` \|.*\| `\.([a-z.]+)` \|$/gm)].map((match) => [
    match[1],
    match[2],
  ]);
  expect(rows).toEqual(FORMATS.map((format) => [format, FORMAT_FACTS[format].extension]));
});

it('docs/formats.md has the columns of the CSV, in their order', () => {
  const [head = []] = parseCsv(writeReport(pricedNight('en'), 'csv', options));
  expect(firstColumn(section('csv'))).toEqual(head.map((cell) => cell?.text));
});

it('docs/formats.md has every metric', () => {
  const written = [pricedNight('en'), brokenNight('en')].flatMap((report) =>
    [...writeReport(report, 'prometheus', options).matchAll(/^# TYPE karpenter_orphan_audit_(\S+)/gm)].map(
      (match) => match[1],
    ),
  );
  const told = firstColumn(section('prometheus'));
  expect(written.filter((name) => !told.includes(name ?? ''))).toEqual([]);
  expect(told).toContain('keyring_sound');
});

it('docs/formats.md has how many series there are of each project', () => {
  const series = writeReport(pricedNight('en'), 'prometheus', options)
    .split('\n')
    .filter((line) => line.startsWith('karpenter_orphan_audit_findings{'));
  expect(section('prometheus')).toContain(`(${series.length} a project)`);
});

it('docs/formats.md has every column of our own in FOCUS, and the limit of the Markdown', () => {
  const [head = []] = parseCsv(writeReport(pricedNight('en'), 'focus', options));
  for (const name of head.map((cell) => cell?.text ?? '').filter((one) => one.startsWith('x_'))) {
    expect(section('focus')).toContain(`\`${name}\``);
  }
  expect(section('markdown')).toContain(`${MARKDOWN_LENGTH.toLocaleString('en-US')} characters`);
});
