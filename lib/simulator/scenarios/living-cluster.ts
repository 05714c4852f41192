import { formatInstant, type Instant } from '../../terms/instants.ts';
import {
  clusterIdentity,
  type KarpenterSpec,
  karpenterMachine,
  managedMachines,
  mounted,
  redescribed,
  renamed,
  simulatedCluster,
  stage,
} from '../cast.ts';
import { notReady, terminating } from '../kubernetes-objects.ts';
import type { Scenario, Truth } from '../scenario.ts';
import { detached } from '../volume-row.ts';
import {
  ago,
  assemble,
  CLAIMED,
  leftover,
  MANAGED,
  madeBefore,
  OTHER_TEAM,
  otherTeams,
  sometime,
  tell,
  tellVolumes,
} from './assemble.ts';

/** What the four stories of a cluster that is still there begin with. */
function livingCluster(seed: string, now: Instant) {
  const on = stage(seed);
  const shop = clusterIdentity(on, 'shop', ago(now, 147));
  const make = (claim: string, days: number, more: Partial<KarpenterSpec> = {}) =>
    karpenterMachine(on, shop, { claim, createdAt: sometime(on, claim, ago(now, days)), ...more });
  const first = make('general-9wzkd', 21, { flavor: 'm2a.2xlarge' });
  const { machine: database, story } = mounted(
    on,
    first,
    { namespace: 'orders', name: 'data-orders-0' },
    ago(now, 20),
  );
  const working = [
    { ...first, ...database },
    make('general-5tqbx', 19, { flavor: 'm2a.xlarge' }),
    make('general-v3hjl', 17, { data: [{ sizeGiB: 100, isDeleteOnTermination: true }] }),
    make('general-8fncr', 15),
    make('burst-2mswp', 11, { flavor: 'm2a.4xlarge' }),
    make('burst-j7xgt', 10, { flavor: 'm2a.xlarge' }),
    make('burst-4kzvd', 8),
    make('burst-q6lfb', 6),
  ];
  const managed = managedMachines(on, shop, 2);
  const others = otherTeams(on, now);
  const truth = new Map<string, Truth>();
  tell(truth, working, CLAIMED);
  tell(truth, managed, MANAGED);
  tell(truth, others.machines, OTHER_TEAM);
  tellVolumes(truth, others.loose, OTHER_TEAM);
  return { on, shop, make, working, managed, others, truth, persistentVolumes: [story] };
}

const REMOVED: Truth = leftover(true, 'the controller was removed before it was reclaimed');

/** Two days ago all was well; yesterday the Helm release went first, and some NodeClaims with it. */
export function controllerRemovedFirst(seed: string, now: Instant): Scenario {
  const { on, shop, make, working, managed, others, truth, persistentVolumes } = livingCluster(seed, now);
  const beforeAt = ago(now, 2);
  const leftBehind = [
    make('general-s2dwk', 14, { flavor: 'm2a.xlarge' }),
    make('general-l9pqv', 13, { data: [{ sizeGiB: 100, isDeleteOnTermination: true }] }),
    make('burst-z4bnh', 9, { flavor: 'm2a.2xlarge' }),
  ];
  const stillServing = make('burst-r8cxj', 7);
  const silent = make('general-g5vtm', 12);
  const reclaimed = make('burst-d3kfw', 5);
  const launching = make('burst-9vw4c', 2);
  const unlaunched = { ...launching.claim, status: {} };
  const recorded = [...working, ...leftBehind, stillServing, silent, reclaimed];
  const before = simulatedCluster(on, shop, {
    phase: 'Provisioned',
    managed,
    persistentVolumes,
    claims: [...recorded.map(({ claim }) => claim), unlaunched],
    nodes: recorded.map(({ node }) => node),
    isControllerThere: true,
  });
  const after = simulatedCluster(on, shop, {
    phase: 'Provisioned',
    managed,
    persistentVolumes,
    claims: working.map(({ claim }) => claim),
    nodes: [
      ...[...working, stillServing].map(({ node }) => node),
      notReady(silent.node, formatInstant(ago(now, 0, 20))),
    ],
    isControllerThere: false,
  });
  const rootStayed = reclaimed.volumes.slice(0, 1);
  tell(truth, leftBehind, REMOVED);
  tell(truth, [stillServing], {
    what: 'alive',
    why: 'a Ready Node runs on it, though no NodeClaim points at it',
  });
  tell(truth, [silent], { what: 'unknowable', why: 'its Node is not Ready: pods may be on it' });
  tellVolumes(truth, rootStayed, leftover(true, 'its instance was reclaimed without it'));
  return assemble(on, {
    name: 'controller-removed-first',
    now,
    beforeAt,
    subject: before,
    before: {
      machines: [...recorded, ...managed, ...madeBefore(beforeAt, others.machines)],
      loose: others.loose,
      clusters: [before],
    },
    after: {
      machines: [...working, ...leftBehind, stillServing, silent, ...managed, ...others.machines],
      loose: [...rootStayed.map((volume) => detached(volume, formatInstant(ago(now, 1)))), ...others.loose],
      clusters: [after],
    },
    truth,
  });
}

/** People renamed and re-described instances: some are still claimed, others were left behind for that very reason. */
export function renamedInstances(seed: string, now: Instant): Scenario {
  const { on, shop, make, working, managed, others, truth, persistentVolumes } = livingCluster(seed, now);
  const beforeAt = ago(now, 4);
  const leftByName = make('general-x3tkz', 16, { flavor: 'm2a.xlarge' });
  const leftByDescription = make('burst-c7wdl', 13);
  const leftUntouched = make('general-n5jqg', 18);
  const recorded = [...working, leftByName, leftByDescription, leftUntouched];
  const story = { phase: 'Provisioned', managed, persistentVolumes, isControllerThere: true } as const;
  const before = simulatedCluster(on, shop, {
    ...story,
    claims: recorded.map(({ claim }) => claim),
    nodes: recorded.map(({ node }) => node),
  });
  const after = simulatedCluster(on, shop, {
    ...story,
    claims: working.map(({ claim }) => claim),
    nodes: working.map(({ node }) => node),
  });
  const meddledWith = working.map((one, index) => {
    if (index === 1) return renamed(one, 'search-api-hot-spare');
    if (index === 4) return renamed(one, `${one.instance.name}-old`);
    return index === 5 ? redescribed(one, 'do not touch, load test until Friday') : one;
  });
  const touched = [
    renamed(leftByName, 'catalog-import-2'),
    redescribed(leftByDescription, `${leftByDescription.instance.description?.slice(0, 78)} (keep)`),
  ];
  tell(truth, touched, leftover(false, 'Karpenter could not reclaim it once it was changed'));
  tell(truth, [leftUntouched], leftover(true, 'its NodeClaim is gone'));
  return assemble(on, {
    name: 'renamed',
    now,
    beforeAt,
    subject: before,
    before: {
      machines: [...recorded, ...managed, ...madeBefore(beforeAt, others.machines)],
      loose: others.loose,
      clusters: [before],
    },
    after: {
      machines: [...meddledWith, ...touched, leftUntouched, ...managed, ...others.machines],
      loose: others.loose,
      clusters: [after],
    },
    truth,
  });
}

/** The cluster's deletion was asked for five hours ago and does not come to its end. */
export function stuckDeleting(seed: string, now: Instant): Scenario {
  const { on, shop, make, working, managed, others, truth, persistentVolumes } = livingCluster(seed, now);
  const deletionAskedAt = ago(now, 0, 5);
  const beforeAt = ago(now, 0, 6);
  const leftBehind = [
    make('general-h2qvx', 14, { flavor: 'm2a.xlarge' }),
    make('general-w6ldn', 12, { data: [{ sizeGiB: 100, isDeleteOnTermination: true }] }),
  ];
  const leftByName = make('burst-b9zsk', 9);
  const recorded = [...working, ...leftBehind, leftByName];
  const before = simulatedCluster(on, shop, {
    phase: 'Provisioned',
    managed,
    persistentVolumes,
    claims: recorded.map(({ claim }) => claim),
    nodes: recorded.map(({ node }) => node),
    isControllerThere: true,
  });
  const after = simulatedCluster(on, shop, {
    phase: 'Deleting',
    managed: [],
    persistentVolumes,
    claims: working.map(({ claim }) => terminating(claim, formatInstant(deletionAskedAt))),
    nodes: working.map(({ node }) => notReady(node, formatInstant(ago(now, 0, 4)))),
    isControllerThere: false,
  });
  tell(truth, leftBehind, leftover(true, 'the cluster no longer knows it'));
  tell(truth, [leftByName], leftover(false, 'a person renamed it'));
  tell(truth, working, { what: 'alive', why: 'its NodeClaim is being deleted and still points at it' });
  for (const { instance, volumes } of managed) {
    truth.delete(instance.id);
    for (const { id } of volumes) truth.delete(id);
  }
  return assemble(on, {
    name: 'stuck-deleting',
    now,
    beforeAt,
    subject: before,
    before: {
      machines: [...recorded, ...managed, ...others.machines],
      loose: others.loose,
      clusters: [before],
    },
    after: {
      machines: [...working, ...leftBehind, renamed(leftByName, 'old-burst-node'), ...others.machines],
      loose: others.loose,
      clusters: [after],
    },
    truth,
  });
}

/** Nothing is left: every instance that Karpenter made is claimed. */
export function clean(seed: string, now: Instant): Scenario {
  const { on, shop, working, managed, others, truth, persistentVolumes } = livingCluster(seed, now);
  const cluster = simulatedCluster(on, shop, {
    phase: 'Provisioned',
    managed,
    persistentVolumes,
    claims: working.map(({ claim }) => claim),
    nodes: working.map(({ node }) => node),
    isControllerThere: true,
  });
  const scene = {
    machines: [...working, ...managed, ...others.machines],
    loose: others.loose,
    clusters: [cluster],
  };
  return assemble(on, {
    name: 'clean',
    now,
    beforeAt: ago(now, 0, 1),
    subject: cluster,
    before: scene,
    after: scene,
    truth,
  });
}
