import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Publication, Publisher } from '../../publish/publisher.ts';
import { writePrometheus } from '../../report/prometheus/prometheus.ts';
import { AuditFailure } from '../../terms/failure.ts';
import type { PatienceOptions } from '../transport/patience.ts';
import { openHttpTarget } from './http-target.ts';
import { publisherId, spokenOf } from './identity.ts';
import { errnoOf, replaceFile } from './replace-file.ts';

export interface TextfileOptions {
  /** In the folder that the node exporter's textfile collector reads; it ends in `.prom`. */
  readonly path: string;
}

/** The node exporter runs as another user, and reads only whole files. */
const READABLE_BY_ALL = 0o644;

/** Puts the metrics of the newest report into a file for the node exporter's textfile collector. */
export function createTextfilePublisher({ path }: TextfileOptions): Publisher {
  return {
    id: publisherId('prometheus', path),
    place: path,
    role: 'messenger',
    takes: ['report'],
    async publish(publication) {
      try {
        await mkdir(dirname(path), { recursive: true });
        await replaceFile(path, metricsOf(publication), READABLE_BY_ALL);
      } catch (thrown) {
        throw new AuditFailure(
          'publish-failed',
          `the metrics of ${spokenOf(publication)} cannot be written to ${path} (${errnoOf(thrown)})`,
          "see that its folder is the node exporter's, and that this user may write there",
          { cause: thrown },
        );
      }
      return path;
    },
  };
}

export interface PushgatewayOptions extends PatienceOptions {
  /** The Pushgateway's address, before `/metrics`. */
  readonly url: string;
  readonly job: string;
  /** With the job, the group that each push replaces. */
  readonly labels: Readonly<Record<string, string>>;
  readonly credential: { readonly id: string; readonly secret: string } | undefined;
}

/** Puts the metrics of the newest report in the place of those of the same group before. */
export function createPushgatewayPublisher(options: PushgatewayOptions): Publisher {
  const { url, job, labels, credential } = options;
  const secrets =
    credential === undefined ? [] : [credential.secret, basic(credential).slice('Basic '.length)];
  const target = openHttpTarget({ ...options, url: groupAddress(url, job, labels), secrets });
  return {
    id: publisherId('prometheus', url, job, JSON.stringify(labels)),
    place: target.place,
    role: 'messenger',
    takes: ['report'],
    async publish(publication) {
      const body = metricsOf(publication);
      await target.send(`the metrics of ${spokenOf(publication)}`, () => ({
        method: 'PUT',
        headers: {
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
          ...(credential === undefined ? {} : { authorization: basic(credential) }),
        },
        body,
      }));
      return target.place;
    },
  };
}

function metricsOf(publication: Publication): string {
  if (publication.kind === 'report') return writePrometheus(publication.report);
  throw new TypeError(`there are no metrics of an ${publication.kind}`);
}

function basic({ id, secret }: { readonly id: string; readonly secret: string }): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** `…/metrics/job/orphan-audit/instance/seoul`; what a path cannot hold goes in base64 (Pushgateway, "URL"). */
export function groupAddress(url: string, job: string, labels: Readonly<Record<string, string>>): string {
  const parts = [['job', job] as const, ...Object.entries(labels)].map(([name, value]) =>
    value === '' || value === '.' || value === '..' || value.includes('/')
      ? `${name}@base64/${Buffer.from(value).toString('base64url') || '='}`
      : `${name}/${encodeURIComponent(value)}`,
  );
  return `${url.replace(/\/+$/, '')}/metrics/${parts.join('/')}`;
}
