import { createHash } from 'node:crypto';
import type { CheckedCluster } from '../report/clearance/clearance.ts';
import { absurd } from '../terms/words.ts';
import { idOf, type Publication, timeOf } from './publisher.ts';

/** Of file names and store keys. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** An ID as a part of a file name or key: as it is where it can be one, else its hash. */
export function plainId(id: string): string {
  return PLAIN.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32);
}

/** `20261130T063400Z`: names that begin with it sort as the moments do. */
export function timeInName(iso: string): string {
  return iso.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/**
 * What a stored publication is called, without an extension: `orphan-audit-20261130T063400Z`,
 * `orphan-audit-alert-20261130T063400Z-<ID>`, and `orphan-audit-check-<cluster>-20261130T063400Z`. Of one moment there is
 * one report, one alert for each project, and one check of each cluster.
 */
export function fileStem(publication: Publication): string {
  const time = timeInName(timeOf(publication));
  switch (publication.kind) {
    case 'report':
      return `orphan-audit-${time}`;
    case 'alert':
      return `orphan-audit-alert-${time}-${plainId(idOf(publication))}`;
    case 'check':
      return `orphan-audit-check-${clusterInName(publication.check.cluster)}-${time}`;
    default:
      return absurd(publication);
  }
}

/** With the beginning of its UID: two clusters of one name may be gone, and of one name each in its own project. */
function clusterInName({ uid, names }: CheckedCluster): string {
  const name = names.at(-1);
  const uid8 = uid.slice(0, 8);
  return name === undefined ? uid8 : `${plainId(name)}-${uid8}`;
}
