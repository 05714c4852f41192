import pLimit from 'p-limit';
import type { RecordKey } from '../ledger/keys.ts';
import { type LatestRecords, latestRecords } from '../ledger/latest.ts';
import { type DamagedFile, listLedger } from '../ledger/listing.ts';
import type { Store } from '../ledger/store.ts';
import type { AuditFailure } from '../terms/failure.ts';
import type { ClusterUid } from '../terms/ids.ts';
import { type Readable, readable } from '../terms/readable.ts';
import { type FirstListings, firstListings } from './first-listings.ts';

/** What is recorded already, as far as it is needed to record again: of each cluster the newest record. */
export interface Earlier {
  readonly latest: ReadonlyMap<ClusterUid, LatestRecords>;
  readonly first: FirstListings;
  readonly facts: ReadonlyMap<ClusterUid, readonly RecordKey<'facts'>[]>;
  /** Files that cannot be understood, as far as they were met. */
  readonly damaged: readonly DamagedFile[];
  /** Files that could not be read. */
  readonly failures: readonly AuditFailure[];
}

export const NOTHING_EARLIER: Earlier = {
  latest: new Map(),
  first: new Map(),
  facts: new Map(),
  damaged: [],
  failures: [],
};

const CLUSTERS_AT_ONCE = 8;

/** @throws AuditFailure `store-unreadable` when not even the names can be listed */
export async function readEarlier(store: Store, project: string): Promise<Earlier> {
  const { records, retired, facts, strange, strangeFacts } = await listLedger(store, project);
  const ended = new Set(retired.map(({ cluster }) => cluster));
  const living = [...records].filter(([cluster]) => !ended.has(cluster));
  const readings = await pLimit(CLUSTERS_AT_ONCE).map(living, async ([cluster, history]) => ({
    cluster,
    reading: await readable(() => latestRecords(store, project, history)),
  }));
  const latest = new Map(
    readings.flatMap(({ cluster, reading }) =>
      reading.kind === 'read' ? [[cluster, reading.value] as const] : [],
    ),
  );
  return {
    latest,
    first: firstListings([...latest.values()].flatMap(({ listed }) => listed ?? [])),
    facts,
    damaged: [...strange, ...strangeFacts, ...[...latest.values()].flatMap(({ damaged }) => damaged)],
    failures: readings.flatMap(({ reading }) => failureOf(reading)),
  };
}

function failureOf(reading: Readable<unknown>): readonly AuditFailure[] {
  return reading.kind === 'unreadable' ? [reading.failure] : [];
}
