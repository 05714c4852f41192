import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createS3Publisher, type S3PublisherOptions } from '../../lib/adapters/publishers/s3.ts';
import { writeJson } from '../../lib/report/json.ts';
import { alerted, aReport, checked, idInFile, reported } from '../builders/publications.ts';
import { type StrictS3, startStrictS3 } from '../builders/strict-s3.ts';
import { publisherContract } from '../contracts/publisher.ts';

const NOWHERE = { storedAt: null };

let s3: StrictS3;
beforeEach(async () => {
  s3 = await startStrictS3({ conditions: 'kept' });
});
afterEach(() => s3.close());

const aBucket = (parts: Partial<S3PublisherOptions> = {}) => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3;
  return createS3Publisher({
    endpoint,
    region,
    bucket,
    prefix: 'reports/',
    addressing: 'path',
    credential: { accessKeyId, secretAccessKey },
    retryBudgetMs: 30_000,
    sleep: async () => {},
    formats: ['json'],
    language: 'en',
    timezone: 'Asia/Seoul',
    takes: ['report', 'alert', 'check'],
    ...parts,
  });
};
const textOf = (key: string) => new TextDecoder().decode(s3.objects.get(key));

publisherContract('an S3 bucket', async () => ({
  open: () => aBucket(),
  secrets: [s3.secretAccessKey],
  held: async () =>
    [...s3.objects.keys()]
      .filter((key) => key.startsWith('reports/orphan-audit-'))
      .map((key) => idInFile(textOf(key))),
  setBroken: async (isBroken) => {
    s3.interfere = () => (isBroken ? { kind: 'refuse', status: 403, code: 'AccessDenied' } : undefined);
  },
}));

describe('an S3 bucket', () => {
  test('holds each report under its moment, and then the newest once more', async () => {
    const place = await aBucket({ formats: ['html', 'json'] }).publish(reported(), NOWHERE);
    const stem = 'reports/orphan-audit-20261130T060000Z';
    expect(place).toBe(`${s3.endpoint}/${s3.bucket}/${stem}.html`);
    expect(s3.requests.map(({ key, headers }) => [key, headers['content-type']])).toEqual([
      [`${stem}.html`, 'text/html; charset=utf-8'],
      [`${stem}.json`, 'application/json'],
      ['reports/latest.html', 'text/html; charset=utf-8'],
      ['reports/latest.json', 'application/json'],
    ]);
    expect(textOf('reports/latest.json')).toBe(writeJson(aReport()));
  });

  test('holds an alert once', async () => {
    await aBucket().publish(alerted(), NOWHERE);
    expect([...s3.objects.keys()]).toEqual(['reports/orphan-audit-alert-20261130T060500Z-alert-1.json']);
  });

  test('holds a check once', async () => {
    await aBucket().publish(checked(), NOWHERE);
    expect([...s3.objects.keys()]).toEqual([
      'reports/orphan-audit-check-shop-2c32ae2c-20261130T060000Z.json',
    ]);
  });

  test('that asks to wait is waited for', async () => {
    const waits: number[] = [];
    s3.interfere = ({ nth }) =>
      nth === 0
        ? { kind: 'refuse', status: 503, code: 'SlowDown', headers: { 'retry-after': '7' } }
        : undefined;
    await aBucket({ sleep: async (ms) => void waits.push(ms) }).publish(reported(), NOWHERE);
    expect(waits).toEqual([7000]);
  });

  test.each([
    ['503 SlowDown', 'publish-failed', { kind: 'refuse', status: 503, code: 'SlowDown' } as const],
    ['403 AccessDenied', 'publish-refused', { kind: 'refuse', status: 403, code: 'AccessDenied' } as const],
  ])('that answers %s to the end is %s', async (said, code, fault) => {
    s3.interfere = () => fault;
    await expect(aBucket({ retryBudgetMs: 0 }).publish(reported(), NOWHERE)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
  });
});
