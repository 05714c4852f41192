import { relative } from 'node:path';
import { defaultEndpoints } from '../adapters/kakaocloud/kakaocloud.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { FirstRequest } from './early-tokens.ts';
import type { Settings } from './settings.ts';

/** What a configuration needs beside itself, where nothing but the package is there. */
export interface Packaged {
  readonly firstRequests: readonly FirstRequest[];
  /** Files that are not secret and that it names, relative to it. */
  readonly files: readonly string[];
  /** Why it cannot work there; empty: it can. */
  readonly faults: readonly AuditFailure[];
}

/** @param folder that of the configuration file */
export function packagedWith(settings: Settings, folder: string): Packaged {
  const { projects, prices, store } = settings;
  const named = [prices, ...projects.map((project) => project.signatureScheme)];
  const files = [...new Set(named)].flatMap((file) => (file === undefined ? [] : [relative(folder, file)]));
  const outside = files.filter((file) => file.startsWith('..'));
  return {
    firstRequests: firstRequestsOf(settings),
    files,
    faults: [
      ...(store.kind === 'directory'
        ? [unfit(`the store is the directory ${store.path}`, 'write kind: s3, and name a bucket')]
        : []),
      ...secretFilesIn(settings).map((file) =>
        unfit(
          `a secret is read from the file ${file}`,
          'write env:NAME, and give the functions that variable',
        ),
      ),
      ...outside.map((file) =>
        unfit(`${file} lies outside of its folder`, 'put the file beside the configuration'),
      ),
    ],
  };
}

/** A key in a file is not packaged, and asks for nothing. */
export function firstRequestsOf({ projects }: Pick<Settings, 'projects'>): readonly FirstRequest[] {
  return projects.flatMap(({ name: project, region, endpoints, credential: { id, secret } }) => {
    if (id.kind !== 'env' || secret.kind !== 'env') return [];
    return [
      { project, iam: endpoints.iam ?? defaultEndpoints(region).iam, id: id.name, secret: secret.name },
    ];
  });
}

function unfit(what: string, remedy: string): AuditFailure {
  return new AuditFailure(
    'config-invalid',
    `this configuration cannot be packaged: ${what}, which is not there when a function runs`,
    remedy,
  );
}

/** Wherever in the settings a secret's source is, it looks the same. */
function secretFilesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isFile = 'kind' in value && value.kind === 'file' && 'path' in value;
  return isFile ? [String(value.path)] : Object.values(value).flatMap(secretFilesIn);
}
