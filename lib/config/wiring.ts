import { readFile } from 'node:fs/promises';
import type { KubernetesOptions, WayIn } from '../adapters/kubernetes/options.ts';
import { stopSignal } from '../adapters/transport/stop-signal.ts';
import type { AuditedProject } from '../audit.ts';
import type { HelpDesk } from '../ledger/help-desk.ts';
import type { ProjectSigning } from '../signing/project-signing.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Instant } from '../terms/instants.ts';
import type { Credential } from './credentials.ts';
import { takeEarlyToken } from './early-tokens.ts';
import type { ProjectSettings, Settings } from './settings.ts';

// The one place that picks adapters, with open-store.ts and open-publishers.ts, which stand apart so that who asks no
// cloud is packaged without its adapters. Each adapter is imported when it is first needed, so that nobody waits for
// what he does not use.

/** What every adapter is given, whatever it reaches. */
export interface Surroundings {
  readonly clock: () => Instant;
  readonly env: NodeJS.ProcessEnv;
  /** What a pino logger can do, and no more than is needed. */
  readonly log: { debug(fields: object, message: string): void };
  readonly signal: AbortSignal | undefined;
  /** When the whole run must end. */
  readonly deadline: Instant | undefined;
}

/** Of one request to a cluster's API server. */
const CLUSTER_TIMEOUT_MS = 60_000;

/** A project with all that is reached through its credential. */
export interface OpenedProject extends AuditedProject {
  readonly helpDesk: HelpDesk;
}

/** What a project is opened with, read and found sound. */
export interface Secrets {
  readonly credential: Credential;
  readonly signing: ProjectSigning;
}

/** Opens a project for as long as `use` takes. Nothing is sent before the first call. */
export async function withProject<T>(
  settings: Settings,
  project: ProjectSettings,
  { credential, signing }: Secrets,
  surroundings: Surroundings,
  use: (project: OpenedProject) => Promise<T>,
): Promise<T> {
  const [{ createKakaoCloud, defaultEndpoints }, { createWitnesses }, { createHelpDesk }] = await Promise.all(
    [
      import('../adapters/kakaocloud/kakaocloud.ts'),
      import('../adapters/kubernetes/witnesses.ts'),
      import('../adapters/kubernetes/help-desk.ts'),
    ],
  );
  const { retryBudgetMs } = settings;
  const { signal, deadline, clock, log, env } = surroundings;
  // A cluster that does not answer must not use up the time in which is told what was found.
  const stop = stopSignal({ signal, deadline, clock });
  const defaults = defaultEndpoints(project.region);
  const iam = project.endpoints.iam ?? defaults.iam;
  const cloud = createKakaoCloud({
    endpoints: {
      iam,
      bcs: project.endpoints.bcs ?? defaults.bcs,
      volume: project.endpoints.volume ?? defaults.volume,
      kubernetesEngine: project.endpoints.kubernetesEngine ?? defaults.kubernetesEngine,
    },
    credential,
    earlyToken: takeEarlyToken(project.name, iam, credential),
    retryBudgetMs,
    deadline,
    signal,
    clock,
    log,
  });
  const ways = new Map<string, WayIn>();
  for (const { name: cluster, kubeconfig, isInCluster } of project.clusters) {
    if (isInCluster) ways.set(cluster, { kind: 'in-cluster' });
    else if (kubeconfig !== undefined) ways.set(cluster, { kind: 'kubeconfig', file: kubeconfig });
  }
  const clusterOptions: KubernetesOptions = {
    ways,
    kubeconfigOf: (name) => cloud.getKubeconfig(name),
    token: () => cloud.token(),
    timeoutMs: CLUSTER_TIMEOUT_MS,
    retryBudgetMs,
    signal: stop,
    env,
  };
  const witnesses = createWitnesses(clusterOptions);
  const helpDesk = createHelpDesk(clusterOptions);
  const { name, region, clusters } = project;
  try {
    return await use({ name, region, cloud, witnesses, helpDesk, clusters, signing });
  } finally {
    await cloud.close();
  }
}

/**
 * What `config check` can find out without asking anybody: files that the configuration names and that are not there.
 * A run finds it out by itself, and goes on with the other clusters.
 */
export async function missingFiles(project: ProjectSettings): Promise<readonly AuditFailure[]> {
  const failures = await Promise.all(
    project.clusters.map(async ({ name, kubeconfig }) => {
      if (kubeconfig === undefined) return [];
      try {
        await readFile(kubeconfig);
        return [];
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
        return [
          new AuditFailure(
            'kubeconfig-invalid',
            `the kubeconfig ${kubeconfig} of cluster ${name} in project ${project.name} cannot be read (${code})`,
            "take one from the console's cluster page, or take the key out to have it discovered",
          ),
        ];
      }
    }),
  );
  return failures.flat();
}
