import type { Report } from '../report/report.ts';
import type { Alert } from './alert.ts';

/** What a publisher can be handed. */
export type Publication =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'alert'; readonly alert: Alert };

/** The port to a place where reports and alerts go. */
export interface Publisher {
  /** Where it is, for messages: without secrets. */
  readonly place: string;
  /** What it is handed; the rest passes it by. */
  readonly takes: readonly Publication['kind'][];
  /**
   * Hands a publication over, whole or not at all, and says where it is now.
   *
   * @throws AuditFailure `publish-failed`, naming the place
   */
  publish(publication: Publication): Promise<string>;
}
