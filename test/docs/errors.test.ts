import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXIT } from '../../lib/cli/exit-status.ts';
import { FAILURE_CODES } from '../../lib/terms/failure.ts';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) \| (.+) \| (.+) \|$/gm)].map(
  ([, key = '', means = '', remedy = '']) => ({
    key,
    means,
    remedy,
  }),
);
const codeRows = rows.filter(({ key }) => key.startsWith('`'));

test('every failure code has one row on the page, and every row is a failure code', () => {
  expect(codeRows.map(({ key }) => key.replaceAll('`', '')).toSorted()).toEqual(
    [...FAILURE_CODES].toSorted(),
  );
});

test('every exit status has one row on the page', () => {
  const statuses = rows.filter(({ key }) => /^\d$/.test(key)).map(({ key }) => Number(key));
  expect(statuses).toEqual(Object.values(EXIT));
});

test.each(codeRows)('$key says what it means and what to do', ({ means, remedy }) => {
  expect(means.length).toBeGreaterThan(10);
  expect(remedy.length).toBeGreaterThan(5);
});
