import { readFile } from 'node:fs/promises';
import { AuditFailure } from '../terms/failure.ts';
import { absurd } from '../terms/words.ts';
import type { CredentialSources, SecretSource } from './sources.ts';

export interface Credential {
  readonly id: string;
  readonly secret: string;
}

export type ReadCredential =
  | { readonly kind: 'credential'; readonly credential: Credential }
  | { readonly kind: 'missing'; readonly failures: readonly AuditFailure[] };

/**
 * Reads a credential from where the configuration says it is; tells all that is missing of it at once.
 *
 * @param of whose it is, for messages: `project shop-prod`
 */
export async function readCredential(
  of: string,
  sources: CredentialSources,
  env: NodeJS.ProcessEnv,
): Promise<ReadCredential> {
  const [id, secret] = await Promise.all([
    readSecret(`credential.id of ${of}`, sources.id, env),
    readSecret(`credential.secret of ${of}`, sources.secret, env),
  ]);
  if (typeof id === 'string' && typeof secret === 'string')
    return { kind: 'credential', credential: { id, secret } };
  return { kind: 'missing', failures: [id, secret].filter((part) => part instanceof AuditFailure) };
}

/** @param whose what the secret is, for messages: `the secret of publish[0]` goes on after "which is the" */
export async function readSecret(
  whose: string,
  source: SecretSource,
  env: NodeJS.ProcessEnv,
): Promise<string | AuditFailure> {
  switch (source.kind) {
    case 'env': {
      const value = env[source.name]?.trim();
      if (value !== undefined && value !== '') return value;
      const state = value === undefined ? 'is not set' : 'is empty';
      return new AuditFailure(
        'credential-missing',
        `the environment variable ${source.name}, which is the ${whose}, ${state}`,
        `set ${source.name}, for example from your secret manager`,
      );
    }
    case 'file': {
      const remedy = `put the value alone into ${source.path} and let this user read it`;
      try {
        const value = (await readFile(source.path, 'utf8')).trim();
        if (value !== '') return value;
        return new AuditFailure(
          'credential-missing',
          `the file ${source.path}, which is the ${whose}, is empty`,
          remedy,
        );
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
        return new AuditFailure(
          'credential-missing',
          `the file ${source.path}, which is the ${whose}, cannot be read (${code})`,
          remedy,
        );
      }
    }
    default:
      return absurd(source);
  }
}
