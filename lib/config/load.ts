import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AuditFailure } from '../terms/failure.ts';
import { toAlertSettings } from './alert-settings.ts';
import { configFault, schemaFaults } from './faults.ts';
import { toPublisher } from './publisher-settings.ts';
import { endOfDay } from './readings.ts';
import { configSchema, type ParsedConfig } from './schema.ts';
import type {
  ClusterSettings,
  KeyringSettings,
  ProjectSettings,
  Settings,
  StoreSettings,
} from './settings.ts';
import type { CredentialSources, SecretSource } from './sources.ts';
import { targetFault } from './targets.ts';
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

  const forbidden = forbiddenTargets(file, source, parsed.data);
  if (forbidden.length > 0) return faulty(forbidden);
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

/** Where the file itself says the address of a target. One that is a secret is looked at when it is read. */
function forbiddenTargets(
  file: string,
  source: YamlSource,
  { publish = [], publishHosts = [] }: ParsedConfig,
): readonly AuditFailure[] {
  const check = (address: string, index: number, key: string) => {
    const fault = targetFault(address, publishHosts);
    if (fault === undefined) return [];
    const found = `publish[${index}].${key} ${fault.found}`;
    return [configFault(file, source.lineOf(['publish', index, key]), found, fault.remedy)];
  };
  return publish.flatMap((publisher, index) => {
    if (publisher.kind === 'webhook' && publisher.url.kind === 'address')
      return check(publisher.url.address, index, 'url');
    if (publisher.kind === 'prometheus' && publisher.gateway !== undefined)
      return check(publisher.gateway, index, 'gateway');
    return [];
  });
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
    projects: config.projects.map((project) => toProject(project, config, path)),
    ignore: (config.ignore ?? []).map(({ until, ...entry }) => ({
      ...entry,
      until: endOfDay(until, config.timezone),
    })),
    publish: (config.publish ?? []).map((publisher) =>
      toPublisher(publisher, {
        language: config.language,
        path,
        source: (source) => toSource(source, path),
      }),
    ),
    publishHosts: config.publishHosts ?? [],
    prices: config.prices === undefined ? undefined : path(config.prices),
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
  return { id: toSource(id, path), secret: toSource(secret, path) };
}

function toSource(source: SecretSource, path: Absolute): SecretSource {
  return source.kind === 'file' ? { kind: 'file', path: path(source.path) } : source;
}

type ParsedProject = ParsedConfig['projects'][number];
type ParsedCluster = NonNullable<ParsedProject['clusters']>[number];

function toProject(project: ParsedProject, config: ParsedConfig, path: Absolute): ProjectSettings {
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
    keyrings: (project.keyrings ?? []).map((keyring) => toKeyring(keyring, path)),
    signatureScheme: project.signatureScheme === undefined ? undefined : path(project.signatureScheme),
    clusters: (project.clusters ?? []).map((cluster) => toCluster(cluster, path)),
    alert: toAlertSettings(config.alert, project.alert, config.timezone),
  };
}

function toKeyring(
  { file, content, clusters }: NonNullable<ParsedProject['keyrings']>[number],
  path: Absolute,
): KeyringSettings {
  const source = content ?? { kind: 'file', path: file ?? '' };
  return { source: toSource(source, path), clusters: clusters ?? 'all' };
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
