import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { FactsEntry, RecordedObjects, RecordedProvider } from './entries.ts';
import { nextFacts } from './facts.ts';
import type { HelpDeskFacts, RawObject, WarningEvent } from './help-desk.ts';
import { type DamagedFile, listLedger } from './listing.ts';
import { by } from './order.ts';
import { readFiles } from './reading.ts';
import type { Store } from './store.ts';

/** All that a cluster ever said for the help desk, without secrets. */
export interface FactsHistory {
  /** As it was last read. */
  readonly provider: RecordedProvider | undefined;
  readonly nodeClaims: ObjectsHistory;
  readonly nodePools: ObjectsHistory;
  readonly nodeClasses: ObjectsHistory;
  /** Every warning that was kept, oldest first; each once, as it came last. */
  readonly warnings: readonly WarningEvent[];
  readonly damaged: readonly DamagedFile[];
}

export interface ObjectsHistory {
  /** `undefined`: they never were. */
  readonly readAt: Instant | undefined;
  /** By name, each as it was last seen; those too that were gone before the cluster was. */
  readonly objects: readonly KnownObject[];
  /** Names of objects that were there, in a form that no entry has: it stood in one that is damaged. */
  readonly missing: readonly string[];
}

export interface KnownObject extends RawObject {
  readonly lastSeenAt: Instant;
  /** Among those that were there when the list was last read. */
  readonly isThere: boolean;
}

/**
 * @param now What the cluster says at this moment, as if it had been recorded.
 * @throws AuditFailure `store-unreadable`
 */
export async function loadFacts(
  store: Store,
  project: string,
  cluster: ClusterUid,
  now?: { readonly facts: HelpDeskFacts; readonly at: Instant },
): Promise<FactsHistory> {
  const { facts, strangeFacts } = await listLedger(store, project);
  const files = await readFiles(store, project, facts.get(cluster) ?? []);
  const entries = files.flatMap((file) => (file.kind === 'entry' ? [file.entry] : []));
  const damaged = files.flatMap((file) =>
    file.kind === 'damaged' ? [{ key: file.key, why: file.why }] : [],
  );
  const ofCluster = strangeFacts.filter(({ key }) => key.includes(`/facts/${cluster}/`));
  const latest = now && nextFacts(entries.at(-1), now.facts, cluster, now.at);
  return {
    ...foldFacts(latest === undefined ? entries : [...entries, latest]),
    damaged: [...damaged, ...ofCluster],
  };
}

/** Folds a cluster's facts, oldest first, into what is known of it. Pure. */
export function foldFacts(entries: readonly FactsEntry[]): Omit<FactsHistory, 'damaged'> {
  const warnings = entries.flatMap((entry) => entry.warnings ?? []);
  return {
    provider: entries.at(-1)?.provider,
    nodeClaims: foldObjects(entries.map((entry) => entry.nodeClaims)),
    nodePools: foldObjects(entries.map((entry) => entry.nodePools)),
    nodeClasses: foldObjects(entries.map((entry) => entry.nodeClasses)),
    warnings: [...new Map(warnings.map((event) => [event.name, event])).values()].toSorted(
      by(({ lastSeenAt = '', name }) => `${lastSeenAt} ${name}`),
    ),
  };
}

interface Seen {
  readonly fingerprint: string;
  readonly at: Instant;
}

function foldObjects(parts: readonly (RecordedObjects | undefined)[]): ObjectsHistory {
  const bodies = new Map<string, { readonly fingerprint: string; readonly object: RawObject }>();
  const seen = new Map<string, Seen>();
  for (const part of parts) {
    if (part === undefined) continue;
    const there = new Map(Object.entries(part.there));
    for (const object of part.news) {
      bodies.set(object.name, { fingerprint: there.get(object.name) ?? '', object });
    }
    for (const [name, fingerprint] of there) seen.set(name, { fingerprint, at: part.readAt });
  }
  const last = parts.findLast((part) => part !== undefined);
  const current = new Set(Object.keys(last?.there ?? {}));
  const objects: KnownObject[] = [];
  const missing: string[] = [];
  for (const [name, { fingerprint, at }] of [...seen].toSorted(by(([name]) => name))) {
    const body = bodies.get(name);
    if (body?.fingerprint !== fingerprint) missing.push(name);
    else objects.push({ ...body.object, lastSeenAt: at, isThere: current.has(name) });
  }
  return { readAt: last?.readAt, objects, missing };
}
