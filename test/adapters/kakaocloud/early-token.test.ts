import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendTokenRequest } from '../../../lib/adapters/kakaocloud/early-token.ts';
import {
  type Asked,
  cloudAt,
  type FakeTime,
  failureOf,
  fakeTime,
  SECRET,
  type SmallCloud,
  smallCloud,
} from './small-cloud.ts';

const CREDENTIAL = { id: 'invented-key', secret: SECRET };
const TOKENS = '/identity/v3/auth/tokens';

let server: SmallCloud;
let time: FakeTime;
beforeEach(async () => {
  server = await smallCloud();
  time = fakeTime();
});
afterEach(() => server.close());

const tokenRequests = (): readonly Asked[] => server.asked.filter(({ path }) => path.endsWith(TOKENS));

/** What of a request a server may go by; undici and Node's client say the rest differently. */
function said({ method, path, query, headers, body }: Asked) {
  const { accept, 'content-type': type, 'content-length': length, 'user-agent': agent } = headers;
  return { method, path, query: query.toString(), accept, type, length, agent, body };
}

describe('a token that was asked for early', () => {
  test('is the one that the cloud uses: there is one request', async () => {
    const { answer } = sendTokenRequest(server.url, CREDENTIAL);
    const token = await cloudAt(server.url, time, { earlyToken: answer }).token();
    expect(token).not.toBe('');
    expect(tokenRequests()).toHaveLength(1);
  });

  test('is asked for in the words of the door', async () => {
    await sendTokenRequest(`${server.url}/`, CREDENTIAL).answer;
    await cloudAt(server.url, time).token();
    const [early, late] = tokenRequests().map(said);
    expect(early).toEqual(late);
    expect(early?.body).toContain(SECRET);
  });

  test('has gone out before its answer is there', async () => {
    let answerIt: () => void = () => {};
    server.answer = () => (response) => {
      answerIt = () => response.writeHead(204).end();
    };
    const { sent, answer } = sendTokenRequest(server.url, CREDENTIAL);
    await sent;
    await expect.poll(() => tokenRequests().length).toBe(1);
    answerIt();
    expect(await answer).toMatchObject({ status: 204, text: '' });
  });

  test('and refused is refused: the key is not tried again', async () => {
    server.answer = () => ({ status: 401, body: { error: { message: `no such key ${SECRET}` } } });
    const { answer } = sendTokenRequest(server.url, CREDENTIAL);
    const failure = await failureOf(cloudAt(server.url, time, { earlyToken: answer }).token());
    expect(failure.code).toBe('token-refused');
    expect(failure.message).not.toContain(SECRET);
    expect(tokenRequests()).toHaveLength(1);
  });

  test('and answered by a busy server is asked for again, in its time', async () => {
    const { answer: own } = server;
    server.answer = () => ({ status: 503, headers: { 'retry-after': '3' } });
    const { answer } = sendTokenRequest(server.url, CREDENTIAL);
    await answer;
    server.answer = own;
    await cloudAt(server.url, time, { earlyToken: answer }).token();
    expect(time.slept).toEqual([3000]);
    expect(tokenRequests()).toHaveLength(2);
  });

  test('and broken off is asked for by the door', async () => {
    const { answer: own } = server;
    server.answer = () => (response) => {
      response.destroy();
    };
    const { sent, answer } = sendTokenRequest(server.url, CREDENTIAL);
    await sent;
    expect(await answer).toBeUndefined();
    server.answer = own;
    expect(await cloudAt(server.url, time, { earlyToken: answer }).token()).not.toBe('');
  });

  test('and answered by another protocol is asked for by the door', async () => {
    server.answer = () => (response) => {
      response.socket?.end(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
      );
    };
    expect(await sendTokenRequest(server.url, CREDENTIAL).answer).toBeUndefined();
  });

  test.each(['no address', 'ftp://127.0.0.1/'])(
    'is not waited for where it cannot be asked for: %s',
    async (iam) => {
      const { sent, answer } = sendTokenRequest(iam, CREDENTIAL);
      await sent;
      expect(await answer).toBeUndefined();
    },
  );

  test('follows no redirect', async () => {
    server.answer = ({ path }) =>
      path === TOKENS ? { status: 307, headers: { location: `${server.url}/elsewhere` } } : { status: 200 };
    const { answer } = sendTokenRequest(server.url, CREDENTIAL);
    expect(await answer).toMatchObject({ status: 307 });
    expect(server.asked.map(({ path }) => path)).toEqual([TOKENS]);
  });

  test('is not waited for when the run is stopped', async () => {
    const controller = new AbortController();
    const never = new Promise<undefined>(() => {});
    const cloud = cloudAt(server.url, time, { earlyToken: never, signal: controller.signal });
    const asking = failureOf(cloud.token());
    controller.abort();
    expect((await asking).code).toBe('deadline-reached');
  });
});
