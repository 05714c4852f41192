import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendFirstRequests, takeEarlyToken } from '../../lib/config/early-tokens.ts';

const CREDENTIAL = { id: 'invented-key', secret: 'invented-secret' };

let server: Server;
let iam: string;
let asked: string[];
let folder: string;
let file: string;
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      asked.push(body);
      response.writeHead(201).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  iam = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-early-'));
  file = join(folder, 'first-requests.json');
  vi.stubEnv('CLOUD_ID', ` ${CREDENTIAL.id}\n`);
  vi.stubEnv('CLOUD_SECRET', CREDENTIAL.secret);
  await write(['shop', 'pay']);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});

function write(projects: readonly string[], over: object = {}): Promise<void> {
  const list = projects.map((project) => ({ project, iam, id: 'CLOUD_ID', secret: 'CLOUD_SECRET', ...over }));
  return writeFile(file, JSON.stringify(list));
}

const isUnderWay = (project: string) => takeEarlyToken(project, iam, CREDENTIAL) !== undefined;

describe('the first requests of a function', () => {
  test.each([
    ['the project of a target', { runId: 'a', project: 'shop' }, ['shop']],
    ['some projects', { projects: ['pay'] }, ['pay']],
    ['all, where none is named', {}, ['shop', 'pay']],
    ['all, where there is no event', undefined, ['shop', 'pay']],
    ['none that is not there', { project: 'other' }, []],
    ['none that cannot be a name', { project: 7 }, []],
  ])('are for %s', async (_name, event, expected) => {
    await sendFirstRequests(file, event);
    expect(['shop', 'pay'].filter(isUnderWay)).toEqual(expected);
  });

  test('are no more than may be audited at once', async () => {
    const projects = ['a', 'b', 'c', 'd', 'e'];
    await write(projects);
    await sendFirstRequests(file, {});
    expect(projects.filter(isUnderWay)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are answered once, to who asks the same of the same', async () => {
    await sendFirstRequests(file, { project: 'shop' });
    const answer = takeEarlyToken('shop', iam, CREDENTIAL);
    expect(await answer).toMatchObject({ status: 201, text: '{}' });
    expect(asked).toHaveLength(1);
    expect(takeEarlyToken('shop', iam, CREDENTIAL)).toBeUndefined();
  });

  test.each([
    ['another endpoint', 'https://iam.example', CREDENTIAL],
    ['another key', undefined, { ...CREDENTIAL, id: 'another' }],
    ['another secret', undefined, { ...CREDENTIAL, secret: 'another' }],
  ])('are of no use for %s', async (_name, endpoint, credential) => {
    await sendFirstRequests(file, { project: 'shop' });
    expect(takeEarlyToken('shop', endpoint ?? iam, credential)).toBeUndefined();
  });

  test('of an earlier invocation are forgotten', async () => {
    await sendFirstRequests(file, { project: 'shop' });
    await sendFirstRequests(file, { project: 'pay' });
    expect(['shop', 'pay'].filter(isUnderWay)).toEqual(['pay']);
  });

  test.each([
    ['no file', () => rm(file)],
    ['no JSON', () => writeFile(file, '[')],
    ['no list', () => writeFile(file, '{}')],
    ['a row that lacks something', () => write(['shop'], { iam: undefined })],
    ['a variable that is not set', () => write(['shop'], { secret: 'NOT_SET' })],
    ['no row', () => writeFile(file, '[null, 1]')],
  ])('are not sent, and stop nothing, where there is %s', async (_name, prepare) => {
    await prepare();
    await sendFirstRequests(file, {});
    expect(['shop', 'pay'].filter(isUnderWay)).toEqual([]);
  });
});
