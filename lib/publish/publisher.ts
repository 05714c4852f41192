import type { Report } from '../report/report.ts';

/** The port to a place where reports go. */
export interface Publisher {
  /** Where it is, for messages: without secrets. */
  readonly place: string;
  /**
   * Hands a report over, whole or not at all, and says where it is now.
   *
   * @throws AuditFailure `publish-failed`, naming the place
   */
  publish(report: Report): Promise<string>;
}
