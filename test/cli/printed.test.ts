import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { priceBookJsonSchema } from '../../lib/config/price-schema.ts';
import { configJsonSchema } from '../../lib/config/schema.ts';
import { reportSchema } from '../../lib/report/schema.ts';
import { type } from './terminal.ts';

test('the version is the one of package.json', async () => {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  expect(await type(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test.each([
  ['--help'],
  ['help', 'audit'],
  ['audit', '--help'],
  ['record', '--help'],
  ['explain', '--help'],
  ['simulate', '--help'],
  ['demo', '--help'],
  ['config', 'check', '--help'],
  ['prices', 'check', '--help'],
  ['prices', 'init', '--help'],
])('help of %s %s', async (...argv) => {
  const { status, stdout, stderr } = await type(argv);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: orphan-audit');
});

test('help tells the exit statuses, and that nothing is changed', async () => {
  const { stdout } = await type(['--help']);
  expect(stdout).toContain('3  done but incomplete');
  expect(stdout).toContain('It only reads');
});

test.each([
  ['the configuration', ['config', 'schema'], configJsonSchema()],
  ['a report', ['report', 'schema'], reportSchema()],
  ['a price book', ['prices', 'schema'], priceBookJsonSchema()],
])('the JSON Schema of %s', async (_name, argv, schema) => {
  const { status, stdout, stderr } = await type(argv);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(schema)));
});
