import type { Publication, Publisher } from '../../publish/publisher.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { addressOf, type S3Location } from '../s3/address.ts';
import { openBucket, type S3Credential } from '../s3/bucket.ts';
import { putObject } from '../s3/objects.ts';
import { type PatienceOptions, patienceOf, persist } from '../transport/patience.ts';
import type { Trouble } from '../transport/trouble.ts';
import { type DocumentOptions, documentsOf } from './documents.ts';
import { publisherId, spokenOf } from './identity.ts';

export interface S3PublisherOptions extends S3Location, DocumentOptions, PatienceOptions {
  readonly credential: S3Credential;
  readonly takes: readonly Publication['kind'][];
}

/**
 * Puts each report into a bucket under the moment that it judges as of, and then once more as `latest`; an alert or check
 * once, under its moment and what it is about. A PUT is whole or has no effect.
 *
 * @throws AuditFailure `config-invalid`
 */
export function createS3Publisher(options: S3PublisherOptions): Publisher {
  const address = addressOf(options);
  const { region, credential, signal, takes } = options;
  const patience = patienceOf(options);
  const send = openBucket({ address, region, credential, clock: patience.clock, signal });
  return {
    id: publisherId('s3', address.place),
    place: address.place,
    role: 'archive',
    takes,
    async publish(publication) {
      const documents = documentsOf(publication, options);
      const put = async (name: string, text: string, mediaType: string) => {
        const failure = ({ what, remedy, isRefusal, cause }: Trouble) =>
          new AuditFailure(
            isRefusal === true ? 'publish-refused' : 'publish-failed',
            `${spokenOf(publication)} cannot be put into ${address.place} as ${name}: ${what}`,
            remedy,
            { cause },
          );
        const bytes = new TextEncoder().encode(text);
        const key = address.keyPrefix + name;
        await persist(patience, () => putObject(send, key, bytes, mediaType), failure);
      };
      for (const { name, text, mediaType } of documents) await put(name, text, mediaType);
      for (const { latest, text, mediaType } of documents)
        if (latest !== undefined) await put(latest, text, mediaType);
      return address.place + (documents[0]?.name ?? '');
    },
  };
}
