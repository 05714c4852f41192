import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDirectoryPublisher } from '../../lib/adapters/publishers/directory.ts';
import { deliver } from '../../lib/publish/deliver.ts';
import { buildReport } from '../../lib/report/build.ts';
import { writeJson } from '../../lib/report/json.ts';
import type { Report } from '../../lib/report/report.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-publish-'));
afterAll(() => rm(folder, { recursive: true }));

function reportOf(id: string, asOf: string): Report {
  const at = instantFromMs(Date.parse(asOf));
  return buildReport({
    run: { id, startedAt: at, finishedAt: at, asOf: at },
    projects: [],
    ignore: [],
    language: 'en',
    all: false,
  });
}

describe('a directory', () => {
  test('takes each report under its moment, and the newest once more', async () => {
    const path = join(folder, 'new', 'deeper');
    const publisher = createDirectoryPublisher(path);
    const [first, second] = [
      reportOf('a', '2026-11-29T18:00:00Z'),
      reportOf('b', '2026-11-30T18:00:00.250Z'),
    ];
    expect(await publisher.publish({ kind: 'report', report: first })).toBe(
      join(path, 'orphan-audit-20261129T180000Z.json'),
    );
    expect(await publisher.publish({ kind: 'report', report: second })).toBe(
      join(path, 'orphan-audit-20261130T180000Z.json'),
    );

    expect((await readdir(path)).toSorted()).toEqual([
      'latest.json',
      'orphan-audit-20261129T180000Z.json',
      'orphan-audit-20261130T180000Z.json',
    ]);
    const read = (name: string) => readFile(join(path, name), 'utf8');
    expect(await read('orphan-audit-20261129T180000Z.json')).toBe(writeJson(first));
    expect(await read('orphan-audit-20261130T180000Z.json')).toBe(writeJson(second));
    expect(await read('latest.json')).toBe(writeJson(second));
  });

  test('gets whole reports from two at once', async () => {
    const path = join(folder, 'two');
    const reports = ['a', 'b'].map((id) => reportOf(id, '2026-11-30T18:00:00Z'));
    await Promise.all(
      reports.map((report) => createDirectoryPublisher(path).publish({ kind: 'report', report })),
    );
    const names = await readdir(path);
    expect(names.toSorted()).toEqual(['latest.json', 'orphan-audit-20261130T180000Z.json']);
    for (const name of names)
      expect(reports.map(writeJson)).toContain(await readFile(join(path, name), 'utf8'));
  });

  test('that is a file fails by its name, and keeps the report from no other', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const delivery = await deliver({ kind: 'report', report: reportOf('a', '2026-11-30T18:00:00Z') }, [
      createDirectoryPublisher(file),
      createDirectoryPublisher(join(folder, 'other')),
    ]);
    expect(delivery.places).toEqual([join(folder, 'other', 'orphan-audit-20261130T180000Z.json')]);
    expect(delivery.failures.map(({ code, message }) => [code, message])).toEqual([
      ['publish-failed', `the report cannot be written into ${file} (EEXIST)`],
    ]);
  });
});
