import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '../../lib/report/csv/csv.ts';
import { recordsOf, unguarded } from './csv-parser.ts';
import { program } from './formats-programs.ts';
import { LINGERING, orphans } from './formats-worlds.ts';

const soffice = program('soffice');

describe(`LibreOffice${soffice.why}`, () => {
  const IDS = [
    '00000000-0000-4000-8000-000000000001',
    '12345678-1234-4123-8123-123456789012',
    '73928e05-0000-4000-8000-000000000001',
    '12345678',
    '73928e05',
    '1e5',
    '007',
    '2026-11-30',
    '1/2',
    '=1+1',
    '@SUM(1)',
    'TRUE',
  ];

  it.skipIf(!soffice.isThere).each([
    ['as it opens a file by itself', ''],
    ['told to look for dates and other values', 'CSV:44,34,76,1,,1033,false,true'],
    ['in Korean', 'CSV:44,34,76,1,,1042,false,true'],
  ])('%s sees the same IDs as a program does, and computes nothing', async (_, filter) => {
    const report = orphans(
      ...IDS.map((id) => ({
        resource: { id, name: id },
        owner: {
          clusterUid: null,
          uid8: /^[0-9a-f]{8}/.exec(id)?.[0] ?? null,
          clusterName: id,
          nodeClaim: id,
        },
        cost: LINGERING,
      })),
    );
    const csv = writeCsv(report, { language: 'ko', byteOrderMark: true });
    const back = await throughLibreOffice(csv, filter);
    const [sent, seen] = [recordsOf(csv), recordsOf(back)];
    const texts = ['id', 'name', 'namePrefix', 'clusterName', 'nodeClaim', 'nextStepText', 'costPerDay'];
    const pick = (record: Readonly<Record<string, string | null>>) => texts.map((name) => record[name]);
    expect(seen.map(pick)).toEqual(sent.map(pick));
    expect(seen.map(({ id }) => unguarded(id ?? ''))).toEqual(IDS);
  });

  it.skipIf(!soffice.isThere)(
    'would take a bare uid8 for a number, so that the tests above can fail',
    async () => {
      const back = await throughLibreOffice('"id"\r\n"73928e05"\r\n', '');
      expect(recordsOf(back)).toEqual([{ id: '7392800000' }]);
    },
  );
});

/** Into a spreadsheet and out again, every cell as it is shown. */
async function throughLibreOffice(csv: string, filter: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-soffice-'));
  try {
    await writeFile(join(folder, 'report.csv'), csv);
    const { stderr } = spawnSync(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        ...(filter === '' ? [] : [`--infilter=${filter}`]),
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false',
        '--outdir',
        join(folder, 'out'),
        join(folder, 'report.csv'),
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).not.toContain('Error');
    const out = await readFile(join(folder, 'out', 'report.csv'), 'utf8');
    return out.replaceAll(/\r?\n/g, '\r\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}
