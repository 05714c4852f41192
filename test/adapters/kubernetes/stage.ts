import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import type { KubernetesOptions, WayIn } from '../../../lib/adapters/kubernetes/options.ts';
import { createWitnesses } from '../../../lib/adapters/kubernetes/witnesses.ts';
import type { ClusterAddress, ClusterWitness } from '../../../lib/ledger/witnesses.ts';
import type { Readable } from '../../../lib/terms/readable.ts';
import type { Wire } from './api-server.ts';

/** The cluster that the tests ask about. */
export const SHOP: ClusterAddress = { name: 'shop', uid: undefined, endpoint: undefined };

export const base64 = (pem: string): string => Buffer.from(pem).toString('base64');

/** A kubeconfig with one cluster and one user. */
export function kubeconfig(cluster: Wire, user: Wire = { token: 'right' }): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'shop', cluster }],
    contexts: [{ name: 'admin@shop', context: { cluster: 'shop', user: 'admin' } }],
    'current-context': 'admin@shop',
    users: [{ name: 'admin', user }],
  });
}

const directory = await mkdtemp(path.join(tmpdir(), 'kubernetes-adapter-'));
let files = 0;

/** Writes a file into a folder of this test run and says where it is. */
export async function file(text: string, name?: string): Promise<string> {
  files += 1;
  const at = path.join(directory, name ?? `${files}.txt`);
  await writeFile(at, text, { mode: 0o700 });
  return at;
}

/** Options for a run that no test has to wait for: there is one try, and time stands still. */
export function options(way: WayIn | undefined, more: Partial<KubernetesOptions> = {}): KubernetesOptions {
  return {
    ways: new Map(way && [[SHOP.name, way]]),
    kubeconfigOf: () => Promise.reject(new Error('no kubeconfig was to be asked for')),
    token: () => Promise.reject(new Error('no token was to be asked for')),
    timeoutMs: 30_000,
    retryBudgetMs: 0,
    env: { PATH: process.env.PATH },
    time: { now: () => 0, sleep: () => Promise.reject(new Error('nothing was to be waited for')) },
    ...more,
  };
}

/** Asks by a kubeconfig of this text. */
export async function askWith(
  text: string,
  more: Partial<KubernetesOptions> = {},
  cluster: ClusterAddress = SHOP,
): Promise<ClusterWitness> {
  return createWitnesses(options({ kind: 'kubeconfig', file: await file(text) }, more)).ask(cluster);
}

/** The one failure that a cluster's lists have in common. */
export function failureOf(witness: ClusterWitness): { code: string; message: string; remedy: string } {
  const failures = Object.values(witness).map((list: Readable<unknown>) =>
    list.kind === 'unreadable' ? list.failure : undefined,
  );
  const [first] = failures;
  if (first === undefined || failures.some((it) => it?.code !== first.code)) {
    throw new TypeError(`not one failure, but ${failures.map((it) => it?.code)}`);
  }
  return { code: first.code, message: first.message, remedy: first.remedy };
}
