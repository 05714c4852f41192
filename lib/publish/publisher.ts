import type { CheckResult } from '../report/clearance/clearance.ts';
import type { Report } from '../report/report.ts';
import { absurd } from '../terms/words.ts';
import type { Alert } from './alerts/alert.ts';

/** What a publisher can be handed. */
export type Publication =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'alert'; readonly alert: Alert }
  | {
      readonly kind: 'check';
      /** Of what is said, and of its place in the cluster's history: see `checkPublication`. */
      readonly id: string;
      readonly check: CheckResult;
    };

/** All that there is, in the order in which people are told of it. */
export const PUBLICATION_KINDS = [
  'report',
  'alert',
  'check',
] as const satisfies readonly Publication['kind'][];

/** What a publisher is told beside the publication. */
export interface Circumstances {
  /** Where the whole report or check was stored a moment ago; `null`: nowhere, or this is an alert. */
  readonly storedAt: string | null;
}

/** The port to a place where reports, alerts and checks go. */
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
  switch (publication.kind) {
    case 'report':
      return publication.report.run.id;
    case 'alert':
      return publication.alert.id;
    case 'check':
      return publication.id;
    default:
      return absurd(publication);
  }
}

/** As of when it holds; ISO 8601 in UTC. */
export function timeOf(publication: Publication): string {
  switch (publication.kind) {
    case 'report':
      return publication.report.run.asOf;
    case 'alert':
      return publication.alert.at;
    case 'check':
      return publication.check.run.asOf;
    default:
      return absurd(publication);
  }
}
