import { createHash } from 'node:crypto';
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
 * What a stored publication is called, without an extension: `orphan-audit-20261130T063400Z`, and
 * `orphan-audit-alert-20261130T063400Z-<ID>`. Of one moment there is one report, and one alert for each project.
 */
export function fileStem(publication: Publication): string {
  const time = timeInName(timeOf(publication));
  return publication.kind === 'report'
    ? `orphan-audit-${time}`
    : `orphan-audit-alert-${time}-${plainId(idOf(publication))}`;
}
