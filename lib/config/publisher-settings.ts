import type { MailAddress } from '../publish/mail-address.ts';
import { PUBLICATION_KINDS, type Publication } from '../publish/publisher.ts';
import type { Format } from '../report/formats-facts.ts';
import type { Language } from '../report/words/language.ts';
import { absurd } from '../terms/words.ts';
import type { ParsedPublisher } from './publisher-schema.ts';
import type { AddressSource, BucketSettings, CredentialSources, SecretSource } from './sources.ts';

/** One entry of `publish`. Paths are absolute; no secret is in it, only where each one is. */
export type PublisherSettings =
  | ({ readonly kind: 'directory'; readonly path: string } & Archive)
  | ({ readonly kind: 's3' } & BucketSettings & Archive)
  | ({ readonly kind: 'slack'; readonly url: SecretSource } & Messenger)
  | {
      readonly kind: 'webhook';
      readonly url: AddressSource;
      readonly secret: SecretSource;
      readonly takes: Takes;
    }
  | ({
      readonly kind: 'email';
      readonly host: string;
      readonly port: number;
      readonly tls: 'starttls' | 'implicit' | 'none';
      /** A PEM file. */
      readonly authority: string | undefined;
      readonly credential: CredentialSources | undefined;
      readonly from: MailAddress;
      readonly to: readonly MailAddress[];
      readonly attachments: readonly Format[];
    } & Messenger)
  | { readonly kind: 'textfile'; readonly path: string }
  | {
      readonly kind: 'pushgateway';
      readonly gateway: string;
      readonly job: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly credential: CredentialSources | undefined;
    };

type Takes = readonly Publication['kind'][];

interface Archive {
  readonly formats: readonly Format[];
  readonly language: Language;
  readonly takes: Takes;
}

interface Messenger {
  readonly language: Language;
  readonly link: string | undefined;
  readonly takes: Takes;
}

/** How an entry is turned into settings. */
export interface PublisherReading {
  readonly language: Language;
  readonly path: (relative: string) => string;
  readonly source: (source: SecretSource) => SecretSource;
}

/** Of an archive. Alerts are news: what they tell of is in the reports. */
const KEPT: Takes = ['report', 'check'];

export function toPublisher(publisher: ParsedPublisher, reading: PublisherReading): PublisherSettings {
  const { path, source } = reading;
  const sources = ({ id, secret }: CredentialSources) => ({ id: source(id), secret: source(secret) });
  switch (publisher.kind) {
    case 'directory':
      return { ...publisher, path: path(publisher.path), ...archive(publisher, reading) };
    case 's3': {
      const { endpoint, region, bucket, prefix, addressing, credential } = publisher;
      return {
        kind: 's3',
        // Of KakaoCloud Object Storage (kakaocloud-api 8).
        endpoint: endpoint ?? `https://objectstorage.${region}.kakaocloud.com`,
        region,
        bucket,
        prefix,
        addressing,
        credential: sources(credential),
        ...archive(publisher, reading),
      };
    }
    case 'slack':
      return { kind: 'slack', url: source(publisher.url), ...messenger(publisher, reading) };
    case 'webhook': {
      const { kind, url, secret, takes = PUBLICATION_KINDS } = publisher;
      return { kind, url: url.kind === 'address' ? url : source(url), secret: source(secret), takes };
    }
    case 'email': {
      const { authority, credential } = publisher;
      return {
        ...publisher,
        authority: authority === undefined ? undefined : path(authority),
        credential: credential === undefined ? undefined : sources(credential),
        ...messenger(publisher, reading),
      };
    }
    case 'prometheus': {
      const { file, gateway, job, labels, credential } = publisher;
      if (gateway === undefined) return { kind: 'textfile', path: path(file ?? '') };
      const read = credential === undefined ? undefined : sources(credential);
      return { kind: 'pushgateway', gateway, job, labels, credential: read };
    }
    default:
      return absurd(publisher);
  }
}

type Said<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

function archive({ formats = ['json'], language, takes = KEPT }: Said<Archive>, reading: PublisherReading) {
  return { formats, language: language ?? reading.language, takes };
}

function messenger(
  { language, link, takes = PUBLICATION_KINDS }: Said<Messenger>,
  reading: PublisherReading,
) {
  return { language: language ?? reading.language, link, takes };
}
