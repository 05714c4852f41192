import { createHash } from 'node:crypto';
import type { Publication } from '../../publish/publisher.ts';
import { named } from '../../report/words/printable.ts';
import { absurd } from '../../terms/words.ts';

/**
 * A publisher's ID: of its kind and of what makes it another than its like. A secret is named by where it stands, never
 * by itself.
 */
export function publisherId(kind: string, ...target: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 12);
  return `${kind}-${hash}`;
}

/** `the report`, `the alert about shop-prod`, or `the check of cluster shop` */
export function spokenOf(publication: Publication): string {
  switch (publication.kind) {
    case 'report':
      return 'the report';
    case 'alert':
      return `the alert about ${publication.alert.project}`;
    case 'check': {
      const { names, uid } = publication.check.cluster;
      return `the check of cluster ${named(names.at(-1) ?? uid)}`;
    }
    default:
      return absurd(publication);
  }
}
