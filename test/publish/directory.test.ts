import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createDirectoryPublisher,
  type DirectoryPublisherOptions,
} from '../../lib/adapters/publishers/directory.ts';
import { deliver } from '../../lib/publish/delivery/deliver.ts';
import { writeReport } from '../../lib/report/formats.ts';
import { writeJson } from '../../lib/report/json.ts';
import { aCheck, alerted, anAlert, aReport, checked, idInFile, reported } from '../builders/publications.ts';
import { publisherContract } from '../contracts/publisher.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-publish-'));
afterAll(() => rm(folder, { recursive: true }));

const NOWHERE = { storedAt: null };
const PLAIN = {
  formats: ['json'],
  language: 'en',
  timezone: 'Asia/Seoul',
  takes: ['report', 'alert', 'check'],
} as const;
const aDirectory = (path: string, parts: Partial<DirectoryPublisherOptions> = {}) =>
  createDirectoryPublisher({ path, ...PLAIN, ...parts });

let folders = 0;
publisherContract('a directory', async () => {
  folders += 1;
  const path = join(folder, `contract-${folders}`);
  const isOurs = (name: string) => name.startsWith('orphan-audit-');
  return {
    open: () => aDirectory(path),
    secrets: ['hunter2'],
    async held() {
      const names = await readdir(path).catch(() => []);
      const texts = await Promise.all(names.filter(isOurs).map((name) => readFile(join(path, name), 'utf8')));
      return texts.map(idInFile);
    },
    async setBroken(isBroken) {
      if (isBroken) await writeFile(path, 'a file');
      else await rename(path, `${path}.away`);
    },
  };
});

describe('a directory', () => {
  test('takes each report under its moment, and the newest once more', async () => {
    const path = join(folder, 'new', 'deeper');
    const publisher = aDirectory(path);
    const [first, second] = [aReport('a', '2026-11-29T18:00:00Z'), aReport('b', '2026-11-30T18:00:00.250Z')];
    expect(await publisher.publish({ kind: 'report', report: first }, NOWHERE)).toBe(
      join(path, 'orphan-audit-20261129T180000Z.json'),
    );
    expect(await publisher.publish({ kind: 'report', report: second }, NOWHERE)).toBe(
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

  test('holds each format that it is to hold, and points to the first', async () => {
    const path = join(folder, 'formats');
    const formats = ['html', 'csv', 'focus', 'json'] as const;
    const place = await aDirectory(path, { formats }).publish(reported(), NOWHERE);
    const stem = 'orphan-audit-20261130T060000Z';
    expect(place).toBe(join(path, `${stem}.html`));
    expect((await readdir(path)).toSorted()).toEqual(
      ['csv', 'focus.csv', 'html', 'json']
        .flatMap((ending) => [`latest.${ending}`, `${stem}.${ending}`])
        .toSorted(),
    );
    expect(await readFile(join(path, 'latest.csv'), 'utf8')).toBe(writeReport(aReport(), 'csv', PLAIN));
  });

  test('holds an alert once, as JSON', async () => {
    const path = join(folder, 'alerts');
    const place = await aDirectory(path, { formats: ['html'] }).publish(
      alerted({ id: '../../etc/x' }),
      NOWHERE,
    );
    const [name = '', ...others] = await readdir(path);
    expect(name).toMatch(/^orphan-audit-alert-20261130T060500Z-[0-9a-f]{32}\.json$/);
    expect(place).toBe(join(path, name));
    expect(others).toEqual([]);
    expect(JSON.parse(await readFile(place, 'utf8'))).toEqual(anAlert({ id: '../../etc/x' }));
  });

  test('holds a check once, as JSON, and as text where reports are', async () => {
    const path = join(folder, 'checks');
    const formats = ['html', 'table'] as const;
    const place = await aDirectory(path, { formats }).publish(checked(), NOWHERE);
    const stem = 'orphan-audit-check-shop-2c32ae2c-20261130T060000Z';
    expect(place).toBe(join(path, `${stem}.json`));
    expect((await readdir(path)).toSorted()).toEqual([`${stem}.json`, `${stem}.txt`]);
    expect(JSON.parse(await readFile(place, 'utf8'))).toEqual(aCheck());
    expect(await readFile(join(path, `${stem}.txt`), 'utf8')).toContain('CLEARANCE');
  });

  test.each([
    [['shop'], 'shop-2c32ae2c'],
    [['old', 'new'], 'new-2c32ae2c'],
    [[], '2c32ae2c'],
    [['../../etc/x'], expect.stringMatching(/^[0-9a-f]{32}-2c32ae2c$/)],
  ])('names the check of a cluster called %j after it, and after its UID', async (names, expected) => {
    const path = join(folder, `named-${names.length}-${names.join('').length}`);
    await aDirectory(path).publish(checked({ cluster: { ...aCheck().cluster, names } }), NOWHERE);
    const [name = ''] = await readdir(path);
    expect(/^orphan-audit-check-(.+)-20261130T060000Z\.json$/.exec(name)?.[1]).toEqual(expected);
  });

  test('gets whole reports from two at once', async () => {
    const path = join(folder, 'two');
    const reports = ['a', 'b'].map((id) => aReport(id));
    await Promise.all(reports.map((report) => aDirectory(path).publish({ kind: 'report', report }, NOWHERE)));
    const names = await readdir(path);
    expect(names.toSorted()).toEqual(['latest.json', 'orphan-audit-20261130T060000Z.json']);
    for (const name of names)
      expect(reports.map(writeJson)).toContain(await readFile(join(path, name), 'utf8'));
  });

  test('that is a file fails by its name, and keeps the report from no other', async () => {
    const [file, other] = [join(folder, 'file'), join(folder, 'other')];
    await writeFile(file, '');
    const delivery = await deliver(reported(), [aDirectory(file), aDirectory(other)], undefined);
    expect(delivery.places).toEqual([join(other, 'orphan-audit-20261130T060000Z.json')]);
    expect(delivery.failures.map(({ code, message }) => [code, message])).toEqual([
      ['publish-failed', `the report cannot be written into ${file} (EEXIST)`],
    ]);
  });

  test('leaves no half file behind when it fails', async () => {
    const path = join(folder, 'half');
    await mkdir(join(path, 'latest.json'), { recursive: true });
    await expect(aDirectory(path).publish(reported(), NOWHERE)).rejects.toMatchObject({
      code: 'publish-failed',
    });
    expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
