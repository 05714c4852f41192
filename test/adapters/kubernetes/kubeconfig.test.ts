import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWitnesses } from '../../../lib/adapters/kubernetes/witnesses.ts';
import { clusterUid } from '../../../lib/terms/ids.ts';
import { type ApiServer, apiServer, CLAIMS, refusal } from './api-server.ts';
import { type Authority, authority, type KeyPair } from './certificates.ts';
import { type ConnectProxy, proxyTo } from './proxy.ts';
import { askWith, base64, failureOf, file, kubeconfig, options, SHOP } from './stage.ts';
import { nodeClaim } from './wire.ts';

const UID = '2c32ae2c-533b-4d8e-a39e-fc1880773620';
const OTHER_UID = '9d4bafaa-8b3e-4f0a-9a6d-3f4b1c2d5e6f';
const OWN_HOST = `${UID}-public.ke.kr-central-2.example`;

let ca: Authority;
let clients: Authority;
let client: KeyPair;
let api: ApiServer;
let proxy: ConnectProxy;
let trusted: { server: string; 'certificate-authority-data': string };

beforeAll(async () => {
  [ca, clients] = [await authority('cluster CA'), await authority('client CA')];
  client = await clients.issue('auditor');
  api = await apiServer(await ca.issue('api', ['127.0.0.1', OWN_HOST]), clients.certificate);
  proxy = await proxyTo(Number(new URL(api.url).port));
  trusted = { server: api.url, 'certificate-authority-data': base64(ca.certificate) };
});
beforeEach(() => {
  api.reset();
  api.lists[CLAIMS] = [nodeClaim('claim')];
  proxy.asked.length = 0;
  proxy.refusal = undefined;
});
afterAll(async () => {
  await proxy.close();
  await api.close();
});

const READ = { nodeClaims: { kind: 'read', value: [{ name: 'claim' }] } };

describe('a user in a kubeconfig', () => {
  it('asks by its token', async () => {
    expect(await askWith(kubeconfig(trusted, { token: 'right' }))).toMatchObject(READ);
    expect(new Set(api.asked.map((it) => it.authorization))).toEqual(new Set(['Bearer right']));
  });

  it('asks by a token in a file beside the kubeconfig, the line break at its end left out', async () => {
    const token = await file('from a file\n');
    expect(
      await askWith(kubeconfig(trusted, { token: 'old', tokenFile: path.basename(token) })),
    ).toMatchObject(READ);
    expect(api.asked[0]?.authorization).toBe('Bearer from a file');
  });

  it('asks by a client certificate', async () => {
    const user = {
      'client-certificate-data': base64(client.certificate),
      'client-key-data': base64(client.key),
    };
    expect(await askWith(kubeconfig(trusted, user))).toMatchObject(READ);
    expect(api.asked[0]).toMatchObject({ client: 'auditor', authorization: undefined });
  });

  it('asks by a client certificate in files beside the kubeconfig', async () => {
    const user = {
      'client-certificate': path.basename(await file(client.certificate)),
      'client-key': path.basename(await file(client.key)),
    };
    expect(await askWith(kubeconfig(trusted, user))).toMatchObject(READ);
    expect(api.asked[0]?.client).toBe('auditor');
  });

  it('asks by name and password', async () => {
    expect(await askWith(kubeconfig(trusted, { username: 'auditor', password: 'pw' }))).toMatchObject(READ);
    expect(api.asked[0]?.authorization).toBe(`Basic ${base64('auditor:pw')}`);
  });

  it.each([
    [
      'without any credential',
      {},
      'has neither token, client certificate nor exec plugin for its user "admin"',
    ],
    [
      'with an auth-provider',
      { 'auth-provider': { name: 'oidc', config: { 'id-token': 'hidden' } } },
      'by the auth-provider "oidc", which this program does not speak',
    ],
    [
      'with a token of two lines',
      { token: 'hidden\nhidden' },
      'holds a token with characters that no token has',
    ],
    ['with a token file that is not there', { tokenFile: 'gone' }, 'gone, which cannot be read'],
    [
      'with a certificate that is none',
      { 'client-certificate-data': base64('hidden'), 'client-key-data': base64('hidden') },
      'has a client certificate and key that are none, or do not belong together',
    ],
  ])('%s is refused', async (_, user, message) => {
    const failure = failureOf(await askWith(kubeconfig(trusted, user)));
    expect(failure).toMatchObject({ code: 'kubeconfig-invalid', message: expect.stringContaining(message) });
    expect(JSON.stringify(failure)).not.toContain('hidden');
    expect(api.asked).toEqual([]);
  });

  it('with a key of another certificate is refused', async () => {
    const other = await clients.issue('other');
    const user = {
      'client-certificate-data': base64(client.certificate),
      'client-key-data': base64(other.key),
    };
    expect(failureOf(await askWith(kubeconfig(trusted, user))).code).toBe('kubeconfig-invalid');
  });

  it('whose credential is refused is unauthorized', async () => {
    api.instead = () => refusal(401, 'Unauthorized');
    const failure = failureOf(await askWith(kubeconfig(trusted, { token: 'hidden' })));
    expect(failure.code).toBe('unauthorized');
    expect(JSON.stringify(failure)).not.toContain('hidden');
  });
});

describe('a file that is no kubeconfig', () => {
  it.each([
    ['empty', '', 'is not a kubeconfig'],
    ['not YAML', 'users:\n- name: admin\n  user: {token: hidden', 'is not YAML: see line'],
    ['a text', 'hidden', 'is not a kubeconfig'],
    ['with users that are none', 'users: {name: hidden}', 'is not a kubeconfig: see users'],
    ['without anything', '{}', 'has no cluster for its current-context ""'],
    ['with a cluster without server', 'clusters: [{name: a, cluster: {}}]', 'is not a kubeconfig'],
    [
      'with a current-context that it does not have',
      kubeconfig({ server: 'https://127.0.0.1:9' }).replace(
        'current-context: admin@shop',
        'current-context: gone',
      ),
      'has no cluster for its current-context "gone"',
    ],
    [
      'with a server that is no address',
      kubeconfig({ server: 'api' }),
      'has a server that is no https:// address',
    ],
    [
      'with a server in the clear',
      kubeconfig({ server: 'http://127.0.0.1:9' }),
      'no https:// address but http://',
    ],
    [
      'with a CA that is none',
      kubeconfig({ server: 'https://127.0.0.1:9', 'certificate-authority-data': base64('hidden') }),
      'has a certificate-authority that is no certificate',
    ],
    [
      'with a CA file that is not there',
      kubeconfig({ server: 'https://127.0.0.1:9', 'certificate-authority': 'gone.crt' }),
      'gone.crt, which cannot be read',
    ],
    [
      'with a proxy that is none of ours',
      kubeconfig({ server: 'https://127.0.0.1:9', 'proxy-url': 'socks5://me:hidden@127.0.0.1:9' }),
      'has a proxy-url that is no http:// or https:// address but socks5://',
    ],
  ])('(%s) is refused, without a word of what it holds', async (_, text, message) => {
    const failure = failureOf(await askWith(text));
    expect(failure).toMatchObject({ code: 'kubeconfig-invalid', message: expect.stringContaining(message) });
    expect(JSON.stringify(failure)).not.toContain('hidden');
  });

  it('is refused when it is not there', async () => {
    const witness = await createWitnesses(options({ kind: 'kubeconfig', file: './gone.kubeconfig' })).ask(
      SHOP,
    );
    expect(failureOf(witness)).toMatchObject({
      code: 'kubeconfig-invalid',
      message: 'the kubeconfig ./gone.kubeconfig of the cluster "shop" cannot be read (ENOENT)',
    });
  });
});

describe('TLS', () => {
  it('trusts the CA of the kubeconfig, from a file beside it too', async () => {
    const cluster = { server: api.url, 'certificate-authority': path.basename(await file(ca.certificate)) };
    expect(await askWith(kubeconfig(cluster))).toMatchObject(READ);
  });

  it.each([
    ['another CA', () => ({ 'certificate-authority-data': base64(clients.certificate) })],
    ['only the CAs of the system', () => ({ 'certificate-authority-data': undefined })],
  ])('fails when it trusts %s', async (_, authorities) => {
    const failure = failureOf(await askWith(kubeconfig({ ...trusted, ...authorities() })));
    expect(failure.code).toBe('tls-failed');
    expect(failure.message).toContain('its certificate is not from the CA that it should be from');
    expect(api.asked).toEqual([]);
  });

  it('fails when the certificate is for another host', async () => {
    const cluster = { ...trusted, 'tls-server-name': 'elsewhere.example' };
    expect(failureOf(await askWith(kubeconfig(cluster)))).toMatchObject({
      code: 'tls-failed',
      message: expect.stringContaining('its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)'),
    });
  });

  it('is checked against tls-server-name, where there is one', async () => {
    expect(await askWith(kubeconfig({ ...trusted, 'tls-server-name': OWN_HOST }))).toMatchObject(READ);
  });

  it('is never switched off by the kubeconfig: the plugin is not run, nor anything asked', async () => {
    const cluster = { server: api.url, 'insecure-skip-tls-verify': true };
    const user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin' } };
    expect(failureOf(await askWith(kubeconfig(cluster, user)))).toMatchObject({
      code: 'kubeconfig-invalid',
      message: expect.stringContaining('switches the TLS checks off (insecure-skip-tls-verify)'),
    });
    expect(api.asked).toEqual([]);
  });

  it('is never switched off by the environment', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const cluster = { ...trusted, 'certificate-authority-data': base64(clients.certificate) };
      expect(failureOf(await askWith(kubeconfig(cluster))).code).toBe('tls-failed');
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('a proxy-url', () => {
  it('is the way to the API server, whose certificate is checked all the same', async () => {
    const cluster = { ...trusted, server: `https://${OWN_HOST}`, 'proxy-url': proxy.url };
    expect(await askWith(kubeconfig(cluster))).toMatchObject(READ);
    expect(proxy.asked[0]).toEqual({ host: `${OWN_HOST}:443`, authorization: undefined });
  });

  it('may hold a name and password for the proxy', async () => {
    const url = proxy.url.replace('http://', 'http://me:pw@');
    expect(await askWith(kubeconfig({ ...trusted, 'proxy-url': url }))).toMatchObject(READ);
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${base64('me:pw')}`);
  });

  it('does not help against a wrong CA', async () => {
    const cluster = {
      ...trusted,
      'certificate-authority-data': base64(clients.certificate),
      'proxy-url': proxy.url,
    };
    expect(failureOf(await askWith(kubeconfig(cluster))).code).toBe('tls-failed');
  });

  it('does not help against a certificate for another host', async () => {
    const cluster = { ...trusted, server: 'https://elsewhere.example', 'proxy-url': proxy.url };
    expect(failureOf(await askWith(kubeconfig(cluster))).code).toBe('tls-failed');
  });

  it.each(['403 Forbidden', '407 Proxy Authentication Required', '502 Bad Gateway'])(
    'whose proxy answers %s is named, without its password',
    async (refusal) => {
      proxy.refusal = refusal;
      const url = proxy.url.replace('http://', 'http://me:hidden@');
      const failure = failureOf(await askWith(kubeconfig({ ...trusted, 'proxy-url': url })));
      expect(failure.code).toBe('proxy-failed');
      expect(failure.message).toContain(`the proxy ${proxy.host} of`);
      expect(failure.message).toContain(`it answered ${refusal.slice(0, 3)} to CONNECT`);
      expect(JSON.stringify(failure)).not.toContain('hidden');
    },
  );

  it('whose proxy does not run is named', async () => {
    // Port 9 discards, and nobody listens there.
    expect(
      failureOf(await askWith(kubeconfig({ ...trusted, 'proxy-url': 'http://127.0.0.1:9' }))),
    ).toMatchObject({
      code: 'proxy-failed',
      message: expect.stringMatching(/^the proxy 127\.0\.0\.1:9 of .*ECONNREFUSED$/),
    });
  });
});

describe('a kubeconfig of another cluster', () => {
  const shop = { ...SHOP, uid: clusterUid(UID) };

  it('is refused by the UID in its server', async () => {
    const cluster = {
      ...trusted,
      server: `https://${OTHER_UID}-public.ke.kr-central-2.example`,
      'proxy-url': proxy.url,
    };
    const user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin' } };
    expect(failureOf(await askWith(kubeconfig(cluster, user), {}, shop))).toMatchObject({
      code: 'wrong-cluster',
      message: expect.stringContaining(
        `leads to the cluster with the UID ${OTHER_UID}, but the cluster "shop" has the UID ${UID}`,
      ),
    });
    expect(proxy.asked).toEqual([]);
  });

  it('is refused by the UID in the certificate, where the server is a bare address', async () => {
    const other = { ...SHOP, uid: clusterUid(OTHER_UID) };
    expect(failureOf(await askWith(kubeconfig(trusted), {}, other))).toMatchObject({
      code: 'wrong-cluster',
      message: expect.stringContaining(`leads to the cluster with the UID ${UID}`),
    });
    expect(api.asked).toEqual([]);
  });

  it('is its own by both', async () => {
    const cluster = { ...trusted, server: `https://${OWN_HOST.toUpperCase()}`, 'proxy-url': proxy.url };
    expect(await askWith(kubeconfig(cluster), {}, shop)).toMatchObject(READ);
  });

  it('cannot be told where neither has a UID', async () => {
    const plain = await apiServer(await ca.issue('api', ['127.0.0.1']));
    try {
      expect(await askWith(kubeconfig({ ...trusted, server: plain.url }), {}, shop)).toMatchObject({
        nodeClaims: { kind: 'read' },
      });
    } finally {
      await plain.close();
    }
  });
});
