import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultEndpoints } from '../../../lib/adapters/kakaocloud/kakaocloud.ts';
import { transportFailure } from '../../../lib/adapters/kakaocloud/refusals.ts';
import type { AuditFailure } from '../../../lib/terms/failure.ts';
import { anId } from '../../builders/ledger.ts';
import {
  aToken,
  CLUSTERS,
  cloudAt,
  clustersAnswered,
  type FakeTime,
  failureOf,
  fakeTime,
  NO_CLUSTERS,
  type Reply,
  refusal,
  SECRET,
  type SmallCloud,
  smallCloud,
  TOKEN,
} from './small-cloud.ts';

let server: SmallCloud;
let time: FakeTime;
beforeEach(async () => {
  server = await smallCloud();
  time = fakeTime();
});
afterEach(() => server.close());

async function listFailure(...replies: Reply[]): Promise<AuditFailure> {
  clustersAnswered(server, ...replies);
  return failureOf(cloudAt(server.url, time).listClusters());
}

const timesAsked = (path = CLUSTERS) => server.asked.filter((asked) => asked.path === path).length;

describe('a request', () => {
  it('asks for a token in the documented form, and then with it', async () => {
    clustersAnswered(server, NO_CLUSTERS);
    await cloudAt(server.url, time).listClusters();
    const [issue, list] = server.asked;
    expect(issue).toMatchObject({ method: 'POST', path: '/identity/v3/auth/tokens' });
    expect(issue?.headers['content-type']).toBe('application/json');
    expect(issue?.headers['x-auth-token']).toBeUndefined();
    expect(JSON.parse(issue?.body ?? '')).toEqual({
      auth: {
        identity: {
          methods: ['application_credential'],
          application_credential: { id: 'invented-key', secret: SECRET },
        },
      },
    });
    expect(list).toMatchObject({ method: 'GET', path: CLUSTERS, body: '' });
    expect(list?.headers['x-auth-token']).toBe(`${TOKEN}1`);
    expect(list?.headers.accept).toBe('application/json');
    expect(list?.headers['content-type']).toBeUndefined();
  });

  it('goes below the path of an endpoint that has one', async () => {
    server.answer = ({ path }) => {
      if (path === '/iam/identity/v3/auth/tokens') return aToken();
      return path === `/ke${CLUSTERS}` ? NO_CLUSTERS : undefined;
    };
    const { url } = server;
    const endpoints = { iam: `${url}/iam/`, bcs: url, volume: url, kubernetesEngine: `${url}/ke` };
    expect(await cloudAt(url, time, { endpoints }).listClusters()).toEqual([]);
  });

  it.each(['not a URL', 'ftp://host', ''])('is never made to the endpoint "%s"', (bcs) => {
    const endpoints = { ...defaultEndpoints('kr-central-2'), bcs };
    expect(() => cloudAt(server.url, time, { endpoints })).toThrow(
      'the endpoint of bcs is no http or https URL',
    );
  });

  it('keeps its connections, and makes no more at once than it may', async () => {
    const sockets = new Set<unknown>();
    let open = 0;
    let most = 0;
    server.answer = ({ path }) => {
      if (!path.startsWith('/api/')) return undefined;
      return (response) => {
        sockets.add(response.socket);
        open += 1;
        most = Math.max(most, open);
        setImmediate(() => {
          open -= 1;
          response.writeHead(404, { 'content-type': 'application/json' });
          response.end('{"error":{"code":"Sample.NotFound","message":"gone"}}');
        });
      };
    };
    const cloud = cloudAt(server.url, time, { concurrency: 3 });
    await Promise.all(Array.from({ length: 30 }, (_, n) => cloud.getVolume(anId(n))));
    await cloud.close();
    expect(most).toBeLessThanOrEqual(3);
    expect(sockets.size).toBeLessThanOrEqual(3);
  });
});

describe('a refusal', () => {
  it.each([
    [401, 'unauthorized', 'IAM access key'],
    [403, 'forbidden', 'Project Reader'],
    [404, 'not-found', 'endpoint'],
    [400, 'request-refused', 'endpoint'],
    [409, 'request-refused', 'endpoint'],
    [422, 'request-refused', 'endpoint'],
    [500, 'server-failed', 'later'],
    [501, 'server-failed', 'later'],
    [301, 'redirected', 'redirects are never followed'],
    [302, 'redirected', 'redirects are never followed'],
    [307, 'redirected', 'redirects are never followed'],
    [304, 'redirected', 'redirects are never followed'],
  ])('%i is %s', async (status, code, remedy) => {
    const failure = await listFailure(refusal(status, 'because', { location: `${server.url}/elsewhere` }));
    expect(failure.code).toBe(code);
    const said = status === 304 ? '' : ' (because)';
    expect(failure.message).toBe(`kubernetes-engine: GET ${CLUSTERS} answered ${status}${said}`);
    expect(failure.remedy).toContain(remedy);
    expect(time.slept).toEqual([]);
    expect(timesAsked('/elsewhere')).toBe(0);
  });

  it('names the service that the role is missing for', async () => {
    const { remedy } = await listFailure(refusal(403, 'role does not allow this action'));
    expect(remedy).toContain('Kubernetes Engine (kubernetes-engine)');
  });

  it.each([
    [
      'bcs and its kin',
      { error: { code: 'InvalidRequest.BadRequest', message: 'limit must be a number' } },
      'limit must be a number',
    ],
    [
      'Keystone',
      { error: { code: 400, message: 'It is malformed.', title: 'Bad Request' } },
      'It is malformed.',
    ],
    ['Keystone without a message', { error: { code: 400 } }, '400'],
    ['the config service', { success: false, message: 'service is not valid' }, 'service is not valid'],
    [
      'FastAPI',
      { detail: [{ loc: ['query', 'limit'], msg: 'not an integer', type: 'x' }] },
      'query.limit: not an integer',
    ],
    ['FastAPI in a line', { detail: 'Method Not Allowed' }, 'Method Not Allowed'],
    ['several lines', { error: { code: 'x', message: ' one\n\ttwo ' } }, 'one two'],
  ])('is told in the words of %s', async (_, body, words) => {
    const { message } = await listFailure({ status: 400, body });
    expect(message).toBe(`kubernetes-engine: GET ${CLUSTERS} answered 400 (${words})`);
  });

  it.each([
    ['a web page', '<html><body>Bad Request</body></html>'],
    ['nothing', ''],
    ['other JSON', '[1]'],
    ['null', 'null'],
    ['an error of another form', '{"error":"no"}'],
    ['an error of nothing', '{"error":{},"detail":[]}'],
  ])('is told without words where it says %s', async (_, body) => {
    expect((await listFailure({ status: 400, body })).message).toBe(
      `kubernetes-engine: GET ${CLUSTERS} answered 400`,
    );
  });

  it('is told shortly', async () => {
    const { message } = await listFailure(refusal(400, 'x'.repeat(5000)));
    expect(message.length).toBeLessThan(300);
  });

  it('says nothing of the token or the secret, even if the server says them back', async () => {
    const failure = await listFailure(refusal(400, `no such token ${TOKEN}1, no such secret ${SECRET}`));
    expect(failure.message).toContain('no such token …, no such secret …');
    expect(inspect(failure, { depth: 9 })).not.toContain(SECRET);
  });
});

describe('what a server says back of the token', () => {
  const spelled = (text: string) =>
    [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  it.each<[string, Reply]>([
    [
      'in another spelling',
      { status: 400, body: `{"error":{"code":"x","message":"${spelled(SECRET)} ${spelled(`${TOKEN}1`)}"}}` },
    ],
    ['in a field of a good answer', { body: { clusters: `${TOKEN}1 ${SECRET}` } }],
    ['in the content type', { headers: { 'content-type': `text/${TOKEN}1` }, body: 'x' }],
  ])('is not shown: %s', async (_, reply) => {
    const failure = await listFailure(reply);
    expect(inspect(failure, { depth: 9 })).not.toContain(TOKEN);
    expect(inspect(failure, { depth: 9 })).not.toContain(SECRET);
  });
});

describe('an answer that is none', () => {
  const html = { headers: { 'content-type': 'text/html' }, body: '<html>maintenance</html>' };
  it.each<[string, Reply, string, string]>([
    ['empty', { body: '' }, 'answer-empty', 'an empty body, which is not an empty list'],
    ['blank', { body: ' \n' }, 'answer-empty', 'an empty body'],
    ['without content', { status: 204, body: '' }, 'answer-empty', '204'],
    ['a web page', html, 'answer-not-json', 'text/html'],
    ['a web page that says it is JSON', { body: '<html></html>' }, 'answer-not-json', 'no JSON'],
    ['JSON that says it is a web page', { ...html, body: '{"clusters":[]}' }, 'answer-not-json', 'text/html'],
    [
      'JSON that does not say so',
      (response) => {
        response.writeHead(200);
        response.end('{"clusters":[]}');
      },
      'answer-not-json',
      'no content type',
    ],
    ['null', { body: 'null' }, 'answer-unexpected', '= null, which is no object'],
    ['a list', { body: [] }, 'answer-unexpected', '= []'],
    [
      'of another form',
      { body: { items: [] } },
      'answer-unexpected',
      'clusters = nothing, which is no array',
    ],
    ['null in the place of the list', { body: { clusters: null } }, 'answer-unexpected', 'clusters = null'],
    ['an object in the place of the list', { body: { clusters: {} } }, 'answer-unexpected', 'clusters = {}'],
    [
      'a cluster without a name',
      { body: { clusters: [{ id: '1', name: 'a' }, { id: '2' }] } },
      'answer-unexpected',
      'clusters[1].name = nothing, which is no string',
    ],
  ])('%s', async (_, reply, code, message) => {
    const failure = await listFailure(reply);
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(message);
    expect(timesAsked()).toBe(1);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json'])(
    'is not one of the type %s',
    async (type) => {
      clustersAnswered(server, { headers: { 'content-type': type }, body: '{"clusters":[]}' });
      expect(await cloudAt(server.url, time).listClusters()).toEqual([]);
    },
  );
});

describe('a connection that is not made', () => {
  const asked = { method: 'GET', service: 'bcs', path: '/api/v1/instances' } as const;
  const broken = (code: string) => Object.assign(new Error('it broke'), { code });

  it.each([
    ['ENOTFOUND', 'name-not-resolved', 'the host name cannot be resolved'],
    ['EAI_AGAIN', 'name-not-resolved', 'the host name cannot be resolved'],
    ['ECONNREFUSED', 'connection-failed', 'the connection was refused'],
    ['ECONNRESET', 'connection-failed', 'the connection broke'],
    ['EHOSTUNREACH', 'connection-failed', 'the connection broke'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed-out', 'no answer in time'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timed-out', 'no answer in time'],
    ['UND_ERR_BODY_TIMEOUT', 'timed-out', 'no answer in time'],
    ['ETIMEDOUT', 'timed-out', 'no answer in time'],
    ['CERT_HAS_EXPIRED', 'tls-failed', 'the TLS connection was not made'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-failed', 'the TLS connection was not made'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-failed', 'the TLS connection was not made'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-failed', 'the TLS connection was not made'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-failed', 'the TLS connection was not made'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failed', 'the TLS connection was not made'],
    ['EPROTO', 'tls-failed', 'the TLS connection was not made'],
  ])('%s is %s', (error, code, what) => {
    const failure = transportFailure(asked, 'bcs.example', broken(error), '');
    expect(failure.code).toBe(code);
    expect(failure.message).toBe(`bcs: GET /api/v1/instances at bcs.example: ${what} (${error})`);
  });

  it.each([
    ['an error without a code', new TypeError('odd'), 'TypeError'],
    ['no error at all', 'odd', 'unknown'],
  ])('%s is told as far as it goes', (_, thrown, name) => {
    expect(transportFailure(asked, 'bcs.example', thrown, '').message).toContain(`(${name})`);
  });

  it('is told of a real server that speaks no TLS', async () => {
    const iam = server.url.replace('http:', 'https:');
    const endpoints = { iam, bcs: iam, volume: iam, kubernetesEngine: iam };
    const failure = await failureOf(cloudAt(server.url, time, { endpoints }).token());
    expect(failure.code).toBe('tls-failed');
    expect(time.slept).toEqual([]);
  });
});

it('can say nothing but GET and the POST that issues a token', () => {
  const source = readFileSync(new URL('../../../lib/adapters/kakaocloud/door.ts', import.meta.url), 'utf8');
  expect(source).not.toMatch(/'(PUT|PATCH|DELETE|POST)'/);
  expect(source.match(/request\.call\(/g)).toHaveLength(1);
});
