import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSettings } from '../../lib/config/load.ts';
import { packagedWith } from '../../lib/config/packaging.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-packaging-'));
});
afterEach(() => rm(folder, { recursive: true }));

const STORE = 'store: { kind: s3, region: r, bucket: b, credential: { id: "env:A", secret: "env:B" } }';

async function packaged(
  over: { readonly store?: string; readonly id?: string; readonly more?: string } = {},
) {
  const { store = STORE, id = 'env:CLOUD_ID', more = '' } = over;
  const file = join(folder, 'orphan-audit.yaml');
  await writeFile(
    file,
    `version: 1
${store}
projects:
  - name: shop
    region: kr-central-2
    credential: { id: "${id}", secret: "env:CLOUD_SECRET" }
    signatureScheme: ./shop/scheme.json
${more}
`,
  );
  const loaded = await loadSettings(file);
  if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults);
  const { faults, ...rest } = packagedWith(loaded.settings, folder);
  return { ...rest, faults: faults.map(({ message }) => message.replaceAll(folder, 'HERE')) };
}

describe('what is packaged with a configuration', () => {
  test('are the files that it names, and whom to ask first', async () => {
    expect(await packaged({ more: 'prices: ./prices.yaml' })).toEqual({
      files: ['prices.yaml', 'shop/scheme.json'],
      firstRequests: [
        { project: 'shop', iam: 'https://iam.kakaocloud.com', id: 'CLOUD_ID', secret: 'CLOUD_SECRET' },
      ],
      faults: [],
    });
  });

  test.each([
    ['a ledger in a directory', { store: '' }, 'the store is the directory HERE/.orphan-audit'],
    ['a key in a file', { id: 'file:./id' }, 'a secret is read from the file HERE/id'],
    [
      'a keyring in a file',
      { more: '    keyrings: [{ file: ./keyring.json }]' },
      'a secret is read from the file HERE/keyring.json',
    ],
    [
      'the key of a publisher in a file',
      {
        more: 'publish: [{ kind: s3, region: r, bucket: b, credential: { id: "file:./p", secret: "env:B" } }]',
      },
      'a secret is read from the file HERE/p',
    ],
    [
      'a price book elsewhere',
      { more: 'prices: ../prices.yaml' },
      '../prices.yaml lies outside of its folder',
    ],
  ])('cannot be %s', async (_name, over, what) => {
    const { faults } = await packaged(over);
    expect(faults).toEqual([
      `this configuration cannot be packaged: ${what}, which is not there when a function runs`,
    ]);
  });

  test('asks nobody first with a key that is in a file', async () => {
    expect((await packaged({ id: 'file:./id' })).firstRequests).toEqual([]);
  });
});
