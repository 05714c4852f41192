import { X509Certificate } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { type Cluster, KubeConfig, type User } from '@kubernetes/client-node';
import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod';
import type { AuditFailure } from '../../terms/failure.ts';
import type { ApiAccess, Headers } from './connection.ts';
import { EXEC, type ExecSetting, runExecPlugin } from './exec-plugin.ts';
import { anotherCluster } from './same-cluster.ts';

// This file alone imports client-node, and by name: a dynamic import of the package itself would keep all of it in a
// bundle. It is reached through a dynamic import in witnesses.ts and help-desk.ts.

/** Where a way in was read from, and what may be done on its behalf. */
export interface Source extends Omit<ExecSetting, 'clusterInfo'> {
  /** For messages, as {@link ApiAccess} has it. */
  readonly credential: string;
  /** Instead of the kubeconfig's own user. */
  readonly bearer: (() => Promise<string>) | undefined;
  /** The failure that this way in does not do. `what` ends the sentence that begins with its name. */
  readonly invalid: (what: string) => AuditFailure;
}

/** Reads a kubeconfig's current context: where the API server is, whom to trust, and as whom to ask. */
export async function accessByKubeconfig(text: string, source: Source): Promise<ApiAccess> {
  const tokenFiles = tokenFilesIn(text, source);
  const kubeConfig = new KubeConfig();
  try {
    kubeConfig.loadFromString(text);
  } catch {
    throw source.invalid('is not a kubeconfig');
  }
  kubeConfig.makePathsAbsolute(source.directory);
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null) {
    throw source.invalid(`has no cluster for its current-context "${kubeConfig.getCurrentContext() ?? ''}"`);
  }
  const place = placeOf(cluster, source);
  const user = kubeConfig.getCurrentUser();
  const tokenFile = user === null ? undefined : tokenFiles.get(user.name);
  return {
    ...place,
    ...(await identityOf(cluster, await userToBe(user, tokenFile, cluster, source), source)),
  };
}

/** The way in of a pod, as its service account. */
export async function accessByServiceAccount(
  address: { readonly host: string; readonly port: string; readonly directory: string },
  source: Source,
): Promise<ApiAccess> {
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const cluster = {
    name: 'in-cluster',
    server: `https://${host}:${address.port}`,
    caFile: path.join(address.directory, 'ca.crt'),
    skipTLSVerify: false,
  };
  const user = withTokenFile({ name: 'service-account' }, path.join(address.directory, 'token'));
  return { ...placeOf(cluster, source), ...(await identityOf(cluster, user, source)) };
}

const KUBECONFIG = z.object({
  users: z
    .array(z.object({ name: z.string(), user: z.object({ tokenFile: z.string().nullish() }).nullish() }))
    .nullish(),
});

/**
 * Reads what client-node leaves out: it knows a user's `tokenFile` only by a name that kubectl does not use. It also
 * refuses what is no YAML at all, without the excerpt that client-node would put into its error: it may hold a token.
 */
function tokenFilesIn(text: string, source: Source): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { name, user } of parsed(text, source).users ?? []) {
    if (user?.tokenFile) files.set(name, path.resolve(source.directory, user.tokenFile));
  }
  return files;
}

function parsed(text: string, source: Source): z.infer<typeof KUBECONFIG> {
  let yaml: unknown;
  try {
    // Warnings would quote the file.
    yaml = parse(text, { logLevel: 'error' });
  } catch (thrown) {
    const line = thrown instanceof YAMLParseError ? thrown.linePos?.[0].line : undefined;
    throw source.invalid(line === undefined ? 'is not YAML' : `is not YAML: see line ${line}`);
  }
  const kubeconfig = KUBECONFIG.safeParse(yaml);
  if (kubeconfig.success) return kubeconfig.data;
  throw source.invalid(
    `is not a kubeconfig: see ${kubeconfig.error.issues[0]?.path.join('.') || 'the whole'}`,
  );
}

function withTokenFile(user: User, tokenFile: string): User {
  const { token: _, ...rest } = user;
  return { ...rest, authProvider: { name: 'tokenFile', config: { tokenFile } } };
}

/** The user whose credential client-node can read by itself. */
async function userToBe(
  user: User | null,
  tokenFile: string | undefined,
  cluster: Cluster,
  source: Source,
): Promise<User> {
  if (source.bearer !== undefined) return { name: 'bearer' };
  if (user === null) throw source.invalid('has no user for its current-context');
  if (user.exec) return withExecCredential(user, cluster, source);
  if (tokenFile !== undefined) return withTokenFile(user, tokenFile);
  if (user.authProvider) {
    throw source.invalid(
      `signs its user "${user.name}" in by the auth-provider "${user.authProvider.name}", which this program does not speak`,
    );
  }
  if (!user.token && !user.username && !user.certData && !user.certFile) {
    throw source.invalid(`has neither token, client certificate nor exec plugin for its user "${user.name}"`);
  }
  return user;
}

async function withExecCredential(user: User, cluster: Cluster, source: Source): Promise<User> {
  const exec = EXEC.safeParse(user.exec);
  if (!exec.success) {
    throw source.invalid(
      `has an exec plugin whose ${exec.error.issues[0]?.path.join('.')} is missing or not as it should be`,
    );
  }
  if (exec.data.interactiveMode === 'Always') {
    throw source.invalid(`has the exec plugin "${exec.data.command}", which asks a person at a terminal`);
  }
  const clusterInfo = {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'certificate-authority-data': cluster.caData,
    'proxy-url': cluster.proxyUrl,
  };
  const { token, certificate, key } = await runExecPlugin(exec.data, { ...source, clusterInfo });
  return {
    name: user.name,
    ...(token && { token }),
    ...(certificate && { certData: Buffer.from(certificate).toString('base64') }),
    ...(key && { keyData: Buffer.from(key).toString('base64') }),
  };
}

/** Asked first, so that nothing is run or sent on behalf of a cluster that is refused. */
function placeOf(
  cluster: Cluster,
  source: Source,
): Pick<ApiAccess, 'way' | 'credential' | 'server' | 'proxy'> {
  if (cluster.skipTLSVerify) {
    throw source.invalid(
      'switches the TLS checks off (insecure-skip-tls-verify), which this program never does',
    );
  }
  const server = urlIn(cluster.server, ['https:'], 'server', source);
  const other = anotherCluster(source.way, source.cluster, [server.hostname]);
  if (other !== undefined) throw other;
  const proxy = cluster.proxyUrl
    ? urlIn(cluster.proxyUrl, ['http:', 'https:'], 'proxy-url', source)
    : undefined;
  return { way: source.way, credential: source.credential, server, proxy };
}

async function identityOf(
  cluster: Cluster,
  user: User,
  source: Source,
): Promise<Pick<ApiAccess, 'tls' | 'authorize'>> {
  const options = await credentialOf(cluster, user, source);
  const headers = headersIn(options, source);
  const { bearer } = source;
  return {
    tls: checkedTls(options, source),
    authorize: async () => (bearer === undefined ? headers : { authorization: `Bearer ${await bearer()}` }),
  };
}

function urlIn(text: string, protocols: readonly string[], key: string, source: Source): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return url;
  const wanted = protocols.map((it) => `${it}//`).join(' or ');
  // A proxy-url may hold a password, so that only its protocol is shown.
  throw source.invalid(
    `has a ${key} that is no ${wanted} address${url === undefined ? '' : ` but ${url.protocol}//`}`,
  );
}

async function credentialOf(cluster: Cluster, user: User, source: Source): Promise<RequestOptions> {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(cluster, user);
  const options: RequestOptions = {};
  try {
    await kubeConfig.applyToHTTPSOptions(options);
  } catch (thrown) {
    const file = thrown instanceof Error && 'path' in thrown ? thrown.path : undefined;
    throw source.invalid(
      file === undefined ? 'holds a credential that cannot be read' : `needs ${file}, which cannot be read`,
    );
  }
  return options;
}

function headersIn(options: RequestOptions, source: Source): Headers {
  const headers: Record<string, string> = {};
  // A token that was read from a file ends with a line break, which no header may hold.
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name] = String(value).trim();
  if (options.auth) headers.Authorization = `Basic ${Buffer.from(options.auth).toString('base64')}`;
  if (Object.values(headers).some((value) => !/^[ -~]+$/.test(value))) {
    throw source.invalid('holds a token with characters that no token has');
  }
  return headers;
}

/**
 * Tried out here, because a CA that is none would be left out without a word, and any other fault would look like the
 * server's. client-node gives all of it as Buffers.
 */
function checkedTls({ ca, cert, key, servername }: RequestOptions, source: Source): ApiAccess['tls'] {
  const tls = { ca: pem(ca), cert: pem(cert), key: pem(key), servername };
  try {
    if (tls.ca !== undefined) new X509Certificate(tls.ca);
  } catch {
    throw source.invalid('has a certificate-authority that is no certificate');
  }
  try {
    createSecureContext({ cert: tls.cert, key: tls.key });
  } catch {
    throw source.invalid('has a client certificate and key that are none, or do not belong together');
  }
  return tls;
}

function pem(material: unknown): Buffer | undefined {
  return Buffer.isBuffer(material) ? material : undefined;
}
