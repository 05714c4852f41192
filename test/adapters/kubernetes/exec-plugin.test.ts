import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditFailure } from '../../../lib/terms/failure.ts';
import { type ApiServer, apiServer, CLAIMS, type Wire } from './api-server.ts';
import { type Authority, authority } from './certificates.ts';
import { askWith, base64, failureOf, file, kubeconfig } from './stage.ts';
import { nodeClaim } from './wire.ts';

const V1 = 'client.authentication.k8s.io/v1';

let clients: Authority;
let api: ApiServer;
let trusted: Wire;

beforeAll(async () => {
  const ca = await authority('cluster CA');
  clients = await authority('client CA');
  api = await apiServer(await ca.issue('api', ['127.0.0.1']), clients.certificate);
  trusted = { server: api.url, 'certificate-authority-data': base64(ca.certificate) };
});
beforeEach(() => {
  api.reset();
  api.lists[CLAIMS] = [nodeClaim('claim')];
});
afterAll(() => api.close());

const READ = { nodeClaims: { kind: 'read', value: [{ name: 'claim' }] } };

/** A plugin that runs this JavaScript. */
async function plugin(script: string, more: Wire = {}): Promise<Wire> {
  const command = await file(`#!${process.execPath}\n${script}`);
  return { exec: { apiVersion: V1, command, args: null, ...more } };
}

const printing = (value: unknown) => `console.log(${JSON.stringify(JSON.stringify(value))})`;
const credential = (status: Wire, apiVersion = V1) => ({ apiVersion, kind: 'ExecCredential', status });

describe('an exec plugin', () => {
  it('gives the token, and is run once for all lists', async () => {
    const user = await plugin(printing(credential({ token: 'from plugin' })));
    expect(await askWith(kubeconfig(trusted, user))).toMatchObject(READ);
    expect(new Set(api.asked.map((it) => it.authorization))).toEqual(new Set(['Bearer from plugin']));
  });

  it('gives a client certificate', async () => {
    const { certificate, key } = await clients.issue('plugged');
    const user = await plugin(
      printing(credential({ clientCertificateData: certificate, clientKeyData: key })),
    );
    expect(await askWith(kubeconfig(trusted, user))).toMatchObject(READ);
    expect(api.asked[0]).toMatchObject({ client: 'plugged', authorization: undefined });
  });

  it('is found beside the kubeconfig by a path with a slash', async () => {
    const user = await plugin(printing(credential({ token: 'beside' })));
    const { exec } = user as { exec: { command: string } };
    const beside = { exec: { ...exec, command: `./${path.basename(exec.command)}` } };
    expect(await askWith(kubeconfig(trusted, beside))).toMatchObject(READ);
  });

  it('is told its arguments, its environment and what it is asked for', async () => {
    const script = `
      const { spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const token = [process.argv[2], process.env.REGION, process.env.OURS, spec.interactive, spec.cluster.server].join(' ');
      console.log(JSON.stringify({ apiVersion: '${V1}', kind: 'ExecCredential', status: { token } }));`;
    const more = { args: ['get-token'], env: [{ name: 'REGION', value: 'kr' }], provideClusterInfo: true };
    const user = await plugin(script, more);
    await askWith(kubeconfig(trusted, user), { env: { PATH: process.env.PATH, OURS: 'ours' } });
    expect(api.asked[0]?.authorization).toBe(`Bearer get-token kr ours false ${api.url}`);
  });

  it('that is missing is named, with its own hint how to install it', async () => {
    const exec = { apiVersion: V1, command: 'kic-iam-auth-that-is-not-here' };
    expect(failureOf(await askWith(kubeconfig(trusted, { exec })))).toMatchObject({
      code: 'exec-plugin-missing',
      message: expect.stringMatching(
        /^the exec plugin "kic-iam-auth-that-is-not-here" of the kubeconfig .* is not installed here$/,
      ),
    });
    const hinted = { exec: { ...exec, installHint: 'get it from the console' } };
    expect(failureOf(await askWith(kubeconfig(trusted, hinted))).remedy).toBe('get it from the console');
  });

  it.each([
    ['prints nothing', '', 'did not print an ExecCredential'],
    ['prints no JSON', 'console.log("hidden")', 'did not print an ExecCredential'],
    ['prints something else', printing({ token: 'hidden' }), 'did not print an ExecCredential'],
    [
      'prints no status',
      printing({ apiVersion: V1, kind: 'ExecCredential' }),
      'did not print an ExecCredential',
    ],
    ['gives nothing', printing(credential({ token: '' })), 'gave neither a token nor a client certificate'],
    [
      'gives a certificate without key',
      printing(credential({ clientCertificateData: 'hidden' })),
      'gave a client certificate without a key',
    ],
    [
      'answers in another version',
      printing(credential({ token: 'hidden' }, 'client.authentication.k8s.io/v1beta1')),
      'answered in client.authentication.k8s.io/v1beta1, but the kubeconfig asks for client.authentication.k8s.io/v1',
    ],
    ['fails', 'console.error("hidden"); process.exit(3)', 'failed (exit status 3)'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', 'failed (SIGKILL)'],
    ['prints without end', 'process.stdout.write("hidden".repeat(1e6))', 'printed too much'],
  ])('that %s has failed, and none of its words are shown', async (_, script, message) => {
    const failure = failureOf(await askWith(kubeconfig(trusted, await plugin(script))));
    expect(failure).toMatchObject({ code: 'exec-plugin-failed', message: expect.stringContaining(message) });
    expect(JSON.stringify(failure)).not.toContain('hidden');
    expect(api.asked).toEqual([]);
  });

  it('that may not be run has failed', async () => {
    const exec = { apiVersion: V1, command: path.dirname(await file('')) };
    expect(failureOf(await askWith(kubeconfig(trusted, { exec })))).toMatchObject({
      code: 'exec-plugin-failed',
      message: expect.stringContaining('may not be run (EACCES)'),
    });
  });

  it('that does not end is ended', async () => {
    const user = await plugin('setInterval(() => {}, 1000)');
    expect(failureOf(await askWith(kubeconfig(trusted, user), { timeoutMs: 1 }))).toMatchObject({
      code: 'exec-plugin-failed',
      message: expect.stringContaining('did not end within 0.001 s'),
    });
  });

  it('is ended when the run is', async () => {
    const deadline = new AuditFailure('deadline-reached', 'the run is over', 'give it more time');
    const user = await plugin('setInterval(() => {}, 1000)');
    expect(
      failureOf(await askWith(kubeconfig(trusted, user), { signal: AbortSignal.abort(deadline) })),
    ).toMatchObject({
      code: 'deadline-reached',
      message: 'the run is over',
    });
  });

  it.each([
    ['without a command', { apiVersion: V1 }, 'has an exec plugin whose command is missing'],
    ['without a version', { command: 'a' }, 'has an exec plugin whose apiVersion is missing'],
    [
      'that needs a terminal',
      { apiVersion: V1, command: 'a', interactiveMode: 'Always' },
      'asks a person at a terminal',
    ],
  ])('%s makes the kubeconfig invalid', async (_, exec, message) => {
    expect(failureOf(await askWith(kubeconfig(trusted, { exec })))).toMatchObject({
      code: 'kubeconfig-invalid',
      message: expect.stringContaining(message),
    });
  });
});
