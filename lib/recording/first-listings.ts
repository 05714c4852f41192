import type { Instance } from '../inventory/instance.ts';
import type { ClusterRecord, FirstListing } from '../ledger/entries.ts';
import type { ResourceId } from '../terms/ids.ts';

/** How each instance that was recorded before was named and described when it was first recorded. */
export type FirstListings = ReadonlyMap<ResourceId, FirstListing>;

/** Takes the newest record of each cluster that read its instances: it carries what is to be known of all before it. */
export function firstListings(records: readonly ClusterRecord[]): FirstListings {
  const listings = records.flatMap(({ instances = [], altered }) => [...instances, ...altered]);
  return new Map(listings.map(({ id, name, description }) => [id, { id, name, description }]));
}

/** What the instances that changed since they were first recorded were like then. */
export function alteredAmong(
  instances: ReadonlyMap<ResourceId, Instance> | undefined,
  first: FirstListings,
): readonly FirstListing[] {
  return [...(instances?.values() ?? [])].flatMap(({ id, name, description }) => {
    const before = first.get(id);
    const isUnchanged = before === undefined || (before.name === name && before.description === description);
    return isUnchanged ? [] : [before];
  });
}
