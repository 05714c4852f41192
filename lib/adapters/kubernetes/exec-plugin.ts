import { type ExecFileException, execFile } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import type { ClusterAddress } from '../../ledger/witnesses.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { stopped } from './transport-failure.ts';

/** An `exec` user of a kubeconfig (client.authentication.k8s.io). */
export const EXEC = z.object({
  apiVersion: z.string().min(1),
  command: z.string().min(1),
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: z.string().min(1), value: z.string() })).nullish(),
  provideClusterInfo: z.boolean().nullish(),
  interactiveMode: z.string().nullish(),
  installHint: z.string().nullish(),
});

export type Exec = z.infer<typeof EXEC>;

/** What an exec plugin hands out: a token, or a client certificate with its key (PEM), or both. */
export interface ExecCredential {
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

export interface ExecSetting {
  /** For messages: `the kubeconfig ./shop.kubeconfig`. */
  readonly way: string;
  readonly cluster: ClusterAddress;
  /** Of the kubeconfig: a command with a slash in it is relative to it. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Told to plugins that ask for it. */
  readonly clusterInfo: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs an exec plugin as kubectl does, without a terminal. client-node's own way has no time limit and cannot be
 * stopped, tells the plugin nothing in KUBERNETES_EXEC_INFO, and puts what the plugin printed into its error. What a
 * plugin prints may hold secrets, so none of it is ever shown.
 */
export async function runExecPlugin(exec: Exec, setting: ExecSetting): Promise<ExecCredential> {
  const printed = await run(exec, setting);
  const credential = credentialIn(printed);
  const refuse = (what: string): never => {
    throw failed(`the exec plugin "${exec.command}" of ${setting.way} ${what}`);
  };
  if (credential === undefined) return refuse('did not print an ExecCredential');
  if (credential.apiVersion !== exec.apiVersion) {
    return refuse(`answered in ${credential.apiVersion}, but the kubeconfig asks for ${exec.apiVersion}`);
  }
  const { token, clientCertificateData: certificate, clientKeyData: key } = credential.status;
  if ((certificate === undefined) !== (key === undefined)) {
    return refuse('gave a client certificate without a key, or a key without a certificate');
  }
  if (token === undefined && certificate === undefined)
    return refuse('gave neither a token nor a client certificate');
  return { token, certificate, key };
}

const TEXT = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

const EXEC_CREDENTIAL = z.object({
  apiVersion: z.string(),
  kind: z.literal('ExecCredential'),
  status: z.object({ token: TEXT, clientCertificateData: TEXT, clientKeyData: TEXT }),
});

function credentialIn(printed: string): z.infer<typeof EXEC_CREDENTIAL> | undefined {
  try {
    return EXEC_CREDENTIAL.safeParse(JSON.parse(printed)).data;
  } catch {
    return undefined;
  }
}

function run(exec: Exec, setting: ExecSetting): Promise<string> {
  const command = exec.command.includes('/') ? path.resolve(setting.directory, exec.command) : exec.command;
  const own = Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value]));
  const options = {
    env: { ...setting.env, ...own, KUBERNETES_EXEC_INFO: execInfo(exec, setting) },
    timeout: setting.timeoutMs,
    signal: setting.signal,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(command, exec.args ?? [], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(pluginFailure(error, exec, setting));
    });
    child.stdin?.end();
  });
}

function execInfo({ apiVersion, provideClusterInfo }: Exec, { clusterInfo }: ExecSetting): string {
  const spec = { interactive: false, ...(provideClusterInfo && { cluster: clusterInfo }) };
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
}

/** Takes only facts from the error, whose message and fields hold what was printed. */
function pluginFailure(
  error: ExecFileException,
  exec: Exec,
  { way, cluster, timeoutMs, signal }: ExecSetting,
): AuditFailure {
  if (signal?.aborted) return stopped(signal, cluster.name);
  const plugin = `the exec plugin "${exec.command}" of ${way}`;
  if (error.code === 'ENOENT') {
    return new AuditFailure(
      'exec-plugin-missing',
      `${plugin} is not installed here`,
      exec.installHint ??
        'install it where this program runs, or use a kubeconfig with a token or a client certificate',
    );
  }
  if (error.code === 'EACCES') return failed(`${plugin} may not be run (EACCES)`);
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return failed(`${plugin} printed too much`);
  if (error.killed) return failed(`${plugin} did not end within ${timeoutMs / 1000} s`);
  return failed(`${plugin} failed (${error.signal ?? `exit status ${error.code}`})`);
}

function failed(message: string): AuditFailure {
  return new AuditFailure(
    'exec-plugin-failed',
    message,
    'run the plugin by hand in the same environment and see what it says; this program shows none of it, because it may hold secrets',
  );
}
