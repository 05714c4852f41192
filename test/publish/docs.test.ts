import { mkdtempSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { signatureOf } from '../../lib/adapters/publishers/webhook.ts';
import { loadSettings } from '../../lib/config/load.ts';
import { at } from '../builders/ledger.ts';
import { MINIMAL } from '../config/examples.ts';

const page = readFileSync(new URL('../../docs/publishers.md', import.meta.url), 'utf8');
const blocks = (language: string) => [
  ...page.matchAll(new RegExp(`^## (.+)$|^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm')),
];
const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-docs-'));
afterAll(() => rm(folder, { recursive: true }));

const examples = blocks('yaml').flatMap(([, , yaml], n) => (yaml === undefined ? [] : [{ n, yaml }]));

test('each kind of publisher has an example', () => {
  expect(examples).toHaveLength(6);
});

test.each(examples)('example $n is a sound configuration', async ({ yaml }) => {
  const file = join(folder, 'orphan-audit.yaml');
  await writeFile(file, `${MINIMAL}${yaml}`);
  const loaded = await loadSettings(file);
  expect(loaded.kind === 'faulty' ? loaded.faults.map(String) : []).toEqual([]);
});

test('what receivers are told to check by tells a sound message from the others', async () => {
  const code = blocks('js').find(([, , found]) => found !== undefined)?.[2] ?? '';
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const now = at('2026-11-30T06:05:00Z');
  const header = signatureOf('{"id":"한글"}', 'key', now);
  const holds = (parts: readonly unknown[]) => isOurs(...parts);
  expect(holds([header, '{"id":"한글"}', 'key', now])).toBe(true);
  expect(holds([header, '{"id":"한글"} ', 'key', now])).toBe(false);
  expect(holds([header, '{"id":"한글"}', 'another', now])).toBe(false);
  expect(holds([header, '{"id":"한글"}', 'key', now + 301_000])).toBe(false);
  expect(holds(['', '{"id":"한글"}', 'key', now])).toBe(false);
});
