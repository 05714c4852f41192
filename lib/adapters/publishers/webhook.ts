import { createHmac } from 'node:crypto';
import { plainId } from '../../publish/names.ts';
import { idOf, type Publication, type Publisher } from '../../publish/publisher.ts';
import type { Instant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import type { PatienceOptions } from '../transport/patience.ts';
import { openHttpTarget } from './http-target.ts';
import { publisherId, spokenOf } from './identity.ts';

export interface WebhookOptions extends PatienceOptions {
  /** Where its address and its secret stand, of which the publisher's ID is made. */
  readonly source: string;
  readonly url: string;
  /** The key of the signature. */
  readonly secret: string;
  readonly takes: readonly Publication['kind'][];
}

/** Hands over each publication as a signed CloudEvent (docs/publishers.md, "webhook"). */
export function createWebhookPublisher({
  source,
  url,
  secret,
  takes,
  ...options
}: WebhookOptions): Publisher {
  const target = openHttpTarget({ ...options, url, secrets: [secret] });
  return {
    id: publisherId('webhook', source),
    place: target.place,
    role: 'messenger',
    takes,
    async publish(publication) {
      const body = JSON.stringify(cloudEventOf(publication));
      await target.send(spokenOf(publication), (at) => ({
        method: 'POST',
        headers: {
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'idempotency-key': plainId(idOf(publication)),
          [SIGNATURE_HEADER]: signatureOf(body, secret, at),
        },
        body,
      }));
      return target.place;
    },
  };
}

export const SIGNATURE_HEADER = 'orphan-audit-signature';

/**
 * `t=1796023140,v1=<hex>`: the moment of sending in seconds since 1970, and the HMAC-SHA256 of that number, a full stop and
 * the body. A receiver refuses what it gets long after, so that nobody can send it again.
 */
export function signatureOf(body: string, secret: string, at: Instant): string {
  const seconds = Math.floor(at / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

/** Whose events they are. With the ID it tells an event from every other (CloudEvents 1.0, "source"). */
const SOURCE = 'https://github.com/karpenter-orphan-audit';
const TYPE = 'io.github.karpenter-orphan-audit';

/** In the structured form of CloudEvents 1.0: all of it in one JSON object. */
export function cloudEventOf(publication: Publication): object {
  const envelope = {
    specversion: '1.0',
    id: idOf(publication),
    source: SOURCE,
    type: `${TYPE}.${publication.kind}.v1`,
    datacontenttype: 'application/json',
  };
  switch (publication.kind) {
    case 'report': {
      const { report } = publication;
      return { ...envelope, time: report.run.finishedAt, data: report };
    }
    case 'alert': {
      const { alert } = publication;
      return { ...envelope, time: alert.at, subject: alert.project, data: alert };
    }
    case 'check': {
      const { check } = publication;
      const subject = `${check.run.project.name}/${check.cluster.uid}`;
      return { ...envelope, time: check.run.finishedAt, subject, data: check };
    }
    default:
      return absurd(publication);
  }
}
