import { type CheckOptions, checkCluster } from '../../lib/check.ts';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { appendRecord } from '../../lib/ledger/files.ts';
import type { ConfiguredCluster } from '../../lib/ledger/known-clusters.ts';
import type { CheckResult } from '../../lib/report/clearance/clearance.ts';
import { NO_SIGNING, type ProjectSigning } from '../../lib/signing/project-signing.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/terms/instants.ts';
import { type FakeCloud, type FakeWorld, fakeCloud } from '../builders/fake-cloud.ts';
import { type FakeCluster, type FakeWitnesses, fakeWitnesses } from '../builders/fake-witnesses.ts';
import { aClusterUid, aRecord, at } from '../builders/ledger.ts';
import { type MemoryStore, memoryStore } from '../builders/memory-store.ts';

export const NOW = at('2026-11-10T00:00:00Z');
export const THRESHOLDS = { gracePeriodMs: 30 * MINUTE_MS, deletionPeriodMs: 2 * HOUR_MS, sightings: 2 };
export const PROJECT = 'shop-prod';

export interface CheckedWorld {
  readonly cloud: FakeCloud;
  readonly witnesses: FakeWitnesses;
  readonly store: MemoryStore;
  clusters: ConfiguredCluster[];
  signing: ProjectSigning;
}

/** A cluster with one recorded instance and its root volume; unless told otherwise, nothing of it is left. */
export async function aWorld(
  held: Partial<FakeWorld> = {},
  records: readonly ClusterRecord[] = [aRecord()],
  witnessed: Readonly<Record<string, FakeCluster>> = {},
): Promise<CheckedWorld> {
  const store = memoryStore();
  for (const record of records) await appendRecord(store, PROJECT, record);
  return {
    store,
    cloud: fakeCloud(held),
    witnesses: fakeWitnesses(witnessed),
    clusters: [],
    signing: NO_SIGNING,
  };
}

export function audited({ cloud, witnesses, clusters, signing }: CheckedWorld) {
  return { name: PROJECT, region: 'kr-central-2', cloud, witnesses, clusters, signing };
}

export async function check(
  world: CheckedWorld,
  over: Partial<CheckOptions> = {},
  uid = aClusterUid(),
): Promise<CheckResult> {
  const now = over.now ?? NOW;
  return checkCluster(audited(world), world.store, THRESHOLDS, uid, {
    runId: 'check-1',
    now,
    clock: () => now,
    language: 'en',
    ignore: [],
    prices: undefined,
    remember: false,
    ...over,
  });
}

/** `instance …0001: remaining, orphan (cluster-gone)` or `…: gone`, in the order of the result. */
export function fates(result: CheckResult): readonly string[] {
  return result.resources.map((one) => {
    const what = `${one.kind} ${one.id.slice(-4)} (${one.tie})`;
    switch (one.fate) {
      case 'gone':
        return `${what}: gone`;
      case 'unreadable':
        return `${what}: unreadable, ${one.why}`;
      case 'remaining':
        return `${what}: ${one.finding.verdict} (${one.finding.reason})`;
      default:
        throw new TypeError('a fate is missing');
    }
  });
}
