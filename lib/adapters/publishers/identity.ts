import { createHash } from 'node:crypto';
import type { Publication } from '../../publish/publisher.ts';

/**
 * A publisher's ID: of its kind and of what makes it another than its like. A secret is named by where it stands, never
 * by itself.
 */
export function publisherId(kind: string, ...target: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 12);
  return `${kind}-${hash}`;
}

/** `the report`, or `the alert about shop-prod` */
export function spokenOf(publication: Publication): string {
  return publication.kind === 'report' ? 'the report' : `the alert about ${publication.alert.project}`;
}
