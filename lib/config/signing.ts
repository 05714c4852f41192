import { parseKeyring } from '../signing/keyring-text.ts';
import { type NamedKeyring, NO_SIGNING, type ProjectSigning } from '../signing/project-signing.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { KeyringSettings, ProjectSettings } from './settings.ts';

export type ReadSigning =
  | { readonly kind: 'sound'; readonly signing: ProjectSigning }
  /** Every fault of every file, in the order of the configuration. None shows key material. */
  | { readonly kind: 'faulty'; readonly faults: readonly AuditFailure[] };

/**
 * Reads the keyrings of a project and its signature scheme. A scheme that is not there yet leaves every signature
 * unverified; a keyring that is not there, or a file that is not sound, is a fault.
 */
export async function readSigning(project: ProjectSettings, env: NodeJS.ProcessEnv): Promise<ReadSigning> {
  const { keyrings, signatureScheme } = project;
  if (keyrings.length === 0 && signatureScheme === undefined) return { kind: 'sound', signing: NO_SIGNING };
  const { readKeyring, readSignatureScheme } = await import('../adapters/keyring-file.ts');
  const faults: AuditFailure[] = [];
  const read: NamedKeyring[] = [];
  for (const { source, clusters } of keyrings) {
    const parsed =
      source.kind === 'file' ? await readKeyring(source.path) : fromEnvironment(source, project, env);
    if (parsed.kind === 'faulty') faults.push(...parsed.faults);
    else read.push({ keyring: parsed.keyring, clusters });
  }
  const scheme = signatureScheme === undefined ? undefined : await readSignatureScheme(signatureScheme);
  if (scheme?.kind === 'faulty') faults.push(...scheme.faults);
  if (faults.length > 0) return { kind: 'faulty', faults };
  const found = scheme?.kind === 'sound' ? scheme.scheme : undefined;
  return { kind: 'sound', signing: { keyrings: read, scheme: found } };
}

function fromEnvironment(
  { name }: Extract<KeyringSettings['source'], { readonly kind: 'env' }>,
  project: ProjectSettings,
  env: NodeJS.ProcessEnv,
) {
  const text = env[name];
  if (text !== undefined && text.trim() !== '') return parseKeyring(text, `in ${name}`);
  return {
    kind: 'faulty' as const,
    faults: [
      new AuditFailure(
        'credential-missing',
        `the environment variable ${name}, which is a keyring of project ${project.name}, ${text === undefined ? 'is not set' : 'is empty'}`,
        `set ${name} to the whole keyring.json, for example from your secret manager`,
      ),
    ],
  };
}

/**
 * Says before the search that what it finds could not be written there.
 *
 * @throws AuditFailure `bad-usage` when another file than a scheme is there
 */
export async function refuseOtherFile(file: string): Promise<void> {
  const adapter = await import('../adapters/keyring-file.ts');
  await adapter.refuseOtherFile(file);
}

/**
 * Writes the scheme that was found, whole or not at all.
 *
 * @throws AuditFailure `bad-usage` when the file cannot be written, or another file than a scheme is there
 */
export async function writeSignatureScheme(file: string, scheme: SignatureScheme): Promise<void> {
  const adapter = await import('../adapters/keyring-file.ts');
  await adapter.writeSignatureScheme(file, scheme);
}
