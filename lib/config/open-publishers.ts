import { readFile } from 'node:fs/promises';
import type { Publisher } from '../publish/publisher.ts';
import { AuditFailure } from '../terms/failure.ts';
import { plusMs, SECOND_MS } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import { readCredential, readSecret } from './credentials.ts';
import type { PublisherSettings } from './publisher-settings.ts';
import type { Settings } from './settings.ts';
import type { AddressSource, SecretSource } from './sources.ts';
import { targetFault } from './targets.ts';
import type { Surroundings } from './wiring.ts';

// The half of wiring.ts that is about publishers: it picks their adapters, and reads what they need to be opened.

type Around = Pick<Surroundings, 'env' | 'signal' | 'deadline'>;

/** Of what the runtime leaves after the run's end, the part in which may be sent. */
const SENDING_MS = 12 * SECOND_MS;

/**
 * All publishers that the configuration names, in its order. Nothing is sent or written before the first publication.
 *
 * @throws AggregateError of AuditFailures `credential-missing`, `config-invalid`: all that is wrong at once
 */
export async function openPublishers(
  settings: Pick<Settings, 'publish' | 'publishHosts' | 'timezone' | 'retryBudgetMs'>,
  around: Around,
): Promise<readonly Publisher[]> {
  const opened = await Promise.all(
    settings.publish.map((publisher, index) => openPublisher(publisher, index, settings, around)),
  );
  const failures = opened.flatMap((one) => (Array.isArray(one) ? one : []));
  if (failures.length > 0) throw new AggregateError(failures);
  return withIdsOfTheirOwn(opened.flatMap((one) => (Array.isArray(one) ? [] : [one])));
}

/** Two of one target, such as one in each language, would each take what is pending at the other for its own. */
function withIdsOfTheirOwn(publishers: readonly Publisher[]): readonly Publisher[] {
  return publishers.map((publisher, index) => {
    const before = publishers.slice(0, index).filter(({ id }) => id === publisher.id).length;
    return before === 0 ? publisher : { ...publisher, id: `${publisher.id}-${before + 1}` };
  });
}

/** What `config check` can find out of them without asking anybody. */
export async function publisherFaults(
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Promise<readonly AuditFailure[]> {
  try {
    await openPublishers(settings, { env, signal: undefined, deadline: undefined });
    return [];
  } catch (thrown) {
    if (thrown instanceof AggregateError) return thrown.errors;
    if (thrown instanceof AuditFailure) return [thrown];
    throw thrown;
  }
}

async function openPublisher(
  publisher: PublisherSettings,
  index: number,
  { timezone, retryBudgetMs, publishHosts }: Pick<Settings, 'publishHosts' | 'timezone' | 'retryBudgetMs'>,
  { env, signal, deadline }: Around,
): Promise<Publisher | AuditFailure[]> {
  const whose = `publish[${index}] (${publisher.kind})`;
  const end = deadline === undefined ? undefined : plusMs(deadline, SENDING_MS);
  const every = { retryBudgetMs, signal, deadline: end };
  const credentialIn = async (sources: Parameters<typeof readCredential>[1] | undefined) =>
    sources === undefined ? undefined : readCredential(whose, sources, env);
  switch (publisher.kind) {
    case 'directory': {
      const { createDirectoryPublisher } = await import('../adapters/publishers/directory.ts');
      return createDirectoryPublisher({ ...publisher, timezone });
    }
    case 's3': {
      const answer = await readCredential(whose, publisher.credential, env);
      if (answer.kind === 'missing') return [...answer.failures];
      const { createS3Publisher } = await import('../adapters/publishers/s3.ts');
      const { id, secret } = answer.credential;
      const credential = { accessKeyId: id, secretAccessKey: secret };
      return createS3Publisher({ ...publisher, ...every, credential, timezone });
    }
    case 'slack': {
      const url = await readAddress(whose, publisher.url, publishHosts, env);
      if (url instanceof AuditFailure) return [url];
      const { createSlackPublisher } = await import('../adapters/publishers/slack.ts');
      return createSlackPublisher({ ...publisher, ...every, source: nameOf(publisher.url), url, timezone });
    }
    case 'webhook': {
      const url = await readAddress(whose, publisher.url, publishHosts, env);
      const secret = await readSecret(`secret of ${whose}`, publisher.secret, env);
      const missing = [url, secret].filter((one) => one instanceof AuditFailure);
      if (typeof url !== 'string' || typeof secret !== 'string') return missing;
      const { createWebhookPublisher } = await import('../adapters/publishers/webhook.ts');
      return createWebhookPublisher({ ...publisher, ...every, source: nameOf(publisher.url), url, secret });
    }
    case 'email': {
      const answer = await credentialIn(publisher.credential);
      const authority = await readAuthority(whose, publisher.authority);
      const missing = [
        ...(answer?.kind === 'missing' ? answer.failures : []),
        ...(authority instanceof AuditFailure ? [authority] : []),
      ];
      if (answer?.kind === 'missing' || authority instanceof AuditFailure) return missing;
      const { createEmailPublisher } = await import('../adapters/publishers/email.ts');
      return createEmailPublisher({
        ...publisher,
        ...every,
        authority,
        credential: answer?.credential,
        timezone,
      });
    }
    case 'textfile': {
      const { createTextfilePublisher } = await import('../adapters/publishers/prometheus.ts');
      return createTextfilePublisher(publisher);
    }
    case 'pushgateway': {
      const answer = await credentialIn(publisher.credential);
      if (answer?.kind === 'missing') return [...answer.failures];
      const { createPushgatewayPublisher } = await import('../adapters/publishers/prometheus.ts');
      const credential = answer?.credential;
      return createPushgatewayPublisher({ ...publisher, ...every, url: publisher.gateway, credential });
    }
    default:
      return absurd(publisher);
  }
}

/** Where an address stands, which is no secret as the address may be. */
function nameOf(source: AddressSource): string {
  switch (source.kind) {
    case 'address':
      return source.address;
    case 'env':
      return `env:${source.name}`;
    case 'file':
      return `file:${source.path}`;
    default:
      return absurd(source);
  }
}

async function readAddress(
  whose: string,
  source: AddressSource,
  allowedHosts: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | AuditFailure> {
  // One that stands in the file was looked at with the file.
  if (source.kind === 'address') return source.address;
  const address = await readSecret(`url of ${whose}`, source, env);
  if (address instanceof AuditFailure) return address;
  const fault = targetFault(address, allowedHosts, true);
  if (fault === undefined) return address;
  const message = `the url of ${whose}, in ${spoken(source)}, ${fault.found}`;
  return new AuditFailure('config-invalid', message, fault.remedy);
}

function spoken(source: SecretSource): string {
  return source.kind === 'env' ? `the environment variable ${source.name}` : `the file ${source.path}`;
}

async function readAuthority(
  whose: string,
  path: string | undefined,
): Promise<string | undefined | AuditFailure> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    return new AuditFailure(
      'config-invalid',
      `the authority ${path} of ${whose} cannot be read (${code})`,
      "name a PEM file that this user can read, or leave the key out for the system's authorities",
    );
  }
}
