import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whether kustomize can be had here; what needs it is skipped by name elsewhere. */
export const kubectl = {
  isThere: spawnSync('kubectl', ['version', '--client']).status === 0,
  why: ' (skipped where there is no kubectl)',
};

const text = z.record(z.string(), z.string()).default({});
const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  resources: z.strictObject({ requests: text, limits: text }),
  securityContext: z.unknown(),
  volumeMounts: z.array(
    z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }),
  ),
});

const podSchema = z.looseObject({
  serviceAccountName: z.string(),
  automountServiceAccountToken: z.boolean(),
  restartPolicy: z.string(),
  securityContext: z.unknown(),
  affinity: z.unknown().optional(),
  containers: z.array(containerSchema),
  initContainers: z.array(containerSchema).default([]),
  volumes: z.array(z.looseObject({ name: z.string() })),
});

const jobSchema = z.looseObject({
  activeDeadlineSeconds: z.number(),
  ttlSecondsAfterFinished: z.number(),
  backoffLimit: z.number().optional(),
  backoffLimitPerIndex: z.number().optional(),
  completionMode: z.string().optional(),
  completions: z.number().optional(),
  parallelism: z.number().optional(),
  podFailurePolicy: z.unknown(),
  template: z.looseObject({ metadata: z.looseObject({ labels: text }), spec: podSchema }),
});

const cronJobSchema = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    schedule: z.string(),
    timeZone: z.string(),
    concurrencyPolicy: z.string(),
    startingDeadlineSeconds: z.number(),
    successfulJobsHistoryLimit: z.number(),
    failedJobsHistoryLimit: z.number(),
    suspend: z.boolean().default(false),
    jobTemplate: z.looseObject({ spec: jobSchema }),
  }),
});

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: text,
  }),
});

export type Manifest = z.output<typeof objectSchema>;
export type CronJob = z.output<typeof cronJobSchema>;

export const OVERLAYS = ['base', 'overlays/s3', 'overlays/single-cluster', 'overlays/sharded'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** What `kubectl kustomize` makes of a folder, given from the repository's root. */
export function built(folder: string, cwd = root): readonly Manifest[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return parseAllDocuments(stdout, { version: '1.1' }).map((document) => {
    if (document.errors.length > 0) throw new AggregateError(document.errors);
    return objectSchema.parse(document.toJS());
  });
}

export function cronJobsOf(manifests: readonly Manifest[]): readonly CronJob[] {
  return manifests.filter(({ kind }) => kind === 'CronJob').map((manifest) => cronJobSchema.parse(manifest));
}

/** The one container of a job. */
export function containerOf({ metadata, spec }: CronJob): z.output<typeof containerSchema> {
  const { containers, initContainers } = spec.jobTemplate.spec.template.spec;
  const [container, ...others] = [...containers, ...initContainers];
  if (container === undefined || others.length > 0)
    throw new Error(`${metadata.name} has not exactly one container`);
  return container;
}

const made = new Map<string, readonly Manifest[]>(
  (kubectl.isThere ? [...OVERLAYS, 'rbac', 'demo'] : []).map((name) => [
    name,
    built(`infra/kubernetes/${name}`),
  ]),
);

/** Of every folder that can be applied; none where there is no kubectl. */
export function everyManifest(): readonly Manifest[] {
  return [...made.values()].flat();
}

export function manifests(folder: Overlay | 'rbac' | 'demo'): readonly Manifest[] {
  return made.get(folder) ?? [];
}

export function jobs(overlay: Overlay): readonly CronJob[] {
  return cronJobsOf(manifests(overlay));
}

export function namedJob(overlay: Overlay, name: string): CronJob {
  const job = jobs(overlay).find(({ metadata }) => metadata.name === name);
  if (job === undefined) throw new Error(`${overlay} has no ${name}`);
  return job;
}

export function podOf(job: CronJob): z.output<typeof podSchema> {
  return job.spec.jobTemplate.spec.template.spec;
}

/** The plain variables of a job's one container. */
export function environmentOf(job: CronJob): Readonly<Record<string, string>> {
  return Object.fromEntries(containerOf(job).env.map(({ name, value }) => [name, value]));
}

export function configMapOf(overlay: Overlay): Manifest {
  const [configMap, ...others] = manifests(overlay).filter(({ kind }) => kind === 'ConfigMap');
  if (configMap === undefined || others.length > 0)
    throw new Error(`${overlay} has not exactly one ConfigMap`);
  return configMap;
}
