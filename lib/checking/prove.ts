import type { ClusterLook } from '../evidence/clusters.ts';
import type { Cloud, Found } from '../inventory/cloud.ts';
import type { Cluster } from '../inventory/cluster.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { ResourceId } from '../terms/ids.ts';
import { type Readable, readable } from '../terms/readable.ts';
import type { Judged } from '../verdict/judged.ts';

/** GETs by ID: of what is there and of what is not. */
export type Gets = ReadonlyMap<ResourceId, Readable<Found<unknown>>>;

/** What was asked for by itself after the look at the whole project, in the order of reading. */
export interface Proofs {
  readonly instances: Gets;
  readonly volumes: Gets;
  /** The second list of clusters, and a GET by each name that the cluster was known by. */
  readonly clusters: ClusterLook;
}

/** Asks for each resource by its ID, then once more for the cluster: the accused first, the witnesses last. */
export async function gatherProofs(
  cloud: Cloud,
  ask: {
    readonly instances: Iterable<ResourceId>;
    readonly volumes: Iterable<ResourceId>;
    readonly clusterNames: readonly string[];
    readonly declaredNone: ReadonlySet<string>;
  },
): Promise<Proofs> {
  const instances = await getEach(ask.instances, (id) => cloud.getInstance(id));
  const volumes = await getEach(ask.volumes, (id) => cloud.getVolume(id));
  const list = await readable(() => cloud.listClusters());
  const byName = await getEach<string, Found<Cluster>>(ask.clusterNames, (name) => cloud.getCluster(name));
  return { instances, volumes, clusters: { list, byName, declaredNone: ask.declaredNone } };
}

async function getEach<Key, Answer>(
  keys: Iterable<Key>,
  get: (key: Key) => Promise<Answer>,
): Promise<ReadonlyMap<Key, Readable<Answer>>> {
  const answers = await Promise.all(
    [...keys].map(async (key) => [key, await readable(() => get(key))] as const),
  );
  return new Map(answers);
}

/** What became of one resource. A list and a GET that disagree prove neither. */
export type Fate =
  | { readonly kind: 'gone' }
  | { readonly kind: 'remaining'; readonly judged: Judged }
  | { readonly kind: 'unreadable'; readonly failure: AuditFailure };

/** Pure. `judged`: as the audit judged it; `undefined` when the list does not show it as this project's. */
export function fateOf(
  { kind, id }: { readonly kind: Judged['kind']; readonly id: ResourceId },
  listing: Readable<{ readonly has: (id: ResourceId) => boolean }>,
  got: Readable<Found<unknown>> | undefined,
  judged: Judged | undefined,
): Fate {
  if (listing.kind === 'unreadable') return listing;
  if (got === undefined) return { kind: 'unreadable', failure: notAsked(kind, id) };
  if (got.kind === 'unreadable') return got;
  const isListed = listing.value.has(id);
  const isThere = got.value.kind === 'found';
  if (isListed !== isThere) return { kind: 'unreadable', failure: disagreeing(kind, id, isListed) };
  if (!isThere) return { kind: 'gone' };
  return judged === undefined
    ? { kind: 'unreadable', failure: foreign(kind, id) }
    : { kind: 'remaining', judged };
}

function notAsked(kind: Judged['kind'], id: ResourceId): AuditFailure {
  return new AuditFailure(
    'internal',
    `${kind} ${id} was not asked for by its ID`,
    'please report it with the output of --verbose',
  );
}

function disagreeing(kind: Judged['kind'], id: ResourceId, isListed: boolean): AuditFailure {
  return new AuditFailure(
    'listing-disagrees',
    isListed
      ? `the list has ${kind} ${id}, and a GET by its ID answers 404`
      : `the list lacks ${kind} ${id}, and a GET by its ID finds it`,
    'run the check again in some minutes; if it stays so, ask the help desk about this ID',
  );
}

function foreign(kind: Judged['kind'], id: ResourceId): AuditFailure {
  return new AuditFailure(
    'foreign-project',
    `${kind} ${id} is there and was not judged: its row is of another project than the credential's, or came while it was listed`,
    'run the check again; if it stays so, check with the credential of the project that the resource is in',
  );
}
