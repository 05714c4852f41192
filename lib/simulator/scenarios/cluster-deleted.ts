import { formatInstant, HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../../terms/instants.ts';
import {
  clusterIdentity,
  inState,
  type KarpenterMachine,
  type KarpenterSpec,
  karpenterMachine,
  managedMachines,
  mounted,
  redescribed,
  renamed,
  type Stage,
  simulatedCluster,
  stage,
} from '../cast.ts';
import { event, type KubernetesObject } from '../kubernetes-objects.ts';
import { chance } from '../random.ts';
import type { Scenario, Truth } from '../scenario.ts';
import { detached, snapshotRow, type VolumeRow } from '../volume-row.ts';
import {
  ago,
  assemble,
  leftover,
  madeBefore,
  OTHER_TEAM,
  otherTeams,
  sometime,
  tell,
  tellVolumes,
  WORKLOAD_DATA,
} from './assemble.ts';

/** The cluster `shop` was deleted nine days ago; it was recorded an hour before. No other cluster is in the project. */
export function clusterDeleted(seed: string, now: Instant): Scenario {
  const on = stage(seed);
  const deletedAt = ago(now, 9);
  const beforeAt = plusMs(deletedAt, -HOUR_MS);
  const cast = castOf(on, now, beforeAt);
  const remains = remainsOf(cast, formatInstant(plusMs(deletedAt, 4 * MINUTE_MS)));
  const others = otherTeams(on, now);
  const managed = managedMachines(on, cast.shop, 2);
  const alive = [
    ...cast.untouched,
    ...Object.values(cast.marked),
    ...cast.rootStayed,
    ...Object.values(cast.volumes),
  ];
  const cluster = simulatedCluster(on, cast.shop, {
    phase: 'Provisioned',
    managed,
    claims: alive.map(({ claim }) => claim),
    nodes: alive.map(({ node }) => node),
    persistentVolumes: [cast.ordersData],
    events: [reclaimFailure(seed, cast.marked.byName, plusMs(beforeAt, -20 * MINUTE_MS))],
    isControllerThere: true,
  });
  const truth = truthOf(cast, remains);
  tell(truth, others.machines, OTHER_TEAM);
  tellVolumes(truth, others.loose, OTHER_TEAM);
  return assemble(on, {
    name: 'cluster-deleted',
    now,
    beforeAt,
    subject: cluster,
    before: {
      machines: [...alive, ...managed, ...madeBefore(beforeAt, others.machines)],
      loose: others.loose,
      clusters: [cluster],
    },
    after: {
      machines: [...remains.leftovers, ...remains.touched, cast.unrecorded, ...others.machines],
      loose: [...remains.stayed, ...remains.kept, ...remains.workloads, ...others.loose],
      snapshots: cast.untouched
        .slice(0, 1)
        .flatMap(({ volumes }) =>
          volumes
            .slice(1)
            .map((data) =>
              snapshotRow(
                chance(`${seed}/snapshot`).uuid(),
                'general-nightly',
                data,
                formatInstant(ago(now, 15)),
              ),
            ),
        ),
      clusters: [],
    },
    truth,
  });
}

/** Everything that shop's Karpenter made. */
function castOf(on: Stage, now: Instant, beforeAt: Instant) {
  const shop = clusterIdentity(on, 'shop', ago(now, 147));
  const made = (claim: string, days: number, more: Partial<KarpenterSpec> = {}) =>
    karpenterMachine(on, shop, { claim, createdAt: sometime(on, claim, ago(now, days)), ...more });
  const data = (sizeGiB: number, isDeleteOnTermination: boolean) => [{ sizeGiB, isDeleteOnTermination }];
  const withClaim = made('general-b6jtz', 28, { flavor: 'm2a.xlarge' });
  const { machine, story } = mounted(
    on,
    withClaim,
    { namespace: 'orders', name: 'data-orders-0' },
    ago(now, 27),
  );
  return {
    shop,
    untouched: [
      made('general-7k2lq', 31, { flavor: 'm2a.2xlarge', data: data(100, true) }),
      made('general-c4wzt', 26, { flavor: 'm2a.xlarge' }),
      made('burst-x94rd', 12, { flavor: 'm2a.4xlarge', data: data(100, true) }),
      made('general-m8vbn', 35, { signedBy: 'retired' }),
    ],
    marked: {
      shelved: made('burst-h5jkq', 14, { flavor: 'm2a.xlarge' }),
      broken: made('general-q2fxs', 20),
      byName: made('general-t6dgw', 18, { flavor: 'm2a.xlarge' }),
      byDescription: made('burst-n3pzc', 16),
    },
    /** Made in the last hour, after the record. */
    unrecorded: karpenterMachine(on, shop, {
      claim: 'burst-w7lmk',
      createdAt: plusMs(beforeAt, 20 * MINUTE_MS),
    }),
    /** These and the next went with the cluster, but not all of their volumes did. */
    rootStayed: [made('general-z5rtb', 29, { flavor: 'm2a.xlarge' }), made('burst-k9sfh', 11)],
    volumes: {
      dataStayed: made('general-d8xwl', 22, { data: data(100, true) }),
      dataKept: made('general-f4qnv', 24, { data: data(200, false) }),
      orders: { ...withClaim, ...machine },
    },
    ordersData: story,
  };
}
type Cast = ReturnType<typeof castOf>;

/** What is left of it nine days later. */
function remainsOf({ untouched, marked, rootStayed, volumes, ordersData }: Cast, goneAt: string) {
  const loose = (rows: readonly VolumeRow[]) => rows.map((row) => detached(row, goneAt));
  return {
    leftovers: [...untouched, inState(marked.shelved, 'shelved_offloaded'), inState(marked.broken, 'error')],
    touched: [
      renamed(marked.byName, 'checkout-debug-do-not-delete'),
      redescribed(marked.byDescription, 'kept for the postmortem'),
    ],
    stayed: loose([
      ...rootStayed.flatMap((one) => one.volumes.slice(0, 1)),
      ...volumes.dataStayed.volumes.slice(1),
    ]),
    kept: loose(volumes.dataKept.volumes.slice(1)),
    workloads: loose([ordersData.volume]),
  };
}

function truthOf({ unrecorded }: Cast, remains: ReturnType<typeof remainsOf>): Map<string, Truth> {
  const truth = new Map<string, Truth>();
  tell(truth, remains.leftovers, leftover(true, 'the cluster was deleted without it'));
  tell(truth, remains.touched, leftover(false, 'a person renamed or re-described it'));
  tell(truth, [unrecorded], leftover(false, 'made after the last record: only its signature speaks'));
  tellVolumes(truth, remains.stayed, leftover(true, 'its instance went with the cluster'));
  tellVolumes(truth, remains.kept, {
    what: 'unknowable',
    why: 'set to outlive its instance: only its owner knows',
  });
  tellVolumes(truth, remains.workloads, WORKLOAD_DATA);
  return truth;
}

function reclaimFailure(seed: string, about: KarpenterMachine, at: Instant): KubernetesObject {
  return event({
    uid: chance(`${seed}/event`).uuid(),
    at: formatInstant(at),
    type: 'Warning',
    reason: 'FailedToReclaim',
    message: 'instance name no longer matches its NodeClaim',
    about: about.claim,
  });
}
