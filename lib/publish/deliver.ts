import { type AuditFailure, asFailure } from '../terms/failure.ts';
import type { Publication, Publisher } from './publisher.ts';

export interface Delivery {
  /** Where it is now. */
  readonly places: readonly string[];
  readonly failures: readonly AuditFailure[];
}

/** Hands a publication to every publisher that takes it; one that fails keeps it from no other. */
export async function deliver(publication: Publication, publishers: readonly Publisher[]): Promise<Delivery> {
  const places: string[] = [];
  const failures: AuditFailure[] = [];
  for (const publisher of publishers) {
    if (!publisher.takes.includes(publication.kind)) continue;
    try {
      places.push(await publisher.publish(publication));
    } catch (thrown) {
      failures.push(asFailure(thrown));
    }
  }
  return { places, failures };
}
