import type { Report } from '../report/report.ts';
import type { Alert } from './alert.ts';

/** What a publisher can be handed. */
export type Publication =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'alert'; readonly alert: Alert };

/** What a publisher is told beside the publication. */
export interface Circumstances {
  /** Where the whole report was stored a moment ago; `null`: nowhere, or this is no report. */
  readonly storedAt: string | null;
}

/** The port to a place where reports and alerts go. */
export interface Publisher {
  /** By what a delivery that is still pending finds it again: the same as long as kind and target stay. No secret. */
  readonly id: string;
  /** Where it is, for messages: without secrets. */
  readonly place: string;
  /** An archive keeps publications whole, and gets them first; a messenger tells people and systems of them. */
  readonly role: 'archive' | 'messenger';
  /** What it is handed; the rest passes it by. */
  readonly takes: readonly Publication['kind'][];
  /**
   * Hands a publication over, whole or not at all, and says where it is now. Handing over the same one again does no
   * harm: it replaces itself, or carries the key by which a receiver knows it.
   *
   * @throws AuditFailure `publish-failed`: not reached, or not now. `publish-refused`: it was answered, with a no.
   */
  publish(publication: Publication, circumstances: Circumstances): Promise<string>;
}

/** By what the same publication is known when it is sent again: the idempotency key. */
export function idOf(publication: Publication): string {
  return publication.kind === 'report' ? publication.report.run.id : publication.alert.id;
}

/** As of when it holds; ISO 8601 in UTC. */
export function timeOf(publication: Publication): string {
  return publication.kind === 'report' ? publication.report.run.asOf : publication.alert.at;
}
