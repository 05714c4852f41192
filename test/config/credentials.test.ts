import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCredential } from '../../lib/config/credentials.ts';
import type { SecretSource } from '../../lib/config/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-credential-'));
beforeAll(async () => {
  await writeFile(join(folder, 'id'), 'key-id\n');
  await writeFile(join(folder, 'empty'), '\n');
});
afterAll(() => rm(folder, { recursive: true }));

const file = (name: string): SecretSource => ({ kind: 'file', path: join(folder, name) });
const env = (name: string): SecretSource => ({ kind: 'env', name });

function read(id: SecretSource, secret: SecretSource, from: NodeJS.ProcessEnv) {
  return readCredential('project shop', { id, secret }, from);
}

describe('a credential', () => {
  test('is read from the environment and from a file, without the newline at its end', async () => {
    expect(await read(file('id'), env('KEY_SECRET'), { KEY_SECRET: 'hunter2' })).toEqual({
      kind: 'credential',
      credential: { id: 'key-id', secret: 'hunter2' },
    });
  });

  test.each([
    [
      'a variable that is not set',
      env('NOPE'),
      'the environment variable NOPE, which is the credential.secret of project shop, is not set',
    ],
    [
      'a variable that is blank',
      env('BLANK'),
      'the environment variable BLANK, which is the credential.secret of project shop, is empty',
    ],
    [
      'a file that is not there',
      file('nope'),
      'the file FOLDER/nope, which is the credential.secret of project shop, cannot be read (ENOENT)',
    ],
    [
      'a file that is a folder',
      file('.'),
      'the file FOLDER, which is the credential.secret of project shop, cannot be read (EISDIR)',
    ],
    [
      'an empty file',
      file('empty'),
      'the file FOLDER/empty, which is the credential.secret of project shop, is empty',
    ],
  ])('is missing: %s', async (_name, source, message) => {
    const answer = await read(file('id'), source, { BLANK: ' ' });
    expect(
      answer.kind === 'missing' && answer.failures.map((failure) => [failure.code, failure.message]),
    ).toEqual([['credential-missing', message.replace('FOLDER', folder)]]);
  });

  test('tells both parts when both are missing', async () => {
    const answer = await read(env('A'), env('B'), {});
    expect(answer.kind === 'missing' && answer.failures).toHaveLength(2);
  });
});
