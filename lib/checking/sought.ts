import type { Look } from '../auditing/look.ts';
import type { Origin, Tie } from '../report/clearance/clearance.ts';
import type { ResourceId } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { Judged } from '../verdict/judged.ts';
import { type Fate, fateOf, type Proofs } from './prove.ts';
import type { RecordedCluster } from './recorded.ts';
import type { Ties } from './ties.ts';

/** A resource whose fate a check has to say. */
export interface Sought {
  readonly kind: Judged['kind'];
  readonly id: ResourceId;
  readonly origin: Origin;
  readonly tie: Tie;
  /** As it was recorded last. */
  readonly name: string | undefined;
  readonly nodeClaim: string | undefined;
  readonly recordedAt: Instant | undefined;
}

/** What was recorded, what else bears the cluster's marks, and what bears nobody's. */
export function soughtOf(
  recorded: RecordedCluster,
  ties: Ties,
  judged: readonly Judged[],
): readonly Sought[] {
  const beside = judged.flatMap(({ kind, resource }): readonly Sought[] => {
    const { id } = resource;
    const tie = ties.found.get(id);
    const unrecorded = { kind, id, name: undefined, nodeClaim: undefined, recordedAt: undefined };
    if (tie !== undefined) return [{ ...unrecorded, origin: 'found', tie }];
    if (!ties.unattributed.has(id)) return [];
    return [{ ...unrecorded, origin: 'unattributed', tie: 'unknown-owner' }];
  });
  const inRecords = [...recorded.instances.values(), ...recorded.volumes.values()];
  return [...inRecords.map((one): Sought => ({ ...one, origin: 'recorded' })), ...beside];
}

export interface SoughtFate {
  readonly sought: Sought;
  readonly fate: Fate;
}

export function fatesOf(
  sought: readonly Sought[],
  look: Look,
  judged: readonly Judged[],
  proofs: Proofs,
): readonly SoughtFate[] {
  const byId = {
    instance: new Map(judged.filter(({ kind }) => kind === 'instance').map((one) => [one.resource.id, one])),
    volume: new Map(judged.filter(({ kind }) => kind === 'volume').map((one) => [one.resource.id, one])),
  };
  return sought.map((one) => {
    const [listing, gets] =
      one.kind === 'instance' ? [look.instances, proofs.instances] : [look.volumes, proofs.volumes];
    return { sought: one, fate: fateOf(one, listing, gets.get(one.id), byId[one.kind].get(one.id)) };
  });
}

export function idsOfKind(sought: readonly Sought[], kind: Judged['kind']): readonly ResourceId[] {
  return sought.filter((one) => one.kind === kind).map(({ id }) => id);
}
