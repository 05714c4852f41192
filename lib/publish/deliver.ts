import type { Report } from '../report/report.ts';
import { type AuditFailure, asFailure } from '../terms/failure.ts';
import type { Publisher } from './publisher.ts';

export interface Delivery {
  /** Where the report is now. */
  readonly places: readonly string[];
  readonly failures: readonly AuditFailure[];
}

/** Hands a report to every publisher; one that fails keeps it from no other. */
export async function deliver(report: Report, publishers: readonly Publisher[]): Promise<Delivery> {
  const places: string[] = [];
  const failures: AuditFailure[] = [];
  for (const publisher of publishers) {
    try {
      places.push(await publisher.publish(report));
    } catch (thrown) {
      failures.push(asFailure(thrown));
    }
  }
  return { places, failures };
}
