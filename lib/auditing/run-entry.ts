import type { RunEntry } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { word } from '../terms/words.ts';
import { isLiving, type RuledInstance, type RuledVolume } from '../verdict/judge.ts';
import type { Look } from './look.ts';

/** What a run makes of a look, before and after the brake and the confirmation. */
export interface RunResult {
  readonly runId: string;
  readonly asOf: Instant;
  readonly isComplete: boolean;
  readonly look: Look;
  readonly ledger: Ledger;
  /** As the tables judged, before the brake. */
  readonly tableInstances: readonly RuledInstance[];
  readonly instances: readonly RuledInstance[];
  readonly volumes: readonly RuledVolume[];
  readonly signingKeys: RunEntry['signingKeys'];
}

/** What the run saw, for the memory of later runs. It is never proof. */
export function runEntryOf(run: RunResult): RunEntry {
  const all = [...run.instances, ...run.volumes];
  return {
    kind: 'run',
    runId: run.runId,
    asOf: run.asOf,
    complete: run.isComplete,
    clusters: clustersSeen(run),
    claimLists: run.look.clusters.claimLists,
    sighted: all.filter(cameAllTheWay).map(({ resource }) => resource.id),
    restarted: all
      .filter((one) => run.ledger.sightings.has(one.resource.id) && startsAgain(one))
      .map(({ resource }) => resource.id),
    condemned: run.tableInstances
      .filter(({ judgement, evidence }) => judgement.verdict === 'orphan' && isLiving(evidence.cluster))
      .map(({ resource }) => resource.id),
    volumesInTransition: run.look.keptVolumes
      .filter((volume) => volume.state === 'in-transition')
      .map((volume) => ({ id: volume.id, status: word(volume.status) ?? '' })),
    signingKeys: run.signingKeys,
    volumesElsewhere: run.volumes.flatMap((one) => seenElsewhere(one, run.look)),
  };
}

function clustersSeen({ look, instances, volumes }: RunResult): RunEntry['clusters'] {
  const { list } = look.clusters.look;
  if (list.kind === 'unreadable') return [];
  const living = list.value.flatMap(({ uid, name, isDeleting }) =>
    uid === undefined ? [] : [{ uid, name, state: isDeleting ? ('deleting' as const) : ('alive' as const) }],
  );
  const gone = new Map<ClusterUid, string | undefined>();
  for (const { evidence } of [...instances, ...volumes]) {
    if (evidence.identity.kind !== 'agreed' || evidence.cluster.kind !== 'gone') continue;
    gone.set(evidence.identity.owner.clusterUid, evidence.identity.owner.clusterName);
  }
  return [...living, ...[...gone].map(([uid, name]) => ({ uid, name, state: 'gone' as const }))];
}

type Either = RuledInstance | RuledVolume;

/** Came down to where only the number of sightings, the brake or nothing stood before an orphan, with a living owner. */
function cameAllTheWay({ judgement, evidence }: Either): boolean {
  if (evidence.cluster.kind !== 'alive') return false;
  return (
    judgement.verdict === 'orphan' || judgement.reason === 'first-sighting' || judgement.reason === 'brake'
  );
}

/** Somebody owns it, or may: whatever the run lacked, an earlier sighting counts no longer. */
function startsAgain({ judgement }: Either): boolean {
  if (judgement.verdict === 'in-use') return true;
  return judgement.verdict === 'settling' && judgement.reason !== 'first-sighting';
}

/** On whichever side: the volume's own row, or the lists of instances. */
function seenElsewhere(
  { resource, evidence }: RuledVolume,
  { instances }: Look,
): RunEntry['volumesElsewhere'] {
  if (evidence.record.kind !== 'recorded') return [];
  const listed = instances.kind === 'read' ? instances.value.instancesWithVolume(resource.id) : [];
  const holders = new Set(resource.instanceId === undefined ? listed : [resource.instanceId, ...listed]);
  holders.delete(evidence.record.instanceId);
  return [...holders].map((instanceId) => ({ volumeId: resource.id, instanceId }));
}
