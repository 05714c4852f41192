import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KubernetesOptions } from '../../../lib/adapters/kubernetes/options.ts';
import { createWitnesses } from '../../../lib/adapters/kubernetes/witnesses.ts';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { clusterUid } from '../../../lib/terms/ids.ts';
import { type ApiServer, apiServer, CLAIMS, refusal, type Wire } from './api-server.ts';
import { type Authority, authority } from './certificates.ts';
import { base64, failureOf, kubeconfig, options, SHOP } from './stage.ts';
import { nodeClaim } from './wire.ts';

const UID = '2c32ae2c-533b-4d8e-a39e-fc1880773620';
const OTHER_UID = '9d4bafaa-8b3e-4f0a-9a6d-3f4b1c2d5e6f';

let ca: Authority;
let api: ApiServer;

beforeAll(async () => {
  ca = await authority('cluster CA');
  api = await apiServer(await ca.issue('api', ['127.0.0.1', `${UID}-public.ke.kr-central-2.example`]));
});
beforeEach(() => {
  api.reset();
  api.lists[CLAIMS] = [nodeClaim('claim')];
});
afterAll(() => api.close());

const READ = { nodeClaims: { kind: 'read', value: [{ name: 'claim' }] } };

describe('without any kubeconfig', () => {
  const discovered = (cluster: Wire = {}): Partial<KubernetesOptions> => ({
    kubeconfigOf: async (name) =>
      kubeconfig(
        { server: api.url, 'certificate-authority-data': base64(ca.certificate), ...cluster },
        {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1beta1',
            command: 'never-run',
            env: [{ name, value: '' }],
          },
        },
      ),
    token: async () => 'of the cloud',
  });
  const ask = (more: Partial<KubernetesOptions>, cluster = SHOP) =>
    createWitnesses(options(undefined, more)).ask(cluster);

  it("takes endpoint and CA from the cloud, and the cloud's token instead of the plugin", async () => {
    expect(await ask(discovered())).toMatchObject(READ);
    expect(new Set(api.asked.map((it) => it.authorization))).toEqual(new Set(['Bearer of the cloud']));
  });

  it('asks the cloud for the kubeconfig of that cluster', async () => {
    const names: string[] = [];
    await ask({ ...discovered(), kubeconfigOf: async (name) => `no kubeconfig of ${names.push(name)}` });
    expect(names).toEqual(['shop']);
  });

  it('asks for the token again at the start of every list', async () => {
    let count = 0;
    api.pageSize = 1;
    api.lists[CLAIMS] = [nodeClaim('a'), nodeClaim('b')];
    await ask({ ...discovered(), token: async () => `${++count}` });
    expect(api.asked.map((it) => it.authorization).toSorted()).toEqual([
      'Bearer 1',
      'Bearer 2',
      'Bearer 3',
      'Bearer 3',
    ]);
  });

  it.each([
    ['the kubeconfig', 'kubeconfigOf'],
    ['the token', 'token'],
  ] as const)('is unreadable for the same reason as %s', async (_, key) => {
    const refused = new AuditFailure('rate-limited', 'the cloud is busy', 'wait');
    const witness = await ask({ ...discovered(), [key]: () => Promise.reject(refused) });
    expect(witness).toMatchObject({
      nodes: { kind: 'unreadable', failure: refused },
      persistentVolumes: { kind: 'unreadable', failure: refused },
      nodeClaims: { kind: 'unreadable', failure: refused },
    });
  });

  it('says plainly when the API server does not take the token, and what else to try', async () => {
    api.instead = () => refusal(401, 'Unauthorized');
    const failure = failureOf(await ask(discovered()));
    expect(failure).toMatchObject({
      code: 'unauthorized',
      message: `the cluster "shop" does not accept the cloud's token as bearer (HTTP 401)`,
      remedy: expect.stringContaining('clusters[].kubeconfig'),
    });
  });

  it('switches no TLS check off for the cloud either', async () => {
    expect(failureOf(await ask(discovered({ 'insecure-skip-tls-verify': true }))).code).toBe(
      'kubeconfig-invalid',
    );
  });

  it('refuses the kubeconfig of another cluster before the token is asked for', async () => {
    const token = () => Promise.reject(new Error('the token was asked for'));
    const more = { ...discovered({ server: `https://${OTHER_UID}-public.ke.kr-central-2.example` }), token };
    expect(failureOf(await ask(more, { ...SHOP, uid: clusterUid(UID) })).code).toBe('wrong-cluster');
  });
});

describe("a pod's service account", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'service-account-'));
    await writeFile(path.join(directory, 'ca.crt'), ca.certificate);
    await writeFile(path.join(directory, 'token'), 'of the pod\n');
  });

  const inPod = () => ({
    env: { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: new URL(api.url).port },
  });
  const ask = (more: Partial<KubernetesOptions>, cluster = SHOP) =>
    createWitnesses(options({ kind: 'in-cluster', directory }, more)).ask(cluster);

  it('asks by its mounted token and CA', async () => {
    expect(await ask(inPod())).toMatchObject(READ);
    expect(api.asked[0]?.authorization).toBe('Bearer of the pod');
  });

  it('is missing outside of a pod', async () => {
    expect(failureOf(await ask({ env: {} }))).toMatchObject({
      code: 'service-account-missing',
      message: expect.stringContaining('this process runs in no pod'),
    });
  });

  it.each(['ca.crt', 'token'])('is missing without its %s', async (name) => {
    await rm(path.join(directory, name));
    expect(failureOf(await ask(inPod()))).toMatchObject({
      code: 'service-account-missing',
      message: `this pod's service account needs ${path.join(directory, name)}, which cannot be read`,
    });
  });

  it('is of no use for another cluster than its own', async () => {
    const failure = failureOf(await ask(inPod(), { ...SHOP, uid: clusterUid(OTHER_UID) }));
    expect(failure).toMatchObject({
      code: 'wrong-cluster',
      message: `this pod's service account leads to the cluster with the UID ${UID}, but the cluster "shop" has the UID ${OTHER_UID}`,
    });
  });
});
