import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AuditFailure } from '../terms/failure.ts';
import { configFault, schemaFaults } from './faults.ts';
import { endOfDay } from './readings.ts';
import { configSchema, type ParsedConfig } from './schema.ts';
import type {
  ClusterSettings,
  CredentialSources,
  ProjectSettings,
  PublisherSettings,
  SecretSource,
  Settings,
  StoreSettings,
} from './settings.ts';
import { parseYaml, type YamlSource } from './yaml-source.ts';

export type LoadedConfig =
  | { readonly kind: 'sound'; readonly settings: Settings }
  /** Every fault there is, in the order of the file; none of them shows a secret. */
  | { readonly kind: 'faulty'; readonly faults: readonly AuditFailure[] };

/** Reads a configuration file. Relative paths in it are relative to it. Reads no secret. */
export async function loadSettings(file: string): Promise<LoadedConfig> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    return faulty([unreadableFile(file, thrown)]);
  }
  const yaml = parseYaml(text);
  if (yaml.kind === 'broken') {
    return faulty(
      yaml.faults.map(({ line, message }) =>
        configFault(file, line, `not sound YAML: ${message}`, 'correct the YAML'),
      ),
    );
  }
  const { source } = yaml;
  if (source.value === null || source.value === undefined) {
    return faulty([configFault(file, undefined, 'the file is empty', 'write at least version and projects')]);
  }
  const parsed = configSchema.safeParse(source.value);
  if (!parsed.success) return faulty(schemaFaults(file, source, configSchema, parsed.error.issues));

  const later = notInThisVersion(file, source, parsed.data);
  if (later.length > 0) return faulty(later);
  return { kind: 'sound', settings: toSettings(file, parsed.data) };
}

function faulty(faults: readonly AuditFailure[]): LoadedConfig {
  return { kind: 'faulty', faults };
}

function unreadableFile(file: string, thrown: unknown): AuditFailure {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  if (code === 'ENOENT') {
    return new AuditFailure(
      'config-not-found',
      `there is no configuration file ${file}`,
      'name one with --config FILE or ORPHAN_AUDIT_CONFIG; `orphan-audit simulate --out DIR` writes one to begin with',
    );
  }
  return new AuditFailure(
    'config-invalid',
    `the configuration file ${file} cannot be read (${code})`,
    'make it a file that this user can read',
  );
}

/** What the format knows and this version cannot do where doing something else instead would be wrong. */
function notInThisVersion(file: string, source: YamlSource, config: ParsedConfig): readonly AuditFailure[] {
  const faults: AuditFailure[] = [];
  const refuse = (path: readonly (string | number)[], found: string) =>
    faults.push(
      configFault(
        file,
        source.lineOf(path),
        `${found}, which is not available in this version`,
        'use kind: directory',
      ),
    );
  config.publish?.forEach((publisher, index) => {
    if (publisher.kind !== 'directory')
      refuse(['publish', index, 'kind'], `publish[${index}].kind is ${publisher.kind}`);
  });
  return faults;
}

function toSettings(file: string, config: ParsedConfig): Settings {
  const base = dirname(resolve(file));
  const path = (relative: string) => resolve(base, relative);
  return {
    file: resolve(file),
    timezone: config.timezone,
    language: config.language,
    store: toStore(config.store, path),
    thresholds: {
      gracePeriodMs: config.gracePeriod,
      deletionPeriodMs: config.deletionPeriod,
      sightings: config.sightings,
    },
    retryBudgetMs: config.retryBudget,
    recordRetentionMs: config.recordRetention,
    projects: config.projects.map((project) => toProject(project, path)),
    ignore: (config.ignore ?? []).map(({ until, ...entry }) => ({
      ...entry,
      until: endOfDay(until, config.timezone),
    })),
    publish: (config.publish ?? []).flatMap((publisher): PublisherSettings[] =>
      publisher.kind === 'directory' ? [{ kind: 'directory', path: path(publisher.path) }] : [],
    ),
    notices: notices(config),
  };
}

type Absolute = (relative: string) => string;

function toStore(store: ParsedConfig['store'], path: Absolute): StoreSettings {
  if (store?.kind !== 's3') return { kind: 'directory', path: path(store?.path ?? './.orphan-audit') };
  const { kind, region, bucket, prefix, addressing, conditionalWrites, credential } = store;
  // Of KakaoCloud Object Storage (kakaocloud-api 8).
  const endpoint = store.endpoint ?? `https://objectstorage.${region}.kakaocloud.com`;
  return {
    kind,
    endpoint,
    region,
    bucket,
    prefix,
    addressing,
    conditionalWrites,
    credential: toSources(credential, path),
  };
}

function toSources({ id, secret }: CredentialSources, path: Absolute): CredentialSources {
  const source = (one: SecretSource): SecretSource =>
    one.kind === 'file' ? { kind: 'file', path: path(one.path) } : one;
  return { id: source(id), secret: source(secret) };
}
type ParsedProject = ParsedConfig['projects'][number];
type ParsedCluster = NonNullable<ParsedProject['clusters']>[number];

function toProject(project: ParsedProject, path: Absolute): ProjectSettings {
  return {
    name: project.name,
    region: project.region,
    credential: toSources(project.credential, path),
    endpoints: {
      iam: project.endpoints?.iam,
      bcs: project.endpoints?.bcs,
      volume: project.endpoints?.volume,
      kubernetesEngine: project.endpoints?.['kubernetes-engine'],
    },
    clusters: (project.clusters ?? []).map((cluster) => toCluster(cluster, path)),
  };
}

function toCluster(cluster: ParsedCluster, path: Absolute): ClusterSettings {
  return {
    name: cluster.name,
    uid: cluster.uid,
    deletedAt: cluster.deletedAt,
    witness: cluster.witness === 'none' ? 'declared-none' : 'asked',
    kubeconfig: cluster.kubeconfig === undefined ? undefined : path(cluster.kubeconfig),
    isInCluster: cluster.inCluster === true,
    reason: cluster.reason,
  };
}

/** What goes on without: less is proven or priced than the file asks for, never more. */
function notices(config: ParsedConfig): readonly string[] {
  const all: string[] = [];
  const signed = config.projects.filter(
    (project) => project.keyrings !== undefined || project.signatureScheme !== undefined,
  );
  if (signed.length > 0) {
    const names = signed.map((project) => project.name).join(', ');
    all.push(
      `keyrings and signatureScheme (${names}) are not used in this version: every signature stays unverified, and only the ledger proves ownership`,
    );
  }
  if (config.prices !== undefined)
    all.push('prices is not used in this version: every finding stays unpriced');
  return all;
}
